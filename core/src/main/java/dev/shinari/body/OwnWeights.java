package dev.shinari.body;

import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Projection;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.SimplexProjection;
import java.util.Arrays;

/**
 * Weights where every region has its own [Koyama13, sec. 4.4].
 *
 * <p>A region's Gram matrix is nearly always singular: six numbers a region, and parts that a pose
 * leaves alone. A small ridge decides what they leave open. It draws to the weights that the body
 * as a whole had in the last step, so that in a pose all regions agree on that pose; it acts on
 * weights alone, so the rest shape, where all dots are zero, stays where it is.
 */
final class OwnWeights {
  private static final int CHUNK = ExampleKernels.CHUNK;

  private final ExampleKernels loops;
  private final ExampleTiles rest;
  private final GroupWeights weights;
  private final int examples;
  private final int lanes; // examples with those that fill up the lanes of small projections
  private final boolean inLanes;
  private float beta;
  private float[][] grams;
  private final float[][] ridges; // on their diagonals
  private final float[][] factors; // of Gram matrices, as the loops keep them
  private final float[][] state; // a tile: which of a region's weights were not zero; then whole
  private final WholeWeights whole;
  private final double[][] tileWeights; // a tile: sums of the regions' own weights
  private float[][] kept; // a tile: weights of its regions, once somebody asked

  /** What a worker needs of its own. */
  final class Scratch {
    final float[] dots = new float[lanes * CHUNK];
    final float[] small = new float[Kernels.SCRATCH];
    final float[] flips =
        new float[ExampleKernels.simplexScratch(Math.min(lanes, ExampleKernels.MOST_IN_LANES))];
    final SimplexProjection simplex = new SimplexProjection(examples);
    final double[] own = new double[examples + 1];
    final boolean[] out = new boolean[examples + 1];

    Scratch() {
      Arrays.fill(dots, examples * CHUNK, dots.length, ExampleKernels.NEVER);
    }
  }

  OwnWeights(ExampleSettings settings, Kernels kernels, ExampleTiles rest, GroupWeights weights) {
    this.rest = rest;
    this.weights = weights;
    loops = kernels.examples();
    examples = rest.examples;
    lanes = ExampleKernels.laneExamples(examples);
    inLanes = settings.projection() == Projection.EXACT && examples <= ExampleKernels.MOST_IN_LANES;
    beta = settings.beta();
    int n = rest.from.length;
    state = new float[n + 1][];
    ridges = new float[n][];
    factors = new float[n][];
    for (int t = 0; t < n; t++) {
      ridges[t] = new float[rest.count[t]];
      factors[t] = new float[lanes == 4 && inLanes ? ExampleKernels.FACTORS * rest.count[t] : 0];
      Arrays.fill(factors[t], -1);
      state[t] = new float[(lanes + 1) * rest.count[t]];
    }
    whole = new WholeWeights(weights, examples);
    state[n] = whole.state();
    tileWeights = new double[n][examples];
    forget();
  }

  void setBeta(float share) {
    beta = share;
  }

  /** All weights are those of the rest shape. */
  void forget() {
    Arrays.fill(whole.state(), 0);
    for (int t = 0; t < ridges.length; t++) {
      for (int j = 0; j < rest.count[t]; j++) {
        for (int k = 0; k <= lanes; k++) {
          state[t][ExampleKernels.place(lanes + 1, k, j)] = k < examples || k == lanes ? 1 : 0;
        }
      }
    }
  }

  /** All examples are there. */
  void finish(double[] wholeGram) {
    grams = rest.regionGrams(wholeGram, ridges);
    for (float[] f : factors) {
      Arrays.fill(f, -1);
    }
  }

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  float[][] state() {
    return state;
  }

  /** {@link WholeWeights#state}. */
  float[] whole() {
    return whole.state();
  }

  /** Before the chunks of a tile. */
  void begin(int t) {
    Arrays.fill(tileWeights[t], 0);
  }

  /**
   * The weights of a chunk's regions, after beta and drives, from their strains.
   *
   * @param dots takes the sums of the dots of the chunk
   * @param out rows of CHUNK floats
   */
  void find(
      int t,
      int column,
      float[] work,
      BendModes bends,
      float[] rotations,
      double[] dots,
      float[] out,
      Scratch s) {
    int n = rest.chunk(t, column), from = rest.from[t] + column;
    loops.dotsOfEach(work, rest.deltas[t], 6 * examples * column, examples, n, s.dots);
    for (int j = 0; j < n && bends != null; j++) {
      for (int k = 0; k < examples; k++) {
        s.dots[k * CHUNK + j] += bends.dot(from + j, k, rotations, column + j);
      }
    }
    loops.sumDots(s.dots, examples, n, ridges[t], column, whole.state(), s.small, dots);
    int gramAt = lanes * (lanes + 1) / 2 * column;
    if (inLanes) {
      int freeAt = (lanes + 1) * column;
      loops.simplexWeights(
          grams[t],
          gramAt,
          s.dots,
          examples,
          n,
          out,
          state[t],
          freeAt,
          factors[t],
          ExampleKernels.FACTORS * column,
          s.flips,
          s.simplex);
    } else {
      for (int j = 0; j < n; j++) {
        one(grams[t], gramAt, j, out, s);
      }
    }
    loops.sumWeights(out, examples, n, beta, s.small, tileWeights[t]);
    if (weights.isDriven()) {
      weights.driveEach(n, out, CHUNK);
    }
    for (int k = 0; k < examples && kept != null; k++) {
      System.arraycopy(out, k * CHUNK, kept[t], k * rest.count[t] + column, n);
    }
  }

  /**
   * Weight of example k in each region's place, as the last inner step had it. They are kept from
   * the first call on; before the next step that one sees their mean.
   */
  void weightsAt(int k, float[] bySlot) {
    if (kept == null) {
      kept = new float[ridges.length][];
      for (int t = 0; t < kept.length; t++) {
        int count = rest.count[t];
        kept[t] = new float[examples * count];
        for (int e = 0; e < examples; e++) {
          float mean = (float) weights.effective()[0][e + 1];
          Arrays.fill(kept[t], e * count, (e + 1) * count, mean);
        }
      }
    }
    for (int t = 0; t < kept.length; t++) {
      System.arraycopy(kept[t], k * rest.count[t], bySlot, rest.from[t], rest.count[t]);
    }
  }

  /** Weights of one region, where lanes do not do it. */
  private void one(float[] grams, int at, int j, float[] out, Scratch s) {
    int rows = lanes * (lanes + 1) / 2;
    double[] gram = s.simplex.gram(), right = s.simplex.right();
    for (int k = 0; k < examples; k++) {
      right[k] = s.dots[k * CHUNK + j];
      for (int l = 0; l <= k; l++) {
        gram[k * examples + l] = grams[at + ExampleKernels.place(rows, k * (k + 1) / 2 + l, j)];
        gram[l * examples + k] = gram[k * examples + l];
      }
    }
    weights.solve(s.simplex, s.own, s.out);
    for (int k = 0; k < examples; k++) {
      out[k * CHUNK + j] = (float) s.own[k + 1];
    }
  }

  /**
   * Once all tiles are done: the regions' mean weights and those of the body as a whole. Answers
   * whether the latter are far from what the regions leaned on, because somebody has put the body
   * elsewhere: then all has to be found once more.
   */
  boolean settle(double[][] tileDots) {
    return whole.settle(tileDots, tileWeights, rest.regions);
  }
}
