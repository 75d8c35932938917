package dev.shinari.io.drawing;

import java.util.Arrays;
import java.util.Comparator;

/** The smallest convex outline around loops (Andrew's monotone chain). */
public final class ConvexHull {
  private ConvexHull() {}

  /** One loop, counter-clockwise. */
  public static double[][] of(double[][] loops) {
    int n = 0;
    for (double[] l : loops) {
      n += l.length / 2;
    }
    double[][] points = new double[n][];
    int k = 0;
    for (double[] l : loops) {
      for (int i = 0; i + 1 < l.length; i += 2) {
        points[k++] = new double[] {l[i], l[i + 1]};
      }
    }
    Arrays.sort(
        points, Comparator.<double[]>comparingDouble(p -> p[0]).thenComparingDouble(p -> p[1]));
    double[][] hull = new double[2 * n + 2][];
    int m = 0;
    for (int pass = 0; pass < 2; pass++) {
      int floor = m + 2;
      for (int i = 0; i < n; i++) {
        double[] p = points[pass == 0 ? i : n - 1 - i];
        while (m >= floor && turn(hull[m - 2], hull[m - 1], p) <= 0) {
          m--;
        }
        hull[m++] = p;
      }
      m--; // the other way begins there
    }
    double[] out = new double[2 * m];
    for (int i = 0; i < m; i++) {
      out[2 * i] = hull[i][0];
      out[2 * i + 1] = hull[i][1];
    }
    return new double[][] {out};
  }

  private static double turn(double[] a, double[] b, double[] c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  }
}
