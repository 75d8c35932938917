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
   * @param last placed, 1 where weight 1 to K, then weight 0, was free; changed
   */
  public static void column(
      float[] gram,
      int gramAt,
      float[] c,
      int n,
      int j,
      float[] w,
      float[] last,
      int lastAt,
      float[] scratch,
      SimplexProjection spare) {
    if (n == 1) {
      float one = c[j] / gram[gramAt + j]; // one row: columns side by side
      w[j] = one < 0 ? 0 : one > 1 ? 1 : one;
      return;
    }
    int rest = ExampleKernels.laneExamples(n), rows = rest * (rest + 1) / 2, next = Kernels.LANES;
    int g = gramAt + ExampleKernels.place(rows, 0, j);
    int f = lastAt + ExampleKernels.place(rest + 1, 0, j);
    int l = 0, d = n * n, y = d + n, u = y + n, free = u + n, v = free + n, inverse = v + n;
    float[] s = scratch;
    float free0 = last[f + rest * next];
    for (int i = 0; i < n; i++) {
      s[free + i] = last[f + i * next];
    }
    for (int round = 0; round < ROUNDS; round++) {
      float sumY = 0, sumU = 0;
      for (int i = 0; i < n; i++) {
        float fi = s[free + i];
        for (int k = 0; k < i; k++) {
          float sum = gram[g + (i * (i + 1) / 2 + k) * next] * (fi * s[free + k]);
          for (int m = 0; m < k; m++) {
            sum -= s[l + i * n + m] * s[l + k * n + m] * s[d + m];
          }
          s[l + i * n + k] = sum * s[inverse + k];
        }
        float sum = gram[g + (i * (i + 3) / 2) * next] * fi + (1 - fi);
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
          price += gram[g + at * next] * s[v + m];
        }
        float slack = -SLACK * gram[g + (i * (i + 3) / 2) * next];
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
          last[f + i * next] = s[free + i];
        }
        last[f + rest * next] = free0;
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
    sure(gram, gramAt, c, n, j, w, last, lastAt, spare);
  }

  /** Column j by {@link SimplexProjection}. */
  public static void sure(
      float[] gram,
      int gramAt,
      float[] c,
      int n,
      int j,
      float[] w,
      float[] last,
      int lastAt,
      SimplexProjection spare) {
    double[] g = spare.gram(), right = spare.right(), out = spare.answer();
    int rest = ExampleKernels.laneExamples(n), rows = rest * (rest + 1) / 2;
    for (int i = 0; i < n; i++) {
      right[i] = c[i * ExampleKernels.CHUNK + j];
      for (int m = 0; m <= i; m++) {
        int at = gramAt + ExampleKernels.place(rows, i * (i + 1) / 2 + m, j);
        g[i * n + m] = g[m * n + i] = gram[at];
      }
    }
    double left = spare.solve(n, out);
    last[lastAt + ExampleKernels.place(rest + 1, rest, j)] = left > 0 ? 1 : 0;
    for (int i = 0; i < n; i++) {
      w[i * ExampleKernels.CHUNK + j] = (float) out[i];
      last[lastAt + ExampleKernels.place(rest + 1, i, j)] = out[i] > 0 ? 1 : 0;
    }
  }
}
