package dev.shinari.body;

import dev.shinari.example.ExamplePose;
import dev.shinari.kernel.ExampleKernels;
import java.util.List;

/**
 * What is known of a body's regions and poses before it moves, in the order in which the loops read
 * it: tile by tile, within a tile as {@link ExampleKernels#place} has it. The descriptors of the
 * poses, L_k = S^k - S0, and the Gram matrices L^T L.
 */
final class ExampleTiles {
  // A pose that strains regions by less than this is the rest shape.
  private static final double REST_STRAIN = 1e-4;

  // What an example adds to the others, as a share of its square, below which it depends on them.
  private static final double DEPENDENT = 1e-6;

  // Ridge on the Gram matrix of a single region, as a share of its trace and of the body's mean.
  private static final double REGION_RIDGE = 1e-4;
  private static final double BODY_RIDGE = 1e-5;

  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final double HALF_ROOT2 = Math.sqrt(0.5);

  final int[] from;
  final int[] count;
  final int examples;
  final int regions;
  final float[][] moments; // K, packed
  final float[][] inverse; // K^-1, packed
  final float[][] rest; // S0
  final float[][] deltas; // L_k
  private final boolean[] solid;
  private final float[] rho;
  private final BendModes bends;

  /**
   * @param from first slot of each tile of the operator
   * @param count its number of slots, a multiple of LANES
   * @param moments K = sum m~ q q^T / rho a slot: 6 arrays
   */
  ExampleTiles(
      int[] from,
      int[] count,
      float[][] moments,
      float[] rho,
      int examples,
      int regions,
      BendModes bends) {
    this.from = from;
    this.count = count;
    this.examples = examples;
    this.regions = regions;
    this.rho = rho;
    this.bends = bends;
    int n = from.length;
    float[][] inverted = new float[6][rho.length];
    RestMoments.invert(moments, inverted);
    this.moments = new float[n][];
    inverse = new float[n][];
    rest = new float[n][];
    deltas = new float[n][];
    solid = new boolean[n];
    for (int t = 0; t < n; t++) {
      this.moments[t] = new float[6 * count[t]];
      inverse[t] = new float[6 * count[t]];
      rest[t] = new float[6 * count[t]];
      deltas[t] = new float[6 * examples * count[t]];
      for (int j = 0; j < count[t]; j++) {
        for (int c = 0; c < 6; c++) {
          this.moments[t][ExampleKernels.place(6, c, j)] = moments[c][from[t] + j];
          inverse[t][ExampleKernels.place(6, c, j)] = inverted[c][from[t] + j];
        }
      }
    }
  }

  /** Columns of the chunk of tile t that starts at a column. */
  int chunk(int t, int column) {
    return Math.min(CHUNK, count[t] - column);
  }

  private int place(int k, int c, int j) {
    return ExampleKernels.place(6 * examples, 6 * k + c, j);
  }

  /** Takes what was measured, shaped as {@link #rest}, as the rest shape. */
  void keepRest(float[][] measured) {
    for (int t = 0; t < rest.length; t++) {
      System.arraycopy(measured[t], 0, rest[t], 0, rest[t].length);
      solid[t] = true;
      for (int j = 0; j < count[t]; j++) {
        solid[t] &= !(rho[from[t] + j] > 0) || spans(t, j) > 2.5;
      }
    }
  }

  /**
   * Whether all regions of tile t extend in all directions. Then S0 is the unit matrix but for
   * rounding, and not read from memory.
   */
  boolean isSolid(int t) {
    return solid[t];
  }

  /** What was measured is example k; answers with the share of regions that are inside out. */
  double keepExample(int k, float[][] measured) {
    int inverted = 0;
    for (int t = 0; t < rest.length; t++) {
      for (int j = 0; j < count[t]; j++) {
        boolean real = rho[from[t] + j] > 0; // padding, and points, are not
        for (int c = 0; c < 6; c++) {
          deltas[t][place(k, c, j)] = real ? measured[t][ExampleKernels.place(6, c, j)] : 0;
        }
        if (real && spans(t, j) > 2.5 && determinant(k, t, j) < 0) {
          inverted++;
        }
      }
    }
    return inverted / (double) regions;
  }

  /** In how many directions a region extends. */
  private double spans(int t, int j) {
    return rest[t][ExampleKernels.place(6, 0, j)]
        + rest[t][ExampleKernels.place(6, 1, j)]
        + rest[t][ExampleKernels.place(6, 2, j)];
  }

  private double determinant(int k, int t, int j) {
    double[] m = new double[9];
    stretch(k, t, j, m);
    return m[0] * (m[4] * m[8] - m[5] * m[7])
        - m[1] * (m[3] * m[8] - m[5] * m[6])
        + m[2] * (m[3] * m[7] - m[4] * m[6]);
  }

  /** S^k of a region, 9 numbers row by row. */
  private void stretch(int k, int t, int j, double[] out) {
    float[] d = deltas[t];
    out[0] = 1 + d[place(k, 0, j)];
    out[4] = 1 + d[place(k, 1, j)];
    out[8] = 1 + d[place(k, 2, j)];
    out[1] = out[3] = HALF_ROOT2 * d[place(k, 3, j)];
    out[5] = out[7] = HALF_ROOT2 * d[place(k, 4, j)];
    out[2] = out[6] = HALF_ROOT2 * d[place(k, 5, j)];
  }

  /** S^k of the region in a slot. */
  void stretchOf(int k, int slot, double[] out) {
    int t = tileOf(slot);
    stretch(k, t, slot - from[t], out);
  }

  /** Whether the region in a slot has at least an area, so that its rotation is determined. */
  boolean isBroad(int slot) {
    int t = tileOf(slot);
    return spans(t, slot - from[t]) > 1.5;
  }

  private int tileOf(int slot) {
    int t = 0;
    while (slot >= from[t] + count[t]) {
      t++;
    }
    return t;
  }

  // ------------------------------------------------------------------ Gram matrices

  /** L_k . L_l of a region, with what bends add. */
  private double product(int t, int j, int k, int l) {
    double sum = bends == null ? 0 : bends.product(from[t] + j, k, l);
    for (int c = 0; c < 6; c++) {
      sum += (double) deltas[t][place(k, c, j)] * deltas[t][place(l, c, j)];
    }
    return sum;
  }

  /** Adds the products of the examples over the regions of a group, or all where it is null. */
  void addGram(int[] groupOfSlot, int group, double[] gram) {
    for (int t = 0; t < from.length; t++) {
      for (int j = 0; j < count[t]; j++) {
        if (groupOfSlot != null && groupOfSlot[from[t] + j] != group) {
          continue;
        }
        for (int k = 0; k < examples; k++) {
          for (int l = 0; l <= k; l++) {
            double sum = product(t, j, k, l);
            gram[k * examples + l] += sum;
            if (l < k) {
              gram[l * examples + k] += sum;
            }
          }
        }
      }
    }
  }

  /** Lower triangles of the Gram matrices of single regions, with a ridge, for lanes. */
  float[][] regionGrams(double[] whole, float[][] ridges) {
    double mean = 0;
    for (int k = 0; k < examples; k++) {
      mean += whole[k * examples + k] / (examples * (double) regions);
    }
    int lanes = ExampleKernels.laneExamples(examples), rows = lanes * (lanes + 1) / 2;
    float[][] grams = new float[from.length][];
    for (int t = 0; t < from.length; t++) {
      grams[t] = new float[rows * count[t]];
      for (int j = 0; j < count[t]; j++) {
        double trace = 0;
        for (int k = 0; k < examples; k++) {
          for (int l = 0; l <= k; l++) {
            double sum = product(t, j, k, l);
            grams[t][ExampleKernels.place(rows, k * (k + 1) / 2 + l, j)] = (float) sum;
            trace += k == l ? sum : 0;
          }
        }
        double ridge = REGION_RIDGE * trace / examples + BODY_RIDGE * mean + 1e-30;
        ridges[t][j] = rho[from[t] + j] > 0 ? (float) ridge : 0; // padding has no weights
        for (int k = 0; k < examples; k++) {
          grams[t][ExampleKernels.place(rows, k * (k + 3) / 2, j)] += (float) ridge;
        }
        for (int k = examples; k < lanes; k++) {
          grams[t][ExampleKernels.place(rows, k * (k + 3) / 2, j)] = 1;
        }
      }
    }
    return grams;
  }

  /**
   * Adds to the coefficients of sum rho (2 tr(K E) + tr(E K E) / beta) as a polynomial of the
   * weights those of tile t: 2 tr(K L_k) and tr(L_k K L_l).
   */
  void addEnergy(int t, double[] linear, double[] square) {
    double[] k = new double[9];
    double[][] l = new double[examples][9];
    for (int j = 0; j < count[t]; j++) {
      double r = rho[from[t] + j];
      if (!(r > 0)) {
        continue;
      }
      for (int c = 0; c < 6; c++) {
        int a = c < 3 ? c : c - 3, b = c < 3 ? c : (c - 2) % 3;
        k[3 * a + b] = k[3 * b + a] = moments[t][ExampleKernels.place(6, c, j)];
      }
      for (int e = 0; e < examples; e++) {
        stretch(e, t, j, l[e]);
        l[e][0] -= 1;
        l[e][4] -= 1;
        l[e][8] -= 1;
        for (int i = 0; i < 9; i++) {
          linear[e] += 2 * r * k[i] * l[e][i];
        }
      }
      for (int e = 0; e < examples; e++) {
        for (int f = 0; f <= e; f++) {
          double sum = 0;
          for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
              for (int c = 0; c < 3; c++) {
                sum += l[e][3 * a + b] * k[3 * b + c] * l[f][3 * c + a];
              }
            }
          }
          square[e * examples + f] += r * sum;
          if (f < e) {
            square[f * examples + e] += r * sum;
          }
        }
      }
    }
  }

  /** Refuses poses that cannot be told apart, by name. */
  void refuseDependent(List<ExamplePose> poses, double[] gram) {
    for (int k = 0; k < examples; k++) {
      double own = gram[k * examples + k];
      if (!(Math.sqrt(own / regions) > REST_STRAIN)) {
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
}
