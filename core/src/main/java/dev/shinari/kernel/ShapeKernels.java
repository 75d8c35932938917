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
  /**
   * How far tile columns [0, count) are from the shape that they have become:
   *
   * <pre>
   *   x = sym(R^T A) - S0 - own - e        A = P K^-1
   * </pre>
   *
   * @param r rotations R, 9 rows
   * @param inverseMoments K^-1, 6 arrays a region
   * @param rest S0 as strains are written, 6 arrays a region
   * @param e one strain for all, 6 numbers
   * @param own strains that regions have become, 6 arrays a region
   * @param x 6 rows
   * @return whether any |x| is larger than the yield
   */
  boolean offShape(
      float[] tile,
      float[] r,
      float[][] inverseMoments,
      float[][] rest,
      float[] e,
      float[][] own,
      int from,
      int count,
      float yield,
      float[] x);

  /**
   * Whether a region that is still as it was made may be off by more than a yield: a quick look
   * that spares most regions the full one. With D = R^T P - K, symmetric since R fits best, x of
   * {@link #offShape} is sym(D K^-1), and |x| is at most |D| times the largest eigenvalue of K^-1.
   *
   * @param moments K, 6 arrays a region
   * @param square of the largest eigenvalue of K^-1, a region
   */
  boolean mayYield(
      float[] tile, float[] r, float[][] moments, float[] square, int from, int count, float yield);

  /** P S~ = P + P E of tile columns, into rows 3 to 11 of out. */
  void deformedMoments(float[] tile, float[] strain, int count, float[] out);

  /** T = R S~ = R + R E of tile columns; t may be r itself. */
  void targets(float[] r, float[] strain, int count, float[] t);

  /**
   * P S~ = P + P E of tile columns with one E, 6 numbers, into rows 3 to 11 of out, which may be
   * the tile itself.
   */
  void evenMoments(float[] tile, float[] e, int count, float[] out);

  /** T = R S~ = R + R E of tile columns with one E, 6 numbers; t may be r itself. */
  void evenTargets(float[] r, float[] e, int count, float[] t);

  /**
   * What the goal sums of a lattice add up ({@link LatticeKernels#latticeTransforms}), with T = R
   * S~ of one E, 6 numbers, in the place of R.
   */
  void latticeStretched(
      float[][] q,
      float[] e,
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

  /**
   * Sums of m x (3 numbers) and of m x x0^T (9, row by row) over particles [from, to), added to
   * out: where a body is and how it is turned.
   */
  void wholeMoments(
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] x0,
      float[] y0,
      float[] z0,
      int from,
      int to,
      float[] scratch,
      double[] out);

  /**
   * What regions have become, minus 1, goes after their shapes, and back at a rate of its own:
   *
   * <pre>
   *   own = keep (own + share (1 - yield / |x|) x)   where |x| > yield
   * </pre>
   *
   * Then 1 + own gets determinant 1 again, by one Newton step: what flows without it loses its
   * volume region by region. No own is larger than the limit.
   *
   * @param x what {@link #offShape} wrote
   * @param own 6 arrays a region
   * @param rho 0 for a region of one point, which has no shape
   * @param flat whether the determinant is that of x and y alone
   */
  void flow(
      float[] x,
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
