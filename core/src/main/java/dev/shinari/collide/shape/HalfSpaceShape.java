package dev.shinari.collide.shape;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/**
 * Everything below the plane y = 0 of the shape's frame; drawn as a square of a given half-side.
 */
public final class HalfSpaceShape extends ColliderShape {
  private static final float FAR = Float.POSITIVE_INFINITY;
  private final float drawnHalfSide;

  public HalfSpaceShape(float drawnHalfSide) {
    this.drawnHalfSide = Check.positive("drawnHalfSide", drawnHalfSide);
  }

  @Override
  public float distance(float x, float y, float z) {
    return y;
  }

  @Override
  public void normal(float x, float y, float z, float[] out) {
    out[0] = 0;
    out[1] = 1;
    out[2] = 0;
  }

  @Override
  public float halfThickness() {
    return FAR;
  }

  @Override
  public Bounds bounds() {
    return new Bounds(-FAR, -FAR, -FAR, FAR, 0, FAR);
  }

  @Override
  public TriangleMesh mesh() {
    float s = drawnHalfSide;
    return new TriangleMesh(
        new float[] {-s, 0, -s, -s, 0, s, s, 0, s, s, 0, -s}, new int[] {0, 1, 2, 0, 2, 3});
  }
}
