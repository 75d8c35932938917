package dev.shinari.lattice;

import java.util.Arrays;

/**
 * All faces that tears of a family have opened, and the smooth surface that each of them stands
 * for. A face of the finest grid is known by its middle in half units: of the three (two) numbers
 * the one along its normal is even and the others are odd; in 2D the third is 0.
 *
 * <pre>
 *   face across x at node 3, cell row 5:   (6, 11)          edge (2D: node) at its end:  (6, 10)
 *
 *   smooth surface near the face:   n . (p - q) = 0,  in units of the finest grid
 * </pre>
 *
 * <p>The lattice can only tear along its faces, so a slanted tear is a staircase of them. Its steps
 * are chosen by the smooth surface, and what is drawn is that surface.
 */
final class CrackFaces {
  private final int dim;
  int count;
  int[] x = new int[64]; // middle in half units
  int[] y = new int[64];
  int[] z = new int[64];
  float[] plane = new float[6 * 64]; // q, then n; n = 0 where only the point is known
  private long[] keys = new long[256];
  private int[] values = new int[256];

  CrackFaces(int dim) {
    this.dim = dim;
  }

  private static long key(int hx, int hy, int hz) {
    return 1 + ((long) hx << 42 | (long) hy << 21 | hz);
  }

  private static int home(long key, int mask) {
    return (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
  }

  /** Number of the torn face with a middle, or -1. */
  int find(int hx, int hy, int hz) {
    if ((hx | hy | hz) < 0) {
      return -1;
    }
    long k = key(hx, hy, hz);
    int mask = keys.length - 1;
    for (int i = home(k, mask); keys[i] != 0; i = i + 1 & mask) {
      if (keys[i] == k) {
        return values[i];
      }
    }
    return -1;
  }

  boolean has(int hx, int hy, int hz) {
    return find(hx, hy, hz) >= 0;
  }

  /** Adds a face; one that is known already keeps its surface. Returns its number. */
  int add(int hx, int hy, int hz, double[] surface) {
    int known = find(hx, hy, hz);
    if (known >= 0) {
      return known;
    }
    if (count == x.length) {
      x = Arrays.copyOf(x, 2 * count);
      y = Arrays.copyOf(y, 2 * count);
      z = Arrays.copyOf(z, 2 * count);
      plane = Arrays.copyOf(plane, 12 * count);
    }
    x[count] = hx;
    y[count] = hy;
    z[count] = hz;
    for (int k = 0; k < 6; k++) {
      plane[6 * count + k] = (float) surface[k];
    }
    if (2 * count + 2 > keys.length) {
      rehash(2 * keys.length);
    }
    put(count);
    return count++;
  }

  private void put(int face) {
    int mask = keys.length - 1;
    long k = key(x[face], y[face], z[face]);
    int i = home(k, mask);
    while (keys[i] != 0) {
      i = i + 1 & mask;
    }
    keys[i] = k;
    values[i] = face;
  }

  private void rehash(int size) {
    keys = new long[size];
    values = new int[size];
    for (int f = 0; f < count; f++) {
      put(f);
    }
  }

  /** Axis of a face's normal. */
  int axis(int face) {
    return (x[face] & 1) == 0 ? 0 : (y[face] & 1) == 0 ? 1 : 2;
  }

  /**
   * Whether a tear ends at an edge (in 2D a node) of a face: none of the other faces around it is
   * torn.
   *
   * @param along axis in the face on which the edge lies off its middle
   * @param side -1 or 1
   */
  boolean endsAt(int face, int along, int side) {
    int axis = axis(face);
    int ax = axis == 0 ? 1 : 0, ay = axis == 1 ? 1 : 0, az = axis == 2 ? 1 : 0;
    int ex = x[face] + (along == 0 ? side : 0);
    int ey = y[face] + (along == 1 ? side : 0);
    int ez = z[face] + (along == 2 ? side : 0);
    int tx = along == 0 ? side : 0, ty = along == 1 ? side : 0, tz = along == 2 ? side : 0;
    return !has(ex + tx, ey + ty, ez + tz)
        && !has(ex + ax, ey + ay, ez + az)
        && !has(ex - ax, ey - ay, ez - az);
  }

  /** Squared distance, in units of the finest grid, from a place to the nearest torn face. */
  double nearest(double u, double v, double w) {
    double least = Double.POSITIVE_INFINITY;
    for (int f = 0; f < count; f++) {
      double a = 0.5 * x[f] - u, b = 0.5 * y[f] - v, c = dim == 2 ? 0 : 0.5 * z[f] - w;
      least = Math.min(least, a * a + b * b + c * c);
    }
    return least;
  }

  /** All that is known at one moment. */
  record State(int[] x, int[] y, int[] z, float[] plane) {}

  State save() {
    return new State(
        Arrays.copyOf(x, count),
        Arrays.copyOf(y, count),
        Arrays.copyOf(z, count),
        Arrays.copyOf(plane, 6 * count));
  }

  void restore(State s) {
    count = s.x.length;
    int room = Math.max(64, count);
    x = Arrays.copyOf(s.x, room);
    y = Arrays.copyOf(s.y, room);
    z = Arrays.copyOf(s.z, room);
    plane = Arrays.copyOf(s.plane, 6 * room);
    int size = 256;
    while (size < 2 * count + 2) {
      size *= 2;
    }
    rehash(size);
  }
}
