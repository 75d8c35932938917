package dev.shinari.kernel;

/**
 * The loops that make a region resist loss of volume and harden under pressure; twins as in {@link
 * Kernels}. Written against the region's own moments, so that they serve every kind of region, and
 * applied after the targets T are known, so that they serve every kind of target.
 *
 * <p><b>Which targets keep momentum, spin and energy.</b> A region with centroid c, moments P and
 * second moment rho pulls its particles to T q + c. Take any function phi of P and the energy
 *
 * <pre>
 *   U = 1/2 sum m~ |x - c|^2 - rho phi(P),        P = sum x (m~ q / rho)^T
 *   -dU/dx_i = m~_i (dphi/dP q_i + c - x_i)
 * </pre>
 *
 * (the weights of P sum up to zero, so c drops out): goals with T = dphi/dP are the pull of an
 * energy. They keep momentum since sum m~ q = 0, and spin where phi does not change when P is
 * turned. Plain shape matching is phi = tr(R^T P) - 1/2 with R the best rotation of P.
 *
 * <p><b>The energy.</b> With K = sum m~ q q^T / rho and A = P K^-1, phi = tr(A^T P) / 2 gives T =
 * A: a region that takes every linear deformation and resists only what is beyond it. From that,
 * minus an energy of A alone, any isotropic matter can be built. We mix:
 *
 * <pre>
 *   phi = (1 - k) (tr(R^T P) - 1/2) + k tr(A^T P) / 2 - w E(A)
 *   T   = (1 - k) R + (k P - w G) K^-1,           G = dE/dA
 * </pre>
 *
 * w is the smallest eigenvalue of K, so that w K^-1 is at most 1 and no direction is pulled harder
 * than plain shape matching pulls. E depends on det A and A^T A alone: no rotation and no singular
 * values are needed, and an inverted region is an ordinary one.
 *
 * <pre>
 *   d^2 = (J - 1)^2 / |cof A|^2      square of the distance to the shapes with J = det A = 1
 *   E   = k d^2 / 2                  volume
 *       + h d^4 / 4 where J &lt; 1      and the more the less of it is left
 *       + c sum e(s_i^2)             each principal stretch s resists being pressed to nothing
 *   e'(t) = -x^2,   x = n ((1 + a) n - 1),   n = 1 / (t + a)
 *
 *   G = (k + h d^2) (f cof A - f^2 (|A|^2 A - A A^T A)) - 2 c A X^2,     f = (J - 1) / |cof A|^2
 *   X = (1 + a) N^2 - N,   N = (A^T A + a)^-1
 * </pre>
 *
 * |cof A|^2 has a small number added (and is scaled so that rest counts as before), so that a
 * region that has become a line is no division by zero. x is zero at s = 1, so hardening is of
 * second order: small swings do not feel it. For s = 0.7, 0.5 and 0.3 its force is 0.36, 1.4 and
 * 2.5 for c = 2, where a linear spring has 0.3, 0.5 and 0.7; pulled to twice its length a region
 * loses 0.15 of a force of 1.
 *
 * <p><b>Poisson ratio.</b> For small strains eps the force is (1 - k) eps + k tr(eps) / 3: Lame's
 * constants are mu = (1 - k) / 2 and lambda = k / 3, so nu = lambda / 2 (lambda + mu) = k / (3 -
 * k), k = 3 nu / (1 + nu), and Young's modulus is 1 - 2 nu of that at k = 0. In a sheet, where
 * nothing acts along the normal, nu = lambda / (lambda + 2 mu) and k = 3 nu / (1 + 2 nu).
 *
 * <p><b>Targets that are not the rest shape</b> (poses, effects): the region's rest shape is then T
 * q, so E is taken of A T^-1, and G T^-T takes the place of G. <b>Flat and straight regions</b>
 * have the pseudo-inverse of K, and D projects on the directions that they lack. A + T D takes the
 * place of A, so that det A is the area of a flat region. Its normal turns with it and has no
 * length of its own, so it adds nothing to the gradient.
 *
 * <p>Regions run in chunks of up to {@link #CHUNK} columns of a tile. <i>work</i>: rows of CHUNK
 * floats, see the constants. <i>rest</i>: {@link #REST_ROWS} rows in groups of LANES columns
 * ({@link ExampleKernels#place}): K^-1 (xx, yy, zz, xy, yz, zx), w, and D, zero for solid regions.
 */
public interface VolumeKernels {
  /** Columns of a chunk, a multiple of {@link Kernels#LANES}. */
  int CHUNK = 64;

  /** Rows of rest data. */
  int REST_ROWS = 13;

  /** Row of work after the nine of A, or of its gradient: the energy E. */
  int ENERGY = 9 * CHUNK;

  /** Row of work: tr(A^T P). */
  int TRACE = 10 * CHUNK;

  /** Rows of work: T^-T, nine rows. */
  int INVERSE = 11 * CHUNK;

  /** Floats of work. */
  int WORK = 20 * CHUNK;

  /** Added to |cof A|^2. */
  float SLACK = 0.3f;

  /** What |cof A|^2 with its slack is multiplied by, so that it is 3 at rest. */
  float SCALE = 3 / (3 + SLACK);

  /** a, the softness of the hardening. */
  float SOFT = 0.7f;

  /** 1 + a. */
  float FIRM = 1 + SOFT;

  /** Beyond this |A|^2 hardening sees A^T A scaled down, so that N is never ill-conditioned. */
  float FAR = 100;

  /** Factor of tr N^3 in the energy. */
  float CUBE = FIRM * FIRM / 3;

  /** The energy of hardening at rest. */
  float REST = 1 / FIRM;

  /**
   * A = P K^-1 of tile columns [column, column + count), and tr(A^T P).
   *
   * @param rest of slot {@code from} and the next ones
   */
  void deformations(float[] tile, int column, float[] rest, int from, int count, float[] work);

  /** A + T D: what a flat or straight region has no moments of goes where its target takes it. */
  void complete(float[] target, int column, float[] rest, int from, int count, float[] work);

  /** A T^-1 in the place of A, and T^-T: how a region is deformed beyond its target. */
  void toTargets(float[] target, int column, int count, float[] work);

  /**
   * The gradient of the energy in the place of A, and the energy.
   *
   * @param keep k, what the Poisson ratio asks for
   * @param crush h, how quickly loss of volume gets harder
   * @param harden c, how quickly short stretches get harder
   */
  void gradients(float keep, float crush, float harden, int count, float[] work);

  /** G T^-T in the place of G, after {@link #toTargets}. */
  void fromTargets(int count, float[] work);

  /**
   * T + T D k / (1 - k), before {@link #targets} takes the share 1 - k of it: in directions without
   * moments the target stays as it is.
   */
  void keepMissing(float[] target, int column, float[] rest, int from, float keep, int count);

  /** T = (1 - k) T + (k P - w G) K^-1. */
  void targets(
      float[] tile,
      int column,
      float[] rest,
      int from,
      float keep,
      int count,
      float[] work,
      float[] target);

  /** Sum over columns of k M |c|^2 + rho (k tr(A^T P) - 2 w E). */
  double elasticSum(
      float[] tile,
      int column,
      float[] rest,
      float[] regionMass,
      float[] rho,
      int from,
      float keep,
      int count,
      float[] work,
      float[] scratch);
}
