package dev.shinari.lattice;

import dev.shinari.body.Particles;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The frames of a family of pieces, as one mesh of constant topology: its triangles are those of
 * the final, torn state; in earlier frames its vertices ride on the cells that were there then, so
 * that what tears later moves as one before it parts.
 *
 * <p>A vertex is a point of the rest shape, seen from one final cell. In a frame it belongs to the
 * leaf of that time which holds the point on that cell's side; it stands where the leaf's particles
 * say, hanging ones included, by linear interpolation in each quarter (eighth) of the leaf, so that
 * cells that hang together show no gap.
 */
public final class LatticeHistory {
  private final LatticeFamily family;
  private final List<Part[]> frames = new ArrayList<>();
  private final Map<LatticeBody, Part> ghosts = new LinkedHashMap<>(); // dust that went
  private Built outside;
  private Built inside;

  /** Leaves and their particles, as they were from one change to the next. */
  private static final class Topology {
    final AdaptiveLattice lattice;
    final int version;
    final long[] keys; // sorted
    final int[] slots;

    Topology(AdaptiveLattice l) {
      lattice = l;
      version = l.version();
      Cells c = l.cells;
      long[] order = new long[c.leaves];
      int n = 0;
      for (int k = 0; k < c.end; k++) {
        if (c.state[k] == Cells.LEAF) {
          order[n++] = key(c.x[k], c.y[k], c.z[k], c.level[k]);
        }
      }
      Arrays.sort(order);
      keys = order;
      slots = new int[n * c.slots];
      for (int k = 0; k < c.end; k++) {
        if (c.state[k] == Cells.LEAF) {
          int at = Arrays.binarySearch(keys, key(c.x[k], c.y[k], c.z[k], c.level[k]));
          System.arraycopy(c.slot, c.slots * k, slots, c.slots * at, c.slots);
        }
      }
    }
  }

  static long key(int x, int y, int z, int level) {
    return (long) level << 57 | (long) x << 38 | (long) y << 19 | z;
  }

  private record Part(
      Topology topology, float[] x, float[] y, float[] z, double ox, double oy, double oz) {}

  /** A mesh of the final state and where its vertices were. */
  private static final class Built {
    final LatticeMesher mesh;
    final int frameCount;
    float[][] positions;
    long[] leafOf; // part << 32 | leaf, in the frame whose parts are in `located`
    Part[] located;

    Built(LatticeMesher mesh, int frameCount) {
      this.mesh = mesh;
      this.frameCount = frameCount;
      positions = new float[frameCount][];
    }
  }

  public LatticeHistory(LatticeFamily family) {
    this.family = family;
  }

  public LatticeFamily family() {
    return family;
  }

  public int frameCount() {
    return frames.size();
  }

  /** Takes the next frame. */
  public void capture() {
    Part[] before = frames.isEmpty() ? new Part[0] : frames.get(frames.size() - 1);
    List<Part> parts = new ArrayList<>();
    for (LatticeBody b : family.members()) {
      AdaptiveLattice l = b.lattice();
      Topology t = null;
      for (Part p : before) {
        t = p.topology.lattice == l && p.topology.version == l.version() ? p.topology : t;
      }
      Particles p = l.body().particles();
      int n = p.count();
      parts.add(
          new Part(
              t == null ? new Topology(l) : t,
              Arrays.copyOf(p.x(), n),
              Arrays.copyOf(p.y(), n),
              Arrays.copyOf(p.z(), n),
              p.originX(),
              p.originY(),
              p.originZ()));
    }
    for (LatticeBody gone : family.vanished()) {
      parts.add(ghosts.computeIfAbsent(gone, g -> shrunk(g.lattice())));
    }
    frames.add(parts.toArray(new Part[0]));
    outside = null;
    inside = null;
  }

  /** Dust that went: all of it in one point, where it was. */
  private static Part shrunk(AdaptiveLattice l) {
    Particles p = l.body().particles();
    int n = p.count();
    double x = 0, y = 0, z = 0;
    for (int i = 0; i < n; i++) {
      x += p.x()[i];
      y += p.y()[i];
      z += p.z()[i];
    }
    float[] px = new float[n], py = new float[n], pz = new float[n];
    Arrays.fill(px, (float) (x / n));
    Arrays.fill(py, (float) (y / n));
    Arrays.fill(pz, (float) (z / n));
    return new Part(new Topology(l), px, py, pz, p.originX(), p.originY(), p.originZ());
  }

  private Built built(boolean inner) {
    Built b = inner ? inside : outside;
    if (b == null) {
      List<AdaptiveLattice> all = new ArrayList<>();
      for (LatticeBody m : family.members()) {
        all.add(m.lattice());
      }
      for (LatticeBody m : family.vanished()) {
        all.add(m.lattice());
      }
      b = new Built(LatticeMesher.of(family, all, inner), frames.size());
      if (inner) {
        inside = b;
      } else {
        outside = b;
      }
    }
    return b;
  }

  /** The final state's triangles, at the places of frame 0. */
  public TriangleMesh mesh(boolean inner) {
    Built b = built(inner);
    float[] out = new float[3 * b.mesh.vertexCount()];
    positions(inner, 0, out);
    return b.mesh.mesh(out);
  }

  /** Writes the vertices of the outer surface, or of the faces that tears have opened. */
  public void positions(boolean inner, int frame, float[] out) {
    Built b = built(inner);
    int f = Math.max(0, Math.min(b.frameCount - 1, frame));
    if (b.positions[f] == null) {
      b.positions[f] = place(b, frames.get(f));
    }
    System.arraycopy(b.positions[f], 0, out, 0, b.positions[f].length);
  }

  private float[] place(Built b, Part[] parts) {
    locate(b, parts);
    LatticeMesher m = b.mesh;
    int n = m.vertexCount(), dim = m.dim;
    float[] out = new float[3 * n];
    double[] w = new double[m.slots];
    for (int v = 0; v < n; v++) {
      if (b.leafOf[v] < 0) {
        continue;
      }
      Part p = parts[(int) (b.leafOf[v] >> 32)];
      int leaf = (int) b.leafOf[v];
      long key = p.topology.keys[leaf];
      int size = 1 << (m.levels - (int) (key >> 57));
      double a = 2 * (m.u(v) - (key >> 38 & 0x7ffff)) / size;
      double c = 2 * (m.v(v) - (key >> 19 & 0x7ffff)) / size;
      double d = dim == 2 ? 0 : 2 * (m.w(v) - (key & 0x7ffff)) / size;
      SlotWeights.at(dim, p.topology.slots, m.slots * leaf, a, c, d, w);
      double x = 0, y = 0, z = 0;
      for (int s = 0; s < m.slots; s++) {
        if (w[s] != 0) {
          int i = p.topology.slots[m.slots * leaf + s];
          x += w[s] * p.x[i];
          y += w[s] * p.y[i];
          z += w[s] * p.z[i];
        }
      }
      out[3 * v] = (float) (p.ox + x);
      out[3 * v + 1] = (float) (p.oy + y);
      out[3 * v + 2] = (float) (p.oz + z);
    }
    return out;
  }

  /** Finds the leaf of each vertex among the parts of a frame. */
  private static void locate(Built b, Part[] parts) {
    if (b.located != null && same(b.located, parts)) {
      return;
    }
    int total = 0;
    for (Part p : parts) {
      total += p.topology.keys.length;
    }
    long[][] sorted = new long[total][];
    int k = 0;
    for (int i = 0; i < parts.length; i++) {
      for (int j = 0; j < parts[i].topology.keys.length; j++) {
        sorted[k++] = new long[] {parts[i].topology.keys[j], (long) i << 32 | j};
      }
    }
    Arrays.sort(sorted, (p, q) -> Long.compare(p[0], q[0]));
    long[] keys = new long[total];
    for (int i = 0; i < total; i++) {
      keys[i] = sorted[i][0];
    }
    LatticeMesher m = b.mesh;
    b.leafOf = new long[m.vertexCount()];
    for (int v = 0; v < b.leafOf.length; v++) {
      // A hair towards the middle of its final cell: on that side of every face.
      double u = m.u(v) + 1e-4 * (m.sideU(v) - m.u(v));
      double w = m.v(v) + 1e-4 * (m.sideV(v) - m.v(v));
      double t = m.dim == 2 ? 0 : m.w(v) + 1e-4 * (m.sideW(v) - m.w(v));
      b.leafOf[v] = -1;
      for (int level = 0; level <= m.levels && b.leafOf[v] < 0; level++) {
        int mask = -(1 << (m.levels - level));
        int at =
            Arrays.binarySearch(
                keys,
                key(
                    (int) Math.floor(u) & mask,
                    (int) Math.floor(w) & mask,
                    (int) Math.floor(t) & mask,
                    level));
        if (at >= 0) {
          b.leafOf[v] = sorted[at][1];
        }
      }
    }
    b.located = parts;
  }

  private static boolean same(Part[] a, Part[] b) {
    boolean same = a.length == b.length;
    for (int i = 0; i < a.length && same; i++) {
      same = a[i].topology == b[i].topology;
    }
    return same;
  }
}
