package dev.shinari.body.region;

import dev.shinari.mesh.Lattice;
import java.util.Arrays;

/**
 * Whether a box of half-width w somewhere spans a gap: holds vertices that are not connected to its
 * center by cells inside of the box, as between two legs. Box sums would glue such parts together.
 */
public final class LatticeGaps {
  private LatticeGaps() {}

  public static boolean present(Lattice l, int w) {
    int n = l.vertexCount();
    if (n == l.nodesX() * l.nodesY() * l.nodesZ() && l.cellCount() == cells(l)) {
      return false;
    }
    int deep = l.isFlat() ? 0 : w;
    int side = 2 * w + 1;
    int[] seen = new int[side * side * (2 * deep + 1)];
    int[] queue = new int[seen.length];
    Arrays.fill(seen, -1);
    int[] center = new int[3];
    for (int v = 0; v < n; v++) {
      int node = l.nodeOfVertex(v);
      int i = node % l.nodesX(), j = node / l.nodesX() % l.nodesY();
      int k = node / (l.nodesX() * l.nodesY());
      int inBox = 0;
      for (int c = k - deep; c <= k + deep; c++) {
        for (int b = j - w; b <= j + w; b++) {
          for (int a = i - w; a <= i + w; a++) {
            inBox += exists(l, a, b, c) ? 1 : 0;
          }
        }
      }
      if (inBox < seen.length || l.cellCount() < cells(l)) {
        center[0] = i;
        center[1] = j;
        center[2] = k;
        if (reached(l, center, w, v, seen, queue) < inBox) {
          return true;
        }
      }
    }
    return false;
  }

  private static int cells(Lattice l) {
    return l.cellsX() * l.cellsY() * l.cellsZ();
  }

  private static boolean exists(Lattice l, int i, int j, int k) {
    return i >= 0
        && j >= 0
        && k >= 0
        && i < l.nodesX()
        && j < l.nodesY()
        && k < l.nodesZ()
        && l.vertexOfNode(l.node(i, j, k)) >= 0;
  }

  /** Vertices reached from the node (i, j, k) in the center over cells inside of its box. */
  private static int reached(Lattice l, int[] center, int w, int mark, int[] seen, int[] queue) {
    int i = center[0], j = center[1], k = center[2], deep = l.isFlat() ? 0 : w;
    int side = 2 * w + 1, count = 0, tail = 0;
    int start = w + side * (w + side * deep);
    seen[start] = mark;
    queue[tail++] = start;
    while (count < tail) {
      int at = queue[count++];
      int a = at % side + i - w, b = at / side % side + j - w, c = at / (side * side) + k - deep;
      for (int cell = 0; cell < (l.isFlat() ? 4 : 8); cell++) {
        int ci = a - (cell & 1), cj = b - (cell >> 1 & 1), ck = c - (cell >> 2);
        if (!l.hasCell(ci, cj, ck)) {
          continue;
        }
        for (int corner = 0; corner < (l.isFlat() ? 4 : 8); corner++) {
          int di = ci + (corner & 1) - i + w, dj = cj + (corner >> 1 & 1) - j + w;
          int dk = ck + (corner >> 2) - k + deep;
          if (di < 0 || dj < 0 || dk < 0 || di >= side || dj >= side || dk > 2 * deep) {
            continue;
          }
          int next = di + side * (dj + side * dk);
          if (seen[next] != mark) {
            seen[next] = mark;
            queue[tail++] = next;
          }
        }
      }
    }
    return count;
  }
}
