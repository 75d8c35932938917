package dev.shinari.style;

import dev.shinari.math.Check;

/**
 * Everything that decides how a picture looks, apart from what is in it and from where it is seen.
 *
 * @param name the named style that it comes from
 * @param paint how things are painted that have no paint of their own
 * @param castShadows whether bodies cast shadows on the floor and on each other
 * @param dropShadow how far a shadow is dropped to the right and downwards on what lies behind, as
 *     a share of the picture's height; 0 none
 */
public record Style(
    String name,
    Paint paint,
    InkStyle lines,
    Backdrop backdrop,
    boolean castShadows,
    float dropShadow,
    Marks marks) {
  public Style {
    Check.that(name != null && !name.isEmpty(), "name must be given");
    Check.that(paint != null, "paint must be given");
    Check.that(lines != null, "lines must be given");
    Check.that(backdrop != null, "backdrop must be given");
    Check.inRange("dropShadow", dropShadow, 0, 0.2f);
    Check.that(marks != null, "marks must be given");
  }

  public Style withPaint(Paint paint) {
    return new Style(name, paint, lines, backdrop, castShadows, dropShadow, marks);
  }

  public Style withLines(InkStyle lines) {
    return new Style(name, paint, lines, backdrop, castShadows, dropShadow, marks);
  }

  public Style withBackdrop(Backdrop backdrop) {
    return new Style(name, paint, lines, backdrop, castShadows, dropShadow, marks);
  }

  public Style withShadows(boolean castShadows, float dropShadow) {
    return new Style(name, paint, lines, backdrop, castShadows, dropShadow, marks);
  }

  public Style withMarks(Marks marks) {
    return new Style(name, paint, lines, backdrop, castShadows, dropShadow, marks);
  }
}
