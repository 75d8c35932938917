package dev.shinari.bem;

/**
 * Makes a stiffness matrix fit for motion. What collocation gives is not quite symmetric, lets a
 * turned body feel small forces and may have a slightly negative direction; a body that moves by
 * such forces gains energy. So the matrix is made symmetric, rigid motions are projected out (no
 * force for any of them, and no net force or torque for any motion), and negative eigenvalues are
 * set to zero: then the forces have a potential that is never negative.
 */
final class Stiffness {
  private static final int SWEEPS = 30;

  private Stiffness() {}

  /**
   * Cleans a matrix of n rows in place.
   *
   * @param rigid motions that must cost nothing, each of n numbers; overwritten
   */
  static void clean(double[] k, int n, double[][] rigid) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double mean = 0.5 * (k[i * n + j] + k[j * n + i]);
        k[i * n + j] = mean;
        k[j * n + i] = mean;
      }
    }
    int modes = orthonormal(rigid);
    for (int m = 0; m < modes; m++) {
      project(k, n, rigid[m]);
    }
    clamp(k, n);
    for (int m = 0; m < modes; m++) {
      project(k, n, rigid[m]); // rounding of the eigenvectors
    }
  }

  private static int orthonormal(double[][] rigid) {
    int kept = 0;
    for (double[] r : rigid) {
      double before = Math.sqrt(dot(r, r));
      for (int m = 0; m < kept; m++) {
        double d = dot(r, rigid[m]);
        for (int i = 0; i < r.length; i++) {
          r[i] -= d * rigid[m][i];
        }
      }
      double length = Math.sqrt(dot(r, r));
      if (length > 1e-9 * before && length > 0) { // a single joint has fewer than six motions
        for (int i = 0; i < r.length; i++) {
          r[i] /= length;
        }
        rigid[kept++] = r;
      }
    }
    return kept;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** K becomes (1 - r r^T) K (1 - r r^T). */
  private static void project(double[] k, int n, double[] r) {
    double[] kr = new double[n];
    double rkr = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        kr[i] += k[i * n + j] * r[j];
      }
      rkr += r[i] * kr[i];
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k[i * n + j] += rkr * r[i] * r[j] - (kr[i] * r[j] + r[i] * kr[j]);
      }
    }
  }

  /** Eigenvalues by Jacobi's rotations; only where some are negative is the matrix rebuilt. */
  private static void clamp(double[] k, int n) {
    double[] a = k.clone();
    double[] v = new double[n * n];
    double scale = 0;
    for (int i = 0; i < n; i++) {
      v[i * n + i] = 1;
      scale = Math.max(scale, Math.abs(k[i * n + i]));
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double off = 0;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          off = Math.max(off, Math.abs(a[i * n + j]));
          if (Math.abs(a[i * n + j]) > 1e-15 * scale) {
            rotate(a, v, n, i, j);
          }
        }
      }
      if (off <= 1e-13 * scale) {
        break;
      }
    }
    for (int m = 0; m < n; m++) {
      double lambda = a[m * n + m];
      if (lambda < 0) {
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < n; j++) {
            k[i * n + j] -= lambda * v[m * n + i] * v[m * n + j];
          }
        }
      }
    }
  }

  /** Turns axes i and j so that a_ij vanishes; rows of v are the eigenvectors so far. */
  private static void rotate(double[] a, double[] v, int n, int i, int j) {
    double theta = (a[j * n + j] - a[i * n + i]) / (2 * a[i * n + j]);
    double t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1), s = t * c;
    for (int m = 0; m < n; m++) {
      double p = a[i * n + m], q = a[j * n + m];
      a[i * n + m] = c * p - s * q;
      a[j * n + m] = s * p + c * q;
    }
    for (int m = 0; m < n; m++) {
      double p = a[m * n + i], q = a[m * n + j];
      a[m * n + i] = c * p - s * q;
      a[m * n + j] = s * p + c * q;
      p = v[i * n + m];
      q = v[j * n + m];
      v[i * n + m] = c * p - s * q;
      v[j * n + m] = s * p + c * q;
    }
  }
}
