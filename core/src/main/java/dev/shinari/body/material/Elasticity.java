package dev.shinari.body.material;

import dev.shinari.math.Check;

/**
 * How strongly a body is pulled to its goal shape, and how its motion dies out.
 *
 * <p>Either in the words that users know, {@link #hertz}: the frequency at which the body swings
 * when stretched along its longest side and let go, and the damping ratio (0 swings for ever, 1
 * returns without a swing). Or as the paper's number, {@link #alpha}: the share of the way to the
 * goal that a step's velocity covers [Koyama13, eq. (4)], which depends on step size and
 * resolution, with damping as a rate in 1/s.
 *
 * @param frequencyHz target frequency, or 0 where alpha is given
 * @param alpha stiffness of eq. (4) in (0, 1], or 0 where a frequency is given
 * @param damping damping ratio (with a frequency) or decay rate in 1/s of velocities that deform
 *     the body (with alpha); rigid motion is never damped
 */
public record Elasticity(float frequencyHz, float alpha, float damping) {
  public static final Elasticity DEFAULT = hertz(4, 0.08f);

  public Elasticity {
    Check.notNegative("damping", damping);
    Check.that(
        (frequencyHz > 0) != (alpha > 0), "give either a frequency in Hz or alpha, not both");
    Check.inRange("frequencyHz", frequencyHz, 0, 1e5f);
    Check.inRange("alpha", alpha, 0, 1);
  }

  public static Elasticity hertz(float frequencyHz, float dampingRatio) {
    return new Elasticity(Check.positive("frequencyHz", frequencyHz), 0, dampingRatio);
  }

  public static Elasticity alpha(float alpha, float dampingPerSecond) {
    return new Elasticity(0, Check.positive("alpha", alpha), dampingPerSecond);
  }
}
