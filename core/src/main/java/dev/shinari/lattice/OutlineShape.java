package dev.shinari.lattice;

import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import java.util.Arrays;

/**
 * A flat shape with closed outlines; inside is where the even-odd rule says, so that holes are
 * loops like any other and outlines that cross themselves mean something too.
 */
public final class OutlineShape implements LatticeShape {
  private static final long MAX_PAIRS = 50_000_000;

  private final double[] lines; // x0, y0, x1, y1 a segment
  private final int[] starts; // segments by bands of y
  private final int[] items;
  private final int bands;
  private final Bounds bounds;
  private final double low;
  private final double high;
  private final OutlineParts loops;
  private OutlineShape[] parts; // made when asked for

  /** Loops as x, y, x, y, ...; at least one with three points. */
  public OutlineShape(double[][] loops) {
    int n = 0;
    double minX = Double.POSITIVE_INFINITY, minY = minX, maxX = -minX, maxY = -minX;
    for (double[] loop : loops) {
      for (int i = 0; i < loop.length; i++) {
        Check.finite("an outline's coordinate", loop[i]);
      }
      n += loop.length >= 6 ? loop.length / 2 : 0;
    }
    Check.that(n > 0, "an outline needs at least three points");
    this.loops = new OutlineParts(loops);
    lines = new double[4 * n];
    int k = 0;
    for (double[] loop : loops) {
      int m = loop.length >= 6 ? loop.length / 2 : 0;
      for (int i = 0; i < m; i++) {
        int j = (i + 1) % m;
        lines[k++] = loop[2 * i];
        lines[k++] = loop[2 * i + 1];
        lines[k++] = loop[2 * j];
        lines[k++] = loop[2 * j + 1];
        minX = Math.min(minX, loop[2 * i]);
        maxX = Math.max(maxX, loop[2 * i]);
        minY = Math.min(minY, loop[2 * i + 1]);
        maxY = Math.max(maxY, loop[2 * i + 1]);
      }
    }
    Check.that(maxX > minX && maxY > minY, "an outline must enclose something");
    bounds = new Bounds((float) minX, (float) minY, 0, (float) maxX, (float) maxY, 0);
    low = minY;
    high = maxY;
    int tried = Math.max(1, Math.min(4096, n / 2));
    while (tried > 1 && entries(n, tried) > 16L * n + 4096) {
      tried /= 2; // long segments would be in every band
    }
    bands = tried;
    int[] counts = new int[bands + 1];
    for (int s = 0; s < n; s++) {
      for (int b = band(bottom(s)); b <= band(top(s)); b++) {
        counts[b + 1]++;
      }
    }
    for (int b = 0; b < bands; b++) {
      counts[b + 1] += counts[b];
    }
    starts = counts;
    items = new int[counts[bands]];
    int[] at = Arrays.copyOf(counts, bands);
    for (int s = 0; s < n; s++) {
      for (int b = band(bottom(s)); b <= band(top(s)); b++) {
        items[at[b]++] = s;
      }
    }
  }

  /** Segments over all bands, with so many of them. */
  private long entries(int n, int count) {
    long sum = 0;
    for (int s = 0; s < n; s++) {
      sum += 1 + (long) ((top(s) - bottom(s)) / (high - low) * count);
    }
    return sum;
  }

  /** Parts that do not touch each other. */
  @Override
  public int parts() {
    return loops.count();
  }

  /** The loops of one part. */
  double[][] loopsOf(int k) {
    return loops.part(k);
  }

  @Override
  public OutlineShape part(int k) {
    if (parts == null) {
      parts = new OutlineShape[parts()];
    }
    if (parts[k] == null) {
      parts[k] = parts() == 1 ? this : new OutlineShape(loops.part(k));
    }
    return parts[k];
  }

  private double bottom(int s) {
    return Math.min(lines[4 * s + 1], lines[4 * s + 3]);
  }

  private double top(int s) {
    return Math.max(lines[4 * s + 1], lines[4 * s + 3]);
  }

  private int band(double y) {
    return (int) Math.max(0, Math.min(bands - 1, (y - low) / (high - low) * bands));
  }

  @Override
  public boolean isFlat() {
    return true;
  }

  @Override
  public Bounds bounds() {
    return bounds;
  }

  @Override
  public boolean contains(double x, double y, double z) {
    boolean in = false;
    int b = band(y);
    for (int k = starts[b]; k < starts[b + 1]; k++) {
      int s = 4 * items[k];
      double ay = lines[s + 1], by = lines[s + 3];
      if (ay <= y != by <= y) {
        double at = lines[s] + (y - ay) / (by - ay) * (lines[s + 2] - lines[s]);
        in ^= at > x;
      }
    }
    return in;
  }

  @Override
  public boolean crosses(double ax, double ay, double az, double bx, double by, double bz) {
    for (int b = band(ay); b <= band(by); b++) {
      for (int k = starts[b]; k < starts[b + 1]; k++) {
        int s = 4 * items[k];
        if (meets(s, ax, ay, bx, by)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Where two of its lines cross, as x, y; null where none do, or none was found among the first
   * {@value #MAX_PAIRS} pairs. Lines that only touch do not count.
   */
  public double[] crossing() {
    long pairs = 0;
    for (int b = 0; b < bands; b++) {
      for (int k = starts[b]; k < starts[b + 1] && pairs < MAX_PAIRS; k++) {
        pairs += k - starts[b];
        for (int l = starts[b]; l < k; l++) {
          double[] at = crossing(4 * items[k], 4 * items[l]);
          if (at != null) {
            return at;
          }
        }
      }
    }
    return null;
  }

  private double[] crossing(int s, int t) {
    double ax = lines[s], ay = lines[s + 1], dx = lines[s + 2] - ax, dy = lines[s + 3] - ay;
    double cx = lines[t], cy = lines[t + 1], ex = lines[t + 2] - cx, ey = lines[t + 3] - cy;
    double from = dx * (cy - ay) - dy * (cx - ax);
    double to = dx * (cy + ey - ay) - dy * (cx + ex - ax);
    double start = ex * (ay - cy) - ey * (ax - cx);
    double end = ex * (ay + dy - cy) - ey * (ax + dx - cx);
    if (!(from * to < 0 && start * end < 0)) {
      return null;
    }
    double u = start / (start - end);
    return new double[] {ax + u * dx, ay + u * dy};
  }

  /** Whether the line that begins at lines[s] has a part inside of a box. */
  private boolean meets(int s, double ax, double ay, double bx, double by) {
    double from = 0, to = 1;
    double px = lines[s], py = lines[s + 1], dx = lines[s + 2] - px, dy = lines[s + 3] - py;
    double[] along = {-dx, dx, -dy, dy};
    double[] room = {px - ax, bx - px, py - ay, by - py};
    for (int k = 0; k < 4; k++) {
      if (along[k] == 0) {
        if (room[k] <= 0) {
          return false;
        }
      } else {
        double t = room[k] / along[k];
        if (along[k] < 0) {
          from = Math.max(from, t);
        } else {
          to = Math.min(to, t);
        }
      }
    }
    return from < to;
  }
}
