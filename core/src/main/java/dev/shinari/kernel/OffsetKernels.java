package dev.shinari.kernel;

/**
 * The loops of what a pose has beyond the mean of its regions' linear maps; twins as in {@link
 * Kernels}, chunks and their work rows as in {@link ExampleKernels}.
 *
 * <p>o_k is that of example k for the particle of a column, in the frame of the column's region.
 */
public interface OffsetKernels {
  /**
   * Sum w_k o_k with the same weights in all columns, into rows {@link ExampleKernels#U} of work,
   * where {@link ExampleKernels#targets} takes it from.
   *
   * @param offsets o_k: three rows for each example, from {@code at} on, placed; room for {@code
   *     examples}
   * @param used the examples whose weights are not zero, {@code uses} of them
   */
  void mix(
      float[] offsets,
      int at,
      float[] w,
      int examples,
      int[] used,
      int uses,
      int count,
      float[] work);

  /** The same with weights of each column's own, rows of CHUNK floats. */
  void mixOfEach(float[] offsets, int at, float[] w, int examples, int count, float[] work);

  /**
   * The same with weights of each column's own, w_k, which count as far as the body as a whole has
   * them: W s(w / W) with W_k its weights and s(u) = u^2 (3 - 2 u), u at most 1.
   *
   * @param whole W_k from {@code wholeAt} on, then 1 / W_k, or 0 where W_k is zero
   */
  void mixOwn(
      float[] offsets,
      int at,
      float[] w,
      float[] whole,
      int wholeAt,
      int examples,
      int count,
      float[] work);

  /**
   * Adds offsets o to the differences d of particles [from, to), and to out: sums of m x X d (3)
   * and of m |o|^2.
   */
  void add(
      float[] ox,
      float[] oy,
      float[] oz,
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch,
      double[] out);
}
