package dev.shinari.render.film;

import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.take.Take;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.FileImageOutputStream;

/** Writes pictures as PNG files: one, or every frame of a take as a numbered sequence. */
public final class PngWriter {
  private PngWriter() {}

  /** Writes one picture. */
  public static void write(BufferedImage image, Path file) throws IOException {
    AtomicFile.write(
        file,
        part -> {
          ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
          try (FileImageOutputStream out = new FileImageOutputStream(part.toFile())) {
            writer.setOutput(out);
            writer.write(image);
          } finally {
            writer.dispose();
          }
          return true;
        });
  }

  /** A picture as the bytes of a PNG file. */
  public static byte[] bytes(BufferedImage image) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  /** Writes one frame of a take. */
  public static void frame(Take take, int frame, PictureSettings settings, Path file)
      throws IOException {
    write(new CelRenderer(take, settings).image(frame), file);
  }

  /**
   * Writes all frames as {@code folder/prefix0000.png} and so on, each file whole or not at all.
   * Where drawings are held, the files of the frames that hold one are the same byte for byte.
   *
   * @return number of files written, less than the take's frames if the progress stopped it
   */
  public static int sequence(
      Take take, PictureSettings settings, Path folder, String prefix, WriteProgress progress)
      throws IOException {
    CelRenderer renderer = new CelRenderer(take, settings);
    int total = take.frameCount();
    for (int f = 0; f < total; f++) {
      Path file = folder.resolve(name(prefix, f));
      int drawn = settings.drawn(f);
      if (drawn == f) {
        write(renderer.image(f), file);
      } else {
        Path same = folder.resolve(name(prefix, drawn));
        AtomicFile.write(
            file,
            part -> {
              Files.copy(same, part, StandardCopyOption.REPLACE_EXISTING);
              return true;
            });
      }
      if (!progress.update(f + 1, total)) {
        return f + 1;
      }
    }
    return total;
  }

  private static String name(String prefix, int number) {
    return String.format(Locale.ROOT, "%s%04d.png", prefix, number);
  }
}
