package dev.shinari.render.cel;

import dev.shinari.render.camera.Camera;
import dev.shinari.render.camera.CameraView;
import dev.shinari.render.camera.Floor;
import dev.shinari.style.Backdrop;

/**
 * What is seen where there is no object: the backdrop, the floor that fades into it, the floor's
 * lines and the shadows on it. Everything is worked out row by row, since along a row of the
 * picture the floor's distance does not change.
 */
final class BackgroundShader {
  /** Strength of shadows on a transparent background. */
  private static final float SHADOW_ALPHA = 0.3f;

  /** Depth at which the floor has faded away, as a multiple of the depth of what is shown. */
  private static final double FLOOR_ENDS = 6;

  private final PictureSettings settings;
  private final Camera camera;
  private final Floor floor;
  private final ShadowMap shadows; // or null
  private final int sampleRows;
  private final boolean transparent;
  private final float lineRadius; // of a silhouette, in samples
  private final float[] ink;
  private final float[] top;
  private final float[] bottom;
  private final float[] base;
  private final float[] shadow;
  private final double perSample; // world size of a sample at depth 1
  private final double perPixel; // 1 / samples a pixel along each axis
  private final double cell; // spacing of the floor's lines
  private final double perCell;
  private final float bias;
  private CameraView view;

  /** What a row of pixels shows where there is no object. */
  static final class Row {
    final float[] paper = new float[3];
    final float[] base = new float[3]; // the floor's own tones in this row
    final float[] shadow = new float[3];
    boolean floor;
    float fade; // how much of the floor is seen, 1 near to 0 far
    double x, z, stepX, stepZ; // floor point of column 0, and the way to the next pixel
    double belowX, belowZ, belowStepX, belowStepZ; // the same one pixel lower
    int shadeBegin, shadeEnd; // columns that the shadow map reaches
    float depthBelow; // frontal takes: distance under the floor's surface, in pixels
  }

  BackgroundShader(
      PictureSettings settings,
      Camera camera,
      Floor floor,
      ShadowMap shadows,
      int sampleRows,
      float lineRadius,
      double perSample) {
    this.settings = settings;
    this.camera = camera;
    this.floor = floor;
    this.shadows = shadows;
    this.sampleRows = sampleRows;
    this.lineRadius = lineRadius;
    this.perSample = perSample;
    perPixel = 1.0 / settings.supersampling();
    Backdrop b = settings.backdrop();
    transparent = b.isTransparent();
    ink = ColorMath.rgb(settings.style().paint().inkRgb());
    top = ColorMath.rgb(b.topRgb());
    bottom = ColorMath.rgb(b.bottomRgb());
    base = floor == null ? null : ColorMath.of(floor.look());
    shadow = floor == null ? null : shadowOf(base);
    cell = niceStep(0.16 * camera.viewHeight());
    perCell = 1 / cell;
    bias = (float) (0.02 * camera.viewHeight());
  }

  /** A floor's shadow is paler than a body's: it covers much and says little. */
  private static float[] shadowOf(float[] base) {
    float[] c = {0.77f * base[0], 0.68f * base[1], 0.77f * base[2]};
    ColorMath.saturate(c, 1.1f);
    return ColorMath.mix(base, c, 0.85f);
  }

  /** 1, 2 or 5 times a power of ten, near the wanted step. */
  private static double niceStep(double wanted) {
    double power = StrictMath.pow(10, Math.floor(StrictMath.log10(wanted)));
    double m = wanted / power;
    return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
  }

  void setView(CameraView view) {
    this.view = view;
  }

  /** Inverse depth of the floor in a row of samples, or 0: what is further lies under it. */
  float hides(double y) {
    if (floor == null || camera.isFrontal()) {
      return 0;
    }
    // A little lower than drawn: a body that sinks in by a hair keeps its lower outline.
    double w = floorDepth(y, floor.y() - bias);
    return w > 0 ? (float) (1 / w) : 0;
  }

  /** Height above the axis, at depth 1, of a place on the screen. */
  private double aboveOf(double y) {
    return (0.5 * sampleRows - y) * perSample;
  }

  /** Depth at which a line of the screen meets a level plane, or 0 if it does not. */
  private double floorDepth(double y, double planeY) {
    double drop = view.eyeY() - planeY;
    double slope = -(view.forwardY() + aboveOf(y) * view.upY());
    return drop > 0 && slope > 1e-9 ? drop / slope : 0;
  }

  /** Sets up a row of pixels; {@code y} is its middle in samples. */
  void setUp(Row r, double y) {
    int samples = settings.supersampling();
    float q = (float) (y / sampleRows), own = settings.backdrop().floor();
    for (int c = 0; c < 3; c++) {
      r.paper[c] = top[c] + q * (bottom[c] - top[c]);
    }
    r.floor = false;
    r.shadeBegin = r.shadeEnd = 0;
    if (floor == null) {
      return;
    }
    for (int c = 0; c < 3; c++) {
      r.base[c] = r.paper[c] + own * (base[c] - r.paper[c]);
    }
    System.arraycopy(own == 1 ? shadow : shadowOf(r.base), 0, r.shadow, 0, 3);
    double middle = 0.5 * (settings.width() - 1);
    if (camera.isFrontal()) {
      double worldY = view.eyeY() + view.distance() * aboveOf(y);
      r.stepX = 2 * view.distance() / (view.focal() * settings.height());
      r.depthBelow = (float) ((floor.y() - worldY) / r.stepX);
      r.floor = r.depthBelow > -2 - lineRadius;
      r.fade = Math.max(0, Math.min(1, r.depthBelow + 0.5f));
      r.x = view.eyeX() - middle * r.stepX + worldY; // slanted lines: x + y is constant on them
      return;
    }
    double w = floorDepth(y, floor.y()), lower = floorDepth(y + samples, floor.y());
    double far = w / camera.distance();
    if (!(w > 0) || far > FLOOR_ENDS) {
      return;
    }
    r.floor = true;
    double f = Math.max(0, Math.min(1, (FLOOR_ENDS - far) / (FLOOR_ENDS - 1.2)));
    r.fade = (float) (f * f * (3 - 2 * f));
    double above = aboveOf(y), below = aboveOf(y + samples);
    double unit = samples * perSample;
    r.stepX = w * view.rightX() * unit;
    r.stepZ = w * view.rightZ() * unit;
    r.x = view.eyeX() + w * (view.forwardX() + above * view.upX()) - middle * r.stepX;
    r.z = view.eyeZ() + w * (view.forwardZ() + above * view.upZ()) - middle * r.stepZ;
    r.belowStepX = lower * view.rightX() * unit;
    r.belowStepZ = lower * view.rightZ() * unit;
    r.belowX = view.eyeX() + lower * (view.forwardX() + below * view.upX()) - middle * r.belowStepX;
    r.belowZ = view.eyeZ() + lower * (view.forwardZ() + below * view.upZ()) - middle * r.belowStepZ;
    if (shadows != null) {
      double[] part = {0, settings.width()};
      shadows.clip(r.x, floor.y(), r.z, r.stepX, r.stepZ, part);
      r.shadeBegin = (int) Math.max(0, part[0] - 2);
      r.shadeEnd = (int) Math.min(settings.width(), part[1] + 3);
    }
  }

  /** Shadow on the floor at one sample of a pixel. */
  float shade(Row r, int x, int sx, int sy) {
    double ox = x + (sx + 0.5) * perPixel - 0.5, oy = (sy + 0.5) * perPixel - 0.5;
    double px = r.x + ox * r.stepX, pz = r.z + ox * r.stepZ;
    return shadows.shade(
        px + oy * (r.belowX + ox * r.belowStepX - px),
        floor.y(),
        pz + oy * (r.belowZ + ox * r.belowStepZ - pz),
        -1);
  }

  /**
   * Colors of a pixel where there is no object, out of shadow and in it: red, green, blue, all
   * multiplied by alpha, and alpha.
   *
   * @param line how much of the pixel the floor's lines cover
   */
  void colors(Row r, float line, float[] lit, float[] dark) {
    if (transparent) {
      float alpha = r.floor ? SHADOW_ALPHA * r.fade : 0;
      for (int c = 0; c < 3; c++) {
        lit[c] = 0;
        dark[c] = ink[c] * alpha;
      }
      lit[3] = 0;
      dark[3] = alpha;
      return;
    }
    lit[3] = dark[3] = 1;
    if (!r.floor) {
      System.arraycopy(r.paper, 0, lit, 0, 3);
      System.arraycopy(r.paper, 0, dark, 0, 3);
      return;
    }
    for (int c = 0; c < 3; c++) {
      float paper = r.paper[c], mark = line * 0.4f * (r.shadow[c] - r.base[c]);
      lit[c] = paper + r.fade * (r.base[c] + mark - paper);
      dark[c] = paper + r.fade * (r.shadow[c] + 0.5f * mark - paper);
    }
    if (camera.isFrontal() && lineRadius > 0) {
      // The floor's surface is a line of its own: a flat take shows it edge-on.
      float half = 0.8f * lineRadius * (float) perPixel * floor.look().lineWeight();
      float k = Math.max(0, Math.min(1, half + 0.5f - Math.abs(r.depthBelow)));
      for (int c = 0; c < 3; c++) {
        lit[c] += k * (ink[c] - lit[c]);
      }
    }
  }

  /** How much of a pixel the floor's lines cover. */
  float gridCover(Row r, int column) {
    if (!r.floor || !settings.backdrop().grid()) {
      return 0;
    }
    double x = r.x + column * r.stepX;
    if (camera.isFrontal()) {
      return 0.6f * lineCover(x, 1.4 * r.stepX);
    }
    double z = r.z + column * r.stepZ;
    double sizeX = Math.abs(r.stepX) + Math.abs(r.belowX + column * r.belowStepX - x);
    double sizeZ = Math.abs(r.stepZ) + Math.abs(r.belowZ + column * r.belowStepZ - z);
    return Math.max(lineCover(x, sizeX), lineCover(z, sizeZ));
  }

  /** How much of a pixel of the given size is covered by the floor's lines across one axis. */
  private float lineCover(double at, double pixel) {
    double q = at * perCell;
    double d = Math.abs(q - Math.rint(q)) * cell;
    if (d > 1.1 * pixel) {
      return 0;
    }
    double strength = Math.max(0, 1 - 4 * pixel * perCell); // closer lines would be plain gray
    return (float) (strength * Math.min(1, 1.1 - d / pixel));
  }
}
