package dev.shinari.lattice;

import dev.shinari.fracture.ElementIndex;
import dev.shinari.fracture.FractureMesh;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.lattice.adaptive.LatticeFrame;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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
  final CrackWarp warp;
  // Place in the straight grid, a place well inside of its cell, where it is seen.
  private double[] point = new double[9 * 256];
  private final double[] seen = new double[3];
  int vertices;
  private int[] triangles = new int[1024];
  private int corners;
  final Map<Vertex, Integer> known = new HashMap<>();
  private final int[] fan = new int[10];
  Vertex lastKey;

  record Vertex(AdaptiveLattice lattice, int cell, long u, long v, long w) {}

  LatticeMesher(LatticeFamily family, List<AdaptiveLattice> lattices, Cells first) {
    frame = family.frame;
    skin = family.skin;
    dim = first.dim;
    levels = first.levels;
    slots = first.slots;
    warp = new CrackWarp(family.cracks, lattices, dim, skin.roughness());
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
    double t = dim == 2 ? side(v, 2) : w(v) + 1e-4 * (side(v, 2) - w(v));
    int own = leafAt(leaves, u, w, t);
    if (own < 0 || seenU(v) == u(v) && seenV(v) == v(v) && seenW(v) == w(v)) {
      return own;
    }
    // Seen from both sides of a tear that is still to come a vertex must be at one place: where the
    // leaf that holds it hangs together with its own, that one carries it.
    int there = leafAt(leaves, seenU(v), seenV(v), dim == 2 ? t : seenW(v));
    return there >= 0 && hangTogether(leaves, own, there, v) ? there : own;
  }

  private int leafAt(ElementIndex leaves, double u, double v, double w) {
    int x = (int) Math.floor(u), y = (int) Math.floor(v), z = (int) Math.floor(w);
    int found = -1;
    for (int level = 0; level <= levels && found < 0 && (x | y | z) >= 0; level++) {
      int mask = -(1 << (levels - level));
      found = leaves.find(key(x & mask, y & mask, z & mask, level));
    }
    return found;
  }

  /** Whether two leaves have a face in common, or each has one with a third at a vertex. */
  private boolean hangTogether(ElementIndex leaves, int a, int b, int vertex) {
    if (a == b || isJoined(leaves, a, b)) {
      return true;
    }
    for (int k = 0; k < 1 << dim; k++) {
      int c =
          leafAt(
              leaves,
              u(vertex) + ((k & 1) == 0 ? -0.01 : 0.01),
              v(vertex) + ((k & 2) == 0 ? -0.01 : 0.01),
              dim == 2 ? 0 : w(vertex) + ((k & 4) == 0 ? -0.01 : 0.01));
      if (c >= 0 && isJoined(leaves, a, c) && isJoined(leaves, c, b)) {
        return true;
      }
    }
    return false;
  }

  private boolean isJoined(ElementIndex leaves, int a, int b) {
    if (leaves.part(a) != leaves.part(b)) {
      return false;
    }
    int[] list = leaves.slots(a);
    int common = 0;
    for (int i = 0; i < slots; i++) {
      int p = list[leaves.firstSlot(a) + i];
      for (int j = 0; j < slots && p >= 0; j++) {
        common += list[leaves.firstSlot(b) + j] == p ? 1 : 0;
      }
    }
    return common >= (dim == 2 ? 2 : 4);
  }

  @Override
  public void weights(int v, ElementIndex leaves, int leaf, double[] out) {
    long key = leaves.key(leaf);
    int size = 1 << (levels - (int) (key >> 57));
    double a = 2 * (seenU(v) - (key >> 38 & 0x7ffff)) / size;
    double b = 2 * (seenV(v) - (key >> 19 & 0x7ffff)) / size;
    double c = dim == 2 ? 0 : 2 * (seenW(v) - (key & 0x7ffff)) / size;
    SlotWeights.at(dim, leaves.slots(leaf), leaves.firstSlot(leaf), a, b, c, out);
  }

  @Override
  public double rest(int v, int axis) {
    return axis == 0
        ? frame.restX(seenU(v), seenV(v))
        : axis == 1 ? frame.restY(seenU(v), seenV(v)) : frame.restZ(seenW(v));
  }

  @Override
  public float level(long key) {
    return levels == 0 ? 0 : (key >> 57) / (float) levels;
  }

  double u(int v) {
    return point[9 * v];
  }

  double v(int v) {
    return point[9 * v + 1];
  }

  double w(int v) {
    return point[9 * v + 2];
  }

  /** Keeps a vertex on a surface with a normal: it is bent along it alone. */
  final void slide(int v, double nx, double ny, double nz) {
    int at = 9 * v;
    double off =
        nx * (point[at + 6] - point[at])
            + ny * (point[at + 7] - point[at + 1])
            + nz * (point[at + 8] - point[at + 2]);
    point[at + 6] -= off * nx;
    point[at + 7] -= off * ny;
    point[at + 8] -= off * nz;
  }

  /** Where a vertex is seen in the grid, along its first axis. */
  private double seenU(int v) {
    return point[9 * v + 6];
  }

  private double seenV(int v) {
    return point[9 * v + 7];
  }

  private double seenW(int v) {
    return point[9 * v + 8];
  }

  /** A place well inside of a vertex's final cell, along an axis of the grid. */
  double side(int v, int axis) {
    return point[9 * v + 3 + axis];
  }

  @Override
  public TriangleMesh mesh(float[] positions) {
    float[] uvs = null;
    if (skin.picture() != null) {
      double[] b = skin.picture();
      uvs = new float[2 * vertices];
      for (int k = 0; k < vertices; k++) {
        uvs[2 * k] = (float) ((rest(k, 0) - b[0]) / (b[2] - b[0]));
        uvs[2 * k + 1] = (float) ((rest(k, 1) - b[1]) / (b[3] - b[1]));
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
    if (9 * vertices + 9 > point.length) {
      point = Arrays.copyOf(point, 2 * point.length);
    }
    int at = 9 * vertices, owner = lastKey.cell;
    double half = 0.5 * l.cells.size(owner);
    point[at] = lastKey.u / GRAIN;
    point[at + 1] = lastKey.v / GRAIN;
    point[at + 2] = lastKey.w / GRAIN;
    point[at + 3] = l.cells.x[owner] + half;
    point[at + 4] = l.cells.y[owner] + half;
    point[at + 5] = l.cells.z[owner] + (dim == 2 ? 0 : half); // of a flat one: its layer
    warp.forth(point[at], point[at + 1], point[at + 2], seen);
    System.arraycopy(seen, 0, point, at + 6, 3);
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
        System.arraycopy(point, 9 * v, point, 9 * n, 9);
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
