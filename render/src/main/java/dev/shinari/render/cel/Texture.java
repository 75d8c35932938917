package dev.shinari.render.cel;

import dev.shinari.take.Take;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** The picture on a track, looked up at the places of its triangles. */
final class Texture {
  private final int width;
  private final int height;
  private final int[] argb;
  private final float[] uvs;

  private Texture(int width, int height, int[] argb, float[] uvs) {
    this.width = width;
    this.height = height;
    this.argb = argb;
    this.uvs = uvs;
  }

  /** The track's picture, or null if it has none that can be read. */
  static Texture of(Take.Track track) {
    float[] uvs = track.surface().uvs();
    if (track.picture() == null || uvs == null) {
      return null;
    }
    try {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(track.picture()));
      if (image == null) {
        return null;
      }
      int w = image.getWidth(), h = image.getHeight();
      return new Texture(w, h, image.getRGB(0, 0, w, h, null, 0, w), uvs);
    } catch (IOException e) {
      return null; // drawn in its plain color
    }
  }

  /**
   * Color at weights p, q, r of vertices a, b, c: red, green, blue in [0, 255]; where the picture
   * is transparent, what was in {@code out} before.
   */
  void at(int a, int b, int c, double p, double q, double r, float[] out) {
    double u = p * uvs[2 * a] + q * uvs[2 * b] + r * uvs[2 * c];
    double v = p * uvs[2 * a + 1] + q * uvs[2 * b + 1] + r * uvs[2 * c + 1];
    double x = Math.max(0, Math.min(width - 1, u * width - 0.5));
    double y = Math.max(0, Math.min(height - 1, (1 - v) * height - 0.5));
    int i = (int) x, j = (int) y;
    int k = Math.min(width - 1, i + 1), l = Math.min(height - 1, j + 1);
    float s = (float) (x - i), t = (float) (y - j);
    float red = 0, green = 0, blue = 0, alpha = 0;
    for (int n = 0; n < 4; n++) {
      int pixel = argb[((n & 2) == 0 ? j : l) * width + ((n & 1) == 0 ? i : k)];
      float w = ((n & 1) == 0 ? 1 - s : s) * ((n & 2) == 0 ? 1 - t : t) * (pixel >>> 24) / 255f;
      alpha += w;
      red += w * (pixel >> 16 & 255);
      green += w * (pixel >> 8 & 255);
      blue += w * (pixel & 255);
    }
    if (alpha > 0.02f) {
      out[0] = red / alpha;
      out[1] = green / alpha;
      out[2] = blue / alpha;
    }
  }
}
