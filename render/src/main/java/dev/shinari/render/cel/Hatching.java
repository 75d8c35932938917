package dev.shinari.render.cel;

import dev.shinari.style.Paint;

/** Strokes and dots that stand for shadow, as a pen has no gray. */
final class Hatching {
  /** Light below which strokes set in, and below which they are crossed. */
  private static final float FIRST = 0.34f;

  private static final float CROSSED = -0.25f;

  private final Paint.Screen screen;
  private final float spacing; // pixels

  Hatching(Paint.Screen screen, int height) {
    this.screen = screen;
    spacing = (screen == Paint.Screen.DOTS ? 0.0125f : 0.0115f) * Math.max(240, height);
  }

  boolean isEmpty() {
    return screen == Paint.Screen.NONE;
  }

  /** Whether there is nothing to draw at this light, with a margin for its change. */
  boolean isClear(float light, float change) {
    return isEmpty() || light - change > FIRST;
  }

  /**
   * How much of a place is covered by marks.
   *
   * @param x pixels from a point that goes with the thing, so that the marks do too
   * @param size side of what is asked about, in pixels
   */
  float cover(double x, double y, float light, float size) {
    if (light >= FIRST) {
      return 0;
    }
    if (screen == Paint.Screen.DOTS) {
      // a grid turned by 45 degrees; a dot's area grows as the light goes
      double u = (x + y) * 0.70710678 / spacing, v = (x - y) * 0.70710678 / spacing;
      double du = u - Math.rint(u), dv = v - Math.rint(v);
      float radius = 0.47f * (float) Math.sqrt(Math.min(1, 0.3f + 0.8f * (FIRST - light)));
      float d = (float) Math.sqrt(du * du + dv * dv);
      return 0.55f * clamp((radius - d) * spacing / Math.max(size, 0.5f) + 0.5f);
    }
    float k = strokes(x, y, 0.5f, 0.866f, light, FIRST, size, 1);
    if (light < CROSSED) {
      k = Math.max(k, strokes(x, y, 0.94f, -0.34f, light, CROSSED, size, 2));
    }
    return k;
  }

  /** Parallel strokes that thicken with the shadow and taper where they set in. */
  private float strokes(
      double x, double y, float a, float b, float light, float from, float size, int seed) {
    double along = (b * x - a * y) / spacing, across = (a * x + b * y) / spacing;
    across += 0.35 * ColorMath.smoothNoise(0.12 * along, 0.45 * across, seed);
    double line = Math.rint(across);
    float d = (float) Math.abs(across - line);
    // each stroke sets in a little earlier or later
    float depth = from - light - 0.16f * ColorMath.smoothNoise(0.3 * along, line, seed + 7);
    float half = Math.min(0.2f, 0.05f + 0.22f * depth);
    return depth <= 0 ? 0 : clamp((half - d) * spacing / Math.max(size, 0.5f) + 0.5f);
  }

  private static float clamp(float v) {
    return Math.max(0, Math.min(1, v));
  }
}
