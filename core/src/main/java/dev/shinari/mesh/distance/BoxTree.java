package dev.shinari.mesh.distance;

import java.util.Arrays;

/**
 * A binary tree of boxes over triangles or tetrahedra. Nodes are split in the middle of the longest
 * side of their centroids' box, so that they stay compact; children follow their parent, so that a
 * loop from the last node to the first meets children before parents.
 *
 * <pre>
 *   inner node n:  children left[n] and left[n] + 1
 *   leaf n:        left[n] = -1, items order[start[n]] to order[end[n] - 1]
 * </pre>
 */
public final class BoxTree {
  /** Deepest level at which a split may be lopsided; below it items are halved by number. */
  private static final int DEEPEST = 40;

  final float[] p;
  final int[] items;
  final int corners;
  final int[] order;
  int[] left;
  int[] start;
  int[] end;

  /** 6 a node: min x, y, z, max x, y, z. */
  float[] box;

  int nodes;
  private final float[] center;
  private final int leafSize;

  /**
   * @param items vertex numbers, {@code corners} an item
   */
  public BoxTree(float[] p, int[] items, int corners, int leafSize) {
    this.p = p;
    this.items = items;
    this.corners = corners;
    this.leafSize = leafSize;
    int count = items.length / corners;
    order = new int[count];
    center = new float[3 * count];
    for (int t = 0; t < count; t++) {
      order[t] = t;
      for (int x = 0; x < 3; x++) {
        float low = Float.POSITIVE_INFINITY, high = Float.NEGATIVE_INFINITY;
        for (int c = 0; c < corners; c++) {
          float v = p[3 * items[corners * t + c] + x];
          low = Math.min(low, v);
          high = Math.max(high, v);
        }
        center[3 * t + x] = 0.5f * low + 0.5f * high;
      }
    }
    int guess = Math.max(1, 2 * count / leafSize + 1);
    left = new int[guess];
    start = new int[guess];
    end = new int[guess];
    addNode(0, count);
    split(0, 0);
    box = new float[6 * nodes];
    for (int n = nodes - 1; n >= 0; n--) {
      measure(n);
    }
  }

  private int addNode(int from, int to) {
    if (nodes == left.length) {
      int size = 2 * nodes;
      left = Arrays.copyOf(left, size);
      start = Arrays.copyOf(start, size);
      end = Arrays.copyOf(end, size);
    }
    left[nodes] = -1;
    start[nodes] = from;
    end[nodes] = to;
    return nodes++;
  }

  private void split(int n, int depth) {
    int from = start[n], to = end[n];
    if (to - from <= leafSize) {
      return;
    }
    int axis = 0;
    float widest = -1, middle = 0;
    for (int x = 0; x < 3; x++) {
      float low = Float.POSITIVE_INFINITY, high = Float.NEGATIVE_INFINITY;
      for (int i = from; i < to; i++) {
        float v = center[3 * order[i] + x];
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
      if (high - low > widest) {
        widest = high - low;
        axis = x;
        middle = 0.5f * low + 0.5f * high;
      }
    }
    int cut = from;
    if (depth < DEEPEST) {
      for (int i = from; i < to; i++) {
        if (center[3 * order[i] + axis] < middle) {
          int swap = order[i];
          order[i] = order[cut];
          order[cut++] = swap;
        }
      }
    }
    if (cut == from || cut == to) {
      cut = (from + to) >>> 1; // all centers alike
    }
    int child = addNode(from, cut);
    addNode(cut, to);
    left[n] = child;
    split(child, depth + 1);
    split(child + 1, depth + 1);
  }

  private void measure(int n) {
    for (int x = 0; x < 3; x++) {
      float low = Float.POSITIVE_INFINITY, high = Float.NEGATIVE_INFINITY;
      if (left[n] >= 0) {
        int a = 6 * left[n] + x, b = a + 6;
        low = Math.min(box[a], box[b]);
        high = Math.max(box[a + 3], box[b + 3]);
      } else {
        for (int i = start[n]; i < end[n]; i++) {
          for (int c = 0; c < corners; c++) {
            float v = p[3 * items[corners * order[i] + c] + x];
            low = Math.min(low, v);
            high = Math.max(high, v);
          }
        }
      }
      box[6 * n + x] = low;
      box[6 * n + x + 3] = high;
    }
  }

  /** Squared distance of q to the box of node n; 0 inside. */
  double distanceSquared(int n, double qx, double qy, double qz) {
    int b = 6 * n;
    double x = Math.max(0, Math.max(box[b] - qx, qx - box[b + 3]));
    double y = Math.max(0, Math.max(box[b + 1] - qy, qy - box[b + 4]));
    double z = Math.max(0, Math.max(box[b + 2] - qz, qz - box[b + 5]));
    return x * x + y * y + z * z;
  }

  /** Squared distance of q to an item. */
  public interface Measure {
    double distanceSquared(int item);
  }

  /**
   * The item nearest to q among those nearer than the given squared distance, or -1. On a tie the
   * first that the fixed order of the search meets.
   */
  public int nearest(double qx, double qy, double qz, double within, Measure measure) {
    return nearest(qx, qy, qz, within, 1, measure);
  }

  /**
   * As above, but content with an item whose squared distance is at most {@code 1 / slack} times
   * the least: in the middle of a round surface all items are nearly alike, and exactness would ask
   * every one of them.
   */
  int nearest(double qx, double qy, double qz, double within, double slack, Measure measure) {
    int found = -1;
    double best = within;
    int[] stack = new int[2 * DEEPEST + 64];
    double[] near = new double[stack.length];
    int top = 0;
    near[top] = distanceSquared(0, qx, qy, qz);
    stack[top++] = 0;
    while (top > 0) {
      int n = stack[--top];
      if (near[top] >= slack * best) {
        continue;
      }
      if (left[n] < 0) {
        for (int i = start[n]; i < end[n]; i++) {
          double d = measure.distanceSquared(order[i]);
          if (d < best) {
            best = d;
            found = order[i];
          }
        }
        if (best == 0) {
          break; // inside of it: nothing is nearer
        }
        continue;
      }
      int a = left[n], b = a + 1;
      double da = distanceSquared(a, qx, qy, qz), db = distanceSquared(b, qx, qy, qz);
      boolean first = da <= db;
      near[top] = first ? db : da;
      stack[top++] = first ? b : a;
      near[top] = first ? da : db;
      stack[top++] = first ? a : b;
    }
    return found;
  }
}
