package dev.shinari.body;

import dev.shinari.example.ExampleSettings;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import java.util.Arrays;

/**
 * The stage between the moments of the regions and their targets, of a body with example poses
 * [Koyama13, sec. 4.2 to 4.4]. A region operator calls it tile by tile:
 *
 * <pre>
 *   describe   A = P K^-1,  R = polar factor of A,  strain = sym(R^T A) - S0,  dots L_k . strain
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
 * <p>{@link GroupWeights} has the weights, {@link OwnWeights} those of regions that have their own,
 * {@link PoseOffsets} what keeps curved poses, {@link ExampleTiles} all that is known before.
 */
final class ExampleStage extends ExampleWeights {
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int S = ExampleKernels.S;

  // S0 of regions that extend in all directions.
  private static final float[] SOLID = new float[6 * CHUNK];

  static {
    fillUnit(SOLID);
  }

  /** Unit matrices, packed. */
  private static void fillUnit(float[] packed) {
    for (int j = 0; j < CHUNK; j++) {
      for (int c = 0; c < 3; c++) {
        packed[ExampleKernels.place(6, c, j)] = 1;
      }
    }
  }

  private ExampleSettings settings;
  private final Regions regions;
  private StepContext step;
  private final ExampleKernels loops;
  private final int examples;
  private final ExampleTiles rest;
  private final float[][] tiles; // moments of the regions, c and P; none where each is on its own
  private final float[] regionMass;
  private final float[] rho;
  private final ExampleGroups groups;
  private final boolean each;
  private final GroupWeights weights;
  private final OwnWeights own; // null where regions share weights
  private final double[][] linear; // of the energy that strains have, a group
  private final double[][] square;
  private final double[][] tileDots; // a tile: groups times examples
  private float inverseBeta;
  private final BendModes bends; // of flat and straight regions; null for solid bodies
  private final int room; // for a chunk's weights
  private Scratch[] scratch = {};
  private float[][] measured;
  private Shaping shaping; // what effects add to the targets; null for none
  private PoseOffsets offsets; // null where poses have none
  private final int[] hard;
  private int[] homes; // a particle: place of the region that speaks for it

  /** What a worker needs of its own. */
  final class Scratch {
    final float[] work = new float[ExampleKernels.WORK];
    final float[] tile = new float[each ? 12 * Kernels.TILE : 0];
    float[] targets; // of the tile at hand
    final float[] strain = new float[6 * CHUNK];
    final float[][] turned = new float[3][CHUNK]; // offsets
    final float[] small = new float[Kernels.SCRATCH];
    final float[] weights = new float[room];
    final int[] used = new int[examples];
    int uses;
    final OwnWeights.Scratch own = each ? ExampleStage.this.own.new Scratch() : null;
    final BendScratch bent = bends == null ? null : new BendScratch();
  }

  /** What bends need beside that: rotations, moments of deformed shapes, and a unit matrix. */
  static final class BendScratch {
    final float[] rotations = new float[9 * Kernels.TILE];
    final float[] tile = new float[12 * Kernels.TILE];
    final float[] unit = new float[6 * CHUNK];

    BendScratch() {
      fillUnit(unit);
    }
  }

  ExampleStage(
      ExampleSettings settings,
      Regions regions,
      ExampleTiles rest,
      ExampleGroups groups,
      BendModes bends) {
    this.bends = bends;
    this.settings = settings;
    this.rest = rest;
    this.regions = regions;
    regionMass = regions.regionMass();
    rho = regions.rho();
    Kernels kernels = regions.kernels;
    this.groups = groups;
    loops = kernels.examples();
    examples = settings.poses().size();
    room = ExampleKernels.laneExamples(examples) * CHUNK;
    each = groups == null;
    inverseBeta = settings.beta() > 0 ? 1 / settings.beta() : 0;
    int n = rest.from.length, sets = each ? 1 : groups.count();
    hard = new int[n];
    tiles = new float[n][each ? 0 : 12 * Kernels.TILE];
    weights = new GroupWeights(settings, sets);
    own = each ? new OwnWeights(settings, kernels, rest, weights) : null;
    linear = new double[sets][examples];
    square = new double[sets][examples * examples];
    tileDots = new double[n][sets * examples];
  }

  @Override
  ExampleSettings settings() {
    return settings;
  }

  @Override
  void setShaping(Shaping asked) {
    shaping = asked;
  }

  /** Takes what poses have beyond their goals, null for nothing; the stage is as new then. */
  void setOffsets(PoseOffsets kept) {
    weights.forget();
    if (each) {
      own.forget();
    }
    offsets = kept;
    if (kept != null) {
      kept.finish(inverseBeta);
    }
  }

  @Override
  PoseOffsets offsets() {
    return offsets;
  }

  boolean isEach() {
    return each;
  }

  @Override
  void begin(StepContext at) {
    step = at;
    int had = scratch.length, threads = at.workers.count();
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
  }

  /**
   * Where the operator puts the moments of tile t. Where each region has weights of its own, nobody
   * looks at them again after the tile, so all tiles of a worker share one place.
   */
  @Override
  float[] room(FitTile tile) {
    return each ? scratch[tile.worker].tile : tiles[tile.index];
  }

  @Override
  boolean fit(FitTile tile) {
    if (bends != null) {
      int to = Math.min(tile.from + tile.count, regions.regionCount());
      bends.gather(step.x, step.y, step.z, tile.from, to);
    }
    hard[tile.index] = 0;
    scratch[tile.worker].targets = tile.targets;
    tile.elastic +=
        describe(tile.index, regions.qw, regions.qx, regions.qy, regions.qz, tile.worker);
    tile.hard += hard[tile.index];
    return each && measured == null;
  }

  @Override
  boolean deforms() {
    return !each && measured == null;
  }

  @Override
  void deform(FitTile tile) {
    hard[tile.index] = 0;
    scratch[tile.worker].targets = tile.targets;
    tile.elastic += deform(tile.index, regions.qw, regions.qx, regions.qy, regions.qz, tile.worker);
    tile.hard += hard[tile.index];
  }

  // ------------------------------------------------------------------ poses

  /** From now on strains are kept instead of used. */
  void measure(boolean on) {
    measured = on ? new float[tiles.length][] : null;
    for (int t = 0; on && t < tiles.length; t++) {
      measured[t] = new float[6 * rest.count[t]];
    }
  }

  boolean isMeasuring() {
    return measured != null;
  }

  /** What was measured is the rest shape. */
  void keepRest() {
    rest.keepRest(measured);
  }

  /** What was measured is example k; answers with the share of regions that are inside out. */
  double keepExample(int k) {
    return rest.keepExample(k, measured);
  }

  ExampleTiles restData() {
    return rest;
  }

  @Override
  BendModes bends() {
    return bends;
  }

  /** Finds all that depends on the examples; refuses what cannot be told apart. */
  void finish() {
    double[] whole = new double[examples * examples];
    rest.addGram(null, -1, whole);
    if (!settings.lenient()) {
      rest.refuseDependent(settings.poses(), whole);
    }
    for (int g = 0; g < weights.count(); g++) {
      rest.addGram(each ? null : groups.ofRegion(), g, weights.gram(g));
      weights.prepare(g, whole, rest.regions, each ? rest.regions : groups.size(g));
    }
    if (each) {
      own.finish(whole);
      return;
    }
    for (int t = 0; t < tiles.length; t++) {
      if (groups.isHard(t)) {
        rest.addEnergy(t, linear[groups.onlyGroup(t)], square[groups.onlyGroup(t)]);
      }
    }
  }

  // ------------------------------------------------------------------ the step

  /**
   * Strains of tile t from its moments, and their dots with the examples. Where every region has
   * weights of its own, its targets follow at once, as in {@link #deform}.
   *
   * @return the tile's share of the elastic sum
   */
  private double describe(int t, float[] qw, float[] qx, float[] qy, float[] qz, int worker) {
    Scratch s = scratch[worker];
    double sum = 0;
    Arrays.fill(tileDots[t], 0);
    if (each) {
      own.begin(t);
    }
    for (int j = 0; j < rest.count[t]; j += CHUNK) {
      int n = rest.chunk(t, j), from = rest.from[t] + j;
      hard[t] +=
          loops.fit(
              each ? s.tile : tiles[t], j, rest.inverse[t], 6 * j, qw, qx, qy, qz, from, n, s.work);
      if (rest.isSolid(t)) {
        loops.strains(s.work, SOLID, 0, n, qw, qx, qy, qz, from);
      } else {
        loops.strains(s.work, rest.rest[t], 6 * j, n, qw, qx, qy, qz, from);
      }
      if (bends != null) {
        matrices(qw, qx, qy, qz, from, s.bent.rotations, j, n);
      }
      if (measured != null) {
        System.arraycopy(s.work, S, measured[t], 6 * j, 6 * n);
      } else if (each) {
        own.find(
            t,
            j,
            s.work,
            bends,
            bends == null ? null : s.bent.rotations,
            tileDots[t],
            s.weights,
            s.own);
        loops.mixOfEach(rest.deltas[t], 6 * examples * j, s.weights, examples, n, s.work);
        sum += chunkTargets(t, j, s.tile, false, qw, qx, qy, qz, s);
      } else {
        addDots(t, j, s);
      }
    }
    return sum;
  }

  /** Rotations of a chunk, for bends: from quaternions to columns of nine tile rows. */
  private static void matrices(
      float[] w, float[] x, float[] y, float[] z, int from, float[] r, int to, int n) {
    for (int j = from; j < from + n; j++) {
      Rotations.toMatrix(w[j], x[j], y[j], z[j], r, to + j - from);
    }
  }

  /** The same from the quaternions of a chunk's targets, which are of any length. */
  private static void targetMatrices(float[] work, float[] r, int to, int n) {
    for (int j = ExampleKernels.Q; j < ExampleKernels.Q + n; j++) {
      float w = work[j], x = work[CHUNK + j], y = work[2 * CHUNK + j], z = work[3 * CHUNK + j];
      float length = 1 / (float) Math.sqrt(w * w + x * x + y * y + z * z);
      Rotations.toMatrix(w * length, x * length, y * length, z * length, r, to + j);
    }
  }

  private void addDots(int t, int j, Scratch s) {
    int n = rest.chunk(t, j), from = rest.from[t] + j, at = 6 * examples * j;
    int[] members = groups.inTile(t), of = groups.ofRegion();
    if (members.length == 1) {
      loops.dots(
          s.work, rest.deltas[t], at, examples, n, s.small, tileDots[t], members[0] * examples);
    } else {
      System.arraycopy(s.work, S, s.strain, 0, 6 * CHUNK);
      for (int g : members) {
        for (int c = 0; c < 6; c++) {
          for (int i = 0; i < n; i++) {
            int at6 = ExampleKernels.place(6, c, i);
            s.work[S + at6] = of[from + i] == g ? s.strain[at6] : 0;
          }
        }
        loops.dots(s.work, rest.deltas[t], at, examples, n, s.small, tileDots[t], g * examples);
      }
    }
    for (int i = 0; i < n && bends != null; i++) {
      int g = of[from + i];
      for (int k = 0; k < examples && g >= 0; k++) {
        tileDots[t][g * examples + k] += bends.dot(from + i, k, s.bent.rotations, j + i);
      }
    }
  }

  /**
   * The weights of all groups, once all tiles are described. Answers whether the tiles have to be
   * described again: where every region has weights of its own, these lean on those of the whole
   * body in the last step, which are wrong where somebody has put the body elsewhere.
   */
  @Override
  boolean project() {
    if (measured != null) {
      return false;
    }
    if (each) {
      return own.settle(tileDots);
    }
    weights.project(tileDots);
    return false;
  }

  /** Targets of tile t, the rotations fitted to them, and the tile's share of the elastic sum. */
  private double deform(int t, float[] qw, float[] qx, float[] qy, float[] qz, int worker) {
    Scratch s = scratch[worker];
    boolean uniform = groups.isHard(t);
    s.uses = 0;
    if (uniform) {
      double[] w = weights.effective()[groups.onlyGroup(t)];
      for (int k = 0; k < examples; k++) {
        s.weights[k] = (float) w[k + 1];
        if (s.weights[k] != 0) {
          s.used[s.uses++] = k;
        }
      }
    }
    double sum = 0;
    for (int j = 0; j < rest.count[t]; j += CHUNK) {
      int n = rest.chunk(t, j), at = 6 * examples * j;
      if (uniform) {
        loops.mix(rest.deltas[t], at, s.weights, examples, s.used, s.uses, n, s.work);
      } else {
        groups.spreadWeights(t, weights.effective(), examples, j, n, s.weights);
        loops.mixOfEach(rest.deltas[t], at, s.weights, examples, n, s.work);
      }
      sum += chunkTargets(t, j, tiles[t], uniform, qw, qx, qy, qz, s);
    }
    return sum;
  }

  /** Targets of a chunk whose S~ stands in the work rows; answers with its elastic sum. */
  private double chunkTargets(
      int t,
      int j,
      float[] tile,
      boolean uniform,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      Scratch s) {
    int n = rest.chunk(t, j), from = rest.from[t] + j;
    if (shaping != null && shaping.isOn()) {
      shaping.addTo(s.work, n);
    }
    if (bends == null) {
      hard[t] += loops.fit(tile, j, s.work, S, qw, qx, qy, qz, from, n, s.work);
    } else {
      bentMoments(t, j, tile, uniform, s);
      hard[t] += loops.fit(s.bent.tile, j, s.bent.unit, 0, qw, qx, qy, qz, from, n, s.work);
    }
    if (offsets == null) {
      loops.targets(s.work, n, s.targets, j, null, null, null, 0);
    } else {
      offsetTargets(t, j, uniform, s);
    }
    double sum = 0;
    if (bends != null) {
      targetMatrices(s.work, s.bent.rotations, j, n);
      int stride = uniform ? 1 : CHUNK;
      for (int i = 0; i < n; i++) {
        sum -=
            rho[from + i]
                * bends.bend(
                    from + i,
                    s.weights,
                    uniform ? 0 : i,
                    stride,
                    s.bent.rotations,
                    j + i,
                    inverseBeta);
      }
    }
    sum += loops.elasticSum(tile, j, s.work, regionMass, rho, from, n, s.small);
    if (!uniform) {
      sum -= loops.strainSum(s.work, rest.moments[t], 6 * j, rho, from, inverseBeta, n, s.small);
    }
    return sum;
  }

  /** Targets of a chunk, and the offsets of its particles. */
  private void offsetTargets(int t, int j, boolean uniform, Scratch s) {
    int n = rest.chunk(t, j), from = rest.from[t] + j;
    if (uniform) {
      offsets.mix(t, j, s.weights, s.used, s.uses, s.work);
    } else if (each) {
      offsets.mixOwn(t, j, s.weights, own.whole(), s.work);
    } else {
      offsets.mixOfEach(t, j, s.weights, s.work);
    }
    if (offsets.isDirect()) {
      loops.targets(s.work, n, s.targets, j, offsets.x, offsets.y, offsets.z, from);
    } else {
      loops.targets(s.work, n, s.targets, j, s.turned[0], s.turned[1], s.turned[2], 0);
      offsets.scatter(from, n, s.turned);
    }
  }

  /** P S~ + sum w_k P_k of a chunk. */
  private void bentMoments(int t, int column, float[] p, boolean uniform, Scratch s) {
    float[] w = s.work, out = s.bent.tile;
    int n = rest.chunk(t, column), tile = Kernels.TILE;
    for (int j = 0; j < n; j++) {
      int e = S + ExampleKernels.place(6, 0, j), next = Kernels.LANES;
      float xx = w[e], yy = w[e + next], zz = w[e + 2 * next];
      float xy = w[e + 3 * next], yz = w[e + 4 * next], zx = w[e + 5 * next];
      for (int at = 3 * tile + column + j; at < 12 * tile; at += 3 * tile) {
        float m0 = p[at], m1 = p[at + tile], m2 = p[at + 2 * tile];
        out[at] = m0 * xx + m1 * xy + m2 * zx;
        out[at + tile] = m0 * xy + m1 * yy + m2 * yz;
        out[at + 2 * tile] = m0 * zx + m1 * yz + m2 * zz;
      }
      for (int k = 0; k < examples; k++) {
        float weight = s.weights[uniform ? k : k * CHUNK + j];
        bends.addMoments(rest.from[t] + column + j, k, weight, out, column + j);
      }
    }
  }

  /** What strains that a whole tile shares take from the elastic sum; see ExampleKernels. */
  @Override
  double sharedSum() {
    double sum = 0;
    double[][] effective = weights.effective();
    for (int g = 0; g < linear.length; g++) {
      for (int k = 0; k < examples; k++) {
        double w = (float) effective[g][k + 1];
        sum += w * linear[g][k];
        for (int l = 0; l < examples && w != 0; l++) {
          sum += w * (float) effective[g][l + 1] * inverseBeta * square[g][k * examples + l];
        }
      }
    }
    return sum;
  }

  // ------------------------------------------------------------------ weights

  private static final float[][] NO_STATE = {};

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  @Override
  float[][] state() {
    return each ? own.state() : NO_STATE;
  }

  /** The weights of the groups; of the whole body where each region has its own. */
  @Override
  GroupWeights weights() {
    return weights;
  }

  @Override
  String groupName(int g) {
    return each ? "each" : groups.name(g);
  }

  /** Another share of the deformation that the examples take over. */
  @Override
  void setBeta(float share) {
    settings = settings.withBeta(share);
    inverseBeta = share > 0 ? 1 / share : 0;
    weights.setBeta(share);
    if (each) {
      own.setBeta(share);
    }
    if (offsets != null) {
      offsets.finish(inverseBeta);
    }
  }

  // ------------------------------------------------------------------ for those who look

  void setHomes(int[] places) {
    homes = places;
  }

  /** The group of a particle, or -1 where each region is on its own. */
  @Override
  int groupAt(int particle) {
    return each ? -1 : groups.ofRegion()[homes[particle]];
  }

  /** Weight of example k at each particle, as the last inner step had it. */
  @Override
  void weightsAt(int k, float[] out) {
    float[] bySlot = new float[regionMass.length];
    if (each) {
      own.weightsAt(k, bySlot);
    } else {
      float[] chunk = new float[examples * CHUNK];
      for (int t = 0; t < tiles.length; t++) {
        for (int j = 0; j < rest.count[t]; j += CHUNK) {
          int n = rest.chunk(t, j);
          groups.spreadWeights(t, weights.effective(), examples, j, n, chunk);
          System.arraycopy(chunk, k * CHUNK, bySlot, rest.from[t] + j, n);
        }
      }
    }
    for (int i = 0; i < homes.length; i++) {
      out[i] = bySlot[homes[i]];
    }
  }
}
