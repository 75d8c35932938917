package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/** Inflate: all lengths of a body grow to a multiple, over the fades of its envelope. */
public final class Inflate implements Effect {
  /**
   * @param size what lengths are multiplied by
   */
  public record Settings(float size, Envelope when) {
    public static final Settings DEFAULT = new Settings(1.6f, new Envelope(0, 1e9, 1));

    public Settings {
      Check.inRange("size", size, 0.2f, 5);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;

  public Inflate(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "inflate";
  }

  @Override
  public void begin(EffectHost host) {
    double s = settings.when.at(host.seconds());
    if (s > 0) {
      double log = s * PortableMath.log(settings.size);
      host.shaping().swell(log);
      // Where another effect keeps the volume, it keeps this one.
      host.keepVolume(0, PortableMath.exp((host.shaping().isFlat() ? 2 : 3) * log));
    }
  }

  @Override
  public boolean stirs(double seconds) {
    double now = settings.when.at(seconds);
    return now != settings.when.at(seconds - 0.5) || now != settings.when.at(seconds + 0.05);
  }
}
