package dev.shinari.rig.fit.pass;

import dev.shinari.rig.fit.solver.Cholesky;
import java.util.Arrays;

/**
 * A hierarchy for rigid bones, where one fits: two bones that share vertices are joined if some
 * rest point c moves alike with both, min over c of sum_n |S_a c - S_b c|^2, to a fiftieth of the
 * model's size. Bones are taken in from the heaviest outward, each below the bone whose joint fits
 * best; one that fits nowhere hangs below the root.
 */
public final class BoneTree {
  private static final double FITS = 0.02;

  /** Bone above each, -1 for the root. */
  public final int[] parents;

  /** Rest point of each bone's joint, 3 numbers. */
  public final double[] joints;

  /**
   * @param weights dense, bones a vertex
   * @param transforms 12 numbers, bone by bone, frame by frame
   */
  public BoneTree(FitProblem problem, double[] weights, int bones, double[] transforms) {
    parents = new int[bones];
    joints = new double[3 * bones];
    int frames = problem.examples;
    double[] mass = new double[bones];
    double[] shared = new double[bones * bones];
    for (int j = 0; j < problem.vertices; j++) {
      for (int a = 0; a < bones; a++) {
        double w = weights[j * bones + a];
        if (w == 0) {
          continue;
        }
        mass[a] += w;
        for (int c = 0; c < 3; c++) {
          joints[3 * a + c] += w * (problem.rest[3 * j + c] + problem.center[c]);
        }
        for (int b = 0; b < bones; b++) {
          shared[a * bones + b] += a == b ? 0 : w * weights[j * bones + b];
        }
      }
    }
    for (int k = 0; k < joints.length; k++) {
      joints[k] /= Math.max(1e-30, mass[k / 3]);
    }
    double[] middles = joints.clone();
    Arrays.fill(parents, -2);
    for (int taken = 0; taken < bones; taken++) {
      int best = -1;
      int above = -1;
      double least = Double.POSITIVE_INFINITY;
      double[] at = new double[3];
      double[] point = new double[3];
      for (int b = 0; b < bones; b++) {
        for (int a = 0; a < bones && parents[b] == -2; a++) {
          if (parents[a] == -2 || !(shared[a * bones + b] > 1e-3 * mass[b])) {
            continue;
          }
          double apart = joint(transforms, bones, frames, a, b, middles, point) / problem.size;
          if (apart < least) {
            least = apart;
            best = b;
            above = a;
            System.arraycopy(point, 0, at, 0, 3);
          }
        }
      }
      if (best >= 0 && least < FITS) {
        parents[best] = above;
        System.arraycopy(at, 0, joints, 3 * best, 3);
        continue;
      }
      int heaviest = -1;
      for (int b = 0; b < bones; b++) {
        if (parents[b] == -2 && (heaviest < 0 || mass[b] > mass[heaviest])) {
          heaviest = b;
        }
      }
      parents[heaviest] = -1;
    }
  }

  /** RMS distance of the best common point of two bones, which is stored. */
  private static double joint(
      double[] t, int bones, int frames, int a, int b, double[] middles, double[] out) {
    double[] g = new double[9];
    double[] y = new double[3];
    double square = 0;
    // A whisper for the middle between them: a hinge leaves its axis open.
    double[] middle = new double[3];
    for (int c = 0; c < 3; c++) {
      middle[c] = 0.5 * (middles[3 * a + c] + middles[3 * b + c]);
    }
    for (int n = 0; n < frames; n++) {
      int oa = 12 * (n * bones + a);
      int ob = 12 * (n * bones + b);
      for (int r = 0; r < 3; r++) {
        double rest = t[ob + 4 * r + 3] - t[oa + 4 * r + 3];
        square += rest * rest;
        for (int c = 0; c < 3; c++) {
          double d = t[oa + 4 * r + c] - t[ob + 4 * r + c];
          y[c] += d * rest;
          for (int e = 0; e < 3; e++) {
            g[3 * c + e] += d * (t[oa + 4 * r + e] - t[ob + 4 * r + e]);
          }
        }
      }
    }
    double whisper = 1e-4 * (g[0] + g[4] + g[8]) + 1e-12;
    double[] factor = g.clone();
    double[] x = y.clone();
    for (int c = 0; c < 3; c++) {
      factor[4 * c] += whisper;
      x[c] += whisper * middle[c];
    }
    Cholesky.factor(factor, 3);
    Cholesky.solve(factor, 3, x);
    double value = square;
    for (int c = 0; c < 3; c++) {
      value -= 2 * x[c] * y[c];
      for (int e = 0; e < 3; e++) {
        value += x[c] * g[3 * c + e] * x[e];
      }
    }
    System.arraycopy(x, 0, out, 0, 3);
    return Math.sqrt(Math.max(0, value) / frames);
  }
}
