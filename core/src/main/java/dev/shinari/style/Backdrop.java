package dev.shinari.style;

import dev.shinari.math.Check;

/**
 * What stands behind the drawing. Colors are 0xRRGGBB; a flat one has the same color at the top and
 * at the bottom, a transparent one ignores both.
 *
 * @param floor how much of the floor's own color is seen: 0 leaves the backdrop and shows shadows
 *     alone
 * @param grid whether the floor carries thin lines, so that motion over it is seen
 * @param grain strength of the paper's grain, 0 smooth
 */
public record Backdrop(
    Kind kind, int topRgb, int bottomRgb, float floor, boolean grid, float grain) {
  /** How the backdrop fills the picture. */
  public enum Kind {
    /** Color that changes slowly from top to bottom, with the floor drawn. */
    PAPER,
    /** Nothing: pixels outside of the drawing have alpha 0, and the floor shows only shadows. */
    TRANSPARENT
  }

  /** Warm paper, a little lighter at the top. */
  public static final Backdrop PAPER = new Backdrop(Kind.PAPER, 0xFBF8F1, 0xF1EADC, 1, true, 0);

  public static final Backdrop TRANSPARENT = new Backdrop(Kind.TRANSPARENT, 0, 0, 1, false, 0);

  public Backdrop {
    Check.that(kind != null, "backdrop kind must be given");
    Check.inRange("topRgb", topRgb, 0, 0xFFFFFF);
    Check.inRange("bottomRgb", bottomRgb, 0, 0xFFFFFF);
    Check.inRange("floor", floor, 0, 1);
    Check.inRange("grain", grain, 0, 1);
  }

  /** One color everywhere, with the floor on it. */
  public static Backdrop flat(int rgb) {
    return new Backdrop(Kind.PAPER, rgb, rgb, 1, true, 0);
  }

  public Backdrop withColors(int topRgb, int bottomRgb) {
    return new Backdrop(Kind.PAPER, topRgb, bottomRgb, floor, grid, grain);
  }

  public Backdrop withFloor(float floor, boolean grid) {
    return new Backdrop(kind, topRgb, bottomRgb, floor, grid, grain);
  }

  public boolean isTransparent() {
    return kind == Kind.TRANSPARENT;
  }
}
