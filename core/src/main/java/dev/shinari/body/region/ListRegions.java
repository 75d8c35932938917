package dev.shinari.body.region;

import dev.shinari.kernel.Kernels;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Regions as explicit lists: one-rings of a tetrahedral mesh, or any overlapping sets.
 *
 * <p>With q = x0 - c0, effective mass m~ = m / n and rho = sum m~ |q|^2, the moments of region r
 * are linear maps of the positions, since sum m~ q = 0 [Koyama13, eq. (1)]:
 *
 * <pre>
 *   c = sum (m~ / M) x,      P = sum x (m~ q / rho)^T
 * </pre>
 *
 * 12 multiply-adds per pair. We leave the paper in one point: R is the polar factor of P, the best
 * rotation, not of A = P Q: only then does the pull keep angular momentum and come from a
 * potential. The two agree where the rest moments of a region are the same in all directions.
 *
 * <p>Where region r is the one around particle r and the relation is symmetric (if i is in the
 * region of j, j is in that of i), one set of lists serves moments and goals, and the lists may
 * change between steps. A change costs time in the changed regions and their members alone: a
 * particle's effective mass depends on how many regions hold it, so a list that changes touches the
 * weights of all regions that hold its owner, and of no others. Other regions have a second set of
 * lists, from particles to regions, and stay as they are.
 *
 * <p>Arrays are shared with snapshots, which copy nothing: the first change after one copies.
 */
public final class ListRegions extends Regions {
  private int count; // regions
  private int particles;
  public final RegionPool lists;
  private final RegionLists ofParticle; // null where the relation is symmetric
  private final int[] endsOfParticle;
  private boolean owned; // whether no snapshot has the arrays too

  private float[] mass;
  private float[] x0;
  private float[] y0;
  private float[] z0;
  private float[] share;
  public float[] c0x; // rest centroids of the regions
  public float[] c0y;
  public float[] c0z;
  private float[] regionMass;
  private float[] rho;
  private float[] volume; // rest data of the volume's loops
  private int volumeVersion;
  private final RegionVolume volumes = new RegionVolume();
  private final double[] restMoment = new double[6];
  private float[] transforms;
  private float[] spread;
  private final ListGoals goals;
  private final RegionStiffening lift = new RegionStiffening();

  // Particles whose list or mass changed, and regions whose weights must follow.
  private int[] changed = {};
  private int changedCount;
  private boolean[] isChanged = {};
  private int[] stale = {};
  private int staleCount;
  private boolean[] isStale = {};

  // Of the step at hand.
  private StepContext step;
  private boolean lifted;
  private float[] energyMass;
  private float[] energyRho;
  private final Workers.BlockTask spreadTask = this::spreadBlock;

  /** Rest positions x0, y0, z0 and masses: one entry per particle. */
  public ListRegions(
      Kernels kernels, RegionLists all, float[] x0, float[] y0, float[] z0, float[] mass) {
    super(kernels, roundUp(all.count(), Kernels.LANES));
    goals = new ListGoals(this);
    this.x0 = x0;
    this.y0 = y0;
    this.z0 = z0;
    this.mass = mass;
    count = all.count();
    particles = mass.length;
    lists = new RegionPool(all);
    RegionLists back = all.transposed(particles);
    ofParticle = back == all ? null : back;
    endsOfParticle =
        back == all ? null : Arrays.copyOfRange(back.starts(), 1, back.starts().length);
    int slots = qw.length;
    share = new float[particles];
    c0x = new float[slots];
    c0y = new float[slots];
    c0z = new float[slots];
    regionMass = new float[slots];
    rho = new float[slots];
    volume = new float[RegionVolume.length(slots)];
    transforms = new float[16 * slots];
    spread = new float[16 * particles];
    for (int i = 0; i < particles; i++) {
      share[i] = holders(i) == 0 ? 0 : 1f / holders(i);
    }
    for (int r = 0; r < count; r++) {
      prepareRegion(r);
    }
  }

  /** Regions with the lists and weights of others; the first change copies them. */
  public ListRegions(Kernels kernels, Rest rest, float[][] xyz, float[] mass) {
    super(kernels, rest.numbers[1].length);
    goals = new ListGoals(this);
    x0 = xyz[0];
    y0 = xyz[1];
    z0 = xyz[2];
    this.mass = mass;
    count = rest.count;
    particles = mass.length;
    lists = new RegionPool(rest.lists);
    ofParticle = rest.ofParticle;
    endsOfParticle = rest.endsOfParticle;
    share = rest.numbers[0];
    c0x = rest.numbers[1];
    c0y = rest.numbers[2];
    c0z = rest.numbers[3];
    regionMass = rest.numbers[4];
    rho = rest.numbers[5];
    volume = rest.numbers[6];
    transforms = new float[16 * qw.length];
    spread = new float[16 * particles];
  }

  /** Lists and weights as they were made, shared by the regions of equal bodies. */
  public record Rest(
      int count,
      RegionPool.State lists,
      RegionLists ofParticle,
      int[] endsOfParticle,
      float[][] numbers) {}

  /** The arrays as they are: the next change copies them first. */
  public Rest rest() {
    owned = false;
    float[][] numbers = {share, c0x, c0y, c0z, regionMass, rho, volume};
    return new Rest(count, lists.save(), ofParticle, endsOfParticle, numbers);
  }

  /** Number of regions that hold a particle. */
  private int holders(int i) {
    return ofParticle == null ? lists.size(i) : endsOfParticle[i] - ofParticle.starts()[i];
  }

  /** Particles that no region holds: without a goal, so that the caller refuses them. */
  public int lostParticles() {
    int lost = 0;
    for (int i = 0; i < particles; i++) {
      lost += holders(i) == 0 ? 1 : 0;
    }
    return lost;
  }

  /** Whether particles and lists may change: one region around each particle, symmetric. */
  public boolean isEditable() {
    return ofParticle == null;
  }

  private double effective(int i) {
    return (double) mass[i] / holders(i);
  }

  /** Finds centroid, mass and weights of region r from its members. */
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
    double over = m > 0 ? m : 1; // no mass, nothing to match: all weights are zero
    cx /= over;
    cy /= over;
    cz /= over;
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
      weights[4 * e] = (float) (f / over);
      weights[4 * e + 1] = (float) (f * scale * (x0[i] - cx));
      weights[4 * e + 2] = (float) (f * scale * (y0[i] - cy));
      weights[4 * e + 3] = (float) (f * scale * (z0[i] - cz));
    }
    restMoments(r, restMoment);
    volumes.set(restMoment, volume, r);
  }

  // ------------------------------------------------------------------ changing

  /** Takes over the body's arrays after they were replaced. */
  public void attach(float[] restX, float[] restY, float[] restZ, float[] masses) {
    x0 = restX;
    y0 = restY;
    z0 = restZ;
    mass = masses;
  }

  /** Before any change: arrays of its own, and room to note changes in. */
  private void own() {
    if (owned) {
      return;
    }
    owned = true;
    lists.own();
    share = share.clone();
    c0x = c0x.clone();
    c0y = c0y.clone();
    c0z = c0z.clone();
    regionMass = regionMass.clone();
    rho = rho.clone();
    volume = volume.clone();
    ensureCapacity(count);
    int n = share.length;
    if (isChanged.length != n) {
      lists.makeRoom(n);
      isChanged = new boolean[n];
      isStale = new boolean[n];
    }
  }

  private void ensureCapacity(int n) {
    int padded = roundUp(n, Kernels.LANES), had = qw.length;
    if (padded > had || share.length < had) {
      padded = Math.max(padded, had);
      qw = Arrays.copyOf(qw, padded);
      qx = Arrays.copyOf(qx, padded);
      qy = Arrays.copyOf(qy, padded);
      qz = Arrays.copyOf(qz, padded);
      Arrays.fill(qw, had, padded, 1);
      share = Arrays.copyOf(share, padded);
      c0x = Arrays.copyOf(c0x, padded);
      c0y = Arrays.copyOf(c0y, padded);
      c0z = Arrays.copyOf(c0z, padded);
      regionMass = Arrays.copyOf(regionMass, padded);
      rho = Arrays.copyOf(rho, padded);
      volume = Arrays.copyOf(volume, RegionVolume.length(padded));
      transforms = Arrays.copyOf(transforms, 16 * padded);
      spread = Arrays.copyOf(spread, 16 * padded);
      lift.makeRoom(padded);
      if (owned) {
        lists.makeRoom(padded);
        isChanged = Arrays.copyOf(isChanged, padded);
        isStale = Arrays.copyOf(isStale, padded);
      }
    }
  }

  /** A particle came in at the end; its region is empty until it is given members. */
  public void added(int like) {
    own();
    ensureCapacity(mass.length);
    int r = count++;
    particles = count;
    lists.added(r);
    qw[r] = like < 0 ? 1 : qw[like];
    qx[r] = like < 0 ? 0 : qx[like];
    qy[r] = like < 0 ? 0 : qy[like];
    qz[r] = like < 0 ? 0 : qz[like];
    share[r] = 0;
    regionMass[r] = 0;
    rho[r] = 0;
    targets.added(r, like);
    markChanged(r);
  }

  /** Particle r goes; the last one takes its number. */
  public void removed(int r) {
    own();
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
      RegionVolume.move(volume, last, r);
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
    particles = count;
    targets.removed(r, last);
  }

  /** Whether region r has exactly these members, in this order. */
  public boolean hasMembers(int r, int[] list, int n) {
    return lists.has(r, list, n);
  }

  /** Gives region r its members. The caller sees to it that the relation stays symmetric. */
  public void setMembers(int r, int[] list, int n) {
    own();
    lists.set(r, list, 0, n);
    markChanged(r);
  }

  /** Gives all regions their strengths, before the first step. */
  public void setStrengths(float[] factors) {
    for (int r = 0; r < count; r++) {
      setLift(r, RegionStiffening.ofStrength(factors[r]));
    }
    refresh();
    lift.allow(RegionStiffening.MOST);
  }

  /** Makes the pull of region r stronger ({@link RegionStiffening}). */
  public void setLift(int r, int wanted) {
    if (lift.set(r, wanted, qw.length)) {
      own();
      markChanged(r);
    }
  }

  /** The mass of particle i is another one. */
  public void massChanged(int i) {
    own();
    markChanged(i);
  }

  private void markChanged(int i) {
    if (!isChanged[i]) {
      isChanged[i] = true;
      if (changedCount == changed.length) {
        changed = Arrays.copyOf(changed, Math.max(64, 2 * changedCount));
      }
      changed[changedCount++] = i;
    }
  }

  private void markStale(int r) {
    if (!isStale[r]) {
      isStale[r] = true;
      if (staleCount == stale.length) {
        stale = Arrays.copyOf(stale, Math.max(64, 2 * staleCount));
      }
      stale[staleCount++] = r;
    }
  }

  /** Number i is about to be unused or another particle's: marks of it are taken back. */
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
  public int refresh() {
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
        targets.prepared(r);
        done++;
      }
    }
    staleCount = 0;
    volumeVersion += done > 0 ? 1 : 0;
    targets.finish();
    return done;
  }

  /** All lists, shares and weights, between two batches of changes; rotations are saved apart. */
  public record State(
      int count, int slots, RegionPool.State lists, float[][] numbers, byte[] lifts) {}

  /** The arrays as they are: the next change copies them first. */
  public State save() {
    owned = false;
    float[][] numbers = {share, c0x, c0y, c0z, regionMass, rho, volume};
    return new State(count, qw.length, lists.save(), numbers, lift.save());
  }

  public void restore(State s) {
    owned = false;
    count = s.count;
    particles = ofParticle == null ? count : particles;
    lists.restore(s.lists);
    share = s.numbers[0];
    c0x = s.numbers[1];
    c0y = s.numbers[2];
    c0z = s.numbers[3];
    regionMass = s.numbers[4];
    rho = s.numbers[5];
    volume = s.numbers[6];
    volumeVersion++;
    lift.restore(s.lifts, count);
    changedCount = 0;
    staleCount = 0;
    if (s.slots != qw.length || spread.length < 16 * particles) {
      qw = new float[s.slots];
      qx = new float[s.slots];
      qy = new float[s.slots];
      qz = new float[s.slots];
      transforms = new float[16 * s.slots];
      spread = new float[16 * Math.max(particles, s.slots)];
    }
    isChanged = new boolean[0];
    isStale = new boolean[0];
  }

  // ------------------------------------------------------------------ for those who look

  @Override
  public int regionCount() {
    return count;
  }

  @Override
  public int slot(int r) {
    return r;
  }

  @Override
  public float[] shares() {
    return share;
  }

  @Override
  float[] regionMass() {
    return regionMass;
  }

  @Override
  public float[] rho() {
    return rho;
  }

  @Override
  public float[] energyMass() {
    return energyMass;
  }

  @Override
  public float[] energyRho() {
    return energyRho;
  }

  @Override
  public float[] volumeRest() {
    return volume;
  }

  @Override
  public int volumeVersion() {
    return volumeVersion;
  }

  public float[] masses() {
    return mass;
  }

  /** Rest position of particle i along an axis. */
  public float rest(int i, int axis) {
    return axis == 0 ? x0[i] : axis == 1 ? y0[i] : z0[i];
  }

  /** Rest centroid of region r along an axis. */
  public float center(int r, int axis) {
    return axis == 0 ? c0x[r] : axis == 1 ? c0y[r] : c0z[r];
  }

  /** Particle i is in the regions ofMembers()[ofStarts()[i]] to ofMembers()[ofEnds()[i] - 1]. */
  public int[] ofStarts() {
    return ofParticle == null ? lists.starts : ofParticle.starts();
  }

  public int[] ofEnds() {
    return ofParticle == null ? lists.ends : endsOfParticle;
  }

  int[] ofMembers() {
    return ofParticle == null ? lists.members : ofParticle.members();
  }

  public float mass(int r) {
    return regionMass[r];
  }

  public float secondMoment(int r) {
    return rho[r];
  }

  public int memberCount(int r) {
    return lists.size(r);
  }

  public int member(int r, int k) {
    return lists.members[lists.starts[r] + k];
  }

  @Override
  public float[][] restMoments() {
    float[][] k = new float[6][qw.length];
    double[] one = new double[6];
    for (int r = 0; r < count; r++) {
      restMoments(r, one);
      for (int c = 0; c < 6; c++) {
        k[c][r] = (float) one[c];
      }
    }
    return k;
  }

  /** K of region r: xx, yy, zz, xy, yz, zx. */
  public void restMoments(int r, double[] out) {
    double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;
    float[] w = lists.weights;
    for (int e = lists.starts[r]; e < lists.ends[r]; e++) {
      int i = lists.members[e];
      double a = x0[i] - (double) c0x[r], b = y0[i] - (double) c0y[r];
      double c = z0[i] - (double) c0z[r];
      xx += w[4 * e + 1] * a;
      yy += w[4 * e + 2] * b;
      zz += w[4 * e + 3] * c;
      xy += w[4 * e + 1] * b;
      yz += w[4 * e + 2] * c;
      zx += w[4 * e + 3] * a;
    }
    out[0] = xx;
    out[1] = yy;
    out[2] = zz;
    out[3] = xy;
    out[4] = yz;
    out[5] = zx;
  }

  // ------------------------------------------------------------------ lifts

  @Override
  public int mostLift() {
    return lift.most();
  }

  @Override
  public void allowLift(int most) {
    lift.allow(most);
  }

  @Override
  public double strongestLift() {
    return lift.isOn() ? lift.strongest() : 1;
  }

  /** The largest lift in use. */
  public int liftInUse() {
    return lift.inUse();
  }

  /** How strongly region r pulls ({@link RegionStiffening}). */
  public float strength(int r) {
    return lift.factorOf(r);
  }

  // ------------------------------------------------------------------ the step

  @Override
  public int blockCount() {
    return (count + Kernels.TILE - 1) / Kernels.TILE;
  }

  @Override
  public int firstTile(int block) {
    return block;
  }

  @Override
  public int tileFrom(int tile) {
    return tile * Kernels.TILE;
  }

  @Override
  public int tileSlots(int tile) {
    return roundUp(Math.min(Kernels.TILE, count - tile * Kernels.TILE), Kernels.LANES);
  }

  @Override
  public void begin(StepContext at, boolean own) {
    step = at;
    lift.ready(this);
    lifted = lift.isOn();
    energyMass = lifted ? lift.masses() : regionMass;
    energyRho = lifted ? lift.secondMoments() : rho;
    at.workers.run((particles + BLOCK - 1) / BLOCK, spreadTask);
  }

  private void spreadBlock(int block, int worker) {
    int from = block * BLOCK;
    kernels.spread(step.x, step.y, step.z, from, Math.min(from + BLOCK, particles), spread);
  }

  @Override
  public void moments(FitTile tile) {
    int from = tile.from, to = Math.min(from + tile.count, count);
    float[] out = tile.moments;
    kernels.sparseMoments(
        lists.starts,
        lists.ends,
        lists.members,
        lists.weights,
        step.x,
        step.y,
        step.z,
        spread,
        from,
        to,
        out,
        tile.small);
    for (int j = to - from; j < tile.count; j++) {
      for (int k = 0; k < 12; k++) {
        out[k * Kernels.TILE + j] = 0;
      }
    }
  }

  @Override
  public void store(FitTile tile) {
    int from = tile.from;
    kernels.sparseTransforms(
        tile.moments, tile.targets, c0x, c0y, c0z, from, tile.count, transforms);
    if (lifted) {
      lift.strengthen(transforms, from, Math.min(from + tile.count, count));
    }
  }

  @Override
  public double surplus(StepContext at) {
    return lifted ? lift.surplus(mass, at.x, at.y, at.z, count) : 0;
  }

  @Override
  public void pullToGoals(StepContext at) {
    goals.pull(at, particles, lifted ? lift.means() : null);
  }

  /** Goal - x of particles [from, to), from the transforms of their regions. */
  void goals(StepContext at, int from, int to, float[] small) {
    kernels.sparseGoals(
        ofStarts(),
        ofEnds(),
        ofMembers(),
        transforms,
        share,
        x0,
        y0,
        z0,
        at.x,
        at.y,
        at.z,
        at.dx,
        at.dy,
        at.dz,
        from,
        to,
        small);
  }
}
