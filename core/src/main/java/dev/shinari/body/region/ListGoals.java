package dev.shinari.body.region;

import dev.shinari.body.particle.Particles;
import dev.shinari.kernel.Kernels;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Stage 4 of regions that are lists: each particle gathers its goal from the transforms of its
 * regions, block by block, so that nothing is scattered and the order of sums is fixed.
 */
final class ListGoals {
  private final ListRegions regions;
  private float[][] small = {};
  private double[][] blockPulls = {};

  // Arguments of the running stage, so that the task is made once.
  private StepContext step;
  private int count;
  private float[] strengths; // null: all are 1
  private GoalTerm bends;
  private GoalTerm offsets;
  private final Workers.BlockTask task = this::block;

  ListGoals(ListRegions regions) {
    this.regions = regions;
  }

  /**
   * Writes goal - x of all particles; see {@link Regions#pullToGoals}.
   *
   * @param particles how many there are
   * @param means how strongly each particle is pulled by all of its regions ({@link
   *     RegionStiffening}), or null
   */
  void pull(StepContext at, int particles, float[] means) {
    step = at;
    count = particles;
    strengths = means;
    bends = regions.targets.bends();
    offsets = regions.targets.offsets();
    if (small.length < at.workers.count()) {
      small = new float[at.workers.count()][Kernels.SCRATCH];
    }
    int blocks = (count + Regions.BLOCK - 1) / Regions.BLOCK;
    if (blockPulls.length < blocks) {
      blockPulls = new double[blocks][4];
    }
    if (offsets != null) {
      offsets.ready(blocks);
    }
    at.workers.run(blocks, task);
    Regions.addBlocks(blockPulls, blocks, at.sums);
  }

  private void block(int block, int worker) {
    int from = block * Regions.BLOCK, to = Math.min(from + Regions.BLOCK, count);
    float[] s = small[worker], x = step.x, y = step.y, z = step.z;
    float[] dx = step.dx, dy = step.dy, dz = step.dz;
    regions.goals(step, from, to, s);
    for (int i = from; strengths != null && i < to; i++) {
      float more = strengths[i] - 1;
      dx[i] -= more * x[i];
      dy[i] -= more * y[i];
      dz[i] -= more * z[i];
    }
    if (bends != null) {
      bends.add(step, block, from, to, s);
    }
    if (offsets != null) {
      offsets.add(step, block, from, to, s);
    }
    Particles p = step.particles;
    Arrays.fill(blockPulls[block], 0);
    regions.kernels.pullSums(
        p.mass(), p.vx(), p.vy(), p.vz(), dx, dy, dz, from, to, s, blockPulls[block]);
  }
}
