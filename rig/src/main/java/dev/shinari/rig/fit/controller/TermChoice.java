package dev.shinari.rig.fit.controller;

import dev.shinari.math.PortableMath;
import dev.shinari.rig.fit.helper.Folds;
import dev.shinari.rig.fit.solver.Cholesky;
import dev.shinari.rig.fit.solver.Lasso;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.fit.task.FitSettings;
import java.util.Arrays;

/**
 * Chooses the terms of one output: supports along the LASSO path, each fitted freely, the best by a
 * criterion. With cross-validation every support is fitted without each fold of whole poses in turn
 * and measured on it, from the folds' own sums.
 */
final class TermChoice {
  private static final int SWEEPS = 200;

  /**
   * Poses of a clip hang together, and terms with them: what they leave open stays small, unless
   * held-out poses say otherwise.
   */
  private static final double[] RIDGES = {1e-2, 1e-6};

  private final PoseFeatures x;
  private final int count;
  private final int n;
  private final Lasso lasso;
  private final double[] correlation;
  private final double square;
  private final double[][] foldCorrelations; // one number more for the constant
  private final double[] foldSquares;

  /** What was chosen. */
  double[] coefficients;

  double lambda;

  /** Share by which squares of coefficients count. */
  double ridge = RIDGES[RIDGES.length - 1];

  /** Squared error on poses that were held out. */
  double heldOut;

  /** An output less its mean. */
  TermChoice(PoseFeatures x, double[] y, Folds folds) {
    this.x = x;
    count = x.count();
    n = x.examples;
    lasso = new Lasso(count, x.gram);
    square = PlaneLoops.dot(y, 0, y, 0, n);
    foldCorrelations = new double[folds.count() + 1][count + 1];
    foldSquares = new double[folds.count()];
    for (int k = 0; k <= folds.runs(); k++) {
      boolean bind = k == folds.runs();
      int from = folds.start(k);
      int length = (bind ? n : folds.start(k + 1)) - from;
      double[] c = foldCorrelations[bind ? folds.count() : folds.foldOfRun(k)];
      for (int f = 0; f < count; f++) {
        c[f] += PlaneLoops.dot(x.features, f * n + from, y, from, length);
      }
      c[count] += PlaneLoops.sum(y, from, length);
      if (!bind) {
        foldSquares[folds.foldOfRun(k)] += PlaneLoops.dot(y, from, y, from, length);
      }
    }
    correlation = new double[count];
    for (double[] c : foldCorrelations) {
      PlaneLoops.addScaled(1, c, 0, correlation, 0, count);
    }
  }

  /** Coefficients at one lambda. */
  void given(double value) {
    double[] b = new double[count];
    // Warm start down the path: coordinate descent is quick from a neighbor's solution.
    for (double l = lasso.largestLambda(correlation) * 0.5; l > value; l *= 0.25) {
      lasso.solve(correlation, l, b);
    }
    lasso.solve(correlation, value, b);
    coefficients = b;
    lambda = value;
    heldOut = heldOut(support(b), ridge);
  }

  /**
   * Goes down the path and takes the best support.
   *
   * @param alike share of the held-out error that fewer terms are worth
   * @param floor squared error that does not count
   */
  void path(FitSettings.LambdaChoice by, int steps, double end, double alike, double floor) {
    double largest = lasso.largestLambda(correlation);
    double[] b = new double[count];
    boolean[] last = null;
    double best = Double.POSITIVE_INFINITY;
    for (int step = 0; step <= steps; step++) {
      double l = largest * PortableMath.exp(PortableMath.log(end) * step / steps) * 0.999;
      if (step == 0) {
        l = largest * 1.001; // no term at all
      }
      lasso.solve(correlation, l, b, 1e-6, SWEEPS); // what counts is which terms there are
      boolean[] support = support(b);
      if (Arrays.equals(support, last)) {
        continue;
      }
      if (2 * trues(support) > n) {
        break; // half as many terms as poses say nothing about other poses
      }
      last = support;
      double ridge = RIDGES[0];
      double held = heldOut(support, ridge);
      for (int k = 1; k < RIDGES.length; k++) {
        double other = heldOut(support, RIDGES[k]);
        if (other < held * (1 - 2 * alike) - floor) {
          held = other;
          ridge = RIDGES[k];
        }
      }
      double score = held;
      double[] free = null;
      if (by != FitSettings.LambdaChoice.CROSS_VALIDATION) {
        free = free(support, ridge);
        double rss = lasso.squaredError(correlation, square, free);
        double each = by == FitSettings.LambdaChoice.AIC ? 2 : PortableMath.log(n);
        score = n * PortableMath.log(rss / n + floor / n) + each * trues(support);
      }
      boolean better =
          by == FitSettings.LambdaChoice.CROSS_VALIDATION
              ? score < best * (1 - alike) - floor
              : score < best;
      if (step == 0 || better) {
        best = score;
        coefficients = free == null ? free(support, ridge) : free;
        lambda = l;
        heldOut = held;
        this.ridge = ridge;
      }
    }
  }

  /** Least squares on some features, all examples. */
  private double[] free(boolean[] support, double ridge) {
    return solve(x.gram, count, correlation, support, ridge);
  }

  /** Squared error on each fold, fitted on the others. */
  private double heldOut(boolean[] support, double ridge) {
    double sum = 0;
    for (int k = 0; k < foldSquares.length; k++) {
      double[] b = without(k, support, ridge);
      sum +=
          new Lasso(count + 1, x.foldGrams[k]).squaredError(foldCorrelations[k], foldSquares[k], b);
    }
    return sum;
  }

  /** Coefficients on some features, fitted without a fold; the last is the constant. */
  double[] without(int fold, boolean[] support, double ridge) {
    int m = count + 1;
    double[] g = new double[m * m];
    double[] c = new double[m];
    for (int other = 0; other < foldCorrelations.length; other++) {
      if (other != fold) {
        PlaneLoops.addScaled(1, x.foldGrams[other], 0, g, 0, g.length);
        PlaneLoops.addScaled(1, foldCorrelations[other], 0, c, 0, m);
      }
    }
    boolean[] more = Arrays.copyOf(support, m);
    more[count] = true;
    return solve(g, m, c, more, ridge);
  }

  private static double[] solve(
      double[] gram, int size, double[] c, boolean[] support, double ridge) {
    int m = trues(support);
    int[] at = new int[m];
    int k = 0;
    for (int f = 0; f < size; f++) {
      if (support[f]) {
        at[k++] = f;
      }
    }
    double[] a = new double[m * m];
    double[] y = new double[m];
    for (int i = 0; i < m; i++) {
      y[i] = c[at[i]];
      for (int j = 0; j < m; j++) {
        a[i * m + j] = gram[at[i] * size + at[j]];
      }
      a[i * m + i] *= 1 + ridge;
    }
    Cholesky.factor(a, m);
    Cholesky.solve(a, m, y);
    double[] b = new double[size];
    for (int i = 0; i < m; i++) {
      b[at[i]] = y[i];
    }
    return b;
  }

  /** Which coefficients are not zero. */
  static boolean[] support(double[] b) {
    boolean[] s = new boolean[b.length];
    for (int k = 0; k < b.length; k++) {
      s[k] = b[k] != 0;
    }
    return s;
  }

  private static int trues(boolean[] a) {
    int t = 0;
    for (boolean x : a) {
      t += x ? 1 : 0;
    }
    return t;
  }
}
