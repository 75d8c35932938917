package dev.shinari.collide;

import java.util.Arrays;

/**
 * Which bodies could touch: sweep along x over the bodies' boxes. The order of the pairs depends on
 * the boxes alone, never on what was asked before.
 */
public final class BroadPhase {
  private int[] order = new int[0];
  private double[] margins = new double[0];
  private double[] low = new double[0];
  private int[] pairs = new int[64];
  private int size;

  /**
   * Finds all pairs of boxes that overlap when grown by their radii and by the way that each body
   * makes at its fastest speed in the given time.
   */
  public void find(ContactSurface[] bodies, int count, float seconds) {
    if (order.length != count) {
      order = new int[count];
      Arrays.setAll(order, i -> i);
      margins = new double[count];
      low = new double[count];
    }
    for (int i = 0; i < count; i++) {
      margins[i] = bodies[i].fixed ? 0 : (double) bodies[i].fastest * seconds;
      low[i] = bodies[i].minX - margins[i] - bodies[i].radius;
    }
    for (int k = 1; k < count; k++) { // nearly sorted from the last time
      int item = order[k];
      int at = k;
      while (at > 0 && after(order[at - 1], item)) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = item;
    }
    size = 0;
    for (int k = 0; k < count; k++) {
      int i = order[k];
      double end = bodies[i].maxX + margins[i] + bodies[i].radius;
      for (int m = k + 1; m < count && low[order[m]] <= end; m++) {
        int j = order[m];
        if (bodies[i].overlaps(bodies[j], margins[i] + margins[j])) {
          add(Math.min(i, j), Math.max(i, j));
        }
      }
    }
  }

  private boolean after(int i, int j) {
    return low[i] > low[j] || (low[i] == low[j] && i > j);
  }

  private void add(int i, int j) {
    if (2 * size + 2 > pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * pairs.length);
    }
    pairs[2 * size] = i;
    pairs[2 * size + 1] = j;
    size++;
  }

  public int pairCount() {
    return size;
  }

  /** The lower of the two numbers of a pair. */
  public int first(int pair) {
    return pairs[2 * pair];
  }

  public int second(int pair) {
    return pairs[2 * pair + 1];
  }
}
