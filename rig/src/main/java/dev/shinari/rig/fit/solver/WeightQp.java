package dev.shinari.rig.fit.solver;

/**
 * Weights of one vertex [Mukai15, eq. (4)]: min w^T G w / 2 - b^T w, w not negative, one in sum, at
 * most K not zero. Without the limit on K a primal active set finds the exact solution; with it the
 * K largest weights are solved for again, as in the text, and where asked for the bones are taken
 * away one by one instead, each time the one that costs least. The answer is never worse than the
 * weights it starts from.
 */
public final class WeightQp {
  private final int n;
  private final double[] x;
  private final double[] y;
  private final double[] z;
  private final double[] factor;
  private final int[] free;
  private final boolean[] allowed;
  private final double[] trial;
  private final double[] best;
  private final double[] start;
  private final double[] full;

  public WeightQp(int bones) {
    n = bones;
    x = new double[n];
    y = new double[n];
    z = new double[n];
    factor = new double[n * n];
    free = new int[n];
    allowed = new boolean[n];
    trial = new double[n];
    best = new double[n];
    start = new double[n];
    full = new double[n];
  }

  /**
   * Improves the weights w of a vertex.
   *
   * @param g n x n, symmetric, positive semi-definite
   * @param candidates bones that may be used, or null for all
   * @param thorough whether to look for a better choice of K bones than the largest weights
   * @return value of w^T G w / 2 - b^T w
   */
  public double solve(
      double[] g, double[] b, int k, boolean[] candidates, boolean thorough, double[] w) {
    double before = Double.POSITIVE_INFINITY;
    double sum = 0;
    int used = 0;
    boolean fits = true;
    for (int e = 0; e < n; e++) {
      sum += w[e];
      used += w[e] > 0 ? 1 : 0;
      fits &= candidates == null || candidates[e] || w[e] == 0;
    }
    fits &= used > 0 && used <= k && Math.abs(sum - 1) < 1e-9;
    if (fits) {
      before = value(g, b, w);
      System.arraycopy(w, 0, best, 0, n);
    }
    double bestValue = before;
    System.arraycopy(w, 0, full, 0, n);
    allow(candidates);
    begin(g, b, full, full);
    double v = descend(g, b, full);
    int count = count(full);
    if (count <= k) {
      if (v < bestValue) {
        bestValue = v;
        System.arraycopy(full, 0, best, 0, n);
      }
    } else {
      keepLargest(full, k);
      System.arraycopy(full, 0, start, 0, n);
      begin(g, b, start, start);
      v = descend(g, b, start);
      if (v < bestValue) {
        bestValue = v;
        System.arraycopy(start, 0, best, 0, n);
      }
      if (thorough) {
        System.arraycopy(full, 0, start, 0, n);
        v = eliminate(g, b, k, candidates);
        if (v < bestValue) {
          bestValue = v;
          System.arraycopy(start, 0, best, 0, n);
        }
      }
      if (fits) { // the bones that it had, solved again: better than before in any case
        for (int e = 0; e < n; e++) {
          allowed[e] = w[e] > 0;
        }
        System.arraycopy(w, 0, start, 0, n);
        v = descend(g, b, start);
        if (v < bestValue) {
          bestValue = v;
          System.arraycopy(start, 0, best, 0, n);
        }
      }
    }
    System.arraycopy(best, 0, w, 0, n);
    return bestValue;
  }

  /** From {@link #start}, more than K bones: drops the one that costs least until K are left. */
  private double eliminate(double[] g, double[] b, int k, boolean[] candidates) {
    double value = 0;
    while (count(start) > k) {
      double least = Double.POSITIVE_INFINITY;
      int drop = -1;
      for (int e = 0; e < n; e++) {
        if (!(start[e] > 0)) {
          continue;
        }
        without(e, start, trial);
        double v = descend(g, b, trial);
        if (v < least) {
          least = v;
          drop = e;
        }
      }
      without(drop, start, trial);
      value = descend(g, b, trial);
      System.arraycopy(trial, 0, start, 0, n);
    }
    allow(candidates);
    return value;
  }

  private void without(int e, double[] from, double[] to) {
    double left = 1 - from[e];
    for (int i = 0; i < n; i++) {
      allowed[i] = i != e && from[i] > 0;
      to[i] = allowed[i] ? left > 1e-9 ? from[i] / left : 1 : 0;
    }
    normalize(to);
  }

  private void normalize(double[] w) {
    double s = 0;
    for (int i = 0; i < n; i++) {
      s += w[i];
    }
    for (int i = 0; i < n; i++) {
      w[i] /= s;
    }
  }

  private void allow(boolean[] candidates) {
    for (int e = 0; e < n; e++) {
      allowed[e] = candidates == null || candidates[e];
    }
  }

  /** A feasible start: the given weights where they are some, else the best single bone. */
  private void begin(double[] g, double[] b, double[] w, double[] out) {
    double sum = 0;
    for (int e = 0; e < n; e++) {
      out[e] = allowed[e] && w[e] > 0 ? w[e] : 0;
      sum += out[e];
    }
    if (sum > 1e-6) {
      normalize(out);
      return;
    }
    int single = -1;
    for (int e = 0; e < n; e++) {
      out[e] = 0;
      if (allowed[e]
          && (single < 0 || 0.5 * g[e * n + e] - b[e] < 0.5 * g[single * n + single] - b[single])) {
        single = e;
      }
    }
    out[single] = 1;
  }

  private int count(double[] w) {
    int c = 0;
    for (int e = 0; e < n; e++) {
      c += w[e] > 0 ? 1 : 0;
    }
    return c;
  }

  /** Zeroes all but the k largest, and allows only those. */
  private void keepLargest(double[] from, int k) {
    for (int e = 0; e < n; e++) {
      int above = 0;
      for (int i = 0; i < n; i++) {
        above += from[i] > from[e] || (from[i] == from[e] && i < e) ? 1 : 0;
      }
      allowed[e] = allowed[e] && from[e] > 0 && above < k;
    }
  }

  private double value(double[] g, double[] b, double[] w) {
    double v = 0;
    for (int e = 0; e < n; e++) {
      if (w[e] == 0) {
        continue;
      }
      double s = 0;
      for (int i = 0; i < n; i++) {
        s += g[e * n + i] * w[i];
      }
      v += w[e] * (0.5 * s - b[e]);
    }
    return v;
  }

  /** Primal active set over the allowed bones from a feasible w. */
  private double descend(double[] g, double[] b, double[] w) {
    double scale = 0;
    for (int e = 0; e < n; e++) {
      scale = Math.max(scale, g[e * n + e]);
    }
    int added = -1;
    for (int step = 0; step < 8 * n + 16; step++) {
      int m = 0;
      for (int e = 0; e < n; e++) {
        if (w[e] > 0 || e == added) {
          free[m++] = e;
        }
      }
      double mu = equality(g, b, m, scale);
      // How far towards the solution on the free bones before one of them is used up?
      double reach = 1;
      int block = -1;
      for (int i = 0; i < m; i++) {
        int e = free[i];
        if (x[i] <= 0) {
          double t = w[e] > 0 ? w[e] / (w[e] - x[i]) : 0;
          if (t < reach || block < 0) {
            reach = Math.min(reach, t);
            block = i;
          }
        }
      }
      if (block >= 0) {
        if (free[block] == added) {
          break; // it would leave at once: rounding, we are there
        }
        for (int i = 0; i < m; i++) {
          int e = free[i];
          w[e] = i == block ? 0 : Math.max(0, w[e] + reach * (x[i] - w[e]));
        }
        added = added >= 0 && w[added] > 0 ? -1 : added;
        continue;
      }
      for (int i = 0; i < m; i++) {
        w[free[i]] = x[i];
      }
      // Multipliers of the others: the steepest way down joins.
      added = -1;
      double steepest = -1e-11 * scale;
      for (int e = 0; e < n; e++) {
        if (!allowed[e] || w[e] > 0) {
          continue;
        }
        double s = -b[e];
        for (int i = 0; i < m; i++) {
          s += g[e * n + free[i]] * w[free[i]];
        }
        if (s - mu < steepest) {
          steepest = s - mu;
          added = e;
        }
      }
      if (added < 0) {
        break;
      }
    }
    normalize(w);
    return value(g, b, w);
  }

  /**
   * Minimum over the free bones with sum one, into x: G_F x = b_F + mu. Returns mu, the common
   * value of (G w - b). A trace of ridge keeps bones that move alike from breaking the factor.
   */
  private double equality(double[] g, double[] b, int m, double scale) {
    double ridge = 1e-12 * scale + 1e-300;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        double s = g[free[i] * n + free[j]] + (i == j ? ridge : 0);
        for (int k = 0; k < j; k++) {
          s -= factor[i * n + k] * factor[j * n + k];
        }
        if (i == j) {
          factor[i * n + i] = Math.sqrt(Math.max(s, ridge));
        } else {
          factor[i * n + j] = s / factor[j * n + j];
        }
      }
    }
    for (int i = 0; i < m; i++) {
      double s = b[free[i]];
      double t = 1;
      for (int k = 0; k < i; k++) {
        s -= factor[i * n + k] * y[k];
        t -= factor[i * n + k] * z[k];
      }
      y[i] = s / factor[i * n + i];
      z[i] = t / factor[i * n + i];
    }
    double ys = 0;
    double zs = 0;
    for (int i = m - 1; i >= 0; i--) {
      for (int k = i + 1; k < m; k++) {
        y[i] -= factor[k * n + i] * y[k];
        z[i] -= factor[k * n + i] * z[k];
      }
      y[i] /= factor[i * n + i];
      z[i] /= factor[i * n + i];
      ys += y[i];
      zs += z[i];
    }
    double mu = (1 - ys) / zs;
    for (int i = 0; i < m; i++) {
      x[i] = y[i] + mu * z[i];
    }
    return mu;
  }
}
