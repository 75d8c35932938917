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
 * @param poisson Poisson ratio: how much narrower a body gets per stretch, and how strongly it
 *     keeps its volume
 * @param hardening how much harder it gets the more it is pressed: 1 as matter does (the default),
 *     0 not at all
 */
public record Elasticity(
    float frequencyHz, float alpha, float damping, float poisson, float hardening) {
  /** The Poisson ratio of a body that was not given one. */
  public static final float DEFAULT_POISSON = 0.25f;

  /** Largest Poisson ratio; 0.5 would be matter that cannot be compressed at all. */
  public static final float MOST_POISSON = 0.49f;

  public static final Elasticity DEFAULT = hertz(4, 0.08f);

  public Elasticity {
    Check.notNegative("damping", damping);
    Check.that(
        (frequencyHz > 0) != (alpha > 0), "give either a frequency in Hz or alpha, not both");
    Check.inRange("frequencyHz", frequencyHz, 0, 1e5f);
    Check.inRange("alpha", alpha, 0, 1);
    Check.inRange("poisson", poisson, 0, MOST_POISSON);
    Check.inRange("hardening", hardening, 0, 1);
  }

  public static Elasticity hertz(float frequencyHz, float dampingRatio) {
    return new Elasticity(
        Check.positive("frequencyHz", frequencyHz), 0, dampingRatio, DEFAULT_POISSON, 1);
  }

  public static Elasticity alpha(float alpha, float dampingPerSecond) {
    return new Elasticity(0, Check.positive("alpha", alpha), dampingPerSecond, 0, 1);
  }

  /**
   * The same with another Poisson ratio: how much narrower a body gets per stretch, 0 to 0.49 (0.25
   * with a frequency and 0 with alpha unless given). The frequency stays what it is; a large ratio
   * costs inner steps.
   */
  public Elasticity withPoisson(float ratio) {
    return new Elasticity(frequencyHz, alpha, damping, ratio, hardening);
  }

  /**
   * The same with more or less hardening. With a Poisson ratio and hardening of 0 the pull is that
   * of the papers, as weak when a body is pressed flat as when it is hardly touched.
   */
  public Elasticity withHardening(float share) {
    return new Elasticity(frequencyHz, alpha, damping, poisson, share);
  }
}
