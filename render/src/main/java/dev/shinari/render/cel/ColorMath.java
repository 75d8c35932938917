package dev.shinari.render.cel;

import dev.shinari.take.Look;

/** Small helpers on colors: red, green, blue in [0, 255]. */
public final class ColorMath {
  private ColorMath() {}

  public static float[] rgb(int rgb) {
    return new float[] {rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
  }

  static float[] of(Look look) {
    return new float[] {255 * look.red(), 255 * look.green(), 255 * look.blue()};
  }

  public static float[] mix(float[] a, float[] b, float q) {
    return new float[] {
      a[0] + q * (b[0] - a[0]), a[1] + q * (b[1] - a[1]), a[2] + q * (b[2] - a[2])
    };
  }

  /** Moves a color away from its gray, in place. */
  static void saturate(float[] c, float by) {
    float gray = 0.3f * c[0] + 0.59f * c[1] + 0.11f * c[2];
    for (int i = 0; i < 3; i++) {
      c[i] = Math.max(0, Math.min(255, gray + by * (c[i] - gray)));
    }
  }

  /** The line color that goes with a fill: the same hue, dark and rich. */
  static float[] lineOf(float[] fill) {
    float[] c = {0.34f * fill[0], 0.27f * fill[1], 0.33f * fill[2]};
    saturate(c, 1.35f);
    return c;
  }

  static int level(float value) {
    return Math.max(0, Math.min(255, (int) (value + 0.5f)));
  }

  public static int opaque(float red, float green, float blue) {
    return 0xFF000000 | level(red) << 16 | level(green) << 8 | level(blue);
  }

  /** A number in [0, 1) from a place and a seed: always the same, and without a pattern. */
  static float noise(int x, int y, int seed) {
    int h = x * 0x9E3779B1 ^ y * 0x85EBCA77 ^ seed * 0xC2B2AE3D;
    h = (h ^ h >>> 15) * 0x2C1B3C6D;
    h = (h ^ h >>> 12) * 0x297A2D39;
    return ((h ^ h >>> 15) >>> 8) * 0x1p-24f;
  }

  /** Smooth noise in [0, 1): random heights on whole places, joined without corners. */
  static float smoothNoise(double x, double y, int seed) {
    double fx = Math.floor(x), fy = Math.floor(y);
    int i = (int) fx, j = (int) fy;
    float s = (float) (x - fx), t = (float) (y - fy);
    s = s * s * (3 - 2 * s);
    t = t * t * (3 - 2 * t);
    float a = noise(i, j, seed), b = noise(i + 1, j, seed);
    float c = noise(i, j + 1, seed), d = noise(i + 1, j + 1, seed);
    float top = a + s * (b - a), low = c + s * (d - c);
    return top + t * (low - top);
  }
}
