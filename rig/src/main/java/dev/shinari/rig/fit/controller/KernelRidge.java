package dev.shinari.rig.fit.controller;

import dev.shinari.rig.fit.solver.Cholesky;
import dev.shinari.rig.fit.solver.PlaneLoops;
import java.util.Arrays;

/**
 * A non-parametric rest on top of the polynomials: kernels k = 1 / (1 + d^2)^2 of the scaled
 * distance d in the space of pose variables, at poses chosen from far to near, with weights by
 * ridge regression. The kernel needs no exponential, so that every runtime gives the same numbers.
 * The width is the one that does best on examples that were held back.
 */
final class KernelRidge {
  private static final double[] WIDTHS = {0.25, 0.5, 1, 2};
  private static final double RIDGE = 1e-7;

  private final PoseFeatures features;
  private final int n;
  private final int variables;
  private final int kernels;
  double[] centers;
  double[] inverseWidths;
  double[] weights;

  KernelRidge(PoseFeatures features, int most) {
    this.features = features;
    n = features.examples;
    variables = features.inputs.count();
    double[] scale = new double[variables];
    for (int v = 0; v < variables; v++) {
      scale[v] = 1 / (features.inputs.upper()[v] - features.inputs.lower()[v]);
    }
    inverseWidths = scale;
    centers = farthest(Math.min(most, n), scale);
    kernels = variables == 0 ? 0 : centers.length / variables;
  }

  /** Poses that are far from each other, the first one first. */
  private double[] farthest(int most, double[] scale) {
    double[] distance = new double[n];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    double[] out = new double[most * variables];
    int at = 0;
    for (int m = 0; m < most; m++) {
      for (int v = 0; v < variables; v++) {
        out[m * variables + v] = features.variables[v * n + at];
      }
      int next = 0;
      for (int i = 0; i < n; i++) {
        double d = 0;
        for (int v = 0; v < variables; v++) {
          double x = (features.variables[v * n + i] - out[m * variables + v]) * scale[v];
          d += x * x;
        }
        distance[i] = Math.min(distance[i], d);
        next = distance[i] > distance[next] ? i : next;
      }
      if (!(distance[next] > 1e-8)) {
        return Arrays.copyOf(out, (m + 1) * variables); // the rest are poses that it has
      }
      at = next;
    }
    return out;
  }

  /** Finds width and weights for six planes. */
  void fit(double[] y) {
    if (kernels == 0) {
      weights = new double[0];
      centers = new double[0];
      return;
    }
    double[] base = inverseWidths;
    double best = Double.POSITIVE_INFINITY;
    double[] chosen = null;
    for (double width : WIDTHS) {
      double[] w = new double[variables];
      for (int v = 0; v < variables; v++) {
        w[v] = base[v] / width;
      }
      double[] k = values(w);
      double[] a = solve(k, y, true);
      double error = heldBack(k, a, y);
      if (error < best) {
        best = error;
        chosen = w;
      }
    }
    inverseWidths = chosen;
    weights = solve(values(chosen), y, false);
  }

  private static boolean held(int i) {
    return ((i * 0x9E3779B97F4A7C15L) >>> 33) % 5 == 0;
  }

  private double[] values(double[] w) {
    double[] k = new double[kernels * n];
    for (int m = 0; m < kernels; m++) {
      for (int i = 0; i < n; i++) {
        k[m * n + i] = value(features, centers, w, m, i);
      }
    }
    return k;
  }

  private static double value(PoseFeatures f, double[] centers, double[] w, int m, int i) {
    int variables = w.length;
    double s = 1;
    for (int v = 0; v < variables; v++) {
      double e = (f.variables[v * f.examples + i] - centers[m * variables + v]) * w[v];
      s += e * e;
    }
    return 1 / (s * s);
  }

  /** A kernel's value in one pose. */
  static double value(double[] x, double[] centers, double[] w, int m) {
    double s = 1;
    for (int v = 0; v < w.length; v++) {
      double e = (x[v] - centers[m * w.length + v]) * w[v];
      s += e * e;
    }
    return 1 / (s * s);
  }

  private double[] solve(double[] k, double[] y, boolean hold) {
    double[] mask = k;
    if (hold) {
      mask = k.clone();
      for (int i = 0; i < n; i++) {
        for (int m = 0; held(i) && m < kernels; m++) {
          mask[m * n + i] = 0;
        }
      }
    }
    double[] a = new double[kernels * kernels];
    for (int p = 0; p < kernels; p++) {
      for (int q = 0; q <= p; q++) {
        a[p * kernels + q] = PlaneLoops.dot(mask, p * n, mask, q * n, n);
      }
      a[p * kernels + p] *= 1 + RIDGE;
      a[p * kernels + p] += RIDGE * n;
    }
    Cholesky.factor(a, kernels);
    double[] out = new double[6 * kernels];
    double[] x = new double[kernels];
    for (int o = 0; o < 6; o++) {
      for (int p = 0; p < kernels; p++) {
        x[p] = PlaneLoops.dot(mask, p * n, y, o * n, n);
      }
      Cholesky.solve(a, kernels, x);
      for (int p = 0; p < kernels; p++) {
        out[6 * p + o] = x[p];
      }
    }
    return out;
  }

  private double heldBack(double[] k, double[] a, double[] y) {
    double sum = 0;
    for (int o = 0; o < 6; o++) {
      double square = 1e-300 + PlaneLoops.dot(y, o * n, y, o * n, n);
      double error = 0;
      for (int i = 0; i < n; i++) {
        if (held(i)) {
          double e = y[o * n + i];
          for (int m = 0; m < kernels; m++) {
            e -= a[6 * m + o] * k[m * n + i];
          }
          error += e * e;
        }
      }
      sum += error / square;
    }
    return sum;
  }

  /** Adds kernels to six planes of outputs. */
  static void addTo(
      PoseFeatures f, double[] centers, double[] widths, double[] weights, double[] out) {
    int n = f.examples;
    for (int m = 0; m < weights.length / 6; m++) {
      for (int i = 0; i < n; i++) {
        double k = value(f, centers, widths, m, i);
        for (int o = 0; o < 6; o++) {
          out[o * n + i] += k * weights[6 * m + o];
        }
      }
    }
  }
}
