package dev.shinari.body.region;

import dev.shinari.mesh.Adjacency;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/**
 * Overlapping sets of particles as flat lists: set r holds {@code members[starts[r]]} to {@code
 * members[starts[r + 1] - 1]}, in ascending order.
 */
public record RegionLists(int[] starts, int[] members) {
  public int count() {
    return starts.length - 1;
  }

  /** One region a vertex: the vertex and all that share an edge with it [Koyama13, sec. 4.1]. */
  public static RegionLists oneRings(TetMesh mesh) {
    Adjacency rings = MeshTopology.oneRings(mesh);
    return new RegionLists(rings.starts(), rings.members());
  }

  /**
   * One region a vertex, all of about one size: what is within the same distance of the vertex
   * everywhere, and reached from it over edges that stay within. The distance is the mean of the
   * one-ring where that is widest, so that the coarsest part of the mesh keeps its one-rings.
   *
   * <p>The pull on a smooth deformation grows with the square of a region's size, so one-rings make
   * the fine parts of an uneven mesh softer than the coarse ones [Koyama13, sec. 6.4]; regions of
   * one size do not. They cost more: a part four times finer has 64 times as many pairs.
   */
  public static RegionLists even(TetMesh mesh) {
    Adjacency near = MeshTopology.neighbors(mesh);
    float[] p = mesh.positions();
    int n = mesh.vertexCount();
    double reach = 0;
    for (int v = 0; v < n; v++) {
      int from = near.starts()[v], to = near.starts()[v + 1];
      double sum = 0;
      for (int k = from; k < to; k++) {
        sum += Math.sqrt(square(p, v, near.members()[k]));
      }
      reach = to > from ? Math.max(reach, sum / (to - from)) : reach;
    }
    int[] starts = new int[n + 1];
    int[] members = new int[Math.max(16, n)];
    int m = 0;
    int[] seen = new int[n];
    Arrays.fill(seen, -1);
    int[] queue = new int[n];
    for (int v = 0; v < n; v++) {
      int tail = 0;
      queue[tail++] = v;
      seen[v] = v;
      for (int head = 0; head < tail; head++) {
        int u = queue[head];
        for (int k = near.starts()[u]; k < near.starts()[u + 1]; k++) {
          int w = near.members()[k];
          // A vertex's own ring is always whole: less would not hold the mesh together.
          if (seen[w] != v && (u == v || square(p, v, w) <= reach * reach)) {
            seen[w] = v;
            queue[tail++] = w;
          }
        }
      }
      Arrays.sort(queue, 0, tail);
      if (m + tail > members.length) {
        members = Arrays.copyOf(members, Math.max(m + tail, members.length * 2));
      }
      System.arraycopy(queue, 0, members, m, tail);
      m += tail;
      starts[v + 1] = m;
    }
    return new RegionLists(starts, Arrays.copyOf(members, m));
  }

  private static double square(float[] p, int a, int b) {
    double x = (double) p[3 * a] - p[3 * b],
        y = (double) p[3 * a + 1] - p[3 * b + 1],
        z = (double) p[3 * a + 2] - p[3 * b + 2];
    return x * x + y * y + z * z;
  }

  /**
   * One region a lattice vertex: all that are reached from it over at most w cells, whose corners
   * count as neighbors of one another [Ohta, sec. 3]. A gap is not crossed.
   */
  public static RegionLists neighborhoods(Lattice lattice, int w) {
    int n = lattice.vertexCount();
    int[] starts = new int[n + 1];
    int[] members = new int[Math.max(16, n)];
    int m = 0;
    int[] seen = new int[n];
    Arrays.fill(seen, -1);
    int[] queue = new int[n];
    for (int v = 0; v < n; v++) {
      int head = 0, tail = 0;
      queue[tail++] = v;
      seen[v] = v;
      for (int ring = 0; ring < w; ring++) {
        int end = tail;
        for (; head < end; head++) {
          tail = addNeighbors(lattice, queue[head], v, seen, queue, tail);
        }
      }
      Arrays.sort(queue, 0, tail);
      if (m + tail > members.length) {
        members = Arrays.copyOf(members, Math.max(m + tail, members.length * 2));
      }
      System.arraycopy(queue, 0, members, m, tail);
      m += tail;
      starts[v + 1] = m;
    }
    return new RegionLists(starts, Arrays.copyOf(members, m));
  }

  private static int addNeighbors(
      Lattice l, int vertex, int mark, int[] seen, int[] queue, int tail) {
    int node = l.nodeOfVertex(vertex);
    int i = node % l.nodesX(), j = node / l.nodesX() % l.nodesY();
    int k = node / (l.nodesX() * l.nodesY());
    int deep = l.isFlat() ? 0 : 1;
    for (int ck = k - deep; ck <= k; ck++) {
      for (int cj = j - 1; cj <= j; cj++) {
        for (int ci = i - 1; ci <= i; ci++) {
          if (!l.hasCell(ci, cj, ck)) {
            continue;
          }
          for (int c = 0; c < (l.isFlat() ? 4 : 8); c++) {
            int u = l.vertexOfNode(l.node(ci + (c & 1), cj + (c >> 1 & 1), ck + (c >> 2)));
            if (seen[u] != mark) {
              seen[u] = mark;
              queue[tail++] = u;
            }
          }
        }
      }
    }
    return tail;
  }

  /**
   * One region around each particle with a symmetric relation, for sets that are none: where
   * regions hold whole sections of as many particles each (a rope), the region of the particle's
   * own section, so that nothing else changes; otherwise all that share a region with the particle.
   */
  public RegionLists aroundEach(int particles) {
    if (count() == particles && transposed(particles) == this) {
      return this;
    }
    int section = particles % count() == 0 ? particles / count() : 0;
    if (section > 0) {
      int[] begin = new int[particles + 1];
      for (int i = 0; i < particles; i++) {
        int r = i / section;
        begin[i + 1] = begin[i] + starts[r + 1] - starts[r];
      }
      int[] all = new int[begin[particles]];
      for (int i = 0; i < particles; i++) {
        System.arraycopy(members, starts[i / section], all, begin[i], begin[i + 1] - begin[i]);
      }
      RegionLists repeated = new RegionLists(begin, all);
      if (repeated.transposed(particles) == repeated) {
        return repeated;
      }
    }
    RegionLists of = transposed(particles);
    int[] begin = new int[particles + 1];
    int[] all = new int[Math.max(16, particles)];
    int[] seen = new int[particles];
    Arrays.fill(seen, -1);
    int n = 0;
    for (int i = 0; i < particles; i++) {
      for (int k = of.starts[i]; k < of.starts[i + 1]; k++) {
        int r = of.members[k];
        for (int e = starts[r]; e < starts[r + 1]; e++) {
          int j = members[e];
          if (seen[j] != i) {
            seen[j] = i;
            all = n == all.length ? Arrays.copyOf(all, 2 * n) : all;
            all[n++] = j;
          }
        }
      }
      Arrays.sort(all, begin[i], n);
      begin[i + 1] = n;
    }
    return new RegionLists(begin, Arrays.copyOf(all, n));
  }

  /** The regions of each particle: the same relation read the other way. */
  public RegionLists transposed(int particles) {
    int[] begin = new int[particles + 1];
    for (int i : members) {
      begin[i + 1]++;
    }
    for (int i = 0; i < particles; i++) {
      begin[i + 1] += begin[i];
    }
    int[] at = Arrays.copyOf(begin, particles);
    int[] regions = new int[members.length];
    for (int r = 0; r < count(); r++) {
      for (int e = starts[r]; e < starts[r + 1]; e++) {
        regions[at[members[e]]++] = r;
      }
    }
    return Arrays.equals(begin, starts) && Arrays.equals(regions, members)
        ? this // one-rings are symmetric: one list serves both directions
        : new RegionLists(begin, regions);
  }
}
