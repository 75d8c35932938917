package dev.shinari.articulated;

import dev.shinari.bem.JointedOperator;
import dev.shinari.collide.Collider;
import dev.shinari.collide.Pose;
import dev.shinari.math.Check;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Ccd;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skeleton.Target;
import dev.shinari.world.Actor;
import dev.shinari.world.Look;
import dev.shinari.world.WorldSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A creature: a skeleton with elastic parts, perhaps inside an exoskeleton. A step is: hands take
 * hold, the exoskeleton moves, goal poses are found, the joints move, obstacles push back. The skin
 * is made when it is asked for.
 */
public final class ArticulatedBody implements Actor {
  private static final int CCD_ROUNDS = 16;

  /** Farther from the origin than this is no longer a creature but an accident. */
  private static final double FAR = 1e7;

  private final String name;
  private final Look look;
  private final Skeleton skeleton;
  private final Part[] parts;
  private final MotionSettings settings;
  private final Exoskeleton exoskeleton;
  private final int[] carrier; // exoskeleton vertex of each joint, CENTRE, or -1
  private final Grip[] grips;
  private final Reach[] reaches;
  private final PoseSource clip;
  private final float clipWeight;
  private final float clipHertz;
  private final float ikHertz;
  private final double[] radius;
  private final BoneMotion motion;
  private final Skin skin;
  private final double partLength;

  // State beside the motion's.
  private final boolean[] holding;
  private final double[] anchor; // place when taken, less the path's shift then: 3 a grip
  private boolean frozen;

  // Scratch.
  private final double[] gravity = new double[3];
  private final double[] old;
  private final double[] goalTurns;
  private final double[] lastGoal;
  private final Ccd ccd;
  private final Target[] targets;
  private final Pose pose = new Pose();
  private final Touch touch = new Touch();
  private final double[] good;
  private double[] turns; // what the last frames started from, or null
  private boolean dirty = true;
  private int contacts;
  private final SkinGrip[] skinGrips;

  /** Stands for the exoskeleton's centre among its vertices. */
  public static final int CENTRE = -2;

  private ArticulatedBody(Builder b) {
    name = b.name;
    look = b.look;
    skeleton = b.skeleton;
    parts = b.parts.toArray(new Part[0]);
    settings = b.settings;
    exoskeleton = b.exoskeleton;
    grips = b.grips.toArray(new Grip[0]);
    reaches = b.reaches.toArray(new Reach[0]);
    clip = b.clip;
    clipWeight = b.clipWeight;
    clipHertz = b.clipHertz;
    ikHertz = b.ikHertz;
    int n = skeleton.jointCount();
    Check.that(parts.length > 0, "creature " + name + " has no parts");
    radius = new double[n];
    double[] mass = new double[n];
    double longest = 0;
    Map<JointedOperator, Double> volumes = new HashMap<>(); // looked up only
    for (int p = 0; p < parts.length; p++) {
      parts[p].checkTouches(skeleton, p + 1);
      TriangleMesh mesh = parts[p].shape().elements().mesh();
      double volume =
          volumes.computeIfAbsent(parts[p].shape(), s -> SurfaceReport.of(mesh).volume());
      longest = Math.max(longest, mesh.bounds().longestSide());
      for (int j : parts[p].joints()) {
        mass[j] += b.density * volume / parts[p].joints().length;
      }
      findRadii(parts[p]);
    }
    partLength = longest;
    double most = Arrays.stream(mass).max().getAsDouble();
    for (int j = 0; j < n; j++) {
      mass[j] = Math.max(mass[j], 1e-3 * most); // a joint without a part must not be weightless
    }
    carrier = new int[n];
    Arrays.fill(carrier, -1);
    b.carriers.forEach((j, vertex) -> carrier[j] = vertex);
    Check.that(
        exoskeleton != null || b.carriers.isEmpty(), "joints are attached, but to no exoskeleton");
    motion = new BoneMotion(skeleton, parts, mass, settings);
    skin = new Skin(parts, motion);
    holding = new boolean[grips.length];
    anchor = new double[3 * grips.length];
    skinGrips = new SkinGrip[grips.length];
    for (int g = 0; g < grips.length; g++) {
      checkGrip(grips[g]);
      if (grips[g].kind() == Grip.Kind.SKIN) {
        skinGrips[g] =
            new SkinGrip(
                grips[g].part(), parts[grips[g].part()].shape(), grips[g].index());
      }
    }
    old = new double[3 * n];
    good = new double[6 * n];
    goalTurns = new double[4 * n];
    lastGoal = new double[3 * n];
    ccd = new Ccd(skeleton);
    targets = new Target[reaches.length + grips.length];
    if (clip != null) {
      clip.pose(0, motion.x, goalTurns);
      System.arraycopy(motion.x, 0, motion.goal, 0, 3 * n);
      turns = goalTurns;
    }
  }

  private void findRadii(Part part) {
    JointedOperator shape = part.shape();
    for (int v = 0; v < shape.vertexCount(); v++) {
      int k = shape.jointOf(v);
      if (k >= 0) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
          double d = shape.elements().mesh().positions()[3 * v + c] - shape.place(k, c);
          sum += d * d;
        }
        int j = part.joints()[k];
        radius[j] = Math.max(radius[j], Math.sqrt(sum));
      }
    }
  }

  private void checkGrip(Grip g) {
    switch (g.kind()) {
      case JOINT -> Check.inRange("joint of a grip", g.index(), 0, skeleton.jointCount() - 1);
      case SKIN -> {
        Check.inRange("part of a grip", g.part(), 0, parts.length - 1);
        Check.inRange("vertex of a grip", g.index(), 0, parts[g.part()].shape().vertexCount() - 1);
      }
      case EXOSKELETON -> {
        Check.that(exoskeleton != null, "creature " + name + " has no exoskeleton to hold");
        Check.inRange("vertex of a grip", g.index(), 0, exoskeleton.vertexCount() - 1);
      }
    }
  }

  public static Builder builder(String name, Skeleton skeleton) {
    return new Builder(name, skeleton);
  }

  // ---- what it is ---------------------------------------------------------------------------

  @Override
  public String name() {
    return name;
  }

  @Override
  public Look look() {
    return look;
  }

  @Override
  public TriangleMesh surface() {
    return skin.mesh();
  }

  @Override
  public int particleCount() {
    return skeleton.jointCount() + (exoskeleton == null ? 0 : exoskeleton.vertexCount());
  }

  public int partCount() {
    return parts.length;
  }

  public Skeleton skeleton() {
    return skeleton;
  }

  /** The exoskeleton, or null. */
  public Exoskeleton exoskeleton() {
    return exoskeleton;
  }

  /** Length of the longest part. */
  public double partLength() {
    return partLength;
  }

  /** Component of a joint's present place. */
  public double joint(int j, int c) {
    return motion.x[3 * j + c];
  }

  /** Gives all joints a velocity. */
  public void setVelocity(double vx, double vy, double vz) {
    for (int i = 0; i < motion.v.length; i += 3) {
      motion.v[i] = vx;
      motion.v[i + 1] = vy;
      motion.v[i + 2] = vz;
    }
    for (int i = 0; exoskeleton != null && i < exoskeleton.v.length; i += 3) {
      exoskeleton.v[i] = vx;
      exoskeleton.v[i + 1] = vy;
      exoskeleton.v[i + 2] = vz;
    }
  }

  /** Gives one joint a velocity. */
  public void setVelocity(int j, double vx, double vy, double vz) {
    motion.v[3 * j] = vx;
    motion.v[3 * j + 1] = vy;
    motion.v[3 * j + 2] = vz;
  }

  /** The part's vertex nearest to a point, among those that no joint carries, at present. */
  public int[] nearestSkin(double x, double y, double z) {
    float[] at = new float[skin.mesh().positions().length];
    positions(at, Workers.SERIAL);
    int[] best = {-1, -1};
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < parts.length; p++) {
      for (int v = 0; v < parts[p].shape().vertexCount(); v++) {
        int s = 3 * skin.vertex(p, v);
        if (s >= 0 && parts[p].shape().jointOf(v) < 0) {
          double dx = at[s] - x, dy = at[s + 1] - y, dz = at[s + 2] - z;
          double d = dx * dx + dy * dy + dz * dz;
          if (d < least) {
            least = d;
            best[0] = p;
            best[1] = v;
          }
        }
      }
    }
    return best;
  }

  @Override
  public void positions(float[] out, Workers workers) {
    if (dirty) {
      motion.place(turns);
      dirty = false;
    }
    skin.positions(out, workers);
  }

  /**
   * The largest distance between where two parts, each by its own operator, put the ring vertices
   * that they share.
   */
  public double largestGap() {
    motion.place(turns);
    return skin.largestGap();
  }

  /** Kinetic, elastic and height energy of joints and exoskeleton, in joules. */
  public double energy(double gravityX, double gravityY, double gravityZ) {
    double[] g = {gravityX, gravityY, gravityZ};
    double e = motion.kineticEnergy() + motion.potential(g);
    return exoskeleton == null ? e : e + exoskeleton.elasticEnergy();
  }

  public double kineticEnergy() {
    return motion.kineticEnergy();
  }

  // ---- the step -----------------------------------------------------------------------------

  @Override
  public void step(
      double start, float h, WorldSettings world, Collider[] colliders, Workers workers) {
    contacts = 0;
    if (frozen) {
      return;
    }
    dirty = true;
    gravity[0] = world.gravityX();
    gravity[1] = world.gravityY();
    gravity[2] = world.gravityZ();
    double drag = settings.drag() + world.airDrag();
    System.arraycopy(motion.x, 0, old, 0, old.length);
    remember();
    boolean driven = takeHold(start, h);
    if (exoskeleton != null) {
      exoskeleton.step(start, h, gravity, drag, colliders);
      contacts += exoskeleton.contacts();
      carry(h);
      driven = true;
    }
    driven |= findGoals(start, h);
    motion.accelerate(h, gravity, drag, workers, turns);
    motion.move(h);
    if (!driven) {
      motion.limitEnergy(gravity, old);
    }
    meetColliders(start, h, colliders);
    if (!isFinite()) {
      System.arraycopy(good, 0, motion.x, 0, old.length);
      Arrays.fill(motion.v, 0);
      frozen = true;
    }
  }

  private void remember() {
    System.arraycopy(motion.x, 0, good, 0, old.length);
  }

  private boolean isFinite() {
    boolean fine = true;
    for (int i = 0; i < old.length; i++) {
      fine &= Math.abs(motion.x[i]) < FAR && Math.abs(motion.v[i]) < FAR;
    }
    for (int i = 0; exoskeleton != null && i < exoskeleton.x.length; i++) {
      fine &= Math.abs(exoskeleton.x[i]) < FAR && Math.abs(exoskeleton.v[i]) < FAR;
    }
    return fine;
  }

  /** Hands take hold, let go and move; returns whether one does work. */
  private boolean takeHold(double start, float h) {
    Arrays.fill(motion.held, false);
    if (exoskeleton != null) {
      Arrays.fill(exoskeleton.held, false);
    }
    boolean moves = false;
    boolean skinChanged = false;
    for (int g = 0; g < grips.length; g++) {
      Grip grip = grips[g];
      boolean on = grip.isActive(start);
      if (on != holding[g]) {
        moves = true;
        skinChanged |= grip.kind() == Grip.Kind.SKIN;
        if (on) {
          motion.place(turns);
          grip.path().at(start, pose);
          for (int c = 0; c < 3; c++) {
            anchor[3 * g + c] = place(g, c) - (c == 0 ? pose.x : c == 1 ? pose.y : pose.z);
          }
        }
        holding[g] = on;
      }
      if (!on) {
        continue;
      }
      moves |= !grip.path().isStill();
      grip.path().at(start + h, pose);
      double tx = anchor[3 * g] + pose.x;
      double ty = anchor[3 * g + 1] + pose.y;
      double tz = anchor[3 * g + 2] + pose.z;
      int at = 3 * grip.index();
      switch (grip.kind()) {
        case JOINT -> lead(motion.x, motion.v, motion.held, at, tx, ty, tz, h);
        case EXOSKELETON -> lead(exoskeleton.x, exoskeleton.v, exoskeleton.held, at, tx, ty, tz, h);
        case SKIN -> {
          skinGrips[g].target[0] = tx;
          skinGrips[g].target[1] = ty;
          skinGrips[g].target[2] = tz;
        }
      }
    }
    if (skinChanged) {
      List<SkinGrip> active = new ArrayList<>();
      for (int g = 0; g < grips.length; g++) {
        if (holding[g] && skinGrips[g] != null) {
          active.add(skinGrips[g]);
        }
      }
      motion.forces.setGrips(active.toArray(new SkinGrip[0]));
    }
    return moves;
  }

  private double place(int g, int c) {
    return switch (grips[g].kind()) {
      case JOINT -> motion.x[3 * grips[g].index() + c];
      case EXOSKELETON -> exoskeleton.x[3 * grips[g].index() + c];
      case SKIN -> motion.forces.patch(skinGrips[g], c);
    };
  }

  /** A held thing gets the velocity that leads to its place at the end of the step. */
  private static void lead(
      double[] x, double[] v, boolean[] held, int at, double tx, double ty, double tz, float h) {
    held[at / 3] = true;
    v[at] = (tx - x[at]) / h;
    v[at + 1] = (ty - x[at + 1]) / h;
    v[at + 2] = (tz - x[at + 2]) / h;
  }

  /** Ends of bones go where the exoskeleton's vertices are. */
  private void carry(float h) {
    for (int j = 0; j < carrier.length; j++) {
      int at = carrier[j];
      if (at >= 0) {
        lead(
            motion.x,
            motion.v,
            motion.held,
            3 * j,
            exoskeleton.x[3 * at],
            exoskeleton.x[3 * at + 1],
            exoskeleton.x[3 * at + 2],
            h);
      } else if (at == CENTRE) {
        lead(
            motion.x,
            motion.v,
            motion.held,
            3 * j,
            exoskeleton.centre(0),
            exoskeleton.centre(1),
            exoskeleton.centre(2),
            h);
      }
    }
  }

  /** The pose that clip and targets ask for, and how firmly each joint follows it. */
  private boolean findGoals(double start, float h) {
    Arrays.fill(motion.goalRate, 0);
    System.arraycopy(motion.goal, 0, lastGoal, 0, lastGoal.length);
    turns = null;
    boolean any = false;
    if (clip != null && clipWeight > 0) {
      clip.pose(start + h, motion.goal, goalTurns);
      turns = goalTurns;
      any = true;
      Arrays.fill(motion.goalRate, 2 * Math.PI * clipHertz * clipWeight);
    }
    int count = 0;
    for (Reach r : reaches) {
      if (start >= r.fromSeconds() && start < r.toSeconds()) {
        r.path().at(start + h, pose);
        targets[count++] =
            new Target(r.joint(), r.look(), r.x() + pose.x, r.y() + pose.y, r.z() + pose.z);
      }
    }
    int reaching = count;
    for (int g = 0; g < grips.length && ikHertz > 0; g++) {
      if (holding[g] && grips[g].kind() == Grip.Kind.JOINT && !skeleton.isRoot(grips[g].index())) {
        int at = 3 * grips[g].index();
        targets[count++] =
            Target.reach(
                at / 3,
                motion.x[at] + h * motion.v[at],
                motion.x[at + 1] + h * motion.v[at + 1],
                motion.x[at + 2] + h * motion.v[at + 2]);
      }
    }
    if (count > 0) {
      if (!any) {
        System.arraycopy(motion.x, 0, motion.goal, 0, old.length);
      }
      motion.frames.update(any ? motion.goal : motion.x, turns);
      ccd.solve(motion.goal, motion.frames, targets, count, CCD_ROUNDS);
      int k = 0;
      for (Reach r : reaches) {
        if (start >= r.fromSeconds() && start < r.toSeconds()) {
          pull(targets[k].joint(), targets[k].look(), 2 * Math.PI * r.hertz());
          k++;
        }
      }
      for (int t = reaching; t < count; t++) {
        pull(targets[t].joint(), false, 2 * Math.PI * ikHertz);
      }
      any = true;
    }
    for (int j = 0; j < skeleton.jointCount(); j++) {
      for (int c = 0; c < 3; c++) {
        // Only a clip has a goal that moves on smoothly; poses of the CCD follow the joints.
        motion.goalVelocity[3 * j + c] =
            clip != null ? (motion.goal[3 * j + c] - lastGoal[3 * j + c]) / h : 0;
      }
      if (clip != null && clipWeight >= 1 && !motion.held[j]) {
        lead(
            motion.x,
            motion.v,
            motion.held,
            3 * j,
            motion.goal[3 * j],
            motion.goal[3 * j + 1],
            motion.goal[3 * j + 2],
            h);
      }
    }
    return any;
  }

  /** Joints from a target to its root follow the pose; a looking bone with all that hangs on it. */
  private void pull(int joint, boolean look, double rate) {
    for (int j = joint; j >= 0 && !skeleton.isRoot(j); j = look ? -1 : skeleton.parent(j)) {
      motion.goalRate[j] = Math.max(motion.goalRate[j], rate);
    }
  }

  private void meetColliders(double start, float h, Collider[] colliders) {
    for (Collider c : colliders) {
      for (int j = 0; j < radius.length; j++) {
        if (!motion.held[j]
            && touch.meet(
                old,
                motion.x,
                motion.v,
                3 * j,
                radius[j],
                c,
                start,
                h,
                settings.friction(),
                settings.restitution())) {
          contacts++;
        }
      }
    }
  }

  @Override
  public int contacts() {
    return contacts;
  }

  @Override
  public int meet(Actor other, float h) {
    return exoskeleton != null
            && other instanceof ArticulatedBody o
            && o.exoskeleton != null
            && !frozen
            && !o.frozen
        ? Exoskeleton.meet(exoskeleton, o.exoskeleton)
        : 0;
  }

  @Override
  public boolean isFrozen() {
    return frozen;
  }

  // ---- state --------------------------------------------------------------------------------

  private record State(
      double[] x,
      double[] v,
      double[] frames,
      double[] goal,
      double[] turns,
      double[] exoX,
      double[] exoV,
      double[] exoTurn,
      boolean[] holding,
      double[] anchor,
      SkinGrip[] skinGrips,
      boolean frozen) {}

  @Override
  public Object save() {
    boolean exo = exoskeleton != null;
    return new State(
        motion.x.clone(),
        motion.v.clone(),
        motion.frames.save(),
        motion.goal.clone(),
        turns == null ? null : turns.clone(),
        exo ? exoskeleton.x.clone() : null,
        exo ? exoskeleton.v.clone() : null,
        exo ? exoskeleton.turn().clone() : null,
        holding.clone(),
        anchor.clone(),
        motion.forces.grips(),
        frozen);
  }

  @Override
  public void restore(Object saved) {
    State s = (State) saved;
    System.arraycopy(s.x, 0, motion.x, 0, s.x.length);
    System.arraycopy(s.v, 0, motion.v, 0, s.v.length);
    motion.frames.restore(s.frames);
    System.arraycopy(s.goal, 0, motion.goal, 0, s.goal.length);
    turns = s.turns == null ? null : goalTurns;
    if (s.turns != null) {
      System.arraycopy(s.turns, 0, goalTurns, 0, goalTurns.length);
    }
    if (exoskeleton != null) {
      System.arraycopy(s.exoX, 0, exoskeleton.x, 0, s.exoX.length);
      System.arraycopy(s.exoV, 0, exoskeleton.v, 0, s.exoV.length);
      System.arraycopy(s.exoTurn, 0, exoskeleton.turn(), 0, 4);
    }
    System.arraycopy(s.holding, 0, holding, 0, holding.length);
    System.arraycopy(s.anchor, 0, anchor, 0, anchor.length);
    motion.forces.setGrips(s.skinGrips);
    frozen = s.frozen;
    dirty = true;
  }

  @Override
  public long hash(long hash) {
    long h = mix(mix(hash, motion.x), motion.v);
    return exoskeleton == null ? h : mix(mix(h, exoskeleton.x), exoskeleton.v);
  }

  private static long mix(long hash, double[] values) {
    long h = hash;
    for (double value : values) {
      h = (h ^ Double.doubleToRawLongBits(value)) * 0x100000001b3L;
      h ^= h >>> 29;
    }
    return h;
  }

  /** What a creature is made with. */
  public static final class Builder {
    private final String name;
    private final Skeleton skeleton;
    private final List<Part> parts = new ArrayList<>();
    private final List<Grip> grips = new ArrayList<>();
    private final List<Reach> reaches = new ArrayList<>();
    private final Map<Integer, Integer> carriers = new java.util.TreeMap<>();
    private MotionSettings settings = MotionSettings.DEFAULT;
    private Look look = Look.BODY;
    private float density = 1000;
    private Exoskeleton exoskeleton;
    private PoseSource clip;
    private float clipWeight;
    private float clipHertz = 8;
    private float ikHertz;

    private Builder(String name, Skeleton skeleton) {
      this.name = name;
      this.skeleton = skeleton;
    }

    /**
     * A part between joints.
     *
     * @param turn rest rotation from the shape's coordinates to the creature's, a quaternion
     * @param joints skeleton joint of each of the shape's joints
     * @param bones joints whose bones it follows
     * @param caps how many of the shape's last triangles only close it where neighbours meet
     */
    public Builder part(JointedOperator shape, double[] turn, int[] joints, int[] bones, int caps) {
      double[] unit = turn.clone();
      Quaternions.normalise(unit, 0);
      for (int j : joints) {
        Check.inRange("joint of a part", j, 0, skeleton.jointCount() - 1);
      }
      for (int j : bones) {
        Check.inRange("bone of a part", j, 0, skeleton.jointCount() - 1);
      }
      parts.add(new Part(shape, unit, joints.clone(), bones.clone(), caps));
      return this;
    }

    /**
     * A limb's part on the bone of a joint: its low end at the parent, its high end at the joint.
     */
    public Builder limb(JointedOperator shape, int joint, int caps) {
      Check.that(!skeleton.isRoot(joint), "a root has no bone to put a part on");
      double[] up = {0, 1, 0};
      double[] d = new double[3];
      double[] turn = new double[4];
      for (int c = 0; c < 3; c++) {
        d[c] = skeleton.direction(joint, c);
      }
      Quaternions.between(up, 0, d, 0, turn, 0);
      return part(shape, turn, new int[] {skeleton.parent(joint), joint}, new int[] {joint}, caps);
    }

    /** Kilograms a cubic metre. */
    public Builder density(float kilograms) {
      density = Check.positive("density", kilograms);
      return this;
    }

    public Builder settings(MotionSettings changed) {
      settings = changed;
      return this;
    }

    public Builder look(Look changed) {
      look = changed;
      return this;
    }

    public Builder exoskeleton(Exoskeleton around) {
      exoskeleton = around;
      return this;
    }

    /** A joint goes where a vertex of the exoskeleton is, or its {@link #CENTRE}. */
    public Builder attach(int joint, int vertex) {
      carriers.put(Check.inRange("joint", joint, 0, skeleton.jointCount() - 1), vertex);
      return this;
    }

    public Builder grip(Grip grip) {
      grips.add(grip);
      return this;
    }

    public Builder reach(Reach reach) {
      Check.inRange("joint of a target", reach.joint(), 0, skeleton.jointCount() - 1);
      reaches.add(reach);
      return this;
    }

    /**
     * Poses that the joints follow.
     *
     * @param weight 1: exactly; below: pulled with springs of weight times the frequency; 0: not
     */
    public Builder clip(PoseSource source, float weight, float hertz) {
      clip = source;
      clipWeight = Check.inRange("weight", weight, 0, 1);
      clipHertz = Check.positive("hertz", hertz);
      return this;
    }

    /**
     * How firmly bones follow the pose that inverse kinematics finds for the joints that are held;
     * 0 leaves them to physics.
     */
    public Builder ik(float hertz) {
      ikHertz = Check.notNegative("hertz", hertz);
      return this;
    }

    public Skeleton skeleton() {
      return skeleton;
    }

    /** The exoskeleton so far, or null. */
    public Exoskeleton exoskeleton() {
      return exoskeleton;
    }

    public ArticulatedBody build() {
      return new ArticulatedBody(this);
    }
  }
}
