package dev.shinari.rig.fit.controller;

import dev.shinari.math.PortableMath;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.fit.helper.Folds;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.runtime.HelperRuntime;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Products of some joints' pose variables up to a degree, within a joint or across joints [Mukai15,
 * sec. 5.3], with their Gram matrices: of all examples, and fold by fold for cross-validation.
 * Whatever is asked of a choice of terms, on all examples or with a fold held out, comes from these
 * sums; no example is looked at again.
 */
public final class PoseFeatures {
  final PoseVariables pose;
  final int examples;

  /** Joints whose variables are used, ascending. */
  final int[] drivers;

  /** Terms: variables to multiply. */
  final int[][] terms;

  /** Terms less their means, one plane each. */
  final double[] features;

  final double[] means;

  /** features features^T. */
  final double[] gram;

  /**
   * Gram matrices of the folds, (count + 1)^2 numbers each: the last row and column belong to the
   * constant. The one after the folds is that of the bind pose, which is never held out.
   */
  final double[][] foldGrams;

  /**
   * Products of the variables of some joints.
   *
   * @param drivers joints, ascending
   * @param folds of the examples
   */
  PoseFeatures(PoseVariables pose, int[] drivers, int degree, boolean crossTerms, Folds folds) {
    this.pose = pose;
    this.drivers = drivers;
    examples = pose.examples;
    terms = terms(pose.inputs.joints(), drivers, degree, crossTerms);
    features = new double[terms.length * examples];
    means = new double[terms.length];
    for (int f = 0; f < terms.length; f++) {
      int at = f * examples;
      Arrays.fill(features, at, at + examples, 1);
      for (int k : terms[f]) {
        for (int i = 0; i < examples; i++) {
          features[at + i] *= pose.variables[k * examples + i];
        }
      }
      means[f] = center(features, at, examples);
    }
    int n = terms.length;
    gram = new double[n * n];
    foldGrams = new double[folds.count() + 1][(n + 1) * (n + 1)];
    for (int k = 0; k <= folds.runs(); k++) {
      boolean bind = k == folds.runs();
      int from = folds.start(k);
      int length = (bind ? examples : folds.start(k + 1)) - from;
      double[] g = foldGrams[bind ? folds.count() : folds.foldOfRun(k)];
      for (int a = 0; a < n; a++) {
        for (int b = 0; b <= a; b++) {
          double s =
              PlaneLoops.dot(features, a * examples + from, features, b * examples + from, length);
          g[a * (n + 1) + b] += s;
        }
        g[n * (n + 1) + a] += PlaneLoops.sum(features, a * examples + from, length);
      }
      g[n * (n + 1) + n] += length;
    }
    for (double[] g : foldGrams) {
      for (int a = 0; a <= n; a++) {
        for (int b = 0; b < a; b++) {
          g[b * (n + 1) + a] = g[a * (n + 1) + b];
        }
      }
      for (int a = 0; a < n; a++) {
        PlaneLoops.addScaled(1, g, a * (n + 1), gram, a * n, n);
      }
    }
  }

  int count() {
    return terms.length;
  }

  /** What a pass needs to find the features of its own examples. */
  Rows rows(RigSkeleton skeleton) {
    return new Rows(pose.reader(skeleton), terms, means);
  }

  /**
   * Variables and features of single poses.
   *
   * @param reader of the variables
   * @param terms variables to multiply
   * @param means of the terms over all examples
   */
  record Rows(HelperRuntime.Data reader, int[][] terms, double[] means) implements Serializable {
    /** Features of a pose from its variables. */
    void features(double[] variables, double[] out) {
      for (int f = 0; f < terms.length; f++) {
        double p = 1;
        for (int k : terms[f]) {
          p *= variables[k];
        }
        out[f] = p - means[f];
      }
    }
  }

  /** Takes the mean out of a plane and returns it. */
  static double center(double[] a, int at, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) {
      s += a[at + i];
    }
    s /= n;
    for (int i = 0; i < n; i++) {
      a[at + i] -= s;
    }
    return s;
  }

  /** All products of up to degree variables of some joints. */
  private static int[][] terms(int[] joints, int[] drivers, int degree, boolean crossTerms) {
    List<int[]> kept = new ArrayList<>();
    int[] own = new int[joints.length];
    int n = 0;
    for (int v = 0; v < joints.length; v++) {
      if (Arrays.binarySearch(drivers, joints[v]) >= 0) {
        own[n++] = v;
      }
    }
    int[] some = new int[n];
    for (int k = 0; k < n; k++) {
      some[k] = joints[own[k]];
    }
    for (int[] t : terms(some, degree, crossTerms)) {
      kept.add(Arrays.stream(t).map(k -> own[k]).toArray());
    }
    return kept.toArray(int[][]::new);
  }

  /** All products of up to degree variables, with repetition, the low degrees first. */
  public static int[][] terms(int[] joints, int degree, boolean crossTerms) {
    List<int[]> all = new ArrayList<>();
    List<int[]> last = new ArrayList<>();
    last.add(new int[0]);
    for (int p = 1; p <= degree; p++) {
      List<int[]> next = new ArrayList<>();
      for (int[] t : last) {
        for (int v = t.length == 0 ? 0 : t[t.length - 1]; v < joints.length; v++) {
          if (crossTerms || t.length == 0 || joints[t[0]] == joints[v]) {
            int[] longer = Arrays.copyOf(t, t.length + 1);
            longer[t.length] = v;
            next.add(longer);
          }
        }
      }
      all.addAll(next);
      last = next;
    }
    return all.toArray(int[][]::new);
  }

  /** Unit quaternion of a rotation vector. */
  public static void quaternion(double x, double y, double z, double[] q) {
    double angle = Math.sqrt(x * x + y * y + z * z);
    double f = angle < 1e-9 ? 0.5 : PortableMath.sin(0.5 * angle) / angle;
    q[0] = PortableMath.cos(0.5 * angle);
    q[1] = f * x;
    q[2] = f * y;
    q[3] = f * z;
  }
}
