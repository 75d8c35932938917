package dev.shinari.io.drawing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Outlines of what is opaque in a picture, holes included: the lines along which alpha, taken at
 * pixel centers and linear between them, has a given value. Where a picture has soft edges they are
 * right to a small part of a pixel.
 *
 * <pre>
 *   a cell of four pixel centers   3 -2- 2     corners 0 to 3 and edges 0 to 3, y up; a line comes
 *   with its edges                 3     1     in over an edge whose first corner is opaque and
 *                                  0 -0- 1     whose second is not: opaque corners are on its left
 * </pre>
 */
final class AlphaTracer {
  /** Pixels that a straightened outline may be off: with soft edges, and with hard ones. */
  private static final double SOFT_SLACK = 0.25;

  private static final double HARD_SLACK = 0.6;

  /** Loops that enclose less of the picture than this are specks. */
  private static final double SPECK = 1e-5;

  /** A drawing has not so many corners; noise has. */
  private static final int MAX_POINTS = 8_000_000;

  private static final int MAX_CORNERS = 100_000;

  /** Points that are straightened together; bounds what the worst outline costs. */
  private static final int RUN = 2000;

  private final int width; // of the samples: one row and column of zeros around the picture
  private final int height;
  private final float[] alpha;
  private final float level;
  private final double slack;
  private final BitSet done = new BitSet(); // crossings of level edges, by the edge's left end
  private double[] line = new double[1024];
  private int count;

  private AlphaTracer(PixelGrid picture, float level) {
    width = picture.width() + 2;
    height = picture.height() + 2;
    float[] a = new float[width * height];
    for (int y = 0; y < picture.height(); y++) {
      for (int x = 0; x < picture.width(); x++) {
        a[(picture.height() - y) * width + x + 1] = picture.alpha(x, y) / 255f;
      }
    }
    boolean hard = isHard(a, level);
    alpha = hard ? softened(a) : a;
    this.level = level;
    slack = hard ? HARD_SLACK : SOFT_SLACK;
  }

  /**
   * Traces a picture.
   *
   * @param level alpha of the outline, 0 to 1
   * @return loops in pixels, y up, with (0, 0) at the picture's lower left corner; what is opaque
   *     is on their left
   */
  static double[][] loops(PixelGrid picture, float level) {
    return new AlphaTracer(picture, level).trace();
  }

  /** Whether pixels are either opaque or not along most of the outline. */
  private boolean isHard(float[] a, float at) {
    int sharp = 0, all = 0;
    for (int i = 0; i + width < a.length; i++) {
      for (int k = 0; k < 2; k++) {
        float p = a[i], q = a[k == 0 ? i + 1 : i + width];
        if (p >= at != q >= at) {
          all++;
          sharp += Math.abs(p - q) > 0.9f ? 1 : 0;
        }
      }
    }
    return sharp > 0.7 * all;
  }

  /** Weights 1, 2, 1 along both axes: stairs become slopes. */
  private float[] softened(float[] a) {
    float[] rows = a.clone(), out = a.clone();
    for (int i = 1; i + 1 < a.length; i++) {
      rows[i] = 0.25f * (a[i - 1] + 2 * a[i] + a[i + 1]);
    }
    for (int i = width; i + width < a.length; i++) {
      out[i] = 0.25f * (rows[i - width] + 2 * rows[i] + rows[i + width]);
    }
    for (int y = 0; y < height; y++) { // the border stays clear, so that all loops close
      out[y * width] = 0;
      out[y * width + width - 1] = 0;
    }
    Arrays.fill(out, 0, width, 0);
    Arrays.fill(out, out.length - width, out.length, 0);
    return out;
  }

  private boolean in(int at) {
    return alpha[at] >= level;
  }

  private double[][] trace() {
    List<double[]> loops = new ArrayList<>();
    long points = 0;
    int corners = 0;
    double pixels = (double) width * height;
    double speck = Math.max(SPECK * pixels, Math.min(3, 10 * SPECK * pixels));
    for (int y = 1; y + 1 < height; y++) {
      for (int x = 0; x + 1 < width; x++) {
        int at = y * width + x;
        if (in(at) == in(at + 1) || done.get(at)) {
          continue;
        }
        // The line comes into the cell above the edge, or into the one below.
        follow(x, in(at) ? y : y - 1, in(at) ? 0 : 2);
        points += count;
        double[] loop = straightened();
        if (loop.length >= 6 && Math.abs(area(loop)) > speck) {
          loops.add(loop);
          corners += loop.length / 2;
        }
        if (points > MAX_POINTS || corners > MAX_CORNERS) {
          throw new IllegalArgumentException(
              "a picture whose outline has more than "
                  + MAX_CORNERS
                  + " corners; smooth it, or raise the threshold");
        }
      }
    }
    return loops.toArray(new double[0][]);
  }

  private static double area(double[] l) {
    double sum = 0;
    for (int i = 0; i < l.length; i += 2) {
      int j = (i + 2) % l.length;
      sum += 0.5 * (l[i] * l[j + 1] - l[j] * l[i + 1]);
    }
    return sum;
  }

  /** Collects the line that comes into a cell over an edge, once around. */
  private void follow(int startX, int startY, int startEdge) {
    count = 0;
    int x = startX, y = startY, edge = startEdge;
    do {
      if (edge == 0 || edge == 2) {
        done.set((edge == 0 ? y : y + 1) * width + x);
      }
      crossing(x, y, edge);
      int leave = leave(x, y, edge);
      x += leave == 1 ? 1 : leave == 3 ? -1 : 0;
      y += leave == 2 ? 1 : leave == 0 ? -1 : 0;
      edge = leave + 2 & 3;
    } while (x != startX || y != startY || edge != startEdge);
  }

  private int corner(int x, int y, int k) {
    return (y + (k >> 1 & 1)) * width + x + (k == 1 || k == 2 ? 1 : 0);
  }

  /** The edge over which a line leaves a cell. */
  private int leave(int x, int y, int edge) {
    int rises = 0, next = -1, last = -1;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
      int e = edge + k & 3;
      sum += alpha[corner(x, y, e)];
      if (!in(corner(x, y, e)) && in(corner(x, y, e + 1 & 3))) {
        rises++;
        next = next < 0 ? e : next;
        last = e;
      }
    }
    // Two opaque corners across: joined if the middle of the cell is opaque too.
    return rises < 2 || sum >= 4 * level ? next : last;
  }

  private void crossing(int x, int y, int edge) {
    int a = corner(x, y, edge), b = corner(x, y, edge + 1 & 3);
    double t = (level - alpha[a]) / ((double) alpha[b] - alpha[a]);
    if (2 * count + 2 > line.length) {
      line = Arrays.copyOf(line, 2 * line.length);
    }
    line[2 * count] = a % width + t * (b % width - a % width) - 0.5;
    line[2 * count + 1] = a / width + t * (b / width - a / width) - 0.5;
    count++;
  }

  private static double length(double x, double y) {
    return Math.sqrt(x * x + y * y);
  }

  /** Leaves points out that are no further than the slack from the line between kept ones. */
  private double[] straightened() {
    int n = count;
    boolean[] keep = new boolean[n];
    int far = 0;
    for (int i = 1; i < n; i++) {
      double d = length(line[2 * i] - line[0], line[2 * i + 1] - line[1]);
      far = d > length(line[2 * far] - line[0], line[2 * far + 1] - line[1]) ? i : far;
    }
    int[] stack = new int[2 * n + 8];
    for (int from = 0; from < n; ) {
      int to = Math.min(from + RUN, from < far ? far : n);
      keep[from] = true;
      split(from, to, keep, stack);
      from = to;
    }
    double[] out = new double[2 * n];
    int m = 0;
    for (int i = 0; i < n; i++) {
      if (keep[i]) {
        out[m++] = line[2 * i];
        out[m++] = line[2 * i + 1];
      }
    }
    return Arrays.copyOf(out, m);
  }

  private void split(int first, int end, boolean[] keep, int[] stack) {
    int top = 0;
    stack[top++] = first;
    stack[top++] = end;
    while (top > 0) {
      int to = stack[--top], from = stack[--top];
      int worst = -1;
      double most = slack;
      double ax = line[2 * from], ay = line[2 * from + 1];
      double ux = line[2 * (to % count)] - ax, uy = line[2 * (to % count) + 1] - ay;
      double way = length(ux, uy);
      for (int i = from + 1; i < to; i++) {
        double px = line[2 * i] - ax, py = line[2 * i + 1] - ay;
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
  }
}
