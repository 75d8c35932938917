package dev.shinari.collide.shape;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/** A box about the origin of the shape's frame, given by half of its sides. */
public final class BoxShape extends ColliderShape {
  private final float hx;
  private final float hy;
  private final float hz;

  public BoxShape(float halfX, float halfY, float halfZ) {
    hx = Check.notNegative("halfX", halfX);
    hy = Check.notNegative("halfY", halfY);
    hz = Check.notNegative("halfZ", halfZ);
  }

  @Override
  public float distance(float x, float y, float z) {
    float qx = Math.abs(x) - hx, qy = Math.abs(y) - hy, qz = Math.abs(z) - hz;
    float inside = Math.max(qx, Math.max(qy, qz));
    if (inside <= 0) {
      return inside;
    }
    float ox = Math.max(qx, 0), oy = Math.max(qy, 0), oz = Math.max(qz, 0);
    return (float) Math.sqrt(ox * ox + oy * oy + oz * oz);
  }

  /** Outside: away from the nearest point. Inside: out of the nearest face. */
  @Override
  public void normal(float x, float y, float z, float[] out) {
    float qx = Math.abs(x) - hx, qy = Math.abs(y) - hy, qz = Math.abs(z) - hz;
    if (qx > 0 || qy > 0 || qz > 0) {
      Directions.unit(
          Math.copySign(Math.max(qx, 0), x),
          Math.copySign(Math.max(qy, 0), y),
          Math.copySign(Math.max(qz, 0), z),
          out);
      return;
    }
    out[0] = 0;
    out[1] = 0;
    out[2] = 0;
    if (qy >= qx && qy >= qz) {
      out[1] = Math.copySign(1, y);
    } else if (qx >= qz) {
      out[0] = Math.copySign(1, x);
    } else {
      out[2] = Math.copySign(1, z);
    }
  }

  @Override
  public float halfThickness() {
    return Math.min(hx, Math.min(hy, hz));
  }

  @Override
  public Bounds bounds() {
    return new Bounds(-hx, -hy, -hz, hx, hy, hz);
  }

  /**
   * Slabs of the box grown by the radius give the entry; from there on, only near edges and
   * corners, which are round, the tracing goes on.
   */
  @Override
  public float sweep(SweptBall ball) {
    float px = ball.px, py = ball.py, pz = ball.pz, r = ball.radius;
    float dx = ball.qx - px, dy = ball.qy - py, dz = ball.qz - pz;
    double from = 0, to = 1;
    for (int axis = 0; axis < 3; axis++) {
      double p = axis == 0 ? px : axis == 1 ? py : pz;
      double d = axis == 0 ? dx : axis == 1 ? dy : dz;
      double h = (axis == 0 ? hx : axis == 1 ? hy : hz) + (double) r;
      if (d == 0) {
        if (Math.abs(p) > h) {
          return MISS;
        }
      } else {
        double a = (-h - p) / d, b = (h - p) / d;
        from = Math.max(from, Math.min(a, b));
        to = Math.min(to, Math.max(a, b));
      }
    }
    if (!(from <= to)) {
      return MISS;
    }
    float s = (float) from;
    float rest = sweepFrom(ball, px + s * dx, py + s * dy, pz + s * dz);
    return rest == MISS ? MISS : s + (1 - s) * rest;
  }

  @Override
  public TriangleMesh mesh() {
    return DrawnMeshes.box(hx, hy, hz);
  }
}
