package dev.shinari.rig.fit.controller;

import dev.shinari.math.PortableMath;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.runtime.HelperRuntime;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The independent variables of stage 2 [Mukai15, sec. 5.3]: rotation vectors of the joints in every
 * example, and all their products up to a degree, within a joint or across joints. Components that
 * never change are left out, so that a hinge gives one variable.
 */
public final class PoseFeatures {
  /** Radians by which a component must vary to count as a variable. */
  private static final double STILL = 1e-4;

  /** Beyond this angle from the bind pose a joint's logarithm is taken about its mean rotation. */
  private static final double WIDE = 0.85 * Math.PI;

  final PoseInputs inputs;
  final int examples;

  /** Variables, one plane of N numbers each. */
  final double[] variables;

  /** Terms: variables to multiply. */
  final int[][] terms;

  /** Terms less their means, one plane each. */
  final double[] features;

  final double[] means;

  /** features features^T. */
  final double[] gram;

  final List<String> notes = new ArrayList<>();

  PoseFeatures(ExampleSet set, int degree, boolean crossTerms) {
    RigSkeleton skeleton = set.skeleton();
    int joints = skeleton.jointCount();
    examples = set.exampleCount();
    double[] centers = new double[4 * joints];
    for (int d = 0; d < joints; d++) {
      centers[4 * d] = 1;
    }
    double[] vectors = vectors(set, centers);
    boolean moved = false;
    for (int d = 0; d < joints; d++) {
      if (widest(vectors, d) > WIDE) {
        mean(vectors, d, centers);
        moved = true;
      }
    }
    if (moved) {
      vectors = vectors(set, centers);
    }
    List<int[]> kept = new ArrayList<>();
    for (int d = 0; d < joints; d++) {
      boolean still = true;
      for (int a = 0; a < 3; a++) {
        int at = (3 * d + a) * examples;
        double[] range = range(vectors, at);
        if (range[1] - range[0] > STILL) {
          kept.add(new int[] {d, a});
          still = false;
        }
      }
      if (still) {
        notes.add("joint " + skeleton.name(d) + " never turns: no helper can follow it");
      } else if (widest(vectors, d) > 0.98 * Math.PI) {
        notes.add(
            "joint "
                + skeleton.name(d)
                + " turns through more than a whole turn: its logarithm jumps");
      }
    }
    int v = kept.size();
    int[] variableJoints = new int[v];
    int[] axes = new int[v];
    double[] variableCenters = new double[4 * v];
    double[] lower = new double[v];
    double[] upper = new double[v];
    variables = new double[v * examples];
    for (int k = 0; k < v; k++) {
      int d = kept.get(k)[0];
      variableJoints[k] = d;
      axes[k] = kept.get(k)[1];
      System.arraycopy(centers, 4 * d, variableCenters, 4 * k, 4);
      System.arraycopy(vectors, (3 * d + axes[k]) * examples, variables, k * examples, examples);
      double[] range = range(variables, k * examples);
      lower[k] = range[0];
      upper[k] = range[1];
    }
    inputs = new PoseInputs(variableJoints, axes, variableCenters, lower, upper);
    terms = terms(variableJoints, degree, crossTerms);
    features = new double[terms.length * examples];
    means = new double[terms.length];
    for (int f = 0; f < terms.length; f++) {
      int at = f * examples;
      Arrays.fill(features, at, at + examples, 1);
      for (int k : terms[f]) {
        for (int i = 0; i < examples; i++) {
          features[at + i] *= variables[k * examples + i];
        }
      }
      means[f] = center(features, at, examples);
    }
    gram = new double[terms.length * terms.length];
    for (int f = 0; f < terms.length; f++) {
      for (int g = 0; g <= f; g++) {
        gram[f * terms.length + g] =
            PlaneLoops.dot(features, f * examples, features, g * examples, examples);
        gram[g * terms.length + f] = gram[f * terms.length + g];
      }
    }
  }

  int count() {
    return terms.length;
  }

  /** What a pass needs to find the features of its own examples. */
  Rows rows(RigSkeleton skeleton) {
    return new Rows(reader(skeleton, inputs), terms, means);
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

  /** Rotation vectors of all joints, a plane for each component. */
  private static double[] vectors(ExampleSet set, double[] centers) {
    RigSkeleton skeleton = set.skeleton();
    int joints = skeleton.jointCount();
    int n = set.exampleCount();
    int[] variableJoints = new int[3 * joints];
    int[] axes = new int[3 * joints];
    double[] c = new double[12 * joints];
    double[] low = new double[3 * joints];
    double[] high = new double[3 * joints];
    Arrays.fill(low, Double.NEGATIVE_INFINITY);
    Arrays.fill(high, Double.POSITIVE_INFINITY);
    for (int k = 0; k < 3 * joints; k++) {
      variableJoints[k] = k / 3;
      axes[k] = k % 3;
      System.arraycopy(centers, 4 * (k / 3), c, 4 * k, 4);
    }
    HelperRuntime reader =
        new HelperRuntime(reader(skeleton, new PoseInputs(variableJoints, axes, c, low, high)));
    double[] out = new double[3 * joints * n];
    double[] pose = new double[12 * joints];
    double[] x = new double[3 * joints];
    for (int i = 0; i < n; i++) {
      set.copyPose(i, pose);
      reader.readVariables(pose, x);
      for (int k = 0; k < x.length; k++) {
        out[k * n + i] = x[k];
      }
    }
    return out;
  }

  /** An evaluator without helpers: it reads variables alone. */
  private static HelperRuntime.Data reader(RigSkeleton skeleton, PoseInputs in) {
    return new HelperRuntime.Data(
        skeleton.parents(),
        skeleton.bind(),
        in.joints(),
        in.axes(),
        in.centers(),
        in.lower(),
        in.upper(),
        new int[0],
        new double[0],
        new double[0],
        new double[0],
        new double[0],
        new double[0],
        new int[1],
        new int[0],
        new double[0],
        new int[1],
        new double[0],
        new double[0],
        new double[0]);
  }

  private double widest(double[] vectors, int d) {
    double most = 0;
    for (int i = 0; i < examples; i++) {
      double s = 0;
      for (int a = 0; a < 3; a++) {
        double x = vectors[(3 * d + a) * examples + i];
        s += x * x;
      }
      most = Math.max(most, s);
    }
    return Math.sqrt(most);
  }

  /** Mean rotation of a joint, from its rotation vectors about the bind pose. */
  private void mean(double[] vectors, int d, double[] centers) {
    double[] sum = new double[4];
    double[] q = new double[4];
    for (int i = 0; i < examples; i++) {
      quaternion(
          vectors[3 * d * examples + i],
          vectors[(3 * d + 1) * examples + i],
          vectors[(3 * d + 2) * examples + i],
          q);
      double same = sum[0] * q[0] + sum[1] * q[1] + sum[2] * q[2] + sum[3] * q[3];
      for (int k = 0; k < 4; k++) {
        sum[k] += same < 0 ? -q[k] : q[k];
      }
    }
    double norm = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
    for (int k = 0; norm > 1e-6 && k < 4; k++) {
      centers[4 * d + k] = sum[k] / norm;
    }
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

  private double[] range(double[] a, int at) {
    double lo = Double.POSITIVE_INFINITY;
    double hi = Double.NEGATIVE_INFINITY;
    for (int i = at; i < at + examples; i++) {
      lo = Math.min(lo, a[i]);
      hi = Math.max(hi, a[i]);
    }
    return new double[] {lo, hi};
  }
}
