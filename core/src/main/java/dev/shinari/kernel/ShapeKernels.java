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
