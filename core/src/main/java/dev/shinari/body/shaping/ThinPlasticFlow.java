package dev.shinari.body.shaping;

import dev.shinari.body.region.FitTile;
import dev.shinari.kernel.Kernels;

/**
 * Plastic flow of regions that are flat or straight: {@link dev.shinari.kernel.ShapeKernels#flow}
 * within the directions that a region has. With D the projection on them,
 *
 * <pre>
 *   x becomes D x D;   own = keep (own + share (1 - yield / |x|) x)   where |x| &gt; yield
 * </pre>
 *
 * Then D + own gets determinant 1 within a plane (it keeps its area), is left as it is along a line
 * (which has a length alone), and gets determinant 1 in a region that has all three directions.
 *
 * <p>Plain Java: sheets and strands have few particles.
 */
final class ThinPlasticFlow {
  private static final double ROOT2 = Math.sqrt(2);

  private final float[][] own;
  private final float[][] d;

  /**
   * @param own plastic strain per slot, 6 arrays as the kernels write strains
   * @param d D per slot, so written too
   */
  ThinPlasticFlow(float[][] own, float[][] d) {
    this.own = own;
    this.d = d;
  }

  /** Letters as in {@link dev.shinari.kernel.ShapeKernels#flow}. */
  void flow(FitTile tile, float[] x, float share, float yield, float keep, float limit) {
    double[] plane = tile.matrix(0), s = tile.matrix(1), t = tile.matrix(2);
    for (int j = 0; j < tile.count; j++) {
      int r = tile.from + j;
      for (int c = 0; c < 6; c++) {
        put(plane, c, d[c][r]);
        put(s, c, x[c * Kernels.TILE + j]);
      }
      int rank = (int) Math.round(plane[0] + plane[4] + plane[8]);
      within(plane, s, t);
      double n = norm(s);
      double give = n > yield && rank > 0 ? (1 - yield / n) * share : 0;
      for (int c = 0; c < 6; c++) {
        put(t, c, own[c][r]);
      }
      for (int k = 0; k < 9; k++) {
        s[k] = keep * (t[k] + give * s[k]);
      }
      within(plane, s, t);
      if (rank > 1) {
        // D + own, and one in the directions that are missing: the determinant is that within D.
        for (int k = 0; k < 9; k++) {
          t[k] = s[k] + (k % 4 == 0 ? 1 : 0);
        }
        double by = Math.max(0.9, Math.min(1.1, 1 - (determinant(t) - 1) / rank));
        for (int k = 0; k < 9; k++) {
          s[k] = by * (s[k] + plane[k]) - plane[k];
        }
      }
      double size = norm(s), back = size <= limit ? 1 : limit / size;
      for (int c = 0; c < 6; c++) {
        own[c][r] = back > 0 ? (float) (back * take(s, c)) : 0; // not finite: forgotten
      }
    }
  }

  private static void put(double[] m, int c, double value) {
    int a = c < 3 ? c : c - 3, b = c < 3 ? c : (c - 2) % 3;
    m[3 * a + b] = m[3 * b + a] = c < 3 ? value : value / ROOT2;
  }

  private static double take(double[] m, int c) {
    int a = c < 3 ? c : c - 3, b = c < 3 ? c : (c - 2) % 3;
    return c < 3 ? m[3 * a + b] : ROOT2 * m[3 * a + b];
  }

  /** s becomes d s d. */
  private static void within(double[] d, double[] s, double[] room) {
    multiply(d, s, room);
    multiply(room, d, s);
  }

  private static void multiply(double[] a, double[] b, double[] out) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
      }
    }
  }

  private static double norm(double[] m) {
    double sum = 0;
    for (double v : m) {
      sum += v * v;
    }
    return Math.sqrt(sum);
  }

  private static double determinant(double[] m) {
    return m[0] * (m[4] * m[8] - m[5] * m[7])
        - m[1] * (m[3] * m[8] - m[5] * m[6])
        + m[2] * (m[3] * m[7] - m[4] * m[6]);
  }
}
