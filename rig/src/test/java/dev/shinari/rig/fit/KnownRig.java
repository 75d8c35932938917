package dev.shinari.rig.fit;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.fit.controller.PoseFeatures;
import dev.shinari.rig.runtime.HelperRuntime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A tube of length 1 along x with three joints, and two helpers that are known: where they are,
 * what they move, and the polynomials by which they follow the joints. Its skin in random poses is
 * what a fit must be able to explain.
 */
final class KnownRig {
  static final int[] PARENTS = {0, 1};

  final TriangleMesh mesh;
  final RigSkeleton skeleton;
  final HelperRig rig;

  KnownRig(int rings, int around, boolean withHelpers) {
    mesh = tube(rings, around);
    double[] bind = new double[36];
    for (int d = 0; d < 3; d++) {
      System.arraycopy(Transforms.identity(), 0, bind, 12 * d, 12);
      bind[12 * d + 3] = d / 3.0;
    }
    skeleton = new RigSkeleton(List.of("upper", "lower", "hand"), new int[] {-1, 0, 1}, bind);
    // Variables: all three components of joint 1, one of joint 2.
    int[] joints = {1, 1, 1, 2};
    int[] axes = {0, 1, 2, 2};
    double[] centers = new double[16];
    for (int v = 0; v < 4; v++) {
      centers[4 * v] = 1;
    }
    double[] low = {-4, -4, -4, -4};
    double[] high = {4, 4, 4, 4};
    PoseInputs inputs = new PoseInputs(joints, axes, centers, low, high);
    List<Helper> helpers = new ArrayList<>();
    if (withHelpers) {
      helpers.add(
          helper(
              "bulge",
              PARENTS[0],
              new double[] {0.2, 0.1, 0},
              new int[][][] {{{2}}, {{2, 2}}, {}, {}, {}, {{2}}},
              new double[][] {{0.05}, {0.06}, {}, {}, {}, {0.3}}));
      helpers.add(
          helper(
              "tendon",
              PARENTS[1],
              new double[] {0.5, -0.1, 0},
              new int[][][] {{{3}}, {{3, 3}, {3}}, {{0}}, {{0}}, {}, {{3}}},
              new double[][] {{-0.04}, {-0.05, 0.02}, {0.03}, {0.4}, {}, {-0.3}}));
    }
    rig = new HelperRig(skeleton, inputs, helpers, weights(withHelpers ? 2 : 0), List.of());
  }

  private static Helper helper(
      String name, int parent, double[] at, int[][][] terms, double[][] coefficients) {
    double[] bind = Transforms.identity();
    double[] constant = new double[6];
    for (int c = 0; c < 3; c++) {
      bind[4 * c + 3] = at[c];
      constant[c] = at[c];
    }
    constant[0] -= parent / 3.0;
    double[] low = {-9, -9, -9, -9, -9, -9};
    double[] high = {9, 9, 9, 9, 9, 9};
    Controller c =
        new Controller(
            constant, terms, coefficients, new double[0], new double[0], new double[0], low, high);
    return new Helper(name, parent, bind, new double[] {1, 0, 0, 0}, c, 0);
  }

  static TriangleMesh tube(int rings, int around) {
    float[] p = new float[3 * rings * around];
    int[] t = new int[6 * (rings - 1) * around];
    int k = 0;
    for (int r = 0; r < rings; r++) {
      for (int a = 0; a < around; a++) {
        double angle = 2 * Math.PI * a / around;
        int v = r * around + a;
        p[3 * v] = (float) r / (rings - 1);
        p[3 * v + 1] = (float) (0.1 * StrictMath.cos(angle));
        p[3 * v + 2] = (float) (0.1 * StrictMath.sin(angle));
        if (r + 1 < rings) {
          int b = r * around + (a + 1) % around;
          int[] quad = {v, b, v + around, b, b + around, v + around};
          System.arraycopy(quad, 0, t, k, 6);
          k += 6;
        }
      }
    }
    return new TriangleMesh(p, t);
  }

  private SkinWeights weights(int helpers) {
    int bones = 3 + helpers;
    double[] w = new double[mesh.vertexCount() * bones];
    double[][] middle = {{0.2, 0.1, 0}, {0.5, -0.1, 0}};
    for (int j = 0; j < mesh.vertexCount(); j++) {
      double x = mesh.positions()[3 * j];
      double y = mesh.positions()[3 * j + 1];
      double z = mesh.positions()[3 * j + 2];
      double first = ramp((x - 1 / 3.0) / 0.1);
      double second = ramp((x - 2 / 3.0) / 0.1);
      double[] own = {1 - first, first - Math.min(first, second), Math.min(first, second)};
      double left = 1;
      for (int h = 0; h < helpers; h++) {
        double d2 =
            (x - middle[h][0]) * (x - middle[h][0])
                + (y - middle[h][1]) * (y - middle[h][1])
                + (z - middle[h][2]) * (z - middle[h][2]);
        double v = Math.max(0, 1 - d2 / 0.04);
        w[j * bones + 3 + h] = 0.9 * v * v;
        left -= w[j * bones + 3 + h];
      }
      for (int d = 0; d < 3; d++) {
        w[j * bones + d] = own[d] * left;
      }
    }
    return SkinWeights.ofDense(5, bones, w);
  }

  private static double ramp(double x) {
    return Math.max(0, Math.min(1, 0.5 + 0.5 * x));
  }

  /** Global poses: joint 1 turns about all axes, joint 2 about z. */
  void pose(double a, double b, double c, double d, double[] out) {
    double[] q = new double[4];
    double[] local = Transforms.identity();
    System.arraycopy(Transforms.identity(), 0, out, 0, 12);
    PoseFeatures.quaternion(a, b, c, q);
    Transforms.setRotation(q, 0, local, 0);
    local[3] = 1 / 3.0;
    Transforms.multiply(out, 0, local, 0, out, 12);
    double[] end = Transforms.identity();
    PoseFeatures.quaternion(0, 0, d, q);
    Transforms.setRotation(q, 0, end, 0);
    end[3] = 1 / 3.0;
    Transforms.multiply(out, 12, end, 0, out, 24);
  }

  /** The skin of a pose. */
  void skin(double[] pose, float[] out) {
    int helpers = rig.helpers().size();
    double[] s = new double[12 * (3 + helpers)];
    skeleton.skinning(pose, s);
    HelperRuntime runtime = rig.runtime();
    double[] h = new double[12 * helpers];
    runtime.evaluate(pose, h, null);
    System.arraycopy(h, 0, s, 36, h.length);
    double[] w = rig.weights().dense(3 + helpers);
    double[] v = new double[3];
    for (int j = 0; j < mesh.vertexCount(); j++) {
      double[] sum = new double[3];
      for (int e = 0; e < 3 + helpers; e++) {
        Transforms.apply(
            s,
            12 * e,
            mesh.positions()[3 * j],
            mesh.positions()[3 * j + 1],
            mesh.positions()[3 * j + 2],
            v,
            0);
        for (int c = 0; c < 3; c++) {
          sum[c] += w[j * (3 + helpers) + e] * v[c];
        }
      }
      for (int c = 0; c < 3; c++) {
        out[3 * j + c] = (float) sum[c];
      }
    }
  }

  ExampleSet examples(int count, int seed, int perBlock) throws IOException {
    ExampleSink sink = MemoryExamples.builder(mesh, skeleton, perBlock);
    fill(count, seed, sink);
    return sink.finish();
  }

  void fill(int count, int seed, ExampleSink sink) throws IOException {
    Random r = new Random(seed);
    double[] pose = new double[36];
    float[] skin = new float[3 * mesh.vertexCount()];
    for (int n = 0; n < count; n++) {
      pose(
          1.2 * (r.nextDouble() - 0.5),
          1.2 * (r.nextDouble() - 0.5),
          2.4 * (r.nextDouble() - 0.5),
          2.4 * (r.nextDouble() - 0.5),
          pose);
      skin(pose, skin);
      sink.add(pose, skin);
    }
  }
}
