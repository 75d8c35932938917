package dev.shinari.articulated.motion;

import dev.shinari.math.Check;

/**
 * How flesh swings on its bones.
 *
 * @param hertz how often it swings in a second; 0 takes the frequency that its material has
 * @param damping 0 swings for ever, 1 comes back without a swing
 * @param sag how much of gravity's pull the rest shape does not show yet: 1 for a shape that was
 *     made without weight, 0 for one that was drawn as it hangs, which changes when it is turned
 */
public record SwaySettings(float hertz, float damping, float sag) {
  public SwaySettings {
    Check.inRange("hertz", hertz, 0, 1000);
    Check.inRange("damping", damping, 0, 1);
    Check.inRange("sag", sag, 0, 1);
  }
}
