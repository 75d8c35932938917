package dev.shinari.kernel;

/**
 * Products of tall matrices of floats, what fitting a rig spends its time on. Two implementations
 * give the same bits: every entry is summed in the order that is written here, products rounded
 * before they are added. Rows are {@code step} floats apart, lengths multiples of {@link
 * Kernels#LANES}.
 */
public interface MatrixKernels {
  /** Entries of a dot product that are summed in float before they go into a double. */
  int CHUNK = 2048;

  /** Floats of scratch that {@link #addDots} may use. */
  int SCRATCH = 12 * Kernels.LANES;

  /**
   * c[r][i] += sum over m of a[r][m] b[m][i] for r in [0, rows) and i in [from, to); the sum over m
   * runs upwards from zero and is added to c at the end.
   *
   * @param a entry (r, m) at {@code aStart + r aRow + m aColumn}
   * @param depth number of m; keep it to some hundreds, sums are floats
   */
  void addProducts(
      float[] a,
      int aStart,
      int aRow,
      int aColumn,
      int rows,
      int depth,
      float[] b,
      int bStart,
      int bStep,
      int from,
      int to,
      float[] c,
      int cStart,
      int cStep);

  /**
   * out[r][k] += sum over i in [0, length) of a[r][i] b[k][i]. Every {@link #CHUNK} entries are
   * summed as {@link Kernels#LANES} interleaved float sums, which are added in lane order, in
   * double, and then to out.
   */
  void addDots(
      float[] a,
      int aStart,
      int aStep,
      int rows,
      float[] b,
      int bStart,
      int bStep,
      int columns,
      int length,
      double[] out,
      int outStart,
      int outStep,
      float[] scratch);

  /** As the float twin, in double and for any range. */
  void addProducts(
      double[] a,
      int aStart,
      int aRow,
      int aColumn,
      int rows,
      int depth,
      double[] b,
      int bStart,
      int bStep,
      int from,
      int to,
      double[] c,
      int cStart,
      int cStep);

  /**
   * out[r][k] += sum over i in [0, length) of a[r][i] b[k][i], in double: four interleaved sums,
   * added as (0 + 1) + (2 + 3), then what is left of the length, in order.
   */
  void addDots(
      double[] a,
      int aStart,
      int aStep,
      int rows,
      double[] b,
      int bStart,
      int bStep,
      int columns,
      int length,
      double[] out,
      int outStart,
      int outStep,
      double[] scratch);
}
