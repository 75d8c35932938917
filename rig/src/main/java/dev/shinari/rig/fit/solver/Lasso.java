package dev.shinari.rig.fit.solver;

/**
 * min |y - X b|^2 + lambda |b|_1 by coordinate descent [Mukai15, eq. (10)]. Everything that the
 * data say is in the Gram matrix G = X^T X, which all outputs, parents and lambdas share, and c =
 * X^T y ("covariance updates"): a sweep costs features^2, not features x examples.
 *
 * <p>Optimality, with r = c - G b: |2 r_f| &lt;= lambda where b_f = 0, and 2 r_f = lambda sign(b_f)
 * elsewhere.
 */
public final class Lasso {
  private static final int MOST_SWEEPS = 20_000;

  private final int n;
  private final double[] gram;
  private final double[] residual;

  public Lasso(int features, double[] gram) {
    n = features;
    this.gram = gram;
    residual = new double[features];
  }

  /** Smallest lambda for which all coefficients are zero. */
  public double largestLambda(double[] c) {
    double m = 0;
    for (int f = 0; f < n; f++) {
      m = Math.max(m, 2 * Math.abs(c[f]));
    }
    return m;
  }

  /** Solves from and into b. */
  public void solve(double[] c, double lambda, double[] b) {
    double scale = 0;
    for (int f = 0; f < n; f++) {
      double s = c[f];
      for (int k = 0; k < n; k++) {
        s -= gram[f * n + k] * b[k];
      }
      residual[f] = s;
      scale = Math.max(scale, Math.abs(c[f]));
    }
    double enough = 1e-10 * scale;
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      double moved = 0;
      for (int f = 0; f < n; f++) {
        double g = gram[f * n + f];
        if (!(g > 0)) {
          continue; // a feature that is zero everywhere
        }
        double z = residual[f] + g * b[f];
        double t = Math.abs(z) - 0.5 * lambda;
        double next = t > 0 ? (z > 0 ? t : -t) / g : 0;
        double change = next - b[f];
        if (change != 0) {
          b[f] = next;
          for (int k = 0; k < n; k++) {
            residual[k] -= change * gram[k * n + f];
          }
          moved = Math.max(moved, Math.abs(change) * g);
        }
      }
      if (!(moved > enough)) {
        return;
      }
    }
  }

  /** |y - X b|^2, given |y|^2. */
  public double squaredError(double[] c, double yy, double[] b) {
    double s = yy;
    for (int f = 0; f < n; f++) {
      if (b[f] == 0) {
        continue;
      }
      double g = 0;
      for (int k = 0; k < n; k++) {
        g += gram[f * n + k] * b[k];
      }
      s += b[f] * (g - 2 * c[f]);
    }
    return Math.max(0, s);
  }
}
