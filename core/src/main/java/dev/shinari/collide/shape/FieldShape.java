package dev.shinari.collide.shape;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.DistanceField;

/** Any form that has a distance field: a triangle mesh through its sampled signed distance. */
public final class FieldShape extends ColliderShape {
  private final SignedDistance field;
  private final Bounds bounds;
  private final float halfThickness;
  private final float step;
  private final TriangleMesh mesh;

  /**
   * @param bounds a box around the solid; nothing outside of it touches
   * @param step distance at which gradients are taken, about the field's sample spacing
   * @param mesh what is drawn
   */
  public FieldShape(SignedDistance field, Bounds bounds, float step, TriangleMesh mesh) {
    Check.that(!bounds.isEmpty(), "a distance field needs a box that is not empty");
    this.field = field;
    this.bounds = bounds;
    this.step = Check.positive("step", step);
    this.mesh = mesh;
    // Thin parts are no thinner than the samples can show.
    halfThickness = 0.5f * step;
  }

  /**
   * A triangle mesh as an obstacle, through distances that were sampled from it.
   *
   * @param mesh what is drawn, in general the mesh that was sampled
   */
  public static FieldShape of(DistanceField sampled, TriangleMesh mesh) {
    SignedDistance field =
        new SignedDistance() {
          @Override
          public float distance(float x, float y, float z) {
            return (float) sampled.sample(x, y, z);
          }

          @Override
          public void gradient(float x, float y, float z, float step, float[] out) {
            sampled.sample(x, y, z, out);
          }
        };
    return new FieldShape(field, sampled.bounds(), (float) sampled.cellSize(), mesh);
  }

  /**
   * Outside of the box the samples say nothing. With c the nearest point of the box, o the way to c
   * and s the solid's nearest point, the angle at c between p and s is at least a right one, since
   * s lies in the box: |p - s| >= sqrt(o^2 + field(c)^2), which is what is answered.
   */
  @Override
  public float distance(float x, float y, float z) {
    float cx = Math.max(bounds.minX(), Math.min(bounds.maxX(), x));
    float cy = Math.max(bounds.minY(), Math.min(bounds.maxY(), y));
    float cz = Math.max(bounds.minZ(), Math.min(bounds.maxZ(), z));
    float dx = x - cx, dy = y - cy, dz = z - cz;
    float outside = dx * dx + dy * dy + dz * dz;
    float there = field.distance(cx, cy, cz);
    if (outside == 0) {
      return there;
    }
    float more = Math.max(0, there);
    return (float) Math.sqrt(outside + more * more);
  }

  @Override
  public void normal(float x, float y, float z, float[] out) {
    field.gradient(x, y, z, step, out);
    Directions.unit(out[0], out[1], out[2], out);
  }

  @Override
  public float halfThickness() {
    return halfThickness;
  }

  @Override
  public Bounds bounds() {
    return bounds;
  }

  @Override
  public TriangleMesh mesh() {
    return mesh;
  }
}
