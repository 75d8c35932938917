package dev.shinari.lattice;

import java.util.ArrayList;
import java.util.List;

/**
 * Sorts the loops of an outline into parts that do not touch each other: each outer loop with the
 * holes in it. A loop in a hole is a part again. Loops that cross each other belong to one part.
 */
final class OutlineParts {
  private static final long MAX_PAIRS = 20_000_000;

  private final double[][] loops; // those with three points or more
  private final double[] boxes; // minX, minY, maxX, maxY a loop
  private final int[] partOf;
  private final int count;

  OutlineParts(double[][] all) {
    List<double[]> kept = new ArrayList<>();
    for (double[] l : all) {
      if (l.length >= 6) {
        kept.add(l);
      }
    }
    loops = kept.toArray(new double[0][]);
    int n = loops.length;
    boxes = new double[4 * n];
    for (int k = 0; k < n; k++) {
      box(k);
    }
    int[] owner = new int[n];
    for (int k = 0; k < n; k++) {
      owner[k] = k;
    }
    long[] pairs = {0};
    int[] inside = new int[n];
    for (int k = 0; k < n; k++) {
      int depth = 0, around = -1;
      for (int o = 0; o < n; o++) {
        if (o == k) {
          continue;
        }
        if (o < k && overlap(k, o) && cross(loops[k], loops[o], pairs)) {
          join(owner, k, o);
        }
        if (holds(o, loops[k][0], loops[k][1])) {
          depth++;
          around = around < 0 || size(o) < size(around) ? o : around;
        }
      }
      inside[k] = (depth & 1) == 1 ? around : -1;
    }
    for (int k = 0; k < n; k++) {
      if (inside[k] >= 0) {
        join(owner, k, inside[k]);
      }
    }
    partOf = new int[n];
    int[] number = new int[n];
    int parts = 0;
    for (int k = 0; k < n; k++) { // in the order of the loops
      int root = root(owner, k);
      if (number[root] == 0) {
        number[root] = ++parts;
      }
      partOf[k] = number[root] - 1;
    }
    count = parts;
  }

  int count() {
    return count;
  }

  /** The loops of a part. */
  double[][] part(int p) {
    List<double[]> out = new ArrayList<>();
    for (int k = 0; k < loops.length; k++) {
      if (partOf[k] == p) {
        out.add(loops[k]);
      }
    }
    return out.toArray(new double[0][]);
  }

  private void box(int k) {
    boxes[4 * k] = boxes[4 * k + 1] = Double.POSITIVE_INFINITY;
    boxes[4 * k + 2] = boxes[4 * k + 3] = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < loops[k].length; i++) {
      int axis = i & 1;
      boxes[4 * k + axis] = Math.min(boxes[4 * k + axis], loops[k][i]);
      boxes[4 * k + 2 + axis] = Math.max(boxes[4 * k + 2 + axis], loops[k][i]);
    }
  }

  private double size(int k) {
    return (boxes[4 * k + 2] - boxes[4 * k]) * (boxes[4 * k + 3] - boxes[4 * k + 1]);
  }

  private boolean overlap(int a, int b) {
    return boxes[4 * a] <= boxes[4 * b + 2]
        && boxes[4 * b] <= boxes[4 * a + 2]
        && boxes[4 * a + 1] <= boxes[4 * b + 3]
        && boxes[4 * b + 1] <= boxes[4 * a + 3];
  }

  private boolean holds(int k, double x, double y) {
    if (x < boxes[4 * k] || y < boxes[4 * k + 1] || x > boxes[4 * k + 2] || y > boxes[4 * k + 3]) {
      return false;
    }
    double[] l = loops[k];
    boolean in = false;
    for (int i = 0, j = l.length - 2; i < l.length; j = i, i += 2) {
      if (l[i + 1] <= y != l[j + 1] <= y) {
        in ^= l[j] + (y - l[j + 1]) / (l[i + 1] - l[j + 1]) * (l[i] - l[j]) > x;
      }
    }
    return in;
  }

  /** Whether two loops cross; after very many pairs of lines they are taken not to. */
  private static boolean cross(double[] a, double[] b, long[] pairs) {
    for (int i = 0; i < a.length && pairs[0] < MAX_PAIRS; i += 2) {
      int j = (i + 2) % a.length;
      double lowX = Math.min(a[i], a[j]), highX = Math.max(a[i], a[j]);
      double lowY = Math.min(a[i + 1], a[j + 1]), highY = Math.max(a[i + 1], a[j + 1]);
      pairs[0] += b.length / 2;
      for (int k = 0; k < b.length; k += 2) {
        int m = (k + 2) % b.length;
        if (Math.max(b[k], b[m]) < lowX
            || Math.min(b[k], b[m]) > highX
            || Math.max(b[k + 1], b[m + 1]) < lowY
            || Math.min(b[k + 1], b[m + 1]) > highY) {
          continue;
        }
        double p = side(a[i], a[i + 1], a[j], a[j + 1], b[k], b[k + 1]);
        double q = side(a[i], a[i + 1], a[j], a[j + 1], b[m], b[m + 1]);
        double r = side(b[k], b[k + 1], b[m], b[m + 1], a[i], a[i + 1]);
        double s = side(b[k], b[k + 1], b[m], b[m + 1], a[j], a[j + 1]);
        if (p * q <= 0 && r * s <= 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static double side(double ax, double ay, double bx, double by, double x, double y) {
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  }

  private static int root(int[] owner, int k) {
    int r = k;
    while (owner[r] != r) {
      owner[r] = owner[owner[r]];
      r = owner[r];
    }
    return r;
  }

  private static void join(int[] owner, int a, int b) {
    int p = root(owner, a), q = root(owner, b);
    owner[Math.max(p, q)] = Math.min(p, q);
  }
}
