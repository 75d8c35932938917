package dev.shinari.body;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.math.Quaternions;
import java.util.Arrays;

/**
 * The offsets of {@link PoseOffsets} for regions that change. Each region keeps its map in every
 * pose, T^k and t^k, so that after a change the goals g^k, and with them the offsets, are found
 * anew for the members of changed regions and for nobody else:
 *
 * <pre>
 *   o^k_i = R_i^T (x^k_i - g^k_i),     g^k_i = mean over its regions of T^k x0_i + t^k
 * </pre>
 *
 * R_i is the rotation of the particle's own region, that of its descriptor, in the pose and in the
 * step alike.
 */
final class PatchedOffsets extends OffsetPull {
  private static final float ROOT_HALF = 0.70710678f;
  private static final int CHUNK = ExampleKernels.CHUNK;

  private final int examples;
  private final double length;
  private float[] maps = {}; // a region, an example: rows of T with t behind them, 12 floats
  private float[] turns = {}; // a region, an example: R as a quaternion w, x, y, z
  private float[] own = {}; // a particle, an example: o
  private boolean[] stale = {}; // chunks of particles whose sums must be made anew
  private double[][] chunkSums = {}; // agree and squares as in PoseOffsets, the largest |o|
  private int[] anew = new int[64]; // regions with new maps
  private int anewCount;
  private int[] seen = {};
  private int stamp;
  private double largest;
  private double ratio = 1;
  private int lift; // with which all offsets were found
  private final double[] target = new double[9];
  private final double[] quaternion = new double[4];
  private final float[] moment = new float[9];
  private final float[] turn = new float[4];

  PatchedOffsets(Kernels kernels, int examples, double length) {
    super(kernels);
    this.examples = examples;
    this.length = length;
    makeRoom(0);
  }

  /** Room for chunks of particles. */
  void grow(int chunks) {
    int had = stale.length, n = CHUNK * chunks;
    maps = Arrays.copyOf(maps, 12 * examples * n);
    turns = Arrays.copyOf(turns, 4 * examples * n);
    own = Arrays.copyOf(own, 3 * examples * n);
    stale = Arrays.copyOf(stale, chunks);
    chunkSums = Arrays.copyOf(chunkSums, chunks);
    for (int q = had; q < chunks; q++) {
      chunkSums[q] = new double[3];
    }
    seen = new int[n];
    stamp = 0;
    makeRoom(n);
  }

  /** Particle r is gone; the last one has taken its number. */
  void removed(int r, int last) {
    System.arraycopy(maps, 12 * examples * last, maps, 12 * examples * r, 12 * examples);
    System.arraycopy(turns, 4 * examples * last, turns, 4 * examples * r, 4 * examples);
    System.arraycopy(own, 3 * examples * last, own, 3 * examples * r, 3 * examples);
    Arrays.fill(own, 3 * examples * last, 3 * examples * (last + 1), 0);
    stale[r / CHUNK] = true;
    stale[last / CHUNK] = true;
  }

  /**
   * The map of region r in pose k: its centroid c, and T = R S~ with R the best rotation of P S~
   * and S~ = 1 + L.
   *
   * @param p P, rows {@code stride} apart from {@code at}; null for a region without extent
   * @param l L as deltas have it
   * @param q the rotation of the descriptor
   */
  void keep(
      int r, int k, double[] c, double[] c0, float[] p, int at, int stride, float[] l, float[] q) {
    double xx = 1 + l[0], yy = 1 + l[1], zz = 1 + l[2];
    double xy = ROOT_HALF * l[3], yz = ROOT_HALF * l[4], zx = ROOT_HALF * l[5];
    System.arraycopy(q, 0, turn, 0, 4);
    for (int a = 0; a < 3 && p != null; a++) {
      double u = p[at + 3 * a * stride], v = p[at + (3 * a + 1) * stride];
      double w = p[at + (3 * a + 2) * stride];
      moment[3 * a] = (float) (u * xx + v * xy + w * zx);
      moment[3 * a + 1] = (float) (u * xy + v * yy + w * yz);
      moment[3 * a + 2] = (float) (u * zx + v * yz + w * zz);
    }
    if (p != null) {
      Rotations.best(moment, 0, 1, turn);
    }
    matrix(turn, 0);
    int to = 12 * (examples * r + k);
    for (int a = 0; a < 3; a++) {
      double u = target[3 * a], v = target[3 * a + 1], t = target[3 * a + 2];
      double m0 = u * xx + v * xy + t * zx, m1 = u * xy + v * yy + t * yz;
      double m2 = u * zx + v * yz + t * zz;
      maps[to + 4 * a] = (float) m0;
      maps[to + 4 * a + 1] = (float) m1;
      maps[to + 4 * a + 2] = (float) m2;
      maps[to + 4 * a + 3] = (float) (c[a] - (m0 * c0[0] + m1 * c0[1] + m2 * c0[2]));
    }
    System.arraycopy(q, 0, turns, 4 * (examples * r + k), 4);
    if (k == 0) {
      if (anewCount == anew.length) {
        anew = Arrays.copyOf(anew, 2 * anewCount);
      }
      anew[anewCount++] = r;
    }
  }

  /** The matrix of a quaternion w, x, y, z, into {@link #target}. */
  private void matrix(float[] q, int at) {
    for (int a = 0; a < 4; a++) {
      quaternion[(a + 3) % 4] = q[at + a]; // w comes last there
    }
    Quaternions.toMatrix(quaternion, 0, target, 0);
  }

  /** Ends a batch of changes: all maps are there. */
  void finish(ListRegions regions, float[] poses, float inverseBeta) {
    stamp++;
    for (int a = 0; a < anewCount; a++) {
      int r = anew[a];
      for (int e = 0; e < regions.memberCount(r); e++) {
        find(regions, regions.member(r, e), poses);
      }
    }
    anewCount = 0;
    sum(regions.masses(), regions.regionCount(), poses, inverseBeta);
  }

  /** Before a step: pulls of other strengths ({@link FineLift}) leave other offsets. */
  void adapt(ListRegions regions, float[] poses, float inverseBeta) {
    mass = regions.masses();
    if (regions.liftInUse() == lift) {
      return;
    }
    lift = regions.liftInUse();
    stamp++;
    for (int i = 0; i < regions.regionCount(); i++) {
      find(regions, i, poses);
    }
    sum(regions.masses(), regions.regionCount(), poses, inverseBeta);
  }

  private void find(ListRegions regions, int i, float[] poses) {
    if (seen[i] == stamp) {
      return;
    }
    seen[i] = stamp;
    stale[i / CHUNK] = true;
    int n = regions.memberCount(i);
    float x0 = regions.restX()[i], y0 = regions.restY()[i], z0 = regions.restZ()[i];
    for (int k = 0; k < examples; k++) {
      int at = 3 * (examples * i + k);
      double a = 0, b = 0, c = 0;
      for (int e = 0; e < n; e++) { // whoever is in my region has me in its own
        int r = regions.member(i, e), m = 12 * (examples * r + k);
        float f = regions.strength(r);
        a += f * (poses[at] - (maps[m] * x0 + maps[m + 1] * y0 + maps[m + 2] * z0 + maps[m + 3]));
        b +=
            f
                * (poses[at + 1]
                    - (maps[m + 4] * x0 + maps[m + 5] * y0 + maps[m + 6] * z0 + maps[m + 7]));
        c +=
            f
                * (poses[at + 2]
                    - (maps[m + 8] * x0 + maps[m + 9] * y0 + maps[m + 10] * z0 + maps[m + 11]));
      }
      double share = n == 0 ? 0 : 1.0 / n;
      int q = 4 * (examples * i + k);
      matrix(turns, q);
      for (int row = 0; row < 3; row++) {
        own[at + row] =
            (float) (share * (target[row] * a + target[3 + row] * b + target[6 + row] * c));
      }
    }
  }

  private void sum(float[] m, int count, float[] poses, float inverseBeta) {
    double agree = 0, squares = 0;
    largest = 0;
    for (int q = 0; q < stale.length; q++) {
      if (stale[q]) {
        stale[q] = false;
        sumOfChunk(q, m, Math.min(count, CHUNK * (q + 1)), poses);
      }
      agree += chunkSums[q][0];
      squares += chunkSums[q][1];
      largest = Math.max(largest, chunkSums[q][2]);
    }
    ratio = squares > 0 ? Math.max(1, agree / squares) : 1;
    setBeta(inverseBeta);
  }

  private void sumOfChunk(int q, float[] m, int to, float[] poses) {
    double[] s = chunkSums[q];
    Arrays.fill(s, 0);
    for (int i = CHUNK * q; i < to; i++) {
      for (int k = 0; k < examples; k++) {
        int at = 3 * (examples * i + k), t = 4 * (examples * i + k);
        double a = own[at], b = own[at + 1], c = own[at + 2], size = a * a + b * b + c * c;
        matrix(turns, t);
        for (int row = 0; row < 3; row++) {
          double turned = target[3 * row] * a + target[3 * row + 1] * b + target[3 * row + 2] * c;
          s[0] += m[i] * turned * poses[at + row];
        }
        s[1] += m[i] * size;
        s[2] = Math.max(s[2], Math.sqrt(size));
      }
    }
  }

  void setBeta(float inverseBeta) {
    square = ratio * inverseBeta;
  }

  /** Whether any pose is other than the mean of its regions' linear maps. */
  boolean matters() {
    return largest > NOTHING * length;
  }

  /**
   * Offsets of particles [from, to) with the weights of all.
   *
   * @param q rotations of the regions, 4 arrays
   */
  void choose(int from, int to, float[] w, float[][] q) {
    for (int i = from; i < to; i++) {
      float a = 0, b = 0, c = 0;
      for (int k = 0; k < examples; k++) {
        int at = 3 * (examples * i + k);
        a += w[k] * own[at];
        b += w[k] * own[at + 1];
        c += w[k] * own[at + 2];
      }
      turn(i, q, a, b, c);
    }
  }

  /**
   * The same with weights of each region's own, rows of CHUNK floats, which count as far as the
   * body as a whole has them ({@link dev.shinari.kernel.OffsetKernels#mixOwn}).
   *
   * @param whole as {@link WholeWeights#state} has it
   */
  void chooseOwn(int from, int to, float[] w, float[] whole, float[][] q) {
    for (int i = from; i < to; i++) {
      float a = 0, b = 0, c = 0;
      for (int k = 0; k < examples; k++) {
        int at = 3 * (examples * i + k);
        float u = Math.min(w[k * CHUNK + i - from] * whole[2 * examples + k], 1);
        float v = u * u * (3 - (u + u)) * whole[examples + k];
        a += v * own[at];
        b += v * own[at + 1];
        c += v * own[at + 2];
      }
      turn(i, q, a, b, c);
    }
  }

  private void turn(int i, float[][] q, float a, float b, float c) {
    float w = q[0][i], u = q[1][i], v = q[2][i], t = q[3][i];
    float tx = 2 * (v * c - t * b), ty = 2 * (t * a - u * c), tz = 2 * (u * b - v * a);
    x[i] = a + w * tx + v * tz - t * ty;
    y[i] = b + w * ty + t * tx - u * tz;
    z[i] = c + w * tz + u * ty - v * tx;
  }

  /** All that a batch of changes leaves, as {@link #restore} takes it. */
  float[][] save() {
    return new float[][] {maps.clone(), turns.clone(), own.clone(), {lift}};
  }

  void restore(float[][] s, int at) {
    maps = s[at].clone();
    turns = s[at + 1].clone();
    own = s[at + 2].clone();
    lift = (int) s[at + 3][0];
    int n = own.length / (3 * examples);
    stale = new boolean[n / CHUNK];
    Arrays.fill(stale, true);
    chunkSums = new double[n / CHUNK][3];
    seen = new int[n];
    stamp = 0;
    anewCount = 0;
    makeRoom(n);
  }
}
