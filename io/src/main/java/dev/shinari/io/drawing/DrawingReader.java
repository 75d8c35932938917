package dev.shinari.io.drawing;

import dev.shinari.io.file.BadFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads drawings: outlines of what is visible in SVG files and pictures, with their colors. */
public final class DrawingReader {
  /** Endings of the files that can be read. */
  public static final List<String> ENDINGS =
      List.of(".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp");

  /**
   * Pixels along the longest side of the raster that outlines are traced on. The same for every
   * film, so that the motion does not depend on the size of the picture.
   */
  private static final int TRACED = 2048;

  /** Pixels left free around what is seen of an SVG. */
  private static final int MARGIN = 2;

  private DrawingReader() {}

  /** Whether a file is a drawing, by its name. */
  public static boolean isDrawing(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(lower::endsWith);
  }

  /** A drawing from a file, with {@link DrawingSettings#DEFAULT}. */
  public static Drawing read(Path file) throws IOException {
    return read(file, DrawingSettings.DEFAULT);
  }

  /**
   * A drawing from a file.
   *
   * @throws BadFileException where the file is damaged, too large, or nothing is seen in it
   */
  public static Drawing read(Path file, DrawingSettings settings) throws IOException {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    boolean svg = name.endsWith(".svg");
    long most = svg ? SvgPreflight.MAX_BYTES : PictureFile.MAX_BYTES;
    try {
      if (Files.size(file) > most) {
        throw new IllegalArgumentException(
            "a file of " + (Files.size(file) >> 20) + " MB, more than " + (most >> 20) + " MB");
      }
      byte[] bytes = Files.readAllBytes(file);
      return svg ? svg(bytes, settings) : picture(bytes, settings);
    } catch (IllegalArgumentException e) {
      throw new BadFileException(
          file,
          "",
          "a drawing",
          e.getMessage() == null ? "something else" : e.getMessage(),
          "see docs/drawings.md",
          e);
    } catch (OutOfMemoryError e) {
      throw new BadFileException(
          file, "", "a drawing", "more than memory holds", "make the picture smaller", e);
    }
  }

  /** What is visible of an SVG file, as browsers draw it. */
  static Drawing svg(byte[] bytes, DrawingSettings settings) throws IOException {
    SvgPicture svg = SvgPicture.read(bytes, settings.layer());
    double[] seen = visible(svg);
    int side = TRACED - 2 * MARGIN;
    double scale = side / Math.max(seen[2] - seen[0], seen[3] - seen[1]);
    PixelGrid traced = draw(svg, seen, scale);
    double[][] loops = AlphaTracer.loops(traced, level(traced, settings));
    if (loops.length == 0) {
      throw nothing();
    }
    double x = seen[0] - MARGIN / scale, y = seen[1] - MARGIN / scale;
    double low = y + traced.height() / scale;
    for (double[] loop : loops) {
      for (int i = 0; i < loop.length; i += 2) {
        loop[i] = x + loop[i] / scale;
        loop[i + 1] = loop[i + 1] / scale - low;
      }
    }
    double fine = (settings.pixels() - 2 * MARGIN) / (side / scale);
    PixelGrid texture = draw(svg, seen, fine).bled();
    double tx = seen[0] - MARGIN / fine, ty = seen[1] - MARGIN / fine;
    double[] box = {tx, -(ty + texture.height() / fine), tx + texture.width() / fine, -ty};
    return new Drawing(
        loops,
        texture.png(),
        box,
        new Drawing.Source("SVG", svg.width(), svg.height(), svg.layers(), List.of()));
  }

  /** The part of an SVG that something is seen in: left, top, right, bottom in its units. */
  private static double[] visible(SvgPicture svg) {
    double[] part = {0, 0, svg.width(), svg.height()};
    for (int pass = 0; pass < 4; pass++) {
      double scale = (512 - 2 * MARGIN) / Math.max(part[2] - part[0], part[3] - part[1]);
      PixelGrid p = draw(svg, part, scale);
      int left = p.width(), top = p.height(), right = -1, bottom = -1;
      for (int y = 0; y < p.height(); y++) {
        for (int x = 0; x < p.width(); x++) {
          if (p.alpha(x, y) > 0) {
            left = Math.min(left, x);
            right = Math.max(right, x);
            top = Math.min(top, y);
            bottom = Math.max(bottom, y);
          }
        }
      }
      if (right < 0) {
        throw nothing();
      }
      double x = part[0] - MARGIN / scale, y = part[1] - MARGIN / scale;
      boolean fills = right - left > 256 || bottom - top > 256;
      part =
          new double[] {
            Math.max(0, x + (left - 1) / scale),
            Math.max(0, y + (top - 1) / scale),
            Math.min(svg.width(), x + (right + 2) / scale),
            Math.min(svg.height(), y + (bottom + 2) / scale)
          };
      if (fills) {
        break;
      }
    }
    return part;
  }

  private static PixelGrid draw(SvgPicture svg, double[] part, double scale) {
    int w = (int) Math.ceil((part[2] - part[0]) * scale) + 2 * MARGIN;
    int h = (int) Math.ceil((part[3] - part[1]) * scale) + 2 * MARGIN;
    return PixelGrid.of(svg.draw(part[0] - MARGIN / scale, part[1] - MARGIN / scale, scale, w, h));
  }

  /** A picture: opaque parts become the body, the picture its texture. */
  public static Drawing picture(byte[] bytes, DrawingSettings settings) throws IOException {
    if (settings.layer() != null) {
      throw new IllegalArgumentException("a picture, which has no layers: only SVG files do");
    }
    PictureFile file = PictureFile.read(bytes);
    PixelGrid pixels = file.pixels();
    List<String> notes = new ArrayList<>();
    if (pixels.isOpaque() && settings.cutOut()) {
      int background =
          settings.background() >= 0 ? settings.background() : BackgroundFinder.corner(pixels);
      if (background < 0) {
        notes.add("its corners differ in color, so all of the picture is the body");
      } else {
        pixels = BackgroundFinder.cut(pixels, background);
        notes.add(
            String.format(
                Locale.ROOT, "its background, #%06X, was cut away (no transparency)", background));
      }
    }
    PixelGrid traced = pixels.atMost(TRACED);
    double[][] loops = AlphaTracer.loops(traced, level(traced, settings));
    if (loops.length == 0) {
      throw nothing();
    }
    double sx = (double) file.width() / traced.width();
    double sy = (double) file.height() / traced.height();
    for (double[] loop : loops) {
      for (int i = 0; i < loop.length; i += 2) {
        loop[i] *= sx;
        loop[i + 1] *= sy;
      }
    }
    return new Drawing(
        loops,
        pixels.atMost(settings.pixels()).bled().png(),
        new double[] {0, 0, file.width(), file.height()},
        new Drawing.Source(
            file.format(), file.width(), file.height(), List.of(), List.copyOf(notes)));
  }

  /** Alpha of the outline: a part of the largest one, so that faint drawings are seen too. */
  private static float level(PixelGrid p, DrawingSettings settings) {
    int most = 0;
    for (int c : p.argb()) {
      most = Math.max(most, c >>> 24);
    }
    if (most == 0) {
      throw nothing();
    }
    return settings.threshold() * most / 255f;
  }

  private static IllegalArgumentException nothing() {
    return new IllegalArgumentException("nothing that is seen: it is transparent everywhere");
  }
}
