package dev.shinari.mesh;

import java.util.Arrays;

/**
 * Fills what closed lines enclose inside a square, by the even-odd rule, with convex polygons: the
 * square is cut into slabs at every corner and crossing of the lines, in each slab the lines are in
 * order from left to right, and between every other pair of them lies a trapezoid.
 *
 * <pre>
 *   v1 +--------/--+     lines that pass on the left count as if they ran along the left side,
 *      |  in   /   |     so that their number tells whether the slab begins inside
 *   v0 +------/----+
 * </pre>
 */
public final class RegionFill {
  /** Receives convex polygons, counter-clockwise: u, v, u, v, ... */
  public interface Sink {
    void polygon(double[] uv, int corners);
  }

  private double[] lines = new double[64]; // u0, v0, u1, v1 with v0 < v1
  private int n;
  private double[] cuts = new double[64];
  private int cutCount;
  private final double[] corner = new double[16];
  private Box box;

  /**
   * What is filled at most.
   *
   * @param midU a place on the lower and upper side that must be a corner, or NaN
   * @param midV a place on the left and right side that must be a corner, or NaN
   */
  public record Box(double u0, double v0, double u1, double v1, double midU, double midV) {
    public Box(double u0, double v0, double u1, double v1) {
      this(u0, v0, u1, v1, Double.NaN, Double.NaN);
    }
  }

  /**
   * @param segments u0, v0, u1, v1, ... of closed lines
   */
  public void fill(double[] segments, int count, Box within, Sink sink) {
    box = within;
    n = 0;
    cutCount = 0;
    cut(box.v0);
    cut(box.v1);
    if (!Double.isNaN(box.midV)) {
      cut(box.midV);
    }
    for (int k = 0; k < count; k++) {
      add(segments[4 * k], segments[4 * k + 1], segments[4 * k + 2], segments[4 * k + 3]);
    }
    crossings();
    Arrays.sort(cuts, 0, cutCount);
    for (int k = 0; k + 1 < cutCount; k++) {
      if (cuts[k + 1] - cuts[k] > 1e-9 * (box.v1 - box.v0)) {
        slab(cuts[k], cuts[k + 1], sink);
      }
    }
  }

  private void cut(double v) {
    if (cutCount == cuts.length) {
      cuts = Arrays.copyOf(cuts, 2 * cutCount);
    }
    cuts[cutCount++] = v;
  }

  /** Keeps the part of a line between v0 and v1, bent onto the left and right sides. */
  private void add(double au, double av, double bu, double bv) {
    double u0 = box.u0, v0 = box.v0, u1 = box.u1, v1 = box.v1;
    if (av > bv) {
      double t = au;
      au = bu;
      bu = t;
      t = av;
      av = bv;
      bv = t;
    }
    if (av >= v1 || bv <= v0 || av == bv) {
      return;
    }
    double slope = (bu - au) / (bv - av);
    if (bv > v1) {
      bu = au + slope * (v1 - av);
      bv = v1;
    }
    if (av < v0) {
      au += slope * (v0 - av);
      av = v0;
    }
    double[] at = {av, Double.NaN, Double.NaN, bv};
    int m = 1;
    double enter = slope == 0 ? Double.NaN : av + (u0 - au) / slope;
    double leave = slope == 0 ? Double.NaN : av + (u1 - au) / slope;
    double first = Math.min(enter, leave), second = Math.max(enter, leave);
    for (double v : new double[] {first, second}) {
      if (v > at[m - 1] && v < bv) {
        at[m++] = v;
      }
    }
    at[m++] = bv;
    for (int k = 0; k + 1 < m; k++) {
      if (4 * n + 4 > lines.length) {
        lines = Arrays.copyOf(lines, 2 * lines.length);
      }
      lines[4 * n] = Math.max(u0, Math.min(u1, au + slope * (at[k] - av)));
      lines[4 * n + 1] = at[k];
      lines[4 * n + 2] = Math.max(u0, Math.min(u1, au + slope * (at[k + 1] - av)));
      lines[4 * n + 3] = at[k + 1];
      cut(at[k]);
      cut(at[k + 1]);
      n++;
    }
  }

  /** Lines that cross inside: self-crossing outlines are cut where they do. */
  private void crossings() {
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < a; b++) {
        double low = Math.max(lines[4 * a + 1], lines[4 * b + 1]);
        double high = Math.min(lines[4 * a + 3], lines[4 * b + 3]);
        if (!(high > low)) {
          continue;
        }
        double dl = at(a, low) - at(b, low), dh = at(a, high) - at(b, high);
        if (dl * dh < 0) {
          cut(low + (high - low) * dl / (dl - dh));
        }
      }
    }
  }

  private double at(int line, double v) {
    int k = 4 * line;
    double s = (v - lines[k + 1]) / (lines[k + 3] - lines[k + 1]);
    return lines[k] + s * (lines[k + 2] - lines[k]);
  }

  private void slab(double low, double high, Sink sink) {
    double midU = box.midU;
    double mid = 0.5 * (low + high);
    int m = 0;
    long[] order = new long[n];
    double[] key = new double[n];
    for (int k = 0; k < n; k++) {
      if (lines[4 * k + 1] < mid && lines[4 * k + 3] > mid) {
        key[k] = at(k, mid);
        order[m++] = k;
      }
    }
    for (int i = 1; i < m; i++) { // few
      long o = order[i];
      int j = i;
      while (j > 0 && key[(int) order[j - 1]] > key[(int) o]) {
        order[j] = order[j - 1];
        j--;
      }
      order[j] = o;
    }
    for (int i = 0; i + 1 < m; i += 2) {
      int a = (int) order[i], b = (int) order[i + 1];
      if (!(key[b] - key[a] > 1e-9 * (box.u1 - box.u0))) {
        continue;
      }
      int c = 0;
      double al = at(a, low), bl = at(b, low), ah = at(a, high), bh = at(b, high);
      c = put(c, al, low);
      if (low == box.v0 && midU > al && midU < bl) {
        c = put(c, midU, low);
      }
      if (bl > al) {
        c = put(c, bl, low);
      }
      c = put(c, bh, high);
      if (high == box.v1 && midU > ah && midU < bh) {
        c = put(c, midU, high);
      }
      if (bh > ah) {
        c = put(c, ah, high);
      }
      sink.polygon(corner, c);
    }
  }

  private int put(int c, double u, double v) {
    corner[2 * c] = u;
    corner[2 * c + 1] = v;
    return c + 1;
  }
}
