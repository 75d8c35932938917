package dev.shinari.example;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.SimplexProjection;
import java.util.Arrays;

/**
 * Weights where every region has its own [Koyama13, sec. 4.4].
 *
 * <p>A region's Gram matrix is nearly always singular: six numbers per region, and parts that a
 * pose leaves alone. A small ridge decides what they leave open. It draws to the weights that the
 * body as a whole had in the last step, so that in a pose all regions agree on that pose; it acts
 * on weights alone, so the rest shape, where all dots are zero, stays where it is.
 */
final class RegionWeights {
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int FACTOR_ROWS = ExampleKernels.FACTORS;

  // Ridge on the Gram matrix of a single region, as a share of its trace and of the body's mean.
  private static final double REGION_RIDGE = 1e-4;
  private static final double BODY_RIDGE = 1e-5;

  private final ExampleKernels loops;
  private final GroupWeights weights;
  private final int examples;
  private final int lanes; // examples with those that fill up the lanes of small projections
  private final int rows; // of a Gram matrix' lower triangle
  private final boolean inLanes;
  private float beta;
  private double mean; // diagonal entry of a region's Gram matrix, of the body as it was built
  private float[] grams; // lower triangles, placed over slots
  private float[] ridges; // on their diagonals
  private float[] factors; // of Gram matrices, as the loops keep them
  private float[] free; // which of a region's weights were not zero in the last step
  private final GlobalWeights whole;
  private double[][] tileWeights = {}; // per tile: sums of the regions' own weights
  private float[][] kept; // per example: weights of the regions, once they were asked for

  /** What a worker needs of its own. */
  final class Scratch {
    final float[] dots = new float[lanes * CHUNK];
    final float[] flips =
        new float[ExampleKernels.simplexScratch(Math.min(lanes, ExampleKernels.MOST_IN_LANES))];
    final SimplexProjection simplex = new SimplexProjection(examples);
    final double[] own = new double[examples + 1];
    final boolean[] out = new boolean[examples + 1];

    Scratch() {
      Arrays.fill(dots, examples * CHUNK, dots.length, ExampleKernels.NEVER);
    }
  }

  RegionWeights(ExampleSettings settings, Kernels kernels, int slots, GroupWeights weights) {
    this.weights = weights;
    loops = kernels.examples();
    examples = settings.poses().size();
    lanes = ExampleKernels.laneExamples(examples);
    rows = lanes * (lanes + 1) / 2;
    inLanes = settings.projection() == Projection.EXACT && examples <= ExampleKernels.MOST_IN_LANES;
    beta = settings.beta();
    grams = new float[rows * slots];
    ridges = new float[slots];
    factors = new float[lanes == 4 && inLanes ? FACTOR_ROWS * slots : 0];
    free = new float[(lanes + 1) * slots];
    whole = new GlobalWeights(weights, examples);
    forget();
  }

  void setBeta(float share) {
    beta = share;
  }

  /** All weights are those of the rest shape. */
  void forget() {
    Arrays.fill(whole.state(), 0);
    for (int j = 0; j < ridges.length; j++) {
      forget(j);
    }
  }

  private void forget(int slot) {
    for (int k = 0; k <= lanes; k++) {
      free[ExampleKernels.place(lanes + 1, k, slot)] = k < examples || k == lanes ? 1 : 0;
    }
  }

  // ------------------------------------------------------------------ regions and poses

  /** What an example has in a region on average, from the body's Gram matrix as it was built. */
  void setMean(double[] wholeGram, int regions) {
    mean = 0;
    for (int k = 0; k < examples; k++) {
      mean += wholeGram[k * examples + k] / (examples * (double) regions);
    }
  }

  /** Finds the Gram matrix of the region in a slot; of padding, whose rho is 0, one without. */
  void prepare(int slot, ExampleRest rest, BendModes bends, float rho) {
    double trace = 0;
    for (int k = 0; k < examples; k++) {
      for (int l = 0; l <= k; l++) {
        double sum = rest.product(slot, k, l, bends);
        grams[ExampleKernels.place(rows, k * (k + 1) / 2 + l, slot)] = (float) sum;
        trace += k == l ? sum : 0;
      }
    }
    double ridge = REGION_RIDGE * trace / examples + BODY_RIDGE * mean + 1e-30;
    ridges[slot] = rho > 0 ? (float) ridge : 0; // padding has no weights
    for (int k = 0; k < examples; k++) {
      grams[ExampleKernels.place(rows, k * (k + 3) / 2, slot)] += (float) ridge;
    }
    for (int k = examples; k < lanes; k++) {
      grams[ExampleKernels.place(rows, k * (k + 3) / 2, slot)] = 1;
    }
    for (int k = 0; k < FACTOR_ROWS && factors.length > 0; k++) {
      factors[ExampleKernels.place(FACTOR_ROWS, k, slot)] = -1;
    }
  }

  void resize(int slots) {
    int had = ridges.length;
    grams = Arrays.copyOf(grams, rows * slots);
    ridges = Arrays.copyOf(ridges, slots);
    factors = factors.length == 0 ? factors : Arrays.copyOf(factors, FACTOR_ROWS * slots);
    free = Arrays.copyOf(free, (lanes + 1) * slots);
    for (int j = had; j < slots; j++) {
      forget(j);
    }
    for (int k = 0; k < examples && kept != null; k++) {
      kept[k] = Arrays.copyOf(kept[k], slots);
    }
  }

  /** A region begins in a slot with the weights of another one, or those of the rest shape. */
  void begin(int slot, int like) {
    if (like < 0) {
      forget(slot);
      return;
    }
    for (int k = 0; k <= lanes; k++) {
      free[ExampleKernels.place(lanes + 1, k, slot)] =
          free[ExampleKernels.place(lanes + 1, k, like)];
    }
    for (int k = 0; k < examples && kept != null; k++) {
      kept[k][slot] = kept[k][like];
    }
  }

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  float[][] state() {
    return new float[][] {free, whole.state()};
  }

  /** {@link GlobalWeights#state}. */
  float[] whole() {
    return whole.state();
  }

  // ------------------------------------------------------------------ the step

  /** Before a fit of so many tiles. */
  void begin(int tiles) {
    if (tileWeights.length != tiles) {
      tileWeights = new double[tiles][examples];
    }
  }

  /** Before the chunks of a tile. */
  void beginTile(int t) {
    Arrays.fill(tileWeights[t], 0);
  }

  /**
   * The weights of a chunk's regions, after beta and drives, from their strains.
   *
   * @param dots takes the sums of the dots of the chunk
   */
  void find(ExampleChunk c, int tile, ExampleRest rest, BendModes bends, double[] dots) {
    Scratch s = c.own;
    int n = c.count, from = c.from;
    loops.dotsOfEach(c.work, rest.deltas, 6 * examples * from, examples, n, s.dots);
    for (int j = 0; j < n && bends != null; j++) {
      for (int k = 0; k < examples; k++) {
        s.dots[k * CHUNK + j] += bends.dot(from + j, k, c.rotations, c.column + j);
      }
    }
    loops.sumDots(s.dots, examples, n, ridges, from, whole.state(), c.small, dots);
    if (inLanes) {
      loops.simplexWeights(
          grams,
          rows * from,
          s.dots,
          examples,
          n,
          c.weights,
          free,
          (lanes + 1) * from,
          factors,
          FACTOR_ROWS * from,
          s.flips,
          s.simplex);
    } else {
      for (int j = 0; j < n; j++) {
        one(from + j, j, c.weights, s);
      }
    }
    loops.sumWeights(c.weights, examples, n, beta, c.small, tileWeights[tile]);
    if (weights.isDriven()) {
      weights.driveEach(n, c.weights, CHUNK);
    }
    for (int k = 0; k < examples && kept != null; k++) {
      System.arraycopy(c.weights, k * CHUNK, kept[k], from, n);
    }
  }

  /**
   * Weight of example k per slot, as the last inner step had it. They are kept from the first call
   * on; before the next step that one sees their mean.
   */
  float[] weightsOf(int k) {
    if (kept == null) {
      kept = new float[examples][ridges.length];
      for (int e = 0; e < examples; e++) {
        Arrays.fill(kept[e], (float) weights.effective()[0][e + 1]);
      }
    }
    return kept[k];
  }

  /** Weights of one region, where lanes do not do it. */
  private void one(int slot, int j, float[] out, Scratch s) {
    double[] gram = s.simplex.gram(), right = s.simplex.right();
    for (int k = 0; k < examples; k++) {
      right[k] = s.dots[k * CHUNK + j];
      for (int l = 0; l <= k; l++) {
        gram[k * examples + l] = grams[ExampleKernels.place(rows, k * (k + 1) / 2 + l, slot)];
        gram[l * examples + k] = gram[k * examples + l];
      }
    }
    weights.solve(s.simplex, s.own, s.out);
    for (int k = 0; k < examples; k++) {
      out[k * CHUNK + j] = (float) s.own[k + 1];
    }
  }

  /**
   * Once all tiles are done: the regions' mean weights and those of the body as a whole. Returns
   * whether the latter are far from what the regions leaned on, because the body was put elsewhere:
   * then all has to be found once more.
   */
  boolean finishTile(double[][] tileDots, int regions) {
    return whole.finishTile(tileDots, tileWeights, regions);
  }
}
