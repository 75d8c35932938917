package dev.shinari.lattice.adaptive;

import java.util.Arrays;

/**
 * The boundary of a lattice over its particles: faces of cells beyond which nothing is or nothing
 * holds on. Of a solid they are the triangles of a closed surface; of a flat lattice the edges of
 * its outline, each with an inner particle.
 *
 * <p>Where small cells hold on to a part of a large face, the rest of it is open, quarter by
 * quarter. Hanging particles are corners too, so that faces of cells of different size have the
 * same edges where they meet.
 */
final class LatticeBoundary {
  private static final int[] RING_A = {0, 2, 2, 0}; // corners of a face, counter-clockwise outside
  private static final int[] RING_B = {0, 0, 2, 2};

  private final Cells cells;
  private int[] out = new int[1024];
  private int n;
  private final boolean[] open = new boolean[4];
  private final int[] ring = new int[8];

  private LatticeBoundary(Cells cells) {
    this.cells = cells;
  }

  /** Three particles a triangle, counter-clockwise outside; flat: two ends and an inner one. */
  static int[] of(Cells cells) {
    LatticeBoundary b = new LatticeBoundary(cells);
    for (int c = 0; c < cells.end; c++) {
      for (int dir = 0; dir < cells.faces && cells.state[c] == Cells.LEAF; dir++) {
        if (b.findOpen(c, dir)) {
          if (cells.dim == 2) {
            b.edge(c, dir);
          } else {
            b.face(c, dir);
          }
        }
      }
    }
    return Arrays.copyOf(b.out, b.n);
  }

  /** Which quarters (flat: halves) of a face are open; whether any is. */
  private boolean findOpen(int c, int dir) {
    int beyond = cells.near[cells.faces * c + dir];
    if (beyond >= 0) {
      return false;
    }
    beyond = cells.isTorn(c, dir) ? -1 : cells.beyond(c, dir);
    boolean any = false;
    int s = cells.size(c), half = s / 2, axis = dir >> 1;
    for (int k = 0; k < cells.corners / 2; k++) {
      open[k] = true;
      if (beyond == Cells.SMALLER) {
        int along = cells.dim == 2 ? k * half : RING_A[k] / 2 * half;
        int across = RING_B[k] / 2 * half;
        int away = (dir & 1) == 1 ? s : -half;
        int x =
            cells.x[c] + (axis == 0 ? away : axis == 2 ? along : cells.dim == 2 ? along : across);
        int y = cells.y[c] + (axis == 1 ? away : axis == 0 ? along : across);
        int z = cells.z[c] + (cells.dim == 2 ? 0 : axis == 2 ? away : axis == 1 ? along : across);
        int b = cells.find(x, y, z, cells.level[c] + 1);
        open[k] = b < 0 || cells.isTorn(b, dir ^ 1);
      }
      any |= open[k];
    }
    return any;
  }

  private void add(int i, int j, int k) {
    if (n + 3 > out.length) {
      out = Arrays.copyOf(out, 2 * out.length);
    }
    out[n++] = i;
    out[n++] = j;
    out[n++] = k;
  }

  private void edge(int c, int dir) {
    int axis = dir >> 1, side = 2 * (dir & 1), step = axis == 0 ? 3 : 1;
    int first = cells.slots * c + (axis == 0 ? side : 3 * side);
    int low = cells.slot[first],
        mid = cells.slot[first + step],
        high = cells.slot[first + 2 * step];
    int inner = cells.slot[first + (axis == 0 ? 2 - 2 * side : 6 - 6 * side)];
    // With the body on the left: up on the right side, leftwards on the upper one.
    boolean forth = axis == 0 == (side == 2);
    if (mid < 0) {
      add(forth ? low : high, forth ? high : low, inner);
      return;
    }
    if (open[0]) {
      add(forth ? low : mid, forth ? mid : low, inner);
    }
    if (open[1]) {
      add(forth ? mid : high, forth ? high : mid, inner);
    }
  }

  private int slot(int c, int dir, int i, int j) {
    int axis = dir >> 1, side = 2 * (dir & 1);
    int x = axis == 0 ? side : axis == 1 ? j : i;
    int y = axis == 1 ? side : axis == 2 ? j : i;
    int z = axis == 2 ? side : axis == 0 ? j : i;
    return cells.slot[cells.slots * c + x + 3 * y + 9 * z];
  }

  private void face(int c, int dir) {
    boolean forth = (dir & 1) == 1;
    int center = slot(c, dir, 1, 1);
    int count = 0, from = 0;
    for (int k = 0; k < 4; k++) {
      int l = (k + 1) % 4;
      int a = slot(c, dir, RING_A[k], RING_B[k]), b = slot(c, dir, RING_A[l], RING_B[l]);
      int mid = slot(c, dir, (RING_A[k] + RING_A[l]) / 2, (RING_B[k] + RING_B[l]) / 2);
      if (center >= 0 && mid >= 0) {
        if (open[k]) {
          triangle(a, mid, center, forth);
        }
        if (open[l]) {
          triangle(mid, b, center, forth);
        }
      } else if (center >= 0) {
        triangle(a, b, center, forth);
      }
      ring[count++] = a;
      if (mid >= 0) {
        from = count;
        ring[count++] = mid;
      }
    }
    // From a hanging particle where there is one, so that no triangle is a line.
    for (int k = 1; k + 1 < count && center < 0; k++) {
      triangle(ring[from], ring[(from + k) % count], ring[(from + k + 1) % count], forth);
    }
  }

  private void triangle(int a, int b, int c, boolean forth) {
    add(a, forth ? b : c, forth ? c : b);
  }
}
