package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/**
 * Smear: in pictures a fast body is drawn out to where it came from, as animators draw the frame
 * between two far poses. The physics knows nothing of it.
 */
public final class Smear implements Effect {
  /**
   * @param length of the trail, in ways from one frame to the next
   * @param fromSpeed meters a second at which it begins; it is whole at twice that speed
   */
  public record Settings(float length, float fromSpeed, Envelope when) {
    public static final Settings DEFAULT = new Settings(1, 4, Envelope.ALWAYS);

    public Settings {
      Check.inRange("length", length, 0, 10);
      Check.inRange("fromSpeed", fromSpeed, 1e-3f, 1e4f);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;

  public Smear(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "smear";
  }

  @Override
  public void begin(EffectHost host) {
    if (settings.when.at(host.seconds()) > 0) {
      host.noteMotion(); // recorders ask after the step
    }
  }

  @Override
  public float smear(EffectHost host) {
    double fast = Envelope.smooth(host.speed() / settings.fromSpeed - 1);
    return (float) (settings.length * settings.when.at(host.seconds()) * fast);
  }

  @Override
  public boolean addsEnergy() {
    return false;
  }
}
