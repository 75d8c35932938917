package dev.shinari.cartoon;

import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/**
 * Super-elasticity: a body takes any pull, however violent, and swings back and forth about its
 * rest shape with a decay that the user sets [Lin, sec. 2.1, 2.3, figs. 2, 4]. Pinned parts
 * (handles that stand still) place the rest shape.
 *
 * <p>The paper's goals are those of one region, the whole body: every particle is then a swing of
 * its own about its goal, and no deformation is too large to come back from. We pull so, beside the
 * regions: while a handle pulls, the regions' pull stays whole and that of the whole is weak, so
 * that the body around the hand is drawn along; once it lets go, a share may stay, for ripples that
 * run through the swing. Frequency and damping ratio are exact, for any step (see {@link
 * dev.shinari.body.shaping.Shaping#whole}).
 *
 * <p>The overshoot gain acts once after a handle has let go: where the body passes through its rest
 * shape, its deforming velocities are multiplied.
 */
public final class SuperElastic implements Effect {
  /**
   * @param frequencyHz of the swing
   * @param dampingRatio 0 swings for ever, 1 returns without a swing
   * @param overshoot how many times as far as by itself it swings beyond its rest shape: 1 as it is
   * @param ripple share of the local pull that stays while it swings, 0 to 1
   */
  public record Settings(
      float frequencyHz, float dampingRatio, float overshoot, float ripple, Envelope when) {
    public static final Settings DEFAULT = new Settings(2, 0.12f, 1, 0, Envelope.ALWAYS);

    public Settings {
      Check.inRange("frequencyHz", frequencyHz, 0.01f, 1000);
      Check.inRange("dampingRatio", dampingRatio, 0, 10);
      Check.inRange("overshoot", overshoot, 0, 10);
      Check.inRange("ripple", ripple, 0, 1);
      Check.that(when != null, "an envelope is missing");
    }
  }

  /** Share of the whole's pull that is left while a handle pulls. */
  private static final double PULLED = 0.1;

  private final Settings settings;

  // Whether it was pulled in the last step, whether an overshoot is due, how far it has strayed.
  private final double[] state = {0, 0, 0};

  public SuperElastic(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "superElastic";
  }

  @Override
  public void begin(EffectHost host) {
    double s = settings.when.at(host.seconds());
    if (!(s > 0)) {
      return;
    }
    host.placeByPins();
    boolean pulled = host.isPulled();
    host.allowCrush();
    host.shaping()
        .whole(
            pulled ? PULLED * s : s,
            settings.frequencyHz,
            settings.dampingRatio,
            pulled ? 1 : settings.ripple);
  }

  @Override
  public void end(EffectHost host) {
    if (!(settings.when.at(host.seconds()) > 0)) {
      return;
    }
    boolean pulled = host.isPulled();
    double strayed = host.shaping().strayed();
    if (state[0] != 0 && !pulled) {
      state[1] = 1;
    } else if (state[1] != 0 && !pulled && strayed > state[2]) {
      state[1] = 0; // it has just passed its rest shape
      overshoot(host);
    }
    state[0] = pulled ? 1 : 0;
    state[2] = strayed;
  }

  private void overshoot(EffectHost host) {
    if (settings.overshoot == 1) {
      return;
    }
    Particles p = host.body().particles();
    boolean free = host.body().heldCount() == 0;
    float gain = settings.overshoot - 1;
    double mx = 0, my = 0, mz = 0, mass = 0;
    for (int i = 0; free && i < p.count(); i++) {
      double m = p.mass()[i];
      mass += m;
      mx += m * p.vx()[i];
      my += m * p.vy()[i];
      mz += m * p.vz()[i];
    }
    float vx = (float) (free ? mx / mass : 0), vy = (float) (free ? my / mass : 0);
    float vz = (float) (free ? mz / mass : 0);
    for (int i = 0; i < p.count(); i++) {
      float m = gain * p.mobility()[i];
      p.vx()[i] += m * (p.vx()[i] - vx);
      p.vy()[i] += m * (p.vy()[i] - vy);
      p.vz()[i] += m * (p.vz()[i] - vz);
    }
    host.disturbed();
  }

  @Override
  public boolean addsEnergy() {
    return settings.overshoot > 1;
  }

  @Override
  public double[] state() {
    return state;
  }
}
