package dev.shinari.app.render;

import dev.shinari.world.Look;

/**
 * The tones of one object, as red, green, blue in [0, 255]. Shadows lean towards violet and gain
 * saturation, light leans towards warm white: tones that are only darker or lighter look like
 * plastic, not paint.
 */
final class Tones {
  final float[] shadow;
  final float[] base;
  final float[] light;

  private Tones(float[] shadow, float[] base, float[] light) {
    this.shadow = shadow;
    this.base = base;
    this.light = light;
  }

  static Tones of(Look look) {
    return of(255 * look.red(), 255 * look.green(), 255 * look.blue());
  }

  static Tones of(float r, float g, float b) {
    return new Tones(
        saturate(new float[] {r * 0.77f, g * 0.68f, b * 0.77f}, 1.1f),
        new float[] {r, g, b},
        new float[] {r + (255 - r) * 0.42f, g + (252 - g) * 0.42f, b + (236 - b) * 0.34f});
  }

  /** The same with a shadow that differs from the base only by a part. */
  Tones withPalerShadow(float part) {
    float[] paler = new float[3];
    for (int i = 0; i < 3; i++) {
      paler[i] = base[i] + part * (shadow[i] - base[i]);
    }
    return new Tones(paler, base, light);
  }

  private static float[] saturate(float[] c, float by) {
    float grey = 0.3f * c[0] + 0.59f * c[1] + 0.11f * c[2];
    for (int i = 0; i < 3; i++) {
      c[i] = Math.max(0, Math.min(255, grey + by * (c[i] - grey)));
    }
    return c;
  }

  static float[] rgb(int rgb) {
    return new float[] {rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
  }
}
