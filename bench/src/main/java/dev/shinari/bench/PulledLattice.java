package dev.shinari.bench;

import dev.shinari.bench.measure.Row;
import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Look;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A lattice in a world of its own that is pulled at its left and right until it tears. */
final class PulledLattice {
  static final float STEP = 1 / 240f;
  static final int PULL_STEPS = 120;

  final World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
  final LatticeBody first;
  private double best = Double.POSITIVE_INFINITY;
  private double worst;
  private double pullSeconds;

  /**
   * @param grip how far from either end it is held, meters
   * @param way how far each end is moved, meters
   */
  PulledLattice(
      String name,
      LatticeShape shape,
      LatticeGrid grid,
      Toughness toughness,
      double grip,
      double way) {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            name,
            shape,
            grid,
            FractureSettings.DEFAULT
                .withRatios(1.2f, 1.35f, 1.08f)
                .withMergeSeconds(0.1f)
                .withMaxCells(1_000_000),
            toughness,
            1,
            Elasticity.hertz(5, 0.3f));
    first = LatticeBody.of(l, LatticeSkin.CELLS);
    world.add(first, BodySettings.DEFAULT.withSoftContact(false).withSleeps(false), Look.BODY);
    Body body = l.body();
    Particles p = body.particles();
    Bounds b = shape.bounds();
    for (int side = -1; side <= 1; side += 2) {
      int sign = side;
      double at = side < 0 ? b.minX() + grip : b.maxX() - grip;
      int[] held = IntStream.range(0, p.count()).filter(i -> sign * (p.x()[i] - at) >= 0).toArray();
      MotionPath path =
          MotionPath.builder().key(0, 0, 0, 0).key(PULL_STEPS * STEP, sign * way, 0, 0).build();
      world.add(Handle.builder(body, held).path(path).build());
    }
  }

  /** Processor time of this thread: other work on the machine does not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  void pull() {
    long begin = cpuNanos();
    for (int s = 0; s < PULL_STEPS; s++) {
      long t = cpuNanos();
      world.step(STEP);
      worst = Math.max(worst, 1e-9 * (cpuNanos() - t));
    }
    pullSeconds = 1e-9 * (cpuNanos() - begin);
  }

  void time(int steps) {
    long begin = cpuNanos();
    for (int s = 0; s < steps; s++) {
      world.step(STEP);
    }
    best = Math.min(best, 1e-9 * (cpuNanos() - begin) / steps);
  }

  /** Where it is torn, in its rest shape: middles of torn faces as x, y, z, ... */
  double[] tearPath() {
    return first.pieces().stream()
        .flatMapToDouble(m -> Arrays.stream(m.lattice().tornFaces()))
        .toArray();
  }

  /** Hausdorff distance of two paths: no point of either is further from the other. */
  static double apart(double[] path, double[] other) {
    return Math.max(furthest(path, other), furthest(other, path));
  }

  private static double furthest(double[] path, double[] other) {
    double most = 0;
    for (int i = 0; i < path.length; i += 3) {
      double nearest = Double.POSITIVE_INFINITY;
      for (int j = 0; j < other.length; j += 3) {
        double dx = path[i] - other[j], dy = path[i + 1] - other[j + 1];
        double dz = path[i + 2] - other[j + 2];
        nearest = Math.min(nearest, dx * dx + dy * dy + dz * dz);
      }
      most = Math.max(most, nearest);
    }
    return Math.sqrt(most);
  }

  Row row(String caseName) {
    int n = first.family().particleCount();
    return new Row("fracture", caseName, "shinari", 1)
        .with(Row.PARTICLES, n)
        .with(Row.NANOS, 1e9 * best / n)
        .with(Row.STEPS, 1 / best)
        .with("framesPerSecond", 1 / best)
        .with("pullStepsPerSecond", PULL_STEPS / pullSeconds)
        .with("worstStepMillis", 1e3 * worst)
        .with("innerSteps", first.body().innerSteps(STEP))
        .with("tears", first.family().tears())
        .with("pieces", first.family().members().size());
  }
}
