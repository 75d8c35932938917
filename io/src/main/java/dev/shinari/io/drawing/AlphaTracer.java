package dev.shinari.io.drawing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Outlines of what is opaque in a picture, holes included: the lines along which alpha, taken at
 * pixel centers and linear between them, is one half.
 *
 * <pre>
 *   a cell of four pixel centers   1 -- 3     a crossing on each edge whose ends differ; lines
 *                                  |    |     run with the opaque side on their left
 *                                  0 -- 2
 * </pre>
 */
final class AlphaTracer {
  private static final double SLACK = 0.3; // pixels that a straightened outline may be off

  private final int width;
  private final int height;
  private final float[] alpha;
  private final int[] next; // crossing that follows a crossing
  private final double[] place;

  /**
   * @param alpha 0 to 1, rows from the bottom up
   */
  private AlphaTracer(int width, int height, float[] alpha) {
    this.width = width + 2;
    this.height = height + 2;
    this.alpha = new float[this.width * this.height];
    for (int y = 0; y < height; y++) {
      System.arraycopy(alpha, y * width, this.alpha, (y + 1) * this.width + 1, width);
    }
    next = new int[2 * this.width * this.height];
    Arrays.fill(next, -1);
    place = new double[2 * next.length];
  }

  /** Loops in pixels, y up, with (0, 0) at the picture's lower left corner. */
  static double[][] loops(int width, int height, float[] alpha) {
    return new AlphaTracer(width, height, alpha).trace();
  }

  private boolean in(int x, int y) {
    return alpha[y * width + x] >= 0.5f;
  }

  /** Crossing on the edge from (x, y) to the right (axis 0) or up (axis 1). */
  private int crossing(int x, int y, int axis) {
    int a = y * width + x, b = a + (axis == 0 ? 1 : width);
    int id = 2 * a + axis;
    double t = (0.5 - alpha[a]) / (alpha[b] - alpha[a]);
    place[2 * id] = x - 0.5 + (axis == 0 ? t : 0);
    place[2 * id + 1] = y - 0.5 + (axis == 1 ? t : 0);
    return id;
  }

  private double[][] trace() {
    for (int y = 0; y + 1 < height; y++) {
      for (int x = 0; x + 1 < width; x++) {
        cell(x, y);
      }
    }
    List<double[]> loops = new ArrayList<>();
    boolean[] done = new boolean[next.length];
    for (int s = 0; s < next.length; s++) {
      if (next[s] < 0 || done[s]) {
        continue;
      }
      int n = 0;
      double[] loop = new double[64];
      for (int k = s; !done[k]; k = next[k]) {
        done[k] = true;
        if (2 * n + 2 > loop.length) {
          loop = Arrays.copyOf(loop, 2 * loop.length);
        }
        loop[2 * n] = place[2 * k];
        loop[2 * n + 1] = place[2 * k + 1];
        n++;
      }
      double[] simple = straighten(Arrays.copyOf(loop, 2 * n));
      if (simple.length >= 6) {
        loops.add(simple);
      }
    }
    return loops.toArray(new double[0][]);
  }

  /** Lines of one cell, from the crossing where they come in to the one where they go out. */
  private void cell(int x, int y) {
    boolean a = in(x, y), b = in(x + 1, y), c = in(x + 1, y + 1), d = in(x, y + 1);
    // Walking the border counter-clockwise, a line comes in where the border goes from inside to
    // outside, and goes out at the next change: opaque corners between stay on its left.
    int[] id = new int[4];
    boolean[] falls = new boolean[4];
    int n = 0;
    boolean[] corner = {a, b, c, d};
    for (int k = 0; k < 4; k++) {
      boolean from = corner[k], to = corner[(k + 1) % 4];
      if (from != to) {
        id[n] =
            switch (k) {
              case 0 -> crossing(x, y, 0);
              case 1 -> crossing(x + 1, y, 1);
              case 2 -> crossing(x, y + 1, 0);
              default -> crossing(x, y, 1);
            };
        falls[n++] = from;
      }
    }
    for (int k = 0; k < n; k++) {
      if (falls[k]) {
        next[id[k]] = id[(k + 1) % n];
      }
    }
  }

  private static double length(double x, double y) {
    return Math.sqrt(x * x + y * y);
  }

  /** Leaves points out that are no further than the slack from the line between kept ones. */
  private static double[] straighten(double[] loop) {
    int n = loop.length / 2;
    boolean[] keep = new boolean[n];
    int far = 0;
    for (int i = 1; i < n; i++) {
      double d = length(loop[2 * i] - loop[0], loop[2 * i + 1] - loop[1]);
      far = d > length(loop[2 * far] - loop[0], loop[2 * far + 1] - loop[1]) ? i : far;
    }
    keep[0] = true;
    keep[far] = true;
    int[] stack = new int[2 * n + 4];
    int top = 0;
    stack[top++] = 0;
    stack[top++] = far;
    stack[top++] = far;
    stack[top++] = n;
    while (top > 0) {
      int to = stack[--top], from = stack[--top];
      int worst = -1;
      double most = SLACK;
      double ax = loop[2 * from], ay = loop[2 * from + 1];
      double ux = loop[2 * (to % n)] - ax, uy = loop[2 * (to % n) + 1] - ay;
      double way = length(ux, uy);
      for (int i = from + 1; i < to; i++) {
        double px = loop[2 * i] - ax, py = loop[2 * i + 1] - ay;
        double d = way > 0 ? Math.abs(px * uy - py * ux) / way : length(px, py);
        if (d > most) {
          most = d;
          worst = i;
        }
      }
      if (worst >= 0) {
        keep[worst] = true;
        stack[top++] = from;
        stack[top++] = worst;
        stack[top++] = worst;
        stack[top++] = to;
      }
    }
    double[] out = new double[2 * n];
    int m = 0;
    for (int i = 0; i < n; i++) {
      if (keep[i]) {
        out[m++] = loop[2 * i];
        out[m++] = loop[2 * i + 1];
      }
    }
    return Arrays.copyOf(out, m);
  }
}
