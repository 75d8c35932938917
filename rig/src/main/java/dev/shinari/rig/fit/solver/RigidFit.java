package dev.shinari.rig.fit.solver;

/**
 * The rotation R that maximizes tr(R^T P), warm-started. With B = R^T P and R moved by a small turn
 * omega, tr(exp(-[omega]) B) = tr B + omega . g - omega . H omega / 2 with
 *
 * <pre>
 *   g = axial(B) = (B21 - B12, B02 - B20, B10 - B01),   H = tr(B) I - sym(B)
 * </pre>
 *
 * so that Newton's step solves H omega = g. As a function of the quaternion the trace is a
 * quadratic form; all its stationary points but the largest eigenvector are saddles, so a point
 * with H positive definite is the best rotation, and where Newton does not end in one the
 * eigenvector is found by Jacobi rotations [Horn87].
 */
public final class RigidFit {
  private static final int MOST_STEPS = 12;

  private final double[] r = new double[9];
  private final double[] form = new double[16];
  private final double[] vectors = new double[16];

  /** Finds R for p (9 numbers, row by row), starting from and storing to the unit quaternion q. */
  public void fit(double[] p, double[] q) {
    double norm = 0;
    for (int k = 0; k < 9; k++) {
      norm = Math.max(norm, Math.abs(p[k]));
    }
    if (!(norm > 1e-300 && norm < 1e300)) {
      return; // nothing determines a rotation: it stays as it was
    }
    if (!newton(p, norm, q)) {
      jacobi(p, norm, q);
    }
  }

  private boolean newton(double[] p, double norm, double[] q) {
    for (int step = 0; step < MOST_STEPS; step++) {
      matrix(q, r);
      double b00 = r[0] * p[0] + r[3] * p[3] + r[6] * p[6];
      double b01 = r[0] * p[1] + r[3] * p[4] + r[6] * p[7];
      double b02 = r[0] * p[2] + r[3] * p[5] + r[6] * p[8];
      double b10 = r[1] * p[0] + r[4] * p[3] + r[7] * p[6];
      double b11 = r[1] * p[1] + r[4] * p[4] + r[7] * p[7];
      double b12 = r[1] * p[2] + r[4] * p[5] + r[7] * p[8];
      double b20 = r[2] * p[0] + r[5] * p[3] + r[8] * p[6];
      double b21 = r[2] * p[1] + r[5] * p[4] + r[8] * p[7];
      double b22 = r[2] * p[2] + r[5] * p[5] + r[8] * p[8];
      double gx = b21 - b12;
      double gy = b02 - b20;
      double gz = b10 - b01;
      double h00 = b11 + b22;
      double h11 = b00 + b22;
      double h22 = b00 + b11;
      double h01 = -0.5 * (b01 + b10);
      double h02 = -0.5 * (b02 + b20);
      double h12 = -0.5 * (b12 + b21);
      double m0 = h11 * h22 - h12 * h12;
      double m1 = h02 * h12 - h01 * h22;
      double m2 = h01 * h12 - h02 * h11;
      double det = h00 * m0 + h01 * m1 + h02 * m2;
      boolean definite =
          h00 > 0
              && h00 * h11 - h01 * h01 > 1e-14 * norm * norm
              && det > 1e-14 * norm * norm * norm;
      if (!definite) {
        return false;
      }
      double x = (m0 * gx + m1 * gy + m2 * gz) / det;
      double y = (m1 * gx + (h00 * h22 - h02 * h02) * gy + (h01 * h02 - h00 * h12) * gz) / det;
      double z = (m2 * gx + (h01 * h02 - h00 * h12) * gy + (h00 * h11 - h01 * h01) * gz) / det;
      double size = x * x + y * y + z * z;
      if (!(size < 4)) {
        return false;
      }
      turn(q, 0.5 * x, 0.5 * y, 0.5 * z);
      if (size < 1e-13) { // quadratic: what is left is the square of it
        return true;
      }
    }
    return false;
  }

  /** q becomes q (1, x, y, z), normalized. */
  private static void turn(double[] q, double x, double y, double z) {
    double a = q[0] - q[1] * x - q[2] * y - q[3] * z;
    double b = q[1] + q[0] * x + q[2] * z - q[3] * y;
    double c = q[2] + q[0] * y - q[1] * z + q[3] * x;
    double d = q[3] + q[0] * z + q[1] * y - q[2] * x;
    double n = 1 / Math.sqrt(a * a + b * b + c * c + d * d);
    q[0] = a * n;
    q[1] = b * n;
    q[2] = c * n;
    q[3] = d * n;
  }

  /** Largest eigenvector of the quaternion's quadratic form. */
  private void jacobi(double[] p, double norm, double[] q) {
    double f = 1 / norm;
    double xx = p[0] * f;
    double xy = p[1] * f;
    double xz = p[2] * f;
    double yx = p[3] * f;
    double yy = p[4] * f;
    double yz = p[5] * f;
    double zx = p[6] * f;
    double zy = p[7] * f;
    double zz = p[8] * f;
    double[] a = form;
    a[0] = xx + yy + zz;
    a[1] = zy - yz;
    a[2] = xz - zx;
    a[3] = yx - xy;
    a[5] = xx - yy - zz;
    a[6] = xy + yx;
    a[7] = xz + zx;
    a[10] = yy - xx - zz;
    a[11] = yz + zy;
    a[15] = zz - xx - yy;
    a[4] = a[1];
    a[8] = a[2];
    a[12] = a[3];
    a[9] = a[6];
    a[13] = a[7];
    a[14] = a[11];
    // A whisper of the rotation so far decides between equally good ones.
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        a[4 * i + j] += 1e-13 * q[i] * q[j];
      }
    }
    eigenvectors(a, vectors);
    int best = 0;
    for (int k = 1; k < 4; k++) {
      if (a[5 * k] > a[5 * best]) {
        best = k;
      }
    }
    double same = 0;
    for (int i = 0; i < 4; i++) {
      same += q[i] * vectors[4 * i + best];
    }
    double sign = same < 0 ? -1 : 1;
    double n = 0;
    for (int i = 0; i < 4; i++) {
      n += vectors[4 * i + best] * vectors[4 * i + best];
    }
    for (int i = 0; i < 4; i++) {
      q[i] = sign * vectors[4 * i + best] / Math.sqrt(n);
    }
  }

  private static void eigenvectors(double[] a, double[] v) {
    for (int i = 0; i < 16; i++) {
      v[i] = i % 5 == 0 ? 1 : 0;
    }
    for (int sweep = 0; sweep < 30; sweep++) {
      double off = 0;
      for (int p = 0; p < 4; p++) {
        for (int s = p + 1; s < 4; s++) {
          off += a[4 * p + s] * a[4 * p + s];
        }
      }
      if (off < 1e-32) {
        return;
      }
      for (int p = 0; p < 4; p++) {
        for (int s = p + 1; s < 4; s++) {
          double apq = a[4 * p + s];
          if (Math.abs(apq) < 1e-300) {
            continue;
          }
          double theta = (a[5 * s] - a[5 * p]) / (2 * apq);
          double t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
          double c = 1 / Math.sqrt(t * t + 1);
          double n = t * c;
          for (int k = 0; k < 4; k++) {
            double x = a[4 * k + p];
            double y = a[4 * k + s];
            a[4 * k + p] = c * x - n * y;
            a[4 * k + s] = n * x + c * y;
          }
          for (int k = 0; k < 4; k++) {
            double x = a[4 * p + k];
            double y = a[4 * s + k];
            a[4 * p + k] = c * x - n * y;
            a[4 * s + k] = n * x + c * y;
            double vx = v[4 * k + p];
            double vy = v[4 * k + s];
            v[4 * k + p] = c * vx - n * vy;
            v[4 * k + s] = n * vx + c * vy;
          }
        }
      }
    }
  }

  /** Rotation matrix of a unit quaternion, row by row. */
  public static void matrix(double[] q, double[] m) {
    double w = q[0];
    double x = q[1];
    double y = q[2];
    double z = q[3];
    m[0] = 1 - 2 * (y * y + z * z);
    m[1] = 2 * (x * y - w * z);
    m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z);
    m[4] = 1 - 2 * (x * x + z * z);
    m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y);
    m[7] = 2 * (y * z + w * x);
    m[8] = 1 - 2 * (x * x + y * y);
  }

  /** Unit quaternion of a rotation matrix, row by row. */
  public static void quaternion(double[] m, double[] q) {
    double trace = m[0] + m[4] + m[8];
    if (trace > 0) {
      q[0] = 1 + trace;
      q[1] = m[7] - m[5];
      q[2] = m[2] - m[6];
      q[3] = m[3] - m[1];
    } else if (m[0] > m[4] && m[0] > m[8]) {
      q[0] = m[7] - m[5];
      q[1] = 1 + m[0] - m[4] - m[8];
      q[2] = m[1] + m[3];
      q[3] = m[2] + m[6];
    } else if (m[4] > m[8]) {
      q[0] = m[2] - m[6];
      q[1] = m[1] + m[3];
      q[2] = 1 + m[4] - m[0] - m[8];
      q[3] = m[5] + m[7];
    } else {
      q[0] = m[3] - m[1];
      q[1] = m[2] + m[6];
      q[2] = m[5] + m[7];
      q[3] = 1 + m[8] - m[0] - m[4];
    }
    double n = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) {
      q[k] *= n;
    }
  }
}
