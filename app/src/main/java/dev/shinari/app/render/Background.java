package dev.shinari.app.render;

import dev.shinari.math.Check;

/**
 * What stands behind the drawing. Colours are 0xRRGGBB; a flat background has the same colour at
 * the top and at the bottom, a transparent one ignores both.
 */
public record Background(Kind kind, int topRgb, int bottomRgb) {
  /** How the background fills the picture. */
  public enum Kind {
    /** Colour that changes slowly from top to bottom, with the floor drawn. */
    PAPER,
    /** Nothing: pixels outside of the drawing have alpha 0, and the floor shows only shadows. */
    TRANSPARENT
  }

  /** Warm paper, a little lighter at the top. */
  public static final Background PAPER = new Background(Kind.PAPER, 0xFBF8F1, 0xF1EADC);

  public static final Background TRANSPARENT = new Background(Kind.TRANSPARENT, 0, 0);

  public Background {
    Check.that(kind != null, "background kind must be given");
    Check.inRange("topRgb", topRgb, 0, 0xFFFFFF);
    Check.inRange("bottomRgb", bottomRgb, 0, 0xFFFFFF);
  }

  /** One colour everywhere. */
  public static Background flat(int rgb) {
    return new Background(Kind.PAPER, rgb, rgb);
  }

  public boolean isTransparent() {
    return kind == Kind.TRANSPARENT;
  }
}
