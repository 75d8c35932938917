package dev.shinari.cartoon;

import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.take.Take;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import java.util.ArrayList;
import java.util.List;

/**
 * Burst: bodies that were stacked into one another begin to meet at a given time and fly apart
 * [Lin, sec. 3.2, figs. 6 to 8]. One effect is put on all bodies of a burst.
 *
 * <p>In the paper the interaction force alone drives the bodies apart, so that its strength follows
 * from the overlap and the step. Here each pair that overlaps gets equal and opposite impulses
 * along the line of its centers, and all impulses are scaled by one number so that the bodies gain
 * the speed that was asked for: linear momentum stays as it was, and no overlap is too deep.
 * Contact proper begins for a body once it is out of the others: it would stop what it finds in one
 * another. The far side of a body gains more than the near one, so that bodies leave stretched.
 */
public final class Burst implements Effect {
  /** Share by which a body's far side is faster than its middle. */
  private static final double STRETCH = 0.6;

  /** No body gains more than this multiple of the mean. */
  private static final double MOST = 3;

  /** Pairs that overlap by less, as a share of their size, may meet. */
  private static final double APART = 0.15;

  /** Until then bodies that are still in one another do not meet, seconds after the push. */
  private static final double PATIENCE = 1;

  /**
   * @param atSeconds before this time the bodies pass through each other
   * @param strength root mean square speed that the bodies gain, meters a second
   * @param seconds how long the push lasts
   */
  public record Settings(float atSeconds, float strength, float seconds) {
    public static final Settings DEFAULT = new Settings(1, 5, 0.08f);

    public Settings {
      Check.inRange("atSeconds", atSeconds, 0, 1e6f);
      Check.inRange("strength", strength, 0, 200);
      Check.inRange("seconds", seconds, 1e-3f, 10);
    }
  }

  private final Settings settings;
  private final List<EffectHost> hosts = new ArrayList<>();
  private double[] work = {};
  private final double[] state = {0, 0}; // whether it was told, seconds of push so far

  public Burst(Settings settings) {
    this.settings = settings;
  }

  public Settings settings() {
    return settings;
  }

  @Override
  public String name() {
    return "burst";
  }

  @Override
  public void join(EffectHost host) {
    Check.that(!hosts.contains(host), "the burst is already on body '" + host.body().name() + "'");
    host.meetFrom(settings.atSeconds);
    hosts.add(host);
    work = new double[8 * hosts.size()];
  }

  @Override
  public void begin(EffectHost host) {
    if (!stirs(host.seconds()) || !isFirst(host)) {
      return;
    }
    double share = Math.min(host.stepSeconds(), settings.seconds - state[1]) / settings.seconds;
    state[1] += host.stepSeconds();
    double rms = impulses(host.seconds() + host.stepSeconds());
    if (!(rms > 1e-12 && share > 0)) {
      return; // nobody is in anybody, or the push is over
    }
    double wanted = settings.strength * share, scale = wanted / rms;
    for (int i = 0; i < hosts.size(); i++) {
      int k = 8 * i;
      double speed = scale * length(work[k + 3], work[k + 4], work[k + 5]);
      // One number for all, so that momentum is kept.
      scale *= speed > MOST * wanted ? MOST * wanted / speed : 1;
    }
    if (state[0] == 0) {
      state[0] = 1;
      tell(host);
    }
    for (int i = 0; i < hosts.size(); i++) {
      push(hosts.get(i), 8 * i, scale);
    }
  }

  private boolean isFirst(EffectHost host) {
    for (EffectHost h : hosts) {
      if (!host.world().isFrozen(h.body())) {
        return h == host;
      }
    }
    return false;
  }

  /** A body in work: center (3), velocity that it would gain (3), radius, mass. */
  private double impulses(double next) {
    int n = hosts.size();
    for (int i = 0; i < n; i++) {
      Particles p = hosts.get(i).body().particles();
      double m = 0, x = 0, y = 0, z = 0;
      for (int a = 0; a < p.count(); a++) {
        m += p.mass()[a];
        x += (double) p.mass()[a] * p.x()[a];
        y += (double) p.mass()[a] * p.y()[a];
        z += (double) p.mass()[a] * p.z()[a];
      }
      int k = 8 * i;
      work[k] = p.originX() + x / m;
      work[k + 1] = p.originY() + y / m;
      work[k + 2] = p.originZ() + z / m;
      work[k + 3] = 0;
      work[k + 4] = 0;
      work[k + 5] = 0;
      work[k + 6] = 0.5 * hosts.get(i).body().length();
      work[k + 7] = hosts.get(i).body().heldCount() > 0 ? 0 : m;
    }
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        pair(i, j, next);
      }
    }
    double square = 0, mass = 0;
    for (int k = 0; k < 8 * n; k += 8) {
      double v = length(work[k + 3], work[k + 4], work[k + 5]);
      square += work[k + 7] * v * v;
      mass += work[k + 7];
    }
    return mass > 0 ? Math.sqrt(square / mass) : 0;
  }

  private void pair(int i, int j, double next) {
    int a = 8 * i, b = 8 * j;
    double ma = work[a + 7], mb = work[b + 7];
    double x = work[a] - work[b], y = work[a + 1] - work[b + 1], z = work[a + 2] - work[b + 2];
    double d = length(x, y, z), room = work[a + 6] + work[b + 6];
    double overlap = 1 - d / room;
    if (!(overlap > 0) || !(ma > 0 && mb > 0)) {
      return; // apart, or one is held
    }
    if (overlap > APART) { // contact would stop what is still in one another
      hosts.get(i).meetFrom(next);
      hosts.get(j).meetFrom(next);
    }
    if (d < 1e-4 * room) { // exactly on top of each other: each has a direction of its own
      x = direction(i, 0) - direction(j, 0);
      y = direction(i, 1) - direction(j, 1);
      z = direction(i, 2) - direction(j, 2);
      d = length(x, y, z);
    }
    double impulse = overlap * ma * mb / (ma + mb) / d;
    work[a + 3] += impulse * x / ma;
    work[a + 4] += impulse * y / ma;
    work[a + 5] += impulse * z / ma;
    work[b + 3] -= impulse * x / mb;
    work[b + 4] -= impulse * y / mb;
    work[b + 5] -= impulse * z / mb;
  }

  /** Directions that are spread evenly over the sphere, a golden angle apart. */
  private double direction(int i, int axis) {
    double y = 1 - (2 * i + 1.0) / hosts.size();
    if (axis == 1) {
      return y;
    }
    double r = Math.sqrt(Math.max(0, 1 - y * y)), turn = i * Math.PI * (3 - Math.sqrt(5));
    return r * (axis == 0 ? PortableMath.cos(turn) : PortableMath.sin(turn));
  }

  private void push(EffectHost host, int k, double scale) {
    double vx = scale * work[k + 3], vy = scale * work[k + 4], vz = scale * work[k + 5];
    double v = length(vx, vy, vz);
    if (!(v > 0)) {
      return;
    }
    Particles p = host.body().particles();
    double cx = work[k] - p.originX(), cy = work[k + 1] - p.originY();
    double cz = work[k + 2] - p.originZ();
    double per = STRETCH / (work[k + 6] * v);
    for (int i = 0; i < p.count(); i++) {
      double along = (p.x()[i] - cx) * vx + (p.y()[i] - cy) * vy + (p.z()[i] - cz) * vz;
      double f = 1 + per * along; // its mean over the mass is 1
      p.vx()[i] += (float) (f * vx);
      p.vy()[i] += (float) (f * vy);
      p.vz()[i] += (float) (f * vz);
    }
    host.disturbed();
  }

  private void tell(EffectHost host) {
    double x = 0, y = 0, z = 0;
    int n = hosts.size();
    for (int k = 0; k < 8 * n; k += 8) {
      x += work[k] / n;
      y += work[k + 1] / n;
      z += work[k + 2] / n;
    }
    host.happenedAt(Take.Event.BURST, x, y, z, settings.strength);
  }

  private static double length(double x, double y, double z) {
    return Math.sqrt(x * x + y * y + z * z);
  }

  @Override
  public boolean stirs(double seconds) {
    return seconds >= settings.atSeconds - 1e-9 && state[1] < settings.seconds + PATIENCE;
  }

  @Override
  public double[] state() {
    return state;
  }
}
