package dev.shinari.render.cel;

import dev.shinari.style.InkStyle;
import java.util.Arrays;

/**
 * The ink: lines are unions of soft discs whose middles lie on the drawn borders at sub-sample
 * accuracy, so that they are smooth at any slope.
 *
 * <p>Borders are found between neighboring samples, which misses none, and placed where the front
 * triangle ends. Contour edges of the mesh are inked as well where they bound their object: on
 * finely meshed rims the front triangle ends before its object does.
 *
 * <p>Three kinds of border: between an object and what is behind it (thick), between parts of one
 * object that hide each other (a little thinner), and creases between faces (thin). Lines are a
 * little thicker on the side away from the light, as a brush would draw them, and, as the style
 * says, on near and on fast things.
 */
public final class InkLines {
  private static final float OCCLUSION = 0.8f;
  private static final float CREASE = 0.55f;
  private static final int CREASE_BLOCK = 256;

  private final int width;
  private final int height;
  private final DepthRaster raster;
  private final FrameMesh mesh;

  /** Ink of each sample, 0 to 255. */
  final byte[] ink;

  /** Whose line a sample shows, or null where all lines have one color. */
  final short[] owner;

  private final float radius;
  private final float[] objectWeight;
  private final double footprint; // world size of a sample at depth 1
  private final float byDepth;
  private final float bySpeed;
  private final double distance; // depth at which lines have their plain weight
  private final float boil; // samples
  private int drawing; // seed of the lines' wandering
  private Discs[] borderDiscs = {};
  private Discs[] creaseDiscs = {};
  private int creaseBlocks;

  /**
   * Lines of a style.
   *
   * @param radius half the width of a silhouette of weight 1, in samples
   * @param pixel samples a pixel of a picture 480 high would have
   * @param distance depth at which lines have their plain weight
   */
  InkLines(
      DepthRaster raster,
      FrameMesh mesh,
      InkStyle style,
      float radius,
      double pixel,
      float[] objectWeight,
      boolean colors,
      double footprint,
      double distance) {
    this.raster = raster;
    this.mesh = mesh;
    this.radius = radius;
    this.objectWeight = objectWeight;
    this.footprint = footprint;
    this.distance = distance;
    byDepth = style.byDepth();
    bySpeed = style.bySpeed();
    boil = (float) (style.boil() * pixel);
    width = raster.width;
    height = raster.height;
    ink = new byte[width * height];
    owner = colors ? new short[width * height] : null;
  }

  /** Half the width of a silhouette of weight 1, in samples. */
  float radius() {
    return radius;
  }

  /** Finds the borders of all rows and the creases; rows are cut into blocks of a fixed size. */
  void find(int threads, int rowBlock, int frame) {
    drawing = frame;
    if (radius == 0) {
      return; // no discs were ever made, and none are
    }
    int blocks = (height + rowBlock - 1) / rowBlock;
    if (borderDiscs.length != blocks) {
      borderDiscs = new Discs[blocks];
      Arrays.setAll(borderDiscs, i -> new Discs());
    }
    RowBlocks.run(
        threads,
        blocks,
        b -> borders(borderDiscs[b], b * rowBlock, Math.min(height, (b + 1) * rowBlock)));
    // creases first, then contours, in one numbering
    int creases = (mesh.creases.size + mesh.contours.size) / 4;
    creaseBlocks = (creases + CREASE_BLOCK - 1) / CREASE_BLOCK;
    if (creaseDiscs.length < creaseBlocks) {
      int old = creaseDiscs.length;
      creaseDiscs = Arrays.copyOf(creaseDiscs, creaseBlocks);
      for (int i = old; i < creaseBlocks; i++) {
        creaseDiscs[i] = new Discs();
      }
    }
    RowBlocks.ranges(
        threads,
        creases,
        CREASE_BLOCK,
        (begin, end) -> creases(creaseDiscs[begin / CREASE_BLOCK], begin, end));
  }

  /** Inks the rows from {@code rowBegin} to {@code rowEnd} with all discs that reach them. */
  void stamp(int rowBegin, int rowEnd) {
    Arrays.fill(ink, rowBegin * width, rowEnd * width, (byte) 0);
    for (Discs d : borderDiscs) {
      stamp(d, rowBegin, rowEnd);
    }
    for (int i = 0; i < creaseBlocks; i++) {
      stamp(creaseDiscs[i], rowBegin, rowEnd);
    }
  }

  private void stamp(Discs discs, int rowBegin, int rowEnd) {
    if (discs.count == 0 || discs.lowest + 1 < rowBegin || discs.highest - 1 > rowEnd) {
      return;
    }
    float[] d = discs.items;
    for (int i = 0; i < 4 * discs.count; i += 4) {
      disc(ink, owner, (short) d[i + 3], width, d[i], d[i + 1], d[i + 2], rowBegin, rowEnd);
    }
  }

  /** Adds a soft disc to a coverage buffer by maximum. */
  public static void disc(
      byte[] ink, int width, float cx, float cy, float r, int rowBegin, int rowEnd) {
    disc(ink, null, (short) 0, width, cx, cy, r, rowBegin, rowEnd);
  }

  private static void disc(
      byte[] ink,
      short[] owner,
      short who,
      int width,
      float cx,
      float cy,
      float r,
      int rowBegin,
      int rowEnd) {
    float reach = r + 0.5f;
    int y0 = Math.max(rowBegin, (int) Math.ceil(cy - reach - 0.5f));
    int y1 = Math.min(rowEnd - 1, (int) Math.floor(cy + reach - 0.5f));
    int x0 = Math.max(0, (int) Math.ceil(cx - reach - 0.5f));
    int x1 = Math.min(width - 1, (int) Math.floor(cx + reach - 0.5f));
    // A disc thinner than a sample is paler instead: its line would be only 2 r wide.
    float most = r < 0.5f ? 2 * r : 1;
    float inner = r > 0.5f ? (r - 0.5f) * (r - 0.5f) : -1, outer = reach * reach;
    for (int y = y0; y <= y1; y++) {
      float dy = y + 0.5f - cy;
      for (int x = x0; x <= x1; x++) {
        float dx = x + 0.5f - cx, q = dx * dx + dy * dy;
        if (q >= outer) {
          continue;
        }
        int i = y * width + x;
        int c =
            q <= inner ? 255 : (int) (255 * Math.min(most, reach - (float) Math.sqrt(q)) + 0.5f);
        if (c > (ink[i] & 255)) {
          ink[i] = (byte) c;
          if (owner != null) {
            owner[i] = who;
          }
        }
      }
    }
  }

  private void borders(Discs out, int rowBegin, int rowEnd) {
    out.clear();
    int[] id = raster.id;
    for (int row = rowBegin; row < rowEnd; row++) {
      int o = row * width;
      boolean below = row + 1 < height;
      for (int i = o; i < o + width; i++) {
        int t = id[i];
        if (i + 1 < o + width && id[i + 1] != t) {
          border(out, i, i + 1, i - o, row, true);
        }
        if (below && id[i + width] != t) {
          border(out, i, i + width, i - o, row, false);
        }
      }
    }
  }

  /** Looks at the samples i at (column, row) and j right of it or below. */
  private void border(Discs out, int i, int j, int column, int row, boolean horizontal) {
    int ti = raster.id[i], tj = raster.id[j];
    int oi = ti < 0 ? -1 : mesh.object(ti), oj = tj < 0 ? -1 : mesh.object(tj);
    double xi = column + 0.5, yi = row + 0.5;
    double xj = horizontal ? xi + 1 : xi, yj = horizontal ? yi : yi + 1;
    float weight;
    boolean nearI;
    if (oi != oj) {
      nearI = oj < 0 || (oi >= 0 && raster.depth[i] >= raster.depth[j]);
      weight = 1;
    } else {
      // One object: ink only where both surfaces, carried on to the other's sample, leave a gap.
      float di = raster.depth[i], dj = raster.depth[j];
      if (Math.abs(di - dj) <= 3 * footprint * Math.min(di, dj)) {
        return; // most pairs: too near to each other to hide anything
      }
      nearI = di >= dj;
      int front = nearI ? ti : tj, rear = nearI ? tj : ti;
      double xf = nearI ? xi : xj, yf = nearI ? yi : yj, xr = nearI ? xj : xi, yr = nearI ? yj : yi;
      double wf = 1 / raster.depth[nearI ? i : j], wr = 1 / raster.depth[nearI ? j : i];
      double frontThere = depth(front, xr, yr), rearHere = depth(rear, xf, yf);
      double gap = 3 * footprint * wf;
      boolean open =
          frontThere > 0 && wr - 1 / frontThere > gap && (rearHere <= 0 || 1 / rearHere - wf > gap);
      if (!open) {
        return;
      }
      weight = OCCLUSION;
    }
    int t = nearI ? ti : tj;
    float line = objectWeight[nearI ? oi : oj];
    if (line == 0) {
      return;
    }
    double c = crossing(t, nearI ? tj : ti, xi, yi, horizontal, nearI);
    double px = horizontal ? c : xi, py = horizontal ? yi : c;
    add(out, px, py, radius * weight * line * brush(t, px, py) * pen(t), nearI ? oi : oj);
  }

  /** Near and fast things have thicker lines. */
  private float pen(int t) {
    float k = 1;
    if (byDepth > 0) {
      double nearness = mesh.z[mesh.corners[3 * t]] * distance;
      k = (float) Math.max(0.5, Math.min(2, 1 + byDepth * (nearness - 1)));
    }
    if (bySpeed > 0) {
      k *= 1 + bySpeed * Math.min(2, mesh.speed[mesh.face(t)]);
    }
    return k;
  }

  private void add(Discs out, double px, double py, float r, int object) {
    if (boil > 0) {
      // A hand never draws the same line twice: slow waves, new ones for each drawing.
      double u = 0.045 * px / Math.max(1, boil), v = 0.045 * py / Math.max(1, boil);
      px += 2 * boil * (ColorMath.smoothNoise(u, v, 2 * drawing + 11) - 0.5);
      py += 2 * boil * (ColorMath.smoothNoise(u, v, 2 * drawing + 12) - 0.5);
    }
    out.add((float) px, (float) py, r, object);
  }

  private double depth(int t, double px, double py) {
    int a = mesh.corners[3 * t];
    return mesh.z[a] + mesh.dzdx[t] * (px - mesh.x[a]) + mesh.dzdy[t] * (py - mesh.y[a]);
  }

  /** Lines are thinner towards the light. */
  private float brush(int t, double px, double py) {
    int a = mesh.corners[3 * t];
    double l = mesh.light[t] + mesh.dldx[t] * (px - mesh.x[a]) + mesh.dldy[t] * (py - mesh.y[a]);
    return (float) (1.08 - 0.22 * Math.max(-0.5, Math.min(1, l)));
  }

  /**
   * Where between two neighboring samples the front triangle ends: at one of its edges, or where
   * the rear one comes through. Answers with the coordinate along the row or column.
   */
  private double crossing(
      int front, int rear, double px, double py, boolean horizontal, boolean forward) {
    double[] along = horizontal ? mesh.x : mesh.y, other = horizontal ? mesh.y : mesh.x;
    double from = horizontal ? px : py, at = horizontal ? py : px;
    double low = Double.POSITIVE_INFINITY, high = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < 3; k++) {
      int a = mesh.corners[3 * front + k], b = mesh.corners[3 * front + (k + 1) % 3];
      double oa = other[a], ob = other[b];
      if (oa <= at != ob <= at) {
        double c = along[a] + (along[b] - along[a]) * (at - oa) / (ob - oa);
        low = Math.min(low, c);
        high = Math.max(high, c);
      }
    }
    double end = forward ? high : low;
    if (end >= from && end <= from + 1) {
      return end;
    }
    if (rear >= 0) {
      double d0 = depth(front, px, py) - depth(rear, px, py);
      double d1 =
          horizontal
              ? depth(front, px + 1, py) - depth(rear, px + 1, py)
              : depth(front, px, py + 1) - depth(rear, px, py + 1);
      double q = d0 / (d0 - d1);
      if (q >= 0 && q <= 1) {
        return from + q;
      }
    }
    return from + 0.5;
  }

  private void creases(Discs out, int begin, int end) {
    out.clear();
    for (int e = 4 * begin; e < 4 * end; e += 4) {
      boolean contour = e >= mesh.creases.size;
      int[] c = contour ? mesh.contours.items : mesh.creases.items;
      int k = contour ? e - mesh.creases.size : e;
      int f = c[k + 2], g = c[k + 3], object = mesh.objectOf[f];
      float line = radius * (contour ? 1 : CREASE) * objectWeight[object];
      if (line == 0) {
        continue;
      }
      double x0 = mesh.x[c[k]], y0 = mesh.y[c[k]], z0 = mesh.z[c[k]];
      double dx = mesh.x[c[k + 1]] - x0, dy = mesh.y[c[k + 1]] - y0, dz = mesh.z[c[k + 1]] - z0;
      // The part of the segment inside of the picture.
      double from = 0, to = 1;
      for (int side = 0; side < 2; side++) {
        double p = side == 0 ? x0 : y0, d = side == 0 ? dx : dy;
        double limit = side == 0 ? width : height;
        if (d == 0) {
          to = p >= 0 && p < limit ? to : -1;
        } else {
          double q0 = -p / d, q1 = (limit - p) / d;
          from = Math.max(from, Math.min(q0, q1));
          to = Math.min(to, Math.max(q0, q1));
        }
      }
      if (!(from <= to)) {
        continue;
      }
      double length = Math.sqrt(dx * dx + dy * dy) * (to - from);
      int steps = 1 + (int) (length / 0.7);
      for (int i = 0; i <= steps; i++) {
        double q = from + (to - from) * i / steps;
        double px = x0 + q * dx, py = y0 + q * dy;
        int front = visible(px, py, z0 + q * dz, f, g, object, contour);
        if (front >= 0) {
          float r = line * pen(front);
          add(out, px, py, contour ? r * brush(front, px, py) : r, object);
        }
      }
    }
  }

  /**
   * The triangle by which a point of an edge is seen, or -1 if it is hidden: one of the edge's
   * faces must be seen next to it, and at a contour something else than its object too.
   */
  private int visible(double px, double py, double z, int f, int g, int object, boolean contour) {
    int column = (int) px, row = (int) py, seen = -1;
    boolean bounds = !contour;
    for (int dy = -1; dy <= 1; dy++) {
      for (int dx = -1; dx <= 1; dx++) {
        int cx = column + dx, cy = row + dy;
        if (cx < 0 || cy < 0 || cx >= width || cy >= height) {
          continue;
        }
        int t = raster.id[cy * width + cx];
        int face = t < 0 ? -1 : mesh.face(t);
        if (t < 0 || mesh.objectOf[face] != object) {
          bounds = true;
        } else if (face == f || face == g) {
          seen = t;
        } else if (seen < 0) {
          // Faces smaller than a sample may own none: then being at the surface is enough.
          double w = 1 / z;
          if (Math.abs(1 / raster.depth[cy * width + cx] - w) <= 2 * footprint * w) {
            seen = t;
          }
        }
        if (seen >= 0 && bounds) {
          return seen;
        }
      }
    }
    return -1;
  }

  /** Discs as x, y, radius, object. */
  private static final class Discs {
    float[] items = new float[128];
    int count;
    float lowest;
    float highest;

    void clear() {
      count = 0;
      lowest = Float.NEGATIVE_INFINITY;
      highest = Float.POSITIVE_INFINITY;
    }

    void add(float x, float y, float r, int object) {
      if (4 * count + 4 > items.length) {
        items = Arrays.copyOf(items, 2 * items.length);
      }
      items[4 * count] = x;
      items[4 * count + 1] = y;
      items[4 * count + 2] = r;
      items[4 * count + 3] = object;
      count++;
      lowest = Math.max(lowest, y + r);
      highest = Math.min(highest, y - r);
    }
  }
}
