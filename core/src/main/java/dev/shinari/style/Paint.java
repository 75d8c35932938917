package dev.shinari.style;

import dev.shinari.math.Check;

/**
 * How one thing is painted and inked.
 *
 * @param ramp tones from shadow to light
 * @param fill how much of the thing's own color is seen; 0 leaves the paper's white
 * @param rim width of the band of light along its borders, 0 none, 1 broad
 * @param rimRgb color of that band, 0xRRGGBB, or -1 for the ramp's lightest tone
 * @param inkRgb color of its lines, 0xRRGGBB
 * @param colorLines how much the lines take of the thing's own color, darkened: 0 ink, 1 color
 *     lines
 * @param screen what its shadows are drawn with, besides the ramp
 * @param speedLines length of the lines behind it when it is fast, 0 none, 1 usual
 */
public record Paint(
    Ramp ramp,
    float fill,
    float rim,
    int rimRgb,
    int inkRgb,
    float colorLines,
    Screen screen,
    float speedLines) {
  /** Marks in the shadow. */
  public enum Screen {
    NONE,
    /** Slanted strokes, crossed where it is darkest. */
    HATCH,
    /** Dots that grow with the shadow. */
    DOTS
  }

  public Paint {
    Check.that(ramp != null, "ramp must be given");
    Check.inRange("fill", fill, 0, 1);
    Check.inRange("rim", rim, 0, 1);
    Check.inRange("rimRgb", rimRgb, -1, 0xFFFFFF);
    Check.inRange("inkRgb", inkRgb, 0, 0xFFFFFF);
    Check.inRange("colorLines", colorLines, 0, 1);
    Check.that(screen != null, "screen must be given");
    Check.inRange("speedLines", speedLines, 0, 10);
  }

  public Paint withRamp(Ramp ramp) {
    return new Paint(ramp, fill, rim, rimRgb, inkRgb, colorLines, screen, speedLines);
  }

  public Paint withFill(float fill) {
    return new Paint(ramp, fill, rim, rimRgb, inkRgb, colorLines, screen, speedLines);
  }

  public Paint withRim(float rim, int rimRgb) {
    return new Paint(ramp, fill, rim, rimRgb, inkRgb, colorLines, screen, speedLines);
  }

  public Paint withInk(int inkRgb, float colorLines) {
    return new Paint(ramp, fill, rim, rimRgb, inkRgb, colorLines, screen, speedLines);
  }

  public Paint withScreen(Screen screen) {
    return new Paint(ramp, fill, rim, rimRgb, inkRgb, colorLines, screen, speedLines);
  }

  public Paint withSpeedLines(float speedLines) {
    return new Paint(ramp, fill, rim, rimRgb, inkRgb, colorLines, screen, speedLines);
  }
}
