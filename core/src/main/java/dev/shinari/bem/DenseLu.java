package dev.shinari.bem;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.MatrixKernels;
import dev.shinari.parallel.Workers;

/**
 * LU factors of a dense square matrix by rows, with row exchanges, in panels of columns:
 *
 * <pre>
 *    U U U U      1. the panel P is factored in a copy of its own, which stays in cache
 *    L P S S      2. for each strip S of columns: exchange rows, solve for the panel's rows of U,
 *    L P S S         and take their product with the panel from all rows below
 * </pre>
 *
 * Step 2 is nearly all of the work: products of small blocks on vector lanes, strips in parallel.
 * Strips depend on the size alone and every sum has a fixed order, so the factors have the same
 * bits for any number of threads and with either kernels.
 */
final class DenseLu {
  private static final int PANEL = 64;
  private static final int STRIP = 96;

  /**
   * Below this size plain loops: vector kernels would be compiled for longer than they would run.
   */
  private static final int SMALL = 1500;

  /** Right-hand sides that are solved together. */
  private static final int ABREAST = 12;

  private final int n;
  private final double[] a;
  private final int[] rowOf;

  // Of the panel that is being worked on; gone after the last.
  private double[] panel; // rows from first on, PANEL numbers each; then the same with a minus
  private int first;
  private int end;
  private final int[] exchange = new int[PANEL];
  private double[][] strips; // by worker: the panel's rows of a strip

  /** Factors {@code matrix}, n rows of n numbers, which is overwritten and kept. */
  DenseLu(double[] matrix, int n) {
    this(matrix, n, Workers.SERIAL);
  }

  DenseLu(double[] matrix, int n, Workers workers) {
    this.n = n;
    this.a = matrix;
    rowOf = new int[n];
    for (int i = 0; i < n; i++) {
      rowOf[i] = i;
    }
    panel = new double[n * PANEL];
    strips = new double[workers.count()][PANEL * STRIP];
    MatrixKernels kernels = (n < SMALL ? KernelChoice.SCALAR : KernelChoice.best()).matrix();
    for (first = 0; first < n; first += PANEL) {
      end = Math.min(n, first + PANEL);
      loadPanel();
      factorPanel();
      storePanel();
      int blocks = (n + STRIP - 1) / STRIP;
      workers.run(blocks, (block, worker) -> updateStrip(block, strips[worker], kernels));
    }
    panel = null;
    strips = null;
  }

  private void loadPanel() {
    for (int i = first; i < n; i++) {
      System.arraycopy(a, i * n + first, panel, (i - first) * PANEL, end - first);
    }
  }

  private void storePanel() {
    for (int i = first; i < n; i++) {
      System.arraycopy(panel, (i - first) * PANEL, a, i * n + first, end - first);
    }
    for (int k = (end - first) * PANEL; k < (n - first) * PANEL; k++) {
      panel[k] = -panel[k];
    }
  }

  /** The panel by elimination with row exchanges, which are noted for the other columns. */
  private void factorPanel() {
    int width = end - first, rows = n - first;
    double[] p = panel;
    for (int j = 0; j < width; j++) {
      int best = j;
      double most = Math.abs(p[j * PANEL + j]);
      for (int i = j + 1; i < rows; i++) {
        double value = Math.abs(p[i * PANEL + j]);
        if (value > most) {
          most = value;
          best = i;
        }
      }
      if (!(most > 0)) {
        throw new ArithmeticException("the matrix is singular at column " + (first + j));
      }
      exchange[j] = best;
      if (best != j) {
        for (int c = 0; c < width; c++) {
          double t = p[j * PANEL + c];
          p[j * PANEL + c] = p[best * PANEL + c];
          p[best * PANEL + c] = t;
        }
        int t = rowOf[first + j];
        rowOf[first + j] = rowOf[first + best];
        rowOf[first + best] = t;
      }
      double pivot = 1 / p[j * PANEL + j];
      for (int i = j + 1; i < rows; i++) {
        eliminate(p, j * PANEL, i * PANEL, j, width, pivot);
      }
    }
  }

  private static void eliminate(double[] p, int from, int to, int j, int width, double pivot) {
    double f = p[to + j] * pivot;
    p[to + j] = f;
    for (int c = j + 1; c < width; c++) {
      p[to + c] -= f * p[from + c];
    }
  }

  private void updateStrip(int block, double[] strip, MatrixKernels kernels) {
    int from = block * STRIP, to = Math.min(n, from + STRIP);
    for (int j = first; j < end; j++) { // also left of the panel, where factors are
      int other = first + exchange[j - first];
      if (other != j) {
        exchangeRows(j, other, from, to);
      }
    }
    int begin = Math.max(from, end);
    int width = to - begin;
    if (width <= 0) {
      return;
    }
    for (int j = first; j < end; j++) {
      int at = (j - first) * STRIP;
      System.arraycopy(a, j * n + begin, strip, at, width);
      for (int k = first; k < j; k++) {
        subtract(a[j * n + k], strip, (k - first) * STRIP, at, width);
      }
      System.arraycopy(strip, at, a, j * n + begin, width);
    }
    if (end < n) {
      kernels.addProducts(
          panel,
          (end - first) * PANEL,
          PANEL,
          1,
          n - end,
          end - first,
          strip,
          0,
          STRIP,
          0,
          width,
          a,
          end * n + begin,
          n);
    }
  }

  /** Columns [from, to) of two rows, but those of the panel, which have been exchanged already. */
  private void exchangeRows(int i, int j, int from, int to) {
    for (int c = from; c < to; c++) {
      if (c < first || c >= end) {
        double t = a[i * n + c];
        a[i * n + c] = a[j * n + c];
        a[j * n + c] = t;
      }
    }
  }

  private static void subtract(double f, double[] s, int from, int to, int width) {
    for (int c = 0; c < width; c++) {
      s[to + c] -= f * s[from + c];
    }
  }

  int size() {
    return n;
  }

  /** Solves in place of the right-hand side. */
  void solve(double[] b) {
    solveAll(new double[][] {b}, Workers.SERIAL);
  }

  /** Solves in place of the right-hand sides; each has the bits that it would have alone. */
  void solveAll(double[][] b, Workers workers) {
    workers.run(
        (b.length + ABREAST - 1) / ABREAST,
        (block, worker) -> {
          int from = block * ABREAST;
          solve(b, from, Math.min(b.length, from + ABREAST) - from);
        });
  }

  private void solve(double[][] b, int from, int count) {
    double[] x = new double[n * count];
    for (int i = 0; i < n; i++) {
      int at = i * count;
      for (int k = 0; k < count; k++) {
        x[at + k] = b[from + k][rowOf[i]];
      }
      for (int j = 0; j < i; j++) {
        subtract(a[i * n + j], x, j * count, at, count);
      }
    }
    for (int i = n - 1; i >= 0; i--) {
      int at = i * count;
      for (int j = i + 1; j < n; j++) {
        subtract(a[i * n + j], x, j * count, at, count);
      }
      for (int k = 0; k < count; k++) {
        x[at + k] /= a[i * n + i];
        b[from + k][i] = x[at + k];
      }
    }
  }
}
