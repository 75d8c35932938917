package dev.shinari.lattice;

import java.util.Arrays;

/**
 * Where a point of a cell stands as a weighted sum of the cell's particles. Each quarter (eighth)
 * of the cell is interpolated linearly between its own slots, and goes on so beyond its sides; a
 * slot without a particle counts as the mean of the corners around it. On a side that two cells
 * share, both give the same place.
 */
final class SlotWeights {
  private SlotWeights() {}

  /**
   * @param slots particles of the cell's slots from {@code at} on, -1 for none
   * @param a place in the cell, 0 to 2 on each axis; less and more is outside of it
   * @param w receives the weights, one a slot
   */
  static void at(int dim, int[] slots, int at, double a, double b, double c, double[] w) {
    Arrays.fill(w, 0);
    int i = a < 1 ? 0 : 1, j = b < 1 ? 0 : 1, k = dim == 2 || c < 1 ? 0 : 1;
    double u = a - i, v = b - j, t = dim == 2 ? 0 : c - k;
    for (int n = 0; n < 1 << dim; n++) {
      double part =
          ((n & 1) == 0 ? 1 - u : u)
              * ((n >> 1 & 1) == 0 ? 1 - v : v)
              * (dim == 2 ? 1 : n >> 2 == 0 ? 1 - t : t);
      if (part != 0) {
        int x = i + (n & 1), y = j + (n >> 1 & 1), z = k + (n >> 2);
        int s = x + 3 * y + 9 * z;
        if (slots[at + s] >= 0) {
          w[s] += part;
        } else {
          spread(dim, x, y, z, part, w);
        }
      }
    }
  }

  /** Gives the weight of an empty slot to the corners around it. */
  private static void spread(int dim, int x, int y, int z, double part, double[] w) {
    int corners = (x == 1 ? 2 : 1) * (y == 1 ? 2 : 1) * (dim == 3 && z == 1 ? 2 : 1);
    for (int k = 0; k < 1 << dim; k++) {
      int cx = 2 * (k & 1), cy = 2 * (k >> 1 & 1), cz = 2 * (k >> 2);
      if ((x == 1 || x == cx) && (y == 1 || y == cy) && (dim == 2 || z == 1 || z == cz)) {
        w[cx + 3 * cy + 9 * cz] += part / corners;
      }
    }
  }
}
