package dev.shinari.render.text;

import dev.shinari.render.cel.InkLines;
import dev.shinari.render.cel.Overlay;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Round capital letters for titles, drawn with one soft pen along smooth strokes: no fonts of the
 * machine are needed and every machine draws the same. What has no letter here leaves a gap.
 */
final class TitleLettering {
  /** Height of a capital in units of a stroke's points. */
  private static final float CAPITAL = 9;

  private static final float GAP = 3.2f;
  private static final float SPACE = 3;

  /**
   * Strokes of each letter: points as two digits, x from the left and y from the top, a bar between
   * strokes. After a tilde the pen goes round through the points; there a doubled point is a
   * corner, and a stroke that ends where it began closes smoothly.
   */
  private static final Map<Character, String> STROKES = new HashMap<>();

  static {
    String[] all = {
      "A 09 30 69|16 56",
      "B 00 09|~00 00 30 52 34 04 04|~04 04 34 66 67 39 09 09",
      "C ~62 30 03 06 39 67",
      "D 00 09|~00 00 30 63 66 39 09 09",
      "E 50 00 09 59|04 44",
      "F 50 00 09|04 44",
      "G ~62 30 03 06 39 66 65 65|65 35",
      "H 00 09|60 69|04 64",
      "I 00 09",
      "J ~50 50 56 29 07",
      "K 00 09|50 05|23 59",
      "L 00 09 59",
      "M 09 00 35 70 79",
      "N 09 00 69 60",
      "O ~30 03 06 39 66 63 30",
      "P 00 09|~00 00 40 62 63 45 05 05",
      "Q ~30 03 06 39 66 63 30|46 69",
      "R 00 09|~00 00 40 62 63 45 05 05|35 69",
      "S ~61 30 02 14 55 67 39 08",
      "T 00 60|30 39",
      "U ~00 00 06 39 66 60 60",
      "V 00 39 60",
      "W 00 29 42 69 80",
      "X 00 59|50 09",
      "Y 00 34 60|34 39",
      "Z 00 50 09 59",
      "0 ~20 03 06 29 46 43 20",
      "1 02 20 29",
      "2 ~02 20 42 44 09 09|09 49",
      "3 ~01 20 42 24 24|~24 24 47 29 08",
      "4 49 40 06 66",
      "5 40 00 04|~04 04 34 57 29 08",
      "6 ~41 20 04 06 29 47 45 24 06",
      "7 00 50 19",
      "8 ~20 02 24 47 29 07 24 42 20",
      "9 ~43 25 03 20 43 45 29 08",
      ". 09 09",
      ", 08 0:",
      "! 00 06|09 09",
      "? ~01 20 40 52 34 26 26|29 29",
      "- 05 35",
      "' 00 02",
      ": 03 03|08 08",
      "+ 05 45|23 27",
      "/ 50 09",
      "& ~59 59 33 22 21 30 41 32 05 07 18 28 49 55 55",
    };
    for (String s : all) {
      STROKES.put(s.charAt(0), s.substring(2));
    }
  }

  private TitleLettering() {}

  /** Width of a text whose capitals are {@code size} high. */
  static float width(String text, float size) {
    float x = 0;
    for (char c : text.toUpperCase(Locale.ROOT).toCharArray()) {
      x += advance(c);
    }
    return Math.max(0, x - GAP) * size / CAPITAL;
  }

  private static float advance(char c) {
    String s = STROKES.get(c);
    if (s == null) {
      return SPACE + GAP;
    }
    float most = 0;
    for (String point : s.replace("~", "").split("[ |]")) {
      most = Math.max(most, point.charAt(0) - '0');
    }
    return most + GAP;
  }

  /** How one letter is put down: shifted, and stretched about the middle of its base line. */
  interface Pose {
    /** Writes shift to the right, shift downwards, stretch across, stretch upwards. */
    void of(int letter, float[] out);
  }

  /**
   * Writes a text.
   *
   * @param left left end in pixels
   * @param base base line
   * @param pen half the width of a stroke, as a share of a capital's height
   * @param pose each letter's pose, or null
   */
  static void draw(
      int[] argb,
      int width,
      int height,
      float left,
      float base,
      float size,
      float pen,
      String text,
      int rgb,
      Pose pose) {
    byte[] ink = new byte[width * height];
    float unit = size / CAPITAL, x = left;
    float[] p = {0, 0, 1, 1};
    String upper = text.toUpperCase(Locale.ROOT);
    for (int i = 0; i < upper.length(); i++) {
      char c = upper.charAt(i);
      float wide = (advance(c) - GAP) * unit;
      if (pose != null) {
        pose.of(i, p);
      }
      for (float[] stroke : strokes(c)) {
        for (int k = 0; k < stroke.length; k += 2) {
          float px = x + 0.5f * wide + p[0] + p[2] * (stroke[k] * unit - 0.5f * wide);
          float py = base + p[1] + p[3] * (stroke[k + 1] - CAPITAL) * unit;
          InkLines.disc(ink, width, px, py, pen * size, 0, height);
        }
      }
      x += advance(c) * unit;
    }
    float r = rgb >> 16 & 255, g = rgb >> 8 & 255, b = rgb & 255;
    for (int i = 0; i < ink.length; i++) {
      int k = ink[i] & 255;
      if (k != 0) {
        argb[i] = Overlay.over(argb[i], r, g, b, k / 255f);
      }
    }
  }

  /** A letter's strokes as close points: x, y in units. */
  private static List<float[]> strokes(char c) {
    List<float[]> all = new ArrayList<>();
    String s = STROKES.get(c);
    if (s == null) {
      return all;
    }
    for (String stroke : s.split("\\|")) {
      boolean round = stroke.startsWith("~");
      String[] points = (round ? stroke.substring(1) : stroke).split(" ");
      float[] xy = new float[2 * points.length];
      for (int i = 0; i < points.length; i++) {
        xy[2 * i] = points[i].charAt(0) - '0';
        xy[2 * i + 1] = points[i].charAt(1) - '0';
      }
      all.add(dense(xy, round));
    }
    return all;
  }

  /** Points so close that their discs join; Catmull and Rom's curve where the pen goes round. */
  private static float[] dense(float[] xy, boolean round) {
    int n = xy.length / 2;
    boolean closed = n > 2 && xy[0] == xy[2 * n - 2] && xy[1] == xy[2 * n - 1];
    int steps = 48;
    float[] out = new float[2 * ((n - 1) * steps + 1)];
    int k = 0;
    for (int i = 0; i + 1 < n; i++) {
      int before = i > 0 ? i - 1 : closed ? n - 2 : 0;
      int after = i + 2 < n ? i + 2 : closed ? 1 : n - 1;
      // Between the two of a doubled point the curve would swing out and back: a bump.
      boolean swings = round && (xy[2 * i] != xy[2 * i + 2] || xy[2 * i + 1] != xy[2 * i + 3]);
      for (int j = 0; j < steps; j++) {
        float t = j / (float) steps;
        for (int c = 0; c < 2; c++) {
          float a = xy[2 * before + c], p = xy[2 * i + c], q = xy[2 * i + 2 + c];
          float b = xy[2 * after + c];
          out[k++] =
              swings
                  ? p
                      + 0.5f
                          * t
                          * (q - a + t * (2 * a - 5 * p + 4 * q - b + t * (3 * (p - q) + b - a)))
                  : p + t * (q - p);
        }
      }
    }
    out[k] = xy[2 * n - 2];
    out[k + 1] = xy[2 * n - 1];
    return out;
  }
}
