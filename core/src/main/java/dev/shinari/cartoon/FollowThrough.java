package dev.shinari.cartoon;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Drag and follow-through of parts: ears, tails and hair stay behind when the body starts and go on
 * when it stops. The parts feel the body's changes of velocity as if they were heavier than they
 * are; the rest of the body gets the opposite momentum.
 */
public final class FollowThrough implements Effect {
  /** Most that one step takes from a part's velocity, meters a second. */
  private static final double MOST = 20;

  /** Changes below this are those of a body at rest, meters a second. */
  private static final double LEAST = 1e-6;

  /**
   * @param amount how many times as inert as they are the parts seem, beside themselves
   */
  public record Settings(float amount, Envelope when) {
    public static final Settings DEFAULT = new Settings(1.5f, Envelope.ALWAYS);

    public Settings {
      Check.inRange("amount", amount, 0, 20);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;
  private float[] part;
  private int[] members; // particles that belong to the parts at all
  private final Map<List<Float>, Float> first = new LinkedHashMap<>(); // parts by rest position
  private final Map<List<Float>, Float> known = new HashMap<>(); // the same of later particles
  private int version; // of a body that comes apart, that part is for

  // Whether a velocity is known; the rest of the body's last velocity.
  private final double[] state = new double[4];

  /**
   * @param parts for each particle how much it belongs to the parts, 0 to 1
   */
  public FollowThrough(Settings settings, float[] parts) {
    this.settings = settings;
    part = parts.clone();
    for (float w : part) {
      Check.inRange("part", w, 0, 1);
    }
    members = IntStream.range(0, part.length).filter(i -> part[i] > 0).toArray();
  }

  /** All of the given particles are parts. */
  public static float[] weights(int particleCount, int... parts) {
    float[] w = new float[particleCount];
    for (int i : parts) {
      w[i] = 1;
    }
    return w;
  }

  @Override
  public String name() {
    return "followThrough";
  }

  @Override
  public void join(EffectHost host) {
    int n = host.body().particles().count();
    Check.that(
        part.length == n, "parts are given for " + part.length + " particles, the body has " + n);
    int parts = members.length;
    Check.that(
        parts > 0 && parts < n,
        "followThrough needs some particles that are parts and some that are not; "
            + parts
            + " of "
            + n
            + " are");
    Body b = host.body();
    for (int i = 0; i < n; i++) {
      first.put(List.of(b.restX()[i], b.restY()[i], b.restZ()[i]), part[i]);
    }
    version = host.fracture() == null ? 0 : host.fracture().version();
  }

  /**
   * A body that comes apart has other particles now and then: what stands where a particle stood at
   * first is as much of a part as that was, any other one as much as the next of those.
   */
  private void follow(EffectHost host) {
    if (host.fracture() == null || host.fracture().version() == version) {
      return;
    }
    version = host.fracture().version();
    Body b = host.body();
    part = new float[b.particles().count()];
    for (int i = 0; i < part.length; i++) {
      List<Float> at = List.of(b.restX()[i], b.restY()[i], b.restZ()[i]);
      Float same = first.get(at);
      part[i] = same != null ? same : known.computeIfAbsent(at, this::nearest);
    }
    members = IntStream.range(0, part.length).filter(i -> part[i] > 0).toArray();
  }

  private float nearest(List<Float> at) {
    double best = Double.POSITIVE_INFINITY;
    float found = 0;
    for (Map.Entry<List<Float>, Float> e : first.entrySet()) {
      double square = 0;
      for (int a = 0; a < 3; a++) {
        double d = (double) e.getKey().get(a) - at.get(a);
        square += d * d;
      }
      if (square < best) {
        best = square;
        found = e.getValue();
      }
    }
    return found;
  }

  @Override
  public void begin(EffectHost host) {
    follow(host);
    Particles p = host.body().particles();
    float[] mass = p.mass(), vx = p.vx(), vy = p.vy(), vz = p.vz(), mobility = p.mobility();
    double s = settings.when.at(host.seconds());
    // The rest of the body is all of it less its parts, of which there are few.
    double m = host.body().totalMass(), parts = 0;
    double x = m * host.velocity(0), y = m * host.velocity(1), z = m * host.velocity(2);
    for (int i : members) {
      double own = (double) mass[i] * part[i];
      m -= own;
      x -= own * vx[i];
      y -= own * vy[i];
      z -= own * vz[i];
      parts += own * mobility[i];
    }
    if (!(m > 0)) {
      Arrays.fill(state, 0);
      return;
    }
    double dx = x / m - state[1], dy = y / m - state[2], dz = z / m - state[3];
    double change = Math.sqrt(dx * dx + dy * dy + dz * dz);
    double k = state[0] * s * settings.amount;
    k = k * change > MOST ? MOST / change : k;
    state[0] = 1;
    state[1] = x / m;
    state[2] = y / m;
    state[3] = z / m;
    if (!(k * change > LEAST)) {
      return;
    }
    boolean free = host.body().heldCount() == 0;
    double give = free ? k * parts / m : 0; // to the rest of the body
    float gx = (float) (give * dx), gy = (float) (give * dy), gz = (float) (give * dz);
    if (free) {
      for (int i = 0; i < p.count(); i++) {
        vx[i] += mobility[i] * gx;
        vy[i] += mobility[i] * gy;
        vz[i] += mobility[i] * gz;
      }
    }
    for (int i : members) {
      float f = (float) (-(k + give) * part[i] * mobility[i]);
      vx[i] += f * (float) dx;
      vy[i] += f * (float) dy;
      vz[i] += f * (float) dz;
    }
    // What it was given is no change of its own.
    state[1] += give * dx;
    state[2] += give * dy;
    state[3] += give * dz;
    host.disturbed();
  }

  @Override
  public double[] state() {
    return state;
  }
}
