package dev.shinari.kernel;

/**
 * The inner loops of effects that reshape bodies without examples, a tile at a time; twins as in
 * {@link Kernels}.
 *
 * <p>Letters as in {@link ExampleKernels}. <i>strain</i>: 6 rows of TILE floats, xx, yy, zz, then
 * xy, yz and zx times the root of 2. Six arrays a region for symmetric matrices: xx, yy, zz, xy,
 * yz, zx.
 */
public interface ShapeKernels {
  /** A = P K^-1 of tile columns [0, count), into rows 3 to 11 of a. */
  void deformations(float[] tile, float[][] inverseMoments, int from, int count, float[] a);

  /** Strains sym(R^T A) - S0 of tile columns. */
  void strains(float[] a, float[] r, float[][] rest, int from, int count, float[] strain);

  /** P S~ = P + P E of tile columns, into rows 3 to 11 of out. */
  void deformedMoments(float[] tile, float[] strain, int count, float[] out);

  /** T = R S~ = R + R E of tile columns. */
  void targets(float[] r, float[] strain, int count, float[] t);

  /** P S~ = P + P E of tile columns with one E, 6 numbers, into rows 3 to 11 of out. */
  void evenMoments(float[] tile, float[] e, int count, float[] out);

  /** T = R S~ = R + R E of tile columns with one E, 6 numbers. */
  void evenTargets(float[] r, float[] e, int count, float[] t);

  /** Whether any tile column's |strain - own - e| is larger than a yield. */
  boolean overYield(
      float[] strain, float[] e, float[][] own, int from, int count, float yield);

  /**
   * What regions have become, minus 1, goes after their strains, and back at a rate of its own:
   *
   * <pre>
   *   x = strain - own - e        own = keep (own + share (1 - yield / |x|) x)   where |x| > yield
   * </pre>
   *
   * Then 1 + own gets determinant 1 again, by one Newton step: what flows without it loses its
   * volume region by region. No own is larger than the limit.
   *
   * @param own 6 arrays a region
   * @param rho 0 for a region of one point, which has no shape
   * @param flat whether the determinant is that of x and y alone
   */
  void flow(
      float[] strain,
      float[] e,
      float[][] own,
      float[] rho,
      int from,
      int count,
      float share,
      float yield,
      float keep,
      float limit,
      boolean flat);

  /** The largest size of n numbers, and of {@code most}. */
  float largest(float[] numbers, int n, float most);

  /**
   * Sum over tile columns of M |c|^2 + rho (2 tr(T^T P) - 1 - 2 tr(K E) - tr(E K E) / beta): what
   * the elastic energy needs.
   *
   * @param inverseBeta 1 / beta, or 0 for beta = 0
   */
  double elasticSum(
      float[] tile,
      float[] t,
      float[] strain,
      float[][] moments,
      float[] regionMass,
      float[] rho,
      float inverseBeta,
      int from,
      int count,
      float[] scratch);
}
