package dev.shinari.body;

import dev.shinari.kernel.Kernels;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * What ties particles to regions and back: moments of regions from positions, goals of particles
 * from the regions' transforms. Both operators, {@link SparseRegions} and {@link LatticeRegions},
 * are constant linear maps with the fit of rotations between them.
 */
abstract sealed class RegionOperator permits FixedRegions, PatchedRegions {
  /** Particles of a block; also the unit in which sums over particles are formed. */
  static final int BLOCK = 1024;

  final Kernels kernels;
  // Best rotation of each region, the warm start of the next step. Padded to a multiple of LANES.
  float[] qw;
  float[] qx;
  float[] qy;
  float[] qz;

  /** What effects want of the targets; null where nobody asked. */
  Shaping shaping;

  RegionOperator(Kernels kernels, int paddedRegions) {
    this.kernels = kernels;
    qw = new float[paddedRegions];
    qx = new float[paddedRegions];
    qy = new float[paddedRegions];
    qz = new float[paddedRegions];
    Arrays.fill(qw, 1);
  }

  /** Makes room for more regions; the new ones are not turned. */
  final void growRotations(int paddedRegions) {
    int had = qw.length;
    qw = Arrays.copyOf(qw, paddedRegions);
    qx = Arrays.copyOf(qx, paddedRegions);
    qy = Arrays.copyOf(qy, paddedRegions);
    qz = Arrays.copyOf(qz, paddedRegions);
    Arrays.fill(qw, had, paddedRegions, 1);
  }

  static int roundUp(int n, int multiple) {
    return (n + multiple - 1) / multiple * multiple;
  }

  abstract int regionCount();

  /** Number of regions that hold each particle. */
  abstract float[] shares();

  void setShaping(Shaping asked) {
    shaping = asked;
  }

  final boolean isShaped() {
    return shaping != null && shaping.isOn();
  }

  /** Tells where the centre of mass is, before a step. */
  void follow(double x, double y, double z) {}

  /** Stages 1 and 2: moments of all regions and their best rotations. */
  abstract void fitRotations(float[] x, float[] y, float[] z, Workers workers);

  /**
   * Stage 4: differences goal - x of all particles, and their sums (shape: {@link
   * Kernels#pullSums}) with the particles' masses and velocities.
   */
  abstract void pullToGoals(
      float[] x,
      float[] y,
      float[] z,
      Particles particles,
      float[] dx,
      float[] dy,
      float[] dz,
      double[] sums,
      Workers workers);

  /** Adds the blocks' sums in their order. */
  static void addBlocks(double[][] blocks, double[] sums) {
    Arrays.fill(sums, 0);
    for (double[] block : blocks) {
      for (int k = 0; k < sums.length; k++) {
        sums[k] += block[k];
      }
    }
  }

  /**
   * Sum over regions of M |c|^2 + rho (2 tr(R^T P) - 1) of the last fit. With it the elastic energy
   * is (sum of m |x|^2 - this) / 2.
   */
  abstract double elasticSum();

  /** How often the strongest pull of a region is to be made four times as strong. */
  int mostLift() {
    return 0;
  }

  /** Which lift the next step leaves room for. */
  void allowLift(int most) {}

  /** How much stronger the strongest pull of a region is than alpha says. */
  double strongestLift() {
    return 1;
  }

  /** Regions that took the robust path in the last fit. */
  abstract int hardFits();

  /** Forgets all rotations. */
  void resetRotations() {
    setRotations(1, 0, 0, 0);
  }

  /** Turns all regions by one unit quaternion. */
  final void setRotations(float w, float x, float y, float z) {
    Arrays.fill(qw, w);
    Arrays.fill(qx, x);
    Arrays.fill(qy, y);
    Arrays.fill(qz, z);
  }
}
