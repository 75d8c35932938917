package dev.shinari.rig.fit.helper;

import dev.shinari.math.SymmetricEigen;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.solver.PlaneLoops;
import java.io.IOException;
import java.util.Arrays;

/**
 * Principal components of the examples, found in two readings by random signs [Halko11], more where
 * that is not enough. In it example n is V_n = U c_n with a few dozen numbers c_n, and every sum
 * that stage 1 needs costs (J + N) r instead of J N. The rank is chosen by what is left out: an RMS
 * of 1e-4 of the model's size. Eigenvalues make the axes principal, so that sum c c^T is diagonal.
 */
public final class Subspace {
  private static final double TOLERANCE = 1e-4;
  private static final int COLUMNS = 84; // a multiple of 12 suits the kernels
  private static final int SAMPLES = 256;

  /** Dimensions. */
  public final int rank;

  /** U, vertex by vertex: x of all dimensions, then y, then z. */
  public final double[] basis;

  /** Sum over examples of c_k^2. */
  final double[] energy;

  /** RMS distance of a vertex from its place in the subspace, on a sample of the examples. */
  public final double tailRms;

  private Subspace(int rank, double[] basis, double[] energy, double tailRms) {
    this.rank = rank;
    this.basis = basis;
    this.energy = energy;
    this.tailRms = tailRms;
  }

  public static Subspace find(BlockEngine engine, FitProblem problem, int maxRank)
      throws IOException {
    int width = 3 * problem.stride;
    int most = Math.min(Math.min(maxRank, problem.examples), 3 * problem.vertices);
    float[] rows = new float[0];
    int known = 0;
    double tail = Double.POSITIVE_INFINITY;
    double allowed = TOLERANCE * problem.size;
    int sampleStep = Math.max(1, problem.examples / SAMPLES);
    while (known < most) {
      int columns = Math.min(COLUMNS, most - known);
      float[] sketch = engine.run(new SubspacePasses.Sketch(width, columns, known, rows)).values;
      float[] more = Arrays.copyOf(rows, (known + columns) * width);
      int found = orthonormalize(sketch, columns, more, known, width);
      if (found == known) {
        tail = 0; // the examples are exhausted
        break;
      }
      rows = found == known + columns ? more : Arrays.copyOf(more, found * width);
      double[] sums =
          engine.run(new SubspacePasses.Project(width, known, found, rows, sampleStep)).values;
      boolean exhausted = found < known + columns;
      known = found;
      tail = Math.sqrt(sums[0] / (sums[1] * problem.usedCount));
      if (exhausted || tail <= allowed) {
        break;
      }
    }
    return principal(engine, problem, rows, known, tail, 0.7 * allowed);
  }

  /** Gram and Schmidt, twice, in double; rows that vanish are left out. Returns rows so far. */
  private static int orthonormalize(
      float[] sketch, int columns, float[] rows, int known, int width) {
    int found = known;
    double[] v = new double[width];
    double largest = 0;
    for (int c = 0; c < columns; c++) {
      double norm = 0;
      for (int i = 0; i < width; i++) {
        norm += (double) sketch[c * width + i] * sketch[c * width + i];
      }
      largest = Math.max(largest, Math.sqrt(norm));
    }
    for (int c = 0; c < columns; c++) {
      for (int i = 0; i < width; i++) {
        v[i] = sketch[c * width + i];
      }
      for (int turn = 0; turn < 2; turn++) {
        for (int k = 0; k < found; k++) {
          double s0 = 0;
          double s1 = 0;
          int at = k * width;
          for (int i = 0; i < width; i += 2) {
            s0 += v[i] * rows[at + i];
            s1 += v[i + 1] * rows[at + i + 1];
          }
          double s = s0 + s1;
          for (int i = 0; i < width; i++) {
            v[i] -= s * rows[at + i];
          }
        }
      }
      double norm = 0;
      for (int i = 0; i < width; i++) {
        norm += v[i] * v[i];
      }
      norm = Math.sqrt(norm);
      if (!(norm > 3e-7 * largest)) {
        continue; // rounding alone
      }
      for (int i = 0; i < width; i++) {
        rows[found * width + i] = (float) (v[i] / norm);
      }
      found++;
    }
    return found;
  }

  private static Subspace principal(
      BlockEngine engine, FitProblem problem, float[] rows, int found, double tail, double allowed)
      throws IOException {
    double[] moments = engine.run(new SubspacePasses.Moments(found)).values;
    double[][] a = new double[found][found];
    double[][] v = new double[found][found];
    for (int i = 0; i < found; i++) {
      for (int j = 0; j < found; j++) {
        a[i][j] = moments[i * found + j];
      }
    }
    SymmetricEigen.solve(a, v);
    Integer[] order = new Integer[found];
    for (int i = 0; i < found; i++) {
      order[i] = i;
    }
    Arrays.sort(order, (p, q) -> Double.compare(a[q][q], a[p][p]));
    // Drop axes from the end while what is dropped stays below the tolerance.
    double budget = allowed * allowed * problem.usedCount * problem.examples;
    double dropped = 0;
    int rank = found;
    while (rank > 1 && dropped + Math.max(0, a[order[rank - 1]][order[rank - 1]]) < budget) {
      dropped += Math.max(0, a[order[rank - 1]][order[rank - 1]]);
      rank--;
    }
    double[] turn = new double[found * rank];
    double[] energy = new double[rank];
    for (int k = 0; k < rank; k++) {
      energy[k] = Math.max(0, a[order[k]][order[k]]);
      for (int i = 0; i < found; i++) {
        turn[i * rank + k] = v[i][order[k]];
      }
    }
    engine.run(new SubspacePasses.Turn(found, rank, turn));
    double[] basis = new double[problem.vertices * 3 * rank];
    double[] in = new double[found];
    for (int j = 0; j < problem.vertices; j++) {
      for (int p = 0; p < 3; p++) {
        for (int i = 0; i < found; i++) {
          in[i] = rows[i * 3 * problem.stride + p * problem.stride + j];
        }
        int at = (3 * j + p) * rank;
        for (int i = 0; i < found; i++) {
          PlaneLoops.addScaled(in[i], turn, i * rank, basis, at, rank);
        }
      }
    }
    double left =
        Math.sqrt(tail * tail + dropped / ((double) problem.usedCount * problem.examples));
    return new Subspace(rank, basis, energy, left);
  }
}
