package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.take.Take;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import dev.shinari.world.WorldSettings;

/**
 * Anticipation and launch: before it jumps off or is thrown a body gathers itself, flat against the
 * way that it will go, and it leaves stretched.
 */
public final class Jump implements Effect {
  /** How long the stretch after a launch takes to go away. */
  private static final double RELEASE_SECONDS = 0.35;

  /** Spin that a step of leaving takes away, radians a second. */
  private static final double MOST_SPIN = 100;

  /** For how long its velocity is seen to. */
  private static final double LEAVING_SECONDS = 0.1;

  /**
   * @param atSeconds when it leaves
   * @param vx velocity that it gains, meters a second, with vy and vz
   * @param anticipation how much flatter it gets before, as a share, 0 to 0.8
   * @param anticipationSeconds how long it gathers itself
   * @param everySeconds again after so many seconds; 0: once
   */
  public record Settings(
      float atSeconds,
      float vx,
      float vy,
      float vz,
      float anticipation,
      float anticipationSeconds,
      float everySeconds,
      Envelope when) {
    public static final Settings DEFAULT = new Settings(1, 0, 5, 0, 0.4f, 0.5f, 0, Envelope.ALWAYS);

    public Settings {
      Check.inRange("atSeconds", atSeconds, 0, 1e6f);
      Check.inRange("vx", vx, -1000, 1000);
      Check.inRange("vy", vy, -1000, 1000);
      Check.inRange("vz", vz, -1000, 1000);
      Check.that(vx != 0 || vy != 0 || vz != 0, "a jump needs a velocity other than zero");
      Check.inRange("anticipation", anticipation, 0, 0.8f);
      Check.inRange("anticipationSeconds", anticipationSeconds, 0.01f, 100);
      Check.inRange("everySeconds", everySeconds, 0, 1e6f);
      Check.that(
          everySeconds == 0 || everySeconds > anticipationSeconds,
          "everySeconds must be longer than anticipationSeconds");
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;
  private final double[] d = new double[3];

  // Launches so far, velocity before the last one, whether it stood on something then.
  private final double[] state = {0, 0, 0, 0, 0};

  public Jump(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "jump";
  }

  @Override
  public void join(EffectHost host) {
    host.prepareVolume();
  }

  /** Time of launch n, counted from 0; infinity where there is none. */
  private double launch(double n) {
    return n == 0 || settings.everySeconds > 0
        ? settings.atSeconds + n * settings.everySeconds
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public void begin(EffectHost host) {
    double t = host.seconds(), s = settings.when.at(t);
    double next = launch(state[0]);
    if (t >= next - 1e-9) {
      state[0]++;
      if (s > 0) {
        for (int k = 0; k < 3; k++) {
          state[1 + k] = host.velocity(k);
        }
        state[4] = host.isSupported() ? 1 : 0;
        host.happened(Take.Event.LAUNCH, settings.vx, settings.vy, settings.vz, s * speed());
      }
      next = launch(state[0]);
    }
    if (!(s > 0)) {
      return;
    }
    double gone = state[0] > 0 ? t - launch(state[0] - 1) : Double.POSITIVE_INFINITY;
    if (gone < LEAVING_SECONDS) {
      // What gathered itself springs back as well; it leaves with what was asked for all the same.
      WorldSettings w = host.world().settings();
      host.kick(
          s * (state[1] + settings.vx + w.gravityX() * gone - host.velocity(0)),
          s * (state[2] + settings.vy + w.gravityY() * gone - host.velocity(1)),
          s * (state[3] + settings.vz + w.gravityZ() * gone - host.velocity(2)));
      if (state[4] != 0) {
        // The ground holds the foot while the rest leaves: without this a sack that jumps forward
        // tumbles.
        host.body().slowSpin(s * MOST_SPIN);
      }
    }
    double log = 0;
    double gather = 1 - (next - t) / settings.anticipationSeconds;
    if (gather > 0) {
      // Down in two thirds of the time, then held: the moment before a jump is what is seen.
      log += Envelope.smooth(1.5 * gather) * PortableMath.log1p(-settings.anticipation);
    }
    if (gone < RELEASE_SECONDS) {
      double since = gone / RELEASE_SECONDS;
      log += (1 - Envelope.smooth(since)) * PortableMath.log1p(settings.anticipation);
    }
    if (log != 0) {
      direction(host);
      host.toRest(d);
      host.shaping().stretch(d[0], d[1], d[2], s * log);
      host.keepVolume((float) s, 1);
    }
  }

  /** Against the ground where it stands on something, else against the way that it will go. */
  private void direction(EffectHost host) {
    WorldSettings w = host.world().settings();
    boolean stands = host.isSupported();
    d[0] = stands ? w.gravityX() : settings.vx;
    d[1] = stands ? w.gravityY() : settings.vy;
    d[2] = stands ? w.gravityZ() : settings.vz;
    double v = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; k++) {
      d[k] = v > 0 ? d[k] / v : k == 1 ? 1 : 0;
    }
  }

  private double speed() {
    return Math.sqrt(
        settings.vx * settings.vx + settings.vy * settings.vy + settings.vz * settings.vz);
  }

  @Override
  public boolean stirs(double seconds) {
    return seconds > launch(state[0]) - settings.anticipationSeconds - 0.1
        || state[0] > 0 && seconds < launch(state[0] - 1) + RELEASE_SECONDS;
  }

  @Override
  public double[] state() {
    return state;
  }
}
