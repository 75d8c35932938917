package dev.shinari.render.text;

import dev.shinari.render.cel.InkLines;

/**
 * Small labels, written with the same soft pen as the ink lines: no fonts of the machine are needed
 * and every machine draws the same.
 */
public final class Lettering {
  /**
   * Strokes of the signs "0123456789.s" in that order. A stroke is a chain of points, two digits
   * each: x from 0 to 4, y from 0 (top) to 6 (base line); a bar lifts the pen.
   */
  private static final String[] STROKES = {
    "10 30 41 45 36 16 05 01 10",
    "01 20 26|06 46",
    "01 10 30 41 42 06 46",
    "00 40 22 32 43 45 36 16 05",
    "36 30 04 44",
    "40 00 02 32 43 45 36 16 05",
    "40 10 01 05 16 36 45 43 33 03",
    "00 40 16",
    "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
    "43 13 02 01 10 30 41 45 36 06",
    "16 16",
    "42 12 03 14 34 45 36 06"
  };

  private Lettering() {}

  /**
   * Writes a text into a picture.
   *
   * @param left left end of the text in pixels
   * @param top upper end of its digits
   * @param size height of a digit
   */
  public static void draw(
      int[] argb, int width, int height, float left, float top, float size, String text, int rgb) {
    float unit = size / 6;
    // First wider and pale, so that the text is read on top of anything.
    write(argb, width, height, left, top, unit, 1.6f * unit, text, 0xFFFFFF, 0.75f);
    write(argb, width, height, left, top, unit, 0.55f * unit, text, rgb, 1);
  }

  private static void write(
      int[] argb,
      int width,
      int height,
      float left,
      float top,
      float unit,
      float pen,
      String text,
      int rgb,
      float strength) {
    byte[] ink = new byte[width * height];
    float x = left;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int sign = c >= '0' && c <= '9' ? c - '0' : c == '.' ? 10 : c == 's' ? 11 : -1;
      if (sign < 0) {
        x += 3 * unit;
        continue;
      }
      float shift = c == '.' ? -unit : 0;
      String strokes = STROKES[sign];
      for (int p = 0; p + 4 < strokes.length(); p += 3) {
        if (strokes.charAt(p + 2) == ' ') { // otherwise the pen is lifted here
          line(
              ink,
              width,
              height,
              x + shift + unit * (strokes.charAt(p) - '0'),
              top + unit * (strokes.charAt(p + 1) - '0'),
              x + shift + unit * (strokes.charAt(p + 3) - '0'),
              top + unit * (strokes.charAt(p + 4) - '0'),
              pen);
        }
      }
      x += c == '.' ? 2 * unit : 6 * unit;
    }
    int r = rgb >> 16 & 255, g = rgb >> 8 & 255, b = rgb & 255;
    for (int i = 0; i < ink.length; i++) {
      int k = ink[i] & 255;
      if (k != 0) {
        argb[i] = over(argb[i], r, g, b, strength * k / 255f);
      }
    }
  }

  private static int over(int under, int r, int g, int b, float k) {
    float a = (under >>> 24) / 255f * (1 - k), all = a + k;
    int red = Math.round(((under >> 16 & 255) * a + r * k) / all);
    int green = Math.round(((under >> 8 & 255) * a + g * k) / all);
    int blue = Math.round(((under & 255) * a + b * k) / all);
    return Math.round(255 * all) << 24 | red << 16 | green << 8 | blue;
  }

  private static void line(
      byte[] ink, int width, int height, float x0, float y0, float x1, float y1, float pen) {
    float dx = x1 - x0, dy = y1 - y0;
    int steps = 1 + (int) (3 * Math.sqrt(dx * dx + dy * dy));
    for (int i = 0; i <= steps; i++) {
      float q = i / (float) steps;
      InkLines.disc(ink, width, x0 + q * dx, y0 + q * dy, pen, 0, height);
    }
  }
}
