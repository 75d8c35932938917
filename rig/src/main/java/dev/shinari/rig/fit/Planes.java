package dev.shinari.rig.fit;

/** Small loops over planes of doubles, in a fixed order of sums. */
final class Planes {
  private Planes() {}

  /** Dot product in four interleaved sums. */
  static double dot(double[] a, int ao, double[] b, int bo, int n) {
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

  /** out += f a. */
  static void addScaled(double f, double[] a, int ao, double[] out, int oo, int n) {
    for (int i = 0; i < n; i++) {
      out[oo + i] += f * a[ao + i];
    }
  }
}
