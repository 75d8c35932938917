package dev.shinari.render.film;

import dev.shinari.math.Check;
import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.render.text.Lettering;
import dev.shinari.take.Take;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Some frames of a take in a grid, with their times: a whole run at a glance. */
public final class ContactSheet {
  /** Color of the times, on white. */
  private static final int INK = 0x2E2433;

  private ContactSheet() {}

  /** Writes a sheet as PNG; answers false if the progress stopped it, and nothing was written. */
  public static boolean write(
      Take take, PictureSettings picture, SheetSettings sheet, Path file, WriteProgress progress)
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
      Take take, PictureSettings picture, SheetSettings sheet, WriteProgress progress) {
    CelRenderer renderer = new CelRenderer(take, picture);
    int[] frames = sheet.choice().choose(take, sheet.frames());
    int columns = Math.min(sheet.columns(), frames.length);
    int rows = (frames.length + columns - 1) / columns;
    int gap = sheet.gap(), w = picture.width(), h = picture.height();
    float textHeight = Math.max(8, Math.min(12, h / 18f));
    // The times stand above the pictures: letters in a picture would cover a body sooner or later.
    int head = sheet.labels() ? Math.round(1.5f * textHeight) : 0;
    long width = columns * (long) (w + gap) + gap, height = rows * (long) (head + h + gap) + gap;
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
    int[] strip = new int[w * head];
    for (int i = 0; i < frames.length; i++) {
      renderer.draw(picture.drawn(frames[i]), cell);
      int left = gap + i % columns * (w + gap), top = gap + i / columns * (head + h + gap);
      if (head > 0) {
        Arrays.fill(strip, transparent ? 0 : 0xFFFFFFFF);
        String time = String.format(Locale.ROOT, "%.2f s", frames[i] / take.framesPerSecond());
        Lettering.draw(strip, w, head, 0.3f * textHeight, 0.2f * textHeight, textHeight, time, INK);
        for (int y = 0; y < head; y++) {
          System.arraycopy(strip, y * w, out, (top + y) * (int) width + left, w);
        }
      }
      for (int y = 0; y < h; y++) {
        System.arraycopy(cell, y * w, out, (top + head + y) * (int) width + left, w);
      }
      if (!progress.update(i + 1, frames.length)) {
        return null;
      }
    }
    return image;
  }
}
