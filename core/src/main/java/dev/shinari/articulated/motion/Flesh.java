package dev.shinari.articulated.motion;

import dev.shinari.bem.JointedOperator;
import dev.shinari.math.PortableMath;
import dev.shinari.math.Quaternions;
import dev.shinari.skeleton.Skeleton;
import java.util.Arrays;

/**
 * Flesh with mass: what a carrier (a part, or a joint of a character) carries lags behind when the
 * carrier is accelerated, and swings. For each carrier the acceleration y that the flesh feels, six
 * numbers in the carrier's frame (three shifts, three turns), follows the one that it undergoes,
 *
 * <pre>
 *   y'' + 2 zeta omega y' + omega^2 (y - f) = 0      f = R^T (g - a), -R^T alpha
 * </pre>
 *
 * solved exactly for a constant f in each step, so that any frequency is stable. What y looks like
 * is the skin's to say: a part's flesh is displaced by the static response of its boundary elements
 * to y. The flesh does not pull its bones back: they carry its mass already.
 */
public final class Flesh {
  public static final int WAYS = JointedOperator.SWAYS;

  /** A carrier that goes farther than this share of the creature in a step was put there. */
  private static final double LEAP = 0.25;

  /** The largest acceleration that flesh is asked to follow, m/s^2. */
  private static final double MOST = 300;

  private final SwaySettings settings;
  private final BoneMotion motion;
  private final boolean byJoint;
  private final int count;
  private final double size;
  private final double[] omega; // WAYS per carrier
  private final double[] restTurns; // 4 per carrier

  // State: WAYS of y and of y' per carrier, then place, turn, velocity and spin of the carrier.
  private final double[] state;
  private final int base;
  private boolean started;

  // Coefficients of the exact step, WAYS per carrier, and the step that they are for.
  private final double[] decay;
  private final double[] cosine;
  private final double[] sine;
  private double lastStep = -1;

  private final double[] s = new double[24];

  private Flesh(SwaySettings settings, BoneMotion motion, boolean byJoint, int count, double size) {
    this.settings = settings;
    this.motion = motion;
    this.byJoint = byJoint;
    this.count = count;
    this.size = size;
    omega = new double[WAYS * count];
    restTurns = new double[4 * count];
    for (int k = 0; k < count; k++) {
      restTurns[4 * k + 3] = 1;
    }
    base = 2 * WAYS * count;
    state = new double[base + 13 * count];
    decay = new double[WAYS * count];
    cosine = new double[WAYS * count];
    sine = new double[WAYS * count];
  }

  /** The flesh of parts. */
  public static Flesh ofParts(
      SwaySettings set, BoneMotion motion, ElasticPart[] parts, double density) {
    Flesh out = new Flesh(set, motion, false, parts.length, size(motion));
    for (int p = 0; p < parts.length; p++) {
      System.arraycopy(parts[p].turn(), 0, out.restTurns, 4 * p, 4);
      for (int k = 0; k < WAYS; k++) {
        double own = Math.sqrt(parts[p].shape().swaySquare(k) / density);
        out.omega[WAYS * p + k] = set.hertz() > 0 ? 2 * Math.PI * set.hertz() : own;
      }
    }
    return out;
  }

  /** The flesh of a character's joints, all of one frequency. */
  static Flesh ofJoints(SwaySettings set, BoneMotion motion, Skeleton skeleton, double hertz) {
    Flesh out = new Flesh(set, motion, true, skeleton.jointCount(), size(motion));
    Arrays.fill(out.omega, 2 * Math.PI * hertz);
    return out;
  }

  private static double size(BoneMotion motion) {
    double most = 1e-6;
    for (int i = 0; i < motion.x.length; i++) {
      most = Math.max(most, Math.abs(motion.x[i] - motion.x[i % 3]));
    }
    return most;
  }

  /** The accelerations that a carrier's flesh feels, {@link #WAYS} numbers from here on. */
  public int at(int carrier) {
    return WAYS * carrier;
  }

  public double[] felt() {
    return state;
  }

  double omega(int carrier) {
    return omega[WAYS * carrier];
  }

  /** Goes on by a step, for frames that are up to date. */
  public void step(double h, double[] gravity) {
    prepare(h);
    for (int k = 0; k < count; k++) {
      step(k, h, gravity);
    }
    started = true;
  }

  private void step(int k, double h, double[] gravity) {
    double[] places = byJoint ? motion.x : motion.places.centers();
    double[] turns = byJoint ? motion.frames.joints() : motion.places.turnQuaternions();
    int at = base + 13 * k;
    double way = 0;
    for (int c = 0; c < 3; c++) {
      double by = places[3 * k + c] - state[at + c];
      s[c] = by / h;
      way += by * by;
    }
    Quaternions.inverse(state, at + 3, s, 4);
    Quaternions.product(turns, 4 * k, s, 4, s, 8);
    Quaternions.toVector(s, 8, s, 12);
    boolean leap = !started || !(way < LEAP * LEAP * size * size);
    for (int c = 0; c < 3; c++) {
      double v = leap ? 0 : s[c], spin = leap ? 0 : s[12 + c] / h;
      // A leap has no acceleration: the flesh comes along as it is.
      s[16 + c] = gravity[c] - (leap ? 0 : limited((v - state[at + 7 + c]) / h));
      s[19 + c] = leap ? 0 : -limited((spin - state[at + 10 + c]) / h);
      state[at + 7 + c] = v;
      state[at + 10 + c] = spin;
    }
    System.arraycopy(places, 3 * k, state, at, 3);
    System.arraycopy(turns, 4 * k, state, at + 3, 4);
    Quaternions.inverse(turns, 4 * k, s, 4);
    Quaternions.rotate(s, 4, s, 16, s, 16);
    Quaternions.rotate(s, 4, s, 19, s, 19);
    Quaternions.inverse(restTurns, 4 * k, s, 4);
    Quaternions.rotate(s, 4, gravity, 0, s, 0);
    for (int c = 0; c < 3; c++) {
      s[16 + c] -= (1 - settings.sag()) * s[c];
    }
    for (int c = 0; c < WAYS; c++) {
      follow(WAYS * k + c, s[16 + c]);
    }
  }

  private static double limited(double a) {
    return Math.max(-MOST, Math.min(MOST, a));
  }

  private void follow(int i, double f) {
    int rate = WAYS * count + i;
    double w = omega[i];
    if (!started || !(w > 0)) {
      state[i] = f; // begins as it hangs
      state[rate] = 0;
      return;
    }
    double zeta = settings.damping(), y = state[i] - f, v = state[rate];
    double b = v + zeta * w * y; // (y' + zeta w y) at the start, over the damped frequency below
    double e = decay[i], c = cosine[i], sn = sine[i];
    state[i] = f + e * (y * c + b * sn);
    state[rate] = e * (v * c - (w * w * y + zeta * w * v) * sn);
  }

  /** sine holds sin(d h) / d, with d the damped angular frequency, h in the limit d to 0. */
  private void prepare(double h) {
    if (h == lastStep) {
      return;
    }
    lastStep = h;
    double zeta = settings.damping();
    for (int i = 0; i < omega.length; i++) {
      double w = omega[i], d = w * Math.sqrt(Math.max(0, 1 - zeta * zeta));
      decay[i] = PortableMath.exp(-zeta * w * h);
      cosine[i] = PortableMath.cos(d * h);
      sine[i] = d * h > 1e-6 ? PortableMath.sin(d * h) / d : h;
    }
  }

  public double[] save() {
    double[] out = Arrays.copyOf(state, state.length + 1);
    out[state.length] = started ? 1 : 0;
    return out;
  }

  public void restore(double[] saved) {
    System.arraycopy(saved, 0, state, 0, state.length);
    started = saved[state.length] != 0;
  }
}
