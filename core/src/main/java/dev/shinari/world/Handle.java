package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import dev.shinari.motion.MotionPath;
import dev.shinari.motion.RigidPose;

/**
 * Holds particles of a body and moves them along a path: displacement, and turn about the center
 * that they had when the handle took hold. Only the path's change since that moment counts, so that
 * nothing jumps. A path that stands still is a pin.
 *
 * <p>A firm handle sets positions exactly, from the time alone; a soft one pulls with a spring.
 * When the handle lets go, its particles keep their velocities.
 */
public final class Handle {
  private final Body body;
  private String name;
  private final boolean named; // by the caller
  private int[] indices;
  private int[] placeOf; // by particle: where it is in indices, plus 1; null until needed
  private final boolean isPart;
  private final MotionPath path;
  private final double fromSeconds;
  private final double toSeconds;
  private final float springHertz; // 0: firm
  private final float springDamping;
  private final int tag;

  // State.
  boolean holding;
  double[] offsets; // from the center, turned back by the path's turn when it took hold
  final double[] anchor = new double[6]; // center, then the path's displacement when it took hold
  final double[] drag = new double[6]; // extra displacement: now, then wanted

  private final RigidPose pose = new RigidPose();
  private final RigidPose before = new RigidPose();
  private double stepStart;
  private double stepSeconds;

  private Handle(Builder b) {
    body = b.body;
    named = b.name != null;
    name = named ? b.name : body.name() + "-handle";
    isPart = false;
    indices = b.indices;
    path = b.path;
    fromSeconds = b.from;
    toSeconds = b.to;
    springHertz = b.hertz;
    springDamping = b.damping;
    tag = b.tag;
    offsets = new double[3 * indices.length];
  }

  /** Particles of a body, by number; see {@link Select}. */
  public static Builder builder(Body body, int... indices) {
    return new Builder(body, indices);
  }

  public Body body() {
    return body;
  }

  /**
   * What it is called among the handles of its body; the parts of it on torn pieces have the same
   * name. One that was not named is called after its body, with a number from the second one on.
   */
  public String name() {
    return name;
  }

  /** Makes sure that no other handle of the body has its name. */
  void takeName(Handle[] others) {
    if (named) {
      Check.that(
          !isName(name, others),
          "body '"
              + body.name()
              + "' already has a handle named '"
              + name
              + "'; give this one another name");
      return;
    }
    String plain = body.name() + "-handle";
    name = plain;
    for (int k = 2; isName(name, others); k++) {
      name = plain + "-" + k;
    }
  }

  private static boolean isName(String name, Handle[] others) {
    for (Handle h : others) {
      if (h.name.equals(name)) {
        return true;
      }
    }
    return false;
  }

  public int[] indices() {
    return indices.clone();
  }

  /** Where its particles are in the mean, in the world: 3 numbers. */
  void center(double[] out) {
    Particles p = body.particles();
    double x = 0, y = 0, z = 0;
    for (int i : indices) {
      x += p.worldX(i);
      y += p.worldY(i);
      z += p.worldZ(i);
    }
    out[0] = x / indices.length;
    out[1] = y / indices.length;
    out[2] = z / indices.length;
  }

  public boolean isFirm() {
    return springHertz == 0;
  }

  /** Whether it is firm and stands still. */
  boolean isPin() {
    return isFirm()
        && path.isStill()
        && drag[0] == drag[3]
        && drag[1] == drag[4]
        && drag[2] == drag[5]
        && drag[0] == 0
        && drag[1] == 0
        && drag[2] == 0;
  }

  /** Sets what it holds. */
  void mark(boolean[] particles) {
    for (int i : indices) {
      particles[i] = true;
    }
  }

  /** Whether it holds still, for good: a pin. */
  public boolean isStill() {
    return path.isStill() && toSeconds == Double.POSITIVE_INFINITY;
  }

  /** The number that its maker gave it; parts of it on torn pieces have the same. */
  public int tag() {
    return tag;
  }

  public boolean isHolding() {
    return holding;
  }

  public boolean isActive(double seconds) {
    return seconds >= fromSeconds && seconds < toSeconds;
  }

  /**
   * Wants an extra displacement on top of the path; the next step moves there evenly. This is how a
   * mouse drags.
   */
  public void dragTo(double dx, double dy, double dz) {
    drag[3] = Check.finite("dx", dx);
    drag[4] = Check.finite("dy", dy);
    drag[5] = Check.finite("dz", dz);
  }

  /** Whether what it holds is moved, taken or let go between two times. */
  boolean changes(double start, double end) {
    boolean on = isActive(start);
    if (on != holding || on != isActive(end)) {
      return true;
    }
    return on
        && (!path.isStill() || drag[0] != drag[3] || drag[1] != drag[4] || drag[2] != drag[5]);
  }

  void beginStep(double start, double seconds) {
    stepStart = start;
    stepSeconds = seconds;
  }

  void endStep() {
    System.arraycopy(drag, 3, drag, 0, 3);
  }

  /** Takes hold or lets go as the time asks. */
  void update(double seconds, int[] holds) {
    boolean on = isActive(seconds);
    if (on && !holding) {
      takeHold(seconds, holds);
    } else if (!on && holding) {
      letGo(holds);
    }
  }

  private void takeHold(double seconds, int[] holds) {
    Particles p = body.particles();
    double cx = 0, cy = 0, cz = 0;
    for (int i : indices) {
      cx += p.worldX(i);
      cy += p.worldY(i);
      cz += p.worldZ(i);
    }
    int n = Math.max(1, indices.length);
    anchor[0] = cx / n;
    anchor[1] = cy / n;
    anchor[2] = cz / n;
    path.at(seconds, pose);
    double share = stepSeconds > 0 ? (seconds - stepStart) / stepSeconds : 0;
    anchor[3] = pose.x + drag[0] + share * (drag[3] - drag[0]);
    anchor[4] = pose.y + drag[1] + share * (drag[4] - drag[1]);
    anchor[5] = pose.z + drag[2] + share * (drag[5] - drag[2]);
    for (int k = 0; k < indices.length; k++) {
      int i = indices[k];
      double x = p.worldX(i) - anchor[0];
      double y = p.worldY(i) - anchor[1];
      double z = p.worldZ(i) - anchor[2];
      for (int a = 0; a < 3; a++) {
        offsets[3 * k + a] =
            pose.rotation(0, a) * x + pose.rotation(1, a) * y + pose.rotation(2, a) * z;
      }
      if (isFirm()) {
        if (holds[i]++ == 0) {
          body.hold(i);
        }
      }
    }
    holding = true;
  }

  void letGo(int[] holds) {
    for (int i : indices) {
      if (isFirm() && --holds[i] == 0) {
        body.release(i);
      }
    }
    holding = false;
  }

  // ---- bodies whose particles change ---------------------------------------------------------

  private Handle(Handle whole, Body piece, int[] newIndices, double[] newOffsets) {
    body = piece;
    name = whole.name;
    named = true;
    isPart = true;
    indices = newIndices;
    offsets = newOffsets;
    path = whole.path;
    fromSeconds = whole.fromSeconds;
    toSeconds = whole.toSeconds;
    springHertz = whole.springHertz;
    springDamping = whole.springDamping;
    tag = whole.tag;
    holding = whole.holding;
    stepStart = whole.stepStart;
    stepSeconds = whole.stepSeconds;
    System.arraycopy(whole.anchor, 0, anchor, 0, anchor.length);
    System.arraycopy(whole.drag, 0, drag, 0, drag.length);
  }

  /** Where a particle is in the list, or -1. Made once, so that a tear far away costs nothing. */
  private int find(int particle) {
    if (placeOf == null) {
      placeOf = new int[0];
      for (int k = 0; k < indices.length; k++) {
        place(indices[k], k);
      }
    }
    return particle < placeOf.length ? placeOf[particle] - 1 : -1;
  }

  private void place(int particle, int k) {
    if (particle >= placeOf.length) {
      placeOf = java.util.Arrays.copyOf(placeOf, 2 * particle + 2);
    }
    placeOf[particle] = k + 1;
  }

  /** Goes back to other particles. */
  void restore(int[] particles, double[] places) {
    indices = particles.clone();
    offsets = places.clone();
    placeOf = null;
  }

  /** Whether this handle's particles include all of parents[0] to parents[n - 1]. */
  boolean grips(int[] parents, int n) {
    boolean all = n > 0;
    for (int k = 0; k < n && all; k++) {
      all = find(parents[k]) >= 0;
    }
    return all;
  }

  /** A new particle in the middle of ones that this handle grips is gripped too. */
  void grip(int particle, int[] parents, int n, int[] holds) {
    int at = indices.length;
    indices = java.util.Arrays.copyOf(indices, at + 1);
    offsets = java.util.Arrays.copyOf(offsets, 3 * at + 3);
    indices[at] = particle;
    find(particle); // the list of places exists
    place(particle, at);
    for (int k = 0; k < n; k++) {
      int from = find(parents[k]);
      for (int a = 0; a < 3; a++) {
        offsets[3 * at + a] += offsets[3 * from + a] / n;
      }
    }
    if (holding && isFirm() && holds[particle]++ == 0) {
      body.hold(particle);
    }
  }

  /** Particle i is gone and the last one has taken its number. */
  void removed(int i, int last) {
    int k = find(i);
    if (k >= 0) {
      int end = indices.length - 1;
      indices[k] = indices[end];
      place(indices[k], k);
      placeOf[i] = 0;
      System.arraycopy(offsets, 3 * end, offsets, 3 * k, 3);
      indices = java.util.Arrays.copyOf(indices, end);
      offsets = java.util.Arrays.copyOf(offsets, 3 * end);
    }
    k = i == last ? -1 : find(last);
    if (k >= 0) {
      indices[k] = i;
      place(i, k);
      placeOf[last] = 0;
    }
  }

  /** Whether it came to be with a piece that took its part of another one with it. */
  boolean isPart() {
    return isPart;
  }

  /** The part of this handle on a piece that comes off, or null; particle k of it was old[k]. */
  Handle partOn(Body piece, int[] old) {
    int[] own = new int[old.length];
    double[] at = new double[3 * old.length];
    int n = 0;
    for (int i = 0; i < old.length; i++) {
      int k = find(old[i]);
      if (k >= 0) {
        own[n] = i;
        System.arraycopy(offsets, 3 * k, at, 3 * n, 3);
        n++;
      }
    }
    return n == 0
        ? null
        : new Handle(
            this, piece, java.util.Arrays.copyOf(own, n), java.util.Arrays.copyOf(at, 3 * n));
  }

  /** Writes the pose of a time: held particle k belongs at {@code out.world(offset k)}. */
  private void poseAt(double seconds, RigidPose out) {
    path.at(seconds, out);
    double share = stepSeconds > 0 ? (seconds - stepStart) / stepSeconds : 1;
    share = Math.min(1, Math.max(0, share));
    out.x += anchor[0] - anchor[3] + drag[0] + share * (drag[3] - drag[0]);
    out.y += anchor[1] - anchor[4] + drag[1] + share * (drag[4] - drag[1]);
    out.z += anchor[2] - anchor[5] + drag[2] + share * (drag[5] - drag[2]);
  }

  /** Before the body moves: velocities that lead to where the path is at the end. */
  void steer(double end, float dt) {
    poseAt(end, pose);
    Particles p = body.particles();
    for (int k = 0; k < indices.length; k++) {
      int i = indices[k];
      double ox = offsets[3 * k], oy = offsets[3 * k + 1], oz = offsets[3 * k + 2];
      float wayX = (float) (pose.worldX(ox, oy, oz) - p.worldX(i));
      float wayY = (float) (pose.worldY(ox, oy, oz) - p.worldY(i));
      float wayZ = (float) (pose.worldZ(ox, oy, oz) - p.worldZ(i));
      if (isFirm()) {
        p.vx()[i] = wayX / dt;
        p.vy()[i] = wayY / dt;
        p.vz()[i] = wayZ / dt;
      } else if (p.mobility()[i] != 0) {
        // Implicit in the new velocity, so that no frequency is too high for the step:
        // v' = v + dt (w^2 (target - x - dt v') - 2 z w v')
        double w = 2 * Math.PI * springHertz;
        float pull = (float) (dt * w * w);
        float keep = (float) (1 / (1 + 2 * springDamping * w * dt + w * w * dt * dt));
        p.vx()[i] = keep * (p.vx()[i] + pull * wayX);
        p.vy()[i] = keep * (p.vy()[i] + pull * wayY);
        p.vz()[i] = keep * (p.vz()[i] + pull * wayZ);
      }
    }
  }

  /** After the body moved: firm particles stand exactly on the path and have its velocity. */
  void placeFirmParticles(double start, double end, float dt) {
    if (!isFirm()) {
      return;
    }
    Particles p = body.particles();
    poseAt(start, before);
    poseAt(end, pose);
    for (int k = 0; k < indices.length; k++) {
      int i = indices[k];
      double ox = offsets[3 * k], oy = offsets[3 * k + 1], oz = offsets[3 * k + 2];
      double x = pose.worldX(ox, oy, oz), y = pose.worldY(ox, oy, oz);
      double z = pose.worldZ(ox, oy, oz);
      p.x()[i] = (float) (x - p.originX());
      p.y()[i] = (float) (y - p.originY());
      p.z()[i] = (float) (z - p.originZ());
      p.vx()[i] = (float) ((x - before.worldX(ox, oy, oz)) / dt);
      p.vy()[i] = (float) ((y - before.worldY(ox, oy, oz)) / dt);
      p.vz()[i] = (float) ((z - before.worldZ(ox, oy, oz)) / dt);
    }
  }

  /** What a handle is made with. */
  public static final class Builder {
    private final Body body;
    private final int[] indices;
    private String name;
    private MotionPath path = MotionPath.STILL;
    private double from;
    private double to = Double.POSITIVE_INFINITY;
    private float hertz;
    private float damping;
    private int tag;

    private Builder(Body body, int[] indices) {
      this.body = Check.notNull("body", body);
      this.indices = Check.notNull("indices", indices).clone();
      for (int i : indices) {
        Check.inRange("particle", i, 0, body.particles().count() - 1);
      }
    }

    /** What it is called; no other handle of its body may have the same name. */
    public Builder name(String text) {
      Check.that(text != null && !text.isEmpty(), "the name of a handle must not be empty");
      name = text;
      return this;
    }

    public Builder path(MotionPath motion) {
      path = Check.notNull("motion", motion);
      return this;
    }

    /** Takes hold at this time; 0 unless given. */
    public Builder from(double seconds) {
      from = Check.finite("from", seconds);
      return this;
    }

    /** Lets go at this time; never unless given. */
    public Builder to(double seconds) {
      Check.that(seconds >= from, "a handle must not let go before it takes hold");
      to = seconds;
      return this;
    }

    /**
     * A soft handle: a spring on each particle that would swing alone at the given frequency.
     *
     * @param dampingRatio 1 returns without a swing
     */
    public Builder spring(float frequencyHz, float dampingRatio) {
      hertz = Check.positive("frequencyHz", frequencyHz);
      damping = Check.notNegative("dampingRatio", dampingRatio);
      return this;
    }

    /** A number to find it by; 0 unless given. */
    public Builder tag(int number) {
      tag = number;
      return this;
    }

    public Handle build() {
      return new Handle(this);
    }
  }
}
