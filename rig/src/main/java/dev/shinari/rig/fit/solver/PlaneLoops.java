package dev.shinari.rig.fit.solver;

/** Small loops over planes of doubles, in a fixed order of sums. */
public final class PlaneLoops {
  private PlaneLoops() {}

  /** Dot product in four interleaved sums. */
  public static double dot(double[] a, int ao, double[] b, int bo, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int full = n & ~3;
    for (int i = 0; i < full; i += 4) {
      s0 += a[ao + i] * b[bo + i];
      s1 += a[ao + i + 1] * b[bo + i + 1];
      s2 += a[ao + i + 2] * b[bo + i + 2];
      s3 += a[ao + i + 3] * b[bo + i + 3];
    }
    double s = (s0 + s1) + (s2 + s3);
    for (int i = full; i < n; i++) {
      s += a[ao + i] * b[bo + i];
    }
    return s;
  }

  /** out[oo + k] += a . b_k for four planes b of n numbers, one after the other; a is read once. */
  public static void addDots(double[] a, int ao, double[] b, int bo, int n, double[] out, int oo) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double t0 = 0;
    double t1 = 0;
    double t2 = 0;
    double t3 = 0;
    int b1 = bo + n;
    int b2 = b1 + n;
    int b3 = b2 + n;
    int full = n & ~1;
    for (int i = 0; i < full; i += 2) {
      double x = a[ao + i];
      double y = a[ao + i + 1];
      s0 += x * b[bo + i];
      t0 += y * b[bo + i + 1];
      s1 += x * b[b1 + i];
      t1 += y * b[b1 + i + 1];
      s2 += x * b[b2 + i];
      t2 += y * b[b2 + i + 1];
      s3 += x * b[b3 + i];
      t3 += y * b[b3 + i + 1];
    }
    if (full < n) {
      double x = a[ao + full];
      s0 += x * b[bo + full];
      s1 += x * b[b1 + full];
      s2 += x * b[b2 + full];
      s3 += x * b[b3 + full];
    }
    out[oo] += s0 + t0;
    out[oo + 1] += s1 + t1;
    out[oo + 2] += s2 + t2;
    out[oo + 3] += s3 + t3;
  }

  /** out += f a. */
  public static void addScaled(double f, double[] a, int ao, double[] out, int oo, int n) {
    for (int i = 0; i < n; i++) {
      out[oo + i] += f * a[ao + i];
    }
  }
}
