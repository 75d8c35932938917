package dev.shinari.body.particle;

import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;

/** Masses of particles from a cage and a density: each cell gives its corners equal parts. */
public final class Masses {
  // A vertex that no cell uses still needs a mass; it gets this share of the mean.
  private static final double LEAST_SHARE = 1e-3;

  private Masses() {}

  public static float[] of(Cage cage, float density) {
    int n = cage.vertexCount();
    double[] m = new double[n];
    if (cage instanceof TetMesh mesh) {
      for (int t = 0; t < mesh.tetCount(); t++) {
        double part = Math.abs(mesh.volume(t)) * density / 4;
        for (int c = 0; c < 4; c++) {
          m[mesh.tets()[4 * t + c]] += part;
        }
      }
    } else if (cage instanceof Lattice l) {
      double e = l.cellSize();
      double part = l.isFlat() ? e * e * density / 4 : e * e * e * density / 8;
      for (int k = 0; k < l.cellsZ(); k++) {
        for (int j = 0; j < l.cellsY(); j++) {
          for (int i = 0; i < l.cellsX(); i++) {
            if (l.hasCell(i, j, k)) {
              for (int c = 0; c < (l.isFlat() ? 4 : 8); c++) {
                int node = l.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
                m[l.vertexOfNode(node)] += part;
              }
            }
          }
        }
      }
    } else {
      Arrays.fill(m, measure((PointCage) cage) * density / Math.max(1, n));
    }
    double total = 0;
    for (double v : m) {
      total += v;
    }
    double least = n == 0 || !(total > 0) ? 1 : LEAST_SHARE * total / n;
    float[] mass = new float[n];
    for (int i = 0; i < n; i++) {
      mass[i] = (float) Math.max(m[i], least);
    }
    return mass;
  }

  /** Area of a sheet, or the length along the points of a strand. */
  private static double measure(PointCage cage) {
    TriangleMesh surface = cage.boundary();
    float[] p = cage.positions();
    double sum = 0;
    if (surface.triangleCount() > 0) {
      int[] t = surface.triangles();
      for (int f = 0; f < t.length; f += 3) {
        int a = 3 * t[f], b = 3 * t[f + 1], c = 3 * t[f + 2];
        double ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
        double vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
        double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
        sum += 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
      }
      return sum;
    }
    for (int i = 0; i + 5 < p.length; i += 3) {
      double x = p[i + 3] - p[i], y = p[i + 4] - p[i + 1], z = p[i + 5] - p[i + 2];
      sum += Math.sqrt(x * x + y * y + z * z);
    }
    return sum;
  }

  /** Mean distance from a vertex to its nearest neighbor in the cage. */
  public static float spacing(Cage cage, float length) {
    if (cage instanceof Lattice l) {
      return l.cellSize();
    }
    int n = cage.vertexCount();
    double[] nearest = new double[n];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    float[] p = cage.positions();
    if (cage instanceof TetMesh mesh) {
      int[] t = mesh.tets();
      for (int e = 0; e < t.length; e += 4) {
        near(p, t, e, e + 4, nearest);
      }
    } else {
      PointCage c = (PointCage) cage;
      for (int r = 0; r < c.regionCount(); r++) {
        near(p, c.members(), c.starts()[r], c.starts()[r + 1], nearest);
      }
    }
    double sum = 0;
    int count = 0;
    for (double d : nearest) {
      if (d > 0 && d < Double.POSITIVE_INFINITY) {
        sum += Math.sqrt(d);
        count++;
      }
    }
    return count == 0 ? length : (float) (sum / count);
  }

  private static void near(float[] p, int[] members, int from, int to, double[] nearest) {
    for (int a = from; a < to; a++) {
      for (int b = from; b < a; b++) {
        int i = 3 * members[a], j = 3 * members[b];
        double x = p[i] - p[j], y = p[i + 1] - p[j + 1], z = p[i + 2] - p[j + 2];
        double d = x * x + y * y + z * z;
        nearest[members[a]] = Math.min(nearest[members[a]], d);
        nearest[members[b]] = Math.min(nearest[members[b]], d);
      }
    }
  }
}
