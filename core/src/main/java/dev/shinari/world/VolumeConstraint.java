package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import dev.shinari.collide.ContactSurface;
import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;

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
  private static final float SIXTH = 1 / 6f;

  /** How far off, as a share of the rest volume, {@link #restore} leaves it. */
  private static final double CLOSE = 4e-3;

  // A correction is linear in what is lost, so what it leaves is of second order: of a sphere that
  // has lost a share e of its volume e^2 / 3, and four times that where half of it is fixed. Up to
  // this share it is within CLOSE without another look.
  private static final double SURE = 0.03;

  private final int[] vertices; // particles of the boundary
  private final int[] triangles; // three each, as places in vertices
  private final boolean closed;
  private final double rest;
  private final float largestMove;
  private final float[] r; // of each vertex relative to the first one, three each
  private final float[] g; // gradient, three a vertex
  private final double[] w; // mobility / mass, or 0

  /**
   * @param boundary the cage's boundary at rest
   * @param spacing mean distance between particles
   */
  public VolumeConstraint(TriangleMesh boundary, float spacing) {
    int[] corners = boundary.triangles();
    vertices = Arrays.stream(corners).sorted().distinct().toArray();
    triangles = new int[corners.length];
    for (int k = 0; k < corners.length; k++) {
      triangles[k] = 3 * Arrays.binarySearch(vertices, corners[k]);
    }
    closed = ContactSurface.isClosed(boundary);
    largestMove = LARGEST_MOVE * Check.positive("spacing", spacing);
    int n = boundary.vertexCount();
    r = new float[3 * vertices.length];
    g = new float[3 * vertices.length];
    w = new double[vertices.length];
    float[] x = new float[n], y = new float[n], z = new float[n];
    float[] p = boundary.positions();
    for (int i = 0; i < n; i++) {
      x[i] = p[3 * i];
      y[i] = p[3 * i + 1];
      z[i] = p[3 * i + 2];
    }
    gather(x, y, z);
    rest = measure();
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
    gather(p.x(), p.y(), p.z());
    return measure();
  }

  /** Gives back a share of the lost volume; answers whether anything moved. */
  public boolean apply(Particles p, float stiffness) {
    return apply(p, stiffness, rest - measure(p), null, largestMove);
  }

  /**
   * Gives the volume back in several rounds, until it is off by no more than four thousandths.
   *
   * @param stiffness share of what is lost that a round gives back
   * @param ratio to the rest volume that is wanted
   * @param fixed particles that stay where they are
   */
  boolean restore(Particles p, float stiffness, double ratio, boolean[] fixed, int rounds) {
    boolean moved = false;
    for (int k = 0; k < rounds; k++) {
      double lost = ratio * rest - measure(p);
      if (Math.abs(lost) < CLOSE * rest) {
        break;
      }
      // As many rounds at once as bring it close: what a weaker one leaves shrinks by powers.
      double left = 1;
      for (int more = k; more < rounds && left * Math.abs(lost) >= CLOSE * rest; more++) {
        left *= 1 - stiffness;
      }
      moved |= apply(p, (float) (1 - left), lost, fixed, 2.5f * largestMove);
      if (!limited && Math.abs(lost) < SURE * rest) {
        break;
      }
    }
    return moved;
  }

  private boolean limited; // the last call of apply was to move particles further than it may

  /** After a look at p. */
  private boolean apply(
      Particles p, float stiffness, double lost, boolean[] fixed, float mostMove) {
    differentiate();
    float[] mass = p.mass(), mobility = p.mobility(), vx = p.vx(), vy = p.vy(), vz = p.vz();
    double sum = 0, rate = 0, largest = 0;
    for (int k = 0; k < vertices.length; k++) {
      int i = vertices[k];
      double wi = fixed != null && fixed[i] ? 0 : mobility[i] / mass[i];
      double gx = g[3 * k], gy = g[3 * k + 1], gz = g[3 * k + 2];
      double g2 = gx * gx + gy * gy + gz * gz;
      w[k] = wi;
      sum += wi * g2;
      largest = Math.max(largest, wi * wi * g2);
      rate += gx * vx[i] + gy * vy[i] + gz * vz[i];
    }
    double way = stiffness * lost / sum, brake = -stiffness * rate / sum;
    if (!(sum > 0) || !(Math.abs(way) + Math.abs(brake) < Double.POSITIVE_INFINITY)) {
      return false; // a point, all held, or not finite
    }
    double limit = mostMove / Math.sqrt(largest);
    limited = Math.abs(way) > limit;
    way = Math.max(-limit, Math.min(limit, way));
    float[] x = p.x(), y = p.y(), z = p.z();
    for (int k = 0; k < vertices.length; k++) {
      int i = vertices[k];
      double move = way * w[k], slow = brake * w[k];
      x[i] += (float) (move * g[3 * k]);
      y[i] += (float) (move * g[3 * k + 1]);
      z[i] += (float) (move * g[3 * k + 2]);
      vx[i] += (float) (slow * g[3 * k]);
      vy[i] += (float) (slow * g[3 * k + 1]);
      vz[i] += (float) (slow * g[3 * k + 2]);
    }
    return true;
  }

  /** Places relative to one corner, so that a body far from its origin loses no digits. */
  private void gather(float[] x, float[] y, float[] z) {
    if (vertices.length == 0) {
      return;
    }
    int o = vertices[0];
    float ox = x[o], oy = y[o], oz = z[o];
    for (int k = 0; k < vertices.length; k++) {
      int i = vertices[k];
      r[3 * k] = x[i] - ox;
      r[3 * k + 1] = y[i] - oy;
      r[3 * k + 2] = z[i] - oz;
    }
  }

  /** Volume, or area, of the gathered places. */
  private double measure() {
    double sum = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      int i = triangles[t], j = triangles[t + 1], k = triangles[t + 2];
      float ax = r[i], ay = r[i + 1], az = r[i + 2];
      float ux = r[j] - ax, uy = r[j + 1] - ay, uz = r[j + 2] - az;
      float vx = r[k] - ax, vy = r[k + 1] - ay, vz = r[k + 2] - az;
      float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      sum +=
          closed
              ? ax * nx + ay * ny + az * nz
              : Math.sqrt((double) nx * nx + (double) ny * ny + (double) nz * nz);
    }
    return closed ? sum / 6 : sum / 2;
  }

  /** Gradient of the measure at the gathered places. */
  private void differentiate() {
    Arrays.fill(g, 0);
    for (int t = 0; t < triangles.length; t += 3) {
      int i = triangles[t], j = triangles[t + 1], k = triangles[t + 2];
      float ax = r[i], ay = r[i + 1], az = r[i + 2];
      float ux = r[j] - ax, uy = r[j + 1] - ay, uz = r[j + 2] - az;
      float vx = r[k] - ax, vy = r[k + 1] - ay, vz = r[k + 2] - az;
      float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      if (closed) {
        // On a closed surface dV/d(corner) is a third of the area vectors around it.
        add(i, SIXTH * nx, SIXTH * ny, SIXTH * nz);
        add(j, SIXTH * nx, SIXTH * ny, SIXTH * nz);
        add(k, SIXTH * nx, SIXTH * ny, SIXTH * nz);
        continue;
      }
      double twice = Math.sqrt((double) nx * nx + (double) ny * ny + (double) nz * nz);
      if (twice > 0) {
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

  private void add(int at, float x, float y, float z) {
    g[at] += x;
    g[at + 1] += y;
    g[at + 2] += z;
  }
}
