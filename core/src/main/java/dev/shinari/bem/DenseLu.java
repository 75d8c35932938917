package dev.shinari.bem;

/**
 * LU factors of a dense square matrix by rows, with row exchanges. Works in panels of columns, so
 * that most of the work is long updates of rows that stay in cache; the order of all sums is fixed.
 */
final class DenseLu {
  private static final int PANEL = 48;
  private static final int STRIP = 384;

  private final int n;
  private final double[] a;
  private final int[] rowOf;

  /** Factors {@code matrix}, n rows of n numbers, which is overwritten and kept. */
  DenseLu(double[] matrix, int n) {
    this.n = n;
    this.a = matrix;
    rowOf = new int[n];
    for (int i = 0; i < n; i++) {
      rowOf[i] = i;
    }
    for (int k = 0; k < n; k += PANEL) {
      int end = Math.min(n, k + PANEL);
      factorPanel(k, end);
      finishRows(k, end);
      updateRest(k, end);
    }
  }

  /** Columns k to end - 1 below row k, by elimination with row exchanges. */
  private void factorPanel(int k, int end) {
    for (int j = k; j < end; j++) {
      int best = j;
      for (int i = j + 1; i < n; i++) {
        if (Math.abs(a[i * n + j]) > Math.abs(a[best * n + j])) {
          best = i;
        }
      }
      if (!(Math.abs(a[best * n + j]) > 0)) {
        throw new ArithmeticException("the matrix is singular at column " + j);
      }
      if (best != j) {
        for (int c = 0; c < n; c++) {
          double t = a[j * n + c];
          a[j * n + c] = a[best * n + c];
          a[best * n + c] = t;
        }
        int t = rowOf[j];
        rowOf[j] = rowOf[best];
        rowOf[best] = t;
      }
      double pivot = 1 / a[j * n + j];
      for (int i = j + 1; i < n; i++) {
        double f = a[i * n + j] *= pivot;
        if (f != 0) {
          for (int c = j + 1; c < end; c++) {
            a[i * n + c] -= f * a[j * n + c];
          }
        }
      }
    }
  }

  /** The panel's rows right of it. */
  private void finishRows(int k, int end) {
    for (int i = k + 1; i < end; i++) {
      for (int j = k; j < i; j++) {
        subtract(i, j, a[i * n + j], end);
      }
    }
  }

  private void subtract(int i, int j, double f, int from) {
    int to = i * n, by = j * n;
    for (int c = from; c < n; c++) {
      a[to + c] -= f * a[by + c];
    }
  }

  /**
   * Everything right of and below the panel, four rows of the panel at a time, in strips of columns
   * so narrow that the panel's part of a strip stays in cache for all rows.
   */
  private void updateRest(int k, int end) {
    for (int from = end; from < n; from += STRIP) {
      int to = Math.min(n, from + STRIP);
      for (int i = end; i < n; i++) {
        int j = k;
        for (; j + 4 <= end; j += 4) {
          subtractFour(i, j, from, to);
        }
        for (; j < end; j++) {
          double f = a[i * n + j];
          for (int c = from; c < to; c++) {
            a[i * n + c] -= f * a[j * n + c];
          }
        }
      }
    }
  }

  private void subtractFour(int i, int j, int from, int to) {
    int own = i * n, p = j * n, q = p + n, r = q + n, s = r + n;
    double f = a[own + j], g = a[own + j + 1], h = a[own + j + 2], m = a[own + j + 3];
    for (int c = from; c < to; c++) {
      a[own + c] = a[own + c] - (f * a[p + c] + g * a[q + c] + (h * a[r + c] + m * a[s + c]));
    }
  }

  int size() {
    return n;
  }

  /** Solves in place of the right-hand side. */
  void solve(double[] b) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      double sum = b[rowOf[i]];
      for (int j = 0; j < i; j++) {
        sum -= a[i * n + j] * x[j];
      }
      x[i] = sum;
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = x[i];
      for (int j = i + 1; j < n; j++) {
        sum -= a[i * n + j] * x[j];
      }
      x[i] = sum / a[i * n + i];
    }
    System.arraycopy(x, 0, b, 0, n);
  }
}
