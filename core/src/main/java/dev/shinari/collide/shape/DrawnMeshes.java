package dev.shinari.collide.shape;

import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;

/** Surfaces of the simple shapes, for drawing only. */
final class DrawnMeshes {
  private static final int AROUND = 32;
  private static final int QUARTER = 8;

  private DrawnMeshes() {}

  /** Four vertices of its own a face, so that edges stay sharp whatever normals a viewer makes. */
  static TriangleMesh box(float hx, float hy, float hz) {
    int[][] faces = {
      {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}
    };
    float[] p = new float[72];
    int[] t = new int[36];
    for (int f = 0; f < 6; f++) {
      for (int c = 0; c < 4; c++) {
        int corner = faces[f][c], v = 3 * (4 * f + c);
        p[v] = (corner & 1) == 0 ? -hx : hx;
        p[v + 1] = (corner & 2) == 0 ? -hy : hy;
        p[v + 2] = (corner & 4) == 0 ? -hz : hz;
      }
      int[] order = {0, 1, 2, 0, 2, 3};
      for (int k = 0; k < 6; k++) {
        t[6 * f + k] = 4 * f + order[k];
      }
    }
    return new TriangleMesh(p, t);
  }

  /** A ball pulled apart at its equator by the half-length. */
  static TriangleMesh capsule(float radius, float halfLength) {
    int rings = 2 * QUARTER; // from the south pole to the equator, and from there to the north pole
    float[] ringRadius = new float[rings + 2];
    float[] ringY = new float[rings + 2];
    for (int r = 0; r < rings + 2; r++) {
      boolean upper = r > QUARTER;
      double angle = Math.PI / 2 * ((upper ? r - 1 : r) - QUARTER) / QUARTER;
      ringRadius[r] = (float) (radius * PortableMath.cos(angle));
      ringY[r] = (float) (radius * PortableMath.sin(angle)) + (upper ? halfLength : -halfLength);
    }
    return lathe(ringRadius, ringY);
  }

  static TriangleMesh cylinder(float radius, float halfLength) {
    return lathe(
        new float[] {0, radius, radius, radius, radius, 0},
        new float[] {-halfLength, -halfLength, -halfLength, halfLength, halfLength, halfLength});
  }

  /** Rings about the y axis from bottom to top; the first and last are single points. */
  private static TriangleMesh lathe(float[] radius, float[] y) {
    int rings = radius.length - 2;
    float[] p = new float[3 * (rings * AROUND + 2)];
    int south = rings * AROUND, north = south + 1;
    p[3 * south + 1] = y[0];
    p[3 * north + 1] = y[rings + 1];
    int[] t = new int[6 * AROUND * rings];
    int n = 0;
    for (int r = 0; r < rings; r++) {
      for (int a = 0; a < AROUND; a++) {
        int v = r * AROUND + a, w = r * AROUND + (a + 1) % AROUND;
        double angle = 2 * Math.PI * a / AROUND;
        p[3 * v] = (float) (radius[r + 1] * PortableMath.cos(angle));
        p[3 * v + 1] = y[r + 1];
        p[3 * v + 2] = (float) (-radius[r + 1] * PortableMath.sin(angle));
        if (r == 0) {
          n = triangle(t, n, south, w, v);
        }
        if (r + 1 < rings) {
          n = triangle(t, n, v, w, w + AROUND);
          n = triangle(t, n, v, w + AROUND, v + AROUND);
        } else {
          n = triangle(t, n, v, w, north);
        }
      }
    }
    return new TriangleMesh(p, t);
  }

  private static int triangle(int[] t, int n, int a, int b, int c) {
    t[n] = a;
    t[n + 1] = b;
    t[n + 2] = c;
    return n + 3;
  }
}
