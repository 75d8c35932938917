package dev.shinari.render.cel;

import java.util.Arrays;

/**
 * A z-buffer that keeps the nearest triangle's number for every sample. Samples sit at the middles
 * of a grid; larger depth values are nearer, 0 is infinitely far.
 *
 * <p>Triangles are drawn as spans. Where an edge crosses a row is always computed from its upper
 * vertex, so two triangles that share an edge get the same crossing, bit for bit: no sample between
 * them is left out or drawn twice.
 */
public final class DepthRaster {
  public final int width;
  public final int height;

  /** width x height, row by row. */
  final float[] depth;

  /** width x height: number of the nearest triangle, or -1. */
  public final int[] id;

  public DepthRaster(int width, int height) {
    this.width = width;
    this.height = height;
    depth = new float[width * height];
    id = new int[width * height];
  }

  public void clear(int rowBegin, int rowEnd) {
    Arrays.fill(depth, rowBegin * width, rowEnd * width, 0);
    Arrays.fill(id, rowBegin * width, rowEnd * width, -1);
  }

  /** First row whose middle is at or below y. */
  static int row(double y, int height) {
    double r = Math.ceil(y - 0.5);
    return r <= 0 ? 0 : r >= height ? height : (int) r;
  }

  /**
   * Draws the part of a triangle that lies in the rows from {@code rowBegin} up to {@code rowEnd}.
   * Depth is z0 + dzdx (x - x0) + dzdy (y - y0).
   */
  public void draw(
      int number,
      double x0,
      double y0,
      double z0,
      double x1,
      double y1,
      double x2,
      double y2,
      double dzdx,
      double dzdy,
      int rowBegin,
      int rowEnd) {
    double ax = x0, ay = y0, bx = x1, by = y1, cx = x2, cy = y2, t;
    if (above(bx, by, ax, ay)) {
      t = ax;
      ax = bx;
      bx = t;
      t = ay;
      ay = by;
      by = t;
    }
    if (above(cx, cy, bx, by)) {
      t = bx;
      bx = cx;
      cx = t;
      t = by;
      by = cy;
      cy = t;
      if (above(bx, by, ax, ay)) {
        t = ax;
        ax = bx;
        bx = t;
        t = ay;
        ay = by;
        by = t;
      }
    }
    int first = Math.max(rowBegin, row(ay, height)), last = Math.min(rowEnd, row(cy, height));
    if (first >= last) {
      return;
    }
    int middle = row(by, height);
    double slopeAC = (cx - ax) / (cy - ay);
    double slopeAB = by > ay ? (bx - ax) / (by - ay) : 0;
    double slopeBC = cy > by ? (cx - bx) / (cy - by) : 0;
    for (int row = first; row < last; row++) {
      double y = row + 0.5;
      double longSide = ax + (y - ay) * slopeAC;
      double shortSide = row < middle ? ax + (y - ay) * slopeAB : bx + (y - by) * slopeBC;
      double left = Math.ceil(Math.min(longSide, shortSide) - 0.5);
      double right = Math.ceil(Math.max(longSide, shortSide) - 0.5);
      int begin = left <= 0 ? 0 : left >= width ? width : (int) left;
      int end = right <= 0 ? 0 : right >= width ? width : (int) right;
      if (begin >= end) {
        continue;
      }
      double z = z0 + dzdy * (y - y0) + dzdx * (begin + 0.5 - x0);
      int o = row * width;
      for (int i = o + begin; i < o + end; i++) {
        float d = (float) z;
        if (d > depth[i]) {
          depth[i] = d;
          id[i] = number;
        }
        z += dzdx;
      }
    }
  }

  private static boolean above(double x, double y, double x2, double y2) {
    return y < y2 || (y == y2 && x < x2);
  }
}
