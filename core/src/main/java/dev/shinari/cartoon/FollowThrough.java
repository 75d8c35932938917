package dev.shinari.cartoon;

import dev.shinari.body.Particles;
import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import java.util.Arrays;

/**
 * Drag and follow-through of parts: ears, tails and hair stay behind when the body starts and go on
 * when it stops. The parts feel the body's changes of velocity as if they were heavier than they
 * are; the rest of the body gets the opposite momentum.
 */
public final class FollowThrough implements Effect {
  /** Most that one step takes from a part's velocity, metres a second. */
  private static final double MOST = 20;

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
  private final float[] part;

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
    int parts = 0;
    for (float w : part) {
      parts += w > 0 ? 1 : 0;
    }
    Check.that(
        parts > 0 && parts < n,
        "followThrough needs some particles that are parts and some that are not; "
            + parts
            + " of "
            + n
            + " are");
    Check.that(
        host.lattice() == null,
        "body '" + host.body().name() + "' tears, so it cannot have parts that follow through");
  }

  @Override
  public void begin(EffectHost host) {
    Particles p = host.body().particles();
    double s = settings.when.at(host.seconds());
    double m = 0, x = 0, y = 0, z = 0, parts = 0;
    for (int i = 0; i < p.count(); i++) {
      double own = p.mass()[i] * (1.0 - part[i]);
      m += own;
      x += own * p.vx()[i];
      y += own * p.vy()[i];
      z += own * p.vz()[i];
      parts += (double) p.mass()[i] * part[i] * p.mobility()[i];
    }
    if (!(m > 0)) {
      Arrays.fill(state, 0);
      return;
    }
    double dx = x / m - state[1], dy = y / m - state[2], dz = z / m - state[3];
    double change = Math.sqrt(dx * dx + dy * dy + dz * dz);
    double k = state[0] * s * settings.amount;
    k = k * change > MOST ? MOST / change : k;
    double give = k * parts / m; // to the rest of the body
    state[0] = 1;
    state[1] = x / m;
    state[2] = y / m;
    state[3] = z / m;
    if (!(k * change > 1e-9)) {
      return;
    }
    boolean free = host.body().heldCount() == 0;
    for (int i = 0; i < p.count(); i++) {
      double by = -k * part[i] + (free ? give * (1 - part[i]) : 0);
      float f = (float) (by * p.mobility()[i]);
      p.vx()[i] += f * (float) dx;
      p.vy()[i] += f * (float) dy;
      p.vz()[i] += f * (float) dz;
    }
    if (free) { // what it was given is no change of its own
      state[1] += give * dx;
      state[2] += give * dy;
      state[3] += give * dz;
    }
    host.disturbed();
  }

  @Override
  public double[] state() {
    return state;
  }
}
