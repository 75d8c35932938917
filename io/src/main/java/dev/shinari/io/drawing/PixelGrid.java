package dev.shinari.io.drawing;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Pixels of a picture, rows from the top down.
 *
 * @param argb alpha, red, green, blue in 8 bits each; colors are not multiplied by alpha
 */
record PixelGrid(int width, int height, int[] argb) {
  /** Pixels with less than this of 255 have no color of their own worth keeping. */
  private static final int FAINT = 8;

  /** How far colors are carried beyond the drawing, pixels: as far as filters look. */
  private static final int BLEED = 8;

  static PixelGrid of(BufferedImage image) {
    int w = image.getWidth(), h = image.getHeight();
    boolean gray =
        image.getColorModel().getColorSpace().getType() == java.awt.color.ColorSpace.TYPE_GRAY;
    return new PixelGrid(w, h, gray ? grays(image, w, h) : colors(image, w, h));
  }

  /** As getRGB, which looks at each pixel through the color model: many times slower. */
  private static int[] colors(BufferedImage image, int w, int h) {
    int type = image.getType();
    boolean alpha = type == BufferedImage.TYPE_4BYTE_ABGR;
    if (!alpha && type != BufferedImage.TYPE_3BYTE_BGR || image.getRaster().getParent() != null) {
      return image.getRGB(0, 0, w, h, null, 0, w);
    }
    byte[] data = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    int[] argb = new int[w * h];
    for (int i = 0, k = 0; i < argb.length; i++) {
      int a = alpha ? data[k++] & 255 : 255;
      argb[i] = a << 24 | (data[k + 2] & 255) << 16 | (data[k + 1] & 255) << 8 | data[k] & 255;
      k += 3;
    }
    return argb;
  }

  /** Java2D takes grays for linear light, files mean what a screen shows. */
  private static int[] grays(BufferedImage image, int w, int h) {
    Raster raster = image.getRaster();
    int top = (1 << Math.min(16, raster.getSampleModel().getSampleSize(0))) - 1;
    boolean alpha = raster.getNumBands() > 1;
    int[] argb = new int[w * h];
    int[] row = new int[w], second = new int[w];
    for (int y = 0; y < h; y++) {
      raster.getSamples(0, y, w, 1, 0, row);
      if (alpha) {
        raster.getSamples(0, y, w, 1, 1, second);
      }
      for (int x = 0; x < w; x++) {
        int g = row[x] * 255 / top, a = alpha ? second[x] * 255 / top : 255;
        argb[y * w + x] = a << 24 | g << 16 | g << 8 | g;
      }
    }
    return argb;
  }

  int alpha(int x, int y) {
    return argb[y * width + x] >>> 24;
  }

  boolean isOpaque() {
    for (int p : argb) {
      if (p >>> 24 != 255) {
        return false;
      }
    }
    return true;
  }

  /** The same picture with other brightness; 256 values. */
  PixelGrid curved(int[] table) {
    int[] out = new int[argb.length];
    for (int i = 0; i < out.length; i++) {
      int p = argb[i];
      out[i] =
          p & 0xFF000000 | table[p >> 16 & 255] << 16 | table[p >> 8 & 255] << 8 | table[p & 255];
    }
    return new PixelGrid(width, height, out);
  }

  /** The same picture with at most so many pixels along each side; each is the mean of its area. */
  PixelGrid atMost(int side) {
    if (Math.max(width, height) <= side) {
      return this;
    }
    double step = Math.max(width, height) / (double) side;
    int w = Math.max(1, (int) Math.round(width / step));
    int h = Math.max(1, (int) Math.round(height / step));
    int[] out = new int[w * h];
    float[] row = new float[4 * w], sum = new float[4 * w];
    for (int y = 0; y < h; y++) {
      double from = (double) y * height / h, to = (double) (y + 1) * height / h;
      int last = Math.min(height - 1, (int) Math.ceil(to) - 1);
      java.util.Arrays.fill(sum, 0);
      for (int j = (int) from; j <= last; j++) {
        float share = (float) ((Math.min(to, j + 1) - Math.max(from, j)) / (to - from));
        narrowed(j, w, row);
        for (int k = 0; k < sum.length; k++) {
          sum[k] += share * row[k];
        }
      }
      for (int x = 0; x < w; x++) {
        float a = sum[4 * x];
        out[y * w + x] =
            a > 0
                ? Math.min(255, Math.round(a)) << 24
                    | Math.min(255, Math.round(sum[4 * x + 1] / a)) << 16
                    | Math.min(255, Math.round(sum[4 * x + 2] / a)) << 8
                    | Math.min(255, Math.round(sum[4 * x + 3] / a))
                : 0;
      }
    }
    return new PixelGrid(w, h, out);
  }

  /** A row with w pixels: alpha, and colors multiplied by it. */
  private void narrowed(int y, int w, float[] out) {
    double step = (double) width / w;
    float whole = (float) (1 / step);
    int row = y * width;
    for (int x = 0; x < w; x++) {
      double from = x * step, to = Math.min(width, (x + 1) * step);
      int first = (int) from, last = Math.min(width - 1, (int) Math.ceil(to) - 1);
      float a = 0, r = 0, g = 0, b = 0;
      for (int i = first; i <= last; i++) {
        float share = whole;
        if (i == first || i == last) {
          share *= (float) (Math.min(to, i + 1) - Math.max(from, i));
        }
        int p = argb[row + i];
        float pa = share * (p >>> 24);
        a += pa;
        r += pa * (p >> 16 & 255);
        g += pa * (p >> 8 & 255);
        b += pa * (p & 255);
      }
      out[4 * x] = a;
      out[4 * x + 1] = r;
      out[4 * x + 2] = g;
      out[4 * x + 3] = b;
    }
  }

  /**
   * Carries the colors at the border of the drawing a little beyond it, under pixels that stay
   * transparent: viewers that filter textures would mix black into the border otherwise.
   */
  PixelGrid bled() {
    int[] out = argb.clone();
    int[] front = new int[256], next = new int[256];
    int n = 0;
    boolean[] done = new boolean[out.length];
    for (int i = 0; i < out.length; i++) {
      done[i] = out[i] >>> 24 >= FAINT;
    }
    for (int i = 0; i < out.length; i++) {
      if (!done[i] && besideDone(done, i)) {
        front = put(front, n++, i);
      }
    }
    for (int ring = 0; ring < BLEED && n > 0; ring++) {
      for (int k = 0; k < n; k++) {
        out[front[k]] = out[front[k]] & 0xFF000000 | mean(out, done, front[k]);
      }
      for (int k = 0; k < n; k++) {
        done[front[k]] = true;
      }
      int m = 0;
      for (int k = 0; k < n; k++) {
        int x = front[k] % width, y = front[k] / width;
        for (int side = 0; side < 4; side++) {
          int i = x + (side == 0 ? -1 : side == 1 ? 1 : 0);
          int j = y + (side == 2 ? -1 : side == 3 ? 1 : 0);
          if (i >= 0 && j >= 0 && i < width && j < height && !done[j * width + i]) {
            next = put(next, m++, j * width + i);
          }
        }
      }
      int[] swap = front;
      front = next;
      next = swap;
      n = m;
    }
    return new PixelGrid(width, height, out);
  }

  private static int[] put(int[] list, int n, int value) {
    int[] out = n < list.length ? list : java.util.Arrays.copyOf(list, 2 * n);
    out[n] = value;
    return out;
  }

  private boolean besideDone(boolean[] done, int at) {
    int x = at % width, y = at / width;
    return x > 0 && done[at - 1]
        || x + 1 < width && done[at + 1]
        || y > 0 && done[at - width]
        || y + 1 < height && done[at + width];
  }

  /** Mean color of the neighbors that have one. */
  private int mean(int[] colors, boolean[] done, int at) {
    int x = at % width, y = at / width;
    int r = 0, g = 0, b = 0, n = 0;
    for (int j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
      for (int i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
        if (done[j * width + i]) {
          int p = colors[j * width + i];
          r += p >> 16 & 255;
          g += p >> 8 & 255;
          b += p & 255;
          n++;
        }
      }
    }
    return n == 0 ? 0 : r / n << 16 | g / n << 8 | b / n;
  }

  /** As the bytes of a PNG file. */
  byte[] png() throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, width, height, argb, 0, width);
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      ImageWriteParam param = writer.getDefaultWriteParam();
      param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      param.setCompressionQuality(0.6f); // a large picture in half of the time
      writer.setOutput(out);
      writer.write(
          null,
          new IIOImage(
              image, null, writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), param)),
          param);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
