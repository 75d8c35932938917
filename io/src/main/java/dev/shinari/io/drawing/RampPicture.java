package dev.shinari.io.drawing;

import dev.shinari.style.Ramp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a tone ramp from a picture: its middle row, from shadow on the left to light. */
public final class RampPicture {
  private static final long MOST_BYTES = 16L << 20;

  private RampPicture() {}

  /**
   * Reads a ramp.
   *
   * @throws IOException with what is wrong, in words that follow the file's name
   */
  public static Ramp read(Path file, boolean replaces) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException("is larger than 16 MB: a ramp is a small picture, such as 256 x 1");
    }
    PixelGrid image;
    try {
      image = PictureFile.read(Files.readAllBytes(file)).pixels();
    } catch (IllegalArgumentException e) {
      throw new IOException("is no picture that can be read; save it as PNG", e);
    }
    int width = image.width();
    int columns = Math.min(width, Ramp.MOST_TONES);
    int[] rgb = new int[columns];
    for (int i = 0; i < columns; i++) {
      int x = (int) ((long) i * width / columns);
      rgb[i] = image.argb()[image.height() / 2 * width + x] & 0xFFFFFF;
    }
    return Ramp.of(rgb, replaces);
  }
}
