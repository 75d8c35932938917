package dev.shinari.kernel;

/**
 * The inner loops of a step. Two implementations give the same bits: {@link ScalarKernels}, plain
 * Java, and the vector twin of module core-simd, which the JVM must offer ({@link KernelChoice}).
 *
 * <p>The rules that keep the bits equal: lanes are independent items (regions, particles,
 * channels), a product is rounded before it is added (no fma), and a sum over particles runs in
 * {@link #LANES} interleaved partial sums that are added in lane order.
 *
 * <p>Array shapes. <i>tile</i>: 12 rows of {@link #TILE} floats; row 0 to 2 the centroid c, row 3
 * to 11 the moment matrix P row by row. <i>rotations</i>: 9 rows of TILE floats, R row by row. A
 * count is padded by the caller to a multiple of LANES; padded regions have zero moments.
 * <i>scratch</i>: {@link #SCRATCH} floats of the calling thread's own.
 */
public interface Kernels {
  /** Items that run side by side. */
  int LANES = 8;

  /** Regions of one tile. */
  int TILE = 256;

  /** Floats of scratch that a call may use. */
  int SCRATCH = 16 * LANES;

  /** Name for reports: "scalar", "vector 256". */
  String name();

  /**
   * Positions of particles [from, to) the way {@link #sparseMoments} of this implementation likes
   * them, 16 floats a particle; plain Java reads x, y and z themselves and leaves it alone.
   */
  void spread(float[] x, float[] y, float[] z, int from, int to, float[] spread);

  /**
   * Moments of sparse regions [from, to), into tile columns 0 to to - from - 1.
   *
   * @param starts first pair of each region
   * @param ends one past the last pair of each region
   * @param members particle of each pair
   * @param weights 4 floats a pair: m~/M and m~ q / rho; 4 more at the end
   * @param spread what {@link #spread} made of x, y and z
   */
  void sparseMoments(
      int[] starts,
      int[] ends,
      int[] members,
      float[] weights,
      float[] x,
      float[] y,
      float[] z,
      float[] spread,
      int from,
      int to,
      float[] tile,
      float[] scratch);

  /**
   * Best rotations R of tile columns [0, count), warm-started from and stored to the quaternions at
   * {@code from + column}. Derivation at {@link Rotations}.
   *
   * @return how many columns took the robust path
   */
  int fitRotations(
      float[] tile, int count, float[] qw, float[] qx, float[] qy, float[] qz, int from, float[] r);

  /**
   * Sum over tile columns of M |c|^2 + rho (2 tr(R^T P) - 1): what the elastic energy needs.
   *
   * @param regionMass M a region
   * @param rho sum of m~ |q|^2 a region
   */
  double elasticSum(
      float[] tile,
      float[] r,
      float[] regionMass,
      float[] rho,
      int from,
      int count,
      float[] scratch);

  /**
   * Region transforms for tile columns, 12 floats a region at {@code 12 (from + column)}: rows
   * [T_a0 T_a1 T_a2 t_a] with t = c - T c0.
   */
  void sparseTransforms(
      float[] tile,
      float[] r,
      float[] c0x,
      float[] c0y,
      float[] c0z,
      int from,
      int count,
      float[] transforms);

  /** Differences goal - x of particles [from, to): the mean of their regions' transforms at x0. */
  void sparseGoals(
      int[] starts,
      int[] ends,
      int[] regions,
      float[] transforms,
      float[] share,
      float[] x0,
      float[] y0,
      float[] z0,
      float[] x,
      float[] y,
      float[] z,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch);

  /** Adds to out: sums of m d (3) and of m v . d (1) over [from, to). */
  void pullSums(
      float[] mass,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch,
      double[] out);

  /**
   * Adds to out, over [from, to): m x (3), m v (3), m x * v (3, angular momentum), m xx, yy, zz,
   * xy, yz, zx (6), m |v|^2 (1): 16 numbers.
   */
  void motionSums(
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      int from,
      int to,
      float[] scratch,
      double[] out);

  /**
   * Velocity and position update of particles [from, to) with numbers n from {@link Motion}:
   *
   * <pre>
   *   v += mobility ((keep - 1)(v - rigid(x)) + pull (d - mean d) + kick)
   *   x += h v
   * </pre>
   */
  void move(
      float[] n,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] dx,
      float[] dy,
      float[] dz,
      float[] mobility,
      int from,
      int to);

  /**
   * Where particles [from, to) will be after a while of their deforming motion: p = x + lead (v -
   * rigid(x)), with numbers n from {@link Motion}.
   */
  void predict(
      float[] n,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] px,
      float[] py,
      float[] pz,
      int from,
      int to);

  /** The kernels of lattices. */
  LatticeKernels lattice();

  /** The loops of bodies with example poses. */
  ExampleKernels examples();

  /** The loops of what poses have beyond their regions' linear maps. */
  OffsetKernels offsets();

  /** The loops of effects that reshape bodies. */
  ShapeKernels shapes();

  /** The loops of what resists loss of volume. */
  VolumeKernels volume();

  /** Products of tall matrices. */
  MatrixKernels matrix();
}
