package dev.shinari.style;

import dev.shinari.math.Check;

/**
 * One flat tone of a ramp. From a fill color it makes fill x tint, with saturation about its gray,
 * mixed with warm white.
 *
 * @param above cosine to the light from which on the tone is seen, in [-1, 1)
 * @param tintRgb what the fill is multiplied by, 0xRRGGBB
 * @param saturation factor on the distance from gray; 1 leaves it
 * @param lighten share of warm white, 0 none
 */
public record Tone(float above, int tintRgb, float saturation, float lighten) {
  public Tone {
    Check.that(above >= -1 && above < 1, "above must be in [-1, 1), got " + above);
    Check.inRange("tintRgb", tintRgb, 0, 0xFFFFFF);
    Check.inRange("saturation", saturation, 0, 4);
    Check.inRange("lighten", lighten, 0, 1);
  }
}
