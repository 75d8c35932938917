package dev.shinari.style;

import dev.shinari.math.Check;

/**
 * What is drawn because something happened, not because something is there.
 *
 * @param stars size of the star at an impact, 0 none, 1 usual
 * @param starSpeed impacts slower than this get no star, meters a second
 * @param starRgb color of the star's heart, 0xRRGGBB
 */
public record Marks(float stars, float starSpeed, int starRgb) {
  public static final Marks NONE = new Marks(0, 1.5f, 0xFFE14D);

  public Marks {
    Check.inRange("stars", stars, 0, 10);
    Check.inRange("starSpeed", starSpeed, 0, 1000);
    Check.inRange("starRgb", starRgb, 0, 0xFFFFFF);
  }

  public Marks withStars(float stars, float starSpeed) {
    return new Marks(stars, starSpeed, starRgb);
  }
}
