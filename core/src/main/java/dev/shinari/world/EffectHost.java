package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.body.shaping.Shaping;
import dev.shinari.fracture.FractureBody;
import dev.shinari.math.Check;
import dev.shinari.take.Take;
import java.util.Arrays;

/**
 * What effects see of their body and its place in the world, and the doors through which they act.
 * One a body that has effects.
 */
public final class EffectHost {
  private static final int MOST_IMPACTS = 8;

  private final World world;
  private final BodyEntry entry;

  // Of the step at hand.
  private double seconds;
  private float stepSeconds;
  private final double[] center = new double[3];
  private final double[] velocity = new double[3];
  private final double[] motion = new double[6];
  private final double[] turn = new double[9];
  private boolean turnKnown;
  private boolean motionKnown;
  private boolean[] pinned = {};
  private boolean pinsSet;
  private int pinKey;

  boolean stood; // on something, in the last step; state

  // What was hit in the last step.
  private int impacts;
  private final float[] impactSpeed = new float[MOST_IMPACTS];
  private final float[] impactNormal = new float[3 * MOST_IMPACTS];
  private final BodyEntry[] impactOther = new BodyEntry[MOST_IMPACTS];

  EffectHost(World world, BodyEntry entry) {
    this.world = world;
    this.entry = entry;
  }

  void particlesChanged() {
    pinsSet = false;
  }

  // ---- what is seen ---------------------------------------------------------------------------

  public World world() {
    return world;
  }

  public Body body() {
    return entry.body;
  }

  /** The shape that the body wants to have. */
  public Shaping shaping() {
    return entry.body.shaping();
  }

  /** How the body comes apart, or null where it cannot. */
  public FractureBody fracture() {
    return entry.fracture;
  }

  /** Time at which the step at hand begins. */
  public double seconds() {
    return seconds;
  }

  public float stepSeconds() {
    return stepSeconds;
  }

  /**
   * Looks how the body moves, for an effect that wants to know after the step how it did when the
   * step began; called from {@link Effect#begin}. Costs a look at all particles, so that effects
   * that never ask do not pay for it.
   */
  public void noteMotion() {
    if (motionKnown) {
      return;
    }
    motionKnown = true;
    Particles p = entry.body.particles();
    entry.body.centerMotion(motion);
    center[0] = p.originX() + motion[0];
    center[1] = p.originY() + motion[1];
    center[2] = p.originZ() + motion[2];
    System.arraycopy(motion, 3, velocity, 0, 3);
  }

  /**
   * World coordinate 0, 1 or 2 of the center of mass when the step began, or, where nobody asked
   * then, now.
   */
  public double center(int axis) {
    noteMotion();
    return center[axis];
  }

  /** Velocity of the center of mass at the same time. */
  public double velocity(int axis) {
    noteMotion();
    return velocity[axis];
  }

  public double speed() {
    noteMotion();
    return Math.sqrt(
        velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
  }

  /** Turns a direction of the world into the body's rest shape; 3 numbers, changed. */
  public void toRest(double[] d) {
    if (!turnKnown) { // costs a look at all particles, and many steps need none
      turnKnown = true;
      shaping().rotation(turn);
    }
    double x = d[0], y = d[1], z = d[2];
    for (int k = 0; k < 3; k++) {
      d[k] = turn[k] * x + turn[3 + k] * y + turn[6 + k] * z;
    }
  }

  /** Whether it lay on something in the last step. */
  public boolean isSupported() {
    return stood;
  }

  /** Hits of the last step: touches after having been apart, fast enough to be events. */
  public int impacts() {
    return impacts;
  }

  /** Speed of approach of hit k, meters a second. */
  public float impactSpeed(int k) {
    return impactSpeed[k];
  }

  /** Coordinate of the unit normal of hit k, from what was hit towards this body. */
  public float impactNormal(int k, int axis) {
    return impactNormal[3 * k + axis];
  }

  /** The body that was hit, or null for an obstacle. */
  public Body impactBody(int k) {
    return impactOther[k] == null ? null : impactOther[k].body;
  }

  /** Whether a handle that moves, or a soft one, holds the body. */
  public boolean isPulled() {
    for (Handle h : entry.handles) {
      if (h.holding && !h.isPin()) {
        return true;
      }
    }
    return false;
  }

  /** Hands the particles that handles pin, and no others, to the body's {@link Shaping}. */
  public void placeByPins() {
    int holding = entry.body.edits(); // pins are particles, whose numbers change
    for (Handle h : entry.handles) {
      holding = 31 * holding + (h.isActive(seconds) && h.isPin() ? 1 : 0);
    }
    if (pinsSet && holding == pinKey) {
      return; // as it was
    }
    int n = entry.body.particles().count();
    if (pinned.length != n) {
      pinned = new boolean[n];
    }
    Arrays.fill(pinned, false);
    for (Handle h : entry.handles) {
      if (h.isActive(seconds) && h.isPin()) {
        h.mark(pinned);
      }
    }
    pinKey = holding;
    pinsSet = true;
    shaping().setPins(pinned);
  }

  // ---- what can be done -----------------------------------------------------------------------

  /** Makes ready to keep the volume; called by an effect that joins. */
  public void prepareVolume() {
    if (entry.effectVolume == null) {
      entry.effectVolume = entry.volume != null ? entry.volume : entry.constraint();
    }
  }

  /**
   * Keeps the volume in this step.
   *
   * @param share of a lost volume that each inner step gives back, 0 to 1
   * @param ratio to the rest volume
   */
  public void keepVolume(float share, double ratio) {
    keepVolume(share, ratio, 0);
  }

  /**
   * Keeps the volume in this step within some bounds.
   *
   * @param slack share of the rest volume that may be lost or won; of several effects that keep the
   *     volume the strictest one's holds
   */
  public void keepVolume(float share, double ratio, double slack) {
    if (share > 0) {
      entry.volumeSlack =
          entry.volumeShare > 0 ? Math.min(entry.volumeSlack, slack) : Math.max(0, slack);
    }
    entry.volumeShare = Math.max(entry.volumeShare, Math.min(1, share));
    entry.volumeRatio *= ratio;
  }

  /** In this step the body may be pressed and turned inside out as much as it likes. */
  public void allowCrush() {
    entry.crushable = true;
  }

  /** Gives every free particle a velocity more. */
  public void kick(double vx, double vy, double vz) {
    kick(entry, vx, vy, vz);
  }

  /** Gives every free particle of another body a velocity more. */
  public void kick(Body other, double vx, double vy, double vz) {
    kick(world.entryOf(other), vx, vy, vz);
  }

  private static void kick(BodyEntry to, double vx, double vy, double vz) {
    Particles p = to.body.particles();
    for (int i = 0; i < p.count(); i++) {
      float m = p.mobility()[i];
      p.vx()[i] += (float) (m * vx);
      p.vy()[i] += (float) (m * vy);
      p.vz()[i] += (float) (m * vz);
    }
    disturbed(to);
  }

  /** Tells the body that an effect changed its velocities. */
  public void disturbed() {
    disturbed(entry);
  }

  private static void disturbed(BodyEntry e) {
    e.body.disturbed();
    if (e.asleep) {
      e.wake();
    }
  }

  /**
   * Stops a body's time for so many seconds from the next step on; its motion goes on after.
   *
   * @param which this body or another one of the world
   */
  public void pause(Body which, double forSeconds) {
    pause(which == entry.body ? entry : world.entryOf(which), forSeconds);
  }

  private void pause(BodyEntry e, double forSeconds) {
    Check.that(forSeconds >= 0 && forSeconds < 3600, "a pause is between 0 and 3600 seconds");
    e.pausedUntil = Math.max(e.pausedUntil, world.seconds() + forSeconds);
  }

  /** Before this time the body passes through others. */
  public void meetFrom(double time) {
    entry.meetsFrom = Math.max(entry.meetsFrom, time);
  }

  /** Reports that something happened at the body's center. */
  public void happened(String kind, double dx, double dy, double dz, double strength) {
    double d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    double s = d > 0 ? 1 / d : 0;
    noteMotion();
    world.happened(
        new Take.Event(
            (float) seconds,
            kind,
            entry.body.name(),
            "",
            (float) center[0],
            (float) center[1],
            (float) center[2],
            (float) (s * dx),
            (float) (s * dy),
            (float) (s * dz),
            (float) strength));
  }

  /** Reports that something without a direction happened at a place. */
  public void happenedAt(String kind, double x, double y, double z, double strength) {
    world.happened(
        new Take.Event(
            (float) seconds,
            kind,
            entry.body.name(),
            "",
            (float) x,
            (float) y,
            (float) z,
            0,
            0,
            0,
            (float) strength));
  }

  // ---- driven by the world --------------------------------------------------------------------

  void begin(double start, float h) {
    seconds = start;
    stepSeconds = h;
    entry.volumeShare = 0;
    entry.volumeSlack = 0;
    entry.volumeRatio = 1;
    entry.crushable = false;
    shaping().clear(h);
    motionKnown = false;
    turnKnown = false;
    for (Effect e : entry.effects) {
      e.begin(this);
    }
    impacts = 0;
  }

  void hit(float speed, float nx, float ny, float nz, BodyEntry other) {
    if (impacts < MOST_IMPACTS) {
      int k = impacts++;
      impactSpeed[k] = speed;
      impactNormal[3 * k] = nx;
      impactNormal[3 * k + 1] = ny;
      impactNormal[3 * k + 2] = nz;
      impactOther[k] = other;
    }
  }

  void end() {
    stood = entry.contacts.contacts() > 0 || entry.touched;
    for (Effect e : entry.effects) {
      e.end(this);
    }
  }

  boolean stirs(double at) {
    for (Effect e : entry.effects) {
      if (e.stirs(at)) {
        return true;
      }
    }
    return false;
  }

  float smear() {
    float most = 0;
    for (Effect e : entry.effects) {
      most = Math.max(most, e.smear(this));
    }
    return most;
  }
}
