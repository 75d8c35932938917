package dev.shinari.render.chart;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.render.cel.DepthRaster;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;

/**
 * Values on a surface as colors, seen from several sides: weights, errors. Light gray is 0, red the
 * largest value; the shading follows the surface so that its form is seen as well.
 */
public final class HeatMap {
  private static final double[][] SIDES = {
    // right, then backward, for an upright viewer
    {1, 0, 0, 0, 0, 1}, {0, 0, -1, 1, 0, 0}, {-1, 0, 0, 0, 0, -1}
  };

  private static final int SAMPLES = 2; // a pixel, along each axis

  private HeatMap() {}

  /**
   * Draws from the front, from the side and from the back, beside each other.
   *
   * @param positions 3 floats a vertex
   * @param values one a vertex
   * @param largest the value that is drawn red
   * @param height of the picture in pixels; its width follows from the shape
   */
  public static BufferedImage draw(
      float[] positions, int[] triangles, float[] values, double largest, int height) {
    Check.that(values.length * 3 == positions.length, "one value a vertex is needed");
    Bounds b = Bounds.of(positions);
    double w = Math.max(b.sizeX(), b.sizeZ());
    double perUnit = 0.9 * height / Math.max(b.sizeY(), 0.6 * w);
    int cell = (int) Math.max(40, Math.ceil(perUnit * w + 0.1 * height));
    int width = cell * SIDES.length;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    int[] rgb = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    Arrays.fill(rgb, 0xFFFFFF);
    float[] normals = MeshTopology.vertexNormals(positions, triangles);
    for (int s = 0; s < SIDES.length; s++) {
      side(
          positions, triangles, normals, values, largest, b, perUnit, SIDES[s], cell, height, rgb,
          s);
    }
    return image;
  }

  private static void side(
      float[] p,
      int[] triangles,
      float[] normals,
      float[] values,
      double largest,
      Bounds b,
      double perUnit,
      double[] axes,
      int cell,
      int height,
      int[] rgb,
      int column) {
    int n = p.length / 3;
    double mx = 0.5 * (b.minX() + b.maxX());
    double my = 0.5 * (b.minY() + b.maxY());
    double mz = 0.5 * (b.minZ() + b.maxZ());
    double scale = SAMPLES * perUnit;
    double[] x = new double[n], y = new double[n], z = new double[n];
    float[] shade = new float[n];
    for (int v = 0; v < n; v++) {
      double dx = p[3 * v] - mx, dy = p[3 * v + 1] - my, dz = p[3 * v + 2] - mz;
      x[v] = 0.5 * SAMPLES * cell + scale * (axes[0] * dx + axes[1] * dy + axes[2] * dz);
      y[v] = 0.5 * SAMPLES * height - scale * dy;
      z[v] = 10 + (axes[3] * dx + axes[5] * dz) / Math.max(1e-30, b.diagonal());
      double facing = axes[3] * normals[3 * v] + axes[5] * normals[3 * v + 2];
      double light = 0.75 * Math.abs(facing) + 0.25 * (0.5 + 0.5 * normals[3 * v + 1]);
      shade[v] = (float) (0.45 + 0.55 * light);
    }
    DepthRaster raster = new DepthRaster(SAMPLES * cell, SAMPLES * height);
    raster.clear(0, raster.height);
    for (int t = 0; t < triangles.length / 3; t++) {
      int a = triangles[3 * t], c = triangles[3 * t + 1], d = triangles[3 * t + 2];
      double area = (x[c] - x[a]) * (y[d] - y[a]) - (x[d] - x[a]) * (y[c] - y[a]);
      if (!(Math.abs(area) > 1e-9)) {
        continue; // seen from its edge
      }
      double zx = ((z[c] - z[a]) * (y[d] - y[a]) - (z[d] - z[a]) * (y[c] - y[a])) / area;
      double zy = ((z[d] - z[a]) * (x[c] - x[a]) - (z[c] - z[a]) * (x[d] - x[a])) / area;
      raster.draw(t, x[a], y[a], z[a], x[c], y[c], x[d], y[d], zx, zy, 0, raster.height);
    }
    int all = SAMPLES * SAMPLES;
    for (int row = 0; row < height; row++) {
      for (int col = 0; col < cell; col++) {
        double r = 0, g = 0, bl = 0;
        for (int k = 0; k < all; k++) {
          int sx = SAMPLES * col + k % SAMPLES, sy = SAMPLES * row + k / SAMPLES;
          int t = raster.id[sy * raster.width + sx];
          if (t < 0) {
            r += 1;
            g += 1;
            bl += 1;
            continue;
          }
          int a = triangles[3 * t], c = triangles[3 * t + 1], d = triangles[3 * t + 2];
          double area = (x[c] - x[a]) * (y[d] - y[a]) - (x[d] - x[a]) * (y[c] - y[a]);
          double px = sx + 0.5 - x[a], py = sy + 0.5 - y[a];
          double wc = (px * (y[d] - y[a]) - (x[d] - x[a]) * py) / area;
          double wd = ((x[c] - x[a]) * py - px * (y[c] - y[a])) / area;
          double wa = 1 - wc - wd;
          double value = wa * values[a] + wc * values[c] + wd * values[d];
          double q = largest > 0 ? Math.max(0, Math.min(1, value / largest)) : 0;
          double light = wa * shade[a] + wc * shade[c] + wd * shade[d];
          light = Math.max(0.3, Math.min(1, light));
          r += light * (0.88 + 0.02 * q);
          g += light * (0.88 - 0.74 * q);
          bl += light * (0.86 - 0.74 * q);
        }
        rgb[row * cell * SIDES.length + column * cell + col] =
            level(r / all) << 16 | level(g / all) << 8 | level(bl / all);
      }
    }
  }

  private static int level(double v) {
    return (int) Math.round(255 * Math.max(0, Math.min(1, v)));
  }
}
