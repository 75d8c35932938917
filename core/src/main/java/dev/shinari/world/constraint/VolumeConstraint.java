package dev.shinari.world.constraint;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps a body's volume V near its rest volume V0. With C = V - V0 and the gradient g_i of V at
 * particle i, which only the boundary has:
 *
 * <pre>
 *   x_i -= k C wi g_i / sum(w |g|^2)          wi = mobility / mass
 *   v_i -= k (sum g . v) wi g_i / sum(w |g|^2)
 * </pre>
 *
 * V does not change when the body is moved, so the gradients sum to zero and linear momentum is
 * kept; it does not change when the body is turned, so angular momentum is too. The second line
 * takes away the speed of swelling alone. Of a sheet or a flat lattice the area is kept instead, of
 * a strand the length (see {@link Extent}). Bodies that change get another constraint after each
 * change, for what is there then.
 *
 * <p>No particle is moved by more than a share of the body's spacing a call, so that a flat body,
 * whose gradients are small, is inflated step by step; one without any gradient (a point) is left
 * alone.
 */
public final class VolumeConstraint {
  private static final float LARGEST_MOVE = 0.1f;

  /** How far off, as a share of the rest volume, {@link #restore} leaves it. */
  private static final double CLOSE = 4e-3;

  // A correction is linear in what is lost, so what it leaves is of second order: of a sphere that
  // has lost a share e of its volume e^2 / 3, and four times that where half of it is fixed. Up to
  // this share it is within CLOSE without another look.
  private static final double SURE = 0.03;

  private final int[] vertices; // particles of the boundary
  // Four particles each: triangles (a, b, c) and (a, c, d). One that found no neighbor to share a
  // side with has d = c. Two at a time because most of the time goes into fetching corners.
  private final int[] quads;
  private final boolean closed;
  private final int[] links; // two particles each; of a strand alone
  private final double scale; // g is so many times the gradient
  private final double rest;
  private final float largestMove;
  private final float[] g; // three a particle
  private final float[] w; // mobility / mass, or 0, a vertex

  /**
   * @param boundary the cage's boundary at rest
   * @param spacing mean distance between particles
   */
  public VolumeConstraint(TriangleMesh boundary, float spacing) {
    this(Extent.of(boundary), columns(boundary.positions()), spacing);
  }

  /**
   * @param rest x, y and z of the particles at rest
   */
  private VolumeConstraint(Extent extent, float[][] rest, float spacing) {
    boolean length = extent.measure() == Extent.Measure.LENGTH;
    vertices = Arrays.stream(extent.elements()).sorted().distinct().toArray();
    quads = length ? new int[0] : paired(extent.elements());
    links = length ? extent.elements() : new int[0];
    closed = extent.measure() == Extent.Measure.VOLUME;
    scale = closed ? 6 : 1;
    largestMove = LARGEST_MOVE * Check.positive("spacing", spacing);
    g = new float[3 * rest[0].length];
    w = new float[vertices.length];
    this.rest = measure(rest[0], rest[1], rest[2]);
  }

  private static float[][] columns(float[] p) {
    float[][] xyz = new float[3][p.length / 3];
    for (int k = 0; k < p.length; k++) {
      xyz[k % 3][k / 3] = p[k];
    }
    return xyz;
  }

  /** Triangles two by two, each with the first later one beyond one of its sides. */
  private static int[] paired(int[] triangles) {
    Map<Long, Integer> beyond =
        new HashMap<>(); // corner of a triangle to which the side goes round
    for (int e = 0; e < triangles.length; e++) {
      beyond.put(side(triangles[e], triangles[next(e)]), e);
    }
    boolean[] taken = new boolean[triangles.length / 3];
    int[] quads = new int[4 * taken.length];
    int n = 0;
    for (int t = 0; t < taken.length; t++) {
      if (taken[t]) {
        continue;
      }
      taken[t] = true;
      int single = 3 * t, d = triangles[3 * t + 2];
      for (int e = 3 * t; e < 3 * t + 3; e++) { // from a to b; beyond c to a
        Integer other = beyond.get(side(triangles[e], triangles[next(next(e))]));
        if (other != null && !taken[other / 3]) {
          taken[other / 3] = true;
          single = e;
          d = triangles[next(next(other))];
          break;
        }
      }
      quads[n++] = triangles[single];
      quads[n++] = triangles[next(single)];
      quads[n++] = triangles[next(next(single))];
      quads[n++] = d;
    }
    return Arrays.copyOf(quads, n);
  }

  private static long side(int from, int to) {
    return (long) from << 32 | to;
  }

  private static int next(int corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
  }

  /** Of a body that does not change, by its cage. */
  public static VolumeConstraint of(Body body) {
    return new VolumeConstraint(
        Extent.of(body), columns(body.cage().positions()), ContactSurface.spacing(body));
  }

  /** Of a body as it is now, by the present particles' places at rest. */
  public static VolumeConstraint of(Body body, Extent now) {
    float[][] rest = {body.restX(), body.restY(), body.restZ()};
    return new VolumeConstraint(now, rest, ContactSurface.spacing(body));
  }

  /** Rest volume; rest area of a sheet, rest length of a strand. */
  public double rest() {
    return rest;
  }

  /** The volume (area, length) that particles enclose now. */
  public double measure(Particles p) {
    return measure(p.x(), p.y(), p.z());
  }

  /** Gives back a share of the lost volume; returns whether anything moved. */
  public boolean apply(Particles p, float stiffness) {
    return apply(p, stiffness, rest - measure(p), null, largestMove);
  }

  /**
   * Gives the volume back in several rounds, until it is off by no more than four thousandths and a
   * slack.
   *
   * @param stiffness share of what is lost that a round gives back
   * @param ratio to the rest volume that is wanted
   * @param slack share of the rest volume that may be lost beside. With any, no more is given back
   *     than has to be: a body that gets ever more of it comes to rest without a jerk
   * @param fixed particles that stay where they are
   */
  public boolean restore(
      Particles p, float stiffness, double ratio, double slack, boolean[] fixed, int rounds) {
    boolean moved = false;
    double may = (CLOSE + slack) * rest;
    for (int k = 0; k < rounds; k++) {
      double lost = ratio * rest - measure(p);
      if (Math.abs(lost) < may) {
        break;
      }
      if (slack > 0) {
        return apply(p, stiffness, lost - Math.copySign(may, lost), fixed, 2.5f * largestMove);
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

  private boolean apply(
      Particles p, float stiffness, double lost, boolean[] fixed, float mostMove) {
    float[] x = p.x(), y = p.y(), z = p.z();
    differentiate(x, y, z);
    float[] mass = p.mass(), mobility = p.mobility(), vx = p.vx(), vy = p.vy(), vz = p.vz();
    double sum = 0, rate = 0;
    float largest = 0;
    for (int k = 0; k < vertices.length; k++) {
      int i = vertices[k];
      float wi = fixed != null && fixed[i] ? 0 : mobility[i] / mass[i];
      float gx = g[3 * i], gy = g[3 * i + 1], gz = g[3 * i + 2];
      float g2 = gx * gx + gy * gy + gz * gz;
      w[k] = wi;
      sum += wi * g2;
      largest = Math.max(largest, wi * wi * g2);
      rate += gx * vx[i] + gy * vy[i] + gz * vz[i];
    }
    double way = stiffness * lost * scale / sum, brake = -stiffness * rate / sum;
    if (!(sum > 0) || !(Math.abs(way) + Math.abs(brake) < Double.POSITIVE_INFINITY)) {
      return false; // a point, all held, or not finite
    }
    double limit = mostMove / Math.sqrt(largest);
    limited = Math.abs(way) > limit;
    float far = (float) Math.max(-limit, Math.min(limit, way)), slow = (float) brake;
    for (int k = 0; k < vertices.length; k++) {
      int i = vertices[k];
      float gx = w[k] * g[3 * i], gy = w[k] * g[3 * i + 1], gz = w[k] * g[3 * i + 2];
      x[i] += far * gx;
      y[i] += far * gy;
      z[i] += far * gz;
      vx[i] += slow * gx;
      vy[i] += slow * gy;
      vz[i] += slow * gz;
    }
    return true;
  }

  /**
   * Volume, area or length. The volume is the flow of the field (0, y, 0) through it: of a triangle
   * the mean of y times the area as seen from above. The areas sum to zero, so it does not matter
   * from where y is counted.
   */
  private double measure(float[] x, float[] y, float[] z) {
    double first = 0, second = 0;
    for (int k = 0; k < links.length; k += 2) {
      int a = links[k], b = links[k + 1];
      first += 2 * length(x[b] - x[a], y[b] - y[a], z[b] - z[a]);
    }
    for (int t = 0; t < quads.length; t += 4) {
      int a = quads[t], b = quads[t + 1], c = quads[t + 2], d = quads[t + 3];
      float ax = x[a], az = z[a];
      float ux = x[b] - ax, uz = z[b] - az;
      float vx = x[c] - ax, vz = z[c] - az;
      float wx = x[d] - ax, wz = z[d] - az;
      float one = uz * vx - ux * vz, two = vz * wx - vx * wz;
      if (closed) {
        float ac = y[a] + y[c];
        first += (ac + y[b]) * one;
        second += (ac + y[d]) * two;
        continue;
      }
      float uy = y[b] - y[a], vy = y[c] - y[a], wy = y[d] - y[a];
      first += length(uy * vz - uz * vy, one, ux * vy - uy * vx);
      second += length(vy * wz - vz * wy, two, vx * wy - vy * wx);
    }
    return (first + second) / (closed ? 6 : 2);
  }

  private static double length(float x, float y, float z) {
    return Math.sqrt((double) x * x + (double) y * y + (double) z * z);
  }

  /** Gradient of the measure, times {@link #scale}. */
  private void differentiate(float[] x, float[] y, float[] z) {
    Arrays.fill(g, 0);
    for (int k = 0; k < links.length; k += 2) {
      lengthGradient(x, y, z, links[k], links[k + 1]);
    }
    for (int t = 0; t < quads.length; t += 4) {
      int a = quads[t], b = quads[t + 1], c = quads[t + 2], d = quads[t + 3];
      if (!closed) {
        areaGradient(x, y, z, a, b, c);
        areaGradient(x, y, z, a, c, d);
        continue;
      }
      // On a closed surface dV/d(corner) is a third of the area vectors around it.
      float ax = x[a], ay = y[a], az = z[a];
      float ux = x[b] - ax, uy = y[b] - ay, uz = z[b] - az;
      float vx = x[c] - ax, vy = y[c] - ay, vz = z[c] - az;
      float wx = x[d] - ax, wy = y[d] - ay, wz = z[d] - az;
      float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      float mx = vy * wz - vz * wy, my = vz * wx - vx * wz, mz = vx * wy - vy * wx;
      add(b, nx, ny, nz);
      add(d, mx, my, mz);
      add(a, nx + mx, ny + my, nz + mz);
      add(c, nx + mx, ny + my, nz + mz);
    }
  }

  /** d(length)/d(end) = the unit vector away from the other end. */
  private void lengthGradient(float[] x, float[] y, float[] z, int i, int j) {
    float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    double d = length(dx, dy, dz);
    if (!(d > 0)) {
      return; // coincident particles have no direction
    }
    float s = (float) (1 / d);
    add(j, s * dx, s * dy, s * dz);
    add(i, -s * dx, -s * dy, -s * dz);
  }

  /** d(area)/d(corner) = half of the unit normal x the opposite edge. */
  private void areaGradient(float[] x, float[] y, float[] z, int i, int j, int k) {
    float ux = x[j] - x[i], uy = y[j] - y[i], uz = z[j] - z[i];
    float vx = x[k] - x[i], vy = y[k] - y[i], vz = z[k] - z[i];
    float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    double twice = length(nx, ny, nz);
    if (!(twice > 0)) {
      return; // a needle, or the second one of a pair that has none
    }
    float s = (float) (0.5 / twice);
    float ex = s * (ny * vz - nz * vy), ey = s * (nz * vx - nx * vz), ez = s * (nx * vy - ny * vx);
    float fx = s * (ny * uz - nz * uy), fy = s * (nz * ux - nx * uz), fz = s * (nx * uy - ny * ux);
    add(j, -ex, -ey, -ez);
    add(k, fx, fy, fz);
    add(i, ex - fx, ey - fy, ez - fz);
  }

  private void add(int particle, float x, float y, float z) {
    int at = 3 * particle;
    g[at] += x;
    g[at + 1] += y;
    g[at + 2] += z;
  }
}
