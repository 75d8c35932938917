package dev.shinari.rig.fit.helper;

import dev.shinari.kernel.MatrixKernels;
import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.ExampleBlock;
import dev.shinari.rig.fit.solver.PlaneLoops;
import java.io.Serializable;

/** The passes that find a subspace of the examples; see {@link Subspace}. */
public final class SubspacePasses {
  private SubspacePasses() {}

  /** Sums that are one array of floats. */
  static final class FloatSums implements Serializable {
    private static final long serialVersionUID = 1;
    final float[] values;

    FloatSums(int n) {
      values = new float[n];
    }

    void add(FloatSums other) {
      for (int i = 0; i < values.length; i++) {
        values[i] += other.values[i];
      }
    }
  }

  /** Sums that are one array of doubles. */
  public static final class DoubleSums implements Serializable {
    private static final long serialVersionUID = 1;
    public final double[] values;

    public DoubleSums(int n) {
      values = new double[n];
    }

    public void add(DoubleSums other) {
      for (int i = 0; i < values.length; i++) {
        values[i] += other.values[i];
      }
    }
  }

  /**
   * A random look at what a basis leaves of the examples: sum over examples of their residual times
   * random signs, one row of 3 * stride floats a column of signs [Halko11].
   */
  static final class Sketch implements BlockPass<FloatSums> {
    private static final long serialVersionUID = 1;
    private static final int DEPTH = 192;
    private final int width; // 3 * stride
    private final int columns;
    private final int known; // rows of the basis so far
    private final float[] basis;

    Sketch(int width, int columns, int known, float[] basis) {
      this.width = width;
      this.columns = columns;
      this.known = known;
      this.basis = basis;
    }

    @Override
    public FloatSums zero() {
      return new FloatSums(columns * width);
    }

    @Override
    public void add(ExampleBlock block, FloatSums sums) {
      int n = block.length();
      MatrixKernels kernels = block.kernels();
      removeBasis(block, known, basis, width, 0, n, 1);
      float[] signs = new float[n * columns];
      for (int i = 0; i < n; i++) {
        for (int c = 0; c < columns; c++) {
          long x = (block.first() + i) * 0x9E3779B97F4A7C15L + (known + c) * 0xD1B54A32D192ED03L;
          x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
          x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
          signs[i * columns + c] = (x >>> 63) == 0 ? 1 : -1;
        }
      }
      for (int i = 0; i < n; i += DEPTH) {
        kernels.addProducts(
            signs,
            i * columns,
            1,
            columns,
            columns,
            Math.min(DEPTH, n - i),
            block.planes(),
            i * width,
            width,
            0,
            width,
            sums.values,
            0,
            width);
      }
    }

    @Override
    public void merge(FloatSums into, FloatSums later) {
      into.add(later);
    }

    @Override
    public boolean readsPositions() {
      return true;
    }

    @Override
    public boolean changesStates() {
      return false;
    }
  }

  /** Subtracts what a basis says from every step-th example of [from, to). */
  static void removeBasis(
      ExampleBlock block, int known, float[] basis, int width, int from, int to, int step) {
    if (known == 0) {
      return;
    }
    double[] c = block.state().coordinates;
    int n = block.length();
    int rows = Math.max(0, (to - from + step - 1) / step);
    float[] minus = new float[known * rows];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < known; k++) {
        minus[i * known + k] = (float) -c[k * n + from + i * step];
      }
    }
    block
        .kernels()
        .addProducts(
            minus,
            0,
            known,
            1,
            rows,
            known,
            basis,
            0,
            width,
            0,
            width,
            block.planes(),
            from * width,
            step * width);
  }

  /**
   * Coordinates of the examples for new rows of a basis, kept in the states. Sums: squared length
   * of the residuals of some examples, their number.
   */
  static final class Project implements BlockPass<DoubleSums> {
    private static final long serialVersionUID = 1;
    private final int width;
    private final int known;
    private final int total;
    private final float[] basis;
    private final int sampleStep;

    /** Rows [known, total) of the basis are new. */
    Project(int width, int known, int total, float[] basis, int sampleStep) {
      this.width = width;
      this.known = known;
      this.total = total;
      this.basis = basis;
      this.sampleStep = sampleStep;
    }

    @Override
    public DoubleSums zero() {
      return new DoubleSums(2);
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      int n = block.length();
      int fresh = total - known;
      double[] dots = new double[n * fresh];
      float[] scratch = new float[MatrixKernels.SCRATCH];
      int rows = 32; // examples at a time: they and the basis' chunk stay in the cache
      for (int i = 0; i < n; i += rows) {
        block
            .kernels()
            .addDots(
                block.planes(),
                i * width,
                width,
                Math.min(rows, n - i),
                basis,
                known * width,
                width,
                fresh,
                width,
                dots,
                i * fresh,
                fresh,
                scratch);
      }
      double[] c = new double[total * n];
      System.arraycopy(block.state().coordinates, 0, c, 0, known * n);
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < fresh; k++) {
          c[(known + k) * n + i] = dots[i * fresh + k];
        }
      }
      block.state().coordinates = c;
      int from = Math.floorMod(-block.first(), sampleStep);
      removeBasis(block, total, basis, width, from, n, sampleStep);
      for (int i = from; i < n; i += sampleStep) {
        double s = 0;
        for (int k = i * width; k < (i + 1) * width; k++) {
          s += (double) block.planes()[k] * block.planes()[k];
        }
        sums.values[0] += s;
        sums.values[1] += 1;
      }
    }

    @Override
    public void merge(DoubleSums into, DoubleSums later) {
      into.add(later);
    }

    @Override
    public boolean readsPositions() {
      return true;
    }

    @Override
    public boolean changesStates() {
      return true;
    }
  }

  /** Sum over examples of c c^T. */
  public static final class Moments implements BlockPass<DoubleSums> {
    private static final long serialVersionUID = 1;
    private final int rank;

    public Moments(int rank) {
      this.rank = rank;
    }

    @Override
    public DoubleSums zero() {
      return new DoubleSums(rank * rank);
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      double[] c = block.state().coordinates;
      int n = block.length();
      for (int a = 0; a < rank; a++) {
        for (int b = 0; b <= a; b++) {
          double s = PlaneLoops.dot(c, a * n, c, b * n, n);
          sums.values[a * rank + b] += s;
          sums.values[b * rank + a] = sums.values[a * rank + b];
        }
      }
    }

    @Override
    public void merge(DoubleSums into, DoubleSums later) {
      into.add(later);
    }

    @Override
    public boolean readsPositions() {
      return false;
    }

    @Override
    public boolean changesStates() {
      return false;
    }
  }

  /** Turns the coordinates to new axes: c becomes V^T c. */
  static final class Turn implements BlockPass<DoubleSums> {
    private static final long serialVersionUID = 1;
    private final int from;
    private final int to;
    private final double[] v; // from x to

    Turn(int from, int to, double[] v) {
      this.from = from;
      this.to = to;
      this.v = v;
    }

    @Override
    public DoubleSums zero() {
      return new DoubleSums(0);
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      int n = block.length();
      double[] c = block.state().coordinates;
      double[] out = new double[to * n];
      for (int b = 0; b < to; b++) {
        for (int a = 0; a < from; a++) {
          PlaneLoops.addScaled(v[a * to + b], c, a * n, out, b * n, n);
        }
      }
      block.state().coordinates = out;
    }

    @Override
    public void merge(DoubleSums into, DoubleSums later) {}

    @Override
    public boolean readsPositions() {
      return false;
    }

    @Override
    public boolean changesStates() {
      return true;
    }
  }
}
