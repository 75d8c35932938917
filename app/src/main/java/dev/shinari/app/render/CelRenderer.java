package dev.shinari.app.render;

import dev.shinari.math.Check;
import dev.shinari.world.Take;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the frames of one take as cel pictures: flat tones with crisp borders, ink lines, flat
 * shadows. Buffers are kept between frames; one renderer serves one caller at a time.
 *
 * <p>Each frame runs through the stages of {@link #draw}; every stage works on fixed blocks of rows
 * and may use several threads, with the same result for any number of them.
 */
public final class CelRenderer {
  /** Output rows of a block. */
  private static final int BLOCK = 16;

  /** Cosines to the light where shadow turns into base and base into light. */
  private static final float SHADOW_BELOW = 0.22f;

  private static final float LIGHT_ABOVE = 0.7f;

  /** Cosine to the eye below which a lit border gets its rim. */
  private static final float RIM_BELOW = 0.35f;

  /** Width in pixels of a silhouette of weight 1 in a picture 480 pixels high. */
  private static final float LINE_PIXELS = 2.4f;

  /** Strength of floor shadows on a transparent background. */
  private static final float SHADOW_ALPHA = 0.3f;

  /** Depth at which the floor has faded away, as a multiple of the depth of what is shown. */
  private static final double FLOOR_ENDS = 6;

  private final Take take;
  private final PictureSettings settings;
  private final int threads;
  private final Camera camera;
  private final Floor floor;
  private final FrameMesh mesh;
  private final DepthRaster raster;
  private final InkLines lines;
  private final ShadowMap shadows;
  private final Tones[] tones;
  private final Texture[] textures;
  private final Tones floorTones;
  private final float[] gridColour;
  private final float[] ink;
  private final float[] top;
  private final float[] bottom;
  private final double lightX, lightY, lightZ;
  private final double scale; // samples a unit of the picture plane: half the picture's height
  private final double perSample; // world size of a sample at depth 1
  private final double perPixel; // 1 / samples a pixel along each axis
  private final double cell; // spacing of the floor's lines
  private final double perCell;
  private final float floorBias;

  private View view;

  /** A renderer on all processors. */
  public CelRenderer(Take take, PictureSettings settings) {
    this(take, settings, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Frames the take and gets everything ready that does not change between frames.
   *
   * @throws IllegalArgumentException if there is nothing to draw
   */
  public CelRenderer(Take take, PictureSettings settings, int threads) {
    this.take = take;
    this.settings = settings;
    this.threads = Check.inRange("threads", threads, 1, 1024);
    camera = Camera.frame(take, settings.camera(), settings.width(), settings.height());
    Floor found = Floor.find(take, camera.bounds());
    floor = found;
    List<Surface> surfaces = new ArrayList<>();
    for (int i = 0; i < take.tracks().size(); i++) {
      if ((found == null || found.track() != i) && take.tracks().get(i).frameCount() > 0) {
        surfaces.add(new Surface(take.tracks().get(i)));
      }
    }
    int samples = settings.supersampling();
    raster = new DepthRaster(settings.width() * samples, settings.height() * samples);
    mesh = new FrameMesh(surfaces, settings.creaseDeg(), settings.rim(), threads);
    scale = 0.5 * raster.height;
    View v = camera.at(0);
    float[] weights = new float[surfaces.size()];
    tones = new Tones[surfaces.size()];
    textures = new Texture[surfaces.size()];
    for (int s = 0; s < tones.length; s++) {
      weights[s] = surfaces.get(s).track.look().lineWeight();
      tones[s] = Tones.of(surfaces.get(s).track.look());
      textures[s] = Texture.of(surfaces.get(s).track);
    }
    // Small pictures get relatively thicker lines: their hairlines would turn grey.
    double growth = StrictMath.pow(settings.height() / 480.0, 0.6);
    float radius = (float) (0.5 * LINE_PIXELS * settings.lineWeight() * samples * growth);
    perSample = 1 / (v.focal() * scale);
    perPixel = 1.0 / samples;
    lines = new InkLines(raster, mesh, radius, weights, perSample);
    ink = Tones.rgb(settings.inkRgb());
    top = Tones.rgb(settings.background().topRgb());
    bottom = Tones.rgb(settings.background().bottomRgb());
    floorTones = floor == null ? null : Tones.of(floor.look()).withPalerShadow(0.85f);
    gridColour = new float[3];
    if (floor != null) {
      for (int c = 0; c < 3; c++) {
        gridColour[c] = floorTones.base[c] + 0.4f * (floorTones.shadow[c] - floorTones.base[c]);
      }
    }
    cell = niceStep(0.16 * camera.viewHeight());
    perCell = 1 / cell;
    floorBias = (float) (0.02 * camera.viewHeight());

    // The light comes over the viewer's left shoulder: of a box, the top is light, the face to the
    // left base and the face to the right shadow. Cast shadows fall more steeply than the light
    // that shades, so that they stay near the body and tell its height.
    double rx = v.rightX(), rz = v.rightZ(), bx = -rz, bz = rx;
    double[] l = unit(-0.5 * rx + 0.5 * bx, 0.85, -0.5 * rz + 0.5 * bz);
    if (camera.isFrontal()) {
      l = unit(-0.5, 0.7, 0.6);
    }
    lightX = l[0];
    lightY = l[1];
    lightZ = l[2];
    double[] s = unit(-0.42 * rx + 0.16 * bx, 1, -0.42 * rz + 0.16 * bz);
    shadows = settings.shadows() && !camera.isFrontal() ? new ShadowMap(s[0], s[1], s[2]) : null;
  }

  private static double[] unit(double x, double y, double z) {
    double n = Math.sqrt(x * x + y * y + z * z);
    return new double[] {x / n, y / n, z / n};
  }

  /** 1, 2 or 5 times a power of ten, near the wanted step. */
  private static double niceStep(double wanted) {
    double power = StrictMath.pow(10, Math.floor(StrictMath.log10(wanted)));
    double m = wanted / power;
    return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
  }

  public Camera camera() {
    return camera;
  }

  public PictureSettings settings() {
    return settings;
  }

  public Take take() {
    return take;
  }

  /** Draws a frame as a new picture, with an alpha channel if the background is transparent. */
  public BufferedImage image(int frame) {
    BufferedImage image =
        new BufferedImage(
            settings.width(),
            settings.height(),
            settings.background().isTransparent()
                ? BufferedImage.TYPE_INT_ARGB
                : BufferedImage.TYPE_INT_RGB);
    draw(frame, ((DataBufferInt) image.getRaster().getDataBuffer()).getData());
    return image;
  }

  /**
   * Draws a frame.
   *
   * @param argb width x height pixels, row by row, 0xAARRGGBB and not premultiplied
   */
  public void draw(int frame, int[] argb) {
    Check.inRange("frame", frame, 0, take.frameCount() - 1);
    Check.that(
        argb.length >= settings.width() * settings.height(),
        "expected room for " + settings.width() * settings.height() + " pixels");
    view = camera.at(frame);
    double spread = camera.isFrontal() ? 1e-3 * camera.viewHeight() : 0;
    mesh.prepare(frame, view, scale, raster.width, raster.height, lightX, lightY, lightZ, spread);
    if (shadows != null) {
      double d = camera.distance();
      shadows.prepare(
          mesh,
          view.eyeX() + d * view.forwardX(),
          view.eyeY() + d * view.forwardY(),
          view.eyeZ() + d * view.forwardZ(),
          2 * camera.viewHeight(),
          1.25 * camera.viewHeight() / raster.height,
          threads);
    }
    int samples = settings.supersampling(), rows = BLOCK * samples;
    int blocks = (settings.height() + BLOCK - 1) / BLOCK;
    Blocks.run(threads, blocks, b -> rasterise(b * rows, Math.min(raster.height, (b + 1) * rows)));
    lines.find(threads, rows);
    Blocks.run(
        threads,
        blocks,
        b -> {
          lines.stamp(b * rows, Math.min(raster.height, (b + 1) * rows));
          shade(b * BLOCK, Math.min(settings.height(), (b + 1) * BLOCK), argb);
        });
  }

  /** Finds the nearest triangle of each sample, and takes away what lies under the floor. */
  private void rasterise(int rowBegin, int rowEnd) {
    raster.clear(rowBegin, rowEnd);
    double[] x = mesh.x, y = mesh.y, z = mesh.z;
    int[] corners = mesh.corners;
    for (int t = 0; t < mesh.triangleCount; t++) {
      if (mesh.endRow[t] <= rowBegin || mesh.firstRow[t] >= rowEnd) {
        continue;
      }
      int a = corners[3 * t], b = corners[3 * t + 1], c = corners[3 * t + 2];
      raster.draw(
          t,
          x[a],
          y[a],
          z[a],
          x[b],
          y[b],
          x[c],
          y[c],
          mesh.dzdx[t],
          mesh.dzdy[t],
          rowBegin,
          rowEnd);
    }
    if (floor == null || camera.isFrontal()) {
      return;
    }
    for (int row = rowBegin; row < rowEnd; row++) {
      // A little lower than drawn: a body that sinks in by a hair keeps its lower outline.
      double w = floorDepth(row + 0.5, floor.y() - floorBias);
      if (w > 0) {
        float behind = (float) (1 / w);
        for (int i = row * raster.width; i < (row + 1) * raster.width; i++) {
          if (raster.depth[i] < behind) {
            raster.id[i] = -1;
          }
        }
      }
    }
  }

  /** Height above the axis, at depth 1, of a place on the screen. */
  private double aboveOf(double y) {
    return (0.5 * raster.height - y) * perSample;
  }

  /** Depth at which a line of the screen meets a level plane, or 0 if it does not. */
  private double floorDepth(double y, double planeY) {
    double drop = view.eyeY() - planeY;
    double slope = -(view.forwardY() + aboveOf(y) * view.upY());
    return drop > 0 && slope > 1e-9 ? drop / slope : 0;
  }

  /** What a row of pixels shows where there is no object. */
  private static final class Row {
    final float[] paper = new float[3];
    boolean floor;
    float fade; // how much of the floor is seen, 1 near to 0 far
    double x, z, stepX, stepZ; // floor point of column 0, and the way to the next pixel
    double belowX, belowZ, belowStepX, belowStepZ; // the same one pixel lower
    int shadeBegin, shadeEnd; // columns that the shadow map reaches
    float depthBelow; // frontal takes: distance under the floor's surface, in pixels
  }

  /** Sets up a row of pixels; {@code y} is its middle in samples. */
  private void setUp(Row r, double y) {
    int samples = settings.supersampling();
    float q = (float) (y / raster.height);
    for (int c = 0; c < 3; c++) {
      r.paper[c] = top[c] + q * (bottom[c] - top[c]);
    }
    r.floor = false;
    r.shadeBegin = r.shadeEnd = 0;
    if (floor == null) {
      return;
    }
    double middle = 0.5 * (settings.width() - 1);
    if (camera.isFrontal()) {
      double worldY = view.eyeY() + camera.distance() * aboveOf(y);
      r.stepX = camera.viewHeight() / settings.height();
      r.depthBelow = (float) ((floor.y() - worldY) / r.stepX);
      r.floor = r.depthBelow > -2 - lines.radius();
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

  /**
   * Colours some rows of pixels. Objects, ink and shadows are looked up for every sample; floor and
   * paper, smooth by themselves, once a pixel.
   */
  private void shade(int rowBegin, int rowEnd, int[] argb) {
    int samples = settings.supersampling(), width = settings.width();
    boolean transparent = settings.background().isTransparent();
    float[] colour = new float[4]; // of a sample: red, green, blue premultiplied, alpha
    float[] lit = new float[4]; // of the pixel's floor or paper
    float[] dark = new float[4]; // the same in shadow
    Row row = new Row();
    for (int y = rowBegin; y < rowEnd; y++) {
      setUp(row, (y + 0.5) * samples);
      emptyColours(row, 0, transparent, lit, dark);
      int plain = transparent ? 0 : opaque(lit[0], lit[1], lit[2]);
      for (int x = 0; x < width; x++) {
        boolean shaded = x >= row.shadeBegin && x < row.shadeEnd;
        if (!shaded && isEmpty(y, x)) {
          float line = gridCover(row, x);
          if (line == 0 || transparent) {
            argb[y * width + x] = plain;
          } else {
            emptyColours(row, line, false, lit, dark);
            argb[y * width + x] = opaque(lit[0], lit[1], lit[2]);
          }
          continue;
        }
        int triangle = samples > 1 ? plainTriangle(y, x) : -1;
        if (triangle >= 0
            && objectColour(triangle, (x + 0.5) * samples, (y + 0.5) * samples, samples, colour)) {
          argb[y * width + x] = opaque(colour[0], colour[1], colour[2]);
          continue;
        }
        float red = 0, green = 0, blue = 0, alpha = 0;
        boolean empty = false;
        for (int sy = 0; sy < samples; sy++) {
          int sampleRow = y * samples + sy;
          int i = sampleRow * raster.width + x * samples;
          for (int sx = 0; sx < samples; sx++, i++) {
            int t = raster.id[i];
            if (t >= 0) {
              objectColour(t, x * samples + sx + 0.5, sampleRow + 0.5, 1, colour);
            } else {
              if (!empty) {
                emptyColours(row, gridCover(row, x), transparent, lit, dark);
                empty = true;
              }
              float s = shaded ? floorShade(row, x, sx, sy) : 0;
              for (int c = 0; c < 4; c++) {
                colour[c] = lit[c] + s * (dark[c] - lit[c]);
              }
            }
            int k = lines.ink[i] & 255;
            if (k != 0) {
              float q = k / 255f;
              for (int c = 0; c < 3; c++) {
                colour[c] += q * (ink[c] - colour[c]);
              }
              colour[3] += q * (1 - colour[3]);
            }
            red += colour[0];
            green += colour[1];
            blue += colour[2];
            alpha += colour[3];
          }
        }
        // Averages of premultiplied colours, divided by the average alpha: the counts cancel.
        float s = alpha > 0 ? 1 / alpha : 0;
        argb[y * width + x] =
            level(255 * alpha / (samples * samples)) << 24
                | level(red * s) << 16
                | level(green * s) << 8
                | level(blue * s);
      }
    }
  }

  private static int opaque(float red, float green, float blue) {
    return 0xFF000000 | level(red) << 16 | level(green) << 8 | level(blue);
  }

  /** Whether no sample of a pixel shows an object or ink. */
  private boolean isEmpty(int y, int x) {
    int samples = settings.supersampling();
    int i = y * samples * raster.width + x * samples;
    for (int sy = 0; sy < samples; sy++, i += raster.width) {
      for (int k = i; k < i + samples; k++) {
        if (raster.id[k] >= 0 || lines.ink[k] != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static int level(float value) {
    return Math.max(0, Math.min(255, (int) (value + 0.5f)));
  }

  /** Part of a sample on the upper side of a threshold, from the value's change over it. */
  private static float step(float value, float threshold, float change) {
    float d = value - threshold;
    if (change < 1e-6f) {
      return d >= 0 ? 1 : 0;
    }
    return Math.max(0, Math.min(1, d / change + 0.5f));
  }

  /** The triangle that all samples of a pixel show, without ink, or -1. */
  private int plainTriangle(int y, int x) {
    int samples = settings.supersampling();
    int i = y * samples * raster.width + x * samples;
    int t = raster.id[i];
    for (int sy = 0; sy < samples; sy++, i += raster.width) {
      for (int k = i; k < i + samples; k++) {
        if (raster.id[k] != t || lines.ink[k] != 0) {
          return -1;
        }
      }
    }
    return t;
  }

  /**
   * Colour of a triangle at a place on the screen.
   *
   * @param size side of the square that the colour stands for, in samples
   * @return false if the square is larger than a sample and may hold the border of a shadow: then
   *     its samples must be looked at one by one
   */
  private boolean objectColour(int t, double x, double y, int size, float[] out) {
    int object = mesh.object(t), a = mesh.corners[3 * t];
    Tones tone = textures[object] == null ? tones[object] : pictureTones(t, object, x, y, out);
    float[] shadow = tone.shadow, base = tone.base, light = tone.light;
    float dx = (float) (x - mesh.x[a]), dy = (float) (y - mesh.y[a]);
    float gx = mesh.dldx[t], gy = mesh.dldy[t];
    float l = mesh.light[t] + gx * dx + gy * dy;
    float change = size * (Math.abs(gx) + Math.abs(gy));
    float lit = settings.bands() > 1 ? step(l, SHADOW_BELOW, change) : 1;
    float bright = settings.bands() > 2 ? step(l, LIGHT_ABOVE, change) : 0;
    if (mesh.rim != null && lit > 0) {
      float rx = mesh.drdx[t], ry = mesh.drdy[t];
      float facing = mesh.rim[t] + rx * dx + ry * dy;
      bright = Math.max(bright, 1 - step(facing, RIM_BELOW, size * (Math.abs(rx) + Math.abs(ry))));
    }
    if (shadows != null && lit > 0) {
      double w = 1 / (mesh.z[a] + mesh.dzdx[t] * dx + mesh.dzdy[t] * dy), unit = w * perSample;
      double across = (x - 0.5 * raster.width) * unit;
      double above = (0.5 * raster.height - y) * unit;
      double px = view.eyeX() + w * view.forwardX() + across * view.rightX() + above * view.upX();
      double py = view.eyeY() + w * view.forwardY() + above * view.upY();
      double pz = view.eyeZ() + w * view.forwardZ() + across * view.rightZ() + above * view.upZ();
      if (size == 1) {
        lit *= 1 - shadows.shade(px, py, pz, object);
      } else if (shadows.mayShade(px, py, pz, object)) {
        return false;
      }
    }
    bright *= lit;
    for (int c = 0; c < 3; c++) {
      out[c] = shadow[c] + lit * (base[c] - shadow[c]) + bright * (light[c] - base[c]);
    }
    out[3] = 1;
    return true;
  }

  /** Tones of the picture on a triangle at a place on the screen. */
  private Tones pictureTones(int t, int object, double x, double y, float[] scratch) {
    int a = mesh.corners[3 * t], b = mesh.corners[3 * t + 1], c = mesh.corners[3 * t + 2];
    int first = mesh.vertexOffset[object], last = mesh.vertexOffset[object + 1];
    double bx = mesh.x[b] - mesh.x[a], by = mesh.y[b] - mesh.y[a];
    double cx = mesh.x[c] - mesh.x[a], cy = mesh.y[c] - mesh.y[a];
    double area = bx * cy - by * cx;
    if (Math.max(a, Math.max(b, c)) >= last || area == 0) {
      return tones[object]; // cut by the eye's plane, or seen edge-on
    }
    double dx = x - mesh.x[a], dy = y - mesh.y[a];
    double q = (dx * cy - dy * cx) / area, r = (bx * dy - by * dx) / area, p = 1 - q - r;
    // Places in the world go linearly with 1 / depth times the weights on the screen.
    p *= mesh.z[a];
    q *= mesh.z[b];
    r *= mesh.z[c];
    double sum = p + q + r;
    System.arraycopy(tones[object].base, 0, scratch, 0, 3);
    textures[object].at(a - first, b - first, c - first, p / sum, q / sum, r / sum, scratch);
    return Tones.of(scratch[0], scratch[1], scratch[2]);
  }

  /** Shadow on the floor at one sample of a pixel. */
  private float floorShade(Row r, int x, int sx, int sy) {
    double ox = x + (sx + 0.5) * perPixel - 0.5, oy = (sy + 0.5) * perPixel - 0.5;
    double px = r.x + ox * r.stepX, pz = r.z + ox * r.stepZ;
    return shadows.shade(
        px + oy * (r.belowX + ox * r.belowStepX - px),
        floor.y(),
        pz + oy * (r.belowZ + ox * r.belowStepZ - pz),
        -1);
  }

  /**
   * Colours of a pixel where there is no object, out of shadow and in it.
   *
   * @param line how much of the pixel the floor's lines cover
   */
  private void emptyColours(Row r, float line, boolean transparent, float[] lit, float[] dark) {
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
      return;
    }
    for (int c = 0; c < 3; c++) {
      float base = floorTones.base[c], paper = r.paper[c], mark = line * (gridColour[c] - base);
      lit[c] = paper + r.fade * (base + mark - paper);
      dark[c] = paper + r.fade * (floorTones.shadow[c] + 0.5f * mark - paper);
    }
    if (camera.isFrontal() && lines.radius() > 0) {
      // The floor's surface is a line of its own: a flat take shows it edge-on.
      float half = 0.8f * lines.radius() * (float) perPixel * floor.look().lineWeight();
      float k = Math.max(0, Math.min(1, half + 0.5f - Math.abs(r.depthBelow)));
      for (int c = 0; c < 3; c++) {
        lit[c] += k * (ink[c] - lit[c]);
      }
    }
  }

  /** How much of a pixel the floor's lines cover. */
  private float gridCover(Row r, int column) {
    if (!r.floor || !settings.grid()) {
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
    double strength = Math.max(0, 1 - 4 * pixel * perCell); // closer lines would be plain grey
    return (float) (strength * Math.min(1, 1.1 - d / pixel));
  }
}
