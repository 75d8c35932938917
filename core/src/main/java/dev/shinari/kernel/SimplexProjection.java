package dev.shinari.kernel;

import java.util.Arrays;

/**
 * The point of a simplex that is nearest to another in the metric of a Gram matrix: minimizes
 *
 * <pre>
 *   w G w / 2 - c w   over   w_1 .. w_K >= 0, w_0 = 1 - sum w_k >= 0
 * </pre>
 *
 * by an active-set method of the kind of Lawson and Hanson's: from the best corner, the weight that
 * pulls hardest joins the free ones, the minimum over the free ones is found, and where that would
 * turn some of them negative, the way is cut short there and they leave again. Every round lowers
 * the value, so it ends; the weights are feasible at all times.
 *
 * <p>With F the free weights and lambda the price of the sum (0 while w_0 is free): G_FF w_F = c_F
 * - lambda, and a weight outside of F may join where (G w)_k - c_k + lambda < 0.
 */
public final class SimplexProjection {
  private final int most;
  private final double[] gram;
  private final double[] c;
  private final double[] w;
  private final double[] target;
  private final boolean[] free;
  private final int[] order;
  private final double[] factor;
  private final double[] y;
  private final double[] u;
  private final double[] answer;

  /** Scratch for up to so many weights beside w_0. */
  public SimplexProjection(int most) {
    this.most = most;
    gram = new double[most * most];
    c = new double[most];
    w = new double[most + 1];
    target = new double[most + 1];
    free = new boolean[most + 1];
    order = new int[most];
    factor = new double[most * most];
    y = new double[most];
    u = new double[most];
    answer = new double[most];
  }

  /** Room for an answer, for callers without their own. */
  public double[] answer() {
    return answer;
  }

  /** G row by row, {@code count} times {@code count}, to be filled before {@link #solve}. */
  public double[] gram() {
    return gram;
  }

  /** The right-hand side, to be filled before {@link #solve}. */
  public double[] right() {
    return c;
  }

  /** Solves for w_1 to w_count, into {@code out[0]} and following; answers with w_0. */
  public double solve(int count, double[] out) {
    int n = count;
    double scale = 0;
    int best = 0;
    double least = 0;
    for (int k = 0; k < n; k++) {
      scale = Math.max(scale, gram[k * n + k]);
      double value = 0.5 * gram[k * n + k] - c[k]; // of corner k + 1; corner 0 has value 0
      if (value < least) {
        least = value;
        best = k + 1;
      }
    }
    double slack = 1e-12 * scale;
    Arrays.fill(w, 0);
    Arrays.fill(free, false);
    w[best] = 1;
    free[best] = true;
    for (int round = 0; round < 4 * (most + 1); round++) {
      // Inner rounds: the minimum over the free weights, or as far towards it as signs allow.
      double lambda = 0;
      for (int inner = 0; inner <= n; inner++) {
        lambda = minimum(n);
        double step = 1;
        int stop = -1;
        for (int k = 0; k <= n; k++) {
          if (free[k] && target[k] < 0 && w[k] - target[k] > 0) {
            double s = w[k] / (w[k] - target[k]);
            if (s < step || stop < 0) {
              step = Math.min(step, s);
              stop = k;
            }
          }
        }
        for (int k = 0; k <= n; k++) {
          w[k] = free[k] ? w[k] + step * (target[k] - w[k]) : 0;
        }
        if (stop < 0) {
          break;
        }
        w[stop] = 0;
        free[stop] = false;
      }
      int join = -1;
      double hardest = -slack;
      for (int k = 0; k <= n; k++) {
        if (!free[k]) {
          double price = lambda;
          if (k > 0) {
            price -= c[k - 1];
            for (int m = 0; m < n; m++) {
              price += gram[(k - 1) * n + m] * w[m + 1];
            }
          }
          if (price < hardest) {
            hardest = price;
            join = k;
          }
        }
      }
      if (join < 0) {
        break;
      }
      free[join] = true;
    }
    double sum = 0;
    for (int k = 0; k < n; k++) {
      out[k] = Math.max(0, w[k + 1]);
      sum += out[k];
    }
    if (sum > 1) { // by rounding alone
      for (int k = 0; k < n; k++) {
        out[k] /= sum;
      }
      return 0;
    }
    return 1 - sum;
  }

  /** Solves G w = c, signs left alone, into {@code out[0]} and following. */
  public void unconstrained(int count, double[] out) {
    Arrays.fill(free, 0, count + 1, true);
    minimum(count);
    System.arraycopy(target, 1, out, 0, count);
  }

  /** Minimum over the free weights, signs left alone, into target; answers with lambda. */
  private double minimum(int n) {
    int f = 0;
    for (int k = 0; k < n; k++) {
      if (free[k + 1]) {
        order[f++] = k;
      }
    }
    for (int a = 0; a < f; a++) {
      for (int b = 0; b <= a; b++) {
        double sum = gram[order[a] * n + order[b]];
        for (int m = 0; m < b; m++) {
          sum -= factor[a * f + m] * factor[b * f + m];
        }
        if (a == b) {
          // Dependent examples leave nothing: an infinite pivot would be as wrong as a zero one.
          double floor = 1e-14 * gram[order[a] * n + order[a]] + 1e-300;
          factor[a * f + a] = Math.sqrt(Math.max(sum, floor));
        } else {
          factor[a * f + b] = sum / factor[b * f + b];
        }
      }
    }
    for (int a = 0; a < f; a++) {
      double p = c[order[a]], q = 1;
      for (int m = 0; m < a; m++) {
        p -= factor[a * f + m] * y[m];
        q -= factor[a * f + m] * u[m];
      }
      y[a] = p / factor[a * f + a];
      u[a] = q / factor[a * f + a];
    }
    double sumY = 0, sumU = 0;
    for (int a = f - 1; a >= 0; a--) {
      double p = y[a], q = u[a];
      for (int m = a + 1; m < f; m++) {
        p -= factor[m * f + a] * y[m];
        q -= factor[m * f + a] * u[m];
      }
      y[a] = p / factor[a * f + a];
      u[a] = q / factor[a * f + a];
      sumY += y[a];
      sumU += u[a];
    }
    double lambda = free[0] || f == 0 ? 0 : (sumY - 1) / sumU;
    Arrays.fill(target, 0);
    double sum = 0;
    for (int a = 0; a < f; a++) {
      double value = y[a] - lambda * u[a];
      target[order[a] + 1] = value;
      sum += value;
    }
    target[0] = free[0] ? 1 - sum : 0;
    return lambda;
  }

  /**
   * The paper's rule for weights that sum to one [Koyama13, sec. 4.3]: the most negative becomes
   * zero, and the others bear in equal parts what it lacked, until none is negative. As the text
   * stands a weight at zero would be made negative again, and with three examples or more the rule
   * need not end; here it is left out from then on.
   *
   * @param w w_0 to w_count, changed in place
   */
  public static void removeNegative(double[] w, int count, boolean[] out) {
    Arrays.fill(out, 0, count + 1, false);
    int left = count + 1;
    for (int round = 0; round <= count; round++) {
      int worst = -1;
      for (int k = 0; k <= count; k++) {
        if (!out[k] && w[k] < 0 && (worst < 0 || w[k] < w[worst])) {
          worst = k;
        }
      }
      if (worst < 0) {
        return;
      }
      double lack = -w[worst];
      w[worst] = 0;
      out[worst] = true;
      left--;
      for (int k = 0; k <= count; k++) {
        if (!out[k]) {
          w[k] -= lack / left;
        }
      }
    }
  }
}
