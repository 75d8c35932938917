package dev.shinari.io.drawing;

import dev.shinari.io.file.BadFileException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;

/** Reads drawings. */
public final class DrawingReader {
  private static final int MOST_PIXELS = 64_000_000;

  private DrawingReader() {}

  /** A drawing from an SVG or PNG file. */
  public static Drawing read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    byte[] bytes = Files.readAllBytes(file);
    try {
      return name.endsWith(".svg") ? svg(new String(bytes, StandardCharsets.UTF_8)) : png(bytes);
    } catch (IllegalArgumentException e) {
      throw new BadFileException(
          file, "", "a drawing with an outline", e.getMessage(), "see docs/tear.md", e);
    }
  }

  /** All shapes of an SVG file together; see {@link SvgDrawing}. */
  static Drawing svg(String text) {
    return new Drawing(SvgDrawing.loops(text), null, null);
  }

  /** A picture with transparency: opaque parts become the body, the picture its texture. */
  public static Drawing png(byte[] bytes) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes));
    if (image == null) {
      throw new IllegalArgumentException("this is not a picture that can be read");
    }
    int w = image.getWidth(), h = image.getHeight();
    if ((long) w * h > MOST_PIXELS) {
      throw new IllegalArgumentException("the picture has more than " + MOST_PIXELS + " pixels");
    }
    float[] alpha = new float[w * h];
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        alpha[(h - 1 - y) * w + x] = (image.getRGB(x, y) >>> 24) / 255f;
      }
    }
    double[][] loops = AlphaTracer.loops(w, h, alpha);
    if (loops.length == 0) {
      throw new IllegalArgumentException("the picture is transparent everywhere: nothing to tear");
    }
    return new Drawing(loops, bytes, new double[] {0, 0, w, h});
  }
}
