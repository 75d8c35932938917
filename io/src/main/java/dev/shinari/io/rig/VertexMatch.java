package dev.shinari.io.rig;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which vertices of two meshes are the same ones, by where they lie. Exporters split vertices at
 * seams of texture coordinates and normals, other tools keep them welded: the numbers differ, the
 * places do not.
 *
 * <pre>
 *   welded  0 --- 1 --- 2        model 3 takes shape vertex 1,
 *   split   0 --- 1   3 --- 2    and so does model 1
 * </pre>
 */
final class VertexMatch {
  /** Vertices closer than this share of the tolerance lie in one place. */
  private static final double COINCIDENT = 0.01;

  private final float[] p;
  private final double tolerance;
  private final Map<Long, Integer> first = new HashMap<>(); // of a cell, then by next
  private final int[] next;

  private VertexMatch(float[] p, double tolerance) {
    this.p = p;
    this.tolerance = tolerance;
    next = new int[p.length / 3];
    for (int j = next.length - 1; j >= 0; j--) {
      Integer before = first.put(key(cell(3 * j), cell(3 * j + 1), cell(3 * j + 2)), j);
      next[j] = before == null ? -1 : before;
    }
  }

  private long cell(int i) {
    return cell(p[i]);
  }

  private long cell(double v) {
    return (long) Math.floor(v / tolerance);
  }

  private static long key(long x, long y, long z) {
    return (x * 73_856_093L) ^ (y * 19_349_663L) ^ (z * 83_492_791L);
  }

  /**
   * For each vertex of the model the nearest of the shape, and with it all that lie in the same
   * place, ascending.
   *
   * @return null where a vertex of either mesh has no partner within the tolerance
   */
  static int[][] candidates(float[] model, float[] shape, double tolerance) {
    VertexMatch shapes = new VertexMatch(shape, tolerance);
    VertexMatch models = new VertexMatch(model, tolerance);
    for (int j = 0; j < shape.length / 3; j++) {
      if (models.near(shape, j) == null) {
        return null;
      }
    }
    int[][] out = new int[model.length / 3][];
    for (int j = 0; j < out.length; j++) {
      out[j] = shapes.near(model, j);
      if (out[j] == null) {
        return null;
      }
    }
    return out;
  }

  /** The nearest vertex to one of another mesh and all that lie where it lies; null if too far. */
  private int[] near(float[] q, int vertex) {
    double x = q[3 * vertex], y = q[3 * vertex + 1], z = q[3 * vertex + 2];
    int[] found = new int[4];
    double[] far = new double[4];
    int count = 0;
    double least = tolerance;
    // Cells may share a key, and then a vertex is met twice: it is taken once.
    for (int c = 0; c < 27; c++) {
      long k = key(cell(x) + c % 3 - 1, cell(y) + c / 3 % 3 - 1, cell(z) + c / 9 - 1);
      for (int j = first.getOrDefault(k, -1); j >= 0; j = next[j]) {
        double d = distance(x, y, z, j);
        if (!(d <= tolerance) || contains(found, count, j)) {
          continue;
        }
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
          far = Arrays.copyOf(far, 2 * count);
        }
        far[count] = d;
        found[count++] = j;
        least = Math.min(least, d);
      }
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (far[i] <= least + COINCIDENT * tolerance) {
        found[kept++] = found[i];
      }
    }
    if (kept == 0) {
      return null;
    }
    int[] out = Arrays.copyOf(found, kept);
    Arrays.sort(out);
    return out;
  }

  private static boolean contains(int[] list, int count, int j) {
    for (int i = 0; i < count; i++) {
      if (list[i] == j) {
        return true;
      }
    }
    return false;
  }

  private double distance(double x, double y, double z, int j) {
    double dx = p[3 * j] - x, dy = p[3 * j + 1] - y, dz = p[3 * j + 2] - z;
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
