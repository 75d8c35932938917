package dev.shinari.body;

import dev.shinari.mesh.Adjacency;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/**
 * Overlapping sets of particles as flat lists: set r holds {@code members[starts[r]]} to {@code
 * members[starts[r + 1] - 1]}, in ascending order.
 */
record RegionLists(int[] starts, int[] members) {
  int count() {
    return starts.length - 1;
  }

  /** One region a vertex: the vertex and all that share an edge with it [Koyama13, sec. 4.1]. */
  static RegionLists oneRings(TetMesh mesh) {
    Adjacency rings = MeshTopology.oneRings(mesh);
    return new RegionLists(rings.starts(), rings.members());
  }

  /**
   * One region a lattice vertex: all that are reached from it over at most w cells, whose corners
   * count as neighbours of one another [Ohta, sec. 3]. A gap is not crossed.
   */
  static RegionLists neighbourhoods(Lattice lattice, int w) {
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
          tail = addNeighbours(lattice, queue[head], v, seen, queue, tail);
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

  private static int addNeighbours(
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

  /** The regions of each particle: the same relation read the other way. */
  RegionLists transposed(int particles) {
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
