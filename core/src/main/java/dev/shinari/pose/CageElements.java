package dev.shinari.pose;

import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/**
 * The pieces of a cage that want to stay rigid: tetrahedra, lattice cells, or the neighborhoods of
 * points. Element e holds the vertices {@code members[starts[e]]} to {@code members[starts[e + 1] -
 * 1]}; {@code offsets} are their rest places relative to the element's middle, 3 doubles a member;
 * {@code weights} make the energy of an element its volume times the square of its strain, so that
 * it does not matter how finely a part is divided.
 */
final class CageElements {
  final int count;
  final int[] starts;
  final int[] members;
  final double[] offsets;
  final double[] weights;

  private CageElements(float[] p, int[] starts, int[] members) {
    this.count = starts.length - 1;
    this.starts = starts;
    this.members = members;
    offsets = new double[3 * members.length];
    weights = new double[count];
    double sum = 0;
    for (int e = 0; e < count; e++) {
      int m = starts[e + 1] - starts[e];
      double size = 0;
      for (int c = 0; c < 3; c++) {
        double middle = 0;
        for (int k = starts[e]; k < starts[e + 1]; k++) {
          middle += p[3 * members[k] + c];
        }
        middle /= m;
        for (int k = starts[e]; k < starts[e + 1]; k++) {
          offsets[3 * k + c] = p[3 * members[k] + c] - middle;
          size += offsets[3 * k + c] * offsets[3 * k + c];
        }
      }
      // Volume over squared size: a length. Flat and straight pieces count by their size alone.
      weights[e] = Math.sqrt(size / m);
      sum += weights[e];
    }
    // Pieces without size would leave the system singular: they count a little.
    double mean = count > 0 && sum > 0 ? sum / count : 1;
    for (int e = 0; e < count; e++) {
      weights[e] = Math.max(weights[e] / mean, 1e-3);
    }
  }

  static CageElements of(Cage cage, float[] shape) {
    if (cage instanceof TetMesh mesh) {
      int[] starts = new int[mesh.tetCount() + 1];
      for (int t = 0; t < starts.length; t++) {
        starts[t] = 4 * t;
      }
      return new CageElements(shape, starts, mesh.tets());
    } else if (cage instanceof Lattice lattice) {
      return new CageElements(shape, cellStarts(lattice), cells(lattice, lattice.isFlat() ? 4 : 8));
    }
    PointCage points = (PointCage) cage;
    return points.boundary().triangleCount() > 0
        ? rings(points, shape)
        : new CageElements(shape, points.starts(), points.members());
  }

  private static int[] cellStarts(Lattice lattice) {
    int[] starts = new int[lattice.cellCount() + 1];
    for (int c = 0; c < starts.length; c++) {
      starts[c] = (lattice.isFlat() ? 4 : 8) * c;
    }
    return starts;
  }

  private static int[] cells(Lattice l, int corners) {
    int[] members = new int[corners * l.cellCount()];
    int n = 0;
    for (int k = 0; k < l.cellsZ(); k++) {
      for (int j = 0; j < l.cellsY(); j++) {
        for (int i = 0; i < l.cellsX(); i++) {
          for (int c = 0; c < corners && l.hasCell(i, j, k); c++) {
            members[n++] = l.vertexOfNode(l.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)));
          }
        }
      }
    }
    return members;
  }

  // Each vertex of a sheet with those that share a triangle: small pieces that still resist bends.
  private static CageElements rings(PointCage cage, float[] shape) {
    int n = cage.vertexCount();
    int[] t = cage.boundary().triangles();
    int[] degree = new int[n + 1];
    for (int v : t) {
      degree[v + 1] += 2;
    }
    for (int v = 0; v < n; v++) {
      degree[v + 1] += degree[v];
    }
    int[] all = new int[degree[n]];
    int[] fill = degree.clone();
    for (int k = 0; k < t.length; k += 3) {
      for (int c = 0; c < 3; c++) {
        all[fill[t[k + c]]++] = t[k + (c + 1) % 3];
        all[fill[t[k + c]]++] = t[k + (c + 2) % 3];
      }
    }
    int[] starts = new int[n + 1];
    int[] members = new int[all.length + n];
    int size = 0;
    for (int v = 0; v < n; v++) {
      Arrays.sort(all, degree[v], degree[v + 1]);
      members[size++] = v;
      for (int k = degree[v]; k < degree[v + 1]; k++) {
        if (k == degree[v] || all[k] != all[k - 1]) {
          members[size++] = all[k];
        }
      }
      starts[v + 1] = size;
    }
    return new CageElements(shape, starts, Arrays.copyOf(members, size));
  }
}
