package dev.shinari.collide.shape;

/** A ball on its straight way from p to q in a shape's frame; see {@link ColliderShape#sweep}. */
public final class SweptBall {
  float px;
  float py;
  float pz;
  float qx;
  float qy;
  float qz;
  float radius;

  // Scratch of a sweep.
  final float[] normal = new float[3];

  public SweptBall radius(float meters) {
    radius = meters;
    return this;
  }

  public SweptBall from(float x, float y, float z) {
    px = x;
    py = y;
    pz = z;
    return this;
  }

  public SweptBall to(float x, float y, float z) {
    qx = x;
    qy = y;
    qz = z;
    return this;
  }
}
