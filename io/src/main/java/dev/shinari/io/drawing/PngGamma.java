package dev.shinari.io.drawing;

import dev.shinari.math.PortableMath;

/**
 * The brightness curve that a PNG file says it was made for. Browsers bring such colors to that of
 * screens (sRGB); Java's reader hands them on as they are.
 */
final class PngGamma {
  private static final int HEADER = 8; // bytes of the signature, and of a chunk's length and name

  private PngGamma() {}

  /** From values of the file to those of a screen, 256 each; null where they are the same. */
  static int[] table(byte[] png) {
    int gamma = 0;
    boolean primaries = false;
    for (int at = HEADER; at + HEADER + 4 <= png.length; ) {
      long length = word(png, at) & 0xFFFFFFFFL;
      String name = new String(png, at + 4, 4, java.nio.charset.StandardCharsets.ISO_8859_1);
      if (name.equals("IDAT")
          || name.equals("sRGB")
          || name.equals("iCCP")
          || name.equals("cICP")) {
        gamma = name.equals("IDAT") ? gamma : 0;
        break;
      } else if (name.equals("gAMA")) {
        gamma = word(png, at + HEADER);
      } else if (name.equals("cHRM")) {
        primaries = true;
      }
      if (length > png.length) {
        break;
      }
      at += (int) length + HEADER + 4;
    }
    // As browsers do: only with both, and only where the curve makes sense.
    return primaries && gamma > 10_000 && gamma < 1_000_000 ? table(gamma / 100_000.0) : null;
  }

  private static int[] table(double gamma) {
    int[] table = new int[256];
    for (int v = 0; v < 256; v++) {
      double light = PortableMath.pow(v / 255.0, 1 / gamma);
      double shown =
          light <= 0.0031308 ? 12.92 * light : 1.055 * PortableMath.pow(light, 1 / 2.4) - 0.055;
      table[v] = (int) Math.max(0, Math.min(255, Math.round(255 * shown)));
    }
    return table;
  }

  private static int word(byte[] b, int at) {
    return (b[at] & 255) << 24 | (b[at + 1] & 255) << 16 | (b[at + 2] & 255) << 8 | b[at + 3] & 255;
  }
}
