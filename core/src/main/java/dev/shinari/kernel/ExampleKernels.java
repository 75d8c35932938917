package dev.shinari.kernel;

/**
 * The inner loops of example-based elasticity [Koyama13, sec. 4.2 to 4.4]; twins as in {@link
 * Kernels}.
 *
 * <p>Letters: A = P K^-1 the deformation of a region, with K its rest moments (those of a flat
 * region by the pseudo-inverse), R the polar factor of A, S = sym(R^T A) the descriptor, S0 that of
 * the rest shape, L_k = S^k - S0 that of example k, E = sum w_k L_k, S~ = I + E.
 *
 * <p>Regions run in chunks of up to {@link #CHUNK} columns of a tile, so that all that a chunk
 * needs stays in the nearest cache from the first loop to the last. <i>work</i>: rows of CHUNK
 * floats, one column a region, see the constants. What is read from memory lies in the order in
 * which lanes read it, see {@link #place}, so that a pass over a large body is one stream.
 * <i>packed</i>: six rows so placed, xx, yy, zz, xy, yz, zx of a symmetric matrix. <i>deltas</i>:
 * six rows for each example, like packed but xy, yz and zx times the root of 2, so that a plain dot
 * product is Frobenius'; strains have the same shape.
 */
public interface ExampleKernels {
  /** Columns of a chunk, a multiple of {@link Kernels#LANES}. */
  int CHUNK = 64;

  /** Rows of work: the rotation that the others refer to, as quaternions w, x, y, z. */
  int Q = 0;

  /** Rows of work: B = R^T P X, nine rows. */
  int B = 4 * CHUNK;

  /** Rows of work: half of the Newton correction of R, in R's own frame. */
  int O = 13 * CHUNK;

  /** Row of work: positive where all leading minors are, so that the step leads to a maximum. */
  int MINOR = 16 * CHUNK;

  /** Row of work: square of the half correction. */
  int SIZE = 17 * CHUNK;

  /** Row of work: that square in the first of two iterations. */
  int FIRST = 18 * CHUNK;

  /** Row of work: tr(T^T P). */
  int TRACE = 19 * CHUNK;

  /** Packed, in work: a strain (scaled as deltas), or S~ (not scaled). */
  int S = 20 * CHUNK;

  /** Row of work: one over one plus {@link #SIZE}. */
  int HALF = 26 * CHUNK;

  /** Rows of work: what {@link OffsetKernels} mixed, three rows. */
  int U = 27 * CHUNK;

  /** Floats of work. */
  int WORK = 30 * CHUNK;

  /**
   * Place of a number: columns in groups of LANES, each group with all of its rows one after the
   * other.
   *
   * @param rows how many rows there are
   */
  static int place(int rows, int row, int column) {
    return rows * (column & -Kernels.LANES) + Kernels.LANES * row + (column & (Kernels.LANES - 1));
  }

  /** Examples that {@link #simplexWeights} takes. */
  int MOST_IN_LANES = 8;

  /**
   * Newton's method (derivation at {@link Rotations}) for the best rotation of P X, from the given
   * quaternions: one iteration, two where the first correction is large, the robust path where
   * those do not do. Leaves a rotation in Q, R^T P X in B and the last correction, not yet applied,
   * in O.
   *
   * @param tile P in rows 3 to 11, columns from {@code column} on
   * @param x X, packed, from {@code xAt} on
   * @param from place of the first column's quaternion
   * @return how many columns took the robust path
   */
  int fit(
      float[] tile,
      int column,
      float[] x,
      int xAt,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      int count,
      float[] work);

  /**
   * After a fit with X = K^-1: applies the correction, stores the quaternions, and leaves sym(R^T
   * A) - S0 in S.
   *
   * @param rest S0, scaled as deltas, from {@code restAt} on
   */
  void strains(
      float[] work,
      float[] rest,
      int restAt,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from);

  /**
   * After a fit with X = S~, which stands in S: applies the correction to Q, whose length is left
   * as it comes, writes T = R S~ into columns of nine tile rows and leaves tr(T^T P) in TRACE.
   *
   * @param ox with oy and oz, from {@code to} on: R times what stands in U; null for no offsets
   */
  void targets(
      float[] work, int count, float[] t, int column, float[] ox, float[] oy, float[] oz, int to);

  /** Adds to out[outAt + k] the sum over columns of L_k . strain. */
  void dots(
      float[] work,
      float[] deltas,
      int at,
      int examples,
      int count,
      float[] scratch,
      double[] out,
      int outAt);

  /** Row k of out (rows of CHUNK floats): L_k . strain of each column. */
  void dotsOfEach(float[] work, float[] deltas, int at, int examples, int count, float[] out);

  /**
   * Nearest points of the regions' own simplices: for every column the w with w_k >= 0 and sum w_k
   * <= 1 that minimizes w G w / 2 - c w. Flips all wrong signs at once until none is left; columns
   * where that takes long are done by {@link SimplexProjection}.
   *
   * <p>All have room for {@link #laneExamples} examples; those beyond {@code examples} have a row
   * of the unit matrix in G, {@link #NEVER} in c, and zero in free.
   *
   * @param gram from {@code gramAt} on, lower triangles of G, row by row, placed
   * @param c row k: L_k . strain (rows of CHUNK floats)
   * @param w row k: the weights (rows of CHUNK floats)
   * @param free from {@code freeAt} on, placed, 1 where a weight, in the last row weight 0, was not
   *     zero in the last step, else 0: where the search starts; changed
   * @param factors from {@code factorsAt} on, {@link #FACTORS} rows, placed: room for what an
   *     implementation likes to keep from one call to the next with the same G; -1 at first
   * @param scratch see {@link #simplexScratch}
   */
  void simplexWeights(
      float[] gram,
      int gramAt,
      float[] c,
      int examples,
      int count,
      float[] w,
      float[] free,
      int freeAt,
      float[] factors,
      int factorsAt,
      float[] scratch,
      SimplexProjection spare);

  /** Rows that {@link #simplexWeights} keeps, of two to four examples; none of others. */
  int FACTORS = 15;

  /** What stands in c for an example that is none: its weight stays zero. */
  float NEVER = -1e30f;

  /** Examples for which arrays of {@link #simplexWeights} have room: four where two suffice. */
  static int laneExamples(int examples) {
    return examples == 1 ? 1 : Math.max(4, examples);
  }

  /** Floats of scratch that {@link #simplexWeights} needs. */
  static int simplexScratch(int examples) {
    return Math.max(examples * examples + 8 * examples, 8 * CHUNK) + CHUNK;
  }

  /**
   * Adds to out[k] the sum of a chunk's dots, rows of CHUNK floats, then leans the dots to weights
   * W of the body as a whole: c_k + ridge W_k.
   *
   * @param ridge a column, from {@code ridgeAt} on
   */
  void sumDots(
      float[] c,
      int examples,
      int count,
      float[] ridge,
      int ridgeAt,
      float[] whole,
      float[] scratch,
      double[] out);

  /** Adds to out[k] the sum of a chunk's weights w_k, rows of CHUNK floats, then scales them. */
  void sumWeights(float[] w, int examples, int count, float scale, float[] scratch, double[] out);

  /**
   * S~ = I + sum w_k L_k with the same weights in all columns, into S.
   *
   * @param used the examples whose weights are not zero, {@code uses} of them
   */
  void mix(
      float[] deltas,
      int at,
      float[] w,
      int examples,
      int[] used,
      int uses,
      int count,
      float[] work);

  /** S~ with weights of each column's own, rows of CHUNK floats, into S. */
  void mixOfEach(float[] deltas, int at, float[] w, int examples, int count, float[] work);

  /**
   * Sum over columns of M |c|^2 + rho (2 tr(T^T P) - 1): what the elastic energy needs, but for
   * {@link #strainSum}.
   *
   * @param tile c in rows 0 to 2, from {@code column} on
   */
  double elasticSum(
      float[] tile,
      int column,
      float[] work,
      float[] regionMass,
      float[] rho,
      int from,
      int count,
      float[] scratch);

  /**
   * Sum over columns of rho (2 tr(K E) + tr(E K E) / beta), E = S~ - I. With E = beta E1, elastic
   * minus this is the potential of the pull: beta times that of goals with E1 plus 1 - beta times
   * that of a plain body.
   *
   * @param k K, packed
   * @param inverseBeta 1 / beta, or 0 for beta = 0
   */
  double strainSum(
      float[] work,
      float[] k,
      int kAt,
      float[] rho,
      int from,
      float inverseBeta,
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
