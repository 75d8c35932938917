package dev.shinari.body;

import dev.shinari.kernel.Kernels;
import dev.shinari.math.SymmetricEigen;
import java.util.Arrays;

/**
 * A pull to the rest shape as a whole, placed by the pinned particles or by the body's own best
 * rotation [Lin, sec. 2.1]: what {@link Shaping} does beside the pull of the regions.
 */
final class WholePull {
  /** Pins tell a rotation if they spread as far as this share of the body, in two directions. */
  private static final double PIN_SPREAD = 0.02;

  private final Body body;
  private final Kernels kernels;
  private double strength;
  private double hertz;
  private double damping;
  private boolean[] pinned = {};
  private boolean pinsCarry; // there are any
  private boolean pinsTurn; // they tell a rotation
  private final float[] tile = new float[12 * Kernels.TILE];
  private final float[] rotation = new float[9 * Kernels.TILE];
  private final float[][] frame = new float[4][Kernels.LANES]; // state: quaternion of the whole
  private double strayed;
  private final double[] at = new double[3];
  private final double[] restAt = new double[3];
  private final double[][] a = new double[3][3];
  private final double[][] v = new double[3][3];

  WholePull(Body body, Kernels kernels) {
    this.body = body;
    this.kernels = kernels;
    Arrays.fill(frame[0], 1);
  }

  /** How strongly, at which frequency and with which damping ratio. */
  void set(double share, double frequencyHz, double dampingRatio) {
    strength = share;
    hertz = frequencyHz;
    damping = dampingRatio;
  }

  void clear() {
    strength = 0;
  }

  double strength() {
    return strength;
  }

  /** Mass times square distance from the rest shape's place, summed, at the last pull. */
  double strayed() {
    return strayed;
  }

  /** What a step changes and the next one reads. */
  float[][] state() {
    return frame;
  }

  /** Which particles place the rest shape ; none: the whole body does. */
  void setPins(boolean[] held) {
    Particles p = body.particles();
    pinned = held;
    for (double[] row : a) {
      Arrays.fill(row, 0);
    }
    double m = 0, cx = 0, cy = 0, cz = 0;
    for (int i = 0; i < p.count(); i++) {
      if (held[i]) {
        m += p.mass()[i];
        cx += p.mass()[i] * (double) body.restX()[i];
        cy += p.mass()[i] * (double) body.restY()[i];
        cz += p.mass()[i] * (double) body.restZ()[i];
      }
    }
    pinsCarry = m > 0;
    pinsTurn = false;
    if (!pinsCarry) {
      return;
    }
    for (int i = 0; i < p.count(); i++) {
      if (held[i]) {
        double x = body.restX()[i] - cx / m, y = body.restY()[i] - cy / m;
        double z = body.restZ()[i] - cz / m, w = p.mass()[i] / m;
        a[0][0] += w * x * x;
        a[1][1] += w * y * y;
        a[2][2] += w * z * z;
        a[0][1] += w * x * y;
        a[1][2] += w * y * z;
        a[2][0] += w * z * x;
      }
    }
    a[1][0] = a[0][1];
    a[2][1] = a[1][2];
    a[0][2] = a[2][0];
    SymmetricEigen.solve(a, v);
    double least = PIN_SPREAD * PIN_SPREAD * body.length() * body.length();
    int wide = 0;
    for (int e = 0; e < 3; e++) {
      wide += a[e][e] > least ? 1 : 0;
    }
    pinsTurn = wide >= 2;
  }

  /** Writes the whole body's best rotation from its rest shape, row by row, 9 numbers. */
  void rotation(double[] out) {
    fitFrame(false);
    for (int k = 0; k < 9; k++) {
      out[k] = rotation[k * Kernels.TILE];
    }
  }

  /**
   * Share of the deforming velocity that an inner step keeps, where without effects it is {@code
   * keep}.
   */
  double keep(double keep, float h) {
    double own = StrictMath.exp(-2 * damping * omega(h) * h);
    return keep + strength * (own - keep);
  }

  /** Radians a second; a swing has at least four steps. */
  private double omega(float h) {
    return 2 * Math.PI * Math.min(hertz, 0.25 / h);
  }

  /**
   * Adds the pull to the whole rest shape: d becomes part d + share (g - x), so that alpha of the
   * regions is in d and the pull's own number is one.
   *
   * <p>For v' = (1 - c) v - k u / h, u' = u + h v' the map of (u, h v) has determinant 1 - c and
   * trace 2 - k - c. With c = 1 - exp(-2 z w h) and k = 1 + exp(-2 z w h) - 2 exp(-z w h) cos(w'
   * h), w' = w sqrt(1 - z^2), its eigenvalues are those of the damped swing itself: no step size is
   * too long, and two peaks of a swing have exactly the ratio that z asks for.
   */
  void pullWhole(float part, float h, float[] dx, float[] dy, float[] dz) {
    fitFrame(pinsTurn);
    Particles p = body.particles();
    double w = omega(h), z = damping, decay = StrictMath.exp(-z * w * h);
    double turn =
        z < 1
            ? StrictMath.cos(w * h * Math.sqrt(1 - z * z))
            : StrictMath.cosh(w * h * Math.sqrt(z * z - 1));
    float k = (float) (strength * (1 + decay * decay - 2 * decay * turn));
    int t = Kernels.TILE;
    float r00 = rotation[0], r01 = rotation[t], r02 = rotation[2 * t];
    float r10 = rotation[3 * t], r11 = rotation[4 * t], r12 = rotation[5 * t];
    float r20 = rotation[6 * t], r21 = rotation[7 * t], r22 = rotation[8 * t];
    float ax = (float) at[0], ay = (float) at[1], az = (float) at[2];
    float bx = (float) restAt[0], by = (float) restAt[1], bz = (float) restAt[2];
    float[] x0 = body.restX(), y0 = body.restY(), z0 = body.restZ();
    float[] x = p.x(), y = p.y(), zz = p.z(), m = p.mass();
    double sum = 0;
    for (int i = 0; i < p.count(); i++) {
      float qx = x0[i] - bx, qy = y0[i] - by, qz = z0[i] - bz;
      float ux = ax + (r00 * qx + r01 * qy + r02 * qz) - x[i];
      float uy = ay + (r10 * qx + r11 * qy + r12 * qz) - y[i];
      float uz = az + (r20 * qx + r21 * qy + r22 * qz) - zz[i];
      sum += m[i] * (ux * ux + uy * uy + uz * uz);
      dx[i] = part * dx[i] + k * ux;
      dy[i] = part * dy[i] + k * uy;
      dz[i] = part * dz[i] + k * uz;
    }
    strayed = sum;
  }

  /**
   * The rest shape's place: the rotation of all particles or of the pinned ones, and the centres
   * that it maps on each other, of the pinned ones where there are any.
   */
  private void fitFrame(boolean pinsOnly) {
    Particles p = body.particles();
    float[] x = p.x(), y = p.y(), z = p.z(), mass = p.mass();
    float[] x0 = body.restX(), y0 = body.restY(), z0 = body.restZ();
    int n = p.count();
    centres(pinsOnly);
    double cx = at[0], cy = at[1], cz = at[2];
    double bx = restAt[0], by = restAt[1], bz = restAt[2];
    double m00 = 0, m01 = 0, m02 = 0, m10 = 0, m11 = 0, m12 = 0, m20 = 0, m21 = 0, m22 = 0;
    double second = 0;
    for (int i = 0; i < n; i++) {
      if (pinsOnly && !pinned[i]) {
        continue;
      }
      double m = mass[i], px = m * (x[i] - cx), py = m * (y[i] - cy), pz = m * (z[i] - cz);
      double qx = x0[i] - bx, qy = y0[i] - by, qz = z0[i] - bz;
      m00 += px * qx;
      m01 += px * qy;
      m02 += px * qz;
      m10 += py * qx;
      m11 += py * qy;
      m12 += py * qz;
      m20 += pz * qx;
      m21 += pz * qy;
      m22 += pz * qz;
      second += m * (qx * qx + qy * qy + qz * qz);
    }
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
    if (pinsCarry && !pinsOnly) {
      centres(true);
    }
  }

  private void centres(boolean pinsOnly) {
    Particles p = body.particles();
    double m = 0, cx = 0, cy = 0, cz = 0, bx = 0, by = 0, bz = 0;
    for (int i = 0; i < p.count(); i++) {
      if (pinsOnly && !pinned[i]) {
        continue;
      }
      double w = p.mass()[i];
      m += w;
      cx += w * p.x()[i];
      cy += w * p.y()[i];
      cz += w * p.z()[i];
      bx += w * body.restX()[i];
      by += w * body.restY()[i];
      bz += w * body.restZ()[i];
    }
    at[0] = cx / m;
    at[1] = cy / m;
    at[2] = cz / m;
    restAt[0] = bx / m;
    restAt[1] = by / m;
    restAt[2] = bz / m;
  }
}
