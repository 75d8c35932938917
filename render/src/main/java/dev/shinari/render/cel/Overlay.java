package dev.shinari.render.cel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Flat shapes on top of a picture, with soft borders: stars, speed lines, letters. A shape may have
 * a depth; then what is nearer hides it.
 */
public final class Overlay {
  /** Depth of shapes that nothing hides. */
  public static final float ON_TOP = Float.POSITIVE_INFINITY;

  /** Scan lines a row of pixels. */
  private static final int LINES = 4;

  private record Shape(
      float[] xy, float red, float green, float blue, float depth, int firstRow, int endRow) {}

  private final int width;
  private final int height;
  private final List<Shape> shapes = new ArrayList<>();

  public Overlay(int width, int height) {
    this.width = width;
    this.height = height;
  }

  void clear() {
    shapes.clear();
  }

  boolean isEmpty() {
    return shapes.isEmpty();
  }

  /**
   * Adds a polygon, filled by the even-odd rule.
   *
   * @param xy corners in pixels
   * @param depth inverse depth, or {@link #ON_TOP}
   */
  public void polygon(float[] xy, float[] rgb, float depth) {
    float top = Float.POSITIVE_INFINITY, low = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < xy.length; i += 2) {
      if (!(Math.abs(xy[i]) < 1e6f && Math.abs(xy[i + 1]) < 1e6f)) {
        return; // far outside or not a number
      }
      top = Math.min(top, xy[i + 1]);
      low = Math.max(low, xy[i + 1]);
    }
    int first = Math.max(0, (int) Math.floor(top)), end = Math.min(height, (int) Math.ceil(low));
    if (first < end) {
      shapes.add(new Shape(xy, rgb[0], rgb[1], rgb[2], depth, first, end));
    }
  }

  /** Adds a stroke that is broad at its start and ends in a point. */
  void stroke(float x0, float y0, float x1, float y1, float broad, float[] rgb, float depth) {
    float dx = x1 - x0, dy = y1 - y0, length = (float) Math.sqrt(dx * dx + dy * dy);
    if (!(length > 1e-3f)) {
      return;
    }
    float nx = -dy / length * broad / 2, ny = dx / length * broad / 2;
    float mx = x0 + 0.35f * dx, my = y0 + 0.35f * dy;
    polygon(
        new float[] {
          x0,
          y0,
          x0 + 0.12f * dx + 0.8f * nx,
          y0 + 0.12f * dy + 0.8f * ny,
          mx + nx,
          my + ny,
          x1,
          y1,
          mx - nx,
          my - ny,
          x0 + 0.12f * dx - 0.8f * nx,
          y0 + 0.12f * dy - 0.8f * ny
        },
        rgb,
        depth);
  }

  /**
   * Paints the shapes, first added first, into some rows of a picture.
   *
   * @param raster what hides shapes with a depth, or null
   * @param ink lines on top of it, or null
   */
  public void paint(
      int rowBegin, int rowEnd, int[] argb, DepthRaster raster, byte[] ink, int samples) {
    float[] cover = new float[width + 1];
    float[] cuts = new float[64];
    for (Shape s : shapes) {
      int first = Math.max(rowBegin, s.firstRow), end = Math.min(rowEnd, s.endRow);
      if (cuts.length < s.xy.length) {
        cuts = new float[s.xy.length];
      }
      for (int row = first; row < end; row++) {
        Arrays.fill(cover, 0);
        for (int k = 0; k < LINES; k++) {
          span(s.xy, row + (k + 0.5f) / LINES, cuts, cover);
        }
        for (int x = 0; x < width; x++) {
          float q = Math.min(1, cover[x] / LINES);
          if (q > 0 && s.depth != ON_TOP && raster != null) {
            q *= seen(x, row, s.depth, raster, ink, samples);
          }
          if (q > 0) {
            argb[row * width + x] = over(argb[row * width + x], s.red, s.green, s.blue, q);
          }
        }
      }
    }
  }

  private void span(float[] xy, float y, float[] cuts, float[] cover) {
    int n = 0;
    for (int i = 0, j = xy.length - 2; i < xy.length; j = i, i += 2) {
      float ya = xy[j + 1], yb = xy[i + 1];
      if (ya <= y != yb <= y) {
        cuts[n++] = xy[j] + (xy[i] - xy[j]) * (y - ya) / (yb - ya);
      }
    }
    Arrays.sort(cuts, 0, n);
    for (int k = 0; k + 1 < n; k += 2) {
      float a = Math.max(0, cuts[k]), b = Math.min(width, cuts[k + 1]);
      if (a >= b) {
        continue;
      }
      int i = (int) a, j = (int) b;
      if (i == j) {
        cover[i] += b - a;
        continue;
      }
      cover[i] += i + 1 - a;
      for (int x = i + 1; x < j; x++) {
        cover[x] += 1;
      }
      cover[j] += b - j;
    }
  }

  /** How much of a pixel shows nothing that is nearer. */
  private static float seen(
      int x, int y, float depth, DepthRaster raster, byte[] ink, int samples) {
    float free = 0;
    for (int sy = 0; sy < samples; sy++) {
      int i = (y * samples + sy) * raster.width + x * samples;
      for (int k = i; k < i + samples; k++) {
        if (raster.id[k] < 0 || raster.depth[k] < depth) {
          free += ink == null ? 1 : 1 - (ink[k] & 255) / 255f;
        }
      }
    }
    return free / (samples * samples);
  }

  public static int over(int under, float r, float g, float b, float k) {
    float a = (under >>> 24) / 255f * (1 - k), all = a + k;
    return ColorMath.level(255 * all) << 24
        | ColorMath.level(((under >> 16 & 255) * a + r * k) / all) << 16
        | ColorMath.level(((under >> 8 & 255) * a + g * k) / all) << 8
        | ColorMath.level(((under & 255) * a + b * k) / all);
  }
}
