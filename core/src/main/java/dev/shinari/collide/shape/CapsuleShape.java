package dev.shinari.collide.shape;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/** All points within a radius of the segment from (0, -h, 0) to (0, h, 0) of the shape's frame. */
public final class CapsuleShape extends ColliderShape {
  private final float radius;
  private final float halfLength;

  public CapsuleShape(float radius, float halfLength) {
    this.radius = Check.notNegative("radius", radius);
    this.halfLength = Check.notNegative("halfLength", halfLength);
  }

  private float beyond(float y) {
    return y - Math.max(-halfLength, Math.min(halfLength, y));
  }

  @Override
  public float distance(float x, float y, float z) {
    float b = beyond(y);
    return (float) Math.sqrt(x * x + b * b + z * z) - radius;
  }

  @Override
  public void normal(float x, float y, float z, float[] out) {
    float b = beyond(y);
    if (x == 0 && b == 0 && z == 0) {
      Directions.unit(1, 0, 0, out); // on the axis any side will do, the ends would not
    } else {
      Directions.unit(x, b, z, out);
    }
  }

  @Override
  public float halfThickness() {
    return radius;
  }

  @Override
  public Bounds bounds() {
    return new Bounds(-radius, -halfLength - radius, -radius, radius, halfLength + radius, radius);
  }

  @Override
  public TriangleMesh mesh() {
    return DrawnMeshes.capsule(radius, halfLength);
  }
}
