package dev.shinari.lattice;

import dev.shinari.fracture.ElementIndex;
import dev.shinari.fracture.FractureMesh;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.lattice.adaptive.LatticeFrame;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The mesh of a family in its final state: the skin, cut along the cells, with vertices shared
 * where cells hang together; or (inner) the faces that tears have opened inside of a solid.
 *
 * <p>In a frame a vertex belongs to the leaf of that time which holds its point on the side of its
 * final cell; it stands where the leaf's particles say, hanging ones included, by linear
 * interpolation in each quarter (eighth) of the leaf, so that cells that hang together show no gap.
 */
abstract class LatticeMesher implements FractureMesh {
  /** Points are rounded to this part of the finest cell, so that both sides find the same one. */
  static final double GRAIN = 4096;

  final int dim;
  final int levels;
  final int slots;
  final LatticeFrame frame;
  final LatticeSkin skin;
  private double[] point = new double[6 * 256]; // place, then a place well inside of its cell
  int vertices;
  private int[] triangles = new int[1024];
  private int corners;
  final Map<Vertex, Integer> known = new HashMap<>();
  private final int[] fan = new int[10];
  Vertex lastKey;

  record Vertex(AdaptiveLattice lattice, int cell, long u, long v, long w) {}

  LatticeMesher(LatticeFamily family, Cells first) {
    frame = family.frame;
    skin = family.skin;
    dim = first.dim;
    levels = first.levels;
    slots = first.slots;
  }

  /** What a leaf is known by through all of its family's life. */
  static long key(int x, int y, int z, int level) {
    return (long) level << 57 | (long) x << 38 | (long) y << 19 | z;
  }

  @Override
  public int vertexCount() {
    return vertices;
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public int carrier(int v, ElementIndex leaves) {
    // A hair towards the middle of its final cell: on that side of every face.
    double u = u(v) + 1e-4 * (side(v, 0) - u(v));
    double w = v(v) + 1e-4 * (side(v, 1) - v(v));
    double t = dim == 2 ? 0 : w(v) + 1e-4 * (side(v, 2) - w(v));
    int found = -1;
    for (int level = 0; level <= levels && found < 0; level++) {
      int mask = -(1 << (levels - level));
      int x = (int) Math.floor(u) & mask, y = (int) Math.floor(w) & mask;
      found = leaves.find(key(x, y, (int) Math.floor(t) & mask, level));
    }
    return found;
  }

  @Override
  public void weights(int v, ElementIndex leaves, int leaf, double[] out) {
    long key = leaves.key(leaf);
    int size = 1 << (levels - (int) (key >> 57));
    double a = 2 * (u(v) - (key >> 38 & 0x7ffff)) / size;
    double b = 2 * (v(v) - (key >> 19 & 0x7ffff)) / size;
    double c = dim == 2 ? 0 : 2 * (w(v) - (key & 0x7ffff)) / size;
    SlotWeights.at(dim, leaves.slots(leaf), leaves.firstSlot(leaf), a, b, c, out);
  }

  @Override
  public double rest(int v, int axis) {
    return axis == 0
        ? frame.restX(u(v), v(v))
        : axis == 1 ? frame.restY(u(v), v(v)) : frame.restZ(w(v));
  }

  @Override
  public float level(long key) {
    return levels == 0 ? 0 : (key >> 57) / (float) levels;
  }

  double u(int v) {
    return point[6 * v];
  }

  double v(int v) {
    return point[6 * v + 1];
  }

  double w(int v) {
    return point[6 * v + 2];
  }

  /** A place well inside of a vertex's final cell, along an axis of the grid. */
  double side(int v, int axis) {
    return point[6 * v + 3 + axis];
  }

  @Override
  public TriangleMesh mesh(float[] positions) {
    float[] uvs = null;
    if (skin.picture() != null) {
      double[] b = skin.picture();
      uvs = new float[2 * vertices];
      for (int k = 0; k < vertices; k++) {
        uvs[2 * k] = (float) ((frame.restX(u(k), v(k)) - b[0]) / (b[2] - b[0]));
        uvs[2 * k + 1] = (float) ((frame.restY(u(k), v(k)) - b[1]) / (b[3] - b[1]));
      }
    }
    return new TriangleMesh(positions, Arrays.copyOf(triangles, corners), uvs);
  }

  /**
   * What the vertex at a point of a cell is known by; the same for all that hang together there.
   */
  final Vertex key(AdaptiveLattice l, int c, long ku, long kv, long kw) {
    int n = l.cells.fan(c, ku / GRAIN, kv / GRAIN, kw / GRAIN, fan);
    int owner = c;
    for (int k = 1; k < n; k++) {
      owner = Math.min(owner, fan[k]);
    }
    return new Vertex(l, owner, ku, kv, kw);
  }

  /** The vertex at a point of a cell; the same for all cells that hang together around it. */
  final int vertex(AdaptiveLattice l, int c, double u, double v, double w) {
    lastKey = key(l, c, Math.round(u * GRAIN), Math.round(v * GRAIN), Math.round(w * GRAIN));
    Integer found = known.putIfAbsent(lastKey, vertices);
    if (found != null) {
      return found;
    }
    if (6 * vertices + 6 > point.length) {
      point = Arrays.copyOf(point, 2 * point.length);
    }
    int at = 6 * vertices, owner = lastKey.cell;
    double half = 0.5 * l.cells.size(owner);
    point[at] = lastKey.u / GRAIN;
    point[at + 1] = lastKey.v / GRAIN;
    point[at + 2] = lastKey.w / GRAIN;
    point[at + 3] = l.cells.x[owner] + half;
    point[at + 4] = l.cells.y[owner] + half;
    point[at + 5] = dim == 2 ? 0 : l.cells.z[owner] + half;
    return vertices++;
  }

  final void triangle(int a, int b, int c) {
    if (a == b || b == c || a == c) {
      return;
    }
    if (corners + 3 > triangles.length) {
      triangles = Arrays.copyOf(triangles, 2 * triangles.length);
    }
    triangles[corners++] = a;
    triangles[corners++] = b;
    triangles[corners++] = c;
  }

  /** Drops the vertices that no triangle has. */
  final void dropUnused() {
    int[] now = new int[vertices];
    for (int k = 0; k < corners; k++) {
      now[triangles[k]] = 1;
    }
    int n = 0;
    for (int v = 0; v < vertices; v++) {
      if (now[v] > 0) {
        System.arraycopy(point, 6 * v, point, 6 * n, 6);
        now[v] = n++;
      } else {
        now[v] = -1;
      }
    }
    known.values().removeIf(v -> now[v] < 0);
    known.replaceAll((key, v) -> now[v]);
    for (int k = 0; k < corners; k++) {
      triangles[k] = now[triangles[k]];
    }
    vertices = n;
  }

  /** Keeps the part of a polygon below (above) a plane; corners on it are exactly on it. */
  static int clip(double[] in, int n, int axis, double at, boolean below, double[] out) {
    int m = 0;
    for (int i = 0; i < n; i++) {
      int j = (i + 1) % n;
      double p = in[3 * i + axis] - at, q = in[3 * j + axis] - at;
      boolean pIn = below ? p <= 0 : p >= 0, qIn = below ? q <= 0 : q >= 0;
      if (pIn) {
        System.arraycopy(in, 3 * i, out, 3 * m++, 3);
      }
      if (pIn != qIn) {
        double s = p / (p - q);
        for (int d = 0; d < 3; d++) {
          out[3 * m + d] = in[3 * i + d] + s * (in[3 * j + d] - in[3 * i + d]);
        }
        out[3 * m + axis] = at;
        m++;
      }
    }
    return m;
  }
}
