package dev.shinari.articulated.shape;

import java.util.ArrayList;
import java.util.List;

/**
 * Triangles between directions: the convex hull of points on the unit sphere, which is their
 * Delaunay triangulation there. Points come in one after the other; the triangles that see a new
 * point give way to a fan around it.
 */
final class SphereHull {
  private static final double FLAT = 1e-9;

  private SphereHull() {}

  /**
   * @param p unit vectors, 3 numbers each, all different and around the whole sphere
   * @return three vertices a triangle, counter-clockwise seen from outside
   */
  static int[] triangles(double[] p) {
    int n = p.length / 3;
    List<int[]> faces = new ArrayList<>(first(p));
    boolean[] used = new boolean[n];
    faces.forEach(f -> used[f[0]] = used[f[1]] = used[f[2]] = true);
    for (int v = 0; v < n; v++) {
      if (!used[v]) {
        insert(p, v, faces);
      }
    }
    return faces.stream().flatMapToInt(java.util.Arrays::stream).toArray();
  }

  /** A tetrahedron of four points that are far apart. */
  private static List<int[]> first(double[] p) {
    int n = p.length / 3;
    int a = 0, b = 0, c = 0, d = 0;
    double most = -1;
    for (int v = 0; v < n; v++) {
      double far = distance(p, a, v);
      if (far > most) {
        most = far;
        b = v;
      }
    }
    most = -1;
    for (int v = 0; v < n; v++) {
      double far = Math.min(distance(p, a, v), distance(p, b, v));
      if (far > most) {
        most = far;
        c = v;
      }
    }
    most = -1;
    for (int v = 0; v < n; v++) {
      double far = Math.abs(above(p, a, b, c, v));
      if (far > most) {
        most = far;
        d = v;
      }
    }
    boolean up = above(p, a, b, c, d) > 0;
    int s = up ? c : b, t = up ? b : c;
    return List.of(
        new int[] {a, s, t}, new int[] {a, t, d}, new int[] {t, s, d}, new int[] {s, a, d});
  }

  private static double distance(double[] p, int a, int b) {
    double x = p[3 * a] - p[3 * b], y = p[3 * a + 1] - p[3 * b + 1];
    double z = p[3 * a + 2] - p[3 * b + 2];
    return x * x + y * y + z * z;
  }

  /** Volume of the box that v spans with a triangle: positive where it sees the outside. */
  private static double above(double[] p, int a, int b, int c, int v) {
    double ux = p[3 * b] - p[3 * a], uy = p[3 * b + 1] - p[3 * a + 1];
    double uz = p[3 * b + 2] - p[3 * a + 2];
    double wx = p[3 * c] - p[3 * a], wy = p[3 * c + 1] - p[3 * a + 1];
    double wz = p[3 * c + 2] - p[3 * a + 2];
    return (uy * wz - uz * wy) * (p[3 * v] - p[3 * a])
        + (uz * wx - ux * wz) * (p[3 * v + 1] - p[3 * a + 1])
        + (ux * wy - uy * wx) * (p[3 * v + 2] - p[3 * a + 2]);
  }

  private static void insert(double[] p, int v, List<int[]> faces) {
    List<int[]> seen = new ArrayList<>(), kept = new ArrayList<>();
    for (int[] f : faces) {
      (above(p, f[0], f[1], f[2], v) > FLAT ? seen : kept).add(f);
    }
    for (int[] f : seen) {
      for (int k = 0; k < 3; k++) {
        int a = f[k], b = f[(k + 1) % 3];
        if (seen.stream().noneMatch(o -> hasEdge(o, b, a))) { // the rim of what is seen
          kept.add(new int[] {a, b, v});
        }
      }
    }
    faces.clear();
    faces.addAll(kept);
  }

  private static boolean hasEdge(int[] f, int a, int b) {
    return f[0] == a && f[1] == b || f[1] == a && f[2] == b || f[2] == a && f[0] == b;
  }
}
