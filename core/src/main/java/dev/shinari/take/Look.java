package dev.shinari.take;

import dev.shinari.math.Check;
import dev.shinari.style.Paint;

/**
 * How a thing is drawn and which material it is exported with. Colors are sRGB in [0, 1].
 *
 * @param lineWeight thickness of the ink outline relative to the renderer's default; 0 draws none
 * @param paint how it is painted, or null for as the picture's style says
 */
public record Look(float red, float green, float blue, float lineWeight, Paint paint) {
  public static final Look BODY = rgb(0xF2A65A);
  public static final Look OBSTACLE = rgb(0xB8C4CE);
  public static final Look FLOOR = rgb(0xEDE6D6);

  public Look {
    Check.inRange("red", red, 0, 1);
    Check.inRange("green", green, 0, 1);
    Check.inRange("blue", blue, 0, 1);
    Check.inRange("lineWeight", lineWeight, 0, 10);
  }

  /** A look in the picture's style. */
  public Look(float red, float green, float blue, float lineWeight) {
    this(red, green, blue, lineWeight, null);
  }

  /** What a solid with this look shows where it is torn open. */
  public static Look inside(Look look) {
    return new Look(0.75f * look.red(), 0.4f * look.green(), 0.4f * look.blue(), 0.5f);
  }

  /** A color as 0xRRGGBB. */
  public static Look rgb(int rgb) {
    return new Look((rgb >> 16 & 255) / 255f, (rgb >> 8 & 255) / 255f, (rgb & 255) / 255f, 1);
  }

  /** This look's color as 0xRRGGBB. */
  public int toRgb() {
    return Math.round(red * 255) << 16 | Math.round(green * 255) << 8 | Math.round(blue * 255);
  }

  /** The same, painted otherwise. */
  public Look withPaint(Paint paint) {
    return new Look(red, green, blue, lineWeight, paint);
  }
}
