package dev.shinari.collide.shape;

import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/**
 * The form of a collider in its own frame: a signed distance, negative inside, with its outward
 * normal. Shapes are read-only and shared.
 */
public abstract class ColliderShape {
  /** Answer of {@link #sweep} where nothing is met. */
  public static final float MISS = Float.POSITIVE_INFINITY;

  private static final int TRACE_STEPS = 512;

  /** Signed distance to the surface, negative inside. */
  public abstract float distance(float x, float y, float z);

  /**
   * Writes the unit direction in which the distance grows; some unit vector where it is unclear.
   */
  public abstract void normal(float x, float y, float z, float[] out);

  /**
   * Half of the thinnest extent: a particle that moves by less in one step cannot come out on the
   * far side. Infinite for a shape without a far side.
   */
  public abstract float halfThickness();

  /** A box around the shape in its own frame; sides may be infinite. */
  public abstract Bounds bounds();

  /** What is drawn, in the shape's frame. */
  public abstract TriangleMesh mesh();

  /**
   * A length that a point at (x, y, z), outside, can move in any direction without reaching the
   * surface. The distance itself, unless that is only an estimate.
   */
  protected float clearance(float x, float y, float z) {
    return distance(x, y, z);
  }

  /**
   * The first share of the way from p to q, in [0, 1], at which a ball of the given radius touches
   * the shape while it approaches, or {@link #MISS}. Found by sphere tracing: each stride is at
   * most the clearance, so that nothing is stepped over, however thin.
   *
   * @param ball with its radius and its way
   */
  public float sweep(SweptBall ball) {
    return sweepFrom(ball, ball.px, ball.py, ball.pz);
  }

  /** The same from another start on the way; the share is that of the rest of the way. */
  final float sweepFrom(SweptBall ball, float px, float py, float pz) {
    float radius = ball.radius;
    float[] n = ball.normal;
    float dx = ball.qx - px, dy = ball.qy - py, dz = ball.qz - pz;
    float length = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(length > 0 && length < Float.POSITIVE_INFINITY)) {
      return MISS;
    }
    float reach = Math.max(Math.abs(px), Math.max(Math.abs(py), Math.abs(pz))) + length;
    float tolerance = Math.max(1e-4f * radius, 2e-6f * reach);
    float skip = Math.max(4 * tolerance, 0.05f * Math.min(halfThickness(), radius));
    float t = 0;
    for (int k = 0; k < TRACE_STEPS; k++) {
      float s = t / length;
      float x = px + s * dx, y = py + s * dy, z = pz + s * dz;
      float gap = clearance(x, y, z) - radius;
      if (gap <= tolerance) {
        normal(x, y, z, n);
        if (n[0] * dx + n[1] * dy + n[2] * dz < 0) {
          return s;
        }
        gap = skip; // touching but leaving
      }
      t += gap;
      if (!(t <= length)) {
        return MISS;
      }
    }
    return t / length; // grazing: close all along, so stop here
  }
}
