package dev.shinari.render.film;

import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.take.Take;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.FileImageOutputStream;

/**
 * Writes a take as an animated GIF that plays for ever.
 *
 * <p>GIF counts in hundredths of a second, which 24 frames a second do not divide: frame i lasts
 * from round(100 i / fps) to round(100 (i + 1) / fps), so the whole lasts as long as it should. A
 * drawing that is held is stored once and shown longer. The frames of a scene share one palette;
 * each stores only the rectangle that changed, with unchanged pixels left transparent, which keeps
 * files small.
 */
public final class GifWriter {
  /** Frames that are drawn beforehand to find the palette. */
  private static final int PALETTE_FRAMES = 10;

  private static final String STREAM_FORMAT = "javax_imageio_gif_stream_1.0";
  private static final String FORMAT = "javax_imageio_gif_image_1.0";

  private GifWriter() {}

  /** Writes all of a take; answers false if the progress stopped it, and nothing was written. */
  public static boolean write(
      Take take, PictureSettings settings, Path file, WriteProgress progress) throws IOException {
    return write(new CelRenderer(take, settings), file, progress);
  }

  /** The same with a renderer that is ready. */
  public static boolean write(CelRenderer renderer, Path file, WriteProgress progress)
      throws IOException {
    return write(new TakeDrawings(renderer), file, progress);
  }

  /** Writes any pictures; answers false if the progress stopped it, and nothing was written. */
  public static boolean write(PictureSource pictures, Path file, WriteProgress progress)
      throws IOException {
    return AtomicFile.write(file, part -> encode(pictures, part, progress));
  }

  /** Frames of the take that a GIF of this speed shows. */
  static int[] frames(Take take, float gifFramesPerSecond) {
    int last = take.frameCount() - 1;
    double seconds = last / (double) take.framesPerSecond();
    int n = (int) Math.floor(seconds * gifFramesPerSecond + 1e-4) + 1;
    int[] frames = new int[n];
    for (int i = 0; i < n; i++) {
      double at = i * (double) take.framesPerSecond() / gifFramesPerSecond;
      frames[i] = (int) Math.min(last, Math.round(at));
    }
    return frames;
  }

  /** Hundredths of a second for which picture i is shown. */
  static int delay(int i, float framesPerSecond) {
    return (int)
        (Math.round(100.0 * (i + 1) / framesPerSecond) - Math.round(100.0 * i / framesPerSecond));
  }

  private static boolean encode(PictureSource pictures, Path file, WriteProgress progress)
      throws IOException {
    int width = pictures.width(), height = pictures.height(), count = pictures.count();
    boolean transparent = pictures.isTransparent();
    int[] argb = new int[width * height];
    ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
    try (FileImageOutputStream out = new FileImageOutputStream(file.toFile())) {
      writer.setOutput(out);
      Palette palette = null;
      IndexColorModel colors = null;
      byte[] shown = null;
      for (int i = 0; i < count; i++) {
        boolean first = i == 0, cut = first || pictures.scene(i) != pictures.scene(i - 1);
        if (cut) {
          palette = palette(pictures, i, argb);
          colors = colorModel(palette);
          shown = null;
        }
        if (first) {
          writer.prepareWriteSequence(streamMetadata(writer, colors, width, height));
        }
        int clear = palette.colors().length;
        pictures.draw(i, argb);
        byte[] now = new byte[argb.length];
        for (int p = 0; p < argb.length; p++) {
          now[p] = (byte) (argb[p] >>> 24 < 128 ? clear : palette.index(argb[p]));
        }
        int x0 = 0, y0 = 0, x1 = width, y1 = height;
        if (shown != null && !transparent) {
          int[] box = changed(shown, now, width, height);
          x0 = box[0];
          y0 = box[1];
          x1 = box[2];
          y1 = box[3];
        }
        BufferedImage image =
            new BufferedImage(x1 - x0, y1 - y0, BufferedImage.TYPE_BYTE_INDEXED, colors);
        byte[] pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        for (int y = y0, k = 0; y < y1; y++) {
          for (int x = x0; x < x1; x++, k++) {
            int p = y * width + x;
            boolean same = shown != null && !transparent && shown[p] == now[p];
            pixels[k] = same ? (byte) clear : now[p];
          }
        }
        // The first scene's palette is the file's; later scenes carry their own with each picture.
        boolean own = pictures.scene(i) != pictures.scene(0);
        int delay = pictures.hundredths(i);
        writer.writeToSequence(
            new IIOImage(
                image,
                null,
                metadata(writer, image, x0, y0, delay, clear, transparent, first, own)),
            null);
        shown = now;
        if (!progress.update(i + 1, count)) {
          return false;
        }
      }
      writer.endWriteSequence();
      return true;
    } finally {
      writer.dispose();
    }
  }

  /** The colors of the scene that begins with a picture, from a few of its pictures. */
  private static Palette palette(PictureSource pictures, int first, int[] argb) {
    int end = first + 1;
    while (end < pictures.count() && pictures.scene(end) == pictures.scene(first)) {
      end++;
    }
    int n = end - first, tries = Math.min(PALETTE_FRAMES, n);
    Palette.Builder builder = new Palette.Builder();
    for (int i = 0; i < tries; i++) {
      pictures.draw(first + (int) ((long) i * (n - 1) / Math.max(1, tries - 1)), argb);
      builder.add(argb);
    }
    return builder.build();
  }

  /** The palette, one entry for "transparent" and as many spare ones as make a power of two. */
  private static IndexColorModel colorModel(Palette palette) {
    int n = palette.colors().length;
    int size = Math.max(2, Integer.highestOneBit(n) << 1);
    byte[] r = new byte[size], g = new byte[size], b = new byte[size];
    for (int i = 0; i < n; i++) {
      r[i] = (byte) (palette.colors()[i] >> 16);
      g[i] = (byte) (palette.colors()[i] >> 8);
      b[i] = (byte) palette.colors()[i];
    }
    return new IndexColorModel(8, size, r, g, b, n);
  }

  /** Says the size and the palette once for the whole file. */
  private static IIOMetadata streamMetadata(
      ImageWriter writer, IndexColorModel colors, int width, int height) throws IOException {
    IIOMetadata metadata = writer.getDefaultStreamMetadata(null);
    IIOMetadataNode root = new IIOMetadataNode(STREAM_FORMAT);
    IIOMetadataNode version = new IIOMetadataNode("Version");
    version.setAttribute("value", "89a");
    root.appendChild(version);
    IIOMetadataNode screen = new IIOMetadataNode("LogicalScreenDescriptor");
    screen.setAttribute("logicalScreenWidth", Integer.toString(width));
    screen.setAttribute("logicalScreenHeight", Integer.toString(height));
    screen.setAttribute("colorResolution", "8");
    screen.setAttribute("pixelAspectRatio", "0");
    root.appendChild(screen);
    IIOMetadataNode table = colorTable("Global", colors);
    table.setAttribute("backgroundColorIndex", Integer.toString(colors.getTransparentPixel()));
    root.appendChild(table);
    metadata.setFromTree(STREAM_FORMAT, root);
    return metadata;
  }

  private static IIOMetadataNode colorTable(String reach, IndexColorModel colors) {
    IIOMetadataNode table = new IIOMetadataNode(reach + "ColorTable");
    table.setAttribute("sizeOf" + reach + "ColorTable", Integer.toString(colors.getMapSize()));
    table.setAttribute("sortFlag", "FALSE");
    for (int i = 0; i < colors.getMapSize(); i++) {
      IIOMetadataNode entry = new IIOMetadataNode("ColorTableEntry");
      entry.setAttribute("index", Integer.toString(i));
      entry.setAttribute("red", Integer.toString(colors.getRed(i)));
      entry.setAttribute("green", Integer.toString(colors.getGreen(i)));
      entry.setAttribute("blue", Integer.toString(colors.getBlue(i)));
      table.appendChild(entry);
    }
    return table;
  }

  /** The rectangle where two pictures differ; one pixel if they are the same. */
  private static int[] changed(byte[] a, byte[] b, int width, int height) {
    int x0 = width, y0 = height, x1 = 0, y1 = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (a[y * width + x] != b[y * width + x]) {
          x0 = Math.min(x0, x);
          x1 = Math.max(x1, x + 1);
          y0 = Math.min(y0, y);
          y1 = y + 1;
        }
      }
    }
    return x0 < x1 ? new int[] {x0, y0, x1, y1} : new int[] {0, 0, 1, 1};
  }

  private static IIOMetadata metadata(
      ImageWriter writer,
      BufferedImage image,
      int x,
      int y,
      int delay,
      int clear,
      boolean transparent,
      boolean first,
      boolean ownColors)
      throws IOException {
    IIOMetadata metadata =
        writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), null);
    IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(FORMAT);
    for (int i = root.getLength() - 1; i >= 0; i--) {
      if (root.item(i).getNodeName().equals("LocalColorTable")) {
        root.removeChild(root.item(i)); // the file's own table serves
      }
    }
    if (ownColors) {
      root.appendChild(colorTable("Local", (IndexColorModel) image.getColorModel()));
    }
    IIOMetadataNode place = child(root, "ImageDescriptor");
    place.setAttribute("imageLeftPosition", Integer.toString(x));
    place.setAttribute("imageTopPosition", Integer.toString(y));
    place.setAttribute("imageWidth", Integer.toString(image.getWidth()));
    place.setAttribute("imageHeight", Integer.toString(image.getHeight()));
    place.setAttribute("interlaceFlag", "FALSE");
    IIOMetadataNode control = child(root, "GraphicControlExtension");
    control.setAttribute(
        "disposalMethod", transparent ? "restoreToBackgroundColor" : "doNotDispose");
    control.setAttribute("userInputFlag", "FALSE");
    control.setAttribute("transparentColorFlag", "TRUE");
    control.setAttribute("transparentColorIndex", Integer.toString(clear));
    control.setAttribute("delayTime", Integer.toString(delay));
    if (first) {
      IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
      loop.setAttribute("applicationID", "NETSCAPE");
      loop.setAttribute("authenticationCode", "2.0");
      loop.setUserObject(new byte[] {1, 0, 0}); // loop 0 times: for ever
      child(root, "ApplicationExtensions").appendChild(loop);
    }
    metadata.setFromTree(FORMAT, root);
    return metadata;
  }

  private static IIOMetadataNode child(IIOMetadataNode root, String name) {
    for (int i = 0; i < root.getLength(); i++) {
      if (root.item(i).getNodeName().equals(name)) {
        return (IIOMetadataNode) root.item(i);
      }
    }
    IIOMetadataNode node = new IIOMetadataNode(name);
    root.appendChild(node);
    return node;
  }
}
