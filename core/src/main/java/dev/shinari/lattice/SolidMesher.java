package dev.shinari.lattice;

import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.mesh.RegionFill;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The mesh of a solid family: its surface, cut along the cells, or (inner) the faces that tears
 * have opened. Both are made as polygons first; then every edge takes up the corners of others that
 * lie on it ({@link EdgePoints}), so that the two together are a closed surface around each piece,
 * also where a large cell meets small ones. Vertices of the surface slide along it to where they
 * are seen ({@link CrackWarp}), so that its shape stays as it was.
 */
final class SolidMesher extends LatticeMesher {
  private final List<Polygon> polygons = new ArrayList<>();
  private final double[] grid; // the surface's vertices in the grid, null where there is none
  private final int[] facets; // its triangles
  private final Map<Long, double[]> sections = new HashMap<>(); // of the surface, by plane
  private final RegionFill fill = new RegionFill();
  private final double[] normal = new double[3];

  /** A convex polygon on a cell: corners by number, and its middle. */
  private record Polygon(
      AdaptiveLattice lattice, int cell, int[] ring, double u, double v, double w, boolean inner) {}

  SolidMesher(LatticeFamily family, List<AdaptiveLattice> lattices, boolean inner) {
    super(family, lattices, lattices.get(0).cells);
    grid = skin.surface() == null ? null : surfaceInGrid();
    facets = skin.surface() == null ? null : skin.surface().triangles();
    if (skin.surface() != null) {
      surface(lattices);
    } else {
      borders(lattices);
    }
    openedFaces(lattices);
    triangulate(inner);
    dropUnused();
  }

  private void polygon(AdaptiveLattice l, int c, double[] p, int n, boolean flip, boolean inner) {
    int[] ring = new int[n];
    double u = 0, v = 0, w = 0;
    int m = 0;
    for (int j = 0; j < n; j++) {
      int k = 3 * (flip ? n - 1 - j : j);
      int id = vertex(l, c, p[k], p[k + 1], p[k + 2]);
      if (m == 0 || ring[m - 1] != id) {
        ring[m++] = id;
        u += p[k];
        v += p[k + 1];
        w += p[k + 2];
      }
    }
    int kept = m;
    if (m > 1 && ring[0] == ring[m - 1]) {
      m--;
    }
    if (m >= 3) {
      int[] own = Arrays.copyOf(ring, m);
      polygons.add(new Polygon(l, c, own, u / kept, v / kept, w / kept, inner));
      if (!inner) {
        normalOf(own);
        for (int id : own) {
          slide(id, normal[0], normal[1], normal[2]);
        }
      }
    }
  }

  /** Normal of a polygon in the straight grid, of length one. */
  private void normalOf(int[] ring) {
    double x = 0, y = 0, z = 0;
    for (int k = 0; k < ring.length; k++) {
      int a = ring[k], b = ring[(k + 1) % ring.length];
      x += (v(a) - v(b)) * (w(a) + w(b));
      y += (w(a) - w(b)) * (u(a) + u(b));
      z += (u(a) - u(b)) * (v(a) + v(b));
    }
    double size = Math.sqrt(x * x + y * y + z * z);
    normal[0] = size > 0 ? x / size : 0;
    normal[1] = size > 0 ? y / size : 0;
    normal[2] = size > 0 ? z / size : 0;
  }

  private void triangulate(boolean inner) {
    EdgePoints edges = new EdgePoints(this);
    int[] ring = new int[64];
    for (Polygon p : polygons) {
      int n = 0, m = p.ring.length;
      for (int k = 0; k < m; k++) {
        int[] between = edges.between(p.lattice, p.cell, p.ring[k], p.ring[(k + 1) % m]);
        while (n + between.length + 1 > ring.length) {
          ring = Arrays.copyOf(ring, 2 * ring.length);
        }
        ring[n++] = p.ring[k];
        for (int id : between) {
          ring[n++] = id;
        }
      }
      if (p.inner != inner) {
        continue; // only its corners count here
      }
      if (n == m) {
        for (int k = 2; k < n; k++) {
          triangle(ring[0], ring[k - 1], ring[k]);
        }
        continue;
      }
      int middle = vertex(p.lattice, p.cell, p.u, p.v, p.w);
      if (!p.inner) {
        normalOf(p.ring);
        slide(middle, normal[0], normal[1], normal[2]);
      }
      for (int k = 0; k < n; k++) {
        triangle(middle, ring[k], ring[(k + 1) % n]);
      }
    }
  }

  /**
   * Whether a part of the surface lies in a face of the cell, with the solid on the other side:
   * then it belongs to the cell over there.
   */
  private static boolean isOfOther(double[] p, int n, int[] at, int s) {
    for (int axis = 0; axis < 3; axis++) {
      for (int side = 0; side < 2; side++) {
        boolean in = true;
        for (int k = 0; k < n; k++) {
          in &= p[3 * k + axis] == at[axis] + side * s;
        }
        if (in) {
          int a = (axis + 1) % 3, b = (axis + 2) % 3;
          double area = 0; // twice, as seen from where the axis points to
          for (int k = 0; k < n; k++) {
            int l = (k + 1) % n;
            area += p[3 * k + a] * p[3 * l + b] - p[3 * l + a] * p[3 * k + b];
          }
          return area > 0 != (side == 1);
        }
      }
    }
    return false;
  }

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
    int[] t = facets;
    for (AdaptiveLattice l : lattices) {
      for (int k = 0; k < t.length; k += 3) {
        Facet facet = new Facet(grid, t, k);
        double[] low = facet.low, high = facet.high;
        int s = l.cells.sizeOfLevel(0);
        for (int z = down(low[2], s); z <= high[2]; z += s) {
          for (int y = down(low[1], s); y <= high[1]; y += s) {
            for (int x = down(low[0], s); x <= high[0]; x += s) {
              int c = l.cells.find(x, y, z, 0);
              if (c >= 0) {
                descend(l, c, facet);
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

  /** A triangle of the surface in the grid, its bounds, and room to clip it. */
  private static final class Facet {
    final double[] corners = new double[9];
    final double[] low = new double[3];
    final double[] high = new double[3];
    final double[] one = new double[3 * 24];
    final double[] two = new double[3 * 24];

    Facet(double[] g, int[] t, int k) {
      for (int axis = 0; axis < 3; axis++) {
        double p = g[3 * t[k] + axis], q = g[3 * t[k + 1] + axis], r = g[3 * t[k + 2] + axis];
        low[axis] = Math.min(p, Math.min(q, r));
        high[axis] = Math.max(p, Math.max(q, r));
        corners[axis] = p;
        corners[3 + axis] = q;
        corners[6 + axis] = r;
      }
    }
  }

  private void descend(AdaptiveLattice l, int c, Facet facet) {
    Cells cells = l.cells;
    int s = cells.size(c);
    int[] at = {cells.x[c], cells.y[c], cells.z[c]};
    for (int axis = 0; axis < 3; axis++) {
      if (facet.high[axis] < at[axis] || facet.low[axis] > at[axis] + s) {
        return;
      }
    }
    if (cells.state[c] == Cells.SPLIT) {
      for (int j = 0; j < 8; j++) {
        int child = l.child(c, j);
        if (child >= 0) {
          descend(l, child, facet);
        }
      }
      return;
    }
    double[] a = facet.one, b = facet.two;
    System.arraycopy(facet.corners, 0, a, 0, 9);
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
    if (!isOfOther(a, n, at, s)) {
      polygon(l, c, a, n, false, false);
    }
  }

  /** Faces of cells beyond which nothing is and nothing was torn off: a solid without a surface. */
  private void borders(List<AdaptiveLattice> lattices) {
    for (AdaptiveLattice l : lattices) {
      Cells cells = l.cells;
      for (int c = 0; c < cells.end; c++) {
        for (int dir = 0; dir < 6 && cells.state[c] == Cells.LEAF; dir++) {
          border(lattices, l, c, dir);
        }
      }
    }
  }

  /** The quarters of a face beyond which no cell of any lattice is. */
  private void border(List<AdaptiveLattice> lattices, AdaptiveLattice l, int c, int dir) {
    Cells cells = l.cells;
    int s = cells.size(c), half = s / 2, axis = dir >> 1, a = (axis + 1) % 3, b = (axis + 2) % 3;
    int[] at = {cells.x[c], cells.y[c], cells.z[c]};
    int plane = at[axis] + ((dir & 1) == 1 ? s : 0);
    for (int k = 0; k < (half == 0 ? 1 : 4); k++) {
      double reach = half == 0 ? 1 : half;
      double[] low = {at[0], at[1], at[2]};
      low[axis] = plane;
      low[a] += (k & 1) * half;
      low[b] += (k >> 1) * half;
      double[] middle = low.clone();
      middle[axis] += (dir & 1) == 1 ? 0.25 : -0.25;
      middle[a] += 0.5 * reach;
      middle[b] += 0.5 * reach;
      boolean covered = false;
      for (AdaptiveLattice other : lattices) {
        covered |= other.leafAt(middle[0], middle[1], middle[2]) >= 0;
      }
      if (!covered) {
        double[] p = new double[12];
        for (int j = 0; j < 4; j++) {
          p[3 * j + axis] = plane;
          p[3 * j + a] = low[a] + (j == 1 || j == 2 ? reach : 0);
          p[3 * j + b] = low[b] + (j > 1 ? reach : 0);
        }
        polygon(l, c, p, 4, (dir & 1) == 0, false);
      }
    }
  }

  private void openedFaces(List<AdaptiveLattice> lattices) {
    for (AdaptiveLattice l : lattices) {
      Cells cells = l.cells;
      for (int c = 0; c < cells.end; c++) {
        for (int dir = 0; dir < 6 && cells.state[c] == Cells.LEAF; dir++) {
          if (!cells.isTorn(c, dir)) {
            continue;
          }
          opened(l, c, cells, c, dir, false);
          for (AdaptiveLattice other : lattices) {
            otherSide(other, cells, c, dir);
          }
        }
      }
    }
  }

  /**
   * The other side of a torn face, where nobody there knows that it is torn: a larger cell, of the
   * same lattice or of one that this has come off; or what such a cell was halved into since.
   */
  private void otherSide(AdaptiveLattice other, Cells cells, int c, int dir) {
    int s = cells.size(c);
    int x = cells.x[c] + Cells.along(dir, 0) * s;
    int y = cells.y[c] + Cells.along(dir, 1) * s;
    int z = cells.z[c] + Cells.along(dir, 2) * s;
    int b = -1;
    for (int l = cells.level[c]; l >= 0 && b < 0 && (x | y | z) >= 0; l--) {
      int mask = -cells.sizeOfLevel(l);
      b = other.cells.find(x & mask, y & mask, z & mask, l);
    }
    if (b < 0) {
      return;
    }
    if (other.cells.state[b] == Cells.LEAF) {
      if (!other.cells.isTorn(b, dir ^ 1)) { // else it sees to its own side
        opened(other, b, cells, c, dir, true);
      }
    } else if (other.cells.level[b] == cells.level[c]) {
      smallerSides(other, b, dir);
    }
  }

  private void smallerSides(AdaptiveLattice other, int split, int dir) {
    for (int k = 0; k < 8; k++) {
      int child = (k >> (dir >> 1) & 1) == (dir & 1) ? -1 : other.child(split, k);
      if (child >= 0 && other.cells.state[child] == Cells.SPLIT) {
        smallerSides(other, child, dir);
      } else if (child >= 0 && !other.cells.isTorn(child, dir ^ 1)) {
        opened(other, child, other.cells, child, dir ^ 1, false);
      }
    }
  }

  private void opened(AdaptiveLattice l, int owner, Cells cells, int c, int dir, boolean back) {
    if (grid == null) {
      square(l, owner, cells, c, dir, back, true);
      return;
    }
    int axis = dir >> 1, a = (axis + 1) % 3, b = (axis + 2) % 3;
    int s = cells.size(c);
    int[] at = {cells.x[c], cells.y[c], cells.z[c]};
    int plane = at[axis] + ((dir & 1) == 1 ? s : 0);
    double[] lines = sections.computeIfAbsent((long) axis << 32 | plane, k -> section(axis, plane));
    boolean flip = (dir & 1) == 1 == back;
    fill.fill(
        lines,
        lines.length / 4,
        new RegionFill.Box(at[a], at[b], at[a] + s, at[b] + s),
        (uv, n) -> {
          double[] p = new double[3 * n];
          for (int k = 0; k < n; k++) {
            p[3 * k + axis] = plane;
            p[3 * k + a] = uv[2 * k];
            p[3 * k + b] = uv[2 * k + 1];
          }
          polygon(l, owner, p, n, flip, true);
        });
  }

  /** Where the surface crosses a plane of the grid: u0, v0, u1, v1 of each triangle that does. */
  private double[] section(int axis, double plane) {
    double[] g = grid;
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    int[] t = facets;
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

  private void square(
      AdaptiveLattice l, int owner, Cells cells, int c, int dir, boolean back, boolean inner) {
    int axis = dir >> 1, a = (axis + 1) % 3, b = (axis + 2) % 3;
    int s = cells.size(c);
    int[] at = {cells.x[c], cells.y[c], cells.z[c]};
    double[] p = new double[12];
    for (int k = 0; k < 4; k++) {
      p[3 * k + axis] = at[axis] + ((dir & 1) == 1 ? s : 0);
      p[3 * k + a] = at[a] + (k == 1 || k == 2 ? s : 0);
      p[3 * k + b] = at[b] + (k > 1 ? s : 0);
    }
    polygon(l, owner, p, 4, (dir & 1) == 1 == back, inner);
  }
}
