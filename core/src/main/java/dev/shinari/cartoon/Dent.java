package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/**
 * Dent and heal: what is pressed or pulled beyond a yield stays so, and comes back slowly or not at
 * all.
 */
public final class Dent implements Effect {
  /**
   * @param yield change of shape that it takes without a dent, as a share of lengths
   * @param flowPerSecond how fast it gives in to more
   * @param healPerSecond rate at which dents go away; 0: never
   */
  public record Settings(float yield, float flowPerSecond, float healPerSecond, Envelope when) {
    public static final Settings DEFAULT = new Settings(0.1f, 30, 0, Envelope.ALWAYS);

    public Settings {
      Check.inRange("yield", yield, 0, 5);
      Check.inRange("flowPerSecond", flowPerSecond, 0.01f, 1000);
      Check.inRange("healPerSecond", healPerSecond, 0, 1000);
      Check.that(when != null, "an envelope is missing");
    }
  }

  /**
   * Largest norm of a region's change of shape. Neighbors that are nearer than 0.4 of their
   * distance push each other apart, so a dent that wanted them there would never come to rest.
   */
  private static final float LIMIT = 0.45f;

  /** A dent that is smaller than this has healed. */
  private static final double HEALED = 1e-3;

  private final Settings settings;
  private final double[] state = {0}; // the deepest dent

  public Dent(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "dent";
  }

  @Override
  public void join(EffectHost host) {
    host.shaping().allowFlow();
  }

  @Override
  public void leave(EffectHost host) {
    host.shaping().forgetFlow(); // nobody is left to heal it
  }

  @Override
  public void begin(EffectHost host) {
    double s = settings.when.at(host.seconds());
    host.shaping().flow(settings.yield, s * settings.flowPerSecond, settings.healPerSecond, LIMIT);
  }

  @Override
  public void end(EffectHost host) {
    state[0] = host.shaping().flown();
  }

  @Override
  public boolean stirs(double seconds) {
    return settings.healPerSecond > 0 && state[0] > HEALED;
  }

  @Override
  public boolean addsEnergy() {
    return settings.healPerSecond > 0; // what heals pushes
  }

  @Override
  public double[] state() {
    return state;
  }
}
