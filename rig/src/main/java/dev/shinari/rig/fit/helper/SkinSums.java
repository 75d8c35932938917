package dev.shinari.rig.fit.helper;

import dev.shinari.parallel.Workers;
import dev.shinari.rig.fit.helper.SubspacePasses.DoubleSums;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.fit.solver.WeightQp;
import java.util.Arrays;

/**
 * The vertices' side of stage 1: from the sums over examples the quadratic form of every vertex's
 * weights, E_j(w) = w^T G w - 2 b^T w + v with
 *
 * <pre>
 *   G_ef = u^T Q_ef u        b_e = sum_c u_c (K_ec . U_j)        v = sum_n |v_jn|^2
 * </pre>
 *
 * and back from the weights what the next update of transforms needs. Work is cut into blocks of
 * vertices by their number alone.
 */
public final class SkinSums {
  private static final int BLOCK = 256;
  private static final int SMOOTH_SWEEPS = 3;

  private final FitProblem problem;
  private final Subspace subspace;
  private final Workers workers;
  private final int joints;
  private int bones;

  /** Dense, bones entries a vertex. */
  public double[] weights;

  /** Squared error of each vertex over all examples; zero for vertices that do not count. */
  final double[] errors;

  private final double[] lengths; // v
  private double[] dots; // K_ec . U_j, 4 bones a vertex
  private double[] forms; // Q_ef packed: 10 numbers a pair, at (e bones + f), both ways

  /** Neighbors for smooth weights; null without. */
  private final int[][] neighbors;

  private final double smooth;

  public SkinSums(
      FitProblem problem, Subspace subspace, Workers workers, int[][] neighbors, double smooth) {
    this.problem = problem;
    this.subspace = subspace;
    this.workers = workers;
    this.neighbors = neighbors;
    // One unit of strength: weights that differ by one across an edge cost as much as an error of
    // a hundredth of the model's size in every example.
    this.smooth = smooth * problem.examples * problem.size * problem.size * 1e-4;
    joints = problem.joints;
    errors = new double[problem.vertices];
    lengths = new double[problem.vertices];
    int r = subspace.rank;
    for (int j = 0; j < problem.vertices; j++) {
      double s = 0;
      for (int k = 0; k < 3 * r; k++) {
        double u = subspace.basis[3 * j * r + k];
        s += u * u * subspace.energy[k % r];
      }
      lengths[j] = s;
    }
    resize(joints);
  }

  int bones() {
    return bones;
  }

  /** Room for another number of bones; weights of the bones that stay are kept. */
  public void resize(int count) {
    double[] w = new double[problem.vertices * count];
    double[] d = new double[problem.vertices * 4 * count];
    double[] q = new double[count * count * 10];
    int keep = Math.min(bones, count);
    for (int j = 0; j < problem.vertices && bones > 0; j++) {
      System.arraycopy(weights, j * bones, w, j * count, keep);
      System.arraycopy(dots, j * 4 * bones, d, j * 4 * count, 4 * keep);
    }
    for (int e = 0; e < keep; e++) {
      System.arraycopy(forms, e * bones * 10, q, e * count * 10, 10 * keep);
    }
    weights = w;
    dots = d;
    forms = q;
    bones = count;
  }

  /** Takes a helper's column out; its weight is lost until the weights are solved for again. */
  void removeBone(int bone) {
    int count = bones - 1;
    double[] w = new double[problem.vertices * count];
    for (int j = 0; j < problem.vertices; j++) {
      double left = 1 - weights[j * bones + bone];
      for (int e = 0; e < count; e++) {
        double x = weights[j * bones + (e < bone ? e : e + 1)];
        w[j * count + e] = left > 1e-9 ? x / left : 0;
      }
    }
    resize(count);
    weights = w;
  }

  /** Takes the sums of a pass in, for the bones that it summed. */
  public void accept(SkinPass pass, DoubleSums sums, int first) {
    for (int e = first; e < bones; e++) {
      for (int f = 0; f <= e; f++) {
        int at = pass.qBase(e, f);
        double[] q = sums.values;
        int out = (e * bones + f) * 10;
        for (int k = 0; k < 4; k++) {
          forms[out + k] = q[at + 5 * k];
        }
        int o = 4;
        for (int a = 0; a < 4; a++) {
          for (int b = a + 1; b < 4; b++) {
            forms[out + o++] = q[at + 4 * a + b] + q[at + 4 * b + a];
          }
        }
        System.arraycopy(forms, out, forms, (f * bones + e) * 10, 10);
      }
    }
    if (subspace.rank * 12 * (bones - first) == 0) {
      return;
    }
    int width = 3 * subspace.rank;
    forBlocks(
        (from, to, worker) -> {
          for (int j = from; j < to; j++) {
            for (int e = first; e < bones; e++) {
              int at = j * 4 * bones + 4 * e;
              Arrays.fill(dots, at, at + 4, 0);
              PlaneLoops.addDots(
                  subspace.basis, j * width, sums.values, pass.kBase(e), width, dots, at);
            }
          }
        });
  }

  /** Squared error before and after weights were solved for. */
  public record Change(double before, double after) {}

  /**
   * Solves for all weights.
   *
   * @param candidates bones that may be used, or null for all
   */
  public Change solve(int influences, boolean thorough, boolean[] candidates) {
    if (smooth > 0) {
      return solveSmooth(influences, thorough, candidates);
    }
    int blocks = (problem.vertices + BLOCK - 1) / BLOCK;
    double[] before = new double[blocks];
    double[] after = new double[blocks];
    WeightQp[] solvers = new WeightQp[workers.count()];
    forBlocks(
        (from, to, worker) -> {
          if (solvers[worker] == null) {
            solvers[worker] = new WeightQp(bones);
          }
          WeightQp qp = solvers[worker];
          double[] g = new double[bones * bones];
          double[] b = new double[bones];
          double[] w = new double[bones];
          for (int j = from; j < to; j++) {
            form(j, g, b);
            System.arraycopy(weights, j * bones, w, 0, bones);
            if (problem.used[j]) {
              before[from / BLOCK] += value(g, b, w) + lengths[j];
            }
            double v = qp.solve(g, b, influences, candidates, thorough, w);
            System.arraycopy(w, 0, weights, j * bones, bones);
            errors[j] = problem.used[j] ? Math.max(0, 2 * v + lengths[j]) : 0;
            after[from / BLOCK] += errors[j];
          }
        });
    return new Change(sum(before), sum(after));
  }

  /**
   * With smooth weights the objective gains, for every edge (i, j), smooth |w_i - w_j|^2. Vertices
   * take turns in their order, so that it falls with each.
   */
  private Change solveSmooth(int influences, boolean thorough, boolean[] candidates) {
    WeightQp qp = new WeightQp(bones);
    double[] g = new double[bones * bones];
    double[] b = new double[bones];
    double[] w = new double[bones];
    double before = objective();
    for (int sweep = 0; sweep < SMOOTH_SWEEPS; sweep++) {
      for (int j = 0; j < problem.vertices; j++) {
        form(j, g, b);
        for (int i : neighbors[j]) {
          for (int e = 0; e < bones; e++) {
            g[e * bones + e] += smooth;
            b[e] += smooth * weights[i * bones + e];
          }
        }
        System.arraycopy(weights, j * bones, w, 0, bones);
        qp.solve(g, b, influences, candidates, thorough, w);
        System.arraycopy(w, 0, weights, j * bones, bones);
      }
    }
    return new Change(before, objective());
  }

  /** Squared error, with the cost of rough weights where that is asked for; fills errors. */
  public double objective() {
    double[] g = new double[bones * bones];
    double[] b = new double[bones];
    double[] w = new double[bones];
    double total = 0;
    for (int j = 0; j < problem.vertices; j++) {
      form(j, g, b);
      System.arraycopy(weights, j * bones, w, 0, bones);
      errors[j] = problem.used[j] ? Math.max(0, value(g, b, w) + lengths[j]) : 0;
      total += errors[j];
      for (int k = 0; smooth > 0 && k < neighbors[j].length; k++) {
        int i = neighbors[j][k];
        for (int e = 0; i < j && e < bones; e++) {
          double d = weights[i * bones + e] - w[e];
          total += smooth * d * d;
        }
      }
    }
    return total;
  }

  /** The quadratic form of a vertex in residual form, from a gradient that was measured exactly. */
  Change solveExact(float[] gradient, double[] squared, int influences, boolean thorough) {
    WeightQp qp = new WeightQp(bones);
    double[] g = new double[bones * bones];
    double[] b = new double[bones];
    double[] w = new double[bones];
    double before = 0;
    double after = 0;
    for (int j = 0; j < problem.vertices; j++) {
      if (!problem.used[j]) {
        continue;
      }
      form(j, g, b);
      System.arraycopy(weights, j * bones, w, 0, bones);
      double old = 0;
      for (int e = 0; e < bones; e++) {
        double s = 0;
        for (int c = 0; c < 4; c++) {
          s += problem.point(j, c) * gradient[(4 * e + c) * problem.stride + j];
        }
        for (int f = 0; f < bones; f++) {
          s += g[e * bones + f] * w[f];
        }
        b[e] = s;
      }
      old = value(g, b, w);
      for (int i = 0; smooth > 0 && i < neighbors[j].length; i++) {
        for (int e = 0; e < bones; e++) {
          g[e * bones + e] += smooth;
          b[e] += smooth * weights[neighbors[j][i] * bones + e];
        }
      }
      double v = 2 * qp.solve(g, b, influences, null, thorough, w);
      System.arraycopy(w, 0, weights, j * bones, bones);
      before += squared[j];
      after += squared[j] + (v - old);
    }
    return new Change(before, after);
  }

  /** Adds a vertex's quadratic form to g and b; returns the constant. */
  public double addForm(int j, double[] g, double[] b) {
    double[] own = new double[bones * bones];
    double[] right = new double[bones];
    form(j, own, right);
    PlaneLoops.addScaled(1, own, 0, g, 0, own.length);
    PlaneLoops.addScaled(1, right, 0, b, 0, bones);
    return lengths[j];
  }

  private void form(int j, double[] g, double[] b) {
    double x = problem.rest[3 * j];
    double y = problem.rest[3 * j + 1];
    double z = problem.rest[3 * j + 2];
    for (int e = 0; e < bones; e++) {
      for (int f = 0; f <= e; f++) {
        int q = (e * bones + f) * 10;
        double s =
            forms[q] * x * x
                + forms[q + 1] * y * y
                + forms[q + 2] * z * z
                + forms[q + 3]
                + forms[q + 4] * x * y
                + forms[q + 5] * x * z
                + forms[q + 6] * x
                + forms[q + 7] * y * z
                + forms[q + 8] * y
                + forms[q + 9] * z;
        g[e * bones + f] = s;
        g[f * bones + e] = s;
      }
      int d = j * 4 * bones + 4 * e;
      b[e] = x * dots[d] + y * dots[d + 1] + z * dots[d + 2] + dots[d + 3];
    }
  }

  private double value(double[] g, double[] b, double[] w) {
    double v = 0;
    for (int e = 0; e < bones; e++) {
      if (w[e] == 0) {
        continue;
      }
      double s = 0;
      for (int f = 0; f < bones; f++) {
        s += g[e * bones + f] * w[f];
      }
      v += w[e] * (s - 2 * b[e]);
    }
    return v;
  }

  /** sum_j w_jh u_jc U_j for all helpers: 3 * rank numbers at (4 h + c). */
  public double[] moments() {
    int helpers = bones - joints;
    int width = 3 * subspace.rank;
    int blocks = (problem.vertices + BLOCK - 1) / BLOCK;
    int groups = Math.min(8, blocks);
    double[][] parts = new double[groups][4 * helpers * width];
    workers.run(
        groups,
        (group, worker) -> {
          int from = (int) ((long) group * problem.vertices / groups);
          int to = (int) ((long) (group + 1) * problem.vertices / groups);
          for (int j = from; j < to; j++) {
            for (int h = 0; h < helpers && problem.used[j]; h++) {
              double w = weights[j * bones + joints + h];
              for (int c = 0; w != 0 && c < 4; c++) {
                PlaneLoops.addScaled(
                    w * problem.point(j, c),
                    subspace.basis,
                    j * width,
                    parts[group],
                    (4 * h + c) * width,
                    width);
              }
            }
          }
        });
    for (int g = 1; g < groups; g++) {
      PlaneLoops.addScaled(1, parts[g], 0, parts[0], 0, parts[0].length);
    }
    return parts[0];
  }

  /** M_he = sum_j w_jh w_je u_j u_j^T, 16 numbers at (h bones + e). */
  public double[] cross() {
    int helpers = bones - joints;
    double[] m = new double[16 * helpers * bones];
    double[] u = new double[4];
    for (int j = 0; j < problem.vertices; j++) {
      if (!problem.used[j]) {
        continue;
      }
      for (int c = 0; c < 4; c++) {
        u[c] = problem.point(j, c);
      }
      for (int h = 0; h < helpers; h++) {
        double wh = weights[j * bones + joints + h];
        for (int e = 0; wh != 0 && e < bones; e++) {
          double w = wh * weights[j * bones + e];
          int at = 16 * (h * bones + e);
          for (int a = 0; w != 0 && a < 4; a++) {
            for (int b = 0; b < 4; b++) {
              m[at + 4 * a + b] += w * u[a] * u[b];
            }
          }
        }
      }
    }
    return m;
  }

  /** Vertices that a bone moves. */
  int support(int bone) {
    int n = 0;
    for (int j = 0; j < problem.vertices; j++) {
      n += problem.used[j] && weights[j * bones + bone] > 1e-4 ? 1 : 0;
    }
    return n;
  }

  @FunctionalInterface
  private interface RangeTask {
    void run(int from, int to, int worker);
  }

  private void forBlocks(RangeTask task) {
    int blocks = (problem.vertices + BLOCK - 1) / BLOCK;
    workers.run(
        blocks,
        (block, worker) ->
            task.run(block * BLOCK, Math.min(problem.vertices, (block + 1) * BLOCK), worker));
  }

  private static double sum(double[] a) {
    return Arrays.stream(a).reduce(0, Double::sum);
  }
}
