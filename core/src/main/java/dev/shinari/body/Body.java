package dev.shinari.body;

import dev.shinari.example.ExampleSettings;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Motion;
import dev.shinari.math.Check;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Embedding;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * A deformable body: particles pulled to the shapes of overlapping regions [Koyama13, sec. 4.1].
 * Made from a cage by {@link #builder}; moved by {@link #advance}, one inner step at a time, or by
 * a world.
 *
 * <p>An inner step reads as its stages: {@code summarise} (momentum, spin, energy), {@code
 * fitRotations} (moments and best rotations of all regions), {@code pullToGoals}, {@code move}.
 */
public final class Body {
  /** The origin follows once the centre is this many body lengths away from it. */
  public static final float ORIGIN_STRAY = 4;

  /** Up to this many particles a lattice runs on lists. */
  private static final int SMALL_LATTICE = 128;

  // Rounding of a float of size one half: what a goal is uncertain by, in body lengths.
  private static final double FLOAT_STEP = 3e-8;

  private final String name;
  private final Cage cage;
  private final Embedding surface;
  private final Kernels kernels;
  private final Particles particles;
  private final double[] restCentre;
  private final RegionOperator regions;
  private float[] restX;
  private float[] restY;
  private float[] restZ;
  private double totalMass;
  private final float length;
  private final float spacing;
  private final double stretchEigenvalue;
  private final ExampleStage examples; // null for a plain body
  private final EnergyGuard guard = new EnergyGuard();
  private final StageTimes times = new StageTimes();
  private float[] dx;
  private float[] dy;
  private float[] dz;
  private float[][] ahead;
  private double[][] blockSums;
  private final float[] motion = new float[Motion.LENGTH];
  private final BodySummary summary = new BodySummary();
  private final BodySummary heldMotion = new BodySummary();
  private final double[][] heldSums = new double[1][16];
  private final double[] pull = new double[4];
  private float[][] scratch = {};
  private Elasticity elasticity;
  private int heldCount;
  private boolean frozen;
  private double elasticEnergy;
  private Shaping shaping; // null until somebody asks
  private final Links links; // null for a body that does not break

  private Body(Builder b) {
    name = b.name;
    cage = b.cage;
    kernels = b.kernels;
    elasticity = b.elasticity;
    surface = b.surface == null ? Embedding.identity(cage.boundary()) : b.surface;
    float[] mass = b.masses == null ? Masses.of(cage, b.density) : b.masses;
    int n = mass.length;
    Check.that(n > 0, "a body needs at least one particle; its cage is empty");
    float[] p = cage.positions();
    double cx = 0, cy = 0, cz = 0, m = 0;
    for (int i = 0; i < n; i++) {
      m += mass[i];
      cx += (double) mass[i] * p[3 * i];
      cy += (double) mass[i] * p[3 * i + 1];
      cz += (double) mass[i] * p[3 * i + 2];
    }
    totalMass = m;
    cx /= m;
    cy /= m;
    cz /= m;
    if (b.restCentre != null) {
      cx = b.restCentre[0];
      cy = b.restCentre[1];
      cz = b.restCentre[2];
    }
    restCentre = new double[] {cx, cy, cz};
    restX = new float[n];
    restY = new float[n];
    restZ = new float[n];
    for (int i = 0; i < n; i++) {
      restX[i] = (float) (p[3 * i] - cx);
      restY[i] = (float) (p[3 * i + 1] - cy);
      restZ[i] = (float) (p[3 * i + 2] - cz);
    }
    particles = new Particles(p, mass);
    float side = cage.boundary().bounds().longestSide();
    length = side > 0 ? side : 1; // a single point is as long as anything
    regions = makeRegions(b, mass);
    spacing = Masses.spacing(cage, length);
    dx = new float[n];
    dy = new float[n];
    dz = new float[n];
    ahead = new float[3][n];
    blockSums = new double[(n + RegionOperator.BLOCK - 1) / RegionOperator.BLOCK][16];
    stretchEigenvalue =
        b.eigenvalueOf == null
            ? NaturalFrequency.stretchEigenvalue(regions, restX, restY, restZ, mass)
            : b.eigenvalueOf.stretchEigenvalue;
    regions.resetRotations();
    examples =
        b.examples == null
            ? null
            : ExamplePoses.stage(
                b.examples, cage, kernels, fixed(regions), mass, restX, restY, restZ);
    links = b.breakable ? new Links(this, (PatchedRegions) regions) : null;
    follow(cx, cy, cz);
  }

  private FixedRegions fixed(RegionOperator operator) {
    Check.that(
        operator instanceof FixedRegions,
        "body '" + name + "' may change, so it cannot have example poses");
    return (FixedRegions) operator;
  }

  private RegionOperator makeRegions(Builder b, float[] mass) {
    if (b.breakable) {
      return new PatchedRegions(kernels, linked(), restX, restY, restZ, mass);
    }
    if (cage instanceof Lattice lattice) {
      int w = b.halfWidth;
      // Running sums pay off once the body is a few windows long; before, most of them is padding.
      if (particles.count() > SMALL_LATTICE && !LatticeGaps.present(lattice, w)) {
        return new LatticeRegions(kernels, lattice, w, mass, restX[0], restY[0], restZ[0]);
      }
      return new SparseRegions(
          kernels, RegionLists.neighbourhoods(lattice, w), restX, restY, restZ, mass);
    }
    RegionLists lists;
    if (b.editable) {
      PointCage points = (PointCage) cage;
      return new PatchedRegions(
          kernels, new RegionLists(points.starts(), points.members()), restX, restY, restZ, mass);
    }
    if (cage instanceof TetMesh mesh) {
      lists = b.evenRegions ? RegionLists.even(mesh) : RegionLists.oneRings(mesh);
    } else {
      PointCage points = (PointCage) cage;
      lists = new RegionLists(points.starts(), points.members());
    }
    SparseRegions sparse = new SparseRegions(kernels, lists, restX, restY, restZ, mass);
    int lost = sparse.lostParticles();
    Check.that(lost == 0, lost + " particles of body " + name + " are in no region");
    return sparse;
  }

  /** Regions of a body that breaks: what shares a cell or a tetrahedron with a particle. */
  private RegionLists linked() {
    if (cage instanceof Lattice lattice) {
      return RegionLists.neighbourhoods(lattice, 1);
    } else if (cage instanceof TetMesh mesh) {
      return RegionLists.oneRings(mesh);
    }
    PointCage points = (PointCage) cage;
    RegionLists lists = new RegionLists(points.starts(), points.members());
    Check.that(
        points.regionCount() == points.vertexCount()
            && lists.transposed(points.vertexCount()) == lists,
        "body '" + name + "' cannot break: its regions are not neighbourhoods of its particles");
    return lists;
  }

  /** The links of a body that was built breakable, or null. */
  public Links links() {
    return links;
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
    this.elasticity = elasticity;
    guard.adopt();
  }

  public int regionCount() {
    return regions.regionCount();
  }

  /**
   * How region r is turned: writes its unit quaternion w, x, y, z as last fitted. Of a lattice or a
   * tetrahedral mesh, region r is the one around particle r.
   */
  public void regionRotation(int r, float[] out) {
    int slot = regions instanceof FixedRegions fixed ? fixed.slot(r) : r;
    out[0] = regions.qw[slot];
    out[1] = regions.qx[slot];
    out[2] = regions.qy[slot];
    out[3] = regions.qz[slot];
  }

  public double totalMass() {
    return totalMass;
  }

  /** Longest side of the rest shape, in metres. */
  public float length() {
    return length;
  }

  /** Mean distance between neighbouring particles at rest, in metres. */
  public float spacing() {
    return spacing;
  }

  /** Rest position of particle i along x, relative to the rest shape's centre of mass. */
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

  /** Number of groups of regions with weights of their own; one where each region has its own. */
  public int exampleGroupCount() {
    return examples == null ? 0 : examples.groupCount();
  }

  /** Name of a group; "each" where each region has weights of its own. */
  public String exampleGroupName(int group) {
    return examples.groupName(group);
  }

  /**
   * Weight of a pose as projected in the last inner step [Koyama13, eq. (7)]: pose 0 is the rest
   * shape, pose k the k-th example. Where each region has its own, the mean over regions.
   */
  public double projectedWeight(int group, int pose) {
    return examples.projectedWeight(group, pose);
  }

  /** The weight with which the goals were made: after beta and drives. */
  public double exampleWeight(int group, int pose) {
    return examples.effectiveWeight(group, pose);
  }

  /** Number of the group that a particle follows the examples in; -1 where each region does. */
  public int exampleGroupAt(int particle) {
    return examples.groupAt(particle);
  }

  /** Writes the weight of an example (counted from 0) at each particle, after beta and drives. */
  public void exampleWeights(int example, float[] out) {
    examples.weightsAt(example, out);
  }

  /**
   * Drives the weight of an example (counted from 0) from outside until told otherwise.
   *
   * @param amount the weight
   * @param replaces whether it takes the place of the projected weight or is added to it
   */
  public void driveExample(int example, double amount, boolean replaces) {
    examples.drive(
        Check.inRange("example", example, 0, examples.settings().poses().size() - 1),
        replaces ? (byte) 2 : (byte) 1,
        Check.finite("amount", amount));
  }

  /** Lets the shape alone decide on the weight of an example again. */
  public void releaseExample(int example) {
    examples.drive(example, (byte) 0, 0);
  }

  /** Where effects say what shape they want; from the first call on it is part of the state. */
  public Shaping shaping() {
    if (shaping == null) {
      shaping = new Shaping(this, kernels, regions instanceof FixedRegions f ? f : null);
      regions.setShaping(shaping);
      if (examples != null) {
        examples.setShaping(shaping);
      }
    }
    return shaping;
  }

  /** Name of the kernels that this body runs on. */
  public String kernelName() {
    return kernels.name();
  }

  /** "lattice", "sparse" or "patched": how regions and particles are tied. */
  public String operatorName() {
    return regions instanceof LatticeRegions
        ? "lattice"
        : regions instanceof PatchedRegions ? "patched" : "sparse";
  }

  /** Nanoseconds spent in each stage since the last call of {@link StageTimes#reset}. */
  public StageTimes stageTimes() {
    return times;
  }

  // ------------------------------------------------------------------ changing particles

  /** The way to change particles and regions; only of a body that was built editable. */
  public BodyEditor editor() {
    Check.that(regions instanceof PatchedRegions, "body '" + name + "' was not built editable");
    return new BodyEditor(this, (PatchedRegions) regions);
  }

  /** Where the rest shape's centre, to which rest positions are relative, was at the start. */
  public double restCentre(int axis) {
    return restCentre[axis];
  }

  int addParticle(float rx, float ry, float rz) {
    int i = particles.count();
    if (particles.add()) {
      int n = particles.x().length;
      restX = Arrays.copyOf(restX, n);
      restY = Arrays.copyOf(restY, n);
      restZ = Arrays.copyOf(restZ, n);
      dx = new float[n];
      dy = new float[n];
      dz = new float[n];
      ahead = new float[3][n];
      ((PatchedRegions) regions).attach(restX, restY, restZ, particles.mass());
    }
    restX[i] = rx;
    restY[i] = ry;
    restZ[i] = rz;
    fitBlocks();
    return i;
  }

  void removeParticle(int i) {
    int last = particles.count() - 1;
    totalMass -= particles.mass()[i];
    heldCount -= particles.mobility()[i] == 0 ? 1 : 0;
    particles.remove(i);
    restX[i] = restX[last];
    restY[i] = restY[last];
    restZ[i] = restZ[last];
    fitBlocks();
  }

  void setMass(int i, float kilograms) {
    totalMass += (double) kilograms - particles.mass()[i];
    particles.mass()[i] = kilograms;
  }

  private void fitBlocks() {
    int blocks = (particles.count() + RegionOperator.BLOCK - 1) / RegionOperator.BLOCK;
    if (blocks != blockSums.length) {
      blockSums = new double[blocks][16];
    }
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
    double[] r = {
      1 - 2 * (qy * qy + qz * qz),
      2 * (qx * qy - qw * qz),
      2 * (qx * qz + qw * qy),
      2 * (qx * qy + qw * qz),
      1 - 2 * (qx * qx + qz * qz),
      2 * (qy * qz - qw * qx),
      2 * (qx * qz - qw * qy),
      2 * (qy * qz + qw * qx),
      1 - 2 * (qx * qx + qy * qy)
    };
    Particles p = particles;
    px -= p.originX;
    py -= p.originY;
    pz -= p.originZ;
    turn(r, p.x(), p.y(), p.z(), px, py, pz);
    turn(r, p.vx(), p.vy(), p.vz(), 0, 0, 0);
    guard.adopt();
  }

  private void turn(double[] r, float[] x, float[] y, float[] z, double px, double py, double pz) {
    for (int i = 0; i < particles.count(); i++) {
      double a = x[i] - px, b = y[i] - py, c = z[i] - pz;
      x[i] = (float) (px + r[0] * a + r[1] * b + r[2] * c);
      y[i] = (float) (py + r[3] * a + r[4] * b + r[5] * c);
      z[i] = (float) (pz + r[6] * a + r[7] * b + r[8] * c);
    }
  }

  /** Gives the body a velocity and a spin (radians a second) about its centre of mass. */
  public void setMotion(double vx, double vy, double vz, double spinX, double spinY, double spinZ) {
    Particles p = particles;
    double cx = 0, cy = 0, cz = 0;
    for (int i = 0; i < p.count(); i++) {
      cx += p.mass()[i] * (double) p.x()[i];
      cy += p.mass()[i] * (double) p.y()[i];
      cz += p.mass()[i] * (double) p.z()[i];
    }
    cx /= totalMass;
    cy /= totalMass;
    cz /= totalMass;
    for (int i = 0; i < p.count(); i++) {
      double x = p.x()[i] - cx, y = p.y()[i] - cy, z = p.z()[i] - cz;
      p.vx()[i] = (float) (vx + spinY * z - spinZ * y);
      p.vy()[i] = (float) (vy + spinZ * x - spinX * z);
      p.vz()[i] = (float) (vz + spinX * y - spinY * x);
    }
    guard.adopt();
  }

  /**
   * Slows the body's spin about its centre by up to so many radians a second; linear momentum
   * stays. The spin is that of the start of the last inner step.
   */
  public void slowSpin(double by) {
    BodySummary s = summary;
    double spin = Math.sqrt(s.spinX * s.spinX + s.spinY * s.spinY + s.spinZ * s.spinZ);
    if (!(spin > 0 && by > 0)) {
      return;
    }
    double share = -Math.min(1, by / spin);
    float wx = (float) (share * s.spinX), wy = (float) (share * s.spinY);
    float wz = (float) (share * s.spinZ);
    float cx = (float) s.centreX, cy = (float) s.centreY, cz = (float) s.centreZ;
    Particles p = particles;
    float[] m = p.mobility();
    for (int i = 0; i < p.count(); i++) {
      float x = p.x()[i] - cx, y = p.y()[i] - cy, z = p.z()[i] - cz;
      p.vx()[i] += m[i] * (wy * z - wz * y);
      p.vy()[i] += m[i] * (wz * x - wx * z);
      p.vz()[i] += m[i] * (wx * y - wy * x);
    }
    guard.adopt();
  }

  /**
   * Gives the body angular momentum about its centre; linear momentum stays. The inertia is that of
   * the start of the last inner step.
   */
  public void turn(double momentumX, double momentumY, double momentumZ) {
    BodySummary s = summary;
    double wx = s.turn00 * momentumX + s.turn01 * momentumY + s.turn02 * momentumZ;
    double wy = s.turn01 * momentumX + s.turn11 * momentumY + s.turn12 * momentumZ;
    double wz = s.turn02 * momentumX + s.turn12 * momentumY + s.turn22 * momentumZ;
    s.spinX += wx;
    s.spinY += wy;
    s.spinZ += wz;
    Particles p = particles;
    float[] x = p.x(), y = p.y(), z = p.z(), m = p.mass();
    double cx = 0, cy = 0, cz = 0, mass = 0;
    for (int i = 0; i < p.count(); i++) {
      mass += m[i];
      cx += m[i] * x[i];
      cy += m[i] * y[i];
      cz += m[i] * z[i];
    }
    cx /= mass;
    cy /= mass;
    cz /= mass;
    for (int i = 0; i < p.count(); i++) {
      double rx = x[i] - cx, ry = y[i] - cy, rz = z[i] - cz;
      p.vx()[i] += (float) (wy * rz - wz * ry);
      p.vy()[i] += (float) (wz * rx - wx * rz);
      p.vz()[i] += (float) (wx * ry - wy * rx);
    }
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
    return StepPlan.innerSteps(elasticity, stretchEigenvalue, h);
  }

  /**
   * The frequency in Hz at which this body swings with steps of h seconds, stretched along its
   * longest side and free: the target where it can be reached, otherwise what this resolution
   * gives.
   */
  public double reachedHertz(float h) {
    return StepPlan.hertz(elasticity, stretchEigenvalue, h);
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
    if (frozen) {
      return;
    }
    if (scratch.length < workers.count()) {
      scratch = new float[workers.count()][Kernels.SCRATCH];
    }
    Particles p = particles;
    long t0 = System.nanoTime();
    summarise(workers);
    if (!summary.isFinite()) {
      frozen = true;
      return;
    }
    if (summary.strays(ORIGIN_STRAY * length)) {
      follow(summary.centreX, summary.centreY, summary.centreZ);
      summarise(workers);
    }
    regions.follow(summary.centreX, summary.centreY, summary.centreZ);
    rigidPart().rigidMotion(motion, Motion.SPIN, Motion.DRIFT);
    float[] x = p.x(), y = p.y(), z = p.z();
    double lead = StepPlan.lead(elasticity);
    if (lead > 0) {
      motion[Motion.LEAD] = (float) (lead * h);
      workers.run(blockSums.length, predictTask);
      // The elastic energy is that of the positions that are pulled.
      summary.secondMoment = 0;
      for (double[] sums : blockSums) {
        summary.secondMoment += sums[3];
      }
      x = ahead[0];
      y = ahead[1];
      z = ahead[2];
    }
    long t1 = System.nanoTime();
    regions.fitRotations(x, y, z, workers);
    long t2 = System.nanoTime();
    regions.pullToGoals(x, y, z, p, dx, dy, dz, pull, workers);
    if (shaping != null) {
      shaping.settle();
    }
    long t3 = System.nanoTime();
    planMotion(h, ax, ay, az);
    workers.run(blockSums.length, moveTask);
    times.add(t1 - t0, t2 - t1, t3 - t2, System.nanoTime() - t3);
  }

  private final Workers.BlockTask summaryTask = this::summariseBlock;
  private final Workers.BlockTask predictTask = this::predictBlock;
  private final Workers.BlockTask moveTask = this::moveBlock;

  private void summarise(Workers workers) {
    workers.run(blockSums.length, summaryTask);
    summary.set(blockSums, totalMass);
  }

  private void summariseBlock(int block, int worker) {
    int from = block * RegionOperator.BLOCK;
    int to = Math.min(from + RegionOperator.BLOCK, particles.count());
    Particles p = particles;
    Arrays.fill(blockSums[block], 0);
    kernels.motionSums(
        p.mass(),
        p.x(),
        p.y(),
        p.z(),
        p.vx(),
        p.vy(),
        p.vz(),
        from,
        to,
        scratch[worker],
        blockSums[block]);
  }

  private void planMotion(float h, float ax, float ay, float az) {
    double alpha = StepPlan.alpha(elasticity, stretchEigenvalue, h);
    // Parts that have come off move on their own: only ripples within them are damped.
    double keep = links != null && links.brokenCount() > 0 ? 1 : StepPlan.keep(elasticity, h);
    double stiffness = alpha / ((double) h * h);
    if (examples != null && examples.isDriven() || shaping != null && shaping.isWorking()) {
      guard.adopt(); // whoever drives the shape does work on it
    }
    elasticEnergy = 0.5 * stiffness * (summary.secondMoment - regions.elasticSum());
    keep *=
        guard.keep(
            summary,
            elasticEnergy,
            0.5 * alpha / h * pull[3],
            1e-6 * stiffness * totalMass * length * length,
            heldCount > 0,
            keep < 1);
    keep *= EnergyGuard.quieten(summary, alpha / h * FLOAT_STEP * length);
    if (shaping != null && shaping.isWorking()) {
      alpha *= shaping.regionShare();
      if (shaping.pullsWhole()) {
        shaping.pullWhole((float) alpha, h, dx, dy, dz);
        keep = shaping.keep(keep, h);
        alpha = 1; // is in d by now
        Arrays.fill(pull, 0); // what pulls to pins has a sum of its own, and none without pins
      }
    }
    float[] n = motion;
    n[Motion.STEP] = h;
    n[Motion.PULL] = (float) (alpha / h);
    n[Motion.KEEP_MINUS_ONE] = (float) (keep - 1);
    for (int k = 0; k < 3; k++) {
      n[Motion.MEAN + k] = (float) (pull[k] / totalMass);
    }
    n[Motion.KICK] = h * ax;
    n[Motion.KICK + 1] = h * ay;
    n[Motion.KICK + 2] = h * az;
  }

  /**
   * The rigid motion that damping leaves alone: the body's own, or, where particles are held, that
   * of the held ones, so that a bar held at one end comes to rest. About a single held particle the
   * body turns freely.
   */
  private BodySummary rigidPart() {
    if (heldCount == 0) {
      return summary;
    }
    Particles p = particles;
    double[] sums = heldSums[0];
    Arrays.fill(sums, 0);
    double mass = 0;
    for (int i = 0; i < p.count(); i++) {
      if (p.mobility()[i] == 0) {
        mass += p.mass()[i];
        kernels.motionSums(
            p.mass(), p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz(), i, i + 1, scratch[0], sums);
      }
    }
    heldMotion.set(heldSums, mass);
    if (heldCount == 1) {
      heldMotion.spinX = summary.spinX;
      heldMotion.spinY = summary.spinY;
      heldMotion.spinZ = summary.spinZ;
    }
    return heldMotion;
  }

  private void predictBlock(int block, int worker) {
    int from = block * RegionOperator.BLOCK;
    int to = Math.min(from + RegionOperator.BLOCK, particles.count());
    Particles p = particles;
    float[] x = ahead[0], y = ahead[1], z = ahead[2];
    kernels.predict(motion, p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz(), x, y, z, from, to);
    Arrays.fill(blockSums[block], 0);
    kernels.pullSums(p.mass(), x, y, z, x, y, z, from, to, scratch[worker], blockSums[block]);
  }

  private void moveBlock(int block, int worker) {
    int from = block * RegionOperator.BLOCK;
    int to = Math.min(from + RegionOperator.BLOCK, particles.count());
    Particles p = particles;
    kernels.move(
        motion, p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz(), dx, dy, dz, p.mobility(), from, to);
  }

  /** Moves the origin to the given local point, rounded so that the shift itself is exact. */
  private void follow(double cx, double cy, double cz) {
    double away = Math.max(Math.abs(cx), Math.max(Math.abs(cy), Math.abs(cz)));
    if (!(away > ORIGIN_STRAY * length)) {
      return;
    }
    double unit = StrictMath.pow(2, StrictMath.ceil(StrictMath.log(length) / StrictMath.log(2)));
    double sx = StrictMath.rint(cx / unit) * unit;
    double sy = StrictMath.rint(cy / unit) * unit;
    double sz = StrictMath.rint(cz / unit) * unit;
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

  /** Elastic energy in joules at the start of the last inner step. */
  public double elasticEnergy() {
    return elasticEnergy;
  }

  /** Momentum, spin and kinetic energy at the start of the last inner step. */
  public BodySummary summary() {
    return summary;
  }

  /** Regions whose rotation needed the robust path in the last inner step. */
  public int hardFits() {
    return regions.hardFits();
  }

  // ------------------------------------------------------------------ snapshots

  /** All that a step changes, so that restore, step gives the same bits as the first time. */
  public BodyState save() {
    Particles p = particles;
    float[][] from = stateArrays();
    float[][] copies = new float[from.length][];
    for (int k = 0; k < from.length; k++) {
      copies[k] = from[k].clone();
    }
    return new BodyState(
        copies,
        new double[] {p.originX, p.originY, p.originZ, guard.budget()},
        heldCount,
        frozen,
        elasticity,
        regions instanceof PatchedRegions r
            ? new BodyState.Changing(
                p.count(),
                new float[][] {p.mass().clone(), restX.clone(), restY.clone(), restZ.clone()},
                totalMass,
                r.save())
            : null);
  }

  private float[][] stateArrays() {
    Particles p = particles;
    float[][] own = {
      p.x(),
      p.y(),
      p.z(),
      p.vx(),
      p.vy(),
      p.vz(),
      p.mobility(),
      regions.qw,
      regions.qx,
      regions.qy,
      regions.qz
    };
    if (shaping != null) {
      own = joined(own, shaping.state());
    }
    if (links != null) {
      own = joined(own, new float[][] {links.state()});
    }
    return examples == null ? own : joined(own, examples.state());
  }

  private static float[][] joined(float[][] own, float[][] more) {
    float[][] all = Arrays.copyOf(own, own.length + more.length);
    System.arraycopy(more, 0, all, own.length, more.length);
    return all;
  }

  public void restore(BodyState state) {
    Particles p = particles;
    if (state.changing() != null) {
      restoreParticles(state.changing());
    }
    float[][] to = stateArrays();
    float[][] from = state.arrays();
    Check.that(from.length == to.length, "the snapshot is of another body");
    for (int k = 0; k < to.length; k++) {
      Check.that(from[k].length == to[k].length, "the snapshot is of another body");
      System.arraycopy(from[k], 0, to[k], 0, to[k].length);
    }
    p.originX = state.numbers()[0];
    p.originY = state.numbers()[1];
    p.originZ = state.numbers()[2];
    if (shaping != null) {
      shaping.restored();
    }
    if (links != null) {
      links.restored();
    }
    guard.setBudget(state.numbers()[3]);
    heldCount = state.heldCount();
    frozen = state.frozen();
    elasticity = state.elasticity();
  }

  /** Brings number, masses, rest shape and regions of the particles back. */
  private void restoreParticles(BodyState.Changing saved) {
    Check.that(regions instanceof PatchedRegions, "the snapshot is of another body");
    restX = saved.rest()[1].clone();
    restY = saved.rest()[2].clone();
    restZ = saved.rest()[3].clone();
    int n = restX.length;
    particles.restore(saved.count(), saved.rest()[0].clone());
    dx = new float[n];
    dy = new float[n];
    dz = new float[n];
    ahead = new float[3][n];
    totalMass = saved.totalMass();
    PatchedRegions patched = (PatchedRegions) regions;
    patched.restore(saved.regions());
    patched.attach(restX, restY, restZ, particles.mass());
    fitBlocks();
  }

  /** What a body is made with. */
  public static final class Builder {
    private final String name;
    private final Cage cage;
    private Elasticity elasticity = Elasticity.DEFAULT;
    private Embedding surface;
    private float density = 1000;
    private int halfWidth = 2;
    private boolean evenRegions;
    private ExampleSettings examples;
    private Kernels kernels = KernelChoice.best();
    private boolean editable;
    private boolean breakable;
    private float[] masses;
    private double[] restCentre;
    private Body eigenvalueOf;

    private Builder(String name, Cage cage) {
      this.name = name;
      this.cage = cage;
    }

    public Builder elasticity(Elasticity e) {
      elasticity = e;
      return this;
    }

    /** The surface that is seen; the cage's own boundary unless given. */
    public Builder surface(Embedding e) {
      surface = e;
      return this;
    }

    /** Kilograms a cubic metre (a square metre for sheets, a metre for strands). */
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

    /** Poses that the body likes to deform into; none unless given. */
    public Builder examples(ExampleSettings e) {
      examples = e;
      return this;
    }

    /** Kernels to run on; the fastest that the JVM offers unless given. */
    public Builder kernels(Kernels k) {
      kernels = k;
      return this;
    }

    /**
     * A body whose particles and regions may change ({@link Body#editor}). Its cage is a {@link
     * PointCage} with one region a point, in the points' order, whose relation is symmetric.
     *
     * @param kilograms masses of the particles
     */
    public Builder editable(float[] kilograms) {
      Check.that(
          cage instanceof PointCage c
              && c.regionCount() == c.vertexCount()
              && kilograms.length == c.vertexCount(),
          "an editable body needs points with one region and one mass each");
      editable = true;
      masses = kilograms.clone();
      return this;
    }

    /**
     * A body whose links may break ({@link Body#links}): regions of half-width 1, or one-rings, on
     * lists; it cannot have example poses.
     */
    public Builder breakable(boolean breaks) {
      breakable = breaks;
      return this;
    }

    /** A piece of another body: keeps its rest frame and answers to the same alpha. */
    public Builder pieceOf(Body whole) {
      restCentre = whole.restCentre.clone();
      eigenvalueOf = whole;
      return this;
    }

    public Body build() {
      return new Body(this);
    }
  }
}
