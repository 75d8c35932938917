package dev.shinari.body;

import dev.shinari.example.ExampleSettings;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Regions as lists that may change between steps: the sparse operator's arithmetic (see {@link
 * SparseRegions}) on lists with room to grow. Region r is the one around particle r, and the
 * relation is symmetric (whoever is in my region has me in its own), so that one set of lists
 * serves moments and goals.
 *
 * <p>The lists stand in a {@link RegionPool}. A change costs time in the changed regions and their
 * members alone: a particle's effective mass depends on how many regions hold it, so a list that
 * changes touches the weights of all regions that hold its owner, and of no others.
 */
final class PatchedRegions extends RegionOperator {
  private int count;
  private final RegionPool lists;

  private float[] mass;
  private float[] share;
  private float[] c0x;
  private float[] c0y;
  private float[] c0z;
  private float[] regionMass;
  private float[] rho;
  private float[] x0;
  private float[] y0;
  private float[] z0;
  private float[] transforms;
  private float[] spread;
  private double[] blockElastic = {};
  private final ListGoals goals;
  private int[] blockHard = {};
  private Scratch[] scratch = {};
  private final FineLift lift = new FineLift();
  private double elasticSum;
  private int hardFits;

  // Particles whose list or mass changed, and regions whose weights must follow.
  private int[] changed = new int[64];
  private int changedCount;
  private boolean[] isChanged;
  private int[] stale = new int[64];
  private int staleCount;
  private boolean[] isStale;

  // Arguments of the running stage, so that the tasks below are made once.
  private float[] x;
  private float[] y;
  private float[] z;
  private boolean shaped;
  private boolean lifted;
  private float[] energyMass;
  private float[] energyRho;
  private final float[][] quaternions = new float[4][];
  private final Workers.BlockTask spreadTask = this::spreadBlock;
  private final Workers.BlockTask fitTask = this::fitBlock;
  private final Workers.BlockTask describeTask = this::describeBlock;
  private final Workers.BlockTask deformTask = this::deformBlock;
  private PatchedExamples examples; // null for a body without
  private final float[][] rest = new float[3][];
  private final double[] centre = new double[3];

  private static final class Scratch {
    final float[] tile = new float[12 * Kernels.TILE];
    final float[] rotations = new float[9 * Kernels.TILE];
    final float[] small = new float[Kernels.SCRATCH];
  }

  PatchedRegions(
      Kernels kernels, RegionLists lists, float[] x0, float[] y0, float[] z0, float[] mass) {
    super(kernels, 0);
    goals = new ListGoals(kernels);
    this.lists = new RegionPool(lists.members().length + 64);
    ensureCapacity(lists.count());
    this.x0 = x0;
    this.y0 = y0;
    this.z0 = z0;
    this.mass = mass;
    count = lists.count();
    for (int r = 0; r < count; r++) {
      lift.added(r);
      setMembers(r, lists.members(), lists.starts()[r], lists.starts()[r + 1]);
    }
    refresh();
    resetRotations();
  }

  /** From now on the body follows these poses, in the order of its particles. */
  PatchedExamples follow(ExampleSettings poses) {
    examples = new PatchedExamples(poses, kernels, count);
    for (int r = 0; r < count; r++) {
      prepareRegion(r);
    }
    examples.finish(this);
    return examples;
  }

  /** The examples that the body follows, or null. */
  PatchedExamples examples() {
    return examples;
  }

  /** Takes over the body's arrays after they were replaced by longer ones. */
  void attach(float[] restX, float[] restY, float[] restZ, float[] masses) {
    x0 = restX;
    y0 = restY;
    z0 = restZ;
    mass = masses;
    ensureCapacity(masses.length);
  }

  private void ensureCapacity(int n) {
    int padded = roundUp(Math.max(n, 1), ExampleKernels.CHUNK);
    int had = qw.length;
    if (padded <= had) {
      return;
    }
    growRotations(padded);
    lift.makeRoom(padded);
    lists.makeRoom(padded);
    isChanged = isChanged == null ? new boolean[padded] : Arrays.copyOf(isChanged, padded);
    isStale = isStale == null ? new boolean[padded] : Arrays.copyOf(isStale, padded);
    share = grown(share, padded);
    c0x = grown(c0x, padded);
    c0y = grown(c0y, padded);
    c0z = grown(c0z, padded);
    regionMass = grown(regionMass, padded);
    rho = grown(rho, padded);
    transforms = grown(transforms, 16 * padded);
    spread = grown(spread, 16 * padded);
  }

  static float[] grown(float[] values, int n) {
    return values == null ? new float[n] : Arrays.copyOf(values, n);
  }

  // ------------------------------------------------------------------ changing

  /** A particle came in at the end; its region is empty until it is given members. */
  void added(int like) {
    int r = count++;
    lift.added(r);
    lists.added(r);
    qw[r] = like < 0 ? 1 : qw[like];
    qx[r] = like < 0 ? 0 : qx[like];
    qy[r] = like < 0 ? 0 : qy[like];
    qz[r] = like < 0 ? 0 : qz[like];
    share[r] = 0;
    regionMass[r] = 0;
    rho[r] = 0;
    if (examples != null) {
      examples.added();
    }
    markChanged(r);
  }

  /** Particle r goes; the last one takes its number. */
  void removed(int r) {
    int[] members = lists.members;
    for (int e = lists.starts[r]; e < lists.ends[r]; e++) {
      int u = members[e];
      if (u != r) {
        lists.drop(u, r);
        markChanged(u);
      }
    }
    unmark(r);
    int last = count - 1;
    lift.removed(r, last);
    lists.removed(r, last);
    if (r != last) {
      qw[r] = qw[last];
      qx[r] = qx[last];
      qy[r] = qy[last];
      qz[r] = qz[last];
      share[r] = share[last];
      c0x[r] = c0x[last];
      c0y[r] = c0y[last];
      c0z[r] = c0z[last];
      regionMass[r] = regionMass[last];
      rho[r] = rho[last];
      boolean wasChanged = isChanged[last], wasStale = isStale[last];
      unmark(last);
      if (wasChanged) {
        markChanged(r);
      }
      if (wasStale) {
        markStale(r);
      }
    }
    regionMass[last] = 0; // padding of the last tile: counts for nothing
    rho[last] = 0;
    count--;
    if (examples != null) {
      examples.removed(r);
    }
  }

  /** Whether region r has exactly these members, in this order. */
  boolean hasMembers(int r, int[] list, int n) {
    return lists.has(r, list, n);
  }

  /** Gives region r its members. The caller sees to it that the relation stays symmetric. */
  void setMembers(int r, int[] list, int from, int to) {
    lists.set(r, list, from, to);
    markChanged(r);
  }

  /** Makes the pull of region r stronger ({@link FineLift}). */
  void setLift(int r, int wanted) {
    if (lift.set(r, wanted)) {
      markChanged(r);
    }
  }

  @Override
  int mostLift() {
    return lift.most();
  }

  @Override
  void allowLift(int most) {
    lift.allow(most);
  }

  @Override
  double strongestLift() {
    return lift.isOn() ? lift.strongest() : 1;
  }

  /** The mass of particle i is another one. */
  void massChanged(int i) {
    markChanged(i);
  }

  private void markChanged(int i) {
    if (!isChanged[i]) {
      isChanged[i] = true;
      if (changedCount == changed.length) {
        changed = Arrays.copyOf(changed, 2 * changedCount);
      }
      changed[changedCount++] = i;
    }
  }

  private void markStale(int r) {
    if (!isStale[r]) {
      isStale[r] = true;
      if (staleCount == stale.length) {
        stale = Arrays.copyOf(stale, 2 * staleCount);
      }
      stale[staleCount++] = r;
    }
  }

  /** Number i is about to belong to nobody or to another one: marks of it are taken back. */
  private void unmark(int i) {
    // The entries stay in the lists and are passed over: flags decide.
    isChanged[i] = false;
    isStale[i] = false;
  }

  /**
   * Brings shares and weights up to date after a batch of changes.
   *
   * @return how many regions got new weights
   */
  int refresh() {
    for (int k = 0; k < changedCount; k++) {
      int i = changed[k];
      if (i >= count || !isChanged[i]) {
        continue;
      }
      isChanged[i] = false;
      int n = lists.size(i);
      share[i] = n == 0 ? 0 : 1f / n;
      for (int e = lists.starts[i]; e < lists.ends[i]; e++) {
        markStale(lists.members[e]);
      }
    }
    changedCount = 0;
    int done = 0;
    for (int k = 0; k < staleCount; k++) {
      int r = stale[k];
      if (r < count && isStale[r]) {
        isStale[r] = false;
        prepareRegion(r);
        lift.refresh(this, r);
        done++;
      }
    }
    staleCount = 0;
    if (examples != null) {
      examples.finish(this);
    }
    return done;
  }

  /** All lists, shares and weights, between two batches of changes; rotations are saved apart. */
  record State(
      int count, RegionPool.State lists, float[][] numbers, byte[] lifts, float[][] examples) {}

  State save() {
    return new State(
        count,
        lists.save(),
        new float[][] {
          share.clone(), c0x.clone(), c0y.clone(), c0z.clone(), regionMass.clone(), rho.clone()
        },
        lift.save(),
        examples == null ? null : examples.save());
  }

  void restore(State s) {
    count = s.count;
    lists.restore(s.lists);
    share = s.numbers[0].clone();
    c0x = s.numbers[1].clone();
    c0y = s.numbers[2].clone();
    c0z = s.numbers[3].clone();
    regionMass = s.numbers[4].clone();
    rho = s.numbers[5].clone();
    lift.restore(s.lifts, count);
    int n = share.length;
    qw = new float[n];
    qx = new float[n];
    qy = new float[n];
    qz = new float[n];
    isChanged = new boolean[n];
    isStale = new boolean[n];
    changedCount = 0;
    staleCount = 0;
    transforms = new float[16 * n];
    spread = new float[16 * n];
    if (examples != null) {
      examples.restore(s.examples, this);
    }
  }

  private double effective(int i) {
    return (double) mass[i] / lists.size(i);
  }

  private void prepareRegion(int r) {
    int from = lists.starts[r], to = lists.ends[r];
    int[] members = lists.members;
    float[] weights = lists.weights;
    double m = 0, cx = 0, cy = 0, cz = 0;
    for (int e = from; e < to; e++) {
      int i = members[e];
      double f = effective(i);
      m += f;
      cx += f * x0[i];
      cy += f * y0[i];
      cz += f * z0[i];
    }
    if (!(m > 0)) {
      return; // no mass, nothing to match
    }
    cx /= m;
    cy /= m;
    cz /= m;
    double second = 0;
    for (int e = from; e < to; e++) {
      int i = members[e];
      double a = x0[i] - cx, b = y0[i] - cy, c = z0[i] - cz;
      second += effective(i) * (a * a + b * b + c * c);
    }
    c0x[r] = (float) cx;
    c0y[r] = (float) cy;
    c0z[r] = (float) cz;
    regionMass[r] = (float) m;
    rho[r] = (float) second;
    double scale = second > 0 ? 1 / second : 0; // a single point has no rotation
    for (int e = from; e < to; e++) {
      int i = members[e];
      double f = effective(i);
      weights[4 * e] = (float) (f / m);
      weights[4 * e + 1] = (float) (f * scale * (x0[i] - cx));
      weights[4 * e + 2] = (float) (f * scale * (y0[i] - cy));
      weights[4 * e + 3] = (float) (f * scale * (z0[i] - cz));
    }
    if (examples != null) {
      rest[0] = x0;
      rest[1] = y0;
      rest[2] = z0;
      centre[0] = cx;
      centre[1] = cy;
      centre[2] = cz;
      examples.prepare(r, members, from, to, weights, rest, centre, second);
    }
  }

  int liftInUse() {
    return lift.inUse();
  }

  /** How strongly region r pulls ({@link FineLift}). */
  float strength(int r) {
    return lift.factorOf(r);
  }

  float[] masses() {
    return mass;
  }

  float restX(int i) {
    return x0[i];
  }

  float restY(int i) {
    return y0[i];
  }

  float restZ(int i) {
    return z0[i];
  }

  float mass(int r) {
    return regionMass[r];
  }

  float secondMoment(int r) {
    return rho[r];
  }

  int memberCount(int r) {
    return lists.size(r);
  }

  int member(int r, int k) {
    return lists.members[lists.starts[r] + k];
  }

  // ------------------------------------------------------------------ the step

  private void ensureScratch(int threads) {
    int had = scratch.length;
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
    int tiles = (count + Kernels.TILE - 1) / Kernels.TILE;
    if (blockElastic.length != tiles) {
      blockElastic = new double[tiles];
      blockHard = new int[tiles];
    }
  }

  @Override
  int regionCount() {
    return count;
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
    lift.ready(this);
    lifted = lift.isOn();
    energyMass = lifted ? lift.masses() : regionMass;
    energyRho = lifted ? lift.secondMoments() : rho;
    shaped = isShaped() && examples == null;
    quaternions[0] = qw;
    quaternions[1] = qx;
    quaternions[2] = qy;
    quaternions[3] = qz;
    if (shaped) {
      shaping.ensureScratch(workers.count());
    }
    workers.run((count + BLOCK - 1) / BLOCK, spreadTask);
    if (examples == null) {
      workers.run(blockElastic.length, fitTask);
    } else {
      examples.ready(this, workers.count(), blockElastic.length);
      workers.run(blockElastic.length, describeTask);
      if (examples.project()) {
        workers.run(blockElastic.length, describeTask);
        examples.project();
      }
      if (!examples.isEach()) {
        workers.run(blockElastic.length, deformTask);
      }
    }
    double sum = 0;
    int hard = 0;
    for (int b = 0; b < blockElastic.length; b++) {
      sum += blockElastic[b];
      hard += blockHard[b];
    }
    elasticSum = lifted ? sum - lift.surplus(mass, x, y, z, count) : sum;
    hardFits = hard;
  }

  private void spreadBlock(int block, int worker) {
    int from = block * BLOCK;
    kernels.spread(x, y, z, from, Math.min(from + BLOCK, count), spread);
  }

  private void moments(int from, int to, float[] tile, float[] small) {
    kernels.sparseMoments(
        lists.starts,
        lists.ends,
        lists.members,
        lists.weights,
        x,
        y,
        z,
        spread,
        from,
        to,
        tile,
        small);
  }

  /** With examples: moments and strains; where every region is on its own, the targets too. */
  private void describeBlock(int block, int worker) {
    int from = block * Kernels.TILE, to = Math.min(from + Kernels.TILE, count);
    float[] tile = examples.tile(block);
    moments(from, to, tile, scratch[worker].small);
    PatchedExamples.pad(tile, to - from);
    blockElastic[block] =
        examples.describe(
            block, from, to - from, quaternions, blockHard, energyMass, energyRho, worker);
    if (examples.isEach()) {
      storeTargets(block, worker);
    }
  }

  private void deformBlock(int block, int worker) {
    int from = block * Kernels.TILE, n = Math.min(Kernels.TILE, count - from);
    blockElastic[block] =
        examples.deform(block, from, n, quaternions, blockHard, energyMass, energyRho, worker);
    storeTargets(block, worker);
  }

  private void storeTargets(int block, int worker) {
    int from = block * Kernels.TILE, n = Math.min(Kernels.TILE, count - from);
    kernels.sparseTransforms(
        examples.tile(block),
        examples.targets(worker),
        c0x,
        c0y,
        c0z,
        from,
        roundUp(n, Kernels.LANES),
        transforms);
    strengthen(from, from + n);
  }

  private void strengthen(int from, int to) {
    if (lifted) {
      lift.strengthen(transforms, from, to);
    }
  }

  private void fitBlock(int block, int worker) {
    Scratch s = scratch[worker];
    int from = block * Kernels.TILE;
    int to = Math.min(from + Kernels.TILE, count);
    int n = roundUp(to - from, Kernels.LANES);
    moments(from, to, s.tile, s.small);
    for (int j = to - from; j < n; j++) {
      for (int k = 0; k < 12; k++) {
        s.tile[k * Kernels.TILE + j] = 0;
      }
    }
    if (shaped) {
      blockElastic[block] =
          shaping.fit(s.tile, s.rotations, from, n, quaternions, blockHard, block, worker);
    } else {
      blockHard[block] = kernels.fitRotations(s.tile, n, qw, qx, qy, qz, from, s.rotations);
      blockElastic[block] =
          kernels.elasticSum(s.tile, s.rotations, energyMass, energyRho, from, n, s.small);
    }
    kernels.sparseTransforms(s.tile, s.rotations, c0x, c0y, c0z, from, n, transforms);
    strengthen(from, to);
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
    goals.over(lists.starts, lists.ends, lists.members, transforms, share, x0, y0, z0, count);
    goals.setStrengths(lifted ? lift.means() : null);
    goals.pull(
        x,
        y,
        z,
        particles,
        dx,
        dy,
        dz,
        null,
        examples == null ? null : examples.offsets(),
        sums,
        workers);
  }

  @Override
  double elasticSum() {
    return elasticSum;
  }

  @Override
  int hardFits() {
    return hardFits;
  }
}
