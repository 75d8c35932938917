package dev.shinari.render.cel;

import dev.shinari.render.camera.Camera;
import dev.shinari.take.Take;
import java.util.Arrays;

/**
 * What the renderer knows of one track for all frames: which vertices coincide at rest (texture
 * seams, or tears that have not opened yet), the faces around each vertex, the faces at each edge,
 * and the rest shape's face normals.
 *
 * <p>Coincident vertices are shaded as one for as long as they stay together, so that no seam and
 * no future tear shows.
 */
final class TrackSurface {
  /** Height of a face over its longest side below which its normal is mere rounding. */
  private static final double SLIVER = 1e-4;

  final Take.Track track;
  final int vertexCount;
  final int faceCount;

  /** 3 a face. */
  final int[] triangles;

  /** First vertex with the same rest position, for each vertex. */
  final int[] group;

  /** Corners (3 face + k) around the vertices of group g: from aroundStart[g] to [g + 1]. */
  final int[] aroundStart;

  final int[] around;

  /** Half-edges (3 face + k, from corner k to k + 1) of edge e: from edgeStart[e] to [e + 1]. */
  final int[] edgeStart;

  final int[] edgeHalves;

  /** Unit normals of the rest shape's faces, 3 floats each; zero for a face without area. */
  final float[] restNormals;

  /** Vertices welded by position that are not alone in their group; empty for most meshes. */
  final int[] doubled;

  /** The vertex before in the same group, or -1; only kept if some vertices are doubled. */
  private final int[] earlier;

  /** Whether the rest shape lies in one plane. */
  final boolean isPlanar;

  /** Longest side of the rest shape's bounds. */
  final float size;

  TrackSurface(Take.Track track) {
    this.track = track;
    triangles = track.surface().triangles();
    vertexCount = track.surface().vertexCount();
    faceCount = triangles.length / 3;
    float[] rest = track.surface().positions();
    group = groups(rest);
    int n = 0;
    for (int v = 0; v < vertexCount; v++) {
      n += group[v] != v ? 1 : 0;
    }
    doubled = new int[n];
    earlier = new int[n == 0 ? 0 : vertexCount];
    int[] latest = new int[earlier.length];
    n = 0;
    for (int v = 0; v < vertexCount && earlier.length > 0; v++) {
      earlier[v] = group[v] == v ? -1 : latest[group[v]];
      latest[group[v]] = v;
      if (group[v] != v) {
        doubled[n++] = v;
      }
    }

    aroundStart = new int[vertexCount + 1];
    for (int v : triangles) {
      aroundStart[group[v] + 1]++;
    }
    for (int v = 0; v < vertexCount; v++) {
      aroundStart[v + 1] += aroundStart[v];
    }
    around = new int[triangles.length];
    int[] fill = Arrays.copyOf(aroundStart, vertexCount);
    for (int k = 0; k < triangles.length; k++) {
      around[fill[group[triangles[k]]]++] = k;
    }

    restNormals = new float[triangles.length];
    faceNormals(rest, triangles, restNormals, 0, faceCount);
    size = extent(rest);
    isPlanar = planar(rest);

    IntList starts = new IntList();
    IntList halves = new IntList();
    long[] found = new long[16];
    for (int a = 0; a < vertexCount; a++) {
      int count = 0;
      for (int i = aroundStart[a]; i < aroundStart[a + 1]; i++) {
        int corner = around[i], face = corner / 3, k = corner - 3 * face;
        int next = 3 * face + (k + 1) % 3, last = 3 * face + (k + 2) % 3;
        if (count + 2 > found.length) {
          found = Arrays.copyOf(found, 2 * found.length);
        }
        int b = group[triangles[next]];
        if (b > a) {
          found[count++] = (long) b << 32 | corner;
        }
        b = group[triangles[last]];
        if (b > a) {
          found[count++] = (long) b << 32 | last;
        }
      }
      Arrays.sort(found, 0, count);
      for (int i = 0; i < count; ) {
        int j = i + 1;
        while (j < count && found[j] >> 32 == found[i] >> 32) {
          j++;
        }
        if (j - i >= 2) {
          starts.add(halves.size);
          for (int h = i; h < j; h++) {
            halves.add((int) found[h]);
          }
        }
        i = j;
      }
    }
    starts.add(halves.size);
    edgeStart = starts.toArray();
    edgeHalves = halves.toArray();
  }

  /**
   * For each vertex the vertex that stands for it in this frame: doubled vertices that have moved
   * apart stand for themselves.
   */
  void representatives(float[] p, int[] rep) {
    for (int v = 0; v < vertexCount; v++) {
      rep[v] = v;
    }
    float near = 1e-5f * size;
    for (int v : doubled) {
      if (together(p, v, group[v], near)) {
        rep[v] = group[v];
        continue;
      }
      // torn off from the first: perhaps others came along
      int u = earlier[v];
      for (int tries = 0; u >= 0 && tries < 32; u = earlier[u], tries++) {
        if (rep[u] == u && together(p, v, u, near)) {
          rep[v] = u;
          break;
        }
      }
    }
  }

  private static boolean together(float[] p, int v, int u, float near) {
    return Math.abs(p[3 * v] - p[3 * u]) <= near
        && Math.abs(p[3 * v + 1] - p[3 * u + 1]) <= near
        && Math.abs(p[3 * v + 2] - p[3 * u + 2]) <= near;
  }

  /** Unit normals of the faces from {@code begin} to {@code end}; zero for slivers. */
  static void faceNormals(float[] p, int[] triangles, float[] out, int begin, int end) {
    for (int f = begin; f < end; f++) {
      int a = 3 * triangles[3 * f], b = 3 * triangles[3 * f + 1], c = 3 * triangles[3 * f + 2];
      double ux = (double) p[b] - p[a], uy = (double) p[b + 1] - p[a + 1];
      double uz = (double) p[b + 2] - p[a + 2];
      double vx = (double) p[c] - p[a], vy = (double) p[c + 1] - p[a + 1];
      double vz = (double) p[c + 2] - p[a + 2];
      double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
      double length = Math.sqrt(x * x + y * y + z * z);
      double u = ux * ux + uy * uy + uz * uz, v = vx * vx + vy * vy + vz * vz;
      // written so that NaN gives no normal either
      double s = length > SLIVER * Math.max(u, v) && length < 1e300 ? 1 / length : 0;
      out[3 * f] = s > 0 ? (float) (x * s) : 0;
      out[3 * f + 1] = s > 0 ? (float) (y * s) : 0;
      out[3 * f + 2] = s > 0 ? (float) (z * s) : 0;
    }
  }

  private static int[] groups(float[] p) {
    int n = p.length / 3;
    int[] group = new int[n];
    int capacity = Integer.highestOneBit(Math.max(8, 2 * n)) << 1;
    int[] table = new int[capacity];
    Arrays.fill(table, -1);
    for (int v = 0; v < n; v++) {
      float x = p[3 * v] + 0f, y = p[3 * v + 1] + 0f, z = p[3 * v + 2] + 0f; // -0 becomes 0
      int h = Float.floatToIntBits(x) * 0x9E3779B1;
      h = (h ^ h >>> 15 ^ Float.floatToIntBits(y)) * 0x85EBCA77;
      h = (h ^ h >>> 13 ^ Float.floatToIntBits(z)) * 0xC2B2AE3D;
      int slot = (h ^ h >>> 16) & capacity - 1;
      while (table[slot] >= 0 && !same(p, table[slot], x, y, z)) {
        slot = slot + 1 & capacity - 1;
      }
      if (table[slot] < 0) {
        table[slot] = v;
      }
      group[v] = table[slot];
    }
    return group;
  }

  private static boolean same(float[] p, int v, float x, float y, float z) {
    return Float.floatToIntBits(p[3 * v] + 0f) == Float.floatToIntBits(x)
        && Float.floatToIntBits(p[3 * v + 1] + 0f) == Float.floatToIntBits(y)
        && Float.floatToIntBits(p[3 * v + 2] + 0f) == Float.floatToIntBits(z);
  }

  private static float extent(float[] p) {
    float size = 0;
    for (int c = 0; c < 3; c++) {
      float lo = Float.POSITIVE_INFINITY, hi = Float.NEGATIVE_INFINITY;
      for (int i = c; i < p.length; i += 3) {
        if (Math.abs(p[i]) < Camera.FARTHEST) {
          lo = Math.min(lo, p[i]);
          hi = Math.max(hi, p[i]);
        }
      }
      size = Math.max(size, hi - lo);
    }
    return size;
  }

  private boolean planar(float[] p) {
    int first = 0;
    while (first < faceCount
        && restNormals[3 * first] == 0
        && restNormals[3 * first + 1] == 0
        && restNormals[3 * first + 2] == 0) {
      first++;
    }
    if (first == faceCount) {
      return true;
    }
    float nx = restNormals[3 * first];
    float ny = restNormals[3 * first + 1];
    float nz = restNormals[3 * first + 2];
    int o = 3 * triangles[3 * first];
    for (int v : triangles) {
      double d =
          ((double) p[3 * v] - p[o]) * nx
              + ((double) p[3 * v + 1] - p[o + 1]) * ny
              + ((double) p[3 * v + 2] - p[o + 2]) * nz;
      if (!(Math.abs(d) <= 1e-4 * size)) {
        return false;
      }
    }
    return true;
  }

  /** A growing list of ints. */
  static final class IntList {
    int[] items = new int[64];
    int size;

    void add(int item) {
      if (size == items.length) {
        items = Arrays.copyOf(items, 2 * size);
      }
      items[size++] = item;
    }

    int[] toArray() {
      return Arrays.copyOf(items, size);
    }
  }
}
