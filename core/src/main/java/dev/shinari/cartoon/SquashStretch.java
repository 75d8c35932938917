package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/**
 * Squash and stretch: a body is longer along its velocity, the faster it goes, and flat for a
 * moment where it hits something; its volume (of a flat body its area) stays.
 */
public final class SquashStretch implements Effect {
  /** A stretch that is weaker than this, by its logarithm, is none: nobody would see it. */
  private static final double STILL = 2e-3;

  /** For how long after its last motion the volume is still seen to. */
  private static final double CALM_SECONDS = 2;

  /**
   * Share of its volume that a body may lose by then, more from step to step: one that lies has
   * less than it wants, and let go of all at once it would swing, which would be motion again.
   */
  private static final double CALM_LOSS = 0.05;

  /** A squash that is weaker than this, by its logarithm, is over. */
  private static final double OVER = 1e-3;

  /**
   * @param stretch how much longer it is at full speed, as a share of its length: 0.5 is half again
   * @param squash how much flatter a hit at full speed makes it, as a share, 0 to 0.9
   * @param fullSpeed meters a second
   * @param squashSeconds how long a squash lasts
   */
  public record Settings(
      float stretch, float squash, float fullSpeed, float squashSeconds, Envelope when) {
    public static final Settings DEFAULT = new Settings(0.5f, 0.4f, 6, 0.25f, Envelope.ALWAYS);

    public Settings {
      Check.inRange("stretch", stretch, 0, 4);
      Check.inRange("squash", squash, 0, 0.9f);
      Check.inRange("fullSpeed", fullSpeed, 1e-3f, 1e4f);
      Check.inRange("squashSeconds", squashSeconds, 0.01f, 10);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;
  private final double[] d = new double[3];

  // When the last hit was, its strength (the logarithm of the squash) and its normal; when it was
  // last in motion.
  private final double[] state = {-1e9, 0, 0, 1, 0, -1e9};

  public SquashStretch(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "squashStretch";
  }

  @Override
  public void join(EffectHost host) {
    host.prepareVolume();
  }

  @Override
  public void begin(EffectHost host) {
    double s = settings.when.at(host.seconds());
    if (!(s > 0)) {
      return;
    }
    double v = host.speed(), full = Math.min(1, v / settings.fullSpeed);
    double log = s * PortableMath.log1p(settings.stretch * full);
    if (log > STILL) {
      for (int k = 0; k < 3; k++) {
        d[k] = host.velocity(k) / v;
      }
      host.toRest(d);
      host.shaping().stretch(d[0], d[1], d[2], log);
    }
    double pulse = pulse(host.seconds());
    if (pulse > OVER) {
      System.arraycopy(state, 2, d, 0, 3);
      host.toRest(d);
      host.shaping().stretch(d[0], d[1], d[2], -s * pulse);
    }
    if (log > STILL || pulse > OVER) {
      state[5] = host.seconds();
    }
    double calm = (host.seconds() - state[5]) / CALM_SECONDS;
    if (calm < 1) { // a turn is no rest, and what lies is not ours
      host.keepVolume((float) s, 1, CALM_LOSS * calm);
    }
  }

  /** Logarithm of the squash: there at once, gone smoothly. */
  private double pulse(double seconds) {
    double share = (seconds - state[0]) / settings.squashSeconds;
    return share >= 0 && share < 1 ? state[1] * Envelope.smooth(1 - share) : 0;
  }

  @Override
  public void end(EffectHost host) {
    for (int k = 0; k < host.impacts(); k++) {
      double full = Math.min(1, host.impactSpeed(k) / settings.fullSpeed);
      double strength = -PortableMath.log1p(-settings.squash * full);
      double now = host.seconds() + host.stepSeconds();
      if (strength > pulse(now)) {
        state[0] = now;
        state[1] = strength;
        for (int a = 0; a < 3; a++) {
          state[2 + a] = host.impactNormal(k, a);
        }
      }
    }
  }

  @Override
  public boolean stirs(double seconds) {
    return pulse(seconds) > OVER;
  }

  @Override
  public double[] state() {
    return state;
  }
}
