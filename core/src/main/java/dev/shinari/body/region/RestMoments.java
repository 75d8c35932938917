package dev.shinari.body.region;

import dev.shinari.math.SymmetricEigen;

/** Inverses of regions' rest moments K = sum m~ q q^T / rho: 6 arrays, xx, yy, zz, xy, yz, zx. */
public final class RestMoments {
  // Directions in which a region is thinner than this share of its size count as missing.
  private static final double FLAT = 1e-3;

  private RestMoments() {}

  /** K^-1, or the pseudo-inverse where a region is flat, straight or a point. */
  public static void invert(float[][] moments, float[][] inverse) {
    spectrum(moments, inverse, false);
  }

  /** K K^-1: the identity, or the projection on what a flat or straight region has. */
  public static void project(float[][] moments, float[][] projection) {
    spectrum(moments, projection, true);
  }

  private static void spectrum(float[][] moments, float[][] out, boolean ones) {
    double[][] a = new double[3][3], v = new double[3][3];
    for (int r = 0; r < moments[0].length; r++) {
      a[0][0] = moments[0][r];
      a[1][1] = moments[1][r];
      a[2][2] = moments[2][r];
      a[0][1] = a[1][0] = moments[3][r];
      a[1][2] = a[2][1] = moments[4][r];
      a[2][0] = a[0][2] = moments[5][r];
      SymmetricEigen.solve(a, v);
      double largest = Math.max(a[0][0], Math.max(a[1][1], a[2][2]));
      for (int e = 0; e < 3; e++) {
        double value = a[e][e];
        if (value > FLAT * largest) {
          for (int c = 0; c < 6; c++) {
            int i = c < 3 ? c : c - 3, j = c < 3 ? c : (c - 2) % 3;
            out[c][r] += (float) (v[i][e] * v[j][e] / (ones ? 1 : value));
          }
        }
      }
    }
  }
}
