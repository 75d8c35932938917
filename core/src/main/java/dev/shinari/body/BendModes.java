package dev.shinari.body;

import dev.shinari.kernel.Kernels;
import java.util.function.IntPredicate;

/**
 * How examples bend regions that are flat or straight: sheets and strands [Koyama13, sec. 7]. The
 * rest positions q of a straight region span a line, so no S~ makes S~ q a curve. What the pose's
 * own region has beyond S^k q is kept as it is, pair by pair:
 *
 * <pre>
 *   o^k_i = R_k^T (x^k_i - c^k) - S^k q_i,      goal = R (S~ q_i + sum w_k o^k_i) + c
 * </pre>
 *
 * S^k q is the best linear fit, so o^k is orthogonal to all that is linear in q and sums to zero:
 * it stands beside the descriptor as further numbers, with dots tr(R^T P_k), P_k = sum m~ p (o^k)^T
 * / rho, and linear momentum is kept. The rotation is fitted to P S~ + sum w_k P_k, so angular
 * momentum is kept too.
 *
 * <p>A region of points on one line may turn about that line as it likes: which way its curve
 * points would be anybody's guess, and neighbours would guess differently (they did: a strand
 * became a wave). Such regions only stretch; a rope, whose regions have a cross-section, bends.
 *
 * <p>Plain Java: sheets and strands have few particles.
 */
final class BendModes {
  private final RegionLists lists;
  private final int examples;
  private final float[] share; // m~ / rho a pair
  private final float[] offsets; // 3 a pair and example
  private final float[] moments; // P_k: 9 a region and example
  private final float[] squares; // sum of m~ o^k . o^l / rho: a region, example and example
  private final float[] goals; // R o~: 3 a pair
  private final int[] starts; // of a particle's pairs
  private final int[] pairs;

  /** Share: m~ / rho of each pair. */
  BendModes(RegionLists lists, int examples, int particles, float[] share) {
    this.lists = lists;
    this.examples = examples;
    this.share = share;
    int n = lists.members().length;
    offsets = new float[3 * n * examples];
    moments = new float[9 * lists.count() * examples];
    squares = new float[lists.count() * examples * examples];
    goals = new float[3 * n];
    starts = new int[particles + 1];
    pairs = new int[n];
    for (int i : lists.members()) {
      starts[i + 1]++;
    }
    for (int i = 0; i < particles; i++) {
      starts[i + 1] += starts[i];
    }
    int[] next = starts.clone();
    for (int e = 0; e < n; e++) {
      pairs[next[lists.members()[e]]++] = e;
    }
  }

  /**
   * Keeps what example k has beyond S^k q.
   *
   * @param rest x0, y0, z0
   * @param pose x, y, z of the example
   * @param q quaternions of the regions in the example: w, x, y, z
   * @param stretch writes S^k of a region, 9 numbers row by row
   * @param broad whether a region spans more than a line
   */
  void keep(
      int k, float[][] rest, float[][] pose, float[][] q, Stretch stretch, IntPredicate broad) {
    double[] s = new double[9], r = new double[9], c = new double[3], c0 = new double[3];
    for (int region = 0; region < lists.count(); region++) {
      if (!broad.test(region)) {
        continue;
      }
      stretch.of(region, s);
      matrix(q, region, r);
      int from = lists.starts()[region], to = lists.starts()[region + 1];
      double m = 0;
      for (int a = 0; a < 3; a++) {
        c[a] = c0[a] = 0;
      }
      for (int e = from; e < to; e++) {
        m += share[e];
        for (int a = 0; a < 3; a++) {
          c[a] += share[e] * (double) pose[a][lists.members()[e]];
          c0[a] += share[e] * (double) rest[a][lists.members()[e]];
        }
      }
      for (int e = from; e < to && m > 0; e++) {
        int i = lists.members()[e];
        for (int a = 0; a < 3; a++) {
          double o = 0;
          for (int b = 0; b < 3; b++) {
            o += r[3 * b + a] * (pose[b][i] - c[b] / m) - s[3 * a + b] * (rest[b][i] - c0[b] / m);
          }
          offsets[3 * (e * examples + k) + a] = (float) o;
        }
      }
    }
    for (int region = 0; region < lists.count(); region++) {
      for (int l = 0; l <= k; l++) {
        double sum = 0;
        for (int e = lists.starts()[region]; e < lists.starts()[region + 1]; e++) {
          for (int a = 0; a < 3; a++) {
            sum +=
                (double) share[e]
                    * offsets[3 * (e * examples + k) + a]
                    * offsets[3 * (e * examples + l) + a];
          }
        }
        squares[(region * examples + k) * examples + l] = (float) sum;
        squares[(region * examples + l) * examples + k] = (float) sum;
      }
    }
  }

  /** Writes a region's S^k. */
  interface Stretch {
    void of(int region, double[] out);
  }

  private static void matrix(float[][] q, int at, double[] r) {
    double w = q[0][at], x = q[1][at], y = q[2][at], z = q[3][at];
    r[0] = 1 - 2 * (y * y + z * z);
    r[1] = 2 * (x * y - w * z);
    r[2] = 2 * (x * z + w * y);
    r[3] = 2 * (x * y + w * z);
    r[4] = 1 - 2 * (x * x + z * z);
    r[5] = 2 * (y * z - w * x);
    r[6] = 2 * (x * z - w * y);
    r[7] = 2 * (y * z + w * x);
    r[8] = 1 - 2 * (x * x + y * y);
  }

  /** Product of examples k and l in a region, to be added to Gram matrices. */
  double product(int region, int k, int l) {
    return region < lists.count() ? squares[(region * examples + k) * examples + l] : 0;
  }

  /** P_k of regions [from, to). */
  void gather(float[] x, float[] y, float[] z, int from, int to) {
    for (int region = from; region < Math.min(to, lists.count()); region++) {
      for (int k = 0; k < examples; k++) {
        float a = 0, b = 0, c = 0, d = 0, f = 0, g = 0, h = 0, m = 0, n = 0;
        for (int e = lists.starts()[region]; e < lists.starts()[region + 1]; e++) {
          int i = lists.members()[e], o = 3 * (e * examples + k);
          float u = share[e] * offsets[o], v = share[e] * offsets[o + 1];
          float w = share[e] * offsets[o + 2];
          a += x[i] * u;
          b += x[i] * v;
          c += x[i] * w;
          d += y[i] * u;
          f += y[i] * v;
          g += y[i] * w;
          h += z[i] * u;
          m += z[i] * v;
          n += z[i] * w;
        }
        int at = 9 * (region * examples + k);
        moments[at] = a;
        moments[at + 1] = b;
        moments[at + 2] = c;
        moments[at + 3] = d;
        moments[at + 4] = f;
        moments[at + 5] = g;
        moments[at + 6] = h;
        moments[at + 7] = m;
        moments[at + 8] = n;
      }
    }
  }

  /** tr(R^T P_k) of a region, R in column j of nine tile rows. */
  float dot(int region, int k, float[] r, int j) {
    if (region >= lists.count()) {
      return 0;
    }
    int at = 9 * (region * examples + k);
    float sum = 0;
    for (int c = 0; c < 9; c++) {
      sum += r[c * Kernels.TILE + j] * moments[at + c];
    }
    return sum;
  }

  /** Adds w_k P_k to rows 3 to 11 of a tile. */
  void addMoments(int region, int k, float w, float[] tile, int j) {
    if (region < lists.count()) {
      int at = 9 * (region * examples + k);
      for (int c = 0; c < 9; c++) {
        tile[(3 + c) * Kernels.TILE + j] += w * moments[at + c];
      }
    }
  }

  /**
   * Goals R o~ of a region's pairs.
   *
   * @param w weights, {@code stride} apart from {@code at}
   * @return sum m~ |o~|^2 / (rho beta): what bending takes from the region's elastic sum
   */
  float bend(int region, float[] w, int at, int stride, float[] r, int j, float inverseBeta) {
    if (region >= lists.count()) {
      return 0;
    }
    int t = Kernels.TILE;
    float square = 0;
    for (int e = lists.starts()[region]; e < lists.starts()[region + 1]; e++) {
      float u = 0, v = 0, n = 0;
      for (int k = 0; k < examples; k++) {
        int o = 3 * (e * examples + k);
        float wk = w[at + k * stride];
        u += wk * offsets[o];
        v += wk * offsets[o + 1];
        n += wk * offsets[o + 2];
      }
      square += share[e] * (u * u + v * v + n * n);
      goals[3 * e] = r[j] * u + r[t + j] * v + r[2 * t + j] * n;
      goals[3 * e + 1] = r[3 * t + j] * u + r[4 * t + j] * v + r[5 * t + j] * n;
      goals[3 * e + 2] = r[6 * t + j] * u + r[7 * t + j] * v + r[8 * t + j] * n;
    }
    return square * inverseBeta;
  }

  /** Adds the mean of its regions' R o~ to the goals of particles [from, to). */
  void addGoals(int from, int to, float[] shares, float[] dx, float[] dy, float[] dz) {
    for (int i = from; i < to; i++) {
      float u = 0, v = 0, w = 0;
      for (int p = starts[i]; p < starts[i + 1]; p++) {
        u += goals[3 * pairs[p]];
        v += goals[3 * pairs[p] + 1];
        w += goals[3 * pairs[p] + 2];
      }
      dx[i] += shares[i] * u;
      dy[i] += shares[i] * v;
      dz[i] += shares[i] * w;
    }
  }
}
