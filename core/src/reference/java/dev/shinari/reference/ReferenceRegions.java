package dev.shinari.reference;

import dev.shinari.math.Check;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Members of overlapping regions as lists: region r holds {@code members[starts[r]]} to {@code
 * members[starts[r + 1] - 1]}. One region a vertex, members in rising order.
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record ReferenceRegions(int[] starts, int[] members) {
  /** A vertex and the vertices that share an edge with it [Koyama13, sec. 4.1]. */
  public static ReferenceRegions oneRings(TetMesh mesh) {
    List<TreeSet<Integer>> rings = new ArrayList<>();
    for (int i = 0; i < mesh.vertexCount(); i++) {
      rings.add(new TreeSet<>(List.of(i)));
    }
    int[] tets = mesh.tets();
    for (int t = 0; t < tets.length; t += 4) {
      for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
          rings.get(tets[t + a]).add(tets[t + b]);
        }
      }
    }
    int[] starts = new int[rings.size() + 1];
    for (int r = 0; r < rings.size(); r++) {
      starts[r + 1] = starts[r] + rings.get(r).size();
    }
    int[] members = new int[starts[rings.size()]];
    int n = 0;
    for (TreeSet<Integer> ring : rings) {
      for (int i : ring) {
        members[n++] = i;
      }
    }
    return new ReferenceRegions(starts, members);
  }

  /** A vertex and all vertices at most w cells away from it along every axis. */
  public static ReferenceRegions boxes(Lattice lattice, int w) {
    Check.inRange("w", w, 0, 1 << 20);
    int nx = lattice.nodesX(), ny = lattice.nodesY(), nz = lattice.nodesZ();
    int[] starts = new int[lattice.vertexCount() + 1];
    int[] members = new int[16];
    int n = 0;
    for (int v = 0; v < lattice.vertexCount(); v++) {
      int node = lattice.nodeOfVertex(v);
      int ci = node % nx, cj = node / nx % ny, ck = node / (nx * ny);
      for (int k = Math.max(0, ck - w); k <= Math.min(nz - 1, ck + w); k++) {
        for (int j = Math.max(0, cj - w); j <= Math.min(ny - 1, cj + w); j++) {
          for (int i = Math.max(0, ci - w); i <= Math.min(nx - 1, ci + w); i++) {
            int u = lattice.vertexOfNode(lattice.node(i, j, k));
            if (u >= 0) {
              if (n == members.length) {
                members = Arrays.copyOf(members, members.length + (members.length >> 1));
              }
              members[n++] = u;
            }
          }
        }
      }
      starts[v + 1] = n;
    }
    return new ReferenceRegions(starts, Arrays.copyOf(members, n));
  }
}
