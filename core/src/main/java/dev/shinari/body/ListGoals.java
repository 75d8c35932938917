package dev.shinari.body;

import dev.shinari.kernel.Kernels;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Stage 4 of regions that are lists: each particle gathers its goal from the transforms of its
 * regions, block by block, so that nothing is scattered and the order of sums is fixed.
 */
final class ListGoals {
  private final Kernels kernels;
  private float[][] small = {};
  private double[][] blockPulls = {};

  // The lists; see over().
  private int[] starts;
  private int[] ends;
  private int[] members;
  private float[] transforms;
  private float[] share;
  private float[] x0;
  private float[] y0;
  private float[] z0;
  private int count;
  private float[] strengths; // null: all are 1

  // Arguments of the running stage, so that the task is made once.
  private float[] x;
  private float[] y;
  private float[] z;
  private float[] dx;
  private float[] dy;
  private float[] dz;
  private Particles particles;
  private BendModes bends;
  private OffsetPull offsets;
  private final Workers.BlockTask task = this::block;

  ListGoals(Kernels kernels) {
    this.kernels = kernels;
  }

  /**
   * What the next goals are made from.
   *
   * @param starts particle i is in the regions members[starts[i]] to members[ends[i] - 1]
   * @param transforms 16 floats a region, as {@link Kernels#sparseTransforms} writes them
   * @param share one over the number of its regions, of each particle
   * @param count particles
   */
  void over(
      int[] starts,
      int[] ends,
      int[] members,
      float[] transforms,
      float[] share,
      float[] x0,
      float[] y0,
      float[] z0,
      int count) {
    this.starts = starts;
    this.ends = ends;
    this.members = members;
    this.transforms = transforms;
    this.share = share;
    this.x0 = x0;
    this.y0 = y0;
    this.z0 = z0;
    this.count = count;
  }

  /** How strongly each particle is pulled by all of its regions ({@link FineLift}), or null. */
  void setStrengths(float[] means) {
    strengths = means;
  }

  /**
   * Writes goal - x of all particles; see {@link RegionOperator#pullToGoals}.
   *
   * @param modes what examples of sheets add to the goals, or null
   * @param kept what examples of solid bodies add, or null
   */
  void pull(
      float[] x,
      float[] y,
      float[] z,
      Particles particles,
      float[] dx,
      float[] dy,
      float[] dz,
      BendModes modes,
      OffsetPull kept,
      double[] sums,
      Workers workers) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.dx = dx;
    this.dy = dy;
    this.dz = dz;
    this.particles = particles;
    bends = modes;
    offsets = kept;
    if (small.length < workers.count()) {
      small = new float[workers.count()][Kernels.SCRATCH];
    }
    int blocks = (count + RegionOperator.BLOCK - 1) / RegionOperator.BLOCK;
    if (blockPulls.length != blocks) {
      blockPulls = new double[blocks][4];
    }
    if (kept != null) {
      kept.ready(blocks);
    }
    workers.run(blocks, task);
    RegionOperator.addBlocks(blockPulls, sums);
  }

  private void block(int block, int worker) {
    int from = block * RegionOperator.BLOCK, to = Math.min(from + RegionOperator.BLOCK, count);
    float[] s = small[worker];
    kernels.sparseGoals(
        starts, ends, members, transforms, share, x0, y0, z0, x, y, z, dx, dy, dz, from, to, s);
    for (int i = from; strengths != null && i < to; i++) {
      float more = strengths[i] - 1;
      dx[i] -= more * x[i];
      dy[i] -= more * y[i];
      dz[i] -= more * z[i];
    }
    if (bends != null) {
      bends.addGoals(from, to, share, dx, dy, dz);
    }
    if (offsets != null) {
      offsets.add(block, x, y, z, dx, dy, dz, from, to, s);
    }
    Particles p = particles;
    Arrays.fill(blockPulls[block], 0);
    kernels.pullSums(p.mass(), p.vx(), p.vy(), p.vz(), dx, dy, dz, from, to, s, blockPulls[block]);
  }
}
