package dev.shinari.body;

import dev.shinari.body.particle.BodySummary;
import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.body.shaping.FitStage;
import dev.shinari.body.shaping.GlobalPull;
import dev.shinari.body.shaping.Shaping;
import dev.shinari.example.PoseOffsets;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Motion;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * One inner step of a body, stage by stage: {@code summarize}, a look ahead, {@link FitStage}'s
 * {@code fit} and {@code pull}, then {@code move} with the numbers of {@code planMotion}. Holds
 * what a step works on and the next one does not read.
 */
final class InnerStep {
  // Rounding of a float of size one half: what a goal is uncertain by, in body lengths.
  private static final double FLOAT_STEP = 3e-8;

  // Spin that rounding alone may give a body in a step, in such velocities.
  private static final double NOISE_SPIN = 4;

  // What a body without damping loses of its deforming velocity a step where it has to lose some.
  private static final double UNDAMPED = 1e-9;

  private final Body body;
  private float[] dx;
  private float[] dy;
  private float[] dz;
  private float[][] ahead;
  private double[][] blockSums = {};
  private final float[] motion = new float[Motion.LENGTH];
  final BodySummary summary = new BodySummary();
  private final BodySummary heldMotion = new BodySummary();
  private final double[][] heldSums = new double[1][16];
  private final StepContext context = new StepContext();
  private final double[] pull = context.sums;
  private final double[] places = new double[4];
  private final double[] momenta = new double[4];
  private float[][] scratch = {};
  double elasticEnergy;
  private final Workers.BlockTask summaryTask = this::summarizeBlock;
  private final Workers.BlockTask predictTask = this::predictBlock;
  private final Workers.BlockTask moveTask = this::moveBlock;

  InnerStep(Body body) {
    this.body = body;
    makeRoom();
  }

  /** Arrays follow those of the particles; sums are lost. */
  void makeRoom() {
    int n = body.particles.x().length;
    dx = new float[n];
    dy = new float[n];
    dz = new float[n];
    ahead = new float[3][n];
    countBlocks();
  }

  /** As many sums as the particles have blocks. */
  void countBlocks() {
    int blocks = (body.particles.count() + Regions.BLOCK - 1) / Regions.BLOCK;
    if (blocks != blockSums.length) {
      blockSums = new double[blocks][16];
    }
  }

  /** One step of h seconds under a uniform acceleration. */
  void advance(float h, float ax, float ay, float az, Workers workers) {
    if (scratch.length < workers.count()) {
      scratch = new float[workers.count()][Kernels.SCRATCH];
    }
    Particles p = body.particles;
    long t0 = System.nanoTime();
    summarize(workers);
    if (!summary.isFinite()) {
      body.frozen = true;
      return;
    }
    if (summary.strays(Body.ORIGIN_STRAY * body.length)) {
      body.moveOrigin(summary.centerX, summary.centerY, summary.centerZ);
      summarize(workers);
    }
    body.regions.moveOrigin(summary.centerX, summary.centerY, summary.centerZ);
    rigidPart().rigidMotion(motion, Motion.SPIN, Motion.DRIFT);
    float[] x = p.x(), y = p.y(), z = p.z();
    Shaping shaping = body.shaping;
    boolean regionsPull = shaping == null || !shaping.replacesRegions();
    double lead = StepPlan.lead(body.elasticity);
    if (lead > 0 && regionsPull) {
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
    if (regionsPull) {
      body.regions.allowLift(StepPlan.lift(body.elasticity, body.stretchEigenvalue, h));
      context.place(x, y, z);
      context.into(dx, dy, dz);
      context.particles = p;
      context.workers = workers;
      body.fit.volume.set(
          body.keepVolume(),
          body.elasticity,
          StepPlan.alpha(body.elasticity, body.stretchEigenvalue, h));
      body.fit.fit(context);
    }
    long t2 = System.nanoTime();
    if (regionsPull) {
      body.fit.pull(context);
    }
    PoseOffsets offsets = offsets();
    if (offsets != null) {
      offsets.settle(summary, pull);
    }
    if (shaping != null) {
      shaping.settle();
    }
    long t3 = System.nanoTime();
    planMotion(h, ax, ay, az);
    workers.run(blockSums.length, moveTask);
    body.times.add(t1 - t0, t2 - t1, t3 - t2, System.nanoTime() - t3);
  }

  /** Center of mass and its velocity now, 6 numbers. */
  void centerMotion(double[] out) {
    if (scratch.length == 0) {
      scratch = new float[1][Kernels.SCRATCH];
    }
    Particles p = body.particles;
    float[] m = p.mass(), x = p.x(), y = p.y(), z = p.z(), vx = p.vx(), vy = p.vy(), vz = p.vz();
    Arrays.fill(places, 0);
    Arrays.fill(momenta, 0);
    for (int from = 0; from < p.count(); from += Regions.BLOCK) {
      int to = Math.min(from + Regions.BLOCK, p.count());
      body.kernels.pullSums(m, vx, vy, vz, x, y, z, from, to, scratch[0], places);
      body.kernels.pullSums(m, vx, vy, vz, vx, vy, vz, from, to, scratch[0], momenta);
    }
    for (int k = 0; k < 3; k++) {
      out[k] = places[k] / body.totalMass;
      out[3 + k] = momenta[k] / body.totalMass;
    }
  }

  private void summarize(Workers workers) {
    workers.run(blockSums.length, summaryTask);
    summary.set(blockSums, body.totalMass);
  }

  private void summarizeBlock(int block, int worker) {
    int from = block * Regions.BLOCK;
    int to = Math.min(from + Regions.BLOCK, body.particles.count());
    Particles p = body.particles;
    Arrays.fill(blockSums[block], 0);
    body.kernels.motionSums(
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
    double alpha = StepPlan.alpha(body.elasticity, body.stretchEigenvalue, h);
    double keep = StepPlan.keep(body.elasticity, h);
    double stiffness = alpha / ((double) h * h);
    Shaping shaping = body.shaping;
    boolean shaped = shaping != null && shaping.isWorking();
    if (body.examples != null && body.examples.weights.isDriven() || shaped) {
      body.guard.adopt(); // whoever drives the shape does work on it
    }
    PoseOffsets offsets = offsets();
    double elastic = body.fit.elasticSum() + (offsets == null ? 0 : offsets.elasticSum());
    elasticEnergy =
        shaped && (!shaping.hasEnergy() || shaping.replacesRegions())
            ? 0
            : 0.5 * stiffness * (summary.secondMoment - elastic);
    if (!shaped) {
      keep *=
          body.guard.keep(
              summary,
              elasticEnergy,
              0.5 * alpha / h * pull[3],
              1e-6 * stiffness * body.totalMass * body.length * body.length,
              body.heldCount > 0,
              keep < 1);
    }
    double noise =
        body.fit.volume.noise()
            * body.regions.strongestLift()
            * alpha
            / h
            * FLOAT_STEP
            * body.length;
    keep *= EnergyGuard.quieten(summary, noise);
    double regionAlpha = alpha;
    if (shaped) {
      alpha *= shaping.regionShare();
      regionAlpha = alpha;
      if (shaping.pullsWhole()) {
        GlobalPull whole = shaping.wholePull();
        whole.pull((float) alpha, h, dx, dy, dz);
        keep = whole.keep(keep, h);
        if (shaping.replacesRegions()) {
          elasticEnergy = whole.energy();
          shaping.turnRegions(body.regions);
        }
        // What pulls to pins has a sum of its own, and none without pins.
        for (int k = 0; k < pull.length; k++) {
          pull[k] *= offsets == null ? 0 : alpha;
        }
        alpha = 1; // is in d by now
      }
    }
    if (offsets != null) {
      keep = takeTurnOut(offsets, regionAlpha / h, keep);
    } else if (body.heldCount == 0 && isNoise(summary, NOISE_SPIN * noise)) {
      // Rounding turns a body as steadily as it would push it, had the mean of d not been taken
      // out.
      keep = Math.min(keep, 1 - UNDAMPED);
      double by = 1 / (double) (float) (keep - 1);
      addTurn(by * summary.spinX, by * summary.spinY, by * summary.spinZ);
    }
    float[] n = motion;
    n[Motion.STEP] = h;
    n[Motion.PULL] = (float) (alpha / h);
    n[Motion.KEEP_MINUS_ONE] = (float) (keep - 1);
    for (int k = 0; k < 3; k++) {
      n[Motion.MEAN + k] = (float) (pull[k] / body.totalMass);
    }
    n[Motion.KICK] = h * ax;
    n[Motion.KICK + 1] = h * ay;
    n[Motion.KICK + 2] = h * az;
  }

  private PoseOffsets offsets() {
    return body.examples == null ? null : body.examples.offsets();
  }

  /**
   * Takes the torque of pose offsets out, by way of the rigid motion that damping leaves alone:
   * that is multiplied by keep - 1, so a rigid motion over keep - 1 is what is wanted. Without
   * damping a trace of it, far below what a float resolves, serves as well.
   *
   * @param rate alpha / h of the pull with the torque
   * @return keep
   */
  private double takeTurnOut(PoseOffsets offsets, double rate, double keep) {
    double k = Math.min(keep, 1 - UNDAMPED);
    double by = rate / (float) (k - 1);
    BodySummary s = summary;
    double tx = offsets.torque(0), ty = offsets.torque(1), tz = offsets.torque(2);
    double wx = by * (s.turn00 * tx + s.turn01 * ty + s.turn02 * tz);
    double wy = by * (s.turn01 * tx + s.turn11 * ty + s.turn12 * tz);
    double wz = by * (s.turn02 * tx + s.turn12 * ty + s.turn22 * tz);
    addTurn(wx, wy, wz);
    return k;
  }

  /** Whether the spin is no more than a velocity at the body's ends. */
  private boolean isNoise(BodySummary s, double velocity) {
    double spin2 = s.spinX * s.spinX + s.spinY * s.spinY + s.spinZ * s.spinZ;
    double most = velocity / (0.5 * body.length);
    return spin2 > 0 && spin2 < most * most;
  }

  /** Adds a spin about the center to the rigid motion that damping leaves alone. */
  private void addTurn(double wx, double wy, double wz) {
    BodySummary s = summary;
    motion[Motion.SPIN] += (float) wx;
    motion[Motion.SPIN + 1] += (float) wy;
    motion[Motion.SPIN + 2] += (float) wz;
    motion[Motion.DRIFT] -= (float) (wy * s.centerZ - wz * s.centerY);
    motion[Motion.DRIFT + 1] -= (float) (wz * s.centerX - wx * s.centerZ);
    motion[Motion.DRIFT + 2] -= (float) (wx * s.centerY - wy * s.centerX);
  }

  /**
   * The rigid motion that damping leaves alone: the body's own, or, where particles are held, that
   * of the held ones, so that a bar held at one end comes to rest. About a single held particle the
   * body turns freely.
   */
  private BodySummary rigidPart() {
    if (body.heldCount == 0) {
      return summary;
    }
    Particles p = body.particles;
    double[] sums = heldSums[0];
    Arrays.fill(sums, 0);
    double mass = 0;
    for (int i = 0; i < p.count(); i++) {
      if (p.mobility()[i] == 0) {
        mass += p.mass()[i];
        body.kernels.motionSums(
            p.mass(), p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz(), i, i + 1, scratch[0], sums);
      }
    }
    heldMotion.set(heldSums, mass);
    if (body.heldCount == 1) {
      heldMotion.spinX = summary.spinX;
      heldMotion.spinY = summary.spinY;
      heldMotion.spinZ = summary.spinZ;
    }
    return heldMotion;
  }

  private void predictBlock(int block, int worker) {
    int from = block * Regions.BLOCK;
    int to = Math.min(from + Regions.BLOCK, body.particles.count());
    Particles p = body.particles;
    float[] x = ahead[0], y = ahead[1], z = ahead[2];
    body.kernels.predict(motion, p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz(), x, y, z, from, to);
    Arrays.fill(blockSums[block], 0);
    body.kernels.pullSums(p.mass(), x, y, z, x, y, z, from, to, scratch[worker], blockSums[block]);
  }

  private void moveBlock(int block, int worker) {
    int from = block * Regions.BLOCK;
    int to = Math.min(from + Regions.BLOCK, body.particles.count());
    Particles p = body.particles;
    body.kernels.move(
        motion, p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz(), dx, dy, dz, p.mobility(), from, to);
  }
}
