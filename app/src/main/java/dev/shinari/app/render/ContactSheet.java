package dev.shinari.app.render;

import dev.shinari.math.Check;
import dev.shinari.world.Take;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Some frames of a take in a grid, with their times: a whole run at a glance. */
public final class ContactSheet {
  private ContactSheet() {}

  /** Writes a sheet as PNG; answers false if the progress stopped it, and nothing was written. */
  public static boolean write(
      Take take, PictureSettings picture, SheetSettings sheet, Path file, Progress progress)
      throws IOException {
    BufferedImage image = draw(take, picture, sheet, progress);
    if (image == null) {
      return false;
    }
    PngWriter.write(image, file);
    return true;
  }

  /** Draws a sheet, or answers with null if the progress stopped it. */
  public static BufferedImage draw(
      Take take, PictureSettings picture, SheetSettings sheet, Progress progress) {
    CelRenderer renderer = new CelRenderer(take, picture);
    int[] frames = sheet.choice().choose(take, sheet.frames());
    int columns = Math.min(sheet.columns(), frames.length);
    int rows = (frames.length + columns - 1) / columns;
    int gap = sheet.gap(), w = picture.width(), h = picture.height();
    long width = columns * (long) (w + gap) + gap, height = rows * (long) (h + gap) + gap;
    Check.that(
        width <= 32768 && height <= 32768 && width * height <= 1L << 28,
        "a sheet of " + width + " x " + height + " pixels is too large");
    boolean transparent = picture.backdrop().isTransparent();
    BufferedImage image =
        new BufferedImage(
            (int) width,
            (int) height,
            transparent ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
    int[] out = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    Arrays.fill(out, transparent ? 0 : 0xFFFFFFFF);
    int[] cell = new int[w * h];
    float textHeight = Math.max(9, Math.min(18, h / 14f));
    for (int i = 0; i < frames.length; i++) {
      renderer.draw(picture.drawn(frames[i]), cell);
      if (sheet.labels()) {
        String time = String.format(Locale.ROOT, "%.2f s", frames[i] / take.framesPerSecond());
        float edge = 0.6f * textHeight;
        Lettering.draw(cell, w, h, edge, edge, textHeight, time, picture.style().paint().inkRgb());
      }
      int left = gap + i % columns * (w + gap), top = gap + i / columns * (h + gap);
      for (int y = 0; y < h; y++) {
        System.arraycopy(cell, y * w, out, (top + y) * (int) width + left, w);
      }
      if (!progress.update(i + 1, frames.length)) {
        return null;
      }
    }
    return image;
  }
}
