package dev.shinari.collide.shape;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/** A ball about the origin of the shape's frame. */
public final class SphereShape extends ColliderShape {
  private final float radius;

  public SphereShape(float radius) {
    this.radius = Check.notNegative("radius", radius);
  }

  @Override
  public float distance(float x, float y, float z) {
    return (float) Math.sqrt(x * x + y * y + z * z) - radius;
  }

  @Override
  public void normal(float x, float y, float z, float[] out) {
    Directions.unit(x, y, z, out);
  }

  @Override
  public float halfThickness() {
    return radius;
  }

  @Override
  public Bounds bounds() {
    return new Bounds(-radius, -radius, -radius, radius, radius, radius);
  }

  /** Root of |p + t d|^2 = (R + r)^2, in double: the terms cancel for a small ball far away. */
  @Override
  public float sweep(SweptBall ball) {
    float px = ball.px, py = ball.py, pz = ball.pz;
    double dx = (double) ball.qx - px, dy = (double) ball.qy - py, dz = (double) ball.qz - pz;
    double a = dx * dx + dy * dy + dz * dz;
    double b = px * dx + py * dy + pz * dz;
    double reach = (double) radius + ball.radius;
    double c = (double) px * px + (double) py * py + (double) pz * pz - reach * reach;
    if (!(b < 0) || !(a > 0)) {
      return MISS;
    }
    double disc = b * b - a * c;
    if (!(disc >= 0)) {
      return MISS;
    }
    double t = (-b - Math.sqrt(disc)) / a;
    return t <= 1 ? (float) Math.max(0, t) : MISS;
  }

  @Override
  public TriangleMesh mesh() {
    return DrawnMeshes.capsule(radius, 0);
  }
}
