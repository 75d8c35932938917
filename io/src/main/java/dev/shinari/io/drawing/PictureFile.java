package dev.shinari.io.drawing;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * Reads PNG, JPEG, GIF, BMP and WebP; of animated files the first frame. The size is read from the
 * header first, and pictures that are too large are refused before memory is spent on them.
 *
 * @param format as the file says, such as "PNG"
 * @param width pixels of the file, with height
 * @param pixels those that were read; of very large pictures every second one
 */
record PictureFile(String format, int width, int height, PixelGrid pixels) {
  static final int MAX_BYTES = 128 << 20;
  private static final long MAX_PIXELS = 64_000_000;
  private static final int MAX_SIDE = 32_768;

  /** Pictures with more pixels are read at half of their size, so that 300 MB are enough. */
  private static final long THINNED = 20_000_000;

  /** Throws IllegalArgumentException with what is wrong. */
  static PictureFile read(byte[] bytes) {
    try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new IllegalArgumentException(
            bytes.length == 0
                ? "an empty file"
                : "no picture that can be read (PNG, JPEG, GIF, BMP and WebP can)");
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        return read(reader, bytes);
      } finally {
        reader.dispose();
      }
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Decoders meet damaged files with all kinds of exceptions.
      throw new IllegalArgumentException(
          "a damaged picture"
              + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")")
              + "; it may be cut off",
          e);
    }
  }

  private static PictureFile read(ImageReader reader, byte[] bytes) throws IOException {
    int w = reader.getWidth(0), h = reader.getHeight(0);
    if (w <= 0 || h <= 0) {
      throw new IllegalArgumentException("a picture of " + w + " x " + h + " pixels");
    }
    if ((long) w * h > MAX_PIXELS || Math.max(w, h) > MAX_SIDE) {
      throw new IllegalArgumentException(
          "a picture of " + w + " x " + h + " pixels; make it at most 8,000 x 8,000");
    }
    ImageReadParam param = reader.getDefaultReadParam();
    if ((long) w * h > THINNED) {
      param.setSourceSubsampling(2, 2, 0, 0);
    }
    BufferedImage image = reader.read(0, param);
    String format = reader.getFormatName().toUpperCase(Locale.ROOT);
    PixelGrid pixels = PixelGrid.of(image);
    int[] curve = format.equals("PNG") ? PngGamma.table(bytes) : null;
    return new PictureFile(format, w, h, curve == null ? pixels : pixels.curved(curve));
  }
}
