package dev.shinari.bench;

import dev.shinari.body.Body;
import dev.shinari.body.Elasticity;
import dev.shinari.body.Particles;
import dev.shinari.collide.Path;
import dev.shinari.io.drawing.SvgPath;
import dev.shinari.lattice.AdaptiveLattice;
import dev.shinari.lattice.FractureSettings;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeGrid;
import dev.shinari.lattice.LatticeShape;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.lattice.Toughness;
import dev.shinari.mesh.Bounds;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Handle;
import dev.shinari.world.Look;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Lattices that tear: table 1 of [Ohta] (star and teapot, adaptive beside uniform cells of the same
 * finest size, same pull, same thresholds), a solid, and what one tear costs in bodies of different
 * size. Uniform lattices run the same operator and the same kernels; they only have cells of the
 * finest size everywhere. All on one thread, in a world of their own.
 */
final class FractureSuite implements Suite {
  private static final float STEP = 1 / 240f;
  private static final int PULL_STEPS = 120;

  @Override
  public String name() {
    return "fracture";
  }

  @Override
  public String summary() {
    return "tearing lattices, adaptive beside uniform, and the cost of one tear";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    report.say(
        "fracture: pulled apart over "
            + PULL_STEPS
            + " steps of 1/240 s, all at 5 Hz, w = 1, one thread, its processor time; steps a second in the torn state");
    report.header();
    flat("star", star(), 0.12f, options, report);
    flat("teapot", teapot(), 0.1f, options, report);
    if (options.wants("solid-30000")) {
      solid(report);
    }
    if (options.wants("tear")) {
      tearCost(options, report);
    }
  }

  /** Processor time of this thread: other work on the machine does not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double[][] star() {
    double[] p = new double[20];
    for (int k = 0; k < 10; k++) {
      double r = k % 2 == 0 ? 1 : 0.45, t = Math.PI / 2 + k * Math.PI / 5;
      p[2 * k] = r * StrictMath.cos(t);
      p[2 * k + 1] = r * StrictMath.sin(t);
    }
    return new double[][] {p};
  }

  private static double[][] teapot() {
    double[][] loops =
        SvgPath.loops(
            "M -60 -55 C -75 -20 -78 20 -45 50 L 45 50 C 62 35 70 18 70 2 C 92 -6 98 -38 120 -52"
                + " L 104 -60 C 88 -50 78 -34 64 -30 C 62 -40 58 -48 54 -55 C 40 -66 20 -70 8 -72"
                + " C 14 -80 8 -90 0 -90 C -8 -90 -14 -80 -8 -72 C -24 -70 -48 -66 -60 -55 Z"
                + " M -66 -34 C -108 -52 -126 -20 -112 6 C -102 24 -84 32 -64 30 L -68 16"
                + " C -84 16 -96 8 -101 -6 C -108 -26 -96 -38 -70 -20 Z");
    for (double[] loop : loops) {
      for (int i = 0; i < loop.length; i++) {
        loop[i] /= 75;
      }
    }
    return loops;
  }

  /** A lattice in a world, pulled at its left and right. */
  private static final class Pulled {
    final World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    final LatticeBody first;
    double best = Double.POSITIVE_INFINITY;
    double worst;
    double pullSeconds;

    Pulled(String name, LatticeShape shape, LatticeGrid grid, double grip, double way) {
      AdaptiveLattice l =
          AdaptiveLattice.over(
              name,
              shape,
              grid,
              FractureSettings.DEFAULT
                  .withRatios(1.2f, 1.35f, 1.08f)
                  .withMergeSeconds(0.1f)
                  .withMaxCells(1_000_000),
              Toughness.EVEN,
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
        int[] held =
            IntStream.range(0, p.count()).filter(i -> sign * (p.x()[i] - at) >= 0).toArray();
        Path path =
            Path.builder()
                .key(0, 0, 0, 0, 0, 1, 0, 0)
                .key(PULL_STEPS * STEP, sign * way, 0, 0, 0, 1, 0, 0)
                .build();
        world.add(Handle.builder(body, held).path(path).build());
      }
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

    Row row(String caseName, String system) {
      int n = first.family().particleCount();
      return new Row("fracture", caseName, system, 1)
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

  private static void flat(
      String name, double[][] loops, float cell, BenchOptions options, Report report) {
    if (!options.wants(name)) {
      return;
    }
    int levels = 4;
    LatticeShape shape = new OutlineShape(loops);
    Bounds b = shape.bounds();
    double grip = 0.15 * b.sizeX(), way = 0.2 * b.sizeX();
    Pulled warm = new Pulled(name, shape, new LatticeGrid(cell, levels, 1), grip, way);
    warm.pull();
    Pulled adaptive = new Pulled(name, shape, new LatticeGrid(cell, levels, 1), grip, way);
    Pulled uniform =
        new Pulled(name, shape, new LatticeGrid(cell / (1 << levels), 0, 0), grip, way);
    adaptive.pull();
    uniform.pull();
    for (int s = 0; s < 60; s++) {
      adaptive.world.step(STEP); // cells that were split but never tore merge
    }
    for (int round = 0; round < (options.quick() ? 4 : 8); round++) {
      adaptive.time(options.quick() ? 40 : 200);
      uniform.time(options.quick() ? 2 : 6);
    }
    Row a = adaptive.row(name + "-adaptive", "shinari");
    Row u = uniform.row(name + "-uniform", "shinari");
    report.add(List.of(a));
    report.add(List.of(u));
    tell(report, a);
    tell(report, u);
    report.target(
        new Target(
            name + ": adaptive, times the frames a second of uniform",
            a.figure(Row.STEPS) / u.figure(Row.STEPS),
            true,
            name.equals("star") ? 20 : 40));
    report.say(
        String.format(
            Locale.ROOT,
            "  %s: %.1f times the frames a second; %.1f times by fewer particles alone",
            name,
            a.figure(Row.STEPS) / u.figure(Row.STEPS),
            a.figure(Row.STEPS)
                / u.figure(Row.STEPS)
                * a.figure("innerSteps")
                / u.figure("innerSteps")));
    report.target(
        new Target(name + ": adaptive, steps a second, torn", a.figure(Row.STEPS), true, 240));
    report.target(
        new Target(
            name + ": adaptive, steps a second while it tears",
            a.figure("pullStepsPerSecond"),
            true,
            240));
  }

  private static void tell(Report report, Row r) {
    report.say(
        String.format(
            Locale.ROOT,
            "  %s: %.0f inner steps a step; %,.0f pairs torn, %.0f pieces; %,.0f steps a second"
                + " during the pull, worst step %.1f ms",
            r.caseName(),
            r.figure("innerSteps"),
            r.figure("tears"),
            r.figure("pieces"),
            r.figure("pullStepsPerSecond"),
            r.figure("worstStepMillis")));
  }

  /** A bar of 20 x 20 x 75 finest cells. */
  private static void solid(Report report) {
    LatticeShape bar =
        LatticeShape.box(new Bounds(0, 0, 0, 7.5f, 2, 2)); // 20 x 20 x 75 finest cells
    Pulled p = new Pulled("solid-30000", bar, new LatticeGrid(0.4f, 2, 0), 1.2, 1.5);
    p.pull();
    for (int round = 0; round < 3; round++) {
      p.time(30);
    }
    Row r = p.row("solid-30000", "shinari");
    report.add(List.of(r));
    tell(report, r);
    report.target(
        new Target(
            "solid of 30,000 finest cells: steps a second while it tears",
            r.figure("pullStepsPerSecond"),
            true,
            60));
  }

  /** One tear, one split and one merge in sheets of ever more cells. */
  private static void tearCost(BenchOptions options, Report report) {
    List<Double> micros = new ArrayList<>();
    int[] sides = options.quick() ? new int[] {64, 128, 256} : new int[] {64, 128, 256, 512};
    report.say("");
    report.say("cost of one change, regions included (median of 240, second of two rounds):");
    for (int round = 0; round < 2; round++) {
      for (int n : sides) {
        AdaptiveLattice l =
            AdaptiveLattice.over(
                "sheet",
                LatticeShape.box(new Bounds(0, 0, 0, n, n, 0)),
                new LatticeGrid(1, 1, 0),
                FractureSettings.DEFAULT.withMaxCells(1_000_000),
                Toughness.EVEN,
                1,
                Elasticity.DEFAULT);
        double tear = median(l, n, 0), split = median(l, n, 1), merge = median(l, n, 2);
        if (round == 1) {
          micros.add(tear);
          report.say(
              String.format(
                  Locale.ROOT,
                  "  %,8d cells: tear %6.1f us, split %6.1f us, merge %6.1f us",
                  n * n,
                  tear,
                  split,
                  merge));
          report.addQuietly(
              new Row("fracture", "tear-" + n * n, "shinari", 1)
                  .with("tearMicros", tear)
                  .with("splitMicros", split)
                  .with("mergeMicros", merge));
        }
      }
    }
    stepCost(sides, report);
    report.target(
        new Target(
            "one tear in the largest sheet, times its cost in the smallest",
            micros.get(micros.size() - 1) / micros.get(0),
            false,
            2));
  }

  /**
   * What one tear adds to a step of the whole world, in sheets of ever more cells: the changed
   * cells and regions, the search for pieces, handles and contact. Steps with and without a tear in
   * turns; the figure is {@link dev.shinari.world.StepReport#changeNanos} and the tear itself.
   */
  private static void stepCost(int[] sides, Report report) {
    List<Double> micros = new ArrayList<>();
    report.say("");
    report.say("what one tear adds to a step of the world (median of 60, second of two rounds):");
    for (int round = 0; round < 2; round++) {
      for (int n : sides) {
        AdaptiveLattice l =
            AdaptiveLattice.over(
                "sheet",
                LatticeShape.box(new Bounds(0, 0, 0, n, n, 0)),
                new LatticeGrid(1, 0, 0),
                FractureSettings.DEFAULT.withRatios(1e6f, 1e6f, 0).withMaxCells(1_000_000),
                Toughness.EVEN,
                1,
                Elasticity.alpha(0.5f, 0.3f));
        LatticeBody sheet = LatticeBody.of(l, LatticeSkin.CELLS);
        World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
        world.add(sheet, BodySettings.DEFAULT.withSleeps(false), Look.BODY);
        world.step(STEP);
        int count = 60;
        double[] times = new double[count], whole = new double[count];
        for (int k = 0; k < count; k++) {
          int c = l.cellAt(1.5 + k % 15 * 4, 1.5 + k / 15 * 8, 0);
          long begin = System.nanoTime();
          sheet.tear(c, 1);
          sheet.tear(l.cellAt(1.5 + k % 15 * 4, 2.5 + k / 15 * 8, 0), 1);
          l.finish();
          long torn = System.nanoTime() - begin;
          world.step(STEP);
          times[k] = 1e-3 * (torn + world.report().changeNanos());
          begin = System.nanoTime();
          world.step(STEP);
          whole[k] = 1e-3 * (System.nanoTime() - begin);
        }
        Arrays.sort(times);
        Arrays.sort(whole);
        if (round == 1) {
          micros.add(times[count / 2]);
          report.say(
              String.format(
                  Locale.ROOT,
                  "  %,8d cells: two pairs cut %6.1f us; a step without %,8.0f us",
                  n * n,
                  times[count / 2],
                  whole[count / 2]));
          report.addQuietly(
              new Row("fracture", "tear-step-" + n * n, "shinari", 1)
                  .with("tearMicros", times[count / 2])
                  .with("stepMicros", whole[count / 2]));
        }
      }
    }
    report.target(
        new Target(
            "what a tear adds to a step of the largest sheet, times that of the smallest",
            micros.get(micros.size() - 1) / micros.get(0),
            false,
            2));
  }

  /** Median microseconds of one change; tears are those that part two cells at a particle. */
  private static double median(AdaptiveLattice l, int n, int kind) {
    int across = n / 4, count = Math.min(240, across * across);
    double[] times = new double[count];
    for (int k = 0; k < count; k++) {
      // Scattered over the sheet, each place once.
      double x = 1.5 + 4 * (k % across), y = 1.5 + 4 * (k / across) + (kind == 0 ? 0 : 2);
      int c = l.cellAt(x, y, 0);
      if (kind == 0) {
        l.tear(l.cellAt(x, y + 1, 0), 1);
      } else if (kind == 2) {
        l.split(c);
      }
      l.finish();
      long t = System.nanoTime();
      if (kind == 0) {
        l.tear(c, 1);
      } else if (kind == 1) {
        l.split(c);
      } else {
        l.merge(c);
      }
      l.finish();
      times[k] = 1e-3 * (System.nanoTime() - t);
      if (kind == 1) {
        l.merge(c);
        l.finish();
      }
    }
    Arrays.sort(times);
    return times[count / 2];
  }
}
