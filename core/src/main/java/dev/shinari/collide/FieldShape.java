package dev.shinari.collide;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/** Any form that has a distance field: a triangle mesh through its sampled signed distance. */
public final class FieldShape extends Shape {
  private final DistanceField field;
  private final Bounds bounds;
  private final float halfThickness;
  private final float step;
  private final TriangleMesh mesh;

  /**
   * @param bounds a box around the solid; nothing outside of it touches
   * @param step distance at which gradients are taken, about the field's sample spacing
   * @param mesh what is drawn
   */
  public FieldShape(DistanceField field, Bounds bounds, float step, TriangleMesh mesh) {
    Check.that(!bounds.isEmpty(), "a distance field needs a box that is not empty");
    this.field = field;
    this.bounds = bounds;
    this.step = Check.positive("step", step);
    this.mesh = mesh;
    // Thin parts are no thinner than the samples can show.
    halfThickness = 0.5f * step;
  }

  /**
   * Outside of the box the samples say nothing: there it is the way to the box plus what the field
   * says at the box's nearest point, which is never less than the truth. Give a box with a margin of
   * a particle's radius and this is never asked for a contact.
   */
  @Override
  public float distance(float x, float y, float z) {
    float cx = Math.max(bounds.minX(), Math.min(bounds.maxX(), x));
    float cy = Math.max(bounds.minY(), Math.min(bounds.maxY(), y));
    float cz = Math.max(bounds.minZ(), Math.min(bounds.maxZ(), z));
    float dx = x - cx, dy = y - cy, dz = z - cz;
    float outside = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (outside == 0) {
      return field.distance(x, y, z);
    }
    return outside + Math.max(0, field.distance(cx, cy, cz));
  }

  @Override
  protected float clearance(float x, float y, float z) {
    float cx = Math.max(bounds.minX(), Math.min(bounds.maxX(), x));
    float cy = Math.max(bounds.minY(), Math.min(bounds.maxY(), y));
    float cz = Math.max(bounds.minZ(), Math.min(bounds.maxZ(), z));
    float dx = x - cx, dy = y - cy, dz = z - cz;
    float outside = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
    return outside > 0 ? outside : field.distance(x, y, z);
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
