package dev.shinari.kernel;

/**
 * The small projection of one region, in the order of operations of the vector twin. The weights
 * that were free in the last step start free; each round solves for the free ones and then flips
 * every weight whose sign or price is wrong. A few rounds nearly always do; the rest is {@link
 * SimplexProjection}'s.
 */
public final class SimplexLanes {
  /** Rounds of flips before the sure method takes over. */
  public static final int ROUNDS = 6;

  /** A price below this share of the diagonal is rounding. */
  public static final float SLACK = 1e-5f;

  private SimplexLanes() {}

  /**
   * Column j alone.
   *
   * <p>scratch: l (K K), then d, y, u, free, w, 1 / d: K each.
   *
   * @param last rows of count floats, 1 where weight 1 to K, then weight 0, was free; changed
   */
  public static void column(
      float[] gram,
      int gramAt,
      float[] c,
      int n,
      int count,
      int j,
      float[] w,
      float[] last,
      int lastAt,
      float[] scratch,
      SimplexProjection spare) {
    if (n == 1) {
      w[j] = Math.min(Math.max(c[j] / gram[gramAt + j], 0f), 1f);
      return;
    }
    int rest = ExampleKernels.laneExamples(n);
    int l = 0, d = n * n, y = d + n, u = y + n, free = u + n, v = free + n, inverse = v + n;
    float[] s = scratch;
    float free0 = last[lastAt + rest * count + j];
    for (int i = 0; i < n; i++) {
      s[free + i] = last[lastAt + i * count + j];
    }
    for (int round = 0; round < ROUNDS; round++) {
      float sumY = 0, sumU = 0;
      for (int i = 0; i < n; i++) {
        float fi = s[free + i];
        for (int k = 0; k < i; k++) {
          float sum = gram[gramAt + (i * (i + 1) / 2 + k) * count + j] * (fi * s[free + k]);
          for (int m = 0; m < k; m++) {
            sum -= s[l + i * n + m] * s[l + k * n + m] * s[d + m];
          }
          s[l + i * n + k] = sum * s[inverse + k];
        }
        float sum = gram[gramAt + (i * (i + 3) / 2) * count + j] * fi + (1 - fi);
        for (int m = 0; m < i; m++) {
          sum -= s[l + i * n + m] * s[l + i * n + m] * s[d + m];
        }
        s[d + i] = sum;
        s[inverse + i] = 1 / sum;
        float p = c[i * ExampleKernels.CHUNK + j] * fi, q = fi;
        for (int m = 0; m < i; m++) {
          p -= s[l + i * n + m] * s[y + m];
          q -= s[l + i * n + m] * s[u + m];
        }
        s[y + i] = p;
        s[u + i] = q;
      }
      for (int i = n - 1; i >= 0; i--) {
        float p = s[y + i] * s[inverse + i], q = s[u + i] * s[inverse + i];
        for (int m = i + 1; m < n; m++) {
          p -= s[l + m * n + i] * s[y + m];
          q -= s[l + m * n + i] * s[u + m];
        }
        s[y + i] = p;
        s[u + i] = q;
        sumY += p;
        sumU += q;
      }
      float lambda = free0 > 0 || !(sumU > 0) ? 0 : (sumY - 1) / sumU;
      float sum = 0;
      for (int i = 0; i < n; i++) {
        s[v + i] = s[y + i] - lambda * s[u + i];
        sum += s[v + i];
      }
      float wrong = 0;
      for (int i = 0; i < n; i++) {
        float price = lambda - c[i * ExampleKernels.CHUNK + j];
        for (int m = 0; m < n; m++) {
          int at = i >= m ? i * (i + 1) / 2 + m : m * (m + 1) / 2 + i;
          price += gram[gramAt + at * count + j] * s[v + m];
        }
        float slack = -SLACK * gram[gramAt + (i * (i + 3) / 2) * count + j];
        // Written so that a number that is none counts as wrong.
        float flip = s[free + i] > 0 ? (s[v + i] >= 0 ? 0f : 1f) : (price >= slack ? 0f : 1f);
        s[y + i] = flip; // y has served
        wrong += flip;
      }
      float w0 = 1 - sum;
      float flip0 = free0 > 0 ? (w0 >= 0 ? 0f : 1f) : (lambda >= 0 ? 0f : 1f);
      wrong += flip0;
      if (wrong == 0) {
        for (int i = 0; i < n; i++) {
          w[i * ExampleKernels.CHUNK + j] = s[free + i] > 0 ? s[v + i] : 0;
          last[lastAt + i * count + j] = s[free + i];
        }
        last[lastAt + rest * count + j] = free0;
        return;
      }
      for (int i = 0; i < n; i++) {
        s[free + i] = s[y + i] > 0 ? 1 - s[free + i] : s[free + i];
      }
      free0 = flip0 > 0 ? 1 - free0 : free0;
      float any = free0;
      for (int i = 0; i < n; i++) {
        any += s[free + i];
      }
      free0 = any > 0 ? free0 : 1;
    }
    sure(gram, gramAt, c, n, count, j, w, last, lastAt, spare);
  }

  /** Column j by {@link SimplexProjection}. */
  public static void sure(
      float[] gram,
      int gramAt,
      float[] c,
      int n,
      int count,
      int j,
      float[] w,
      float[] last,
      int lastAt,
      SimplexProjection spare) {
    double[] g = spare.gram(), right = spare.right(), out = spare.answer();
    for (int i = 0; i < n; i++) {
      right[i] = c[i * ExampleKernels.CHUNK + j];
      for (int m = 0; m <= i; m++) {
        g[i * n + m] = g[m * n + i] = gram[gramAt + (i * (i + 1) / 2 + m) * count + j];
      }
    }
    double left = spare.solve(n, out);
    last[lastAt + ExampleKernels.laneExamples(n) * count + j] = left > 0 ? 1 : 0;
    for (int i = 0; i < n; i++) {
      w[i * ExampleKernels.CHUNK + j] = (float) out[i];
      last[lastAt + i * count + j] = out[i] > 0 ? 1 : 0;
    }
  }
}
