package dev.shinari.pose;

import java.util.Arrays;

/**
 * A symmetric positive definite sparse matrix, and conjugate gradients on it for three right-hand
 * sides at once (the coordinates), preconditioned by one symmetric sweep of Gauss and Seidel.
 * Everything runs in a fixed order on one thread, so that results are the same everywhere.
 */
final class SparseMatrix {
  private final int n;
  private final int[] starts;
  private final int[] columns;
  private final double[] values;
  private final double[] diagonal;
  private final double[] residual;
  private final double[] search;
  private final double[] image;
  private final double[] smooth;

  /** Entries gathered in any order; those of one place are added up in the order they came. */
  static final class Builder {
    private final int n;
    private long[] places = new long[1024];
    private double[] values = new double[1024];
    private int count;

    Builder(int n) {
      this.n = n;
    }

    void add(int row, int column, double value) {
      if (count == places.length) {
        places = Arrays.copyOf(places, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      places[count] = (long) row * n + column;
      values[count++] = value;
    }

    SparseMatrix build() {
      long[] sorted = Arrays.copyOf(places, count);
      Arrays.sort(sorted);
      int size = 0;
      for (int i = 0; i < count; i++) {
        if (i == 0 || sorted[i] != sorted[i - 1]) {
          sorted[size++] = sorted[i];
        }
      }
      double[] sums = new double[size];
      for (int i = 0; i < count; i++) {
        sums[Arrays.binarySearch(sorted, 0, size, places[i])] += values[i];
      }
      int[] starts = new int[n + 1];
      int[] columns = new int[size];
      for (int k = 0; k < size; k++) {
        starts[(int) (sorted[k] / n) + 1]++;
        columns[k] = (int) (sorted[k] % n);
      }
      for (int i = 0; i < n; i++) {
        starts[i + 1] += starts[i];
      }
      return new SparseMatrix(n, starts, columns, sums);
    }
  }

  private SparseMatrix(int n, int[] starts, int[] columns, double[] values) {
    this.n = n;
    this.starts = starts;
    this.columns = columns;
    this.values = values;
    diagonal = new double[n];
    for (int i = 0; i < n; i++) {
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        if (columns[k] == i) {
          diagonal[i] = values[k];
        }
      }
    }
    residual = new double[3 * n];
    search = new double[3 * n];
    image = new double[3 * n];
    smooth = new double[3 * n];
  }

  /**
   * Solves A x = b from the x that is given, until the length of each coordinate's residual is at
   * most {@code tolerance}; answers with the number of steps.
   *
   * @param b right-hand sides, 3 numbers a row
   * @param x start and result, 3 numbers a row
   */
  int solve(double[] b, double[] x, double tolerance, int mostSteps) {
    multiply(x, image);
    for (int i = 0; i < 3 * n; i++) {
      residual[i] = b[i] - image[i];
    }
    double[] rho = new double[3];
    for (int step = 0; step < mostSteps; step++) {
      boolean done = true;
      for (int c = 0; c < 3; c++) {
        double size = 0;
        for (int i = c; i < 3 * n; i += 3) {
          size += residual[i] * residual[i];
        }
        done &= !(size > tolerance * tolerance);
      }
      if (done) {
        return step;
      }
      precondition();
      for (int c = 0; c < 3; c++) {
        double dot = 0;
        for (int i = c; i < 3 * n; i += 3) {
          dot += residual[i] * smooth[i];
        }
        double keep = step > 0 && rho[c] > 0 ? dot / rho[c] : 0;
        rho[c] = dot;
        for (int i = c; i < 3 * n; i += 3) {
          search[i] = smooth[i] + keep * search[i];
        }
      }
      multiply(search, image);
      for (int c = 0; c < 3; c++) {
        double dot = 0;
        for (int i = c; i < 3 * n; i += 3) {
          dot += search[i] * image[i];
        }
        double alpha = dot > 0 ? rho[c] / dot : 0;
        for (int i = c; i < 3 * n; i += 3) {
          x[i] += alpha * search[i];
          residual[i] -= alpha * image[i];
        }
      }
    }
    return mostSteps;
  }

  void multiply(double[] x, double[] out) {
    for (int i = 0; i < n; i++) {
      double s0 = 0, s1 = 0, s2 = 0;
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        int j = 3 * columns[k];
        double v = values[k];
        s0 += v * x[j];
        s1 += v * x[j + 1];
        s2 += v * x[j + 2];
      }
      out[3 * i] = s0;
      out[3 * i + 1] = s1;
      out[3 * i + 2] = s2;
    }
  }

  // smooth = (D + U)^-1 D (D + L)^-1 residual; columns rise within a row.
  private void precondition() {
    for (int i = 0; i < n; i++) {
      double s0 = residual[3 * i], s1 = residual[3 * i + 1], s2 = residual[3 * i + 2];
      for (int k = starts[i]; columns[k] < i; k++) {
        int j = 3 * columns[k];
        double v = values[k];
        s0 -= v * smooth[j];
        s1 -= v * smooth[j + 1];
        s2 -= v * smooth[j + 2];
      }
      double d = 1 / diagonal[i];
      smooth[3 * i] = d * s0;
      smooth[3 * i + 1] = d * s1;
      smooth[3 * i + 2] = d * s2;
    }
    for (int i = n - 1; i >= 0; i--) {
      double s0 = 0, s1 = 0, s2 = 0;
      for (int k = starts[i + 1] - 1; columns[k] > i; k--) {
        int j = 3 * columns[k];
        double v = values[k];
        s0 += v * smooth[j];
        s1 += v * smooth[j + 1];
        s2 += v * smooth[j + 2];
      }
      double d = 1 / diagonal[i];
      smooth[3 * i] -= d * s0;
      smooth[3 * i + 1] -= d * s1;
      smooth[3 * i + 2] -= d * s2;
    }
  }
}
