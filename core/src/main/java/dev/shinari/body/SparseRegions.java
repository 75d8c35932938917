package dev.shinari.body;

import dev.shinari.kernel.Kernels;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Regions as explicit lists: one-rings of a tetrahedral mesh, or any overlapping sets.
 *
 * <p>With q = x0 - c0, effective mass m~ = m / n and rho = sum m~ |q|^2, the moments of region r
 * are constant linear maps of the positions, since sum m~ q = 0 [Koyama13, eq. (1)]:
 *
 * <pre>
 *   c = sum (m~ / M) x,      P = sum x (m~ q / rho)^T
 * </pre>
 *
 * 12 multiply-adds a pair. We leave the paper in one point: R is the polar factor of P, the best
 * rotation, not of A = P Q: only then does the pull keep angular momentum and come from a
 * potential. The two agree where the rest moments of a region are the same in all directions.
 */
final class SparseRegions extends FixedRegions {
  private final int regions;
  private final RegionLists lists;
  private final RegionLists ofParticle;
  private final int[] ends;
  private final int[] endsOfParticle;
  private final float[] weights;
  private final float[] share;
  private final float[] c0x;
  private final float[] c0y;
  private final float[] c0z;
  private final float[] regionMass;
  private final float[] rho;
  private final float[] x0;
  private final float[] y0;
  private final float[] z0;
  private final float[] transforms;
  private final float[] spread;
  private final double[] blockElastic;
  private final ListGoals goals;
  private final int[] blockHard;
  private Scratch[] scratch = {};
  private double elasticSum;
  private int hardFits;

  // Arguments of the running stage, so that the tasks below are made once.
  private float[] x;
  private float[] y;
  private float[] z;
  private boolean shaped;
  private final float[][] quaternions = new float[4][];
  private final Workers.BlockTask spreadTask = this::spreadBlock;
  private final Workers.BlockTask fitTask = this::fitBlock;
  private final Workers.BlockTask describeTask = this::describeBlock;
  private final Workers.BlockTask deformTask = this::deformBlock;

  private static final class Scratch {
    final float[] tile = new float[12 * Kernels.TILE];
    final float[] rotations = new float[9 * Kernels.TILE];
    final float[] small = new float[Kernels.SCRATCH];
  }

  /** Rest positions x0, y0, z0 and masses: one entry a particle. */
  SparseRegions(
      Kernels kernels, RegionLists lists, float[] x0, float[] y0, float[] z0, float[] mass) {
    super(kernels, roundUp(lists.count(), Kernels.LANES));
    goals = new ListGoals(kernels);
    this.lists = lists;
    this.x0 = x0;
    this.y0 = y0;
    this.z0 = z0;
    regions = lists.count();
    int particles = mass.length, padded = qw.length;
    ofParticle = lists.transposed(particles);
    ends = Arrays.copyOfRange(lists.starts(), 1, regions + 1);
    endsOfParticle = Arrays.copyOfRange(ofParticle.starts(), 1, particles + 1);
    share = new float[particles];
    double[] effective = new double[particles];
    for (int i = 0; i < particles; i++) {
      int n = ofParticle.starts()[i + 1] - ofParticle.starts()[i];
      // A particle that is in no region has no goal: its difference becomes 0 x anything - x = -x,
      // so such sets are refused by the caller.
      share[i] = n == 0 ? 0 : 1f / n;
      effective[i] = n == 0 ? 0 : (double) mass[i] / n;
    }
    c0x = new float[padded];
    c0y = new float[padded];
    c0z = new float[padded];
    regionMass = new float[padded];
    rho = new float[padded];
    weights = new float[4 * lists.members().length + 4];
    transforms = new float[16 * padded];
    spread = new float[16 * particles];
    int blocks = (padded + Kernels.TILE - 1) / Kernels.TILE;
    blockElastic = new double[blocks];
    blockHard = new int[blocks];
    for (int r = 0; r < regions; r++) {
      prepareRegion(r, effective);
    }
  }

  private void prepareRegion(int r, double[] effective) {
    int from = lists.starts()[r], to = lists.starts()[r + 1];
    double m = 0, cx = 0, cy = 0, cz = 0;
    for (int e = from; e < to; e++) {
      int i = lists.members()[e];
      m += effective[i];
      cx += effective[i] * x0[i];
      cy += effective[i] * y0[i];
      cz += effective[i] * z0[i];
    }
    if (!(m > 0)) {
      return; // no mass, nothing to match
    }
    cx /= m;
    cy /= m;
    cz /= m;
    double second = 0;
    for (int e = from; e < to; e++) {
      int i = lists.members()[e];
      double qx = x0[i] - cx, qy = y0[i] - cy, qz = z0[i] - cz;
      second += effective[i] * (qx * qx + qy * qy + qz * qz);
    }
    c0x[r] = (float) cx;
    c0y[r] = (float) cy;
    c0z[r] = (float) cz;
    regionMass[r] = (float) m;
    rho[r] = (float) second;
    double scale = second > 0 ? 1 / second : 0; // a single point has no rotation
    for (int e = from; e < to; e++) {
      int i = lists.members()[e];
      weights[4 * e] = (float) (effective[i] / m);
      weights[4 * e + 1] = (float) (effective[i] * scale * (x0[i] - cx));
      weights[4 * e + 2] = (float) (effective[i] * scale * (y0[i] - cy));
      weights[4 * e + 3] = (float) (effective[i] * scale * (z0[i] - cz));
    }
  }

  private void ensureScratch(int threads) {
    int had = scratch.length;
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
  }

  @Override
  int regionCount() {
    return regions;
  }

  @Override
  ExampleGroups.Tiles tiles() {
    int n = blockElastic.length;
    int[] from = new int[n], count = new int[n];
    for (int b = 0; b < n; b++) {
      from[b] = b * Kernels.TILE;
      count[b] = roundUp(Math.min(Kernels.TILE, regions - from[b]), Kernels.LANES);
    }
    return new ExampleGroups.Tiles(from, count, qw.length);
  }

  @Override
  int slot(int r) {
    return r;
  }

  @Override
  float[][] restMoments() {
    float[][] k = new float[6][qw.length];
    for (int r = 0; r < regions; r++) {
      double[] sum = new double[6];
      for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
        int i = lists.members()[e];
        double qx = x0[i] - (double) c0x[r], qy = y0[i] - (double) c0y[r];
        double qz = z0[i] - (double) c0z[r];
        sum[0] += weights[4 * e + 1] * qx;
        sum[1] += weights[4 * e + 2] * qy;
        sum[2] += weights[4 * e + 3] * qz;
        sum[3] += weights[4 * e + 1] * qy;
        sum[4] += weights[4 * e + 2] * qz;
        sum[5] += weights[4 * e + 3] * qx;
      }
      for (int c = 0; c < 6; c++) {
        k[c][r] = (float) sum[c];
      }
    }
    return k;
  }

  BendModes bendModes(int examples) {
    float[] share = new float[lists.members().length];
    for (int r = 0; r < regions; r++) {
      for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
        share[e] = rho[r] > 0 ? weights[4 * e] * regionMass[r] / rho[r] : 0;
      }
    }
    return new BendModes(lists, examples, this.share.length, share);
  }

  @Override
  float[] regionMass() {
    return regionMass;
  }

  @Override
  float[] rho() {
    return rho;
  }

  @Override
  float[] shares() {
    return share;
  }

  @Override
  void fitRotations(float[] x, float[] y, float[] z, Workers workers) {
    this.x = x;
    this.y = y;
    this.z = z;
    ensureScratch(workers.count());
    workers.run((share.length + BLOCK - 1) / BLOCK, spreadTask);
    shaped = isShaped() && examples == null;
    if (shaped) {
      shaping.ensureScratch(workers.count());
      quaternions[0] = qw;
      quaternions[1] = qx;
      quaternions[2] = qy;
      quaternions[3] = qz;
    }
    if (examples == null) {
      workers.run(blockElastic.length, fitTask);
    } else {
      examples.ensureScratch(workers.count());
      workers.run(blockElastic.length, describeTask);
      if (!examples.isMeasuring()) {
        if (examples.project()) {
          workers.run(blockElastic.length, describeTask);
          examples.project();
        }
        if (!examples.isEach()) {
          workers.run(blockElastic.length, deformTask);
        }
      }
    }
    double sum = 0;
    int hard = 0;
    for (int b = 0; b < blockElastic.length; b++) {
      sum += blockElastic[b];
      hard += blockHard[b];
    }
    elasticSum = examples == null ? sum : sum - examples.sharedStrainSum();
    hardFits = hard;
  }

  private void spreadBlock(int block, int worker) {
    int from = block * BLOCK;
    kernels.spread(x, y, z, from, Math.min(from + BLOCK, share.length), spread);
  }

  /** Moments of a block's regions, padded; answers with the padded count. */
  private int moments(int block, float[] tile, Scratch s) {
    int from = block * Kernels.TILE;
    int to = Math.min(from + Kernels.TILE, regions);
    int count = roundUp(to - from, Kernels.LANES);
    kernels.sparseMoments(
        lists.starts(), ends, lists.members(), weights, x, y, z, spread, from, to, tile, s.small);
    for (int j = to - from; j < count; j++) {
      for (int k = 0; k < 12; k++) {
        tile[k * Kernels.TILE + j] = 0;
      }
    }
    return count;
  }

  /** With examples: moments and strains; where every region is on its own, the targets too. */
  private void describeBlock(int block, int worker) {
    moments(block, examples.tile(block, worker), scratch[worker]);
    if (examples.bends() != null) {
      int from = block * Kernels.TILE;
      examples.bends().gather(x, y, z, from, Math.min(from + Kernels.TILE, regions));
    }
    blockElastic[block] = 0;
    examples.describe(block, qw, qx, qy, qz, blockHard, blockElastic, block, worker);
    if (examples.isEach() && !examples.isMeasuring()) {
      storeTargets(block, worker);
    }
  }

  /** Backwards: what the first pass used last is still near. */
  private void deformBlock(int index, int worker) {
    int block = blockElastic.length - 1 - index;
    blockElastic[block] = examples.deform(block, qw, qx, qy, qz, blockHard, worker);
    storeTargets(block, worker);
  }

  private void storeTargets(int block, int worker) {
    int from = block * Kernels.TILE;
    int count = roundUp(Math.min(Kernels.TILE, regions - from), Kernels.LANES);
    kernels.sparseTransforms(
        examples.tile(block, worker),
        examples.targets(worker),
        c0x,
        c0y,
        c0z,
        from,
        count,
        transforms);
  }

  private void fitBlock(int block, int worker) {
    Scratch s = scratch[worker];
    int from = block * Kernels.TILE;
    int count = moments(block, s.tile, s);
    if (shaped) {
      blockElastic[block] =
          shaping.fit(s.tile, s.rotations, from, count, quaternions, blockHard, block, worker);
    } else {
      blockHard[block] = kernels.fitRotations(s.tile, count, qw, qx, qy, qz, from, s.rotations);
      blockElastic[block] =
          kernels.elasticSum(s.tile, s.rotations, regionMass, rho, from, count, s.small);
    }
    kernels.sparseTransforms(s.tile, s.rotations, c0x, c0y, c0z, from, count, transforms);
  }

  @Override
  void pullToGoals(
      float[] x,
      float[] y,
      float[] z,
      Particles particles,
      float[] dx,
      float[] dy,
      float[] dz,
      double[] sums,
      Workers workers) {
    goals.over(
        ofParticle.starts(),
        endsOfParticle,
        ofParticle.members(),
        transforms,
        share,
        x0,
        y0,
        z0,
        share.length);
    BendModes bends = examples == null ? null : examples.bends();
    PoseOffsets offsets = examples == null ? null : examples.offsets();
    goals.pull(x, y, z, particles, dx, dy, dz, bends, offsets, sums, workers);
  }

  @Override
  double elasticSum() {
    return elasticSum;
  }

  @Override
  int hardFits() {
    return hardFits;
  }

  /** Particles that no region holds. */
  int lostParticles() {
    int lost = 0;
    for (float s : share) {
      lost += s == 0 ? 1 : 0;
    }
    return lost;
  }
}
