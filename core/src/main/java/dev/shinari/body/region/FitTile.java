package dev.shinari.body.region;

import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.VolumeKernels;

/** A tile of regions on its way through the fit; one per worker, reused. */
public final class FitTile {
  /** Number of the tile among those of the regions. */
  public int index;

  /** First slot, a multiple of {@link Kernels#LANES}. */
  public int from;

  /** Slots, a multiple of {@link Kernels#LANES}; those without a region have zero moments. */
  public int count;

  public final int worker;

  /** c and P of each region, 12 rows of TILE floats. */
  public float[] moments;

  /** T of each region, 9 rows of TILE floats. */
  public final float[] targets = new float[9 * Kernels.TILE];

  public final float[] small = new float[Kernels.SCRATCH];

  /** Regions that took the robust path; targets add theirs. */
  public int hard;

  /** The tile's part of the elastic sum; targets add theirs. */
  public double elastic;

  private float[] volume;
  private double[][] matrices;
  private float[] own; // moments that are not needed after the tile

  public FitTile(int worker) {
    this.worker = worker;
  }

  /** Room for a few matrices of 9 numbers. */
  public double[] matrix(int k) {
    if (matrices == null) {
      matrices = new double[3][9];
    }
    return matrices[k];
  }

  /** Room for the volume's loops. */
  public float[] volume() {
    if (volume == null) {
      volume = new float[VolumeKernels.WORK];
    }
    return volume;
  }

  /** Room for moments that nothing reads after the tile. */
  float[] room() {
    if (own == null) {
      own = new float[12 * Kernels.TILE];
    }
    return own;
  }
}
