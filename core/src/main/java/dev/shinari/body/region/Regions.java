package dev.shinari.body.region;

import dev.shinari.kernel.Kernels;
import java.util.Arrays;

/**
 * What ties particles to regions and back: moments of regions from positions, goals of particles
 * from the regions' transforms. Both kinds, {@link ListRegions} and {@link LatticeRegions}, are
 * linear maps with the fit of rotations between them ({@code FitStage}).
 *
 * <p>Regions stand in slots, places of their arrays; tiles are ranges of slots, and blocks are
 * ranges of tiles that run as one task.
 */
public abstract sealed class Regions permits ListRegions, LatticeRegions {
  /** Particles per block; also the unit in which sums over particles are formed. */
  public static final int BLOCK = 1024;

  public final Kernels kernels;
  // Best rotation of each slot, the warm start of the next step. Padded to a multiple of LANES.
  public float[] qw;
  public float[] qx;
  public float[] qy;
  public float[] qz;

  /** What the regions are pulled to; set by {@code FitStage}. */
  public Targets targets;

  Regions(Kernels kernels, int slots) {
    this.kernels = kernels;
    qw = new float[slots];
    qx = new float[slots];
    qy = new float[slots];
    qz = new float[slots];
    Arrays.fill(qw, 1);
  }

  public static int roundUp(int n, int multiple) {
    return (n + multiple - 1) / multiple * multiple;
  }

  public abstract int regionCount();

  /** Slot of region r. */
  public abstract int slot(int r);

  /** Slots, those without a region included. */
  public final int slotCount() {
    return qw.length;
  }

  /** One over the number of regions that hold each particle. */
  public abstract float[] shares();

  /** K = sum m~ q q^T / rho per slot: 6 arrays, xx, yy, zz, xy, yz, zx. */
  public abstract float[][] restMoments();

  /** Sum of m~ per slot. */
  abstract float[] regionMass();

  /** Sum of m~ |q|^2 per slot. */
  public abstract float[] rho();

  /** Rest data of {@link dev.shinari.kernel.VolumeKernels} per slot. */
  public abstract float[] volumeRest();

  /** Counts changes of {@link #volumeRest}. */
  public int volumeVersion() {
    return 0;
  }

  /** Mass with which a slot counts in the elastic sum of the step at hand. */
  public abstract float[] energyMass();

  /** Second moment with which a slot counts in the elastic sum of the step at hand. */
  public abstract float[] energyRho();

  // ------------------------------------------------------------------ tiles

  public abstract int blockCount();

  /** Block b has the tiles from firstTile(b) up to firstTile(b + 1). */
  public abstract int firstTile(int block);

  public final int tileCount() {
    return firstTile(blockCount());
  }

  /** First slot of a tile, a multiple of {@link Kernels#LANES}. */
  public abstract int tileFrom(int tile);

  /** Slots of a tile, a multiple of {@link Kernels#LANES}, at most {@link Kernels#TILE}. */
  public abstract int tileSlots(int tile);

  // ------------------------------------------------------------------ the step

  /** Tells where the center of mass is, before a step. */
  public void moveOrigin(double x, double y, double z) {}

  /**
   * Before the blocks of a fit.
   *
   * @param own whether targets are other than {@link Targets#isOwn} and {@link Targets#stretch} say
   */
  public abstract void begin(StepContext step, boolean own);

  /** Before the tiles of a block. */
  public void beginBlock(int block, int worker) {}

  /** Writes the moments of a tile's regions. */
  public abstract void moments(FitTile tile);

  /** Takes the targets of a tile's regions. */
  public abstract void store(FitTile tile);

  /** What the elastic sum has too much in the last fit. */
  public double surplus(StepContext step) {
    return 0;
  }

  /** Stage 4: differences goal - x of all particles, and their sums. */
  public abstract void pullToGoals(StepContext step);

  /** Adds the first n blocks' sums in their order. */
  public static void addBlocks(double[][] blocks, int n, double[] sums) {
    Arrays.fill(sums, 0);
    for (int b = 0; b < n; b++) {
      for (int k = 0; k < sums.length; k++) {
        sums[k] += blocks[b][k];
      }
    }
  }

  // ------------------------------------------------------------------ lifts and rotations

  /** The largest lift that a region asks for ({@link RegionStiffening}). */
  public int mostLift() {
    return 0;
  }

  /** Which lift the next step leaves room for. */
  public void allowLift(int most) {}

  /** How much stronger the strongest pull of a region is than alpha says. */
  public double strongestLift() {
    return 1;
  }

  /** Forgets all rotations. */
  public void resetRotations() {
    setRotations(1, 0, 0, 0);
  }

  /** Turns all regions by one unit quaternion. */
  public final void setRotations(float w, float x, float y, float z) {
    Arrays.fill(qw, w);
    Arrays.fill(qx, x);
    Arrays.fill(qy, y);
    Arrays.fill(qz, z);
  }
}
