package dev.shinari.collide.soft;

import java.util.Arrays;

/**
 * Which bodies could touch: a sweep along x over the bodies' boxes, in columns of a grid over y and
 * z. A sweep alone meets, for each body, all others of its slice, n^(2/3) of a heap of n; a column
 * of the grid holds a few. A body stands in every column that its box reaches, and a pair counts in
 * the column where the overlap of its boxes begins, so once.
 *
 * <pre>
 *        z  +---+---+---+      columns of about two bodies each way,
 *           |   | +-+-+ |      at most 32 of them
 *           +---+-+-+-+-+
 *           |   | +-+-+ |      in each: bodies that the sweep has met and not yet left
 *           +---+---+---+  y
 * </pre>
 *
 * The order of the pairs depends on the boxes alone, never on what was asked before: by the place
 * of the first and then of the second along x.
 */
public final class BroadPhase {
  private static final int MOST_SIDE = 32;

  /** Side of a column in mean sizes of a box. */
  private static final double COLUMN = 1.5;

  /** In items: shifts of an insertion sort beyond which a merge sort is cheaper. */
  private static final int MOST_SHIFTS = 16;

  private int[] order = new int[0];
  private int[] merged = new int[0];
  private double[] margins = new double[0];
  private double[] low = new double[0];

  // The grid: where it begins, inverse sides of a column, numbers of columns.
  private double fromY;
  private double fromZ;
  private double perY;
  private double perZ;
  private double slack; // boxes that touch to the last digit share a column
  private int columnsY;
  private int columnsZ;

  // Bodies of each column that the sweep has not left yet.
  private int[][] active = new int[0][];
  private int[] actives = new int[0];

  private int[] found = new int[64]; // pairs as places along x, by the second one
  private int[] starts = new int[1];
  private int[] pairs = new int[64];
  private int size;
  private long tests;

  /**
   * Finds all pairs of boxes that overlap when grown by their radii and by the way that each body
   * makes at its fastest speed in the given time.
   */
  public void find(ContactSurface[] bodies, int count, float seconds) {
    if (order.length != count) {
      order = new int[count];
      merged = new int[count];
      Arrays.setAll(order, i -> i);
      margins = new double[count];
      low = new double[count];
      starts = new int[count + 1];
    }
    for (int i = 0; i < count; i++) {
      margins[i] = bodies[i].fixed ? 0 : (double) bodies[i].fastest * seconds;
      low[i] = bodies[i].minX - margins[i] - bodies[i].radius;
    }
    sort(count);
    layGrid(bodies, count);
    size = 0;
    tests = 0;
    for (int k = 0; k < count; k++) {
      sweep(bodies, k);
    }
    sortPairs(count);
  }

  /**
   * Sorts by the low end along x. The order is nearly sorted from the last time, which an insertion
   * sort likes best; where it is not (bodies are new, or overtake each other) a merge sort takes
   * over. Ties go by number, so both give the same order.
   */
  private void sort(int count) {
    long shifts = (long) MOST_SHIFTS * count;
    for (int k = 1; k < count; k++) {
      int item = order[k];
      int at = k;
      while (at > 0 && after(order[at - 1], item)) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = item;
      shifts -= k - at;
      if (shifts < 0) {
        mergeSort(count);
        return;
      }
    }
  }

  private void mergeSort(int count) {
    for (int run = 1; run < count; run *= 2) {
      for (int from = 0; from < count; from += 2 * run) {
        int middle = Math.min(from + run, count), to = Math.min(middle + run, count);
        int i = from, j = middle;
        for (int k = from; k < to; k++) {
          boolean first = i < middle && (j >= to || !after(order[i], order[j]));
          merged[k] = first ? order[i++] : order[j++];
        }
      }
      int[] sorted = merged;
      merged = order;
      order = sorted;
    }
  }

  /** Columns of about two bodies each way; infinite boxes and a few bodies get a single one. */
  private void layGrid(ContactSurface[] bodies, int count) {
    double minY = Double.POSITIVE_INFINITY, maxY = Double.NEGATIVE_INFINITY;
    double minZ = Double.POSITIVE_INFINITY, maxZ = Double.NEGATIVE_INFINITY;
    double sizeY = 0, sizeZ = 0;
    for (int i = 0; i < count; i++) {
      ContactSurface b = bodies[i];
      double m = margins[i] + b.radius;
      minY = Math.min(minY, b.minY - m);
      maxY = Math.max(maxY, b.maxY + m);
      minZ = Math.min(minZ, b.minZ - m);
      maxZ = Math.max(maxZ, b.maxZ + m);
      sizeY += b.maxY - b.minY + 2 * m;
      sizeZ += b.maxZ - b.minZ + 2 * m;
    }
    fromY = minY;
    fromZ = minZ;
    slack = 1e-9 * (Math.abs(minY) + Math.abs(maxY) + Math.abs(minZ) + Math.abs(maxZ));
    columnsY = columns(maxY - minY, sizeY, count);
    columnsZ = columns(maxZ - minZ, sizeZ, count);
    perY = columnsY == 1 ? 0 : columnsY / (maxY - minY);
    perZ = columnsZ == 1 ? 0 : columnsZ / (maxZ - minZ);
    int n = columnsY * columnsZ;
    if (active.length < n) {
      int had = active.length;
      active = Arrays.copyOf(active, n);
      actives = new int[n];
      for (int c = had; c < n; c++) {
        active[c] = new int[8];
      }
    }
    Arrays.fill(actives, 0, n, 0);
  }

  private static int columns(double range, double sizes, int count) {
    double wanted = range * count / (COLUMN * sizes);
    return wanted >= 2 && range < Double.POSITIVE_INFINITY
        ? (int) Math.min(MOST_SIDE, wanted)
        : 1; // and where anything is not a number
  }

  private static int column(double at, double from, double per, int n) {
    return per == 0 ? 0 : Math.max(0, Math.min(n - 1, (int) ((at - from) * per)));
  }

  /** The sweep reaches the k-th body along x. */
  private void sweep(ContactSurface[] bodies, int k) {
    int j = order[k];
    ContactSurface b = bodies[j];
    double m = margins[j] + b.radius;
    int y0 = column(b.minY - m, fromY, perY, columnsY);
    int y1 = column(b.maxY + m + slack, fromY, perY, columnsY);
    int z0 = column(b.minZ - m, fromZ, perZ, columnsZ);
    int z1 = column(b.maxZ + m + slack, fromZ, perZ, columnsZ);
    for (int y = y0; y <= y1; y++) {
      for (int z = z0; z <= z1; z++) {
        int c = y * columnsZ + z, kept = 0;
        int[] list = active[c];
        for (int e = 0; e < actives[c]; e++) {
          int place = list[e], i = order[place];
          ContactSurface a = bodies[i];
          double ma = margins[i] + a.radius;
          if (!(low[j] <= a.maxX + margins[i] + a.radius)) {
            continue; // the sweep has left it
          }
          list[kept++] = place;
          tests++;
          if (y == Math.max(y0, column(a.minY - ma, fromY, perY, columnsY))
              && z == Math.max(z0, column(a.minZ - ma, fromZ, perZ, columnsZ))
              && a.overlaps(b, margins[i] + margins[j])) {
            if (2 * size + 2 > found.length) {
              found = Arrays.copyOf(found, 2 * found.length);
            }
            found[2 * size] = place;
            found[2 * size + 1] = k;
            size++;
          }
        }
        if (kept == list.length) {
          active[c] = list = Arrays.copyOf(list, 2 * kept);
        }
        list[kept++] = k;
        actives[c] = kept;
      }
    }
  }

  /** By the first one's place; they come by the second one's, so counting is enough. */
  private void sortPairs(int count) {
    Arrays.fill(starts, 0);
    for (int p = 0; p < size; p++) {
      starts[found[2 * p] + 1]++;
    }
    for (int k = 0; k < count; k++) {
      starts[k + 1] += starts[k];
    }
    if (pairs.length < 2 * size) {
      pairs = new int[found.length];
    }
    for (int p = 0; p < size; p++) {
      int i = order[found[2 * p]], j = order[found[2 * p + 1]];
      int at = starts[found[2 * p]]++;
      pairs[2 * at] = Math.min(i, j);
      pairs[2 * at + 1] = Math.max(i, j);
    }
  }

  private boolean after(int i, int j) {
    return low[i] > low[j] || (low[i] == low[j] && i > j);
  }

  public int pairCount() {
    return size;
  }

  /** How many pairs of boxes the last call looked at. */
  public long testCount() {
    return tests;
  }

  /** The lower of the two numbers of a pair. */
  public int first(int pair) {
    return pairs[2 * pair];
  }

  public int second(int pair) {
    return pairs[2 * pair + 1];
  }
}
