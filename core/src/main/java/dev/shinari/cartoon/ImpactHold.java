package dev.shinari.cartoon;

import dev.shinari.body.Body;
import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;

/**
 * Impact hold (hit-stop): where a body hits something hard its time stands still for a moment, and
 * that of the body that it hit; then all goes on as if nothing had happened.
 */
public final class ImpactHold implements Effect {
  /** No second hold within so many seconds after one. */
  private static final double APART = 0.2;

  /**
   * @param holdSeconds how long time stands still
   * @param fromSpeed hits below so many meters a second are none
   * @param delaySeconds from the touch to the hold: at 0 the touch is held, a little later the
   *     squash
   */
  public record Settings(float holdSeconds, float fromSpeed, float delaySeconds, Envelope when) {
    public static final Settings DEFAULT = new Settings(0.15f, 2, 0.04f, Envelope.ALWAYS);

    public Settings {
      Check.inRange("holdSeconds", holdSeconds, 0, 60);
      Check.inRange("fromSpeed", fromSpeed, 0, 1e4f);
      Check.inRange("delaySeconds", delaySeconds, 0, 10);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;

  // Until when hits do not count; when a hold is due (-1: none), and the number of the body hit.
  private final double[] state = {-1, -1, -1};

  public ImpactHold(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "impactHold";
  }

  @Override
  public void begin(EffectHost host) {}

  @Override
  public void end(EffectHost host) {
    double now = host.seconds() + host.stepSeconds();
    for (int k = 0; k < host.impacts() && state[1] < 0; k++) {
      if (host.impactSpeed(k) >= settings.fromSpeed
          && now >= state[0]
          && settings.when.at(now) > 0) {
        Body other = host.impactBody(k);
        state[1] = now + settings.delaySeconds;
        state[2] = other == null ? -1 : host.world().bodies().indexOf(other);
      }
    }
    if (state[1] >= 0 && now >= state[1] - 1e-9) {
      double hold = settings.holdSeconds * settings.when.at(now);
      host.pause(host.body(), hold);
      if (state[2] >= 0 && state[2] < host.world().bodies().size()) {
        host.pause(host.world().bodies().get((int) state[2]), hold);
      }
      state[0] = now + hold + APART;
      state[1] = -1;
    }
  }

  @Override
  public boolean addsEnergy() {
    return false;
  }

  @Override
  public boolean stirs(double seconds) {
    return state[1] >= 0;
  }

  @Override
  public double[] state() {
    return state;
  }
}
