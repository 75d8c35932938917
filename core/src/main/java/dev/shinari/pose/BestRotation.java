package dev.shinari.pose;

/**
 * The rotation R that maximizes tr(R^T P): the polar factor of P where its determinant is positive,
 * and the nearest proper rotation where it is not. Matrices are row-major, 9 doubles.
 *
 * <p>Newton's method on the rotation group. With M = R^T P and a turn by the vector w after R, the
 * trace is tr M + w . a - w^T H w / 2 to second order, a = axial part of M - M^T and H = tr(M) I -
 * sym M. The trace is a quadratic form of R's quaternion, so it has no maxima but the best one;
 * where H is not positive, a short step uphill is taken instead.
 */
final class BestRotation {
  private static final int MOST_STEPS = 60;

  private final double[] m = new double[9];
  private final double[] next = new double[9];
  private final double[] turn = new double[3];

  /** Improves the rotation in {@code r}, at {@code at}, for the moments p. */
  void improve(double[] p, double[] r, int at) {
    double size = 0;
    for (int i = 0; i < 9; i++) {
      size += Math.abs(p[i]);
    }
    if (!(size > 0 && size < Double.POSITIVE_INFINITY)) {
      return; // nothing to fit: the rotation stays
    }
    for (int step = 0; step < MOST_STEPS; step++) {
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          m[3 * i + j] = r[at + i] * p[j] + r[at + 3 + i] * p[3 + j] + r[at + 6 + i] * p[6 + j];
        }
      }
      double length = newton(size);
      rotate(r, at);
      if (length < 1e-10) {
        return;
      }
    }
  }

  /** The best rotation from scratch: half turns about the axes are tried as starts too. */
  void find(double[] p, double[] r, int at) {
    double best = 0;
    double[] tried = new double[9];
    for (int start = 0; start < 4; start++) {
      for (int i = 0; i < 9; i++) {
        tried[i] = i % 4 != 0 ? 0 : start == 0 || i == 4 * (start - 1) ? 1 : -1;
      }
      improve(p, tried, 0);
      double trace = 0;
      for (int i = 0; i < 9; i++) {
        trace += tried[i] * p[i];
      }
      if (start == 0 || trace > best + 1e-9 * Math.abs(best)) {
        best = trace;
        System.arraycopy(tried, 0, r, at, 9);
      }
    }
  }

  private double newton(double size) {
    double a0 = m[7] - m[5], a1 = m[2] - m[6], a2 = m[3] - m[1];
    double trace = m[0] + m[4] + m[8];
    double h00 = trace - m[0], h11 = trace - m[4], h22 = trace - m[8];
    double h01 = -0.5 * (m[1] + m[3]), h02 = -0.5 * (m[2] + m[6]), h12 = -0.5 * (m[5] + m[7]);
    double c00 = h11 * h22 - h12 * h12, c01 = h02 * h12 - h01 * h22, c02 = h01 * h12 - h02 * h11;
    double det = h00 * c00 + h01 * c01 + h02 * c02;
    double floor = 1e-9 * size;
    boolean positive = h00 > floor && h00 * h11 - h01 * h01 > floor * floor;
    if (positive && det > floor * floor * floor) {
      double c11 = h00 * h22 - h02 * h02, c12 = h01 * h02 - h00 * h12, c22 = h00 * h11 - h01 * h01;
      turn[0] = (c00 * a0 + c01 * a1 + c02 * a2) / det;
      turn[1] = (c01 * a0 + c11 * a1 + c12 * a2) / det;
      turn[2] = (c02 * a0 + c12 * a1 + c22 * a2) / det;
    } else {
      turn[0] = a0 / size;
      turn[1] = a1 / size;
      turn[2] = a2 / size;
    }
    double length = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    if (length > 1) {
      turn[0] /= length;
      turn[1] /= length;
      turn[2] /= length;
    }
    return length;
  }

  // r becomes r times the rotation of the quaternion (1, turn / 2), scaled to length 1.
  private void rotate(double[] r, int at) {
    double x = 0.5 * turn[0], y = 0.5 * turn[1], z = 0.5 * turn[2];
    double s = 2 / (1 + x * x + y * y + z * z);
    double q00 = 1 - s * (y * y + z * z), q01 = s * (x * y - z), q02 = s * (x * z + y);
    double q10 = s * (x * y + z), q11 = 1 - s * (x * x + z * z), q12 = s * (y * z - x);
    double q20 = s * (x * z - y), q21 = s * (y * z + x), q22 = 1 - s * (x * x + y * y);
    for (int i = 0; i < 9; i += 3) {
      double a = r[at + i], b = r[at + i + 1], c = r[at + i + 2];
      next[i] = a * q00 + b * q10 + c * q20;
      next[i + 1] = a * q01 + b * q11 + c * q21;
      next[i + 2] = a * q02 + b * q12 + c * q22;
    }
    System.arraycopy(next, 0, r, at, 9);
  }
}
