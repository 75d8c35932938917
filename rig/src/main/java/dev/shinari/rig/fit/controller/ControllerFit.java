package dev.shinari.rig.fit.controller;

import dev.shinari.math.PortableMath;
import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.solver.Cholesky;
import dev.shinari.rig.fit.solver.Lasso;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.fit.task.FitSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Stage 2 [Mukai15, sec. 5]: a sparse polynomial for each of a helper's six outputs, and the joint
 * about which they fit best. Outputs are scaled so that all six count as displacements of the skin
 * on a model 200 units large: translations by 200 / size, rotations by the helper's mean radius as
 * well.
 */
final class ControllerFit {
  /** Size of the text's model, in which its lambdas are. */
  private static final double TEXT_SIZE = 200;

  /** Scores of two parents that differ by less than this share are equal. */
  private static final double ALIKE = 1e-3;

  private static final int PATH = 24;
  private static final double PATH_END = 1e-6;
  private static final int FOLDS = 5;

  /** Share of the trained range by which outputs may go beyond it. */
  private static final double MARGIN = 0.05;

  private final ExampleSet set;
  private final PoseFeatures features;
  private final FitSettings settings;
  private final int n;
  private final int count;
  private final double[] factor; // Cholesky factor of the Gram matrix

  /** A helper's polynomials, still dense. */
  static final class Fitted {
    int parent;
    double[] bind;
    double[] outputs; // six planes: what was to be reached
    final double[] constant = new double[6];
    double[][] coefficients; // for features less their means
    double lambda;
    double[] kernelCenters = {};
    double[] kernelInverseWidths = {};
    double[] kernelWeights = {};
    double score;
  }

  ControllerFit(ExampleSet set, PoseFeatures features, FitSettings settings) {
    this.set = set;
    this.features = features;
    this.settings = settings;
    n = features.examples;
    count = features.count();
    factor = features.gram.clone();
    Cholesky.factor(factor, count);
  }

  /**
   * Fits one helper.
   *
   * @param transforms 12 numbers at {@code offset + i step}
   * @param pivot its middle, for {@link FitSettings.Pivot#CENTER}
   * @param radius root mean squared distance of what it moves from there
   * @param distances of each joint's bones from the pivot: of parents that serve equally well, as
   *     joints that never move do, the nearest is taken
   */
  Fitted fit(
      double[] transforms,
      int offset,
      int step,
      double[] pivot,
      double radius,
      double size,
      double[] distances) {
    Fitted best = null;
    for (int p = 0; p < set.skeleton().jointCount(); p++) {
      double[] at = pivot;
      double reach = radius;
      if (settings.pivot() == FitSettings.Pivot.PARENT) {
        double[] bind = set.skeleton().bind();
        at = new double[] {bind[12 * p + 3], bind[12 * p + 7], bind[12 * p + 11]};
        reach = Math.sqrt(radius * radius + distance2(at, pivot));
      }
      LocalPoses poses = new LocalPoses(set, p, transforms, offset, step, at);
      if (poses.widest(n) > 0.8 * Math.PI) {
        double[] guide = new double[6 * n];
        predict(leastSquares(poses.outputs), guide);
        poses.unwrap(guide, n);
      }
      Fitted f = leastSquares(poses.outputs);
      f.parent = p;
      f.bind = poses.bind;
      f.outputs = poses.outputs;
      double[] units = units(size, reach);
      if (settings.choice() == FitSettings.LambdaChoice.GIVEN && settings.lambda() > 0) {
        f.score = lasso(f, units, settings.lambda());
      } else {
        f.score = squared(f, units);
      }
      f.lambda = settings.lambda();
      double margin = best == null ? 0 : ALIKE * best.score + 1e-8 * n;
      if (best == null
          || f.score < best.score - margin
          || (f.score < best.score + margin && distances[p] < distances[best.parent])) {
        best = f;
      }
    }
    if (settings.choice() != FitSettings.LambdaChoice.GIVEN) {
      double reach = Math.sqrt(radius * radius + pivotOffset(best, pivot));
      choose(best, units(size, reach));
    }
    return best;
  }

  private static double pivotOffset(Fitted f, double[] pivot) {
    return distance2(new double[] {f.bind[3], f.bind[7], f.bind[11]}, pivot);
  }

  private static double distance2(double[] a, double[] b) {
    double s = 0;
    for (int c = 0; c < 3; c++) {
      s += (a[c] - b[c]) * (a[c] - b[c]);
    }
    return s;
  }

  private static double[] units(double size, double reach) {
    double t = TEXT_SIZE / size;
    double r = t * Math.max(reach, 1e-3 * size);
    return new double[] {t, t, t, r, r, r};
  }

  private Fitted leastSquares(double[] outputs) {
    Fitted f = new Fitted();
    f.coefficients = new double[6][];
    for (int o = 0; o < 6; o++) {
      double[] y = Arrays.copyOfRange(outputs, o * n, (o + 1) * n);
      f.constant[o] = PoseFeatures.center(y, 0, n);
      f.coefficients[o] = correlate(y);
      Cholesky.solve(factor, count, f.coefficients[o]);
    }
    return f;
  }

  /** X y for a plane. */
  private double[] correlate(double[] y) {
    double[] c = new double[count];
    for (int k = 0; k < count; k++) {
      c[k] = PlaneLoops.dot(features.features, k * n, y, 0, n);
    }
    return c;
  }

  private double squared(Fitted f, double[] units) {
    double[] p = new double[6 * n];
    predict(f, p);
    double sum = 0;
    for (int o = 0; o < 6; o++) {
      double s = 0;
      for (int i = o * n; i < (o + 1) * n; i++) {
        s += (p[i] - f.outputs[i]) * (p[i] - f.outputs[i]);
      }
      sum += s * units[o] * units[o];
    }
    return sum;
  }

  /** Coefficients at one lambda; returns the objective of [Mukai15, eq. (10)]. */
  private double lasso(Fitted f, double[] units, double lambda) {
    Lasso lasso = new Lasso(count, features.gram);
    double objective = 0;
    for (int o = 0; o < 6; o++) {
      double[] y = Arrays.copyOfRange(f.outputs, o * n, (o + 1) * n);
      PoseFeatures.center(y, 0, n);
      scale(y, units[o]);
      double[] c = correlate(y);
      double[] b = new double[count];
      // Warm start down the path: coordinate descent is quick from a neighbor's solution.
      for (double l = lasso.largestLambda(c) * 0.5; l > lambda; l *= 0.25) {
        lasso.solve(c, l, b);
      }
      lasso.solve(c, lambda, b);
      objective += lasso.squaredError(c, PlaneLoops.dot(y, 0, y, 0, n), b);
      for (double x : b) {
        objective += lambda * Math.abs(x);
      }
      scale(b, 1 / units[o]);
      f.coefficients[o] = b;
    }
    return objective;
  }

  private static void scale(double[] a, double f) {
    for (int i = 0; i < a.length; i++) {
      a[i] *= f;
    }
  }

  /** Chooses one lambda for the six outputs; the terms that it leaves are then fitted freely. */
  private void choose(Fitted f, double[] units) {
    double[][] y = new double[6][];
    double[][] c = new double[6][];
    double largest = 0;
    Lasso lasso = new Lasso(count, features.gram);
    for (int o = 0; o < 6; o++) {
      y[o] = Arrays.copyOfRange(f.outputs, o * n, (o + 1) * n);
      PoseFeatures.center(y[o], 0, n);
      scale(y[o], units[o]);
      c[o] = correlate(y[o]);
      largest = Math.max(largest, lasso.largestLambda(c[o]));
    }
    double[][] b = new double[6][count];
    double bestScore = Double.POSITIVE_INFINITY;
    double[][] best = null;
    boolean[][] seen = new boolean[6][count];
    Folds folds =
        settings.choice() == FitSettings.LambdaChoice.CROSS_VALIDATION ? new Folds(y) : null;
    for (int step = 0; step <= PATH; step++) {
      double lambda = largest * PortableMath.exp(PortableMath.log(PATH_END) * step / PATH) * 0.999;
      double[][] free = new double[6][];
      int terms = 0;
      double score = 0;
      boolean changed = step == 0;
      for (int o = 0; o < 6; o++) {
        lasso.solve(c[o], lambda, b[o]);
        boolean[] support = support(b[o]);
        changed |= !Arrays.equals(support, seen[o]);
        seen[o] = support;
      }
      if (!changed) {
        continue;
      }
      for (int o = 0; o < 6; o++) {
        free[o] = onSupport(features.gram, c[o], seen[o]);
        double rss = lasso.squaredError(c[o], PlaneLoops.dot(y[o], 0, y[o], 0, n), free[o]);
        // A floor of 1e-4 text units: nobody sees less, and an exact fit must not win for ever.
        score += folds != null ? folds.error(o, seen[o]) : n * PortableMath.log(rss / n + 1e-8);
        terms += seen[o] == null ? 0 : trues(seen[o]);
      }
      if (settings.choice() == FitSettings.LambdaChoice.AIC) {
        score += 2.0 * terms;
      } else if (settings.choice() == FitSettings.LambdaChoice.BIC) {
        score += PortableMath.log(n) * terms;
      }
      if (score < bestScore) {
        bestScore = score;
        best = free;
        f.lambda = lambda;
      }
    }
    for (int o = 0; o < 6; o++) {
      scale(best[o], 1 / units[o]);
      f.coefficients[o] = best[o];
    }
  }

  private static boolean[] support(double[] b) {
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

  /** Least squares on some features alone. */
  private double[] onSupport(double[] gram, double[] c, boolean[] support) {
    int m = trues(support);
    int[] at = new int[m];
    int k = 0;
    for (int f = 0; f < count; f++) {
      if (support[f]) {
        at[k++] = f;
      }
    }
    double[] a = new double[m * m];
    double[] x = new double[m];
    for (int i = 0; i < m; i++) {
      x[i] = c[at[i]];
      for (int j = 0; j < m; j++) {
        a[i * m + j] = gram[at[i] * count + at[j]];
      }
    }
    Cholesky.factor(a, m);
    Cholesky.solve(a, m, x);
    double[] b = new double[count];
    for (int i = 0; i < m; i++) {
      b[at[i]] = x[i];
    }
    return b;
  }

  /** Gram matrices of each fold, for cross-validation. Folds are dealt by a hash of the example. */
  private final class Folds {
    private final double[][] grams = new double[FOLDS][count * count];
    private final double[][][] correlations = new double[FOLDS][6][count];
    private final double[][] squares = new double[FOLDS][6];

    Folds(double[][] y) {
      double[] x = new double[count];
      for (int i = 0; i < n; i++) {
        int fold = (int) (((i * 0x9E3779B97F4A7C15L) >>> 33) % FOLDS);
        for (int f = 0; f < count; f++) {
          x[f] = features.features[f * n + i];
        }
        for (int f = 0; f < count; f++) {
          PlaneLoops.addScaled(x[f], x, 0, grams[fold], f * count, count);
        }
        for (int o = 0; o < 6; o++) {
          PlaneLoops.addScaled(y[o][i], x, 0, correlations[fold][o], 0, count);
          squares[fold][o] += y[o][i] * y[o][i];
        }
      }
    }

    /** Squared error of an output on each fold, fitted on the others. */
    double error(int o, boolean[] support) {
      double sum = 0;
      for (int fold = 0; fold < FOLDS; fold++) {
        double[] g = new double[count * count];
        double[] c = new double[count];
        for (int other = 0; other < FOLDS; other++) {
          if (other != fold) {
            PlaneLoops.addScaled(1, grams[other], 0, g, 0, g.length);
            PlaneLoops.addScaled(1, correlations[other][o], 0, c, 0, count);
          }
        }
        double[] b = onSupport(g, c, support);
        sum +=
            new Lasso(count, grams[fold]).squaredError(correlations[fold][o], squares[fold][o], b);
      }
      return sum;
    }
  }

  /** Polynomial part of the outputs in every example, six planes. */
  void predict(Fitted f, double[] out) {
    for (int o = 0; o < 6; o++) {
      Arrays.fill(out, o * n, (o + 1) * n, f.constant[o]);
      for (int k = 0; k < count; k++) {
        if (f.coefficients[o][k] != 0) {
          PlaneLoops.addScaled(f.coefficients[o][k], features.features, k * n, out, o * n, n);
        }
      }
    }
  }

  /** Adds kernels to what the polynomials leave. */
  void addKernels(Fitted f) {
    double[] left = new double[6 * n];
    predict(f, left);
    for (int i = 0; i < left.length; i++) {
      left[i] = f.outputs[i] - left[i];
    }
    KernelRidge ridge = new KernelRidge(features, settings.kernels());
    ridge.fit(left);
    f.kernelCenters = ridge.centers;
    f.kernelInverseWidths = ridge.inverseWidths;
    f.kernelWeights = ridge.weights;
  }

  /** The finished helper, with limits from what it does in the examples. */
  Helper helper(String name, Fitted f, double share) {
    double[] constant = f.constant.clone();
    int[][][] terms = new int[6][][];
    double[][] coefficients = new double[6][];
    for (int o = 0; o < 6; o++) {
      List<int[]> t = new ArrayList<>();
      List<Double> c = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        double b = f.coefficients[o][k];
        if (b != 0) {
          t.add(features.terms[k]);
          c.add(b);
          constant[o] -= b * features.means[k];
        }
      }
      terms[o] = t.toArray(int[][]::new);
      coefficients[o] = c.stream().mapToDouble(Double::doubleValue).toArray();
    }
    double[] lower = new double[6];
    double[] upper = new double[6];
    double[] p = new double[6 * n];
    predict(f, p);
    if (f.kernelWeights.length > 0) {
      KernelRidge.addTo(features, f.kernelCenters, f.kernelInverseWidths, f.kernelWeights, p);
    }
    for (int o = 0; o < 6; o++) {
      lower[o] = Double.POSITIVE_INFINITY;
      upper[o] = Double.NEGATIVE_INFINITY;
      for (int i = o * n; i < (o + 1) * n; i++) {
        lower[o] = Math.min(lower[o], Math.min(p[i], f.outputs[i]));
        upper[o] = Math.max(upper[o], Math.max(p[i], f.outputs[i]));
      }
      double more = MARGIN * (upper[o] - lower[o]) + 1e-9;
      lower[o] -= more;
      upper[o] += more;
    }
    return new Helper(
        name,
        f.parent,
        f.bind,
        new double[] {1, 0, 0, 0},
        new Controller(
            constant,
            terms,
            coefficients,
            f.kernelCenters,
            f.kernelInverseWidths,
            f.kernelWeights,
            lower,
            upper),
        share);
  }
}
