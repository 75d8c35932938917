package dev.shinari.body;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.region.RegionStiffening;
import dev.shinari.math.PortableMath;

/**
 * From the words that users know to the numbers of a step. For a mode with eigenvalue lambda of the
 * pull (the share of a displacement that one full pull takes back), v -= alpha lambda u / h and u
 * += h v give a swing of angle theta a step with
 *
 * <pre>
 *   2 sin(theta / 2) = sqrt(alpha lambda),   frequency = theta / (2 pi h)
 * </pre>
 *
 * so alpha follows from the frequency. lambda falls with the square of the resolution; where alpha
 * would exceed its limit, the step is divided.
 */
final class StepPlan {
  /** Beyond this a resolution cannot reach its frequency, and the run says so. */
  static final int MOST_INNER_STEPS = 64;

  // alpha of eq. (4) is at most 1, as in the paper; a swing has at least 8 inner steps.
  private static final double MOST_ALPHA = 1;

  // A lifted region may pull up to this: alpha (1 + 2 lead) stays below 4, where a step is stable.
  private static final double MOST_LIFTED = 2;

  // Inner steps for the sake of lifted regions.
  private static final int MOST_FINE_STEPS = 512;
  private static final double MOST_ANGLE = Math.PI / 4;
  private static final double MOST_LEAD = 0.3;

  private StepPlan() {}

  /**
   * @param lift of the smallest regions ({@link RegionStiffening}), whose pull must not exceed the
   *     limit either
   */
  static int innerSteps(Elasticity e, double lambda, float h, int lift) {
    if (e.alpha() > 0 || !(lambda > 0)) {
      return 1;
    }
    double angle = 2 * Math.PI * e.frequencyHz() * h;
    int n = 1;
    while (n < MOST_INNER_STEPS && !(angle / n <= MOST_ANGLE && square(angle / n) <= lambda)) {
      n++;
    }
    double room = MOST_LIFTED / RegionStiffening.factor(lift) * lambda;
    while (lift > 0 && n < MOST_FINE_STEPS && square(angle / n) > room) {
      n++;
    }
    return n;
  }

  /** alpha lambda of a swing by an angle. */
  private static double square(double angle) {
    double s = 2 * PortableMath.sin(Math.min(Math.PI, angle) / 2);
    return s * s / MOST_ALPHA;
  }

  /** The lift that an inner step of h seconds has room for. */
  static int lift(Elasticity e, double lambda, float h) {
    int lift = e.alpha() > 0 || !(lambda > 0) ? 0 : RegionStiffening.MOST;
    double alpha = alpha(e, lambda, h);
    while (lift > 0
        && alpha * RegionStiffening.factor(lift) > 1.0001 * MOST_LIFTED) { // h is rounded
      lift--;
    }
    return lift;
  }

  /** alpha of an inner step of h seconds. */
  static double alpha(Elasticity e, double lambda, float h) {
    if (e.alpha() > 0) {
      return e.alpha();
    }
    if (!(lambda > 0)) {
      return MOST_ALPHA;
    }
    double s = 2 * PortableMath.sin(Math.min(Math.PI / 2, Math.PI * e.frequencyHz() * h));
    return Math.min(MOST_ALPHA, s * s / lambda);
  }

  /** Frequency with world steps of h seconds. */
  static double hertz(Elasticity e, double lambda, float h, int lift) {
    int n = innerSteps(e, lambda, h, lift);
    double inner = (double) h / n;
    double s = Math.sqrt(alpha(e, lambda, (float) inner) * lambda) / 2;
    return 2 * PortableMath.asin(Math.min(1, s)) / (2 * Math.PI * inner);
  }

  /**
   * How far ahead the pull looks, in steps: goals of x + lead h v instead of x damp a mode by alpha
   * lambda lead a step, so that ripples, whose lambda is near one, die at once and slow swings
   * hardly feel it. Stable while alpha (1 + 2 lead) is below 4.
   */
  static double lead(Elasticity e) {
    return e.alpha() > 0 ? 0 : Math.min(MOST_LEAD, 3 * e.damping());
  }

  /**
   * Share of the deforming velocity that an inner step keeps; independent of the step size.
   * Together with {@link #lead}, whose part is taken off here, the first mode gets the damping
   * ratio that was asked for.
   */
  static double keep(Elasticity e, float h) {
    if (e.alpha() > 0) {
      return PortableMath.exp(-(double) e.damping() * h);
    }
    double omega = 2 * Math.PI * e.frequencyHz();
    double rate = 2 * e.damping() * omega - lead(e) * omega * omega * h;
    return rate > 0 ? PortableMath.exp(-rate * h) : 1;
  }
}
