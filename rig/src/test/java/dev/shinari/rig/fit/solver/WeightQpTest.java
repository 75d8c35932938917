package dev.shinari.rig.fit.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightQpTest {
  /** Best value over all supports of at most k bones, by solving each with equalities alone. */
  private static double bruteForce(double[] g, double[] b, int n, int k) {
    double best = Double.POSITIVE_INFINITY;
    for (int set = 1; set < 1 << n; set++) {
      int m = Integer.bitCount(set);
      if (m > k) {
        continue;
      }
      // [G 1; 1 0] [w; mu] = [b; 1] by Gaussian elimination with pivots
      double[][] a = new double[m + 1][m + 2];
      int[] at = new int[m];
      for (int e = 0, i = 0; e < n; e++) {
        if ((set >> e & 1) != 0) {
          at[i++] = e;
        }
      }
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          a[i][j] = g[at[i] * n + at[j]];
        }
        a[i][m] = 1;
        a[m][i] = 1;
        a[i][m + 1] = b[at[i]];
      }
      a[m][m + 1] = 1;
      double[] x = eliminate(a);
      boolean feasible = x != null;
      for (int i = 0; feasible && i < m; i++) {
        feasible = x[i] >= 0;
      }
      if (!feasible) {
        continue;
      }
      double[] w = new double[n];
      for (int i = 0; i < m; i++) {
        w[at[i]] = x[i];
      }
      best = Math.min(best, value(g, b, w));
    }
    return best;
  }

  private static double[] eliminate(double[][] a) {
    int n = a.length;
    for (int c = 0; c < n; c++) {
      int p = c;
      for (int r = c + 1; r < n; r++) {
        p = Math.abs(a[r][c]) > Math.abs(a[p][c]) ? r : p;
      }
      double[] t = a[c];
      a[c] = a[p];
      a[p] = t;
      if (Math.abs(a[c][c]) < 1e-10) {
        return null;
      }
      for (int r = 0; r < n; r++) {
        double f = r == c ? 0 : a[r][c] / a[c][c];
        for (int k = c; k <= n; k++) {
          a[r][k] -= f * a[c][k];
        }
      }
    }
    double[] x = new double[n];
    for (int r = 0; r < n; r++) {
      x[r] = a[r][n] / a[r][r];
    }
    return x;
  }

  private static double value(double[] g, double[] b, double[] w) {
    int n = b.length;
    double v = 0;
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < n; j++) {
        s += g[i * n + j] * w[j];
      }
      v += w[i] * (0.5 * s - b[i]);
    }
    return v;
  }

  private static double[] gram(Random r, int n, int rows) {
    double[][] a = new double[rows][n];
    for (double[] row : a) {
      for (int e = 0; e < n; e++) {
        row[e] = r.nextGaussian();
      }
    }
    double[] g = new double[n * n];
    for (double[] row : a) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          g[i * n + j] += row[i] * row[j];
        }
      }
    }
    return g;
  }

  private static void assertFeasible(double[] w, int k) {
    double sum = 0;
    int used = 0;
    for (double x : w) {
      assertThat(x).isGreaterThanOrEqualTo(0);
      sum += x;
      used += x > 0 ? 1 : 0;
    }
    assertThat(sum).isCloseTo(1, Offset.offset(1e-12));
    assertThat(used).isBetween(1, k);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8})
  void withoutALimitTheSolutionIsThatOfBruteForce(int n) {
    for (int seed = 0; seed < 200; seed++) {
      Random r = new Random(seed);
      double[] g = gram(r, n, n + 3);
      double[] b = new double[n];
      for (int e = 0; e < n; e++) {
        b[e] = 5 * r.nextGaussian();
      }
      double[] w = new double[n];
      double v = new WeightQp(n).solve(g, b, n, null, false, w);
      assertFeasible(w, n);
      assertThat(v).isCloseTo(value(g, b, w), Offset.offset(1e-9));
      assertThat(v).as("seed %d", seed).isCloseTo(bruteForce(g, b, n, n), Offset.offset(1e-8));
    }
  }

  @Test
  void withALimitItIsNeverBelowAndMostlyEqualToBruteForce() {
    int n = 7;
    int equal = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random r = new Random(1000 + seed);
      double[] g = gram(r, n, n + 3);
      double[] b = new double[n];
      for (int e = 0; e < n; e++) {
        b[e] = 2 * r.nextGaussian();
      }
      double[] w = new double[n];
      double v = new WeightQp(n).solve(g, b, 3, null, true, w);
      assertFeasible(w, 3);
      double best = bruteForce(g, b, n, 3);
      assertThat(v).isGreaterThanOrEqualTo(best - 1e-8);
      equal += v < best + 1e-8 ? 1 : 0;
    }
    assertThat(equal).isGreaterThan(180);
  }

  @Test
  void bonesThatMoveAlikeDoNoHarm() {
    Random r = new Random(3);
    double[] small = gram(r, 3, 6);
    int n = 6; // each bone twice
    double[] g = new double[n * n];
    double[] b = new double[n];
    double[] half = {0.3, 0.8, -0.2};
    for (int i = 0; i < n; i++) {
      b[i] = half[i % 3];
      for (int j = 0; j < n; j++) {
        g[i * n + j] = small[i % 3 * 3 + j % 3];
      }
    }
    double[] w = new double[n];
    double v = new WeightQp(n).solve(g, b, 4, null, true, w);
    assertFeasible(w, 4);
    assertThat(v).isCloseTo(bruteForce(small, half, 3, 3), Offset.offset(1e-8));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-200, 1e-20, 1e20})
  void formsOfAnyScaleGiveWeights(double scale) {
    double[] g = gram(new Random(4), 4, 8);
    double[] b = {1, 2, 3, -1};
    for (int k = 0; k < g.length; k++) {
      g[k] *= scale;
    }
    for (int k = 0; k < b.length; k++) {
      b[k] *= scale;
    }
    double[] w = new double[4];
    new WeightQp(4).solve(g, b, 2, null, true, w);
    assertFeasible(w, 2);
  }

  @Test
  void theAnswerIsNeverWorseThanTheWeightsItStartsFrom() {
    for (int seed = 0; seed < 200; seed++) {
      Random r = new Random(seed);
      double[] g = gram(r, 6, 4); // singular
      double[] b = new double[6];
      double[] w = new double[6];
      for (int e = 0; e < 6; e++) {
        b[e] = r.nextGaussian();
        w[e] = e < 2 ? 0.5 : 0;
      }
      double before = value(g, b, w);
      double v = new WeightQp(6).solve(g, b, 2, null, false, w);
      assertThat(v).isLessThanOrEqualTo(before);
      assertFeasible(w, 2);
    }
  }
}
