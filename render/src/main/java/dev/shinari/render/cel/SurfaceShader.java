package dev.shinari.render.cel;

import dev.shinari.render.camera.CameraView;
import dev.shinari.style.Paint;
import dev.shinari.take.Look;

/** The paint of all objects: the color of a triangle at a place of the screen. */
final class SurfaceShader {
  /** Light that counts where a cast shadow falls. */
  private static final float IN_SHADOW = -0.1f;

  /** Cosine to the eye below which a border gets its rim, for a rim of width 1. */
  private static final float RIM_BELOW = 0.7f;

  /** Light below which there is no rim: borders that face the floor. */
  private static final float NO_RIM_BELOW = -0.4f;

  private final FrameMesh mesh;
  private final ShadowMap shadows; // or null
  private final double middleX, middleY; // of the screen, in samples
  private final double perSample;
  private final float perPixel;
  private final float roundness; // change of facing over a small part of the picture
  private final Paint[] paints;
  private final ToneTable[] tables;
  private final float[][] fills;
  private final float[][] tones; // colors of the table's tones
  private final float[][] rims;
  private final Hatching[] screens;
  private final Texture[] textures;

  /** Line color of each object. */
  final float[][] inks;

  // Where on the screen, in samples, each object's marks are fixed.
  private final double[] anchorX;
  private final double[] anchorY;
  private CameraView view;

  SurfaceShader(
      FrameMesh mesh,
      PictureSettings settings,
      ShadowMap shadows,
      DepthRaster raster,
      double perSample) {
    this.mesh = mesh;
    this.shadows = shadows;
    this.perSample = perSample;
    middleX = 0.5 * raster.width;
    middleY = 0.5 * raster.height;
    perPixel = 1f / settings.supersampling();
    roundness = 0.3f * raster.height;
    int n = mesh.surfaces.size();
    paints = new Paint[n];
    tables = new ToneTable[n];
    fills = new float[n][];
    tones = new float[n][];
    rims = new float[n][];
    inks = new float[n][];
    screens = new Hatching[n];
    textures = new Texture[n];
    anchorX = new double[n];
    anchorY = new double[n];
    float[] white = {255, 255, 255};
    for (int s = 0; s < n; s++) {
      Look look = mesh.surfaces.get(s).track.look();
      Paint p = look.paint() == null ? settings.style().paint() : look.paint();
      paints[s] = p;
      tables[s] = new ToneTable(p.ramp());
      float[] own = ColorMath.of(look);
      fills[s] = ColorMath.mix(white, own, p.fill());
      tones[s] = tables[s].colors(fills[s]);
      rims[s] = new float[3];
      if (p.rimRgb() >= 0) {
        rims[s] = ColorMath.rgb(p.rimRgb());
      } else {
        tables[s].lightest(fills[s], rims[s]);
      }
      inks[s] = ColorMath.mix(ColorMath.rgb(p.inkRgb()), ColorMath.lineOf(own), p.colorLines());
      screens[s] = new Hatching(p.screen(), settings.height());
      textures[s] = Texture.of(mesh.surfaces.get(s).track);
    }
  }

  Paint paint(int object) {
    return paints[object];
  }

  /** Gets ready for the frame that the mesh holds. */
  void setView(CameraView view) {
    this.view = view;
    for (int s = 0; s < paints.length; s++) {
      if (!screens[s].isEmpty()) {
        anchor(s);
      }
    }
  }

  /** The mean place of some vertices: marks that are fixed to it travel with the object. */
  private void anchor(int s) {
    int begin = mesh.vertexOffset[s], end = mesh.vertexOffset[s + 1];
    int step = Math.max(1, (end - begin) / 256);
    double x = 0, y = 0;
    int n = 0;
    for (int v = begin; v < end; v += step) {
      if (mesh.isSeen(v)) {
        x += mesh.x[v];
        y += mesh.y[v];
        n++;
      }
    }
    anchorX[s] = n == 0 ? 0 : x / n;
    anchorY[s] = n == 0 ? 0 : y / n;
  }

  /**
   * Color of a triangle at a place on the screen.
   *
   * @param size side of the square that the color stands for, in samples
   * @return false if the square is larger than a sample and may hold the border of a shadow: then
   *     its samples must be looked at one by one
   */
  boolean color(int t, double x, double y, int size, float[] out) {
    int object = mesh.object(t), a = mesh.corners[3 * t];
    Paint paint = paints[object];
    ToneTable table = tables[object];
    float[] colors = tones[object];
    if (textures[object] != null) {
      colors = table.colors(pictureFill(t, object, x, y, out));
    }
    float dx = (float) (x - mesh.x[a]), dy = (float) (y - mesh.y[a]);
    float gx = mesh.dldx[t], gy = mesh.dldy[t];
    float l = mesh.light[t] + gx * dx + gy * dy;
    float change = size * (Math.abs(gx) + Math.abs(gy));
    float shade = 0;
    if (shadows != null && l > IN_SHADOW) {
      double w = 1 / (mesh.z[a] + mesh.dzdx[t] * dx + mesh.dzdy[t] * dy), unit = w * perSample;
      double across = (x - middleX) * unit;
      double above = (middleY - y) * unit;
      double px = view.eyeX() + w * view.forwardX() + across * view.rightX() + above * view.upX();
      double py = view.eyeY() + w * view.forwardY() + above * view.upY();
      double pz = view.eyeZ() + w * view.forwardZ() + across * view.rightZ() + above * view.upZ();
      if (size == 1) {
        shade = shadows.shade(px, py, pz, mesh.bodyOf[object]);
      } else if (shadows.mayShade(px, py, pz, mesh.bodyOf[object])) {
        return false;
      }
    }
    table.average(l, change, colors, out);
    if (mesh.rim != null && paint.rim() > 0 && l > NO_RIM_BELOW) {
      float rx = mesh.drdx[t], ry = mesh.drdy[t];
      float facing = mesh.rim[t] + rx * dx + ry * dy;
      float k = 1 - step(facing, RIM_BELOW * paint.rim(), size * (Math.abs(rx) + Math.abs(ry)));
      k *= step(l, NO_RIM_BELOW, change);
      // Round borders have a rim; a flat face that is seen from the side is no border.
      k *= Math.max(0, Math.min(1, roundness * (Math.abs(rx) + Math.abs(ry)) - 0.6f));
      for (int c = 0; c < 3 && k > 0; c++) {
        out[c] += k * (rims[object][c] - out[c]);
      }
    }
    if (shade > 0) {
      int dark = 3 * table.at(IN_SHADOW);
      for (int c = 0; c < 3; c++) {
        out[c] += shade * (colors[dark + c] - out[c]);
      }
      l += shade * (IN_SHADOW - l);
    }
    Hatching screen = screens[object];
    if (!screen.isClear(l, change)) {
      float k =
          screen.cover(
              (x - anchorX[object]) * perPixel,
              (y - anchorY[object]) * perPixel,
              l,
              size * perPixel);
      for (int c = 0; c < 3 && k > 0; c++) {
        out[c] += k * (inks[object][c] - out[c]);
      }
    }
    out[3] = 1;
    return true;
  }

  /** Part of a sample on the upper side of a threshold, from the value's change over it. */
  private static float step(float value, float threshold, float change) {
    float d = value - threshold;
    if (change < 1e-6f) {
      return d >= 0 ? 1 : 0;
    }
    return Math.max(0, Math.min(1, d / change + 0.5f));
  }

  /** Color of the picture on a triangle at a place on the screen. */
  private float[] pictureFill(int t, int object, double x, double y, float[] scratch) {
    int a = mesh.corners[3 * t], b = mesh.corners[3 * t + 1], c = mesh.corners[3 * t + 2];
    int first = mesh.vertexOffset[object], last = mesh.vertexOffset[object + 1];
    double bx = mesh.x[b] - mesh.x[a], by = mesh.y[b] - mesh.y[a];
    double cx = mesh.x[c] - mesh.x[a], cy = mesh.y[c] - mesh.y[a];
    double area = bx * cy - by * cx;
    if (Math.max(a, Math.max(b, c)) >= last || area == 0) {
      return fills[object]; // cut by the eye's plane, or seen edge-on
    }
    double dx = x - mesh.x[a], dy = y - mesh.y[a];
    double q = (dx * cy - dy * cx) / area, r = (bx * dy - by * dx) / area, p = 1 - q - r;
    // Places in the world go linearly with 1 / depth times the weights on the screen.
    p *= mesh.z[a];
    q *= mesh.z[b];
    r *= mesh.z[c];
    double sum = p + q + r;
    System.arraycopy(fills[object], 0, scratch, 0, 3);
    textures[object].at(a - first, b - first, c - first, p / sum, q / sum, r / sum, scratch);
    float keep = paints[object].fill();
    if (keep < 1) {
      for (int k = 0; k < 3; k++) {
        scratch[k] = 255 + keep * (scratch[k] - 255);
      }
    }
    return scratch;
  }
}
