package dev.shinari.rig.fit.controller;

import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.runtime.HelperRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The independent variables of stage 2 [Mukai15, sec. 5.3]: rotation vectors of the joints in every
 * example. Components that never change are left out, so that a hinge gives one variable.
 */
final class PoseVariables {
  /** Radians by which a component must vary to count as a variable. */
  private static final double STILL = 1e-4;

  /** Beyond this angle from the bind pose a joint's logarithm is taken about its mean rotation. */
  private static final double WIDE = 0.85 * Math.PI;

  /** One row in so many shows the bind pose. */
  private static final int BIND_EVERY = 10;

  final PoseInputs inputs;

  /**
   * Rows: the examples, then the bind pose some times. It is known even where no example shows it,
   * and no controller should move the skin there.
   */
  final int examples;

  /** How many of the rows are examples. */
  final int shown;

  /** Variables, one plane of N numbers each. */
  final double[] variables;

  final List<String> notes = new ArrayList<>();

  PoseVariables(ExampleSet set) {
    RigSkeleton skeleton = set.skeleton();
    int joints = skeleton.jointCount();
    shown = set.exampleCount();
    examples = shown + 1 + shown / BIND_EVERY;
    double[] centers = new double[4 * joints];
    for (int d = 0; d < joints; d++) {
      centers[4 * d] = 1;
    }
    double[] vectors = vectors(set, centers, examples);
    boolean moved = false;
    for (int d = 0; d < joints; d++) {
      if (widest(vectors, d) > WIDE) {
        mean(vectors, d, centers);
        moved = true;
      }
    }
    if (moved) {
      vectors = vectors(set, centers, examples);
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
  }

  /** Reads the variables of single poses. */
  HelperRuntime.Data reader(RigSkeleton skeleton) {
    return reader(skeleton, inputs);
  }

  /** Rotation vectors of all joints, a plane for each component. */
  private static double[] vectors(ExampleSet set, double[] centers, int n) {
    RigSkeleton skeleton = set.skeleton();
    int joints = skeleton.jointCount();
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
      if (i < set.exampleCount()) {
        set.copyPose(i, pose);
      } else {
        System.arraycopy(skeleton.bind(), 0, pose, 0, pose.length);
      }
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
        new double[0],
        new int[1],
        new int[0],
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
      PoseFeatures.quaternion(
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
