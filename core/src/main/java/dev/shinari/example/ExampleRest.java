package dev.shinari.example;

import dev.shinari.body.region.Regions;
import dev.shinari.body.region.RestMoments;
import dev.shinari.kernel.ExampleKernels;
import java.util.Arrays;
import java.util.List;

/**
 * What is known of a body's regions and poses before it moves: rest moments, and the descriptors of
 * the poses, L_k = S^k - S0. One array per quantity, over slots, placed as the loops read it
 * ({@link ExampleKernels#place}). Read-only until the regions of a body change; such a body works
 * on a copy ({@link ExampleEdits}).
 */
public final class ExampleRest {
  // A pose that strains regions by less than this is the rest shape.
  private static final double REST_STRAIN = 1e-4;

  // What an example adds to the others, as a share of its square, below which it depends on them.
  private static final double DEPENDENT = 1e-6;

  private static final float ROOT2 = 1.41421356f;
  private static final double HALF_ROOT2 = Math.sqrt(0.5);

  final int examples;
  public float[] moments; // K, packed
  float[] inverse; // K^-1, packed
  public float[] rest; // S0, packed
  public float[] deltas; // L_k: six rows per example
  private boolean[] solid = {}; // per tile
  private final float[][] one = new float[6][1];
  private final float[][] two = new float[6][1];

  /** Moments: K = sum m~ q q^T / rho per slot, 6 arrays. */
  ExampleRest(int examples, float[][] moments) {
    this.examples = examples;
    int slots = moments[0].length;
    float[][] inverted = new float[6][slots];
    RestMoments.invert(moments, inverted);
    this.moments = new float[6 * slots];
    inverse = new float[6 * slots];
    rest = new float[6 * slots];
    deltas = new float[6 * examples * slots];
    for (int j = 0; j < slots; j++) {
      for (int c = 0; c < 6; c++) {
        this.moments[ExampleKernels.place(6, c, j)] = moments[c][j];
        inverse[ExampleKernels.place(6, c, j)] = inverted[c][j];
      }
    }
  }

  private ExampleRest(ExampleRest other) {
    examples = other.examples;
    moments = other.moments.clone();
    inverse = other.inverse.clone();
    rest = other.rest.clone();
    deltas = other.deltas.clone();
    solid = other.solid.clone();
  }

  ExampleRest copy() {
    return new ExampleRest(this);
  }

  private int place(int k, int c, int slot) {
    return ExampleKernels.place(6 * examples, 6 * k + c, slot);
  }

  // ------------------------------------------------------------------ measured as a whole

  /** Takes what was measured, shaped as {@link #rest}, as the rest shape. */
  void keepRest(float[] measured, Regions regions) {
    System.arraycopy(measured, 0, rest, 0, rest.length);
    solid = new boolean[regions.tileCount()];
    for (int t = 0; t < solid.length; t++) {
      findSolid(t, regions);
    }
  }

  /** What was measured is example k; returns the share of regions that are inside out. */
  double keepExample(int k, float[] measured, Regions regions) {
    int inverted = 0;
    float[] rho = regions.rho();
    double[] s = new double[9];
    for (int t = 0; t < regions.tileCount(); t++) {
      int from = regions.tileFrom(t), to = from + regions.tileSlots(t);
      for (int j = from; j < to; j++) {
        boolean real = rho[j] > 0; // padding, and points, are not
        for (int c = 0; c < 6; c++) {
          deltas[place(k, c, j)] = real ? measured[ExampleKernels.place(6, c, j)] : 0;
        }
        stretch(k, j, s);
        if (real && spans(j) > 2.5 && determinant(s) < 0) {
          inverted++;
        }
      }
    }
    return inverted / (double) regions.regionCount();
  }

  /** In how many directions a region extends. */
  private double spans(int slot) {
    return rest[ExampleKernels.place(6, 0, slot)]
        + rest[ExampleKernels.place(6, 1, slot)]
        + rest[ExampleKernels.place(6, 2, slot)];
  }

  /** Whether the region in a slot has at least an area, so that its rotation is determined. */
  boolean isBroad(int slot) {
    return spans(slot) > 1.5;
  }

  private void findSolid(int tile, Regions regions) {
    int from = regions.tileFrom(tile), to = from + regions.tileSlots(tile);
    boolean all = true;
    for (int j = from; j < to; j++) {
      all &= !(regions.rho()[j] > 0) || spans(j) > 2.5;
    }
    solid[tile] = all;
  }

  /**
   * Whether all regions of a tile extend in all directions. Then S0 is the unit matrix but for
   * rounding, and not read from memory.
   */
  boolean isSolid(int tile) {
    return tile < solid.length && solid[tile];
  }

  /** S^k of the region in a slot, 9 numbers row by row. */
  void stretch(int k, int slot, double[] out) {
    float[] d = deltas;
    out[0] = 1 + d[place(k, 0, slot)];
    out[4] = 1 + d[place(k, 1, slot)];
    out[8] = 1 + d[place(k, 2, slot)];
    out[1] = out[3] = HALF_ROOT2 * d[place(k, 3, slot)];
    out[5] = out[7] = HALF_ROOT2 * d[place(k, 4, slot)];
    out[2] = out[6] = HALF_ROOT2 * d[place(k, 5, slot)];
  }

  private static double determinant(double[] m) {
    return m[0] * (m[4] * m[8] - m[5] * m[7])
        - m[1] * (m[3] * m[8] - m[5] * m[6])
        + m[2] * (m[3] * m[7] - m[4] * m[6]);
  }

  // ------------------------------------------------------------------ region by region

  /** Room for so many slots; new ones hold no region. */
  void resize(int slots) {
    moments = Arrays.copyOf(moments, 6 * slots);
    inverse = Arrays.copyOf(inverse, 6 * slots);
    rest = Arrays.copyOf(rest, 6 * slots);
    deltas = Arrays.copyOf(deltas, 6 * examples * slots);
  }

  /** The region in a slot has other members: whether its tile is solid follows from all of them. */
  void retile(int tile, Regions regions) {
    if (tile >= solid.length) {
      solid = Arrays.copyOf(solid, Math.max(tile + 1, 2 * solid.length));
    }
    findSolid(tile, regions);
  }

  /** No region stands in a slot. */
  void clear(int slot) {
    for (int c = 0; c < 6; c++) {
      int at = ExampleKernels.place(6, c, slot);
      moments[at] = inverse[at] = rest[at] = 0;
    }
    for (int c = 0; c < 6 * examples; c++) {
      deltas[ExampleKernels.place(6 * examples, c, slot)] = 0;
    }
  }

  void move(int from, int to) {
    for (int c = 0; c < 6; c++) {
      int a = ExampleKernels.place(6, c, from), b = ExampleKernels.place(6, c, to);
      moments[b] = moments[a];
      inverse[b] = inverse[a];
      rest[b] = rest[a];
    }
    for (int c = 0; c < 6 * examples; c++) {
      deltas[ExampleKernels.place(6 * examples, c, to)] =
          deltas[ExampleKernels.place(6 * examples, c, from)];
    }
  }

  /** K of the region in a slot: xx, yy, zz, xy, yz, zx; K^-1 and S0 follow from it. */
  void setMoments(int slot, double[] k) {
    for (int c = 0; c < 6; c++) {
      one[c][0] = (float) k[c];
      two[c][0] = 0;
    }
    RestMoments.invert(one, two);
    for (int c = 0; c < 6; c++) {
      moments[ExampleKernels.place(6, c, slot)] = one[c][0];
      inverse[ExampleKernels.place(6, c, slot)] = two[c][0];
      two[c][0] = 0;
    }
    RestMoments.project(one, two);
    for (int c = 0; c < 6; c++) {
      rest[ExampleKernels.place(6, c, slot)] = (c < 3 ? 1 : ROOT2) * two[c][0];
    }
  }

  void setDelta(int k, int c, int slot, float value) {
    deltas[place(k, c, slot)] = value;
  }

  // ------------------------------------------------------------------ Gram matrices

  /** L_k . L_l of the region in a slot, with what bends have of it. */
  double product(int slot, int k, int l, BendModes bends) {
    double sum = bends == null ? 0 : bends.product(slot, k, l);
    for (int c = 0; c < 6; c++) {
      sum += (double) deltas[place(k, c, slot)] * deltas[place(l, c, slot)];
    }
    return sum;
  }

  /**
   * Adds to the coefficients of sum rho (2 tr(K E) + tr(E K E) / beta) as a polynomial of the
   * weights those of slots [from, to): 2 tr(K L_k), then tr(L_k K L_l).
   *
   * @param sum K + K^2 numbers
   */
  void addEnergy(int from, int to, float[] rho, double[] sum) {
    double[] k = new double[9];
    double[][] l = new double[examples][9];
    for (int j = from; j < to; j++) {
      double r = rho[j];
      if (!(r > 0)) {
        continue;
      }
      for (int c = 0; c < 6; c++) {
        int a = c < 3 ? c : c - 3, b = c < 3 ? c : (c - 2) % 3;
        k[3 * a + b] = k[3 * b + a] = moments[ExampleKernels.place(6, c, j)];
      }
      for (int e = 0; e < examples; e++) {
        stretch(e, j, l[e]);
        l[e][0] -= 1;
        l[e][4] -= 1;
        l[e][8] -= 1;
        for (int i = 0; i < 9; i++) {
          sum[e] += 2 * r * k[i] * l[e][i];
        }
      }
      for (int e = 0; e < examples; e++) {
        for (int f = 0; f <= e; f++) {
          double both = r * trace(l[e], k, l[f]);
          sum[examples + e * examples + f] += both;
          if (f < e) {
            sum[examples + f * examples + e] += both;
          }
        }
      }
    }
  }

  /** tr(A K B). */
  private static double trace(double[] a, double[] k, double[] b) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int m = 0; m < 3; m++) {
          sum += a[3 * i + j] * k[3 * j + m] * b[3 * m + i];
        }
      }
    }
    return sum;
  }

  /** Refuses poses that cannot be told apart, by name. */
  static void refuseDependent(List<ExamplePose> poses, double[] gram, int regions) {
    int examples = poses.size();
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
