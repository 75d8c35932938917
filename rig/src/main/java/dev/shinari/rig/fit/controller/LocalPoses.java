package dev.shinari.rig.fit.controller;

import dev.shinari.math.Quaternions;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;

/**
 * A helper's poses about a candidate parent [Mukai15, eqs. (7), (8)]: L = G_p^-1 S B with G_p the
 * rigid part of the parent's pose and B the helper's bind pose, which has the parent's axes and
 * lies at the pivot. Six planes: translation t, then rotation vector r.
 */
final class LocalPoses {
  /** Global bind pose B, 12 numbers. */
  final double[] bind;

  /** Six planes of N numbers. */
  final double[] outputs;

  /**
   * @param transforms of one helper: 12 numbers, {@code step} apart from example to example
   * @param pivot point of the bind pose
   */
  LocalPoses(
      ExampleSet set, int parent, double[] transforms, int offset, int step, double[] pivot) {
    RigSkeleton skeleton = set.skeleton();
    int n = set.exampleCount();
    bind = new double[12];
    rigid(skeleton.bind(), 12 * parent, bind);
    for (int r = 0; r < 3; r++) {
      bind[4 * r + 3] = pivot[r];
    }
    outputs = new double[6 * n];
    double[] pose = new double[12 * skeleton.jointCount()];
    double[] frame = new double[12];
    double[] inverse = new double[12];
    double[] a = new double[12];
    double[] l = new double[12];
    double[] turn = new double[4];
    double[] r = new double[3];
    for (int i = 0; i < n; i++) {
      set.copyPose(i, pose);
      rigid(pose, 12 * parent, frame);
      Transforms.invertRigid(frame, 0, inverse, 0);
      Transforms.multiply(transforms, offset + i * step, bind, 0, a, 0);
      Transforms.multiply(inverse, 0, a, 0, l, 0);
      Quaternions.ofMatrix(l, 0, 4, turn, 0);
      Quaternions.toVector(turn, 0, r, 0);
      for (int k = 0; k < 3; k++) {
        outputs[k * n + i] = l[4 * k + 3];
        outputs[(3 + k) * n + i] = r[k];
      }
    }
  }

  /** Gram and Schmidt on the axes, as the runtime does it. */
  static void rigid(double[] p, int o, double[] out) {
    double[] x = {p[o], p[o + 4], p[o + 8]};
    double[] y = {p[o + 1], p[o + 5], p[o + 9]};
    double n = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int k = 0; k < 3; k++) {
      x[k] /= n;
    }
    double d = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    for (int k = 0; k < 3; k++) {
      y[k] -= d * x[k];
    }
    n = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    for (int k = 0; k < 3; k++) {
      y[k] /= n;
      out[4 * k] = x[k];
      out[4 * k + 1] = y[k];
      out[4 * k + 3] = p[o + 4 * k + 3];
    }
    out[2] = x[1] * y[2] - x[2] * y[1];
    out[6] = x[2] * y[0] - x[0] * y[2];
    out[10] = x[0] * y[1] - x[1] * y[0];
  }

  /**
   * Takes jumps out: where a rotation is more than half a turn away from what a guide says, it is
   * the same rotation the other way round.
   */
  void unwrap(double[] guide, int n) {
    for (int i = 0; i < n; i++) {
      double x = outputs[3 * n + i];
      double y = outputs[4 * n + i];
      double z = outputs[5 * n + i];
      double angle = Math.sqrt(x * x + y * y + z * z);
      if (angle < 1e-6) {
        continue;
      }
      double other = 1 - 2 * Math.PI / angle;
      double here = 0;
      double there = 0;
      for (int k = 0; k < 3; k++) {
        double v = outputs[(3 + k) * n + i];
        double g = guide[(3 + k) * n + i];
        here += (v - g) * (v - g);
        there += (other * v - g) * (other * v - g);
      }
      if (there < here) {
        for (int k = 0; k < 3; k++) {
          outputs[(3 + k) * n + i] *= other;
        }
      }
    }
  }

  /** Largest rotation angle. */
  double widest(int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = 3; k < 6; k++) {
        s += outputs[k * n + i] * outputs[k * n + i];
      }
      most = Math.max(most, s);
    }
    return Math.sqrt(most);
  }
}
