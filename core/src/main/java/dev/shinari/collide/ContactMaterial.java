package dev.shinari.collide;

import dev.shinari.math.Check;

/**
 * How a surface rubs and bounces. Two materials meet with the geometric mean of their frictions and
 * the larger of their restitutions.
 *
 * @param friction Coulomb's coefficient: a block rests on a slope of up to atan(friction)
 * @param restitution share of the normal speed that comes back, 0 to 1
 */
public record ContactMaterial(float friction, float restitution) {
  public static final ContactMaterial DEFAULT = new ContactMaterial(0.5f, 0);
  public static final ContactMaterial SLIPPERY = new ContactMaterial(0, 0);

  public ContactMaterial {
    Check.inRange("friction", friction, 0, 1000);
    Check.inRange("restitution", restitution, 0, 1);
  }

  /** Friction between this material and another one. */
  public float frictionWith(ContactMaterial other) {
    return (float) Math.sqrt(friction * other.friction);
  }

  /** Restitution between this material and another one. */
  public float restitutionWith(ContactMaterial other) {
    return Math.max(restitution, other.restitution);
  }
}
