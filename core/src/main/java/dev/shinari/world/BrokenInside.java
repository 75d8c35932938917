package dev.shinari.world;

import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;

/**
 * What a solid shows where its links broke: a wall along each edge of its skin that came apart,
 * from the edge to half of the solid's thickness, so that it is not a hollow shell.
 *
 * <pre>
 *      skin of one piece          skin of the other
 *      ----------------+          +----------------
 *                 wall |          | wall
 *      ................+          +................   half the thickness
 *                 wall |          | wall
 *      ----------------+          +----------------
 * </pre>
 */
final class BrokenInside {
  /** Copies of a vertex that are nearer than this share of the solid's size have not parted. */
  private static final double TOGETHER = 1e-4;

  /** The copy of a vertex of the skin that each vertex hangs on; upper ends first, then lower. */
  final int[] copyOf;

  final int[] triangles;

  private final double[] inward; // 3 an upper end: the way to the lower one at rest
  private final int[] vertexOf; // skin vertex of each copy
  private final int[] firstCopy; // of each skin vertex
  private final double apart;

  /**
   * @param skin the surface as it was, at rest
   * @param cut corners of its triangles as copies
   * @param vertexOf skin vertex of each copy; the copies of one vertex follow each other
   */
  BrokenInside(TriangleMesh skin, int[] cut, int[] vertexOf) {
    this.vertexOf = vertexOf;
    float[] p = skin.positions();
    int[] t = skin.triangles();
    int n = skin.vertexCount();
    apart = TOGETHER * skin.bounds().diagonal();
    firstCopy = new int[n];
    for (int k = vertexOf.length - 1; k >= 0; k--) {
      firstCopy[vertexOf[k]] = k;
    }
    long[] before = edges(t), after = edges(cut);
    double[] normals = normals(p, t);
    int[] upper = new int[vertexOf.length];
    Arrays.fill(upper, -1);
    int[] copies = new int[vertexOf.length];
    double[] ways = new double[3 * vertexOf.length];
    int[] walls = new int[2 * t.length];
    int count = 0, corners = 0;
    for (int k = 0; k < t.length; k++) {
      int next = k % 3 == 2 ? k - 2 : k + 1;
      boolean parted = many(before, t[k], t[next]) == 2 && many(after, cut[k], cut[next]) == 1;
      if (!parted) {
        continue;
      }
      for (int c : new int[] {k, next}) {
        int copy = cut[c], v = t[c];
        if (upper[copy] < 0) {
          double depth = thickness(p, t, v, normals) / 2;
          for (int a = 0; a < 3; a++) {
            ways[3 * count + a] = -depth * normals[3 * v + a];
          }
          copies[count] = copy;
          upper[copy] = count++;
        }
      }
      walls[corners++] = upper[cut[next]];
      walls[corners++] = upper[cut[k]];
    }
    inward = Arrays.copyOf(ways, 3 * count);
    copyOf = new int[2 * count];
    for (int i = 0; i < count; i++) {
      copyOf[i] = copyOf[count + i] = copies[i];
    }
    triangles = new int[3 * corners];
    for (int w = 0, k = 0; w < corners; w += 2) {
      int b = walls[w], a = walls[w + 1]; // as a neighbour over the edge would have them
      for (int c : new int[] {b, a, count + a, b, count + a, count + b}) {
        triangles[k++] = c;
      }
    }
  }

  /**
   * Places all vertices.
   *
   * @param copies places of the skin's copies
   * @param frame x, y, z, quaternion of each particle
   * @param homes the particle that each copy goes with
   */
  void place(float[] copies, float[] frame, int[] homes, float[] out) {
    int count = copyOf.length / 2;
    for (int i = 0; i < count; i++) {
      int copy = copyOf[i], q = 7 * homes[copy] + 3;
      double s = frame[q], a = frame[q + 1], b = frame[q + 2], d = frame[q + 3];
      double x = inward[3 * i], y = inward[3 * i + 1], z = inward[3 * i + 2];
      double tx = 2 * (b * z - d * y), ty = 2 * (d * x - a * z), tz = 2 * (a * y - b * x);
      int low = 3 * (count + i), up = 3 * i;
      out[low] = (float) (copies[3 * copy] + x + s * tx + b * tz - d * ty);
      out[low + 1] = (float) (copies[3 * copy + 1] + y + s * ty + d * tx - a * tz);
      out[low + 2] = (float) (copies[3 * copy + 2] + z + s * tz + a * ty - b * tx);
      // As long as the skin is whole there, the wall is folded away under it.
      boolean open = hasParted(copies, copy);
      System.arraycopy(open ? copies : out, open ? 3 * copy : low, out, up, 3);
    }
  }

  private boolean hasParted(float[] copies, int copy) {
    int v = vertexOf[copy];
    for (int k = firstCopy[v]; k < vertexOf.length && vertexOf[k] == v; k++) {
      double x = copies[3 * k] - copies[3 * copy], y = copies[3 * k + 1] - copies[3 * copy + 1];
      double z = copies[3 * k + 2] - copies[3 * copy + 2];
      if (x * x + y * y + z * z > apart * apart) {
        return true;
      }
    }
    return false;
  }

  /** All edges of triangles, the smaller end first, in order; one entry for each triangle. */
  private static long[] edges(int[] t) {
    long[] all = new long[t.length];
    for (int k = 0; k < t.length; k++) {
      all[k] = edge(t[k], t[k % 3 == 2 ? k - 2 : k + 1]);
    }
    Arrays.sort(all);
    return all;
  }

  private static long edge(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  private static int many(long[] edges, int a, int b) {
    long e = edge(a, b);
    int at = Arrays.binarySearch(edges, e), from = at, to = at;
    if (at < 0) {
      return 0;
    }
    while (from > 0 && edges[from - 1] == e) {
      from--;
    }
    while (to + 1 < edges.length && edges[to + 1] == e) {
      to++;
    }
    return to - from + 1;
  }

  private static double[] normals(float[] p, int[] t) {
    double[] n = new double[p.length];
    double[] face = new double[3];
    for (int k = 0; k < t.length; k += 3) {
      cross(p, t[k], t[k + 1], t[k + 2], face);
      for (int c = 0; c < 3; c++) {
        for (int a = 0; a < 3; a++) {
          n[3 * t[k + c] + a] += face[a];
        }
      }
    }
    for (int i = 0; i < n.length; i += 3) {
      double l = Math.sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2]);
      for (int a = 0; a < 3; a++) {
        n[i + a] = l > 0 ? n[i + a] / l : 0;
      }
    }
    return n;
  }

  private static void cross(float[] p, int a, int b, int c, double[] out) {
    double ux = p[3 * b] - (double) p[3 * a], uy = p[3 * b + 1] - (double) p[3 * a + 1];
    double uz = p[3 * b + 2] - (double) p[3 * a + 2], vx = p[3 * c] - (double) p[3 * a];
    double vy = p[3 * c + 1] - (double) p[3 * a + 1], vz = p[3 * c + 2] - (double) p[3 * a + 2];
    out[0] = uy * vz - uz * vy;
    out[1] = uz * vx - ux * vz;
    out[2] = ux * vy - uy * vx;
  }

  /** How far it is from a vertex, straight inwards, to the other side; 0 if there is none. */
  private static double thickness(float[] p, int[] t, int v, double[] normals) {
    double dx = -normals[3 * v], dy = -normals[3 * v + 1], dz = -normals[3 * v + 2];
    double nearest = Double.POSITIVE_INFINITY;
    double[] face = new double[3];
    for (int k = 0; k < t.length; k += 3) {
      if (t[k] == v || t[k + 1] == v || t[k + 2] == v) {
        continue;
      }
      cross(p, t[k], t[k + 1], t[k + 2], face);
      double facing = face[0] * dx + face[1] * dy + face[2] * dz;
      if (!(facing > 0)) {
        continue; // the way out leaves through a face's back
      }
      double ox = p[3 * t[k]] - (double) p[3 * v], oy = p[3 * t[k] + 1] - (double) p[3 * v + 1];
      double oz = p[3 * t[k] + 2] - (double) p[3 * v + 2];
      double way = (face[0] * ox + face[1] * oy + face[2] * oz) / facing;
      if (way > 0 && way < nearest && holds(p, t, k, v, way * dx, way * dy, way * dz, face)) {
        nearest = way;
      }
    }
    return nearest < Double.POSITIVE_INFINITY ? nearest : 0;
  }

  /** Whether a point in the plane of a triangle, given from vertex v on, lies in it. */
  private static boolean holds(
      float[] p, int[] t, int k, int v, double x, double y, double z, double[] face) {
    double area = face[0] * face[0] + face[1] * face[1] + face[2] * face[2];
    for (int c = 0; c < 3; c++) {
      int a = t[k + c], b = t[k + (c + 1) % 3];
      double ux = p[3 * b] - (double) p[3 * a], uy = p[3 * b + 1] - (double) p[3 * a + 1];
      double uz = p[3 * b + 2] - (double) p[3 * a + 2];
      double qx = x + p[3 * v] - p[3 * a], qy = y + p[3 * v + 1] - p[3 * a + 1];
      double qz = z + p[3 * v + 2] - p[3 * a + 2];
      double side =
          (uy * qz - uz * qy) * face[0]
              + (uz * qx - ux * qz) * face[1]
              + (ux * qy - uy * qx) * face[2];
      if (side < -1e-6 * area) {
        return false;
      }
    }
    return true;
  }
}
