package dev.shinari.io.file;

import dev.shinari.math.IntList;

/**
 * Cuts polygons into triangles. Convex ones become fans; concave ones are cut ear by ear, in the
 * plane that fits them best. Corners keep their order, so that the triangles face as the polygon
 * does.
 *
 * <pre>
 *   d-------c      d-------c     corner e is reflex: the fan from a would leave the polygon;
 *    \      |       \  \   |     ears are b-c, then what is left
 *     e     |        e---\ |
 *    /      |       /    --|
 *   a-------b      a-------b
 * </pre>
 */
public final class PolygonTriangulator {
  private static final long MOST_TESTS = 20_000_000;

  private double[] u = new double[16];
  private double[] v = new double[16];
  private int[] next = new int[16];
  private int[] previous = new int[16];
  private long testsLeft;

  /**
   * Appends the triangles of one polygon.
   *
   * @param positions 3 floats a vertex
   * @param corners the polygon's vertices in order, at least 3
   * @param out receives vertex indices, 3 a triangle
   * @return false if the polygon crosses itself or has no area, so that the cut is arbitrary
   */
  public boolean triangulate(FloatAt positions, IntList corners, IntList out) {
    int n = corners.size();
    if (n == 3) {
      emit(corners, 0, 1, 2, out);
      return true;
    }
    grow(n);
    if (!project(positions, corners)) {
      return fan(corners, out, false);
    }
    return isConvex(n) ? fan(corners, out, true) : clipEars(corners, out);
  }

  /** Reads one float of the positions. */
  public interface FloatAt {
    float get(int i);
  }

  private void grow(int n) {
    if (u.length < n) {
      u = new double[2 * n];
      v = new double[2 * n];
      next = new int[2 * n];
      previous = new int[2 * n];
    }
  }

  // Newell's normal: the sum of the edges' cross products, right for non-planar polygons too.
  private boolean project(FloatAt p, IntList corners) {
    int n = corners.size();
    double nx = 0, ny = 0, nz = 0;
    for (int i = 0; i < n; i++) {
      int a = 3 * corners.get(i), b = 3 * corners.get((i + 1) % n);
      double ax = p.get(a), ay = p.get(a + 1), az = p.get(a + 2);
      double bx = p.get(b), by = p.get(b + 1), bz = p.get(b + 2);
      nx += (ay - by) * (az + bz);
      ny += (az - bz) * (ax + bx);
      nz += (ax - bx) * (ay + by);
    }
    double x = Math.abs(nx), y = Math.abs(ny), z = Math.abs(nz);
    if (!(x + y + z > 0)) {
      return false;
    }
    // Drop the axis along which the normal is longest; mirror so that the polygon turns left.
    int uAxis = x >= y && x >= z ? 1 : y >= z ? 2 : 0;
    int vAxis = (uAxis + 1) % 3;
    double sign = (uAxis == 1 ? nx : uAxis == 2 ? ny : nz) < 0 ? -1 : 1;
    for (int i = 0; i < n; i++) {
      u[i] = p.get(3 * corners.get(i) + uAxis);
      v[i] = sign * p.get(3 * corners.get(i) + vAxis);
    }
    return true;
  }

  private double turn(int a, int b, int c) {
    return (u[b] - u[a]) * (v[c] - v[a]) - (v[b] - v[a]) * (u[c] - u[a]);
  }

  private boolean isConvex(int n) {
    for (int i = 0; i < n; i++) {
      if (turn(i, (i + 1) % n, (i + 2) % n) < 0) {
        return false;
      }
    }
    return true;
  }

  private boolean clipEars(IntList corners, IntList out) {
    int n = corners.size();
    testsLeft = MOST_TESTS;
    for (int i = 0; i < n; i++) {
      next[i] = (i + 1) % n;
      previous[i] = (i + n - 1) % n;
    }
    boolean clean = true;
    int left = n;
    int at = 0;
    int misses = 0;
    while (left > 3) {
      boolean stuck = misses >= left || testsLeft <= 0;
      if (stuck || isEar(at, left)) {
        clean &= !stuck; // no ear anywhere: the polygon crosses itself; cut on regardless
        emit(corners, previous[at], at, next[at], out);
        next[previous[at]] = next[at];
        previous[next[at]] = previous[at];
        left--;
        misses = 0;
      } else {
        misses++;
      }
      at = next[at];
    }
    emit(corners, previous[at], at, next[at], out);
    return clean;
  }

  private boolean isEar(int b, int left) {
    int a = previous[b];
    int c = next[b];
    if (!(turn(a, b, c) > 0)) {
      return false;
    }
    int k = next[c];
    for (int i = 0; i < left - 3; i++, k = next[k]) {
      testsLeft--;
      boolean reflex = turn(previous[k], k, next[k]) <= 0;
      if (reflex && !coincides(k, a) && !coincides(k, b) && !coincides(k, c)) {
        if (turn(a, b, k) >= 0 && turn(b, c, k) >= 0 && turn(c, a, k) >= 0) {
          return false;
        }
      }
    }
    return true;
  }

  // Holes are joined to the outline by doubled corners; these must not block each other.
  private boolean coincides(int a, int b) {
    return u[a] == u[b] && v[a] == v[b];
  }

  private static boolean fan(IntList corners, IntList out, boolean clean) {
    for (int i = 1; i + 1 < corners.size(); i++) {
      emit(corners, 0, i, i + 1, out);
    }
    return clean;
  }

  private static void emit(IntList corners, int a, int b, int c, IntList out) {
    out.add(corners.get(a));
    out.add(corners.get(b));
    out.add(corners.get(c));
  }
}
