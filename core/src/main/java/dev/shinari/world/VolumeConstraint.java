package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import dev.shinari.collide.ContactSurface;
import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;

/**
 * Keeps a body's volume near its rest volume. With C = V - V0 and the gradient g_i of V at particle
 * i, which only the boundary has:
 *
 * <pre>
 *   x_i -= k C wi g_i / sum(w |g|^2)          wi = mobility / mass
 *   v_i -= k (sum g . v) wi g_i / sum(w |g|^2)
 * </pre>
 *
 * V does not change when the body is moved, so the gradients sum to zero and linear momentum is
 * kept; it does not change when the body is turned, so angular momentum is too. The second line
 * takes away the speed of swelling alone. Of a surface that is not closed (a sheet, a flat lattice)
 * the area is kept instead.
 *
 * <p>No particle is moved by more than a share of the body's spacing a call, so that a flat body,
 * whose gradients are small, is inflated step by step; one without any gradient (a point) is left
 * alone.
 */
public final class VolumeConstraint {
  private static final float LARGEST_MOVE = 0.1f;

  private final int[] triangles;
  private final boolean closed;
  private final double rest;
  private final float largestMove;
  private final float[] gx;
  private final float[] gy;
  private final float[] gz;

  /**
   * @param boundary the cage's boundary at rest
   * @param spacing mean distance between particles
   */
  public VolumeConstraint(TriangleMesh boundary, float spacing) {
    triangles = boundary.triangles();
    closed = ContactSurface.isClosed(boundary);
    largestMove = LARGEST_MOVE * Check.positive("spacing", spacing);
    int n = boundary.vertexCount();
    gx = new float[n];
    gy = new float[n];
    gz = new float[n];
    float[] x = new float[n], y = new float[n], z = new float[n];
    float[] p = boundary.positions();
    for (int i = 0; i < n; i++) {
      x[i] = p[3 * i];
      y[i] = p[3 * i + 1];
      z[i] = p[3 * i + 2];
    }
    rest = measure(x, y, z, false);
  }

  /** Of a body's cage; for a strand, which encloses nothing, it does nothing. */
  static VolumeConstraint of(Body body) {
    return new VolumeConstraint(body.cage().boundary(), ContactSurface.spacing(body));
  }

  /** Rest volume, or rest area of a surface that is not closed. */
  public double rest() {
    return rest;
  }

  /** The volume (area) that particles enclose now. */
  public double measure(Particles p) {
    return measure(p.x(), p.y(), p.z(), false);
  }

  /** Gives back a share of the lost volume; answers whether anything moved. */
  public boolean apply(Particles p, float stiffness) {
    return apply(p, stiffness, 1, null, largestMove);
  }

  /**
   * Gives the volume back in several rounds, until it is off by no more than four thousandths.
   *
   * @param ratio to the rest volume that is wanted
   * @param fixed particles that stay where they are
   */
  boolean restore(Particles p, float stiffness, double ratio, boolean[] fixed, int rounds) {
    boolean moved = false;
    for (int k = 0; k < rounds; k++) {
      if (Math.abs(measure(p) - ratio * rest) < 4e-3 * rest) {
        break;
      }
      moved |= apply(p, stiffness, ratio, fixed, 2.5f * largestMove);
    }
    return moved;
  }

  private boolean apply(
      Particles p, float stiffness, double ratio, boolean[] fixed, float mostMove) {
    java.util.Arrays.fill(gx, 0);
    java.util.Arrays.fill(gy, 0);
    java.util.Arrays.fill(gz, 0);
    double lost = ratio * rest - measure(p.x(), p.y(), p.z(), true);
    double sum = 0, rate = 0, largest = 0;
    for (int i = 0; i < gx.length; i++) {
      double w = fixed != null && fixed[i] ? 0 : p.mobility()[i] / p.mass()[i];
      double g2 = (double) gx[i] * gx[i] + (double) gy[i] * gy[i] + (double) gz[i] * gz[i];
      sum += w * g2;
      largest = Math.max(largest, w * w * g2);
      rate += (double) gx[i] * p.vx()[i] + (double) gy[i] * p.vy()[i] + (double) gz[i] * p.vz()[i];
    }
    double way = stiffness * lost / sum, brake = -stiffness * rate / sum;
    if (!(sum > 0) || !(Math.abs(way) + Math.abs(brake) < Double.POSITIVE_INFINITY)) {
      return false; // a point, all held, or not finite
    }
    double limit = mostMove / Math.sqrt(largest);
    way = Math.max(-limit, Math.min(limit, way));
    for (int i = 0; i < gx.length; i++) {
      double w = fixed != null && fixed[i] ? 0 : p.mobility()[i] / p.mass()[i];
      p.x()[i] += (float) (way * w * gx[i]);
      p.y()[i] += (float) (way * w * gy[i]);
      p.z()[i] += (float) (way * w * gz[i]);
      p.vx()[i] += (float) (brake * w * gx[i]);
      p.vy()[i] += (float) (brake * w * gy[i]);
      p.vz()[i] += (float) (brake * w * gz[i]);
    }
    return true;
  }

  private double measure(float[] x, float[] y, float[] z, boolean gradient) {
    // Relative to one corner, so that a body far from its origin loses no digits.
    int o = triangles.length > 0 ? triangles[0] : 0;
    double sum = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      int i = triangles[t], j = triangles[t + 1], k = triangles[t + 2];
      float ax = x[i] - x[o], ay = y[i] - y[o], az = z[i] - z[o];
      float ux = x[j] - x[i], uy = y[j] - y[i], uz = z[j] - z[i];
      float vx = x[k] - x[i], vy = y[k] - y[i], vz = z[k] - z[i];
      float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      if (closed) {
        sum += ((double) ax * nx + (double) ay * ny + (double) az * nz) / 6;
        if (gradient) {
          // On a closed surface dV/d(corner) is a third of the area vectors around it.
          add(i, nx / 6, ny / 6, nz / 6);
          add(j, nx / 6, ny / 6, nz / 6);
          add(k, nx / 6, ny / 6, nz / 6);
        }
      } else {
        double twice = Math.sqrt((double) nx * nx + (double) ny * ny + (double) nz * nz);
        sum += 0.5 * twice;
        if (gradient && twice > 0) {
          // d(area)/d(corner) = half of the unit normal x the opposite edge.
          float s = (float) (0.5 / twice);
          float ex = s * (ny * vz - nz * vy), ey = s * (nz * vx - nx * vz);
          float ez = s * (nx * vy - ny * vx);
          float fx = s * (ny * uz - nz * uy), fy = s * (nz * ux - nx * uz);
          float fz = s * (nx * uy - ny * ux);
          add(j, -ex, -ey, -ez);
          add(k, fx, fy, fz);
          add(i, ex - fx, ey - fy, ez - fz);
        }
      }
    }
    return sum;
  }

  private void add(int i, float x, float y, float z) {
    gx[i] += x;
    gy[i] += y;
    gz[i] += z;
  }
}
