package dev.shinari.lattice;

import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.mesh.RegionFill;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The mesh of a flat family: what its outline encloses, cut along the cells. */
final class FlatMesher extends LatticeMesher {
  private static final int[] RIM = {0, 1, 2, 5, 8, 7, 6, 3};

  FlatMesher(LatticeFamily family, List<AdaptiveLattice> lattices, Cells first) {
    super(family, lattices, first);
    double[][] outlines = new double[frame.layers][];
    OutlineShape whole = frame.layers > 1 ? new OutlineShape(skin.loops()) : null;
    for (int k = 0; k < frame.layers; k++) {
      outlines[k] = outline(whole == null ? skin.loops() : whole.loopsOf(k));
    }
    RegionFill fill = new RegionFill();
    double[] some = {};
    for (AdaptiveLattice l : lattices) {
      Cells cells = l.cells;
      for (int c = 0; c < cells.end; c++) {
        if (cells.state[c] != Cells.LEAF) {
          continue;
        }
        double[] lines = outlines[frame.layers == 1 ? 0 : cells.z[c] >> levels];
        int count = lines.length / 4;
        some = some.length < lines.length ? new double[lines.length] : some;
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
              new RegionFill.Box(
                  u0,
                  v0,
                  u1,
                  v1,
                  midU ? u0 + 0.5 * s : Double.NaN,
                  midV ? v0 + 0.5 * s : Double.NaN),
              (uv, m) -> polygon(l, cell, uv, m));
        }
      }
    }
    triangulate();
  }

  private double[] outline(double[][] loops) {
    if (loops == null) {
      return new double[0];
    }
    double[] lines = new double[256];
    int k = 0;
    double[] p = new double[3], q = new double[3], at = new double[3];
    for (double[] loop : loops) {
      int m = loop.length / 2;
      for (int i = 0; i < m; i++) {
        int j = (i + 1) % m;
        p[0] = frame.gridU(loop[2 * i], loop[2 * i + 1]);
        p[1] = frame.gridV(loop[2 * i], loop[2 * i + 1]);
        q[0] = frame.gridU(loop[2 * j], loop[2 * j + 1]);
        q[1] = frame.gridV(loop[2 * j], loop[2 * j + 1]);
        // Near a tear in short parts, so that they bend as the grid does.
        int parts = parts(p, q);
        if (k + 4 * parts > lines.length) {
          lines = Arrays.copyOf(lines, 2 * (k + 4 * parts));
        }
        for (int s = 0; s < 2 * parts; s++) {
          int step = (s + 1) / 2;
          double t = (double) step / parts;
          double u = step == parts ? q[0] : p[0] + t * (q[0] - p[0]);
          double v = step == parts ? q[1] : p[1] + t * (q[1] - p[1]);
          warp.back(u, v, 0, at);
          lines[k++] = at[0];
          lines[k++] = at[1];
        }
      }
    }
    return Arrays.copyOf(lines, k);
  }

  private int parts(double[] p, double[] q) {
    double[] low = {Math.min(p[0], q[0]), Math.min(p[1], q[1]), 0};
    double[] high = {Math.max(p[0], q[0]), Math.max(p[1], q[1]), 0};
    double du = q[0] - p[0], dv = q[1] - p[1], length = Math.sqrt(du * du + dv * dv);
    return length > 0.5 && warp.bends(low, high) ? (int) Math.ceil(2 * length) : 1;
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
      int center = vertex(p.lattice, p.cell, u, v, 0);
      for (int k = 0; k < n; k++) {
        triangle(center, ring[k], ring[(k + 1) % n]);
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
}
