package dev.shinari.rig.fit.controller;

import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.helper.Folds;
import dev.shinari.rig.fit.solver.Cholesky;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.fit.task.FitSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Stage 2 [Mukai15, sec. 5]: a sparse polynomial for each of a helper's six outputs, the joint
 * about which they fit best, and the joints that drive them. Candidates for both are near the
 * helper, and all choices are made on poses that were held out: a residual on the training poses is
 * near zero for every candidate once there are more terms than poses. Outputs are scaled so that
 * all six count as displacements of the skin on a model 200 units large: translations by 200 /
 * size, rotations by the helper's mean radius as well.
 */
final class ControllerFit {
  /** Size of the text's model, in which its lambdas are. */
  private static final double TEXT_SIZE = 200;

  /** A simpler choice is taken if its error on held-out poses is larger by no more than this. */
  private static final double ALIKE = 0.02;

  /** Squared text units per example that nobody sees: an exact fit must not win for ever. */
  private static final double FLOOR = 1e-8;

  private static final int PATH = 24;
  private static final double PATH_END = 1e-6;

  /** Share of the trained range by which outputs may go beyond it. */
  private static final double MARGIN = 0.05;

  /** Radians that a pose may differ by in a direction in which the trained poses never did. */
  private static final double THIN = 0.03;

  private final ExampleSet set;
  private final PoseVariables pose;
  private final FitSettings settings;
  private final Folds folds;
  private final int n;
  private final Map<List<Integer>, PoseFeatures> known = new LinkedHashMap<>();

  /** A helper's polynomials, still dense. */
  static final class Fitted {
    int parent;
    double[] bind;
    double[] outputs; // six planes: what was to be reached
    PoseFeatures features;
    final double[] constant = new double[6];
    double[][] coefficients = new double[6][]; // for features less their means
    double[][] foldConstant; // fitted without a fold
    double[][][] foldCoefficients;
    final double[] ridge = new double[6];
    double lambda;
    double[] kernelCenters = {};
    double[] kernelInverseWidths = {};
    double[] kernelWeights = {};
    double score;

    /** Joints that it follows: its drivers and its parent. */
    int[] joints() {
      TreeSet<Integer> out = new TreeSet<>();
      out.add(parent);
      for (int k = 0; k < features.count(); k++) {
        for (int o = 0; o < 6; o++) {
          for (int v : features.terms[k]) {
            if (coefficients[o][k] != 0) {
              out.add(features.pose.inputs.joints()[v]);
            }
          }
        }
      }
      for (int v = 0; v < kernelInverseWidths.length; v++) {
        if (kernelInverseWidths[v] != 0) {
          out.add(features.pose.inputs.joints()[v]);
        }
      }
      return out.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /**
   * A helper as stage 1 left it.
   *
   * @param transforms 12 numbers at {@code offset + i step}
   * @param pivot its middle, for {@link FitSettings.Pivot#CENTER}
   * @param radius root mean squared distance of what it moves from there
   * @param distances of each joint's bones from the pivot: of parents that serve equally well, as
   *     joints that never move do, the nearest is taken
   * @param parents joints about which it may move
   * @param driverSets joints that may drive it, from few to many
   * @param reach share of what it moves that may follow given joints
   */
  record Free(
      double[] transforms,
      int offset,
      int step,
      double[] pivot,
      double radius,
      double[] distances,
      int[] parents,
      List<int[]> driverSets,
      Reach reach) {}

  /** Share of what a helper moves that may follow all of some joints. */
  interface Reach {
    double of(int[] drivers, int parent);
  }

  ControllerFit(ExampleSet set, PoseVariables pose, FitSettings settings, Folds folds) {
    this.set = set;
    this.pose = pose;
    this.settings = settings;
    this.folds = folds;
    n = pose.examples;
  }

  private PoseFeatures features(int[] drivers) {
    List<Integer> key = Arrays.stream(drivers).boxed().toList();
    synchronized (known) {
      PoseFeatures f = known.get(key);
      if (f == null) {
        f = new PoseFeatures(pose, drivers, settings.degree(), settings.crossTerms(), folds);
        known.put(key, f);
      }
      return f;
    }
  }

  /** Fits one helper: the best parent for all near drivers, then the best drivers. */
  Fitted fit(Free free, double size) {
    List<int[]> sets = free.driverSets();
    PoseFeatures all = features(sets.get(sets.size() - 1));
    Fitted best = null;
    for (int p : free.parents()) {
      double[] at = free.pivot();
      double reach = free.radius();
      if (settings.pivot() == FitSettings.Pivot.PARENT) {
        double[] bind = set.skeleton().bind();
        at = new double[] {bind[12 * p + 3], bind[12 * p + 7], bind[12 * p + 11]};
        reach = Math.sqrt(reach * reach + distance2(at, free.pivot()));
      }
      LocalPoses poses =
          new LocalPoses(set, n, p, free.transforms(), free.offset(), free.step(), at);
      if (poses.widest(n) > 0.8 * Math.PI) {
        double[] guide = new double[6 * n];
        predict(leastSquares(all, poses.outputs), guide);
        poses.unwrap(guide, n);
      }
      Fitted f = trial(all, p, poses, units(size, reach), free.reach());
      double margin = best == null ? 0 : 1e-3 * best.score + FLOOR * n;
      if (best == null
          || f.score < best.score - margin
          || (f.score < best.score + margin
              && free.distances()[p] < free.distances()[best.parent])) {
        best = f;
      }
    }
    double reach = Math.sqrt(free.radius() * free.radius() + pivotOffset(best, free.pivot()));
    LocalPoses poses = new LocalPoses(best.bind, best.outputs);
    for (int k = sets.size() - 2; k >= 0; k--) {
      Fitted f = trial(features(sets.get(k)), best.parent, poses, units(size, reach), free.reach());
      if (f.score <= best.score * (1 + ALIKE) + FLOOR * n) {
        f.score = Math.min(f.score, best.score); // small steps must not add up
        best = f;
      }
    }
    holdOut(best);
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

  private Fitted leastSquares(PoseFeatures x, double[] outputs) {
    int count = x.count();
    double[] factor = x.gram.clone();
    Cholesky.factor(factor, count);
    Fitted f = new Fitted();
    f.features = x;
    for (int o = 0; o < 6; o++) {
      double[] y = Arrays.copyOfRange(outputs, o * n, (o + 1) * n);
      f.constant[o] = PoseFeatures.center(y, 0, n);
      f.coefficients[o] = correlate(x, y);
      Cholesky.solve(factor, count, f.coefficients[o]);
    }
    return f;
  }

  /** X y for a plane. */
  private double[] correlate(PoseFeatures x, double[] y) {
    double[] c = new double[x.count()];
    for (int k = 0; k < c.length; k++) {
      c[k] = PlaneLoops.dot(x.features, k * n, y, 0, n);
    }
    return c;
  }

  private static void scale(double[] a, double f) {
    for (int i = 0; i < a.length; i++) {
      a[i] *= f;
    }
  }

  /** Polynomials of some drivers about some parent, terms chosen, and the held-out error. */
  private Fitted trial(PoseFeatures x, int parent, LocalPoses poses, double[] units, Reach reach) {
    Fitted f = new Fitted();
    f.parent = parent;
    f.bind = poses.bind;
    f.outputs = poses.outputs;
    f.features = x;
    f.lambda = settings.lambda();
    double error = 0;
    double still = 0;
    for (int o = 0; o < 6; o++) {
      double[] y = Arrays.copyOfRange(f.outputs, o * n, (o + 1) * n);
      f.constant[o] = PoseFeatures.center(y, 0, n);
      scale(y, units[o]);
      TermChoice choice = new TermChoice(x, y, folds);
      if (settings.choice() == FitSettings.LambdaChoice.GIVEN) {
        choice.given(settings.lambda());
      } else {
        choice.path(settings.choice(), PATH, PATH_END, ALIKE / 2, FLOOR * n);
        f.lambda = Math.max(f.lambda, choice.lambda);
      }
      f.coefficients[o] = choice.coefficients;
      f.ridge[o] = choice.ridge;
      scale(f.coefficients[o], 1 / units[o]);
      error += choice.heldOut;
      still += PlaneLoops.dot(y, 0, y, 0, n);
    }
    double kept = reach.of(x.drivers, parent);
    f.score = kept * error + (1 - kept) * Math.max(error, still);
    return f;
  }

  /** Coefficients of the chosen terms, fitted without each fold in turn. */
  private void holdOut(Fitted f) {
    f.foldConstant = new double[folds.count()][6];
    f.foldCoefficients = new double[folds.count()][6][];
    for (int o = 0; o < 6; o++) {
      double[] y = Arrays.copyOfRange(f.outputs, o * n, (o + 1) * n);
      PoseFeatures.center(y, 0, n);
      TermChoice choice = new TermChoice(f.features, y, folds);
      for (int k = 0; k < folds.count(); k++) {
        double[] b =
            settings.choice() == FitSettings.LambdaChoice.GIVEN
                ? append(f.coefficients[o])
                : choice.without(k, TermChoice.support(f.coefficients[o]), f.ridge[o]);
        f.foldConstant[k][o] = f.constant[o] + b[b.length - 1];
        f.foldCoefficients[k][o] = Arrays.copyOf(b, b.length - 1);
      }
    }
  }

  private static double[] append(double[] b) {
    return Arrays.copyOf(b, b.length + 1);
  }

  /** Polynomial part of the outputs in every example, six planes. */
  void predict(Fitted f, double[] out) {
    for (int o = 0; o < 6; o++) {
      Arrays.fill(out, o * n, (o + 1) * n, f.constant[o]);
      for (int k = 0; k < f.features.count(); k++) {
        if (f.coefficients[o][k] != 0) {
          PlaneLoops.addScaled(f.coefficients[o][k], f.features.features, k * n, out, o * n, n);
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
    KernelRidge ridge = new KernelRidge(pose, f.features.drivers, settings.kernels());
    ridge.fit(left);
    f.kernelCenters = ridge.centers;
    f.kernelInverseWidths = ridge.inverseWidths;
    f.kernelWeights = ridge.weights;
  }

  /** The finished helper, with limits from what it does in the examples. */
  Helper helper(String name, Fitted f, double share) {
    return helper(name, f, f.constant, f.coefficients, share);
  }

  /** The helper as it was fitted without a fold. */
  Helper helperWithout(int fold, String name, Fitted f) {
    return helper(name, f, f.foldConstant[fold], f.foldCoefficients[fold], 0);
  }

  private Helper helper(String name, Fitted f, double[] constants, double[][] dense, double share) {
    double[] constant = constants.clone();
    int[][][] terms = new int[6][][];
    double[][] coefficients = new double[6][];
    for (int o = 0; o < 6; o++) {
      List<int[]> t = new ArrayList<>();
      List<Double> c = new ArrayList<>();
      for (int k = 0; k < f.features.count(); k++) {
        double b = dense[o][k];
        if (b != 0) {
          t.add(f.features.terms[k]);
          c.add(b);
          constant[o] -= b * f.features.means[k];
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
      KernelRidge.addTo(pose, f.kernelCenters, f.kernelInverseWidths, f.kernelWeights, p);
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
            upper,
            domain(f, terms)),
        share);
  }

  /** The ellipsoid of the trained poses in the variables of the terms. */
  private Controller.Domain domain(Fitted f, int[][][] terms) {
    boolean[] used = new boolean[pose.inputs.count()];
    for (int[][] output : terms) {
      for (int[] term : output) {
        for (int v : term) {
          used[v] = true;
        }
      }
    }
    for (int v = 0; v < f.kernelInverseWidths.length; v++) {
      used[v] |= f.kernelInverseWidths[v] != 0;
    }
    int m = 0;
    int[] variables = new int[used.length];
    for (int v = 0; v < used.length; v++) {
      if (used[v]) {
        variables[m++] = v;
      }
    }
    if (m == 0) {
      return null;
    }
    variables = Arrays.copyOf(variables, m);
    double[] x = new double[m * n];
    double[] center = new double[m];
    for (int k = 0; k < m; k++) {
      System.arraycopy(pose.variables, variables[k] * n, x, k * n, n);
      center[k] = PoseFeatures.center(x, k * n, n);
    }
    double[] factor = new double[m * m];
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        factor[a * m + b] = PlaneLoops.dot(x, a * n, x, b * n, n) / n;
      }
      factor[a * m + a] += THIN * THIN;
    }
    Cholesky.factor(factor, m);
    double[] z = new double[m];
    double most = 1e-12;
    for (int i = 0; i < n; i++) {
      double square = 0;
      for (int a = 0; a < m; a++) {
        z[a] = (x[a * n + i] - PlaneLoops.dot(factor, a * m, z, 0, a)) / factor[a * m + a];
        square += z[a] * z[a];
      }
      most = Math.max(most, square);
    }
    // The inverse of the factor, row by row, so scaled that the farthest pose lies on the surface.
    double[] rows = new double[m * (m + 1) / 2];
    double[] column = new double[m];
    for (int c = 0; c < m; c++) {
      Arrays.fill(column, 0);
      for (int a = c; a < m; a++) {
        double one = a == c ? 1 : 0;
        column[a] = (one - PlaneLoops.dot(factor, a * m, column, 0, a)) / factor[a * m + a];
        rows[a * (a + 1) / 2 + c] = column[a] / (Math.sqrt(most) * (1 + 1e-9));
      }
    }
    return new Controller.Domain(variables, center, rows);
  }
}
