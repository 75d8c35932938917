package dev.shinari.kernel;

/**
 * The inner loops of example-based elasticity [Koyama13, sec. 4.2 to 4.4]; twins as in {@link
 * Kernels}.
 *
 * <p>Letters: A = P K^-1 the deformation of a region, with K its rest moments (those of a flat
 * region by the pseudo-inverse), R the polar factor of A, S = sym(R^T A) the descriptor, S0 that of
 * the rest shape, L_k = S^k - S0 that of example k, E = sum w_k L_k, S~ = S0 + E with S0 completed
 * to the identity.
 *
 * <p>Array shapes, beside those of {@link Kernels}. <i>strain</i>: 6 rows of TILE floats, xx, yy,
 * zz, then xy, yz and zx times the root of 2, so that a plain dot product is Frobenius'.
 * <i>deltas</i>: for each example the 6 rows of L_k, each {@code count} floats long. Six arrays a
 * region for symmetric matrices: xx, yy, zz, xy, yz, zx.
 */
public interface ExampleKernels {
  /** Examples that {@link #simplexWeights} takes. */
  int MOST_IN_LANES = 8;

  /** A = P K^-1 of tile columns [0, count), into rows 3 to 11 of a. */
  void deformations(float[] tile, float[][] inverseMoments, int from, int count, float[] a);

  /** Strains sym(R^T A) - S0 of tile columns. */
  void strains(float[] a, float[] r, float[][] rest, int from, int count, float[] strain);

  /** out[outAt + k] = sum over tile columns of L_k . strain. */
  void dots(
      float[] strain,
      float[] deltas,
      int examples,
      int count,
      float[] scratch,
      double[] out,
      int outAt);

  /** Row k of out: L_k . strain of each tile column. */
  void dotsOfEach(float[] strain, float[] deltas, int examples, int count, float[] out);

  /**
   * Nearest points of the regions' own simplices: for every tile column the w with w_k >= 0 and sum
   * w_k <= 1 that minimises w G w / 2 - c w. Flips all wrong signs at once until none is left;
   * columns where that takes long are done by {@link SimplexProjection}.
   *
   * @param gram lower triangles of G, row by row: examples (examples + 1) / 2 rows of count floats
   * @param c row k: L_k . strain (rows of TILE floats)
   * @param w row k: the weights (rows of TILE floats)
   * @param free rows of count floats, 1 where weight 1 to K, then weight 0, was not zero in the
   *     last step, else 0: where the search starts; changed
   * @param scratch see {@link #simplexScratch}
   */
  void simplexWeights(
      float[] gram,
      float[] c,
      int examples,
      int count,
      float[] w,
      float[] free,
      float[] scratch,
      SimplexProjection spare);

  /** Floats of scratch that {@link #simplexWeights} needs. */
  static int simplexScratch(int examples) {
    return Math.max(24 * Kernels.LANES, examples * examples + 8 * examples);
  }

  /** strain = sum w_k L_k with the same weights in all columns. */
  void mix(float[] deltas, float[] w, int examples, int count, float[] strain);

  /** strain = sum w_k L_k with weights of each column's own, rows of TILE floats. */
  void mixOfEach(float[] deltas, float[] w, int examples, int count, float[] strain);

  /** P S~ = P + P E of tile columns, into rows 3 to 11 of out. */
  void deformedMoments(float[] tile, float[] strain, int count, float[] out);

  /** One Newton iteration each from the given rotations: {@link Rotations} with a shorter way. */
  int refineRotations(
      float[] tile, int count, float[] qw, float[] qx, float[] qy, float[] qz, int from, float[] r);

  /** T = R S~ = R + R E of tile columns. */
  void targets(float[] r, float[] strain, int count, float[] t);

  /**
   * Sum over tile columns of M |c|^2 + rho (2 tr(T^T P) - 1 - 2 tr(K E) - tr(E K E) / beta): what
   * the elastic energy needs. With E = beta E1 this is the potential of the pull, beta times that
   * of goals with E1 plus 1 - beta times that of a plain body.
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

  /**
   * {@link LatticeKernels#latticeTransforms} with matrices T, 9 arrays row by row, in the place of
   * rotations.
   */
  void latticeTargets(
      float[][] t,
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
}
