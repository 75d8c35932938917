package dev.shinari.render.cel;

import dev.shinari.math.Check;
import dev.shinari.render.camera.Camera;
import dev.shinari.render.camera.CameraView;
import dev.shinari.render.camera.Floor;
import dev.shinari.style.InkStyle;
import dev.shinari.style.Paint;
import dev.shinari.style.Style;
import dev.shinari.take.Take;
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

  /** Width in pixels of a silhouette of weight 1 in a picture 480 pixels high. */
  private static final float LINE_PIXELS = 2.4f;

  /** Strength of dropped shadows, and what they tint the colors below with. */
  private static final float DROP_ALPHA = 0.34f;

  private final Take take;
  private final PictureSettings settings;
  private final int threads;
  private final Camera camera;
  private final FrameMesh mesh;
  private final DepthRaster raster;
  private final InkLines lines;
  private final ShadowMap shadows;
  private final BackgroundShader ground;
  private final SurfaceShader fill;
  private final MarkPainter marks; // or null
  private final Overlay overlay;
  private final Hatching floorScreen;
  private final float[] ink;
  private final float[] dropRgb;
  private final float inkGrain;
  private final int dropX, dropY; // samples
  private final double dropGap; // depth between two parts of one object that shade each other
  private final double lightX, lightY, lightZ;
  private final double scale; // samples a unit of the picture plane: half the picture's height

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
    Style style = settings.style();
    camera =
        Camera.frame(
            take, settings.camera(), settings.width(), settings.height(), style.castShadows());
    Floor floor = Floor.find(take, camera.bounds());
    List<TrackSurface> surfaces = new ArrayList<>();
    boolean rim = style.paint().rim() > 0, trails = style.paint().speedLines() > 0;
    boolean colored = style.paint().colorLines() > 0;
    for (int i = 0; i < take.tracks().size(); i++) {
      if ((floor == null || floor.track() != i) && take.tracks().get(i).frameCount() > 0) {
        surfaces.add(new TrackSurface(take.tracks().get(i)));
        Paint own = take.tracks().get(i).look().paint();
        rim |= own != null && own.rim() > 0;
        trails |= own != null && own.speedLines() > 0;
        colored |= own != null;
      }
    }
    int samples = settings.supersampling();
    raster = new DepthRaster(settings.width() * samples, settings.height() * samples);
    InkStyle pen = style.lines();
    boolean speed = (pen.bySpeed() > 0 && pen.weight() > 0) || trails;
    mesh = new FrameMesh(surfaces, settings.creaseDeg(), rim, speed, threads);
    scale = 0.5 * raster.height;
    CameraView v = camera.at(0);
    float[] weights = new float[surfaces.size()];
    for (int s = 0; s < weights.length; s++) {
      weights[s] = surfaces.get(s).track.look().lineWeight();
    }
    // Small pictures get relatively thicker lines: their hairlines would turn gray.
    double growth = StrictMath.pow(settings.height() / 480.0, 0.6);
    float radius = (float) (0.5 * LINE_PIXELS * pen.weight() * samples * growth);
    double perSample = 1 / (v.focal() * scale);
    lines =
        new InkLines(
            raster,
            mesh,
            pen,
            radius,
            samples * settings.height() / 480.0,
            weights,
            colored,
            perSample,
            camera.distance());

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
    double[] fall = Camera.shadowFall(rx, rz);
    double[] s = unit(-fall[0], 1, -fall[1]);
    shadows = style.castShadows() && !camera.isFrontal() ? new ShadowMap(s[0], s[1], s[2]) : null;
    ground =
        new BackgroundShader(settings, camera, floor, shadows, raster.height, radius, perSample);
    fill = new SurfaceShader(mesh, settings, shadows, raster, perSample);
    overlay = new Overlay(settings.width(), settings.height());
    boolean marked = trails || style.marks().stars() > 0;
    marks = marked ? new MarkPainter(take, settings, camera, mesh, fill) : null;
    floorScreen = new Hatching(style.paint().screen(), settings.height());
    ink = ColorMath.rgb(style.paint().inkRgb());
    dropRgb = ColorMath.mix(ink, new float[] {96, 70, 110}, 0.5f);
    inkGrain = pen.grain();
    dropGap = 0.06 * camera.viewHeight();
    dropX = Math.round(0.7f * style.dropShadow() * raster.height);
    dropY = Math.round(style.dropShadow() * raster.height);
  }

  private static double[] unit(double x, double y, double z) {
    double n = Math.sqrt(x * x + y * y + z * z);
    return new double[] {x / n, y / n, z / n};
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
            settings.backdrop().isTransparent()
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
    CameraView view = camera.at(frame);
    double spread = camera.isFrontal() ? 1e-3 * camera.viewHeight() : 0;
    mesh.prepare(
        frame,
        view,
        scale,
        raster.width,
        raster.height,
        lightX,
        lightY,
        lightZ,
        spread,
        take.framesPerSecond());
    if (shadows != null) {
      double d = view.distance();
      shadows.prepare(
          mesh,
          view.eyeX() + d * view.forwardX(),
          view.eyeY() + d * view.forwardY(),
          view.eyeZ() + d * view.forwardZ(),
          2 * camera.viewHeight(),
          1.25 * camera.viewHeight() / raster.height,
          threads);
    }
    ground.setView(view);
    fill.setView(view);
    int samples = settings.supersampling(), rows = BLOCK * samples;
    int blocks = (settings.height() + BLOCK - 1) / BLOCK;
    RowBlocks.run(
        threads, blocks, b -> rasterise(b * rows, Math.min(raster.height, (b + 1) * rows)));
    lines.find(threads, rows, frame);
    if (marks != null) {
      marks.mark(frame, view, overlay);
    }
    RowBlocks.run(
        threads,
        blocks,
        b -> {
          int begin = b * BLOCK, end = Math.min(settings.height(), (b + 1) * BLOCK);
          lines.stamp(b * rows, Math.min(raster.height, (b + 1) * rows));
          shade(begin, end, argb);
          if (!overlay.isEmpty()) {
            overlay.paint(begin, end, argb, raster, lines.ink, samples);
          }
          if (settings.backdrop().grain() > 0) {
            roughen(begin, end, argb);
          }
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
    for (int row = rowBegin; row < rowEnd; row++) {
      float behind = ground.hides(row + 0.5);
      for (int i = row * raster.width; i < (row + 1) * raster.width && behind > 0; i++) {
        if (raster.depth[i] < behind) {
          raster.id[i] = -1;
        }
      }
    }
  }

  /**
   * Colors some rows of pixels. Objects, ink and shadows are looked up for every sample; floor and
   * paper, smooth by themselves, once a pixel.
   */
  private void shade(int rowBegin, int rowEnd, int[] argb) {
    int samples = settings.supersampling(), width = settings.width();
    boolean transparent = settings.backdrop().isTransparent(), drops = dropY > 0;
    float[] color = new float[4]; // of a sample: red, green, blue premultiplied, alpha
    float[] lit = new float[4]; // of the pixel's floor or paper
    float[] dark = new float[4]; // the same in shadow
    BackgroundShader.Row row = new BackgroundShader.Row();
    for (int y = rowBegin; y < rowEnd; y++) {
      ground.setUp(row, (y + 0.5) * samples);
      ground.colors(row, 0, lit, dark);
      int plain = transparent ? 0 : ColorMath.opaque(lit[0], lit[1], lit[2]);
      for (int x = 0; x < width; x++) {
        boolean shaded = x >= row.shadeBegin && x < row.shadeEnd;
        boolean dropped = drops && dropTouches(y, x);
        if (!shaded && !dropped && isEmpty(y, x)) {
          float line = ground.gridCover(row, x);
          if (line == 0 || transparent) {
            argb[y * width + x] = plain;
          } else {
            ground.colors(row, line, lit, dark);
            argb[y * width + x] = ColorMath.opaque(lit[0], lit[1], lit[2]);
          }
          continue;
        }
        int triangle = samples > 1 && !dropped ? plainTriangle(y, x) : -1;
        if (triangle >= 0
            && fill.color(triangle, (x + 0.5) * samples, (y + 0.5) * samples, samples, color)) {
          argb[y * width + x] = ColorMath.opaque(color[0], color[1], color[2]);
          continue;
        }
        float red = 0, green = 0, blue = 0, alpha = 0;
        float tooth = inkGrain > 0 ? tooth(x, y) : 1;
        boolean empty = false;
        for (int sy = 0; sy < samples; sy++) {
          int sampleRow = y * samples + sy;
          int i = sampleRow * raster.width + x * samples;
          for (int sx = 0; sx < samples; sx++, i++) {
            int t = raster.id[i];
            if (t >= 0) {
              fill.color(t, x * samples + sx + 0.5, sampleRow + 0.5, 1, color);
            } else {
              if (!empty) {
                ground.colors(row, ground.gridCover(row, x), lit, dark);
                empty = true;
              }
              float s = shaded ? ground.shade(row, x, sx, sy) : 0;
              if (s > 0 && !floorScreen.isEmpty()) {
                s *= 0.15f + 0.85f * floorScreen.cover(x, y, -0.2f, 1);
              }
              for (int c = 0; c < 4; c++) {
                color[c] = lit[c] + s * (dark[c] - lit[c]);
              }
            }
            if (dropped && dropAt(x * samples + sx, sampleRow)) {
              tint(color, dropRgb, DROP_ALPHA);
            }
            int k = lines.ink[i] & 255;
            if (k != 0) {
              float[] pen = lines.owner == null ? ink : fill.inks[lines.owner[i]];
              tint(color, pen, tooth * k / 255f);
            }
            red += color[0];
            green += color[1];
            blue += color[2];
            alpha += color[3];
          }
        }
        // Averages of premultiplied colors, divided by the average alpha: the counts cancel.
        float s = alpha > 0 ? 1 / alpha : 0;
        argb[y * width + x] =
            ColorMath.level(255 * alpha / (samples * samples)) << 24
                | ColorMath.level(red * s) << 16
                | ColorMath.level(green * s) << 8
                | ColorMath.level(blue * s);
      }
    }
  }

  /** Lays a color over a premultiplied one. */
  private static void tint(float[] color, float[] with, float q) {
    for (int c = 0; c < 3; c++) {
      color[c] += q * (with[c] - color[c]);
    }
    color[3] += q * (1 - color[3]);
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

  /** Whether a shadow drops on some sample of a pixel. */
  private boolean dropTouches(int y, int x) {
    int samples = settings.supersampling();
    for (int sy = 0; sy < samples; sy++) {
      for (int sx = 0; sx < samples; sx++) {
        if (dropAt(x * samples + sx, y * samples + sy)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a nearer object drops its shadow on a sample. */
  private boolean dropAt(int x, int y) {
    int fromX = x - dropX, fromY = y - dropY;
    if (fromX < 0 || fromY < 0) {
      return false;
    }
    int i = y * raster.width + x, j = fromY * raster.width + fromX;
    int caster = raster.id[j], here = raster.id[i];
    return caster >= 0
        && (here < 0
            || (raster.depth[j] > raster.depth[i]
                && (mesh.object(here) != mesh.object(caster)
                    || 1 / raster.depth[i] - 1 / raster.depth[j] > dropGap)));
  }

  /** How much of a line the paper takes at a pixel. */
  private float tooth(int x, int y) {
    float n = ColorMath.smoothNoise(0.55 * x, 0.55 * y, 77);
    return 1 - inkGrain * n * n * 0.95f;
  }

  /**
   * Puts the paper's grain on some rows. A few steps of brightness only: more would fill a GIF's
   * palette with noise.
   */
  private void roughen(int rowBegin, int rowEnd, int[] argb) {
    float grain = settings.backdrop().grain();
    int width = settings.width();
    float[] factor = new float[5];
    for (int k = 0; k < 5; k++) {
      factor[k] = 1 + 0.03f * grain * (k - 3);
    }
    for (int y = rowBegin; y < rowEnd; y++) {
      for (int x = 0; x < width; x++) {
        int p = argb[y * width + x];
        float n =
            0.5f * ColorMath.noise(x, y, 31) + 0.5f * ColorMath.smoothNoise(0.3 * x, 0.22 * y, 32);
        float f = factor[(int) (5 * n)];
        if (f != 1 && p >>> 24 != 0) {
          argb[y * width + x] =
              p & 0xFF000000
                  | ColorMath.level(f * (p >> 16 & 255)) << 16
                  | ColorMath.level(f * (p >> 8 & 255)) << 8
                  | ColorMath.level(f * (p & 255));
        }
      }
    }
  }
}
