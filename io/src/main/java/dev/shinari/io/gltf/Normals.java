package dev.shinari.io.gltf;

import java.util.Arrays;

/** Smooth vertex normals, weighted by the area of the triangles around a vertex. */
final class Normals {
  private Normals() {}

  /** Unit normals into out; vertices without a triangle of any area get +Y. */
  static void of(float[] p, int[] triangles, double[] sums, float[] out) {
    Arrays.fill(sums, 0);
    for (int t = 0; t < triangles.length; t += 3) {
      int a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
      double ux = (double) p[b] - p[a];
      double uy = (double) p[b + 1] - p[a + 1];
      double uz = (double) p[b + 2] - p[a + 2];
      double vx = (double) p[c] - p[a];
      double vy = (double) p[c + 1] - p[a + 1];
      double vz = (double) p[c + 2] - p[a + 2];
      double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      for (int k = 0; k < 3; k++) {
        int v = 3 * triangles[t + k];
        sums[v] += nx;
        sums[v + 1] += ny;
        sums[v + 2] += nz;
      }
    }
    for (int v = 0; v < sums.length; v += 3) {
      double length =
          Math.sqrt(sums[v] * sums[v] + sums[v + 1] * sums[v + 1] + sums[v + 2] * sums[v + 2]);
      boolean flat = !(length > 1e-150);
      out[v] = flat ? 0 : (float) (sums[v] / length);
      out[v + 1] = flat ? 1 : (float) (sums[v + 1] / length);
      out[v + 2] = flat ? 0 : (float) (sums[v + 2] / length);
    }
  }
}
