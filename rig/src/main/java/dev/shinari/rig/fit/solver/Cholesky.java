package dev.shinari.rig.fit.solver;

/** Solves small symmetric positive definite systems in place. */
public final class Cholesky {
  private Cholesky() {}

  /**
   * Factors a (n x n, lower half used) in place. Pivots that vanish are raised to a trace of the
   * largest, so that dependent rows do no harm.
   */
  public static void factor(double[] a, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, a[i * n + i]);
    }
    double least = 1e-13 * largest + 1e-300;
    for (int j = 0; j < n; j++) {
      for (int i = j; i < n; i++) {
        double s = a[i * n + j] - PlaneLoops.dot(a, i * n, a, j * n, j);
        a[i * n + j] = i == j ? Math.sqrt(Math.max(s, least)) : s / a[j * n + j];
      }
    }
  }

  /** Solves for one right-hand side with a factor. */
  public static void solve(double[] factor, int n, double[] x) {
    for (int i = 0; i < n; i++) {
      x[i] = (x[i] - PlaneLoops.dot(factor, i * n, x, 0, i)) / factor[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double s = x[i];
      for (int k = i + 1; k < n; k++) {
        s -= factor[k * n + i] * x[k];
      }
      x[i] = s / factor[i * n + i];
    }
  }
}
