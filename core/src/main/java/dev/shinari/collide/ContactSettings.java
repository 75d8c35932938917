package dev.shinari.collide;

import dev.shinari.math.Check;

/**
 * How contacts are resolved, the same for a whole world.
 *
 * @param restingSpeed meters a second; a slower hit does not bounce, so that bodies come to rest
 * @param separationSpeed meters a second at which things that already overlap are moved apart
 * @param iterations sweeps over the contacts between bodies, 1 to 64
 * @param rollingResistance how much of its weight resists a body that rolls or rocks on an
 *     obstacle: 0 rolls for ever, since rigid motion has no damping of its own
 */
public record ContactSettings(
    float restingSpeed, float separationSpeed, int iterations, float rollingResistance) {
  public static final ContactSettings DEFAULT = new ContactSettings(0.05f, 2, 8, 0.04f);

  public ContactSettings {
    Check.notNegative("restingSpeed", restingSpeed);
    Check.positive("separationSpeed", separationSpeed);
    Check.inRange("iterations", iterations, 1, 64);
    Check.inRange("rollingResistance", rollingResistance, 0, 10);
  }
}
