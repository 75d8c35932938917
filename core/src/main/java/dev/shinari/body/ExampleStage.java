package dev.shinari.body;

import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Projection;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.kernel.SimplexProjection;
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
 * <p>Where every region has weights of its own, its Gram matrix is nearly always singular (six
 * numbers a region, and parts that a pose leaves alone). A small ridge then chooses the smallest
 * weights; it acts on weights alone, so the rest shape, where all dots are zero, stays where it is.
 */
final class ExampleStage extends ExampleWeights {
  // Ridge on a Gram matrix, as a share of its largest entry.
  private static final double RIDGE = 1e-10;
  private static final double LENIENT_RIDGE = 1e-6;

  // A pose whose mean square strain in a group is below this share of its mean leaves it alone.
  private static final double IDLE = 1e-6;

  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int S = ExampleKernels.S;

  // S0 of regions that extend in all directions.
  private static final float[] SOLID = new float[6 * CHUNK];

  static {
    Arrays.fill(SOLID, 0, 3 * CHUNK, 1);
  }

  private ExampleSettings settings;
  private final ExampleKernels loops;
  private final int examples;
  private final int lanes; // examples with those that fill up the lanes of small projections
  private final ExampleTiles rest;
  private final float[][] tiles; // moments of the regions, c and P; none where each is on its own
  private final float[] regionMass;
  private final float[] rho;
  private final ExampleGroups groups;
  private final boolean each;
  private float[][] grams; // of each region's own
  private final float[][] free; // state: which of a region's weights were not zero
  private final double[][] groupGrams;
  private final double[][] linear; // of the energy that strains have, a group
  private final double[][] square;
  private final boolean[][] idle;
  private final double[][] tileDots; // a tile: groups in it times examples
  private final double[][] projected; // a group: w_0 to w_K
  private final double[][] effective;
  private final double[][] tileWeights; // a tile: sums of the regions' own weights
  private final double[] dots;
  private final SimplexProjection simplex;
  private final boolean[] out;
  private float beta;
  private float inverseBeta;
  private final byte[] driven; // 0: not, 1: added, 2: replaced
  private final double[] drive;
  private final BendModes bends; // of flat and straight regions; null for solid bodies
  private Scratch[] scratch = {};
  private float[][] measured;
  private Shaping shaping; // what effects add to the targets; null for none
  private int[] homes; // a particle: place of the region that speaks for it
  private float[][] kept; // a tile: weights of its regions, once somebody asked; see weightsAt

  /** What a worker needs of its own. */
  final class Scratch {
    final float[] work = new float[ExampleKernels.WORK];
    final float[] tile = new float[each ? 12 * Kernels.TILE : 0];
    final float[] targets = new float[9 * Kernels.TILE];
    final float[] strain = new float[6 * CHUNK];
    final float[] small = new float[Kernels.SCRATCH];
    final float[] dots = new float[lanes * CHUNK];
    final float[] weights = new float[lanes * CHUNK];
    final int[] used = new int[examples];
    final float[] flips =
        new float[ExampleKernels.simplexScratch(Math.min(lanes, ExampleKernels.MOST_IN_LANES))];
    final SimplexProjection simplex = new SimplexProjection(each ? examples : 0);
    final double[] own = new double[examples + 1];
    final boolean[] out = new boolean[examples + 1];
    final BendScratch bent = bends == null ? null : new BendScratch();

    Scratch() {
      Arrays.fill(dots, examples * CHUNK, dots.length, ExampleKernels.NEVER);
    }
  }

  /** What bends need beside that: rotations, moments of deformed shapes, and a unit matrix. */
  static final class BendScratch {
    final float[] rotations = new float[9 * Kernels.TILE];
    final float[] tile = new float[12 * Kernels.TILE];
    final float[] unit = new float[6 * CHUNK];

    BendScratch() {
      Arrays.fill(unit, 0, 3 * CHUNK, 1);
    }
  }

  ExampleStage(
      ExampleSettings settings,
      Kernels kernels,
      ExampleTiles rest,
      float[] regionMass,
      float[] rho,
      ExampleGroups groups,
      BendModes bends) {
    this.bends = bends;
    this.settings = settings;
    this.rest = rest;
    this.regionMass = regionMass;
    this.rho = rho;
    this.groups = groups;
    loops = kernels.examples();
    examples = settings.poses().size();
    lanes = ExampleKernels.laneExamples(examples);
    each = groups == null;
    beta = settings.beta();
    inverseBeta = beta > 0 ? 1 / beta : 0;
    int n = rest.from.length;
    tiles = new float[n][each ? 0 : 12 * Kernels.TILE];
    int sets = each ? 1 : groups.count();
    free = new float[n][];
    for (int t = 0; t < n; t++) {
      free[t] = new float[each ? (lanes + 1) * rest.count[t] : 0];
      for (int j = 0; j < rest.count[t] && each; j++) {
        for (int k = 0; k <= lanes; k++) {
          free[t][rest.place(t, lanes + 1, k, j)] = k < examples || k == lanes ? 1 : 0;
        }
      }
    }
    groupGrams = new double[sets][examples * examples];
    linear = new double[sets][examples];
    square = new double[sets][examples * examples];
    idle = new boolean[sets][examples];
    tileDots = new double[n][each ? 0 : groups.count() * examples];
    tileWeights = new double[n][examples];
    projected = new double[sets][examples + 1];
    effective = new double[sets][examples + 1];
    for (int g = 0; g < sets; g++) {
      projected[g][0] = 1;
      effective[g][0] = 1;
    }
    dots = new double[examples + 1];
    simplex = new SimplexProjection(examples);
    out = new boolean[examples + 1];
    driven = new byte[examples];
    drive = new double[examples];
  }

  @Override
  ExampleSettings settings() {
    return settings;
  }

  @Override
  void setShaping(Shaping asked) {
    shaping = asked;
  }

  boolean isEach() {
    return each;
  }

  void ensureScratch(int threads) {
    int had = scratch.length;
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
  float[] tile(int t, int worker) {
    return each ? scratch[worker].tile : tiles[t];
  }

  /** Targets T of the tile that this worker deformed last, 9 rows. */
  float[] targets(int worker) {
    return scratch[worker].targets;
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
    if (each) {
      grams = rest.regionGrams(whole);
      return;
    }
    for (int g = 0; g < groups.count(); g++) {
      double[] gram = groupGrams[g];
      rest.addGram(groups.ofRegion(), g, gram);
      double largest = 0;
      for (int k = 0; k < examples; k++) {
        double mean = whole[k * examples + k] / rest.regions;
        idle[g][k] = !(gram[k * examples + k] > IDLE * mean * groups.size(g));
        largest = idle[g][k] ? largest : Math.max(largest, gram[k * examples + k]);
      }
      for (int k = 0; k < examples; k++) {
        for (int l = 0; l < examples; l++) {
          if (idle[g][k] || idle[g][l]) {
            gram[k * examples + l] = k == l ? Math.max(largest, 1) : 0;
          }
        }
        gram[k * examples + k] += (settings.lenient() ? LENIENT_RIDGE : RIDGE) * largest;
      }
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
   * @param hard counts regions that took the robust path, at [t]
   * @param elastic takes the tile's share of the elastic sum, at [at]
   */
  void describe(
      int t,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int[] hard,
      double[] elastic,
      int at,
      int worker) {
    Scratch s = scratch[worker];
    hard[t] = 0;
    double sum = 0;
    if (each) {
      Arrays.fill(tileWeights[t], 0);
    } else {
      Arrays.fill(tileDots[t], 0);
    }
    for (int j = 0; j < rest.count[t]; j += CHUNK) {
      int n = rest.chunk(t, j), from = rest.from[t] + j;
      hard[t] +=
          loops.fit(tile(t, worker), j, rest.inverse[t], 6 * j, n, qw, qx, qy, qz, from, n, s.work);
      if (rest.isSolid(t)) {
        loops.strains(s.work, SOLID, 0, CHUNK, n, qw, qx, qy, qz, from);
      } else {
        loops.strains(s.work, rest.rest[t], 6 * j, n, n, qw, qx, qy, qz, from);
      }
      if (bends != null) {
        matrices(qw, qx, qy, qz, from, 0, s.bent.rotations, j, n);
      }
      if (measured != null) {
        for (int c = 0; c < 6; c++) {
          System.arraycopy(s.work, S + c * CHUNK, measured[t], 6 * j + c * n, n);
        }
      } else if (each) {
        weightsOfEach(t, j, s);
        loops.mixOfEach(rest.deltas[t], 6 * examples * j, s.weights, examples, n, s.work);
        sum += chunkTargets(t, j, s.tile, false, qw, qx, qy, qz, hard, s);
      } else {
        addDots(t, j, s);
      }
    }
    if (each) {
      elastic[at] += sum;
    }
  }

  /** Rotations of a chunk, for bends: from quaternions to columns of nine tile rows. */
  private static void matrices(
      float[] w, float[] x, float[] y, float[] z, int from, int stride, float[] r, int to, int n) {
    for (int j = from; j < from + n; j++) {
      Rotations.toMatrix(
          w[j], x[j + stride], y[j + 2 * stride], z[j + 3 * stride], r, to + j - from);
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
        for (int c = 0; c < 6 * CHUNK; c += CHUNK) {
          for (int i = 0; i < n; i++) {
            s.work[S + c + i] = of[from + i] == g ? s.strain[c + i] : 0;
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

  /** The weights of a chunk's regions from their strains, after beta and drives. */
  private void weightsOfEach(int t, int column, Scratch s) {
    int n = rest.chunk(t, column), from = rest.from[t] + column;
    loops.dotsOfEach(s.work, rest.deltas[t], 6 * examples * column, examples, n, s.dots);
    for (int j = 0; j < n && bends != null; j++) {
      for (int k = 0; k < examples; k++) {
        s.dots[k * CHUNK + j] += bends.dot(from + j, k, s.bent.rotations, column + j);
      }
    }
    int gramAt = lanes * (lanes + 1) / 2 * column;
    if (settings.projection() == Projection.EXACT && examples <= ExampleKernels.MOST_IN_LANES) {
      loops.simplexWeights(
          grams[t],
          gramAt,
          s.dots,
          examples,
          n,
          s.weights,
          free[t],
          (lanes + 1) * column,
          s.flips,
          s.simplex);
    } else {
      for (int j = 0; j < n; j++) {
        ownWeights(grams[t], gramAt + j, n, j, s);
      }
    }
    loops.sumWeights(s.weights, examples, n, beta, s.small, tileWeights[t]);
    if (isDriven()) {
      driveEach(n, s.weights);
    }
    for (int k = 0; k < examples && kept != null; k++) {
      System.arraycopy(s.weights, k * CHUNK, kept[t], k * rest.count[t] + column, n);
    }
  }

  private void driveEach(int n, float[] w) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < examples; k++) {
        int at = k * CHUNK + j;
        if (driven[k] != 0) {
          double v = drive[k] + (driven[k] == 1 ? w[at] : 0);
          w[at] = (float) Math.max(0, Math.min(1, v));
        }
        sum += w[at];
      }
      for (int k = 0; k < examples && sum > 1; k++) {
        w[k * CHUNK + j] /= sum;
      }
    }
  }

  /** Weights of one region on its own, where lanes do not do it. */
  private void ownWeights(float[] grams, int at, int n, int j, Scratch s) {
    double[] gram = s.simplex.gram(), right = s.simplex.right();
    for (int k = 0; k < examples; k++) {
      right[k] = s.dots[k * CHUNK + j];
      for (int l = 0; l <= k; l++) {
        gram[k * examples + l] = grams[at + (k * (k + 1) / 2 + l) * n];
        gram[l * examples + k] = gram[k * examples + l];
      }
    }
    solve(s.simplex, s.own, s.out);
    for (int k = 0; k < examples; k++) {
      s.weights[k * CHUNK + j] = (float) s.own[k + 1];
    }
  }

  /** w_0 to w_K of the problem that stands in the solver. */
  private void solve(SimplexProjection solver, double[] w, boolean[] out) {
    if (settings.projection() == Projection.EXACT) {
      double rest = solver.solve(examples, solver.answer());
      System.arraycopy(solver.answer(), 0, w, 1, examples);
      w[0] = rest;
      return;
    }
    solver.unconstrained(examples, solver.answer());
    double sum = 0;
    for (int k = 0; k < examples; k++) {
      w[k + 1] = solver.answer()[k];
      sum += w[k + 1];
    }
    w[0] = 1 - sum;
    SimplexProjection.removeNegative(w, examples, out);
  }

  /** The weights of all groups, once all tiles are described. */
  void project() {
    if (each) {
      for (int k = 0; k < examples; k++) {
        double sum = 0;
        for (double[] w : tileWeights) {
          sum += w[k];
        }
        projected[0][k + 1] = sum / rest.regions;
      }
      takeRest(projected[0]);
      System.arraycopy(projected[0], 0, effective[0], 0, examples + 1);
      applyBeta(effective[0]);
      return;
    }
    for (int g = 0; g < groups.count(); g++) {
      Arrays.fill(dots, 0);
      for (int t = 0; t < tiles.length; t++) {
        for (int k = 0; k < examples; k++) {
          dots[k] += tileDots[t][g * examples + k];
        }
      }
      System.arraycopy(groupGrams[g], 0, simplex.gram(), 0, examples * examples);
      for (int k = 0; k < examples; k++) {
        simplex.right()[k] = idle[g][k] ? 0 : dots[k];
      }
      solve(simplex, projected[g], out);
      System.arraycopy(projected[g], 0, effective[g], 0, examples + 1);
      applyBeta(effective[g]);
    }
  }

  /** w'_k = beta w_k [Koyama13, sec. 4.3], then the drives; the rest shape takes what is left. */
  private void applyBeta(double[] w) {
    double sum = 0;
    for (int k = 0; k < examples; k++) {
      w[k + 1] *= beta;
      if (driven[k] != 0) {
        double v = drive[k] + (driven[k] == 1 ? w[k + 1] : 0);
        w[k + 1] = Math.max(0, Math.min(1, v));
      }
      sum += w[k + 1];
    }
    for (int k = 0; k < examples && sum > 1; k++) {
      w[k + 1] /= sum;
    }
    takeRest(w);
  }

  private void takeRest(double[] w) {
    double sum = 0;
    for (int k = 0; k < examples; k++) {
      sum += w[k + 1];
    }
    w[0] = Math.max(0, 1 - sum);
  }

  /**
   * Targets of tile t, the rotations fitted to them, and the tile's share of the elastic sum.
   *
   * @param hard counts regions that took the robust path, at [t]
   */
  double deform(int t, float[] qw, float[] qx, float[] qy, float[] qz, int[] hard, int worker) {
    Scratch s = scratch[worker];
    boolean uniform = groups.isHard(t);
    int uses = 0;
    if (uniform) {
      double[] w = effective[groups.onlyGroup(t)];
      for (int k = 0; k < examples; k++) {
        s.weights[k] = (float) w[k + 1];
        if (s.weights[k] != 0) {
          s.used[uses++] = k;
        }
      }
    }
    double sum = 0;
    for (int j = 0; j < rest.count[t]; j += CHUNK) {
      int n = rest.chunk(t, j), at = 6 * examples * j;
      if (uniform) {
        loops.mix(rest.deltas[t], at, s.weights, s.used, uses, n, s.work);
      } else {
        groups.spreadWeights(t, effective, examples, j, n, s.weights);
        loops.mixOfEach(rest.deltas[t], at, s.weights, examples, n, s.work);
      }
      sum += chunkTargets(t, j, tiles[t], uniform, qw, qx, qy, qz, hard, s);
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
      int[] hard,
      Scratch s) {
    int n = rest.chunk(t, j), from = rest.from[t] + j;
    if (shaping != null && shaping.isOn()) {
      shaping.addTo(s.work, n);
    }
    if (bends == null) {
      hard[t] += loops.fit(tile, j, s.work, S, CHUNK, qw, qx, qy, qz, from, n, s.work);
    } else {
      bentMoments(t, j, tile, uniform, s);
      hard[t] += loops.fit(s.bent.tile, j, s.bent.unit, 0, CHUNK, qw, qx, qy, qz, from, n, s.work);
    }
    loops.targets(s.work, n, s.targets, j);
    double sum = 0;
    if (bends != null) {
      matrices(s.work, s.work, s.work, s.work, 0, CHUNK, s.bent.rotations, j, n);
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

  /** P S~ + sum w_k P_k of a chunk. */
  private void bentMoments(int t, int column, float[] p, boolean uniform, Scratch s) {
    float[] w = s.work, out = s.bent.tile;
    int n = rest.chunk(t, column), tile = Kernels.TILE;
    for (int j = 0; j < n; j++) {
      float xx = w[S + j], yy = w[S + CHUNK + j], zz = w[S + 2 * CHUNK + j];
      float xy = w[S + 3 * CHUNK + j], yz = w[S + 4 * CHUNK + j], zx = w[S + 5 * CHUNK + j];
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
  double sharedStrainSum() {
    double sum = 0;
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

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  @Override
  float[][] state() {
    return free;
  }

  /** Example k's weight is driven from outside: mode 0 not at all, 1 added, 2 replaced. */
  @Override
  void drive(int k, byte mode, double amount) {
    driven[k] = mode;
    drive[k] = amount;
  }

  @Override
  boolean isDriven() {
    for (byte d : driven) {
      if (d != 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  int groupCount() {
    return projected.length;
  }

  @Override
  String groupName(int g) {
    return each ? "each" : groups.name(g);
  }

  @Override
  double projectedWeight(int g, int k) {
    return projected[g][k];
  }

  @Override
  double effectiveWeight(int g, int k) {
    return effective[g][k];
  }

  /** Another share of the deformation that the examples take over. */
  @Override
  void setBeta(float share) {
    settings = settings.withBeta(share);
    beta = share;
    inverseBeta = beta > 0 ? 1 / beta : 0;
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

  /**
   * Weight of example k at each particle, as the last inner step had it. Weights of regions on
   * their own are kept from the first call on; before the next step that one sees their mean.
   */
  @Override
  void weightsAt(int k, float[] out) {
    boolean fresh = each && kept == null;
    if (fresh) {
      kept = new float[tiles.length][];
    }
    float[] bySlot = new float[regionMass.length];
    float[] chunk = new float[examples * CHUNK];
    for (int t = 0; t < tiles.length; t++) {
      int count = rest.count[t];
      if (fresh) {
        kept[t] = new float[examples * count];
        for (int e = 0; e < examples; e++) {
          Arrays.fill(kept[t], e * count, (e + 1) * count, (float) effective[0][e + 1]);
        }
      }
      for (int j = 0; j < count && !each; j += CHUNK) {
        int n = rest.chunk(t, j);
        groups.spreadWeights(t, effective, examples, j, n, chunk);
        System.arraycopy(chunk, k * CHUNK, bySlot, rest.from[t] + j, n);
      }
      if (each) {
        System.arraycopy(kept[t], k * count, bySlot, rest.from[t], count);
      }
    }
    for (int i = 0; i < homes.length; i++) {
      out[i] = bySlot[homes[i]];
    }
  }
}
