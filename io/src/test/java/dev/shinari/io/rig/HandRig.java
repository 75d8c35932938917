package dev.shinari.io.rig;

import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import java.util.List;
import java.util.Random;

/** A rig by hand: two helpers with odd bind poses, all kinds of terms, limits that are reached. */
final class HandRig {
  private HandRig() {}

  static HelperRig of(RigModel model, boolean kernels) {
    RigSkeleton s = model.skeleton();
    double[] c = unit(0.95, 0.2, -0.1, 0.15);
    double[] none = {1, 0, 0, 0};
    int[] joints = {1, 1, 1, 2, 3};
    int[] axes = {0, 1, 2, 0, 0};
    double[] centers = new double[20];
    for (int v = 0; v < 5; v++) {
      System.arraycopy(v < 3 ? c : none, 0, centers, 4 * v, 4);
    }
    PoseInputs in =
        new PoseInputs(
            joints,
            axes,
            centers,
            new double[] {-1.1, -1.2, -1.3, -0.3, -0.6},
            new double[] {1.1, 1.2, 1.3, 0.9, 0.6});
    Random random = new Random(7);
    List<Helper> helpers =
        List.of(helper("bulge", 1, 0.1, random, kernels), helper("calf", 2, -0.2, random, kernels));
    SkinWeights from = model.weights();
    int n = from.vertexCount();
    int k = 5;
    int[] bones = new int[k * n];
    float[] weights = new float[k * n];
    for (int j = 0; j < n; j++) {
      float share = 0.1f + 0.3f * random.nextFloat();
      bones[k * j] = 4 + j % 2;
      weights[k * j] = share;
      for (int i = 0; i < from.influences(); i++) {
        bones[k * j + 1 + i] = from.bones()[from.influences() * j + i];
        weights[k * j + 1 + i] = (1 - share) * from.weights()[from.influences() * j + i];
      }
    }
    SkinWeights w = new SkinWeights(k, bones, weights);
    HelperRig.Level level = new HelperRig.Level(new int[] {1}, w, 0.25);
    return new HelperRig(s, in, helpers, w, List.of(level));
  }

  private static Helper helper(
      String name, int parent, double offset, Random random, boolean kernels) {
    double[] bind = Transforms.identity();
    Transforms.setRotation(unit(0.8, offset, 0.3, -0.4), 0, bind, 0);
    bind[3] = offset;
    bind[7] = 1.1;
    bind[11] = 0.2;
    int[][][] terms = new int[6][][];
    double[][] coefficients = new double[6][];
    double[] constant = new double[6];
    double[] lower = new double[6];
    double[] upper = new double[6];
    for (int o = 0; o < 6; o++) {
      terms[o] = new int[][] {{0}, {1}, {3}, {0, 1}, {2, 2}, {3, 4}, {0, 2, 3}, {4, 4, 4}};
      coefficients[o] = new double[terms[o].length];
      for (int i = 0; i < coefficients[o].length; i++) {
        coefficients[o][i] = 0.2 * random.nextGaussian();
      }
      constant[o] = 0.1 * random.nextGaussian();
      lower[o] = -0.35;
      upper[o] = 0.4;
    }
    double[] centers = new double[kernels ? 15 : 0];
    double[] widths = new double[kernels ? 5 : 0];
    double[] weights = new double[kernels ? 18 : 0];
    for (double[] a : new double[][] {centers, widths, weights}) {
      for (int i = 0; i < a.length; i++) {
        a[i] = 0.3 * random.nextGaussian();
      }
    }
    return new Helper(
        name,
        parent,
        bind,
        unit(0.9, -0.1, 0.2, offset),
        new Controller(constant, terms, coefficients, centers, widths, weights, lower, upper),
        0.5);
  }

  private static double[] unit(double w, double x, double y, double z) {
    double n = Math.sqrt(w * w + x * x + y * y + z * z);
    return new double[] {w / n, x / n, y / n, z / n};
  }
}
