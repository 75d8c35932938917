package dev.shinari.collide.shape;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/** A round, flat-ended cylinder along the y axis of the shape's frame. */
public final class CylinderShape extends ColliderShape {
  private final float radius;
  private final float halfLength;

  public CylinderShape(float radius, float halfLength) {
    this.radius = Check.notNegative("radius", radius);
    this.halfLength = Check.notNegative("halfLength", halfLength);
  }

  @Override
  public float distance(float x, float y, float z) {
    float side = (float) Math.sqrt(x * x + z * z) - radius, end = Math.abs(y) - halfLength;
    float inside = Math.max(side, end);
    if (inside <= 0) {
      return inside;
    }
    float a = Math.max(side, 0), b = Math.max(end, 0);
    return (float) Math.sqrt(a * a + b * b);
  }

  @Override
  public void normal(float x, float y, float z, float[] out) {
    float round = (float) Math.sqrt(x * x + z * z);
    float side = round - radius, end = Math.abs(y) - halfLength;
    float a = Math.max(side, 0), b = Math.max(end, 0);
    if (a == 0 && b == 0) { // inside or on the surface
      a = side > end ? 1 : 0;
      b = 1 - a;
    }
    float ux = round > 0 ? x / round : 1, uz = round > 0 ? z / round : 0;
    Directions.unit(a * ux, Math.copySign(b, y), a * uz, out);
  }

  @Override
  public float halfThickness() {
    return Math.min(radius, halfLength);
  }

  @Override
  public Bounds bounds() {
    return new Bounds(-radius, -halfLength, -radius, radius, halfLength, radius);
  }

  @Override
  public TriangleMesh mesh() {
    return DrawnMeshes.cylinder(radius, halfLength);
  }
}
