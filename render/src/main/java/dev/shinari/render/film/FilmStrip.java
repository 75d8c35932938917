package dev.shinari.render.film;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/**
 * Pictures of a film on disk, numbered from 0: drawn once, and read again by whatever is made of
 * them. Opaque pictures only.
 */
public final class FilmStrip implements PictureSource {
  private final Path folder;
  private final String prefix;
  private final int width;
  private final int height;
  private final int picturesPerSecond;
  private final List<Integer> scenes = new ArrayList<>();

  /** An empty strip; pictures that an earlier run left there are removed. */
  public FilmStrip(Path folder, String prefix, int width, int height, int picturesPerSecond)
      throws IOException {
    this.folder = folder;
    this.prefix = prefix;
    this.width = width;
    this.height = height;
    this.picturesPerSecond = picturesPerSecond;
    Files.createDirectories(folder);
    clear();
  }

  private void clear() throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, prefix + "[0-9]*.png")) {
      for (Path p : old) {
        Files.delete(p);
      }
    }
  }

  public Path folder() {
    return folder;
  }

  /** Adds a picture of a scene. */
  public void add(int[] argb, int scene) throws IOException {
    write(argb, width, height, file(count()));
    scenes.add(scene);
  }

  /** Writes one picture. */
  public static void write(int[] argb, int width, int height, Path file) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    System.arraycopy(
        argb, 0, ((DataBufferInt) image.getRaster().getDataBuffer()).getData(), 0, width * height);
    PngWriter.write(image, file);
  }

  private Path file(int picture) {
    return folder.resolve(String.format(Locale.ROOT, "%s%05d.png", prefix, picture));
  }

  /** Removes all pictures, and the folder if nothing else is in it. */
  public void delete() throws IOException {
    clear();
    try (DirectoryStream<Path> rest = Files.newDirectoryStream(folder)) {
      if (!rest.iterator().hasNext()) {
        Files.delete(folder);
      }
    }
  }

  /** Writes one picture of each scene at half size as a grid: a little after its middle. */
  public void sheet(Path file, int columns) throws IOException {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < count(); ) {
      int end = i;
      while (end < count() && scene(end) == scene(i)) {
        end++;
      }
      chosen.add(i + (int) (0.6 * (end - i)));
      i = end;
    }
    int w = width / 2, h = height / 2, gap = 6;
    int across = Math.min(columns, chosen.size());
    int down = (chosen.size() + across - 1) / across;
    int sheetWidth = across * (w + gap) + gap;
    int[] out = new int[sheetWidth * (down * (h + gap) + gap)];
    Arrays.fill(out, 0xFFFFFFFF);
    int[] argb = new int[width * height];
    for (int k = 0; k < chosen.size(); k++) {
      draw(chosen.get(k), argb);
      int left = gap + k % across * (w + gap), top = gap + k / across * (h + gap);
      for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
          out[(top + y) * sheetWidth + left + x] = average(argb, 2 * x, 2 * y);
        }
      }
    }
    write(out, sheetWidth, out.length / sheetWidth, file);
  }

  private int average(int[] argb, int x, int y) {
    int a = argb[y * width + x], b = argb[y * width + x + 1];
    int c = argb[(y + 1) * width + x], d = argb[(y + 1) * width + x + 1];
    int mean = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int sum = (a >> shift & 255) + (b >> shift & 255) + (c >> shift & 255) + (d >> shift & 255);
      mean |= (sum + 2) / 4 << shift;
    }
    return mean;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int height() {
    return height;
  }

  @Override
  public boolean isTransparent() {
    return false;
  }

  @Override
  public int count() {
    return scenes.size();
  }

  @Override
  public void draw(int picture, int[] argb) {
    try {
      BufferedImage image = ImageIO.read(file(picture).toFile());
      image.getRGB(0, 0, width, height, argb, 0, width);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file(picture) + " again", e);
    }
  }

  @Override
  public int hundredths(int picture) {
    return GifWriter.delay(picture, picturesPerSecond);
  }

  @Override
  public int scene(int picture) {
    return scenes.get(picture);
  }
}
