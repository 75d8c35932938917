package dev.shinari.body;

import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Projection;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.SimplexProjection;
import java.util.Arrays;
import java.util.List;

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
final class ExampleStage {
  // Ridge on a Gram matrix, as a share of its largest entry.
  private static final double RIDGE = 1e-10;
  private static final double LENIENT_RIDGE = 1e-6;
  private static final double REGION_RIDGE = 1e-4;
  private static final double BODY_RIDGE = 1e-5;

  // A pose that strains regions by less than this is the rest shape.
  private static final double REST_STRAIN = 1e-4;

  // What an example adds to the others, as a share of its square, below which it depends on them.
  private static final double DEPENDENT = 1e-6;

  // A pose whose mean square strain in a group is below this share of its mean leaves it alone.
  private static final double IDLE = 1e-6;

  private final ExampleSettings settings;
  private final Kernels kernels;
  private final ExampleKernels loops;
  private final int examples;
  private final int[] tileFrom;
  private final int[] tileCount;
  private final float[][] tiles;
  private final float[][] moments;
  private final float[][] inverseMoments;
  private final float[][] restStrain;
  private final float[][] deltas;
  private final float[] regionMass;
  private final float[] rho;
  private final ExampleGroups groups;
  private final boolean each;
  private final float[][] grams; // of each region's own, tile by tile
  private final float[][] free; // state: which of a region's weights were not zero
  private final double[][] groupGrams;
  private final boolean[][] idle;
  private final double[][] tileDots; // a tile: groups in it times examples
  private final double[][] projected; // a group: w_0 to w_K
  private final double[][] effective;
  private final double[][] tileWeights; // a tile: sums of the regions' own weights
  private final double[] dots;
  private final SimplexProjection simplex;
  private final boolean[] out;
  private final float beta;
  private final float inverseBeta;
  private final byte[] driven; // 0: not, 1: added, 2: replaced
  private final double[] drive;
  private final int regionCount;
  private final BendModes bends; // of flat and straight regions; null for solid bodies
  private Scratch[] scratch = {};
  private float[][] measured;
  private Shaping shaping; // what effects add to the targets; null for none

  /** What a worker needs of its own. */
  final class Scratch {
    final float[] a = new float[12 * Kernels.TILE];
    final float[] rotations = new float[9 * Kernels.TILE];
    final float[] targets = new float[9 * Kernels.TILE];
    final float[] strain = new float[6 * Kernels.TILE];
    final float[] part = new float[6 * Kernels.TILE];
    final float[] small = new float[Kernels.SCRATCH];
    final float[] dots = new float[examples * Kernels.TILE];
    final float[] weights = new float[examples * Kernels.TILE];
    final float[] lanes =
        new float[ExampleKernels.simplexScratch(Math.min(examples, ExampleKernels.MOST_IN_LANES))];
    final SimplexProjection simplex = new SimplexProjection(each ? examples : 0);
    final double[] own = new double[examples + 1];
    final boolean[] out = new boolean[examples + 1];
  }

  /**
   * @param tileFrom first region of each tile of the operator
   * @param tileCount its number of regions, a multiple of LANES
   * @param moments K = sum m~ q q^T / rho a region: 6 arrays
   */
  ExampleStage(
      ExampleSettings settings,
      Kernels kernels,
      int[] tileFrom,
      int[] tileCount,
      float[][] moments,
      float[] regionMass,
      float[] rho,
      ExampleGroups groups,
      int regionCount,
      BendModes bends) {
    this.bends = bends;
    this.settings = settings;
    this.kernels = kernels;
    this.tileFrom = tileFrom;
    this.tileCount = tileCount;
    this.moments = moments;
    this.regionMass = regionMass;
    this.rho = rho;
    this.groups = groups;
    this.regionCount = regionCount;
    loops = kernels.examples();
    examples = settings.poses().size();
    each = groups == null;
    beta = settings.beta();
    inverseBeta = beta > 0 ? 1 / beta : 0;
    int padded = rho.length, n = tileFrom.length;
    tiles = new float[n][12 * Kernels.TILE];
    inverseMoments = new float[6][padded];
    restStrain = new float[6][padded];
    RestMoments.invert(moments, inverseMoments);
    deltas = new float[n][];
    for (int t = 0; t < n; t++) {
      deltas[t] = new float[6 * examples * tileCount[t]];
    }
    int sets = each ? 1 : groups.count();
    grams = new float[n][];
    free = new float[n][];
    for (int t = 0; t < n; t++) {
      free[t] = new float[each ? (examples + 1) * tileCount[t] : 0];
      Arrays.fill(free[t], 1);
    }
    groupGrams = new double[sets][examples * examples];
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

  ExampleSettings settings() {
    return settings;
  }

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

  /** Where the operator puts the moments of tile t. */
  float[] tile(int t) {
    return tiles[t];
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
      measured[t] = new float[6 * tileCount[t]];
    }
  }

  boolean isMeasuring() {
    return measured != null;
  }

  /** What was measured is the rest shape. */
  void keepRest() {
    for (int t = 0; t < tiles.length; t++) {
      for (int c = 0; c < 6; c++) {
        System.arraycopy(measured[t], c * tileCount[t], restStrain[c], tileFrom[t], tileCount[t]);
      }
    }
  }

  /** What was measured is example k; answers with the share of regions that are inside out. */
  double keepExample(int k) {
    int inverted = 0;
    for (int t = 0; t < tiles.length; t++) {
      int n = tileCount[t];
      System.arraycopy(measured[t], 0, deltas[t], 6 * k * n, 6 * n);
      for (int j = 0; j < n; j++) {
        int r = tileFrom[t] + j;
        if (rho[r] > 0 && isSolid(r) && determinant(measured[t], n, j, r) < 0) {
          inverted++;
        }
        for (int c = 0; c < 6 && !(rho[r] > 0); c++) {
          deltas[t][(6 * k + c) * n + j] = 0; // padding, and points
        }
      }
    }
    return inverted / (double) regionCount;
  }

  private boolean isSolid(int r) {
    return restStrain[0][r] + restStrain[1][r] + restStrain[2][r] > 2.5f;
  }

  private double determinant(float[] m, int n, int j, int r) {
    double xx = m[j] + restStrain[0][r], yy = m[n + j] + restStrain[1][r];
    double zz = m[2 * n + j] + restStrain[2][r];
    double h = Math.sqrt(0.5);
    double xy = h * m[3 * n + j], yz = h * m[4 * n + j], zx = h * m[5 * n + j];
    return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx);
  }

  /** S^k of region r of a sparse operator, 9 numbers row by row. */
  void stretchOf(int k, int r, double[] out) {
    int t = r / Kernels.TILE, n = tileCount[t], at = 6 * k * n + r - tileFrom[t];
    float[] d = deltas[t];
    double h = Math.sqrt(0.5);
    out[0] = 1 + d[at];
    out[4] = 1 + d[at + n];
    out[8] = 1 + d[at + 2 * n];
    out[1] = out[3] = h * d[at + 3 * n];
    out[5] = out[7] = h * d[at + 4 * n];
    out[2] = out[6] = h * d[at + 5 * n];
  }

  /** Whether a region has at least an area, so that its rotation is determined. */
  boolean isBroad(int r) {
    return restStrain[0][r] + restStrain[1][r] + restStrain[2][r] > 1.5f;
  }

  BendModes bends() {
    return bends;
  }

  /** Finds all that depends on the examples; refuses what cannot be told apart. */
  void finish() {
    double[] whole = new double[examples * examples];
    for (int t = 0; t < tiles.length; t++) {
      addGram(t, null, -1, whole);
    }
    refuseDependent(whole);
    if (each) {
      regionGrams(whole);
      return;
    }
    for (int g = 0; g < groups.count(); g++) {
      double[] gram = groupGrams[g];
      for (int t = 0; t < tiles.length; t++) {
        addGram(t, groups.ofRegion(), g, gram);
      }
      double largest = 0;
      for (int k = 0; k < examples; k++) {
        double mean = whole[k * examples + k] / regionCount;
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
  }

  private void addGram(int t, int[] groupOfRegion, int group, double[] gram) {
    int n = tileCount[t];
    for (int j = 0; j < n; j++) {
      if (groupOfRegion != null && groupOfRegion[tileFrom[t] + j] != group) {
        continue;
      }
      for (int k = 0; k < examples; k++) {
        for (int l = 0; l <= k; l++) {
          double sum = bends == null ? 0 : bends.product(tileFrom[t] + j, k, l);
          for (int c = 0; c < 6; c++) {
            sum += (double) deltas[t][(6 * k + c) * n + j] * deltas[t][(6 * l + c) * n + j];
          }
          gram[k * examples + l] += sum;
          if (l < k) {
            gram[l * examples + k] += sum;
          }
        }
      }
    }
  }

  private void refuseDependent(double[] gram) {
    List<ExamplePose> poses = settings.poses();
    if (settings.lenient()) {
      return;
    }
    for (int k = 0; k < examples; k++) {
      double own = gram[k * examples + k];
      if (!(Math.sqrt(own / regionCount) > REST_STRAIN)) {
        throw new IllegalArgumentException(
            "example "
                + poses.get(k).name()
                + " is the rest shape, which is always among the examples; remove it, or set"
                + " lenient");
      }
      for (int l = 0; l < k; l++) {
        double other = gram[l * examples + l], both = gram[k * examples + l];
        if (own + other - 2 * both < DEPENDENT * (own + other)) {
          throw new IllegalArgumentException(
              "examples "
                  + poses.get(l).name()
                  + " and "
                  + poses.get(k).name()
                  + " are the same shape; remove one, or set lenient");
        }
      }
    }
    // Cholesky in the order of the examples: what is left of a diagonal is what the example adds.
    double[] factor = new double[examples * examples];
    for (int k = 0; k < examples; k++) {
      double left = gram[k * examples + k];
      for (int l = 0; l < k; l++) {
        double sum = gram[k * examples + l];
        for (int m = 0; m < l; m++) {
          sum -= factor[k * examples + m] * factor[l * examples + m];
        }
        factor[k * examples + l] = sum / factor[l * examples + l];
        left -= factor[k * examples + l] * factor[k * examples + l];
      }
      if (!(left > DEPENDENT * gram[k * examples + k])) {
        throw new IllegalArgumentException(
            "example "
                + poses.get(k).name()
                + " is a mixture of the examples before it; remove one of them, or set lenient");
      }
      factor[k * examples + k] = Math.sqrt(left);
    }
  }

  private void regionGrams(double[] whole) {
    double mean = 0;
    for (int k = 0; k < examples; k++) {
      mean += whole[k * examples + k] / (examples * (double) regionCount);
    }
    for (int t = 0; t < tiles.length; t++) {
      int n = tileCount[t];
      grams[t] = new float[examples * (examples + 1) / 2 * n];
      for (int j = 0; j < n; j++) {
        double trace = 0;
        for (int k = 0; k < examples; k++) {
          for (int l = 0; l <= k; l++) {
            double sum = bends == null ? 0 : bends.product(tileFrom[t] + j, k, l);
            for (int c = 0; c < 6; c++) {
              sum += (double) deltas[t][(6 * k + c) * n + j] * deltas[t][(6 * l + c) * n + j];
            }
            grams[t][(k * (k + 1) / 2 + l) * n + j] = (float) sum;
            trace += k == l ? sum : 0;
          }
        }
        double ridge = REGION_RIDGE * trace / examples + BODY_RIDGE * mean + 1e-30;
        for (int k = 0; k < examples; k++) {
          grams[t][k * (k + 3) / 2 * n + j] += (float) ridge;
        }
      }
    }
  }

  // ------------------------------------------------------------------ the step

  /** Strains of tile t from its moments, and their dots with the examples. */
  int describe(int t, float[] qw, float[] qx, float[] qy, float[] qz, int worker) {
    Scratch s = scratch[worker];
    int from = tileFrom[t], count = tileCount[t];
    loops.deformations(tiles[t], inverseMoments, from, count, s.a);
    int hard = kernels.fitRotations(s.a, count, qw, qx, qy, qz, from, s.rotations);
    loops.strains(s.a, s.rotations, restStrain, from, count, s.strain);
    if (measured != null) {
      for (int c = 0; c < 6; c++) {
        System.arraycopy(s.strain, c * Kernels.TILE, measured[t], c * count, count);
      }
    } else if (each) {
      weightsOfEach(t, s);
    } else if (groups.count() == 1) {
      loops.dots(s.strain, deltas[t], examples, count, s.small, tileDots[t], 0);
    } else {
      for (int g : groups.inTile(t)) {
        for (int c = 0; c < 6; c++) {
          int row = c * Kernels.TILE;
          for (int j = 0; j < count; j++) {
            s.part[row + j] = groups.ofRegion()[from + j] == g ? s.strain[row + j] : 0;
          }
        }
        loops.dots(s.part, deltas[t], examples, count, s.small, tileDots[t], g * examples);
      }
    }
    if (bends != null && measured == null && !each) {
      for (int j = 0; j < count; j++) {
        int g = groups.ofRegion()[from + j];
        for (int k = 0; k < examples && g >= 0; k++) {
          tileDots[t][g * examples + k] += bends.dot(from + j, k, s.rotations, j);
        }
      }
    }
    return hard;
  }

  private void weightsOfEach(int t, Scratch s) {
    int count = tileCount[t];
    loops.dotsOfEach(s.strain, deltas[t], examples, count, s.dots);
    for (int j = 0; j < count && bends != null; j++) {
      for (int k = 0; k < examples; k++) {
        s.dots[k * Kernels.TILE + j] += bends.dot(tileFrom[t] + j, k, s.rotations, j);
      }
    }
    if (settings.projection() == Projection.EXACT && examples <= ExampleKernels.MOST_IN_LANES) {
      loops.simplexWeights(
          grams[t], s.dots, examples, count, s.weights, free[t], s.lanes, s.simplex);
    } else {
      for (int j = 0; j < count; j++) {
        ownWeights(t, j, s);
      }
    }
    for (int k = 0; k < examples; k++) {
      double sum = 0;
      int row = k * Kernels.TILE;
      boolean plain = driven[k] == 0;
      for (int j = 0; j < count; j++) {
        sum += rho[tileFrom[t] + j] > 0 ? s.weights[row + j] : 0;
        s.weights[row + j] = beta * s.weights[row + j];
      }
      tileWeights[t][k] = sum;
      for (int j = 0; j < count && !plain; j++) {
        double w = drive[k] + (driven[k] == 1 ? s.weights[row + j] : 0);
        s.weights[row + j] = (float) Math.max(0, Math.min(1, w));
      }
    }
    if (isDriven()) {
      for (int j = 0; j < count; j++) {
        float sum = 0;
        for (int k = 0; k < examples; k++) {
          sum += s.weights[k * Kernels.TILE + j];
        }
        for (int k = 0; k < examples && sum > 1; k++) {
          s.weights[k * Kernels.TILE + j] /= sum;
        }
      }
    }
  }

  /** Weights of one region on its own, where lanes do not do it. */
  private void ownWeights(int t, int j, Scratch s) {
    int n = tileCount[t];
    double[] gram = s.simplex.gram(), right = s.simplex.right();
    for (int k = 0; k < examples; k++) {
      right[k] = s.dots[k * Kernels.TILE + j];
      for (int l = 0; l <= k; l++) {
        gram[k * examples + l] = grams[t][(k * (k + 1) / 2 + l) * n + j];
        gram[l * examples + k] = gram[k * examples + l];
      }
    }
    solve(s.simplex, s.own, s.out);
    for (int k = 0; k < examples; k++) {
      s.weights[k * Kernels.TILE + j] = (float) s.own[k + 1];
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
        projected[0][k + 1] = sum / regionCount;
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
    int from = tileFrom[t], count = tileCount[t];
    if (each) {
      loops.mixOfEach(deltas[t], s.weights, examples, count, s.strain);
    } else if (groups.isHard(t)) {
      int g = groups.onlyGroup(t);
      copyWeights(g, s.weights);
      loops.mix(deltas[t], s.weights, examples, count, s.strain);
    } else {
      groups.spreadWeights(t, effective, examples, count, s.weights);
      loops.mixOfEach(deltas[t], s.weights, examples, count, s.strain);
    }
    if (shaping != null && shaping.isOn()) {
      shaping.addStrain(count, s.strain);
    }
    loops.deformedMoments(tiles[t], s.strain, count, s.a);
    boolean uniform = !each && groups.isHard(t);
    int stride = uniform ? 1 : Kernels.TILE;
    for (int j = 0; j < count && bends != null; j++) {
      for (int k = 0; k < examples; k++) {
        bends.addMoments(from + j, k, s.weights[k * stride + (uniform ? 0 : j)], s.a, j);
      }
    }
    hard[t] += loops.refineRotations(s.a, count, qw, qx, qy, qz, from, s.rotations);
    loops.targets(s.rotations, s.strain, count, s.targets);
    double bent = 0;
    for (int j = 0; j < count && bends != null; j++) {
      int at = uniform ? 0 : j;
      bent +=
          rho[from + j] * bends.bend(from + j, s.weights, at, stride, s.rotations, j, inverseBeta);
    }
    return bent
        + loops.elasticSum(
            tiles[t],
            s.targets,
            s.strain,
            moments,
            regionMass,
            rho,
            inverseBeta,
            from,
            count,
            s.small);
  }

  private void copyWeights(int g, float[] to) {
    for (int k = 0; k < examples; k++) {
      to[k] = (float) effective[g][k + 1];
    }
  }

  // ------------------------------------------------------------------ weights

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  float[][] state() {
    return free;
  }

  /** Example k's weight is driven from outside: mode 0 not at all, 1 added, 2 replaced. */
  void drive(int k, byte mode, double amount) {
    driven[k] = mode;
    drive[k] = amount;
  }

  boolean isDriven() {
    for (byte d : driven) {
      if (d != 0) {
        return true;
      }
    }
    return false;
  }

  int groupCount() {
    return projected.length;
  }

  String groupName(int g) {
    return each ? "each" : groups.name(g);
  }

  double projectedWeight(int g, int k) {
    return projected[g][k];
  }

  double effectiveWeight(int g, int k) {
    return effective[g][k];
  }
}
