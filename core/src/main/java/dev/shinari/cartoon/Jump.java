package dev.shinari.cartoon;

import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import dev.shinari.world.Take;

/**
 * Anticipation and launch: before it jumps off or is thrown a body gathers itself, flat against the
 * way that it will go, and it leaves stretched.
 */
public final class Jump implements Effect {
  /** How long the stretch after a launch takes to go away. */
  private static final double RELEASE_SECONDS = 0.35;

  /**
   * @param atSeconds when it leaves
   * @param vx velocity that it gains, metres a second, with vy and vz
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
    public static final Settings DEFAULT =
        new Settings(1, 0, 5, 0, 0.4f, 0.5f, 0, Envelope.ALWAYS);

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
  private final double[] state = {0}; // launches so far

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
        host.kick(s * settings.vx, s * settings.vy, s * settings.vz);
        double speed = s * speed();
        host.happened(Take.Event.LAUNCH, settings.vx, settings.vy, settings.vz, speed);
      }
      next = launch(state[0]);
    }
    if (!(s > 0)) {
      return;
    }
    double log = 0;
    double gather = 1 - (next - t) / settings.anticipationSeconds;
    if (gather > 0) {
      // Down in two thirds of the time, then held: the moment before a jump is what is seen.
      log += Envelope.smooth(1.5 * gather) * StrictMath.log1p(-settings.anticipation);
    }
    if (state[0] > 0) {
      double since = (t - launch(state[0] - 1)) / RELEASE_SECONDS;
      log += (1 - Envelope.smooth(since)) * StrictMath.log1p(settings.anticipation);
    }
    if (log != 0) {
      double v = speed();
      d[0] = settings.vx / v;
      d[1] = settings.vy / v;
      d[2] = settings.vz / v;
      host.toRest(d);
      host.shaping().stretch(d[0], d[1], d[2], s * log);
      host.keepVolume((float) s, 1);
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
