package dev.shinari.lattice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds what a tear has cut off. Only cells on the two sides of a tear can have lost each other, so
 * from both sides of each new one cells are visited in turns until the two meet, or one side has no
 * more: that one is a piece. The cost is that of the way round the tear, or of the smaller part; a
 * pair that still hangs together around a particle of its face, as behind the tip of a tear, is not
 * even looked at.
 *
 * <p>Where a step tears so much that this would visit more cells than there are, all parts are
 * found in one go instead.
 */
final class PieceSearch {
  private final Cells cells;
  private int[] torn = new int[64]; // x, y, z, level of one side, then of the other
  private int tornCount;
  private boolean all;

  private int[] mark = {}; // stamp of the side that came to a cell
  private int stamp;
  private int[] near = new int[64];
  private int[] far = new int[64];
  private final int[] few = new int[4];
  private final int[] fan;
  private int visited;
  long looks; // cells visited since the beginning

  PieceSearch(Cells cells) {
    this.cells = cells;
    fan = new int[cells.corners + 2];
  }

  /** The pair of leaves was cut. */
  void tore(int c, int b) {
    if (8 * tornCount + 8 > torn.length) {
      torn = Arrays.copyOf(torn, 2 * torn.length);
    }
    note(8 * tornCount, c);
    note(8 * tornCount + 4, b);
    tornCount++;
  }

  private void note(int at, int c) {
    torn[at] = cells.x[c];
    torn[at + 1] = cells.y[c];
    torn[at + 2] = cells.z[c];
    torn[at + 3] = cells.level[c];
  }

  /** Has the next search look at everything: a drawing may have islands. */
  void lookAtAll() {
    all = true;
  }

  boolean hasNews() {
    return all || tornCount > 0;
  }

  /** What a copy of a lattice needs to go on: the tears that were not looked at. */
  int[] save() {
    int[] saved = Arrays.copyOf(torn, 8 * tornCount + 1);
    saved[8 * tornCount] = all ? 1 : 0;
    return saved;
  }

  void restore(int[] saved) {
    tornCount = saved.length / 8;
    torn = Arrays.copyOf(saved, Math.max(64, saved.length));
    all = saved[8 * tornCount] == 1;
  }

  /** The leaves of each part that is cut off, ascending; the rest is what stays. */
  List<int[]> take() {
    List<int[]> parts = new ArrayList<>();
    List<Integer> opposite = new ArrayList<>(); // a leaf on the other side, of each part
    visited = 0;
    for (int k = 0; k < tornCount && !all; k++) {
      // Beside a part that is known already stands what is left of it, on the far side.
      int a = beyond(parts, opposite, leafAt(8 * k));
      int b = beyond(parts, opposite, leafAt(8 * k + 4));
      if (a >= 0 && b >= 0 && a != b && !hangTogether(a, b)) {
        int[] part = smallerSide(a, b);
        if (part != null) {
          parts.add(part);
          opposite.add(Arrays.binarySearch(part, a) >= 0 ? b : a);
        }
        all |= visited > 2 * cells.leaves + 256;
      }
    }
    looks += visited + (all ? cells.end : 0);
    if (all) {
      parts = everyPart();
    }
    all = false;
    tornCount = 0;
    return parts;
  }

  /** The leaf itself, or where it is in a part, one beyond that. */
  private static int beyond(List<int[]> parts, List<Integer> opposite, int leaf) {
    int c = leaf;
    for (int k = 0;
        k < parts.size();
        k++) { // in their order: the far side of one is in none before it
      if (Arrays.binarySearch(parts.get(k), c) >= 0) {
        c = opposite.get(k);
      }
    }
    return c;
  }

  /** The leaf that a noted one is now, or one of those that it was halved into. */
  private int leafAt(int at) {
    int c = cells.find(torn[at], torn[at + 1], torn[at + 2], torn[at + 3]);
    while (c >= 0 && cells.state[c] == Cells.SPLIT) {
      int h = cells.size(c) / 2, child = -1;
      for (int k = 0; k < cells.corners && child < 0; k++) {
        int x = cells.x[c] + (k & 1) * h, y = cells.y[c] + (k >> 1 & 1) * h;
        child = cells.find(x, y, cells.z[c] + (k >> 2) * h, cells.level[c] + 1);
      }
      c = child;
    }
    return c;
  }

  /** Whether two leaves hang together around some corner of the first. */
  private boolean hangTogether(int a, int b) {
    int s = cells.size(a);
    for (int k = 0; k < cells.corners; k++) {
      int x = cells.x[a] + (k & 1) * s, y = cells.y[a] + (k >> 1 & 1) * s;
      int z = cells.z[a] + (k >> 2) * s;
      if (cells.touches(b, x, y, z)) {
        int n = cells.fan(a, x, y, z, fan);
        for (int i = 1; i < n; i++) {
          if (fan[i] == b) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The leaves of the side that ends first, ascending, or null where both are one. */
  private int[] smallerSide(int a, int b) {
    if (mark.length < cells.end) {
      mark = new int[cells.x.length];
      stamp = 0;
    }
    stamp += 2;
    int headA = 0, headB = 0, tailA = 1, tailB = 1;
    near[0] = a;
    far[0] = b;
    mark[a] = stamp;
    mark[b] = stamp + 1;
    while (true) {
      if (headA == tailA) {
        return sorted(near, tailA);
      }
      tailA = visit(near[headA++], near, tailA, stamp);
      if (tailA < 0) {
        return null;
      }
      if (tailA + 4 * cells.faces > near.length) {
        near = Arrays.copyOf(near, 2 * near.length);
      }
      if (headB == tailB) {
        return sorted(far, tailB);
      }
      tailB = visit(far[headB++], far, tailB, stamp + 1);
      if (tailB < 0) {
        return null;
      }
      if (tailB + 4 * cells.faces > far.length) {
        far = Arrays.copyOf(far, 2 * far.length);
      }
      visited += 2;
    }
  }

  private static int[] sorted(int[] list, int n) {
    int[] part = Arrays.copyOf(list, n);
    Arrays.sort(part);
    return part;
  }

  /** Puts the leaves that hold on to c into the list; -1 where the other side has been there. */
  private int visit(int c, int[] list, int tail, int own) {
    for (int dir = 0; dir < cells.faces; dir++) {
      int b = cells.near[cells.faces * c + dir];
      int m = 0;
      if (b >= 0) {
        few[m++] = b;
      } else if (!cells.isTorn(c, dir) && cells.beyond(c, dir) == Cells.SMALLER) {
        m = cells.smaller(c, dir, few);
      }
      for (int i = 0; i < m; i++) {
        int d = few[i];
        if (b < 0 && cells.isTorn(d, dir ^ 1)) {
          continue;
        }
        if (mark[d] == (own ^ 1)) {
          return -1;
        }
        if (mark[d] != own) {
          mark[d] = own;
          list[tail++] = d;
        }
      }
    }
    return tail;
  }

  /** All parts but the largest. */
  private List<int[]> everyPart() {
    int n = cells.end;
    int[] group = new int[n];
    Arrays.setAll(group, c -> c);
    for (int c = 0; c < n; c++) {
      for (int dir = 0; dir < cells.faces && cells.state[c] == Cells.LEAF; dir++) {
        int b = cells.near[cells.faces * c + dir];
        if (b >= 0) {
          int r = root(group, c), s = root(group, b);
          group[Math.max(r, s)] = Math.min(r, s);
        }
      }
    }
    int[] sizes = new int[n];
    int largest = -1;
    for (int c = 0; c < n; c++) {
      if (cells.state[c] == Cells.LEAF) {
        group[c] = root(group, c);
        sizes[group[c]]++;
      }
    }
    for (int c = 0; c < n; c++) {
      largest = sizes[c] > 0 && (largest < 0 || sizes[c] > sizes[largest]) ? c : largest;
    }
    int[][] leaves = new int[n][];
    List<int[]> parts = new ArrayList<>();
    int[] filled = new int[n];
    for (int c = 0; c < n; c++) {
      int r = group[c];
      if (cells.state[c] != Cells.LEAF || r == largest) {
        continue;
      }
      if (leaves[r] == null) {
        leaves[r] = new int[sizes[r]];
        parts.add(leaves[r]);
      }
      leaves[r][filled[r]++] = c;
    }
    return parts;
  }

  private static int root(int[] group, int c) {
    while (group[c] != c) {
      group[c] = group[group[c]];
      c = group[c];
    }
    return c;
  }
}
