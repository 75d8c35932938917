package dev.shinari.cartoon;

import dev.shinari.body.Body;
import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import dev.shinari.world.WorldSettings;

/**
 * A bounce that gains: a body leaves what it hit with a multiple of the speed with which it came,
 * up to a limit. A body that was hit gets the opposite momentum.
 */
public final class GainBounce implements Effect {
  /** A body that has not left after so many seconds has stopped bouncing. */
  private static final double PATIENCE = 1;

  /** After it left it may touch again for so long. */
  private static final double CLEAR = 0.12;

  /** Slower than this, in meters a second, it lies rather than bounces. */
  private static final double REST = 0.2;

  /**
   * @param gain speed after the bounce to speed before it; 1 bounces for ever
   * @param mostSpeed meters a second: no bounce is faster
   */
  public record Settings(float gain, float mostSpeed, Envelope when) {
    public static final Settings DEFAULT = new Settings(1.15f, 12, Envelope.ALWAYS);

    public Settings {
      Check.inRange("gain", gain, 0, 5);
      Check.inRange("mostSpeed", mostSpeed, 0.1f, 1000);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;

  // When it hit (-1: it is not bouncing), speed of approach, normal, number of the body hit or -1,
  // when it left (-1: not yet), how far along the normal its center was when it hit.
  private final double[] state = {-1, 0, 0, 0, 0, -1, -1, 0};

  public GainBounce(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "gainBounce";
  }

  @Override
  public void begin(EffectHost host) {
    host.noteMotion(); // what it hits is known after the step
    if (state[0] < 0) {
      return;
    }
    double leaving = 0;
    for (int a = 0; a < 3; a++) {
      leaving += host.velocity(a) * state[2 + a];
    }
    double now = host.seconds();
    if (state[6] < 0 && leaving > 0) {
      state[6] = now;
    }
    if (state[6] >= 0) {
      WorldSettings w = host.world().settings();
      double weight = w.gravityX() * state[2] + w.gravityY() * state[3] + w.gravityZ() * state[4];
      double speed = Math.min(settings.gain * state[1], settings.mostSpeed);
      // At the height at which it hit it is to have that speed; squashed it leaves from below.
      double below = Math.max(0, state[7] - along(host));
      double wanted = Math.sqrt(Math.max(0, speed * speed - 2 * weight * below));
      double more = settings.when.at(now) * (wanted - leaving);
      // What was squashed touches again while it springs back: then it needs another push.
      if (now == state[6] || below > 0 && more > 0.05 * wanted) {
        host.kick(more * state[2], more * state[3], more * state[4]);
        giveBack(host, more);
      }
    }
    if (state[6] >= 0 && now > state[6] + CLEAR || now > state[0] + PATIENCE) {
      state[0] = -1;
      state[6] = -1;
    }
  }

  private double along(EffectHost host) {
    return host.center(0) * state[2] + host.center(1) * state[3] + host.center(2) * state[4];
  }

  private void giveBack(EffectHost host, double more) {
    int other = (int) state[5];
    if (other < 0 || other >= host.world().bodies().size()) {
      return;
    }
    Body b = host.world().bodies().get(other);
    if (b != host.body() && b.heldCount() == 0) {
      double share = -more * host.body().totalMass() / b.totalMass();
      host.kick(b, share * state[2], share * state[3], share * state[4]);
    }
  }

  @Override
  public void end(EffectHost host) {
    if (!(settings.when.at(host.seconds()) > 0)) {
      return;
    }
    for (int k = 0; k < host.impacts(); k++) {
      double came = 0;
      for (int a = 0; a < 3; a++) {
        came -= host.velocity(a) * host.impactNormal(k, a); // when the step began
      }
      if (came > REST && (state[0] < 0 || came > state[1])) {
        state[0] = host.seconds();
        state[1] = came;
        state[6] = -1;
        for (int a = 0; a < 3; a++) {
          state[2 + a] = host.impactNormal(k, a);
        }
        state[7] = along(host);
        Body other = host.impactBody(k);
        state[5] = other == null ? -1 : host.world().bodies().indexOf(other);
      }
    }
  }

  @Override
  public boolean stirs(double seconds) {
    return state[0] >= 0;
  }

  @Override
  public double[] state() {
    return state;
  }
}
