package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/**
 * Melt: a body loses its stiffness and takes on whatever shape its weight gives it, with its volume
 * kept. Where the effect is blended out, the body is firm again in its new shape.
 */
public final class Melt implements Effect {
  /**
   * @param flowPerSecond how fast it gives in
   * @param softness share of its pull that it loses, 0 to 1
   */
  public record Settings(float flowPerSecond, float softness, Envelope when) {
    public static final Settings DEFAULT = new Settings(6, 0.2f, new Envelope(0, 1e9, 0.5));

    public Settings {
      Check.inRange("flowPerSecond", flowPerSecond, 0.01f, 1000);
      Check.inRange("softness", softness, 0, 0.99f);
      Check.that(when != null, "an envelope is missing");
    }
  }

  /** Largest norm of a region's change of shape: a puddle of a sixth of its height. */
  private static final float LIMIT = 2.3f;

  /** Change of shape that is none: what is not pressed at all need not be looked at closely. */
  private static final float YIELD = 1e-3f;

  private final Settings settings;

  public Melt(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "melt";
  }

  @Override
  public void join(EffectHost host) {
    host.shaping().allowFlow();
    host.prepareVolume();
  }

  @Override
  public void leave(EffectHost host) {
    host.shaping().forgetFlow(); // nobody is left to heal it
  }

  @Override
  public void begin(EffectHost host) {
    double s = settings.when.at(host.seconds());
    if (s > 0) {
      host.shaping().flow(YIELD, s * settings.flowPerSecond, 0, LIMIT);
      host.shaping().soften(s * settings.softness);
      host.allowCrush();
      host.keepVolume((float) (0.5 * s), 1);
    }
  }

  @Override
  public boolean stirs(double seconds) {
    return settings.when.at(seconds) > 0 && seconds < settings.when.from() + 30;
  }

  @Override
  public boolean addsEnergy() {
    return false;
  }
}
