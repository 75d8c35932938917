package dev.shinari.articulated.motion;

import dev.shinari.math.Check;

/**
 * How the bones of a creature move.
 *
 * @param stretch stiffness of the bones themselves in newtons a meter, beside their parts'; alpha
 *     and beta of [Watanabe, eq. (1)] are this over the rest length
 * @param bend stiffness against turning from the rest angle in newton meters a radian; gamma and
 *     eta of [Watanabe, eq. (2)] are this over the bones' lengths
 * @param dampingSeconds how long forces lag behind: a swing of angular frequency w loses about w
 *     dampingSeconds / 2 of critical damping
 * @param drag how quickly still air slows joints down, 1/s
 * @param friction grip on obstacles
 * @param restitution share of the speed that a bounce gives back
 */
public record MotionSettings(
    float stretch,
    float bend,
    float dampingSeconds,
    float drag,
    float friction,
    float restitution) {
  public static final MotionSettings DEFAULT =
      new MotionSettings(50, 0.02f, 0.01f, 0.1f, 0.5f, 0.1f);

  public MotionSettings {
    Check.inRange("stretch", stretch, 0, 1e9f);
    Check.inRange("bend", bend, 0, 1e9f);
    Check.inRange("dampingSeconds", dampingSeconds, 0, 10);
    Check.inRange("drag", drag, 0, 1000);
    Check.inRange("friction", friction, 0, 10);
    Check.inRange("restitution", restitution, 0, 1);
  }
}
