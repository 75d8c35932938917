package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/**
 * Wobble: a body gets longer and shorter along one axis of its rest shape, again and again, with
 * its volume kept; all the time, or dying out after each hit.
 */
public final class Wobble implements Effect {
  private static final double OVER = 1e-3;

  /**
   * @param amount largest lengthening, as a share of its length
   * @param frequencyHz times a second
   * @param axis 0, 1 or 2: x, y or z of the rest shape
   * @param dieSeconds after a hit, until half of the wobble is gone; 0: all the time, without a hit
   */
  public record Settings(
      float amount, float frequencyHz, int axis, float dieSeconds, Envelope when) {
    public static final Settings DEFAULT = new Settings(0.15f, 3, 1, 0, Envelope.ALWAYS);

    public Settings {
      Check.inRange("amount", amount, 0, 2);
      Check.inRange("frequencyHz", frequencyHz, 0.01f, 100);
      Check.inRange("axis", axis, 0, 2);
      Check.inRange("dieSeconds", dieSeconds, 0, 100);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;

  // When the last hit was, and how strong (0 to 1).
  private final double[] state = {0, 0};

  public Wobble(Settings settings) {
    this.settings = settings;
    state[1] = settings.dieSeconds == 0 ? 1 : 0;
  }

  @Override
  public String name() {
    return "wobble";
  }

  @Override
  public void join(EffectHost host) {
    host.prepareVolume();
  }

  private double left(double seconds) {
    return settings.dieSeconds == 0
        ? 1
        : state[1] * PortableMath.pow(0.5, (seconds - state[0]) / settings.dieSeconds);
  }

  @Override
  public void begin(EffectHost host) {
    double s = settings.when.at(host.seconds()) * left(host.seconds());
    if (!(s > 0)) {
      return;
    }
    double phase = 2 * Math.PI * settings.frequencyHz * (host.seconds() - state[0]);
    double log = s * PortableMath.log1p(settings.amount) * PortableMath.sin(phase);
    int a = settings.axis;
    host.shaping().stretch(a == 0 ? 1 : 0, a == 1 ? 1 : 0, a == 2 ? 1 : 0, log);
    host.keepVolume((float) s, 1);
  }

  @Override
  public void end(EffectHost host) {
    if (settings.dieSeconds > 0 && host.impacts() > 0) {
      state[0] = host.seconds() + host.stepSeconds();
      state[1] = 1;
    }
  }

  @Override
  public boolean stirs(double seconds) {
    return settings.when.at(seconds) * left(seconds) * settings.amount > OVER;
  }

  @Override
  public double[] state() {
    return state;
  }
}
