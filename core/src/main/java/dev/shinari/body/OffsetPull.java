package dev.shinari.body;

import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.OffsetKernels;
import java.util.Arrays;

/**
 * What poses add to the goals beside the regions' targets ({@link PoseOffsets} has the derivation),
 * as a step needs it: one offset a particle, its energy and its torque.
 */
abstract sealed class OffsetPull permits PoseOffsets, PatchedOffsets {
  /** Offsets below this share of the body's length are rounding. */
  static final double NOTHING = 1e-5;

  final OffsetKernels loops;
  float[] mass;
  float[] x; // R o~ of each particle
  float[] y;
  float[] z;
  double square; // from sum m |o|^2 to what is taken from the energy
  private double[][] blocks = {};
  private final double[] sums = new double[4];

  OffsetPull(Kernels kernels) {
    loops = kernels.offsets();
  }

  final void makeRoom(int particles) {
    x = new float[particles];
    y = new float[particles];
    z = new float[particles];
  }

  /** Before the blocks of goals. */
  final void ready(int count) {
    if (blocks.length != count) {
      blocks = new double[count][4];
    }
  }

  /** Adds the offsets of particles [from, to), which are one block, to their d. */
  final void add(StepContext s, int block, int from, int to, float[] scratch) {
    Arrays.fill(blocks[block], 0);
    loops.add(x, y, z, mass, s.x, s.y, s.z, s.dx, s.dy, s.dz, from, to, scratch, blocks[block]);
  }

  /**
   * After all blocks.
   *
   * @param pull sum of m d
   */
  final void settle(BodySummary s, double[] pull) {
    Regions.addBlocks(blocks, blocks.length, sums);
    // From the body's origin to its centre.
    sums[0] -= s.centreY * pull[2] - s.centreZ * pull[1];
    sums[1] -= s.centreZ * pull[0] - s.centreX * pull[2];
    sums[2] -= s.centreX * pull[1] - s.centreY * pull[0];
  }

  /** What the offsets add to the elastic sum. */
  final double elasticSum() {
    return square * sums[3];
  }

  /** Component a of the angular momentum that d would give to the body, over alpha / h. */
  final double torque(int a) {
    return sums[a];
  }
}
