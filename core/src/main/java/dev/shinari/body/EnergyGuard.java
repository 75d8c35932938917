package dev.shinari.body;

import dev.shinari.body.particle.BodySummary;

/**
 * Keeps an undamped body from heating up. The pull comes from a potential, so kinetic plus elastic
 * energy is constant but for what the finite step gets wrong when regions turn over in one step.
 * The guard remembers the energy that the body was given; where a step would exceed it, the
 * deforming part of the velocities is scaled down to fit. Momentum and spin are untouched.
 *
 * <p>Whatever else moves particles (contact, handles, the user) calls {@link #adopt}: the next
 * step's energy is then taken as given.
 */
final class EnergyGuard {
  // A step's energy is exact for small motion only; more than this is heat.
  private static final double SLACK = 1.05;

  private double budget = Double.NaN; // NaN: take the next energy as given

  void adopt() {
    budget = Double.NaN;
  }

  double budget() {
    return budget;
  }

  void setBudget(double value) {
    budget = value;
  }

  /**
   * The share of the deforming velocity that may stay.
   *
   * <p>For steps of leapfrog kind, half the product of the velocities before and after the pull
   * plus the potential is conserved exactly by linear forces; {@code halfWork} turns the kinetic
   * energy before the pull into it.
   *
   * @param noise energy that float sums cannot resolve
   * @param held whether some particles are held: then other forces do work on the shape
   * @param damped whether the motion dies out: then the budget follows the energy down
   */
  double keep(
      BodySummary s, double elastic, double halfWork, double noise, boolean held, boolean damped) {
    double deforming = s.deformingEnergy();
    double rigid = held ? 0 : s.kinetic - deforming;
    double moving =
        0.5
            * s.mass
            * (s.velocityX * s.velocityX + s.velocityY * s.velocityY + s.velocityZ * s.velocityZ);
    double energy = deforming + (rigid - (held ? 0 : moving)) + elastic + halfWork;
    if (held || Double.isNaN(budget)) {
      budget = Math.max(energy, 0) + noise;
      return 1;
    }
    if (damped) {
      budget = Math.min(budget, Math.max(energy, 0) * 2 + noise);
    }
    double excess = energy - (budget * SLACK + noise);
    if (!(excess > 0) || !(deforming > 0)) {
      return 1;
    }
    return Math.sqrt(Math.max(0.25, 1 - excess / deforming));
  }

  /**
   * The share of the deforming velocity that stays where it is no more than rounding: without it
   * the noise of float goals would add up in an undamped body at rest.
   *
   * @param noise velocity that one step's rounding may add
   */
  static double quieten(BodySummary s, double noise) {
    double limit = 16 * noise * noise * s.mass; // twice the energy of four times the noise
    double moving = 2 * s.deformingEnergy();
    return moving < limit ? 0.9 + 0.1 * moving / limit : 1;
  }
}
