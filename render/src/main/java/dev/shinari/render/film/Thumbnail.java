package dev.shinari.render.film;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** A small copy of a picture, for pages that show many. */
public final class Thumbnail {
  private Thumbnail() {}

  /** Reads a picture and writes it again, no wider than asked for. */
  public static void write(Path picture, int mostWidth, Path out) throws IOException {
    BufferedImage image = ImageIO.read(picture.toFile());
    int width = Math.min(mostWidth, image.getWidth());
    int height = Math.max(1, image.getHeight() * width / image.getWidth());
    BufferedImage small = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = small.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    g.drawImage(image, 0, 0, width, height, null);
    g.dispose();
    PngWriter.write(small, out);
  }
}
