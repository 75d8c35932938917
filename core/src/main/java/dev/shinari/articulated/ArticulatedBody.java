package dev.shinari.articulated;

import dev.shinari.articulated.contact.BodyContacts;
import dev.shinari.articulated.contact.BoneBalls;
import dev.shinari.articulated.contact.ExoContacts;
import dev.shinari.articulated.contact.Exoskeleton;
import dev.shinari.articulated.contact.LimbContacts;
import dev.shinari.articulated.contact.SelfContacts;
import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.articulated.motion.ElasticPart;
import dev.shinari.articulated.motion.Flesh;
import dev.shinari.articulated.motion.FleshLayer;
import dev.shinari.articulated.motion.JointStops;
import dev.shinari.articulated.motion.MotionSettings;
import dev.shinari.articulated.motion.SwaySettings;
import dev.shinari.bem.JointedOperator;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.math.Check;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.shell.SurfaceRide;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skinning.BoneSkin;
import dev.shinari.take.Look;
import dev.shinari.world.Actor;
import dev.shinari.world.WorldSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A creature: a skeleton with elastic parts, perhaps inside an exoskeleton. A step is: hands take
 * hold, the exoskeleton moves, goal poses are found, the joints move, obstacles push back. The skin
 * is made when it is asked for.
 */
public final class ArticulatedBody implements Actor {
  /** Farther from the origin than this is no longer a creature but an accident. */
  private static final double FAR = 1e7;

  private final String name;
  private final Look look;
  private final Skeleton skeleton;
  private final ElasticPart[] parts;
  private final MotionSettings settings;
  private final Exoskeleton exoskeleton;
  private final int[] carrier; // exoskeleton vertex of each joint, CENTER, or -1
  private final BoneMotion motion;
  private final GripSet hands;
  private final PoseGoals goals;
  private final double[] exoskeletonCenter = new double[3];
  private final JointStops stops;
  private final BoneBalls balls;
  private final SelfContacts selfContacts;
  private final FieldPoints points;
  private final CreatureSkin skin;
  private final CharacterSkin character; // or null: the parts are what is seen
  private final Flesh flesh; // or null: flesh without mass
  private final double partLength;

  // State beside the motion's and the hands'.
  private boolean frozen;

  // Scratch.
  private final double[] gravity = new double[3];
  private final double[] old;
  private final double[] wind = new double[3];
  private final LimbContacts limbContacts = new LimbContacts();
  private final BodyContacts bodyMeeting = new BodyContacts();
  private boolean blown; // by a field, since the last step
  private int contacts;

  /** Stands for the exoskeleton's center among its vertices. */
  public static final int CENTER = -2;

  private ArticulatedBody(Builder b) {
    name = b.name;
    look = b.look;
    skeleton = b.skeleton;
    parts = b.parts.toArray(new ElasticPart[0]);
    settings = b.settings;
    exoskeleton = b.exoskeleton;
    int n = skeleton.jointCount();
    Check.that(parts.length > 0, "creature " + name + " has no parts");
    for (int p = 0; p < parts.length; p++) {
      parts[p].checkTouches(skeleton, p + 1);
    }
    double[] mass = ElasticPart.masses(parts, skeleton, b.density);
    partLength =
        Arrays.stream(parts)
            .mapToDouble(p -> p.shape().elements().mesh().bounds().longestSide())
            .max()
            .getAsDouble();
    carrier = new int[n];
    Arrays.fill(carrier, -1);
    b.carriers.forEach((j, vertex) -> carrier[j] = vertex);
    Check.that(
        exoskeleton != null || b.carriers.isEmpty(), "joints are attached, but to no exoskeleton");
    motion = new BoneMotion(skeleton, parts, mass, settings);
    FleshLayer layer =
        b.flesh == null || b.surface == null
            ? null
            : new FleshLayer(
                b.surface,
                b.jointOfBone,
                skeleton,
                motion,
                b.flesh,
                parts[0].shape().elements().material().shearWaveSpeed(b.density));
    flesh =
        layer != null
            ? layer.flesh()
            : b.flesh == null ? null : Flesh.ofParts(b.flesh, motion, parts, b.density);
    skin = new CreatureSkin(parts, motion, layer == null ? flesh : null, b.density);
    hands = new GripSet(b.grips.toArray(new Grip[0]), skeleton, parts, motion, exoskeleton);
    goals =
        new PoseGoals(
            skeleton,
            motion,
            hands,
            new PoseGoals.Clip(b.clip, b.clipWeight, b.clipHertz),
            b.reaches.toArray(new ReachTarget[0]),
            b.ikHertz);
    stops = new JointStops(skeleton, motion);
    character =
        b.surface == null
            ? null
            : new CharacterSkin(b.surface, b.jointOfBone, skeleton, motion, goals, layer);
    balls = new BoneBalls(skeleton, parts, motion);
    selfContacts =
        new SelfContacts(
            balls, limbContacts, IntStream.range(0, n).map(skeleton::parent).toArray());
    points = new FieldPoints(motion, exoskeleton);
    old = new double[3 * n];
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
    return character == null ? skin.mesh() : character.mesh();
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
    double[] frames = motion.frames.save();
    motion.place(goals.turns());
    skin.positions(at, Workers.SERIAL);
    motion.frames.restore(frames);
    return skin.nearest(at, x, y, z);
  }

  @Override
  public void positions(float[] out, Workers workers) {
    Check.notNull("out", out);
    Check.notNull("workers", workers);
    // Frames are carried on from the last ones, so a look in between must not leave any behind:
    // who is looked at would move otherwise than who is not.
    double[] frames = motion.frames.save();
    motion.place(goals.turns());
    if (character == null) {
      skin.positions(out, workers);
    } else {
      character.positions(out, workers);
    }
    motion.frames.restore(frames);
  }

  /**
   * The largest distance between where two parts, each by its own operator, put the ring vertices
   * that they share.
   */
  public double largestGap() {
    double[] frames = motion.frames.save();
    motion.place(goals.turns());
    double gap = skin.largestGap();
    motion.frames.restore(frames);
    return gap;
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
    Check.notNull("world", world);
    Check.notNull("colliders", colliders);
    Check.notNull("workers", workers);
    contacts = 0;
    if (frozen) {
      return;
    }
    gravity[0] = world.gravityX();
    gravity[1] = world.gravityY();
    gravity[2] = world.gravityZ();
    double drag = settings.drag() + world.airDrag();
    wind[0] = world.windX();
    wind[1] = world.windY();
    wind[2] = world.windZ();
    System.arraycopy(motion.x, 0, old, 0, old.length);
    boolean driven = hands.takeHold(start, h, goals.turns());
    driven |= blown || wind[0] != 0 || wind[1] != 0 || wind[2] != 0;
    blown = false;
    if (exoskeleton != null) {
      exoskeleton.step(start, h, gravity, drag, wind, colliders);
      contacts += exoskeleton.contacts();
      carry(h);
      driven = true;
    }
    driven |= goals.find(start, h);
    motion.accelerate(h, gravity, drag, wind, workers, goals.turns());
    motion.move(h);
    stops.apply(goals.turns());
    if (!driven) {
      motion.limitEnergy(gravity, old);
    }
    for (Collider c : colliders) {
      contacts += balls.meet(c, start, h, old, settings.friction(), settings.restitution());
    }
    if (exoskeleton == null) {
      contacts += selfContacts.resolve(settings.friction(), settings.restitution());
    }
    if (flesh != null) {
      motion.place(goals.turns());
      flesh.step(h, gravity);
    }
    if (!isFinite()) {
      System.arraycopy(old, 0, motion.x, 0, old.length);
      Arrays.fill(motion.v, 0);
      if (exoskeleton != null) {
        exoskeleton.stop();
      }
      frozen = true;
    }
  }

  private boolean isFinite() {
    return isWithin(motion.x)
        && isWithin(motion.v)
        && (exoskeleton == null || isWithin(exoskeleton.x) && isWithin(exoskeleton.v));
  }

  private static boolean isWithin(double[] values) {
    boolean within = true;
    for (double value : values) {
      within &= Math.abs(value) < FAR;
    }
    return within;
  }

  /** Ends of bones go where the exoskeleton's vertices are. */
  private void carry(float h) {
    for (int j = 0; j < carrier.length; j++) {
      int at = carrier[j];
      if (at >= 0) {
        GripSet.lead(motion.x, motion.v, motion.held, 3 * j, exoskeleton.x, 3 * at, h);
      } else if (at == CENTER) {
        for (int c = 0; c < 3; c++) {
          exoskeletonCenter[c] = exoskeleton.center(c);
        }
        GripSet.lead(motion.x, motion.v, motion.held, 3 * j, exoskeletonCenter, 0, h);
      }
    }
  }

  @Override
  public int contacts() {
    return contacts;
  }

  /**
   * What meets is the exoskeleton of a creature that has one, and its bones' capsules otherwise.
   */
  @Override
  public int meet(Actor other, float h) {
    Check.notNull("other", other);
    if (!(other instanceof ArticulatedBody o) || frozen || o.frozen) {
      return 0;
    }
    double friction = 0.5 * (settings.friction() + o.settings.friction());
    double back = Math.min(settings.restitution(), o.settings.restitution());
    if (exoskeleton != null && o.exoskeleton != null) {
      return ExoContacts.meet(exoskeleton, o.exoskeleton);
    }
    if (exoskeleton != null) {
      return limbContacts.meet(o.balls, exoskeleton, friction, back);
    }
    return o.exoskeleton != null
        ? limbContacts.meet(balls, o.exoskeleton, friction, back)
        : limbContacts.meet(balls, o.balls, friction, back);
  }

  @Override
  public float meet(ContactSurface body, float h) {
    Check.notNull("body", body);
    if (frozen) {
      return -1;
    }
    return bodyMeeting.meet(balls, exoskeleton, body, settings.friction(), settings.restitution());
  }

  @Override
  public Particles points() {
    return frozen ? null : points.take();
  }

  @Override
  public void pointsPushed() {
    points.giveBack();
    blown = true;
  }

  @Override
  public boolean isFrozen() {
    return frozen;
  }

  // ---- state --------------------------------------------------------------------------------

  @Override
  public Object save() {
    boolean exo = exoskeleton != null;
    return new CreatureState(
        motion.x.clone(),
        motion.v.clone(),
        motion.frames.save(),
        motion.goal.clone(),
        goals.turns() == null ? null : goals.turns().clone(),
        goals.clipSeconds(),
        exo ? exoskeleton.x.clone() : null,
        exo ? exoskeleton.v.clone() : null,
        exo ? exoskeleton.turn().clone() : null,
        hands.saveHolding(),
        hands.saveAnchors(),
        motion.forces.grips(),
        flesh == null ? null : flesh.save(),
        frozen);
  }

  @Override
  public void restore(Object saved) {
    Check.that(
        saved instanceof CreatureState,
        "saved must not be null: it is what save() of a creature gave");
    CreatureState s = (CreatureState) saved;
    System.arraycopy(s.x(), 0, motion.x, 0, s.x().length);
    System.arraycopy(s.v(), 0, motion.v, 0, s.v().length);
    motion.frames.restore(s.frames());
    System.arraycopy(s.goal(), 0, motion.goal, 0, s.goal().length);
    goals.restoreTurns(s.turns(), s.clipSeconds());
    if (exoskeleton != null) {
      System.arraycopy(s.exoX(), 0, exoskeleton.x, 0, s.exoX().length);
      System.arraycopy(s.exoV(), 0, exoskeleton.v, 0, s.exoV().length);
      System.arraycopy(s.exoTurn(), 0, exoskeleton.turn(), 0, 4);
    }
    hands.restore(s.holding(), s.anchor());
    motion.forces.setGrips(s.skinGrips());
    if (flesh != null) {
      flesh.restore(s.flesh());
    }
    frozen = s.frozen();
  }

  @Override
  public long hash(long hash) {
    long h = CreatureState.mix(CreatureState.mix(hash, motion.x), motion.v);
    h = flesh == null ? h : CreatureState.mix(h, flesh.felt());
    return exoskeleton == null
        ? h
        : CreatureState.mix(CreatureState.mix(h, exoskeleton.x), exoskeleton.v);
  }

  /** What a creature is made with. */
  public static final class Builder {
    private final String name;
    private final Skeleton skeleton;
    private final List<ElasticPart> parts = new ArrayList<>();
    private final List<Grip> grips = new ArrayList<>();
    private final List<ReachTarget> reaches = new ArrayList<>();
    private final Map<Integer, Integer> carriers = new java.util.TreeMap<>();
    private MotionSettings settings = MotionSettings.DEFAULT;
    private Look look = Look.BODY;
    private float density = 1000;
    private Exoskeleton exoskeleton;
    private PoseSource clip;
    private float clipWeight;
    private float clipHertz = 8;
    private float ikHertz;
    private BoneSkin surface;
    private int[] jointOfBone;
    private SwaySettings flesh;

    private Builder(String name, Skeleton skeleton) {
      Check.that(
          name != null && !name.isEmpty(), "name must not be null or empty: a creature needs one");
      this.name = name;
      this.skeleton = Check.notNull("skeleton", skeleton);
    }

    /**
     * A part between joints.
     *
     * @param turn rest rotation from the shape's coordinates to the creature's, a quaternion
     * @param joints skeleton joint of each of the shape's joints
     * @param bones joints whose bones it follows
     * @param caps how many of the shape's last triangles only close it where neighbors meet
     */
    public Builder part(JointedOperator shape, double[] turn, int[] joints, int[] bones, int caps) {
      return part(shape, turn, joints, bones, caps, null);
    }

    /** A part of which another surface is seen, tied to the shape's own; null for none. */
    public Builder part(
        JointedOperator shape,
        double[] turn,
        int[] joints,
        int[] bones,
        int caps,
        SurfaceRide ride) {
      Check.notNull("shape", shape);
      Check.notNull("joints", joints);
      Check.notNull("bones", bones);
      double[] unit = Check.notNull("turn", turn).clone();
      Quaternions.normalize(unit, 0);
      for (int j : joints) {
        Check.inRange("joint of a part", j, 0, skeleton.jointCount() - 1);
      }
      for (int j : bones) {
        Check.inRange("bone of a part", j, 0, skeleton.jointCount() - 1);
      }
      parts.add(new ElasticPart(shape, unit, joints.clone(), bones.clone(), caps, ride));
      return this;
    }

    /**
     * A limb's part on the bone of a joint: its low end at the parent, its high end at the joint.
     */
    public Builder limb(JointedOperator shape, int joint, int caps) {
      Check.notNull("shape", shape);
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

    /**
     * The character's own surface, which is seen instead of the parts.
     *
     * @param joints the joint that each of the surface's bones belongs to
     */
    public Builder surface(BoneSkin own, int[] joints) {
      surface = Check.notNull("own", own);
      Check.that(joints.length == own.boneCount(), "expected a joint for each bone");
      for (int j : joints) {
        Check.inRange("joint of a bone", j, 0, skeleton.jointCount() - 1);
      }
      jointOfBone = joints.clone();
      return this;
    }

    /** Gives the flesh mass: it swings when its bones are moved, and hangs. */
    public Builder flesh(SwaySettings swing) {
      flesh = Check.notNull("swing", swing);
      return this;
    }

    /** Kilograms a cubic meter. */
    public Builder density(float kilograms) {
      density = Check.positive("density", kilograms);
      return this;
    }

    public Builder settings(MotionSettings changed) {
      settings = Check.notNull("changed", changed);
      return this;
    }

    public Builder look(Look changed) {
      look = Check.notNull("changed", changed);
      return this;
    }

    public Builder exoskeleton(Exoskeleton around) {
      exoskeleton = Check.notNull("around", around);
      return this;
    }

    /** A joint goes where a vertex of the exoskeleton is, or its {@link #CENTER}. */
    public Builder attach(int joint, int vertex) {
      carriers.put(Check.inRange("joint", joint, 0, skeleton.jointCount() - 1), vertex);
      return this;
    }

    public Builder grip(Grip grip) {
      grips.add(Check.notNull("grip", grip));
      return this;
    }

    public Builder reach(ReachTarget reach) {
      Check.notNull("reach", reach);
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
      clip = Check.notNull("source", source);
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
