package dev.shinari.style;

import dev.shinari.math.Check;

/**
 * How ink lines are drawn.
 *
 * @param weight thickness; 1 is a silhouette of 2.4 pixels in a picture 480 high, 0 draws none
 * @param byDepth how much thicker lines of near things are: 0 all alike, 1 in proportion
 * @param bySpeed how much thicker lines of fast things are: at one picture height a second they are
 *     1 + bySpeed times as thick
 * @param boil how far lines wander from drawing to drawing, in pixels of a picture 480 high
 * @param grain how much the paper's tooth breaks the line, 0 ink to 1 pencil
 */
public record InkStyle(float weight, float byDepth, float bySpeed, float boil, float grain) {
  public InkStyle {
    Check.inRange("weight", weight, 0, 10);
    Check.inRange("byDepth", byDepth, 0, 4);
    Check.inRange("bySpeed", bySpeed, 0, 10);
    Check.inRange("boil", boil, 0, 20);
    Check.inRange("grain", grain, 0, 1);
  }

  public InkStyle withWeight(float weight) {
    return new InkStyle(weight, byDepth, bySpeed, boil, grain);
  }
}
