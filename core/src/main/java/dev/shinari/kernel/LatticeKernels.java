package dev.shinari.kernel;

/**
 * The inner loops of regions on lattices: box and ramp sums along the axes, and what turns them
 * into moments and back into goals. The rules of {@link Kernels} hold here too. Counts of columns
 * are multiples of {@link Kernels#LANES}; tiles are those of {@link Kernels}.
 */
public interface LatticeKernels {
  /** Elements after which a running sum starts afresh. */
  int RESTART = 16;

  /** Rows with a wider window are summed one element after the other by both twins. */
  int WIDEST_DIRECT_ROW = 3;

  /**
   * Box and ramp sums along a strided axis for many columns at once: box_i = sum of v_(i+d) and
   * ramp_i = sum of d v_(i+d) over d in [-w, w], for i in [0, n). Element (i, column) of the input
   * stands at {@code inOffset + i inStride + column}; the w elements before 0 and after n - 1 must
   * exist and be zero. A running sum that starts afresh every {@link #RESTART} elements: its cost
   * does not grow with w, its error not with n.
   *
   * @param columns a multiple of LANES
   */
  void boxAndRampSums(
      float[] in,
      int inOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] box,
      int boxOffset,
      float[] ramp,
      int rampOffset,
      int outStride);

  /** The box sums of {@link #boxAndRampSums} alone. */
  void boxSums(
      float[] in,
      int inOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] box,
      int boxOffset,
      int outStride);

  /** box_i of v minus ramp_i of u: the transpose of {@link #boxAndRampSums}. */
  void boxMinusRampSums(
      float[] v,
      int vOffset,
      float[] u,
      int uOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] out,
      int outOffset,
      int outStride);

  /**
   * {@link #boxAndRampSums} along contiguous rows: element (row, i) of the input stands at {@code
   * inOffset + row inStride + i}.
   */
  void rowBoxAndRampSums(
      float[] in,
      int inOffset,
      int inStride,
      int rows,
      int n,
      int w,
      float[] box,
      int boxOffset,
      float[] ramp,
      int rampOffset,
      int outStride);

  /** {@link #boxMinusRampSums} along contiguous rows. */
  void rowBoxMinusRampSums(
      float[] v,
      int vOffset,
      float[] u,
      int uOffset,
      int inStride,
      int rows,
      int n,
      int w,
      float[] out,
      int outOffset,
      int outStride);

  /**
   * Lattice sums to tile columns [0, count): c = sums / M + node + F o and P = (cell ramp - sums
   * o^T) / rho + F K, where F is the frame's rotation: the sums are of what the frame leaves over.
   *
   * @param sums 12 channels, {@code channelStride} apart, from {@code offset}: the box sums of m~ u
   *     (3), then the ramps along x (3), y (3) and z (3)
   * @param nodes 3 channels laid out as the sums: where the frame puts the regions' nodes
   * @param frame F, row by row (9)
   * @param inverseMass 1 / M a region, 0 where there is none
   * @param o offset of the region's centroid from its node: 3 arrays
   * @param inverseRho 1 / rho a region, 0 where there is none
   * @param rest K = sum m~ q q^T / rho a region: 6 arrays, xx, yy, zz, xy, yz, zx
   */
  void latticeMoments(
      float[] sums,
      float[] nodes,
      int offset,
      int channelStride,
      float[] frame,
      float cell,
      float[] inverseMass,
      float[][] o,
      float[] inverseRho,
      float[][] rest,
      int from,
      int count,
      float[] tile);

  /**
   * What the goal sums add up, for regions [from, from + count): s = c - R o - node and the columns
   * of cell (R - F), all zero where there is no region.
   *
   * @param q unit quaternions w, x, y, z: 4 arrays
   * @param c centroids: 3 arrays
   * @param nodes 3 channels, {@code nodesStride} apart, from 0
   * @param out 12 channels, {@code channelStride} apart, from {@code outOffset}: s (3), then the
   *     columns for x (3), y (3) and z (3)
   */
  void latticeTransforms(
      float[][] q,
      float[][] c,
      float[][] o,
      float[] inverseMass,
      float[] nodes,
      int nodesStride,
      float[] frame,
      float cell,
      int from,
      int count,
      float[] out,
      int outOffset,
      int channelStride);

  /** out[outOffset + k] = base + slope k for k in [0, count). */
  void line(float base, float slope, float[] iota, float[] out, int outOffset, int count);

  /**
   * out[outOffset + k] = m[p + k] (x[p + k] - (base + slope iota[i + k])) for k in [0, count).
   *
   * @param iota the numbers 0, 1, 2, ...
   */
  void weightedResidual(
      float[] m,
      float[] x,
      int p,
      float base,
      float slope,
      float[] iota,
      int i,
      float[] out,
      int outOffset,
      int count);

  /**
   * out[p + k] = sums[sumsOffset + k] share[p + k] - (x[p + k] - (base + slope iota[i + k])) for k
   * in [0, count).
   */
  void goalResidual(
      float[] sums,
      int sumsOffset,
      float[] share,
      float[] x,
      int p,
      float base,
      float slope,
      float[] iota,
      int i,
      float[] out,
      int count);
}
