package dev.shinari.example;

import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.body.region.Targets;
import dev.shinari.body.shaping.Shaping;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.math.Check;
import java.util.Arrays;
import java.util.List;

/**
 * Targets of a body with example poses [Koyama13, sec. 4.2 to 4.4]:
 *
 * <pre>
 *   fit        A = P K^-1,  R = polar factor of A,  strain = sym(R^T A) - S0,  dots L_k . strain
 *   project    the dots of all tiles in their order --&gt; weights of each group
 *   deform     E = sum w_k L_k,  R = best rotation of P S~,  T = R S~ with S~ = S0 + E
 * </pre>
 *
 * The second fit is what keeps angular momentum: with R the best rotation of sum m~ p (S~ q)^T, sum
 * m~ p x (R S~ q) = 0 in every region. The descriptor itself comes from the polar factor of A as in
 * the paper, and not from that of P: only then is T = A, and the pull zero, in a pose.
 *
 * <p>Instead of the pseudo-inverse of L = (L_1 .. L_K) this keeps L, which the target needs anyway,
 * and the factors of the small matrix L^T L: the same product in half of the memory.
 *
 * <p>{@link ExampleRest} has what is known before a step, {@link GroupWeights} the weights, {@link
 * RegionWeights} those of regions that have their own, {@link PoseOffsets} what keeps curved poses,
 * {@link BendModes} what bends sheets, {@link ExampleEdits} what follows regions that change.
 */
public final class ExampleTargets extends Targets {
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int S = ExampleKernels.S;

  // S0 of regions that extend in all directions.
  private static final float[] SOLID = new float[6 * CHUNK];

  static {
    ExampleChunk.fillUnit(SOLID);
  }

  public final Regions regions;
  final int examples;
  public final GroupWeights weights;
  final RegionWeights own; // null where regions share weights
  private final String body; // its name, for messages
  private final ExampleKernels loops;
  private final boolean each;
  private final double[][] energy; // per group: of shared strains, see ExampleRest.addEnergy
  private ExampleSettings settings;
  private float inverseBeta;
  private boolean lenient; // takes poses that depend on each other, whatever the settings say
  private int[] homes; // per particle: slot of the region that speaks for it; null: its own number

  // What follows regions that change; each is replaced by a copy before its first change.
  public ExampleRest rest;
  public ExampleGroups groups; // null where each region is on its own
  public BendModes bends; // of flat and straight regions; null for solid bodies
  public PoseOffsets offsets; // null where a body bends, or poses have none
  private ExampleEdits edits; // null for a body that never changes

  private StepContext step;
  private boolean hasStrain; // some region has plastic strain
  private boolean sharesEnergy; // strains that a tile shares are summed up over all tiles at once
  private float[][] moments = {}; // c and P per tile; none where each region is on its own
  private double[][] tileDots = {}; // per tile: groups times examples
  private ExampleChunk[] chunks = {};
  private float[] measured; // strains, while poses are measured
  private Shaping shaping; // what effects add to the targets; null for none

  public ExampleTargets(
      String body, ExampleSettings settings, Regions regions, ExampleGroups groups) {
    this.body = body;
    this.settings = settings;
    this.regions = regions;
    this.groups = groups;
    loops = regions.kernels.examples();
    examples = settings.poses().size();
    each = groups == null;
    rest = new ExampleRest(examples, regions.restMoments());
    int sets = each ? 1 : groups.count();
    weights = new GroupWeights(settings, sets);
    own = each ? new RegionWeights(settings, regions.kernels, regions.slotCount(), weights) : null;
    energy = new double[sets][examples + examples * examples];
    setBeta(settings.beta());
  }

  // ------------------------------------------------------------------ poses

  public void setBends(BendModes modes) {
    bends = modes;
  }

  public void setHomes(int[] slots) {
    homes = slots;
  }

  /** Takes what poses have beyond their goals, null for nothing; weights are as new then. */
  public void setOffsets(PoseOffsets kept) {
    weights.forget();
    if (each) {
      own.forget();
    }
    offsets = kept;
    if (kept != null) {
      kept.setBeta(inverseBeta);
    }
  }

  /** Lets the regions change from now on. */
  public void allowEdits(ListRegions lists) {
    edits = new ExampleEdits(this, lists);
  }

  /** From now on strains are kept instead of used. */
  public void measure(boolean on) {
    measured = on ? new float[6 * regions.slotCount()] : null;
  }

  /** What was measured is the rest shape. */
  public void keepRest() {
    rest.keepRest(measured, regions);
  }

  /** What was measured is example k; returns the share of regions that are inside out. */
  public double keepExample(int k) {
    return rest.keepExample(k, measured, regions);
  }

  /**
   * Finds all that depends on the examples, in one pass over the regions.
   *
   * @param strict whether examples that cannot be told apart are refused
   */
  public void finishPoses(boolean strict) {
    lenient = !strict;
    double[] whole = new double[examples * examples];
    addGram(-1, whole);
    int count = regions.regionCount();
    if (strict && !settings.lenient()) {
      ExampleRest.refuseDependent(settings.poses(), whole, count);
    }
    weights.setLenient(lenient);
    for (int g = 0; g < weights.count(); g++) {
      Arrays.fill(weights.gram(g), 0);
      addGram(each ? -1 : g, weights.gram(g));
      weights.prepare(g, whole, count, each ? count : groups.size(g));
    }
    if (each) {
      own.setMean(whole, count);
      prepareOwn();
      return;
    }
    for (double[] sum : energy) {
      Arrays.fill(sum, 0);
    }
    for (int t = 0; t < regions.tileCount(); t++) {
      if (groups.isHard(t)) {
        int from = regions.tileFrom(t), to = from + regions.tileSlots(t);
        rest.addEnergy(from, to, regions.rho(), energy[groups.onlyGroup(t)]);
      }
    }
  }

  /** Goes back to what was found when the body was built. */
  void resumeBuilt() {
    finishPoses(!lenient);
    if (offsets != null) {
      offsets.resumeBuilt(inverseBeta);
    }
  }

  /** The small problems of all regions with weights of their own. */
  void prepareOwn() {
    for (int t = 0; t < regions.tileCount(); t++) {
      int from = regions.tileFrom(t), to = from + regions.tileSlots(t);
      for (int j = from; j < to; j++) {
        own.prepare(j, rest, bends, regions.rho()[j]);
      }
    }
  }

  /** Adds the products of the examples over the regions of a group, or all where it is -1. */
  private void addGram(int group, double[] gram) {
    for (int t = 0; t < regions.tileCount(); t++) {
      int from = regions.tileFrom(t), to = from + regions.tileSlots(t);
      for (int j = from; j < to; j++) {
        if (group < 0 || groups.ofSlot()[j] == group) {
          addGram(j, gram, 0);
        }
      }
    }
  }

  /** Adds the products of the examples in the region of a slot. */
  void addGram(int slot, double[] gram, int at) {
    for (int k = 0; k < examples; k++) {
      for (int l = 0; l <= k; l++) {
        double sum = rest.product(slot, k, l, bends);
        gram[at + k * examples + l] += sum;
        if (l < k) {
          gram[at + l * examples + k] += sum;
        }
      }
    }
  }

  /** Sums of {@link ExampleRest#addEnergy} over tiles that share a group's weights. */
  double[] energy(int group) {
    return energy[group];
  }

  float inverseBeta() {
    return inverseBeta;
  }

  // ------------------------------------------------------------------ regions that change

  @Override
  protected void added(int r, int like) {
    edits.added(r, like);
    if (shaping != null) {
      shaping.added(r, like);
    }
  }

  @Override
  protected void removed(int r, int last) {
    edits.removed(r, last);
    if (shaping != null) {
      shaping.removed(r, last);
    }
  }

  @Override
  protected void prepared(int r) {
    edits.changed(r);
    if (shaping != null) {
      shaping.prepared(r);
    }
  }

  @Override
  protected void finish() {
    if (edits != null) {
      edits.finish();
    }
    if (shaping != null) {
      shaping.finish();
    }
  }

  /** Puts particle i in all poses in the middle of others, and into their group. */
  public void blend(int i, int[] parents, int n) {
    edits.blend(i, parents, n);
  }

  /** The settings with the poses and groups of some particles alone, for a piece. */
  public ExampleSettings of(int[] particles) {
    return edits.of(particles);
  }

  /** Regions that were fitted to the poses because of changes. */
  public long fitsOfChanges() {
    return edits == null ? 0 : edits.fits();
  }

  /** What regions that change leave; null for a body that never changes. */
  public ExampleEdits.Saved save() {
    return edits == null ? null : edits.save();
  }

  public void restore(ExampleEdits.Saved saved) {
    if (edits != null) {
      edits.restore(saved);
    }
  }

  // ------------------------------------------------------------------ the step

  @Override
  public void begin(StepContext at) {
    step = at;
    if (shaping != null) {
      shaping.beginBeyond(at.workers.count());
    }
    hasStrain = shaping != null && shaping.hasPlasticStrain();
    sharesEnergy = !(regions.strongestLift() > 1) && !hasStrain;
    if (edits != null && offsets != null) {
      edits.adaptOffsets();
    }
    int n = regions.tileCount(), had = tileDots.length, sets = weights.count();
    if (had != n) {
      tileDots = Arrays.copyOf(tileDots, n);
      moments = Arrays.copyOf(moments, each ? 0 : n);
      for (int t = had; t < n; t++) {
        tileDots[t] = new double[sets * examples];
        if (!each) {
          moments[t] = new float[12 * Kernels.TILE];
        }
      }
    }
    if (each) {
      own.begin(n);
    }
    int threads = at.workers.count(), were = chunks.length;
    if (were < threads) {
      chunks = Arrays.copyOf(chunks, threads);
      for (int w = were; w < threads; w++) {
        chunks[w] = newChunk();
      }
    }
  }

  private ExampleChunk newChunk() {
    ExampleChunk c = new ExampleChunk(examples);
    if (each) {
      c.own = own.new Scratch();
    }
    if (bends != null) {
      c.makeRoomForBends();
    }
    return c;
  }

  /**
   * Where the moments of a tile go. Where each region has weights of its own, nothing reads them
   * after the tile, so all tiles of a worker share one place.
   */
  @Override
  public float[] room(FitTile tile) {
    return each ? super.room(tile) : moments[tile.index];
  }

  /**
   * Strains of a tile from its moments, and their dots with the examples. Where every region has
   * weights of its own, its targets follow at once, as in {@link #deform}.
   */
  @Override
  public boolean fit(FitTile tile) {
    ExampleChunk c = chunks[tile.worker];
    double[] dots = tileDots[tile.index];
    Arrays.fill(dots, 0);
    if (bends != null) {
      bends.gather(step, tile.from, tile.from + tile.count);
    }
    if (each) {
      own.beginTile(tile.index);
    }
    c.uniform = false;
    for (int j = 0; j < tile.count; j += CHUNK) {
      c.enter(tile, j);
      strains(tile, c);
      if (measured != null) {
        System.arraycopy(c.work, S, measured, 6 * c.from, 6 * c.count);
      } else if (each) {
        own.find(c, tile.index, rest, bends, dots);
        loops.mixOfEach(rest.deltas, 6 * examples * c.from, c.weights, examples, c.count, c.work);
        targets(tile, c);
      } else {
        addDots(tile, c, dots);
      }
    }
    if (each && measured == null && shaping != null) {
      shaping.flowBeyond(tile);
    }
    return each && measured == null;
  }

  private void strains(FitTile tile, ExampleChunk c) {
    Regions g = regions;
    int from = c.from, n = c.count;
    tile.hard +=
        loops.fit(
            tile.moments,
            c.column,
            rest.inverse,
            6 * from,
            g.qw,
            g.qx,
            g.qy,
            g.qz,
            from,
            n,
            c.work);
    boolean solid = rest.isSolid(tile.index);
    loops.strains(
        c.work, solid ? SOLID : rest.rest, solid ? 0 : 6 * from, n, g.qw, g.qx, g.qy, g.qz, from);
    if (hasStrain && measured == null) {
      shaping.takeOut(c.work, from, n);
    }
    for (int j = from; j < from + n && bends != null; j++) {
      Rotations.toMatrix(g.qw[j], g.qx[j], g.qy[j], g.qz[j], c.rotations, c.column + j - from);
    }
  }

  private void addDots(FitTile tile, ExampleChunk c, double[] dots) {
    int[] members = groups.inTile(tile.index), of = groups.ofSlot();
    int at = 6 * examples * c.from;
    if (members.length == 1) {
      loops.dots(c.work, rest.deltas, at, examples, c.count, c.small, dots, members[0] * examples);
    } else {
      System.arraycopy(c.work, S, c.strain, 0, 6 * CHUNK);
      for (int g : members) {
        for (int e = 0; e < 6; e++) {
          for (int i = 0; i < c.count; i++) {
            int at6 = ExampleKernels.place(6, e, i);
            c.work[S + at6] = of[c.from + i] == g ? c.strain[at6] : 0;
          }
        }
        loops.dots(c.work, rest.deltas, at, examples, c.count, c.small, dots, g * examples);
      }
    }
    for (int i = 0; i < c.count && bends != null; i++) {
      int g = of[c.from + i];
      for (int k = 0; k < examples && g >= 0; k++) {
        dots[g * examples + k] += bends.dot(c.from + i, k, c.rotations, c.column + i);
      }
    }
  }

  /**
   * The weights of all groups. Returns whether the tiles have to be fitted again: where every
   * region has weights of its own, these lean on those of the whole body in the last step, which
   * are wrong where the body was put elsewhere.
   */
  @Override
  public boolean project() {
    if (measured != null) {
      return false;
    }
    if (each) {
      return own.finishTile(tileDots, regions.regionCount());
    }
    weights.project(tileDots);
    return false;
  }

  @Override
  public boolean deforms() {
    return !each && measured == null;
  }

  /** Targets of a tile, the rotations fitted to them, and the tile's part of the elastic sum. */
  @Override
  public void deform(FitTile tile) {
    ExampleChunk c = chunks[tile.worker];
    c.uniform = groups.isHard(tile.index);
    c.uses = 0;
    if (c.uniform) {
      double[] w = weights.effective()[groups.onlyGroup(tile.index)];
      for (int k = 0; k < examples; k++) {
        c.weights[k] = (float) w[k + 1];
        if (c.weights[k] != 0) {
          c.used[c.uses++] = k;
        }
      }
    }
    for (int j = 0; j < tile.count; j += CHUNK) {
      c.enter(tile, j);
      int at = 6 * examples * c.from;
      if (c.uniform) {
        loops.mix(rest.deltas, at, c.weights, examples, c.used, c.uses, c.count, c.work);
      } else {
        groups.spreadWeights(tile.index, weights.effective(), c);
        loops.mixOfEach(rest.deltas, at, c.weights, examples, c.count, c.work);
      }
      targets(tile, c);
    }
    if (shaping != null) {
      shaping.flowBeyond(tile);
    }
  }

  /** Targets of a chunk whose S~ stands in the work rows, and its part of the elastic sum. */
  private void targets(FitTile tile, ExampleChunk c) {
    Regions g = regions;
    int from = c.from, n = c.count;
    float[] mass = g.energyMass(), rho = g.energyRho();
    double sum = 0;
    float by = inverseBeta;
    if (hasStrain && inverseBeta != 1) { // beta is of what examples ask for alone
      sum += loops.strainSum(c.work, rest.moments, 6 * from, rho, from, 1, n, c.small);
      sum -= loops.strainSum(c.work, rest.moments, 6 * from, rho, from, inverseBeta, n, c.small);
      by = 1;
    }
    if (shaping != null && shaping.isOn()) {
      shaping.addTo(c.work, from, n);
    }
    float[] p = tile.moments, x = c.work;
    if (bends != null) {
      bentMoments(tile.moments, c);
      p = c.bentMoments;
      x = c.unit;
    }
    tile.hard +=
        loops.fit(p, c.column, x, bends == null ? S : 0, g.qw, g.qx, g.qy, g.qz, from, n, c.work);
    if (offsets == null) {
      loops.targets(c.work, n, tile.targets, c.column, null, null, null, 0);
    } else {
      mixOffsets(c);
      offsets.targets(c, loops, tile.targets);
    }
    if (bends != null) {
      targetMatrices(c);
      for (int i = 0; i < n; i++) {
        sum -= rho[from + i] * bends.bend(c, i, inverseBeta);
      }
    }
    sum += loops.elasticSum(tile.moments, c.column, c.work, mass, rho, from, n, c.small);
    if (!c.uniform || !sharesEnergy) {
      sum -= loops.strainSum(c.work, rest.moments, 6 * from, rho, from, by, n, c.small);
    }
    tile.elastic += sum;
  }

  private void mixOffsets(ExampleChunk c) {
    if (c.uniform) {
      offsets.mix(c);
    } else if (each) {
      offsets.mixOwn(c, own.whole());
    } else {
      offsets.mixOfEach(c);
    }
  }

  /** Rotations of a chunk's targets, whose quaternions are of any length. */
  private static void targetMatrices(ExampleChunk c) {
    for (int j = ExampleKernels.Q; j < ExampleKernels.Q + c.count; j++) {
      float w = c.work[j], x = c.work[CHUNK + j];
      float y = c.work[2 * CHUNK + j], z = c.work[3 * CHUNK + j];
      float length = 1 / (float) Math.sqrt(w * w + x * x + y * y + z * z);
      Rotations.toMatrix(w * length, x * length, y * length, z * length, c.rotations, c.column + j);
    }
  }

  /** P S~ + sum w_k P_k of a chunk. */
  private void bentMoments(float[] p, ExampleChunk c) {
    float[] w = c.work, out = c.bentMoments;
    int tile = Kernels.TILE;
    for (int j = 0; j < c.count; j++) {
      int e = S + ExampleKernels.place(6, 0, j), next = Kernels.LANES;
      float xx = w[e], yy = w[e + next], zz = w[e + 2 * next];
      float xy = w[e + 3 * next], yz = w[e + 4 * next], zx = w[e + 5 * next];
      for (int at = 3 * tile + c.column + j; at < 12 * tile; at += 3 * tile) {
        float m0 = p[at], m1 = p[at + tile], m2 = p[at + 2 * tile];
        out[at] = m0 * xx + m1 * xy + m2 * zx;
        out[at + tile] = m0 * xy + m1 * yy + m2 * yz;
        out[at + 2 * tile] = m0 * zx + m1 * yz + m2 * zz;
      }
      for (int k = 0; k < examples; k++) {
        float weight = c.weights[c.uniform ? k : k * CHUNK + j];
        bends.addMoments(c.from + j, k, weight, out, c.column + j);
      }
    }
  }

  /** What strains that a whole tile shares take from the elastic sum; see ExampleKernels. */
  @Override
  public double sharedSum() {
    double sum = 0;
    double[][] effective = weights.effective();
    for (int g = 0; g < energy.length && sharesEnergy && measured == null; g++) {
      for (int k = 0; k < examples; k++) {
        double w = (float) effective[g][k + 1];
        sum += w * energy[g][k];
        for (int l = 0; l < examples && w != 0; l++) {
          double both = energy[g][examples + k * examples + l];
          sum += w * (float) effective[g][l + 1] * inverseBeta * both;
        }
      }
    }
    return sum;
  }

  /** Each region has an S~ of its own. */
  @Override
  protected boolean isOwn() {
    return true;
  }

  @Override
  protected BendModes bends() {
    return bends;
  }

  @Override
  public PoseOffsets offsets() {
    return offsets == null || !offsets.matter() ? null : offsets;
  }

  // ------------------------------------------------------------------ weights, from outside

  public ExampleSettings settings() {
    return settings;
  }

  public void setShaping(Shaping asked) {
    shaping = asked;
  }

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  public float[][] state() {
    return each ? own.state() : new float[0][];
  }

  /** Another share of the deformation that the examples take over. */
  public void setBeta(float share) {
    settings = settings.withBeta(share);
    inverseBeta = share > 0 ? 1 / share : 0;
    weights.setBeta(share);
    if (each) {
      own.setBeta(share);
    }
    if (offsets != null) {
      offsets.setBeta(inverseBeta);
    }
  }

  /** Names of the groups; "each" where each region has weights of its own. */
  public List<String> groupNames() {
    return each ? List.of("each") : groups.names();
  }

  /** Number of the pose of a name. */
  public int pose(String name) {
    List<ExamplePose> poses = settings.poses();
    for (int k = 0; k < examples; k++) {
      if (poses.get(k).name().equals(name)) {
        return k;
      }
    }
    throw new IllegalArgumentException(
        "body '" + body + "' has no pose named " + name + "; it has " + poseNames());
  }

  /** Number of the group of a name. */
  public int group(String name) {
    int g = groupNames().indexOf(name);
    Check.that(
        g >= 0, "body '" + body + "' has no group named " + name + "; it has " + groupNames());
    return g;
  }

  /** Refuses the number of a pose that is not there. */
  public int checkedPose(int k) {
    if (k < 0 || k >= examples) {
      throw new IllegalArgumentException(
          "body '" + body + "' has no pose " + k + "; its poses from 0 on are " + poseNames());
    }
    return k;
  }

  /** Refuses the number of a group that is not there. */
  public int checkedGroup(int g) {
    if (g < 0 || g >= weights.count()) {
      throw new IllegalArgumentException(
          "body '" + body + "' has no group " + g + "; its groups from 0 on are " + groupNames());
    }
    return g;
  }

  private List<String> poseNames() {
    return settings.poses().stream().map(ExamplePose::name).toList();
  }

  /** The slot of the region that speaks for a particle. */
  private int home(int particle) {
    return homes == null ? particle : homes[particle];
  }

  /** The group of a particle, or -1 where each region is on its own. */
  public int groupAt(int particle) {
    return each ? -1 : groups.ofSlot()[home(particle)];
  }

  /** Weight of example k at each of n particles, as the last inner step had it. */
  public void weightsAt(int k, int n, float[] out) {
    float[] bySlot = each ? own.weightsOf(k) : new float[regions.slotCount()];
    if (!each) {
      ExampleChunk c = new ExampleChunk(examples);
      FitTile tile = new FitTile(0);
      for (int t = 0; t < regions.tileCount(); t++) {
        tile.from = regions.tileFrom(t);
        tile.count = regions.tileSlots(t);
        for (int j = 0; j < tile.count; j += CHUNK) {
          c.enter(tile, j);
          groups.spreadWeights(t, weights.effective(), c);
          System.arraycopy(c.weights, k * CHUNK, bySlot, c.from, c.count);
        }
      }
    }
    for (int i = 0; i < n; i++) {
      out[i] = bySlot[home(i)];
    }
  }
}
