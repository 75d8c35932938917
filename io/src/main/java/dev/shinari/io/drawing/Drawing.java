package dev.shinari.io.drawing;

import java.util.List;

/**
 * A drawing: closed outlines with y up (inside by the even-odd rule), and the picture on it.
 *
 * @param loops x, y, x, y, ... each
 * @param png bytes of the picture, or null
 * @param box what the picture is stretched over: minX, minY, maxX, maxY; null without one
 * @param source what it was read from, or null for one made of numbers
 */
public record Drawing(double[][] loops, byte[] png, double[] box, Source source) {
  /**
   * What a file holds.
   *
   * @param format such as "SVG" or "PNG"
   * @param width in pixels, of SVG in its units, with height
   * @param layers ids of an SVG file's groups
   * @param notes what was decided about the file, as sentences without a period
   */
  public record Source(
      String format, double width, double height, List<String> layers, List<String> notes) {}

  /** A drawing of numbers alone. */
  public static Drawing of(double[][] loops) {
    return new Drawing(loops, null, null, null);
  }

  /** Area that the loops enclose; loops around holes run the other way. */
  public double area() {
    double sum = 0;
    for (double[] l : loops) {
      for (int i = 0; i < l.length; i += 2) {
        int j = (i + 2) % l.length;
        sum += 0.5 * (l[i] * l[j + 1] - l[j] * l[i + 1]);
      }
    }
    return Math.abs(sum);
  }

  /** Box of the outline: minX, minY, maxX, maxY. */
  public double[] bounds() {
    double minX = Double.POSITIVE_INFINITY, minY = minX, maxX = -minX, maxY = -minX;
    for (double[] loop : loops) {
      for (int i = 0; i < loop.length; i += 2) {
        minX = Math.min(minX, loop[i]);
        maxX = Math.max(maxX, loop[i]);
        minY = Math.min(minY, loop[i + 1]);
        maxY = Math.max(maxY, loop[i + 1]);
      }
    }
    return new double[] {minX, minY, maxX, maxY};
  }

  /** Centered on the middle of its outline's box, and as high as asked. */
  public Drawing fitted(double height) {
    double[] r = bounds();
    if (!(r[3] > r[1] && r[2] > r[0])) {
      throw new IllegalArgumentException("the drawing's outline encloses nothing");
    }
    double s = height / (r[3] - r[1]), mx = 0.5 * (r[0] + r[2]), my = 0.5 * (r[1] + r[3]);
    double[][] out = new double[loops.length][];
    for (int k = 0; k < loops.length; k++) {
      out[k] = new double[loops[k].length];
      for (int i = 0; i < out[k].length; i += 2) {
        out[k][i] = s * (loops[k][i] - mx);
        out[k][i + 1] = s * (loops[k][i + 1] - my);
      }
    }
    double[] b =
        box == null
            ? null
            : new double[] {
              s * (box[0] - mx), s * (box[1] - my), s * (box[2] - mx), s * (box[3] - my)
            };
    return new Drawing(out, png, b, source);
  }
}
