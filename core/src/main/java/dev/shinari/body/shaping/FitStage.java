package dev.shinari.body.shaping;

import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.body.region.Targets;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Stages 1 to 3 of a step, for all kinds of regions and targets: moments of all regions, their best
 * rotations, their targets. Tiles of regions run in blocks; what they add up is added in the order
 * of tiles within a block, then in the order of blocks.
 *
 * <pre>
 *   regions.begin --&gt; blocks of tiles:  regions.moments --&gt; targets.fit --&gt; volume --&gt; regions.store
 *                                                            | only with groups of examples:
 *                     targets.project  &lt;---------------------+
 *                     blocks of tiles:  targets.deform --&gt; volume --&gt; regions.store
 * </pre>
 */
public final class FitStage {
  public final Regions regions;
  public final VolumeStage volume;
  private Targets targets;
  private FitTile[] tiles = {};
  private double[] blockElastic = {};
  private int[] blockHard = {};
  private int blocks;
  private double elasticSum;
  private int hardFits;
  private final Workers.BlockTask fitTask = this::fitBlock;
  private final Workers.BlockTask deformTask = this::deformBlock;

  public FitStage(Regions regions) {
    this.regions = regions;
    volume = new VolumeStage(regions);
    setTargets(new RestTargets(regions));
  }

  /** What the regions are pulled to from now on. */
  public void setTargets(Targets wanted) {
    targets = wanted;
    regions.targets = wanted;
  }

  Targets targets() {
    return targets;
  }

  /** Fits all regions to the positions and chooses their targets. */
  public void fit(StepContext step) {
    Workers workers = step.workers;
    ensureRoom(workers.count());
    targets.begin(step);
    regions.begin(step, volume.isOn());
    workers.run(blocks, fitTask);
    if (targets.project()) {
      workers.run(blocks, fitTask);
      targets.project();
    }
    if (targets.deforms()) {
      workers.run(blocks, deformTask);
    }
    double sum = 0;
    int hard = 0;
    for (int b = 0; b < blocks; b++) {
      sum += blockElastic[b];
      hard += blockHard[b];
    }
    elasticSum = sum - volume.left() * targets.sharedSum() - regions.surplus(step);
    hardFits = hard;
  }

  private void ensureRoom(int threads) {
    int had = tiles.length;
    if (had < threads) {
      tiles = Arrays.copyOf(tiles, threads);
      for (int t = had; t < threads; t++) {
        tiles[t] = new FitTile(t);
      }
    }
    blocks = regions.blockCount();
    if (blockElastic.length < blocks) {
      blockElastic = new double[blocks];
      blockHard = new int[blocks];
    }
  }

  private void fitBlock(int block, int worker) {
    FitTile tile = tiles[worker];
    tile.hard = 0;
    double elastic = 0;
    regions.beginBlock(block, worker);
    int end = regions.firstTile(block + 1);
    for (int t = regions.firstTile(block); t < end; t++) {
      enter(tile, t);
      regions.moments(tile);
      if (targets.fit(tile)) {
        resist(tile);
        regions.store(tile);
      }
      elastic += tile.elastic;
    }
    blockElastic[block] = elastic;
    blockHard[block] = tile.hard;
  }

  /** Backwards: what the first pass used last is still near. */
  private void deformBlock(int index, int worker) {
    int block = blocks - 1 - index;
    FitTile tile = tiles[worker];
    tile.hard = 0;
    double elastic = 0;
    int end = regions.firstTile(block + 1);
    for (int t = regions.firstTile(block); t < end; t++) {
      enter(tile, t);
      targets.deform(tile);
      resist(tile);
      regions.store(tile);
      elastic += tile.elastic;
    }
    blockElastic[block] = elastic;
    blockHard[block] += tile.hard;
  }

  private void resist(FitTile tile) {
    if (volume.isOn()) {
      volume.apply(tile, targets.isPlain());
    }
  }

  private void enter(FitTile tile, int t) {
    tile.index = t;
    tile.from = regions.tileFrom(t);
    tile.count = regions.tileSlots(t);
    tile.elastic = 0;
    tile.moments = targets.room(tile);
  }

  /** Writes goal - x of all particles, toward the targets of the last fit. */
  public void pull(StepContext step) {
    regions.pullToGoals(step);
  }

  /**
   * Sum over regions of M |c|^2 + rho (2 tr(T^T P) - 1 - what S~ stores) of the last fit. With it
   * the elastic energy is (sum of m |x|^2 - this) / 2.
   */
  public double elasticSum() {
    return elasticSum;
  }

  /** Regions that took the robust path in the last fit. */
  public int hardFits() {
    return hardFits;
  }
}
