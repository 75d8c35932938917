package dev.shinari.body;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.BodySummary;
import dev.shinari.body.particle.Particles;
import dev.shinari.body.particle.RigidMoves;
import dev.shinari.body.region.LatticeRegions;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.Regions;
import dev.shinari.body.shaping.FitStage;
import dev.shinari.body.shaping.PlasticFlow;
import dev.shinari.body.shaping.RestTargets;
import dev.shinari.body.shaping.ShapedTargets;
import dev.shinari.body.shaping.Shaping;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.ExampleTargets;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * A deformable body: particles pulled to the shapes of overlapping regions [Koyama13, sec. 4.1].
 * Made from a cage by {@link #builder}; moved by {@link #advance}, one inner step at a time, or by
 * a world.
 *
 * <p>An inner step ({@code InnerStep}) reads as its stages: {@code summarize} (momentum, spin,
 * energy), {@code fitRotations} (moments and best rotations of all regions), {@code pullToGoals},
 * {@code move}.
 */
public final class Body {
  /** The origin follows once the center is this many body lengths away from it. */
  public static final float ORIGIN_STRAY = 4;

  private final String name;
  private final Cage cage;
  private final BodyShape shape;
  private final Embedding surface;
  final Kernels kernels;
  final Particles particles;
  private final double[] restCenter;
  final Regions regions;
  final FitStage fit;
  int edits; // counts changes of particles and masses
  float[] restX;
  float[] restY;
  float[] restZ;
  double totalMass;
  final float length;
  private final float spacing;
  private final NaturalFrequency stretch;
  double stretchEigenvalue;
  private double keepVolume;
  final ExampleTargets examples; // null for a plain body
  final EnergyGuard guard = new EnergyGuard();
  final StageTimes times = new StageTimes();
  final InnerStep step;
  Elasticity elasticity;
  int heldCount;
  boolean frozen;
  Shaping shaping; // null until somebody asks
  private final boolean breakable;

  private Body(Builder b) {
    name = b.name;
    cage = b.cage;
    kernels = b.kernels;
    elasticity = b.elasticity;
    shape = b.like == null ? new BodyShape(b) : b.like.shape.checked(b);
    surface = b.surface == null ? shape.surface : b.surface;
    totalMass = shape.totalMass;
    restCenter = shape.restCenter;
    restX = shape.restX;
    restY = shape.restY;
    restZ = shape.restZ;
    length = shape.length;
    spacing = shape.spacing;
    float[] mass = shape.mass;
    particles = new Particles(cage.positions(), mass);
    regions = shape.regions(b);
    fit = new FitStage(regions);
    step = new InnerStep(this);
    if (b.strengths != null) {
      ((ListRegions) regions).setStrengths(b.strengths);
    }
    if (b.like == null) {
      shape.stretch =
          b.eigenvalueOf == null
              ? NaturalFrequency.of(fit, restX, restY, restZ, mass)
              : b.eigenvalueOf.stretch;
    }
    stretch = shape.stretch;
    findEigenvalue();
    regions.resetRotations();
    examples =
        b.examples == null
            ? null
            : new ExamplePoses(b, fit, new float[][] {restX, restY, restZ}, mass).measure();
    breakable = b.breakable;
    moveOrigin(restCenter[0], restCenter[1], restCenter[2]);
  }

  /** Whether it was built breakable: a world lets it come apart. */
  public boolean isBreakable() {
    return breakable;
  }

  public static Builder builder(String name, Cage cage) {
    return new Builder(name, cage);
  }

  public String name() {
    return name;
  }

  public Cage cage() {
    return cage;
  }

  /** The rest data, shared with all bodies that were built like this one. */
  public BodyShape shape() {
    return shape;
  }

  public Particles particles() {
    return particles;
  }

  /** The surface that is seen, embedded in the cage. */
  public Embedding surface() {
    return surface;
  }

  public Elasticity elasticity() {
    return elasticity;
  }

  public void setElasticity(Elasticity elasticity) {
    this.elasticity = Check.notNull("elasticity", elasticity);
    findEigenvalue();
    guard.adopt();
  }

  /** k of {@link dev.shinari.kernel.VolumeKernels} for the elasticity. */
  double keepVolume() {
    return keepVolume;
  }

  void findEigenvalue() {
    double keep = fit.volume.keep(elasticity.poisson());
    keepVolume = stretch.keep(elasticity.poisson(), keep);
    stretchEigenvalue = stretch.eigenvalue(keepVolume);
  }

  public int regionCount() {
    return regions.regionCount();
  }

  /**
   * How region r is turned: writes its unit quaternion w, x, y, z as last fitted. Of a lattice or a
   * tetrahedral mesh, region r is the one around particle r.
   */
  public void regionRotation(int r, float[] out) {
    Check.notNull("out", out);
    int slot = regions.slot(r);
    out[0] = regions.qw[slot];
    out[1] = regions.qx[slot];
    out[2] = regions.qy[slot];
    out[3] = regions.qz[slot];
  }

  public double totalMass() {
    return totalMass;
  }

  /** Longest side of the rest shape, in meters. */
  public float length() {
    return length;
  }

  /** Mean distance between neighboring particles at rest, in meters. */
  public float spacing() {
    return spacing;
  }

  /** Rest position of particle i along x, relative to the rest shape's center of mass. */
  public float[] restX() {
    return restX;
  }

  public float[] restY() {
    return restY;
  }

  public float[] restZ() {
    return restZ;
  }

  /** The poses that this body likes to deform into, or null. */
  public ExampleSettings examples() {
    return examples == null ? null : examples.settings();
  }

  /** The example targets; refuses where there are none. */
  private ExampleTargets poses() {
    if (examples == null) {
      throw new IllegalArgumentException("body '" + name + "' has no example poses");
    }
    return examples;
  }

  /**
   * Number of groups of regions with weights of their own: 1 where each region has its own, 0 for a
   * body without example poses.
   */
  public int exampleGroupCount() {
    return examples == null ? 0 : examples.weights.count();
  }

  /** Name of a group; "each" where each region has weights of its own. */
  public String exampleGroupName(int group) {
    return poses().groupNames().get(poses().checkedGroup(group));
  }

  /** Number of the group of a name, from 0. */
  public int exampleGroup(String group) {
    return poses().group(group);
  }

  /** Number of the example pose of a name, from 0 in the order of {@link #examples}. */
  public int examplePose(String pose) {
    return poses().pose(pose);
  }

  /**
   * Weight of an example pose as projected in the last inner step [Koyama13, eq. (7)]. Where each
   * region has its own, the mean over regions. The rest shape has {@link #projectedRestWeight}.
   *
   * @param pose counted from 0 in the order of {@link #examples}, as everywhere
   */
  public double projectedWeight(int group, int pose) {
    ExampleTargets e = poses();
    return e.weights.projected()[e.checkedGroup(group)][e.checkedPose(pose) + 1];
  }

  /** What the projection in the last inner step left to the rest shape. */
  public double projectedRestWeight(int group) {
    return poses().weights.projected()[poses().checkedGroup(group)][0];
  }

  /** The weight of an example pose with which the goals were made: after beta and drives. */
  public double exampleWeight(int group, int pose) {
    ExampleTargets e = poses();
    return e.weights.effective()[e.checkedGroup(group)][e.checkedPose(pose) + 1];
  }

  /** The same by names. */
  public double exampleWeight(String group, String pose) {
    return exampleWeight(exampleGroup(group), examplePose(pose));
  }

  /** The weight of the rest shape with which the goals were made. */
  public double restWeight(int group) {
    return poses().weights.effective()[poses().checkedGroup(group)][0];
  }

  /** The same by name. */
  public double restWeight(String group) {
    return restWeight(exampleGroup(group));
  }

  /** Follows the examples by another share from now on; see {@link ExampleSettings#beta}. */
  public void setExampleBeta(float beta) {
    poses().setBeta(beta);
    guard.adopt();
  }

  /** Number of the group that a particle follows the examples in; -1 where each region does. */
  public int exampleGroupAt(int particle) {
    return poses().groupAt(Check.inRange("particle", particle, 0, particles.count() - 1));
  }

  /** Writes the weight of an example pose at each particle, after beta and drives. */
  public void exampleWeights(int pose, float[] out) {
    poses().weightsAt(poses().checkedPose(pose), particles.count(), out);
  }

  /**
   * Drives the weight of an example pose from outside until told otherwise.
   *
   * @param amount the weight
   * @param replaces whether it takes the place of the projected weight or is added to it
   */
  public void driveExample(int pose, double amount, boolean replaces) {
    poses()
        .weights
        .drive(
            poses().checkedPose(pose),
            replaces ? (byte) 2 : (byte) 1,
            Check.finite("amount", amount));
  }

  /** The same by name. */
  public void driveExample(String pose, double amount, boolean replaces) {
    driveExample(examplePose(pose), amount, replaces);
  }

  /** Lets the shape alone decide on the weight of an example pose again. */
  public void releaseExample(int pose) {
    poses().weights.drive(poses().checkedPose(pose), (byte) 0, 0);
  }

  /** The same by name. */
  public void releaseExample(String pose) {
    releaseExample(examplePose(pose));
  }

  /** Where effects say what shape they want; from the first call on it is part of the state. */
  public Shaping shaping() {
    if (shaping == null) {
      setShaping(new Shaping(new ShapedView(this)), null);
    }
    return shaping;
  }

  /** What a snapshot knew of the wishes of effects; null where there were none. */
  void setShaping(Shaping known, PlasticFlow flow) {
    if (known != null) {
      known.setFlow(flow);
    }
    if (known != shaping) {
      shaping = known;
      if (examples != null) {
        examples.setShaping(shaping);
      } else {
        fit.setTargets(
            known == null ? new RestTargets(regions) : new ShapedTargets(regions, known));
      }
    }
  }

  /** Name of the kernels that this body runs on. */
  public String kernelName() {
    return kernels.name();
  }

  /** "lattice" or "lists": how regions and particles are tied. */
  public String operatorName() {
    return regions instanceof LatticeRegions ? "lattice" : "lists";
  }

  /** Nanoseconds spent in each stage since the last call of {@link StageTimes#reset}. */
  public StageTimes stageTimes() {
    return times;
  }

  // ------------------------------------------------------------------ changing particles

  /**
   * The way to change particles and regions, of a body with one region around each particle: of all
   * bodies but large lattices, and ropes, that were not built {@link Builder#editable editable}.
   */
  public BodyEditor editor() {
    Check.that(
        regions instanceof ListRegions lists && lists.isEditable(),
        "body '"
            + name
            + "' cannot be edited: "
            + (regions instanceof LatticeRegions ? "it is a lattice" : "its regions are sections")
            + "; build it editable");
    return new BodyEditor(this, (ListRegions) regions);
  }

  /** How often particles or masses of this body have changed: what is known of them may be old. */
  public int edits() {
    return edits;
  }

  /** Where the rest shape's center, to which rest positions are relative, was at the start. */
  public double restCenter(int axis) {
    return restCenter[axis];
  }

  private boolean restOwned; // whether no snapshot has rest shape and masses too

  /** Masses, then x, y and z at rest: copied before the next change. */
  float[][] shareRest() {
    restOwned = false;
    return new float[][] {particles.mass(), restX, restY, restZ};
  }

  void restoreRest(int count, float[][] shared) {
    edits++;
    restOwned = false;
    restX = shared[1];
    restY = shared[2];
    restZ = shared[3];
    particles.restore(count, shared[0]);
    step.makeRoom();
    ((ListRegions) regions).attach(restX, restY, restZ, particles.mass());
  }

  /** Before a change of particles or masses. */
  private void ownRest() {
    edits++;
    if (!restOwned) {
      restOwned = true;
      restX = restX.clone();
      restY = restY.clone();
      restZ = restZ.clone();
      particles.ownMasses();
      ((ListRegions) regions).attach(restX, restY, restZ, particles.mass());
    }
  }

  int addParticle(float rx, float ry, float rz) {
    ownRest();
    int i = particles.count();
    if (particles.add()) {
      int n = particles.x().length;
      restX = Arrays.copyOf(restX, n);
      restY = Arrays.copyOf(restY, n);
      restZ = Arrays.copyOf(restZ, n);
      step.makeRoom();
      ((ListRegions) regions).attach(restX, restY, restZ, particles.mass());
    }
    restX[i] = rx;
    restY[i] = ry;
    restZ[i] = rz;
    step.countBlocks();
    return i;
  }

  void removeParticle(int i) {
    ownRest();
    int last = particles.count() - 1;
    totalMass -= particles.mass()[i];
    heldCount -= particles.mobility()[i] == 0 ? 1 : 0;
    particles.remove(i);
    restX[i] = restX[last];
    restY[i] = restY[last];
    restZ[i] = restZ[last];
    step.countBlocks();
  }

  void setMass(int i, float kilograms) {
    ownRest();
    totalMass += (double) kilograms - particles.mass()[i];
    particles.mass()[i] = kilograms;
  }

  // ------------------------------------------------------------------ placing and holding

  /** Moves the whole body, at any distance from the world's origin. */
  public void translate(double x, double y, double z) {
    particles.originX += x;
    particles.originY += y;
    particles.originZ += z;
    guard.adopt();
  }

  /** Turns the whole body and its velocities about a point, by a unit quaternion. */
  public void rotate(double qw, double qx, double qy, double qz, double px, double py, double pz) {
    RigidMoves.rotate(particles, new double[] {qw, qx, qy, qz}, new double[] {px, py, pz});
    guard.adopt();
  }

  /** Gives the body a velocity and a spin (radians a second) about its center of mass. */
  public void setMotion(double vx, double vy, double vz, double spinX, double spinY, double spinZ) {
    RigidMoves.setMotion(
        particles, totalMass, new double[] {vx, vy, vz}, new double[] {spinX, spinY, spinZ});
    guard.adopt();
  }

  /**
   * Slows the body's spin about its center by up to so many radians a second; linear momentum
   * stays. The spin is that of the start of the last inner step.
   */
  public void slowSpin(double by) {
    if (RigidMoves.slowSpin(particles, step.summary, by)) {
      guard.adopt();
    }
  }

  private double laterX; // spin that the particles do not have yet
  private double laterY;
  private double laterZ;

  /**
   * Gives the body angular momentum about its center; linear momentum stays. The inertia is that of
   * the start of the last inner step. The particles get their part of it in {@link
   * #applyAngularImpulse}, so that many small ones cost no more than one.
   */
  public void addAngularImpulse(double momentumX, double momentumY, double momentumZ) {
    BodySummary s = step.summary;
    double wx = s.turn00 * momentumX + s.turn01 * momentumY + s.turn02 * momentumZ;
    double wy = s.turn01 * momentumX + s.turn11 * momentumY + s.turn12 * momentumZ;
    double wz = s.turn02 * momentumX + s.turn12 * momentumY + s.turn22 * momentumZ;
    s.spinX += wx;
    s.spinY += wy;
    s.spinZ += wz;
    laterX += wx;
    laterY += wy;
    laterZ += wz;
  }

  /** Gives the particles the spin of all {@link #addAngularImpulse} since the last time. */
  public void applyAngularImpulse() {
    if (laterX == 0 && laterY == 0 && laterZ == 0) {
      return;
    }
    RigidMoves.addSpin(particles, laterX, laterY, laterZ);
    laterX = laterY = laterZ = 0;
    guard.adopt();
  }

  /** Holds particle i: forces and pulls no longer move it; its velocity is what the caller sets. */
  public void hold(int i) {
    heldCount += particles.mobility()[i] == 0 ? 0 : 1;
    particles.mobility()[i] = 0;
    guard.adopt();
  }

  public void release(int i) {
    heldCount -= particles.mobility()[i] == 0 ? 1 : 0;
    particles.mobility()[i] = 1;
    guard.adopt();
  }

  public int heldCount() {
    return heldCount;
  }

  // ------------------------------------------------------------------ stiffness

  /**
   * How many inner steps a step of h seconds needs for the body to reach its frequency: 1 where
   * alpha is given, at most {@link StepPlan#MOST_INNER_STEPS}.
   */
  public int innerSteps(float h) {
    return StepPlan.innerSteps(elasticity, stretchEigenvalue, h, regions.mostLift());
  }

  /**
   * The frequency in Hz at which this body swings with steps of h seconds, stretched along its
   * longest side and free: the target where it can be reached, otherwise what this resolution
   * gives.
   */
  public double reachedHertz(float h) {
    return StepPlan.hertz(elasticity, stretchEigenvalue, h, regions.mostLift());
  }

  // ------------------------------------------------------------------ the step

  /** One inner step in the calling thread. */
  public void advance(float h, float ax, float ay, float az) {
    advance(h, ax, ay, az, Workers.SERIAL);
  }

  /**
   * One inner step of h seconds: pull to goals [Koyama13, eq. (4)], uniform acceleration, motion
   * [eq. (5)]. Held particles move with the velocity that they have.
   */
  public void advance(float h, float ax, float ay, float az, Workers workers) {
    Check.notNull("workers", workers);
    if (!frozen) {
      step.advance(h, ax, ay, az, workers);
    }
  }

  /** Moves the origin to the given local point, rounded so that the shift itself is exact. */
  void moveOrigin(double cx, double cy, double cz) {
    double away = Math.max(Math.abs(cx), Math.max(Math.abs(cy), Math.abs(cz)));
    if (!(away > ORIGIN_STRAY * length)) {
      return;
    }
    double unit = PortableMath.pow(2, Math.ceil(PortableMath.log(length) / PortableMath.log(2)));
    double sx = Math.rint(cx / unit) * unit;
    double sy = Math.rint(cy / unit) * unit;
    double sz = Math.rint(cz / unit) * unit;
    Particles p = particles;
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] = (float) (p.x()[i] - sx);
      p.y()[i] = (float) (p.y()[i] - sy);
      p.z()[i] = (float) (p.z()[i] - sz);
    }
    p.originX += sx;
    p.originY += sy;
    p.originZ += sz;
  }

  /**
   * Tells the body that something other than its own pull moved its particles (contact, handle,
   * user), so that the energy guard takes the new state as given and a frozen body tries again.
   */
  public void disturbed() {
    guard.adopt();
    frozen = false;
  }

  /** Whether the body met numbers that are not finite; it no longer moves. */
  public boolean isFrozen() {
    return frozen;
  }

  /**
   * Elastic energy in joules at the start of the last inner step; 0 while an effect stretches or
   * softens the body, which does work on it.
   */
  public double elasticEnergy() {
    return step.elasticEnergy;
  }

  /** Momentum, spin and kinetic energy at the start of the last inner step. */
  public BodySummary summary() {
    return step.summary;
  }

  /**
   * The motion of the center of mass as it is now: writes its place relative to the particles'
   * origin and its velocity, 6 numbers.
   */
  public void centerMotion(double[] out) {
    step.centerMotion(Check.notNull("out", out));
  }

  /** Regions whose rotation needed the robust path in the last inner step. */
  public int hardFits() {
    return fit.hardFits();
  }

  /** All that a step changes, so that restore, step gives the same bits as the first time. */
  public BodyState save() {
    return BodySnapshots.save(this);
  }

  public void restore(BodyState state) {
    BodySnapshots.restore(this, Check.notNull("state", state));
  }

  /** What a body is made with. */
  public static final class Builder {
    final String name;
    final Cage cage;
    Elasticity elasticity = Elasticity.DEFAULT;
    Embedding surface;
    float density = 1000;
    int halfWidth = 2;
    boolean evenRegions;
    ExampleSettings examples;
    private Boolean bends;
    Kernels kernels = KernelChoice.best();
    boolean editable;
    boolean breakable;
    float[] masses;
    float[] strengths;
    double[] restCenter;
    Body eigenvalueOf;
    private Body like;

    private Builder(String name, Cage cage) {
      Check.that(
          name != null && !name.isEmpty(), "name must not be null or empty: a body needs one");
      this.name = name;
      this.cage = Check.notNull("cage", cage);
    }

    public Builder elasticity(Elasticity e) {
      elasticity = Check.notNull("elasticity", e);
      return this;
    }

    /** The surface that is seen; null for the cage's own boundary (the default). */
    public Builder surface(Embedding e) {
      surface = e;
      return this;
    }

    /** Kilograms a cubic meter (a square meter for sheets, a meter for strands). */
    public Builder density(float kilograms) {
      density = Check.positive("density", kilograms);
      return this;
    }

    /** Half-width w of a lattice's regions in cells; 2 unless given. */
    public Builder halfWidth(int w) {
      halfWidth = Check.inRange("halfWidth", w, 1, 64);
      return this;
    }

    /**
     * Whether regions of a tetrahedral mesh are of one size everywhere instead of one-rings, so
     * that a mesh of uneven tetrahedra is equally stiff everywhere; false unless given.
     */
    public Builder evenRegions(boolean even) {
      evenRegions = even;
      return this;
    }

    /** Poses that the body likes to deform into; null for none (the default). */
    public Builder examples(ExampleSettings e) {
      examples = e;
      return this;
    }

    /**
     * Whether example poses may curve single regions, as sheets and strands need it (default: where
     * the cage is a {@link PointCage} without masses of its own, and pieces of such a body).
     */
    public Builder bends(boolean curves) {
      bends = curves;
      return this;
    }

    boolean hasBends() {
      if (bends != null) {
        return bends;
      }
      return isPiece() && eigenvalueOf.examples != null
          ? eigenvalueOf.examples.bends != null
          : cage instanceof PointCage && masses == null;
    }

    boolean isPiece() {
      return eigenvalueOf != null;
    }

    /** Kernels to run on; the fastest that the JVM offers unless given. */
    public Builder kernels(Kernels k) {
      kernels = Check.notNull("kernels", k);
      return this;
    }

    /**
     * An {@link #editable()} body of points with masses of their own. Its cage is a {@link
     * PointCage} with one region per point, in the points' order, whose relation is symmetric.
     *
     * @param kilograms masses of the particles
     */
    public Builder editable(float[] kilograms) {
      Check.notNull("kilograms", kilograms);
      Check.that(
          cage instanceof PointCage c
              && c.regionCount() == c.vertexCount()
              && kilograms.length == c.vertexCount(),
          "an editable body of points needs one region and one mass per point");
      editable = true;
      masses = kilograms.clone();
      return this;
    }

    /**
     * How strong the regions of a body with {@link #editable(float[])} are from the start, see
     * {@link BodyEditor#setStrength}; all 1 unless given. The body's stiffness in Hz counts them
     * in.
     */
    public Builder strengths(float[] factors) {
      Check.notNull("factors", factors);
      Check.that(
          masses != null && factors.length == masses.length,
          "strengths belong to an editable body of points, one per point");
      strengths = factors.clone();
      return this;
    }

    /**
     * A body whose particles and regions may change ({@link Body#editor}). Bodies on lists with one
     * region around each particle may change anyway; a lattice runs on such lists from the start,
     * however large it is, and so does a rope, whose regions are otherwise those of its sections.
     */
    public Builder editable() {
      editable = true;
      return this;
    }

    /**
     * A body that may come apart between the elements of its cage: its regions can be edited, and
     * there is one around each particle.
     */
    public Builder breakable(boolean breaks) {
      breakable = breaks;
      return this;
    }

    /**
     * Shares the rest data (masses, regions and their weights, stiffness, contact surface) of a
     * body with the same cage object, density and regions. Elasticity, surface and example poses
     * may differ. A thousand equal bodies are so built in a fraction of the time and memory.
     */
    public Builder like(Body model) {
      like = Check.notNull("model", model);
      return this;
    }

    /** A piece of another body: keeps its rest frame and answers to the same alpha. */
    public Builder pieceOf(Body whole) {
      Check.notNull("whole", whole);
      restCenter = whole.restCenter.clone();
      eigenvalueOf = whole;
      return this;
    }

    public Body build() {
      return new Body(this);
    }
  }
}
