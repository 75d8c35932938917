package dev.shinari.body.shaping;

import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.Kernels;
import dev.shinari.math.PortableMath;
import dev.shinari.math.SymmetricEigen;
import java.util.Arrays;

/**
 * A pull to the rest shape as a whole, placed by pinned particles or by the body's own best
 * rotation [Lin, sec. 2.1], beside that of the regions or instead of it.
 */
public final class GlobalPull {
  /** Pins tell a rotation if they spread as far as this share of the body, in two directions. */
  private static final double PIN_SPREAD = 0.02;

  private final ShapedBody body;
  private final Kernels kernels;

  // Wishes of the step at hand.
  double strength;
  double ripple = 1;
  private double hertz;
  private double damping;

  private int[] pins = {}; // ascending; empty: the whole body
  private boolean pinsTurn; // they tell a rotation
  private final float[] tile = new float[12 * Kernels.TILE];
  private final float[] rotation = new float[9 * Kernels.TILE];
  final float[][] frame = new float[4][Kernels.LANES]; // state: quaternion of the whole
  private final double[] at = new double[3];
  private final double[] restAt = new double[3];
  private final double[] sums = new double[12];
  private final float[] small = new float[Kernels.SCRATCH];

  // Center and second moment of the rest shape, and the edits that the body had seen by then.
  private final double[] rest = new double[4];
  private int restOf = -1;

  // Numbers of the pull, and what they are made for.
  private final double[] planned = {Double.NaN, 0, 0};
  private double factor;
  private double kept;
  private double strayed;
  private double energy;

  GlobalPull(ShapedBody body) {
    this.body = body;
    kernels = body.kernels();
    Arrays.fill(frame[0], 1);
  }

  void clear() {
    strength = 0;
    ripple = 1;
  }

  void want(double how, double frequencyHz, double dampingRatio, double ripples) {
    strength = how;
    hertz = frequencyHz;
    damping = dampingRatio;
    ripple = ripples;
  }

  /** Whether nothing is left of the regions' pull. */
  boolean isAlone() {
    return strength == 1 && ripple == 0;
  }

  /** Share of the regions' pull that it leaves. */
  double left() {
    return 1 - strength * (1 - ripple);
  }

  /** Mass times square distance from the rest shape's place, summed, at the last pull. */
  double strayed() {
    return strayed;
  }

  /** Energy of the last pull in joules, as far as it is this one's. */
  public double energy() {
    return energy;
  }

  /** Which particles place the rest shape; none: the whole body does. */
  void setPins(boolean[] held) {
    Particles p = body.particles();
    int n = 0;
    for (int i = 0; i < p.count(); i++) {
      n += held[i] ? 1 : 0;
    }
    pins = new int[n];
    n = 0;
    double m = 0, cx = 0, cy = 0, cz = 0;
    for (int i = 0; i < p.count(); i++) {
      if (held[i]) {
        pins[n++] = i;
        m += p.mass()[i];
        cx += p.mass()[i] * (double) body.restX()[i];
        cy += p.mass()[i] * (double) body.restY()[i];
        cz += p.mass()[i] * (double) body.restZ()[i];
      }
    }
    pinsTurn = false;
    if (!(m > 0)) {
      pins = new int[0];
      return;
    }
    double[][] a = new double[3][3];
    for (int i : pins) {
      double x = body.restX()[i] - cx / m, y = body.restY()[i] - cy / m;
      double z = body.restZ()[i] - cz / m, w = p.mass()[i] / m;
      a[0][0] += w * x * x;
      a[1][1] += w * y * y;
      a[2][2] += w * z * z;
      a[0][1] += w * x * y;
      a[1][2] += w * y * z;
      a[2][0] += w * z * x;
    }
    a[1][0] = a[0][1];
    a[2][1] = a[1][2];
    a[0][2] = a[2][0];
    SymmetricEigen.solve(a, new double[3][3]);
    double least = PIN_SPREAD * PIN_SPREAD * body.length() * body.length();
    int wide = 0;
    for (int e = 0; e < 3; e++) {
      wide += a[e][e] > least ? 1 : 0;
    }
    pinsTurn = wide >= 2;
  }

  /**
   * Writes the whole body's best rotation from its rest shape, row by row, 9 numbers. Asked for a
   * direction to stretch in, so sums of floats will do.
   */
  void rotation(double[] out) {
    Particles p = body.particles();
    knowRest();
    Arrays.fill(sums, 0);
    for (int from = 0; from < p.count(); from += Regions.BLOCK) {
      int to = Math.min(from + Regions.BLOCK, p.count());
      kernels
          .shapes()
          .wholeMoments(
              p.mass(),
              p.x(),
              p.y(),
              p.z(),
              body.restX(),
              body.restY(),
              body.restZ(),
              from,
              to,
              small,
              sums);
    }
    double s = rest[3] > 0 ? 1 / rest[3] : 0;
    for (int k = 0; k < 9; k++) {
      tile[(3 + k) * Kernels.TILE] = (float) (s * (sums[3 + k] - sums[k / 3] * rest[k % 3]));
    }
    kernels.fitRotations(tile, Kernels.LANES, frame[0], frame[1], frame[2], frame[3], 0, rotation);
    for (int k = 0; k < 9; k++) {
      out[k] = rotation[k * Kernels.TILE];
    }
  }

  /** Radians a second; a swing has at least four steps. */
  private double omega(float h) {
    return 2 * Math.PI * Math.min(hertz, 0.25 / h);
  }

  /**
   * Share of the deforming velocity that an inner step keeps, where without this pull it is {@code
   * keep}.
   */
  public double keep(double keep, float h) {
    plan(h);
    return keep + strength * (kept - keep);
  }

  /**
   * For v' = (1 - c) v - k u / h, u' = u + h v' the map of (u, h v) has determinant 1 - c and trace
   * 2 - k - c. With c = 1 - exp(-2 z w h) and k = 1 + exp(-2 z w h) - 2 exp(-z w h) cos(w' h), w' =
   * w sqrt(1 - z^2), its eigenvalues are those of the damped swing itself: no step size is too
   * long, and two peaks of a swing have exactly the ratio that z asks for.
   */
  private void plan(float h) {
    if (planned[0] == h && planned[1] == hertz && planned[2] == damping) {
      return; // as in the last step
    }
    double w = omega(h), z = damping, decay = PortableMath.exp(-z * w * h);
    double turn =
        z < 1
            ? PortableMath.cos(w * h * Math.sqrt(1 - z * z))
            : PortableMath.cosh(w * h * Math.sqrt(z * z - 1));
    factor = 1 + decay * decay - 2 * decay * turn;
    kept = PortableMath.exp(-2 * z * w * h);
    planned[0] = h;
    planned[1] = hertz;
    planned[2] = damping;
  }

  /**
   * Adds the pull: d becomes part d + share (g - x), so that alpha of the regions is in d and the
   * pull's own number is one. With part 0 what stood in d does not matter.
   */
  public void pull(float part, float h, float[] dx, float[] dy, float[] dz) {
    fitFrame(pinsTurn);
    plan(h);
    Particles p = body.particles();
    float k = (float) (strength * factor);
    int t = Kernels.TILE;
    float r00 = rotation[0], r01 = rotation[t], r02 = rotation[2 * t];
    float r10 = rotation[3 * t], r11 = rotation[4 * t], r12 = rotation[5 * t];
    float r20 = rotation[6 * t], r21 = rotation[7 * t], r22 = rotation[8 * t];
    float ax = (float) at[0], ay = (float) at[1], az = (float) at[2];
    float bx = (float) restAt[0], by = (float) restAt[1], bz = (float) restAt[2];
    float[] x0 = body.restX(), y0 = body.restY(), z0 = body.restZ();
    float[] x = p.x(), y = p.y(), z = p.z(), m = p.mass();
    if (part == 0) {
      Arrays.fill(dx, 0);
      Arrays.fill(dy, 0);
      Arrays.fill(dz, 0);
    }
    double sum = 0;
    for (int i = 0; i < p.count(); i++) {
      float qx = x0[i] - bx, qy = y0[i] - by, qz = z0[i] - bz;
      float ux = ax + (r00 * qx + r01 * qy + r02 * qz) - x[i];
      float uy = ay + (r10 * qx + r11 * qy + r12 * qz) - y[i];
      float uz = az + (r20 * qx + r21 * qy + r22 * qz) - z[i];
      sum += m[i] * (ux * ux + uy * uy + uz * uz);
      dx[i] = part * dx[i] + k * ux;
      dy[i] = part * dy[i] + k * uy;
      dz[i] = part * dz[i] + k * uz;
    }
    strayed = sum;
    energy = 0.5 * k / ((double) h * h) * sum;
  }

  /**
   * The rest shape's place: the rotation of all particles or of the pinned ones, and the centers
   * that it maps on each other, of the pinned ones where there are any. With q relative to its own
   * center sum m q = 0, so that sum m (x - c) q^T = sum m x q^T needs no center: one pass.
   */
  private void fitFrame(boolean pinsOnly) {
    Particles p = body.particles();
    float[] x = p.x(), y = p.y(), z = p.z(), mass = p.mass();
    float[] x0 = body.restX(), y0 = body.restY(), z0 = body.restZ();
    double second;
    if (pinsOnly) {
      second = centers(pins, pins.length);
    } else {
      knowRest();
      System.arraycopy(rest, 0, restAt, 0, 3);
      second = rest[3];
    }
    double bx = restAt[0], by = restAt[1], bz = restAt[2];
    double m00 = 0, m01 = 0, m02 = 0, m10 = 0, m11 = 0, m12 = 0, m20 = 0, m21 = 0, m22 = 0;
    double all = 0, cx = 0, cy = 0, cz = 0;
    int n = pinsOnly ? pins.length : p.count();
    for (int e = 0; e < n; e++) {
      int i = pinsOnly ? pins[e] : e;
      double m = mass[i], px = m * x[i], py = m * y[i], pz = m * z[i];
      double qx = x0[i] - bx, qy = y0[i] - by, qz = z0[i] - bz;
      all += m;
      cx += px;
      cy += py;
      cz += pz;
      m00 += px * qx;
      m01 += px * qy;
      m02 += px * qz;
      m10 += py * qx;
      m11 += py * qy;
      m12 += py * qz;
      m20 += pz * qx;
      m21 += pz * qy;
      m22 += pz * qz;
    }
    at[0] = cx / all;
    at[1] = cy / all;
    at[2] = cz / all;
    double s = second > 0 ? 1 / second : 0;
    int t = Kernels.TILE;
    tile[3 * t] = (float) (s * m00);
    tile[4 * t] = (float) (s * m01);
    tile[5 * t] = (float) (s * m02);
    tile[6 * t] = (float) (s * m10);
    tile[7 * t] = (float) (s * m11);
    tile[8 * t] = (float) (s * m12);
    tile[9 * t] = (float) (s * m20);
    tile[10 * t] = (float) (s * m21);
    tile[11 * t] = (float) (s * m22);
    kernels.fitRotations(tile, Kernels.LANES, frame[0], frame[1], frame[2], frame[3], 0, rotation);
    if (pins.length > 0 && !pinsOnly) {
      centers(pins, pins.length);
    }
  }

  private void knowRest() {
    if (restOf != body.edits()) {
      rest[3] = centers(null, body.particles().count());
      System.arraycopy(restAt, 0, rest, 0, 3);
      restOf = body.edits();
    }
  }

  /**
   * Centers now and at rest of some particles, or of the first n; answers with the second moment of
   * their rest shape.
   */
  private double centers(int[] some, int n) {
    Particles p = body.particles();
    float[] x0 = body.restX(), y0 = body.restY(), z0 = body.restZ();
    double m = 0, cx = 0, cy = 0, cz = 0, bx = 0, by = 0, bz = 0;
    for (int e = 0; e < n; e++) {
      int i = some == null ? e : some[e];
      double w = p.mass()[i];
      m += w;
      cx += w * p.x()[i];
      cy += w * p.y()[i];
      cz += w * p.z()[i];
      bx += w * x0[i];
      by += w * y0[i];
      bz += w * z0[i];
    }
    at[0] = cx / m;
    at[1] = cy / m;
    at[2] = cz / m;
    restAt[0] = bx / m;
    restAt[1] = by / m;
    restAt[2] = bz / m;
    double second = 0;
    for (int e = 0; e < n; e++) {
      int i = some == null ? e : some[e];
      double qx = x0[i] - restAt[0], qy = y0[i] - restAt[1], qz = z0[i] - restAt[2];
      second += p.mass()[i] * (qx * qx + qy * qy + qz * qz);
    }
    return second;
  }
}
