package dev.shinari.lattice;

import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The mesh of a family in its final state: the skin, cut along the cells, with vertices shared
 * where cells hang together; or (inner) the faces that tears have opened inside of a solid.
 */
final class LatticeMesher {
  /** Points are rounded to this part of the finest cell, so that both sides find the same one. */
  private static final double GRAIN = 4096;

  final int dim;
  final int levels;
  final int slots;
  private final LatticeFrame frame;
  private final LatticeSkin skin;
  private double[] point = new double[6 * 256]; // place, then a place well inside of its cell
  private int vertices;
  private int[] triangles = new int[1024];
  private int corners;
  private final Map<Vertex, Integer> known = new HashMap<>();
  private final int[] fan = new int[10];
  private Vertex lastKey;

  private record Vertex(AdaptiveLattice lattice, int cell, long u, long v, long w) {}

  LatticeMesher(LatticeFamily family, List<AdaptiveLattice> lattices, boolean inner) {
    frame = family.frame;
    skin = family.skin();
    Cells first = lattices.get(0).cells;
    dim = first.dim;
    levels = first.levels;
    slots = first.slots;
    if (dim == 2) {
      if (!inner) {
        flat(lattices);
      }
    } else if (inner) {
      openedFaces(lattices);
    } else if (skin.surface() != null) {
      surface(lattices);
    } else {
      borders(lattices);
    }
  }

  int vertexCount() {
    return vertices;
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

  double sideU(int v) {
    return point[6 * v + 3];
  }

  double sideV(int v) {
    return point[6 * v + 4];
  }

  double sideW(int v) {
    return point[6 * v + 5];
  }

  /** Tells for every vertex the lattice and the leaf that it belongs to. */
  void owners(AdaptiveLattice[] lattice, int[] cell) {
    known.forEach(
        (key, v) -> {
          lattice[v] = key.lattice;
          cell[v] = key.cell;
        });
  }

  TriangleMesh mesh(float[] positions) {
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

  /** The vertex at a point of a cell; the same for all cells that hang together around it. */
  private int vertex(AdaptiveLattice l, int c, double u, double v, double w) {
    long ku = Math.round(u * GRAIN), kv = Math.round(v * GRAIN), kw = Math.round(w * GRAIN);
    u = ku / GRAIN;
    v = kv / GRAIN;
    w = kw / GRAIN;
    int n = l.cells.fan(c, u, v, w, fan);
    int owner = c;
    for (int k = 1; k < n; k++) {
      owner = Math.min(owner, fan[k]);
    }
    lastKey = new Vertex(l, owner, ku, kv, kw);
    Integer found = known.putIfAbsent(lastKey, vertices);
    if (found != null) {
      return found;
    }
    if (6 * vertices + 6 > point.length) {
      point = Arrays.copyOf(point, 2 * point.length);
    }
    int at = 6 * vertices;
    double half = 0.5 * l.cells.size(owner);
    point[at] = u;
    point[at + 1] = v;
    point[at + 2] = w;
    point[at + 3] = l.cells.x[owner] + half;
    point[at + 4] = l.cells.y[owner] + half;
    point[at + 5] = dim == 2 ? 0 : l.cells.z[owner] + half;
    return vertices++;
  }

  private void triangle(int a, int b, int c) {
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

  // ------------------------------------------------------------------ flat

  private static final int[] RIM = {0, 1, 2, 5, 8, 7, 6, 3};

  private void flat(List<AdaptiveLattice> lattices) {
    double[] lines = outline();
    int count = lines.length / 4;
    RegionFill fill = new RegionFill();
    double[] some = new double[lines.length];
    for (AdaptiveLattice l : lattices) {
      Cells cells = l.cells;
      for (int c = 0; c < cells.end; c++) {
        if (cells.state[c] != Cells.LEAF) {
          continue;
        }
        int s = cells.size(c);
        double u0 = cells.x[c], v0 = cells.y[c], u1 = u0 + s, v1 = v0 + s;
        int n = 0, left = 0;
        boolean near = false;
        double mid = 0.5 * (v0 + v1);
        for (int k = 0; k < count; k++) {
          double av = lines[4 * k + 1], bv = lines[4 * k + 3];
          if (Math.max(av, bv) <= v0 || Math.min(av, bv) >= v1) {
            continue;
          }
          double au = lines[4 * k], bu = lines[4 * k + 2];
          System.arraycopy(lines, 4 * k, some, 4 * n++, 4);
          near |= Math.max(au, bu) > u0 && Math.min(au, bu) < u1;
          if (av <= mid != bv <= mid && au + (mid - av) / (bv - av) * (bu - au) < u0 + 0.5 * s) {
            left++;
          }
        }
        if (skin.loops() == null || !near && (left & 1) == 1) {
          wholeCell(l, c);
        } else if (near) {
          int at = cells.slots * c;
          boolean midU = cells.slot[at + 1] >= 0 || cells.slot[at + 7] >= 0;
          boolean midV = cells.slot[at + 3] >= 0 || cells.slot[at + 5] >= 0;
          int cell = c;
          fill.fill(
              some,
              n,
              u0,
              v0,
              u1,
              v1,
              midU ? u0 + 0.5 * s : Double.NaN,
              midV ? v0 + 0.5 * s : Double.NaN,
              (uv, m) -> polygon(l, cell, uv, m));
        }
      }
    }
    triangulate();
  }

  private double[] outline() {
    if (skin.loops() == null) {
      return new double[0];
    }
    int n = 0;
    for (double[] loop : skin.loops()) {
      n += loop.length / 2;
    }
    double[] lines = new double[4 * n];
    int k = 0;
    for (double[] loop : skin.loops()) {
      int m = loop.length / 2;
      for (int i = 0; i < m; i++) {
        int j = (i + 1) % m;
        lines[k++] = frame.gridU(loop[2 * i], loop[2 * i + 1]);
        lines[k++] = frame.gridV(loop[2 * i], loop[2 * i + 1]);
        lines[k++] = frame.gridU(loop[2 * j], loop[2 * j + 1]);
        lines[k++] = frame.gridV(loop[2 * j], loop[2 * j + 1]);
      }
    }
    return lines;
  }

  private void wholeCell(AdaptiveLattice l, int c) {
    Cells cells = l.cells;
    double half = 0.5 * cells.size(c);
    double[] rim = new double[16];
    int n = 0;
    for (int s : RIM) {
      if (cells.slot[cells.slots * c + s] >= 0) {
        rim[2 * n] = cells.x[c] + half * Cells.slotX(s);
        rim[2 * n++ + 1] = cells.y[c] + half * Cells.slotY(s);
      }
    }
    polygon(l, c, rim, n);
  }

  /** A convex polygon of one cell, on points of the grain. */
  private record Polygon(AdaptiveLattice lattice, int cell, long[] u, long[] v) {}

  private final List<Polygon> polygons = new ArrayList<>();

  // Points on each upright and each level line: polygons meet each other along these.
  private final Map<Long, TreeSet<Long>> upright = new HashMap<>();
  private final Map<Long, TreeSet<Long>> level = new HashMap<>();

  private void polygon(AdaptiveLattice l, int c, double[] uv, int n) {
    long[] u = new long[n], v = new long[n];
    for (int k = 0; k < n; k++) {
      u[k] = Math.round(uv[2 * k] * GRAIN);
      v[k] = Math.round(uv[2 * k + 1] * GRAIN);
      vertex(l, c, u[k] / GRAIN, v[k] / GRAIN, 0);
      upright.computeIfAbsent(u[k], x -> new TreeSet<>()).add(v[k]);
      level.computeIfAbsent(v[k], x -> new TreeSet<>()).add(u[k]);
    }
    polygons.add(new Polygon(l, c, u, v));
  }

  /** Makes triangles of all polygons, with the corners of others that lie on their sides. */
  private void triangulate() {
    int[] ring = new int[64];
    for (Polygon p : polygons) {
      int n = 0, m = p.u.length;
      for (int k = 0; k < m; k++) {
        int j = (k + 1) % m;
        n = put(ring, n, p, p.u[k], p.v[k]);
        boolean up = p.u[k] == p.u[j];
        if (up || p.v[k] == p.v[j]) {
          long from = up ? p.v[k] : p.u[k], to = up ? p.v[j] : p.u[j];
          TreeSet<Long> line = up ? upright.get(p.u[k]) : level.get(p.v[k]);
          NavigableSet<Long> between =
              from < to
                  ? line.subSet(from, false, to, false)
                  : line.subSet(to, false, from, false).descendingSet();
          for (long at : between) {
            if (n + 2 > ring.length) {
              ring = Arrays.copyOf(ring, 2 * ring.length);
            }
            n = put(ring, n, p, up ? p.u[k] : at, up ? at : p.v[k]);
          }
        }
      }
      if (n == 3 || n == 4 && m == 4) {
        triangle(ring[0], ring[1], ring[2]);
        if (n == 4) {
          triangle(ring[0], ring[2], ring[3]);
        }
        continue;
      }
      double u = 0, v = 0;
      for (int k = 0; k < m; k++) {
        u += p.u[k] / GRAIN / m;
        v += p.v[k] / GRAIN / m;
      }
      int centre = vertex(p.lattice, p.cell, u, v, 0);
      for (int k = 0; k < n; k++) {
        triangle(centre, ring[k], ring[(k + 1) % n]);
      }
    }
  }

  /** Adds the vertex at a point of a polygon's border, if there is one on this side of tears. */
  private int put(int[] ring, int n, Polygon p, long u, long v) {
    int before = vertices;
    int id = vertex(p.lattice, p.cell, u / GRAIN, v / GRAIN, 0);
    if (id == before && vertices > before) {
      // Of the other side of a tear: take the new one back.
      vertices = before;
      known.remove(lastKey);
      return n;
    }
    if (n > 0 && ring[n - 1] == id) {
      return n;
    }
    ring[n] = id;
    return n + 1;
  }

  // ------------------------------------------------------------------ solid

  private double[] surfaceInGrid() {
    float[] p = skin.surface().positions();
    double[] g = new double[p.length];
    for (int i = 0; i < p.length; i += 3) {
      g[i] = frame.gridU(p[i], p[i + 1]);
      g[i + 1] = frame.gridV(p[i], p[i + 1]);
      g[i + 2] = frame.gridW(p[i + 2]);
    }
    return g;
  }

  /** The surface, each triangle cut by the cells that it goes through. */
  private void surface(List<AdaptiveLattice> lattices) {
    double[] g = surfaceInGrid();
    int[] t = skin.surface().triangles();
    double[] a = new double[3 * 24], b = new double[3 * 24];
    for (AdaptiveLattice l : lattices) {
      for (int k = 0; k < t.length; k += 3) {
        double[] low = new double[3], high = new double[3];
        for (int axis = 0; axis < 3; axis++) {
          double p = g[3 * t[k] + axis], q = g[3 * t[k + 1] + axis], r = g[3 * t[k + 2] + axis];
          low[axis] = Math.min(p, Math.min(q, r));
          high[axis] = Math.max(p, Math.max(q, r));
        }
        int s = l.cells.sizeOfLevel(0);
        for (int z = down(low[2], s); z <= high[2]; z += s) {
          for (int y = down(low[1], s); y <= high[1]; y += s) {
            for (int x = down(low[0], s); x <= high[0]; x += s) {
              int c = l.cells.find(x, y, z, 0);
              if (c >= 0) {
                descend(l, c, g, t, k, low, high, a, b);
              }
            }
          }
        }
      }
    }
  }

  private static int down(double value, int size) {
    return (int) Math.floor(value / size) * size;
  }

  private void descend(
      AdaptiveLattice l,
      int c,
      double[] g,
      int[] t,
      int k,
      double[] low,
      double[] high,
      double[] a,
      double[] b) {
    Cells cells = l.cells;
    int s = cells.size(c);
    int[] at = {cells.x[c], cells.y[c], cells.z[c]};
    for (int axis = 0; axis < 3; axis++) {
      if (high[axis] < at[axis] || low[axis] > at[axis] + s) {
        return;
      }
    }
    if (cells.state[c] == Cells.SPLIT) {
      for (int j = 0; j < 8; j++) {
        int child = l.child(c, j);
        if (child >= 0) {
          descend(l, child, g, t, k, low, high, a, b);
        }
      }
      return;
    }
    for (int j = 0; j < 3; j++) {
      System.arraycopy(g, 3 * t[k + j], a, 3 * j, 3);
    }
    int n = 3;
    for (int face = 0; face < 6 && n >= 3; face++) {
      n = clip(a, n, face >> 1, at[face >> 1] + ((face & 1) == 1 ? s : 0), (face & 1) == 1, b);
      double[] swap = a;
      a = b;
      b = swap;
    }
    if (n < 3) {
      return;
    }
    int first = vertex(l, c, a[0], a[1], a[2]);
    int before = vertex(l, c, a[3], a[4], a[5]);
    for (int j = 2; j < n; j++) {
      int next = vertex(l, c, a[3 * j], a[3 * j + 1], a[3 * j + 2]);
      triangle(first, before, next);
      before = next;
    }
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

  /** Faces of cells beyond which nothing is and nothing was torn off: a solid without a surface. */
  private void borders(List<AdaptiveLattice> lattices) {
    for (AdaptiveLattice l : lattices) {
      Cells cells = l.cells;
      for (int c = 0; c < cells.end; c++) {
        for (int dir = 0; dir < 6 && cells.state[c] == Cells.LEAF; dir++) {
          if (cells.beyond(c, dir) == -1 && !cells.isTorn(c, dir)) {
            square(l, c, cells, c, dir, false);
          }
        }
      }
    }
  }

  private void openedFaces(List<AdaptiveLattice> lattices) {
    double[] g = skin.surface() == null ? null : surfaceInGrid();
    Map<Long, double[]> sections = new HashMap<>();
    RegionFill fill = new RegionFill();
    for (AdaptiveLattice l : lattices) {
      Cells cells = l.cells;
      for (int c = 0; c < cells.end; c++) {
        for (int dir = 0; dir < 6 && cells.state[c] == Cells.LEAF; dir++) {
          if (!cells.isTorn(c, dir)) {
            continue;
          }
          opened(l, c, cells, c, dir, false, g, sections, fill);
          for (AdaptiveLattice other : lattices) { // the other side, where that cell is larger
            int b = beyond(other.cells, cells, c, dir);
            if (b >= 0) {
              opened(other, b, cells, c, dir, true, g, sections, fill);
            }
          }
        }
      }
    }
  }

  /** A larger leaf of some lattice beyond a face of a cell of another, or -1. */
  private static int beyond(Cells other, Cells cells, int c, int dir) {
    int s = cells.size(c);
    int x = cells.x[c] + Cells.along(dir, 0) * s;
    int y = cells.y[c] + Cells.along(dir, 1) * s;
    int z = cells.z[c] + Cells.along(dir, 2) * s;
    for (int l = cells.level[c] - 1; l >= 0 && (x | y | z) >= 0; l--) {
      int mask = -cells.sizeOfLevel(l);
      int b = other.find(x & mask, y & mask, z & mask, l);
      if (b >= 0) {
        return other.state[b] == Cells.LEAF ? b : -1;
      }
    }
    return -1;
  }

  private void opened(
      AdaptiveLattice l,
      int owner,
      Cells cells,
      int c,
      int dir,
      boolean back,
      double[] g,
      Map<Long, double[]> sections,
      RegionFill fill) {
    if (g == null) {
      square(l, owner, cells, c, dir, back);
      return;
    }
    int axis = dir >> 1, a = (axis + 1) % 3, b = (axis + 2) % 3;
    int s = cells.size(c);
    int[] at = {cells.x[c], cells.y[c], cells.z[c]};
    int plane = at[axis] + ((dir & 1) == 1 ? s : 0);
    double[] lines =
        sections.computeIfAbsent((long) axis << 32 | plane, k -> section(g, axis, plane));
    boolean flip = (dir & 1) == 1 == back;
    fill.fill(
        lines,
        lines.length / 4,
        at[a],
        at[b],
        at[a] + s,
        at[b] + s,
        Double.NaN,
        Double.NaN,
        (uv, n) -> {
          int[] ids = new int[n];
          double[] p = new double[3];
          for (int k = 0; k < n; k++) {
            p[axis] = plane;
            p[a] = uv[2 * k];
            p[b] = uv[2 * k + 1];
            ids[k] = vertex(l, owner, p[0], p[1], p[2]);
          }
          for (int k = 2; k < n; k++) {
            triangle(ids[0], flip ? ids[k] : ids[k - 1], flip ? ids[k - 1] : ids[k]);
          }
        });
  }

  /** Where the surface crosses a plane of the grid: u0, v0, u1, v1 of each triangle that does. */
  private double[] section(double[] g, int axis, double plane) {
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    int[] t = skin.surface().triangles();
    double[] lines = new double[64];
    int n = 0;
    for (int k = 0; k < t.length; k += 3) {
      int m = 0;
      double[] ends = new double[6];
      for (int j = 0; j < 3; j++) {
        int p = 3 * t[k + j], q = 3 * t[k + (j + 1) % 3];
        // A corner on the plane counts as above it, so that lines close.
        boolean up = g[p + axis] >= plane, over = g[q + axis] >= plane;
        if (up != over) {
          // From the same end, whichever triangle asks.
          int lo = up ? q : p, hi = up ? p : q;
          double s = (plane - g[lo + axis]) / (g[hi + axis] - g[lo + axis]);
          ends[2 * m] = g[lo + a] + s * (g[hi + a] - g[lo + a]);
          ends[2 * m + 1] = g[lo + b] + s * (g[hi + b] - g[lo + b]);
          m++;
        }
      }
      if (m == 2) {
        if (4 * n + 4 > lines.length) {
          lines = Arrays.copyOf(lines, 2 * lines.length);
        }
        System.arraycopy(ends, 0, lines, 4 * n++, 4);
      }
    }
    return Arrays.copyOf(lines, 4 * n);
  }

  private void square(AdaptiveLattice l, int owner, Cells cells, int c, int dir, boolean back) {
    int axis = dir >> 1, a = (axis + 1) % 3, b = (axis + 2) % 3;
    int s = cells.size(c);
    int[] at = {cells.x[c], cells.y[c], cells.z[c]};
    int[] ids = new int[4];
    double[] p = new double[3];
    for (int k = 0; k < 4; k++) {
      p[axis] = at[axis] + ((dir & 1) == 1 ? s : 0);
      p[a] = at[a] + (k == 1 || k == 2 ? s : 0);
      p[b] = at[b] + (k > 1 ? s : 0);
      ids[k] = vertex(l, owner, p[0], p[1], p[2]);
    }
    boolean flip = (dir & 1) == 1 == back;
    triangle(ids[0], flip ? ids[2] : ids[1], flip ? ids[1] : ids[2]);
    triangle(ids[0], flip ? ids[3] : ids[2], flip ? ids[2] : ids[3]);
  }
}
