package dev.shinari.bench;

import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.bench.measure.Suite;
import dev.shinari.fracture.Toughness;
import dev.shinari.io.drawing.SvgPath;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import java.util.List;
import java.util.Locale;

/**
 * Lattices that tear: table 1 of [Ohta] (star and teapot, adaptive beside uniform cells of the same
 * finest size, same pull, same thresholds; cells as large as give the number of vertices that the
 * table has), a solid, and what one change costs in bodies of different size ({@link TearCosts}).
 * Uniform lattices run the same operator and the same kernels; they only have cells of the finest
 * size everywhere. All on one thread, in a world of their own.
 */
final class FractureSuite implements Suite {
  private static final int LEVELS = 4;

  /** Share of a body's width that is held at either end, and that each end is moved by. */
  private static final double GRIP = 0.15, WAY = 0.12;

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
            + PulledLattice.PULL_STEPS
            + " steps of 1/240 s, all at 5 Hz, w = 1, one thread, its processor time; steps a second in the torn state");
    report.header();
    flat("star", star(), 0.125f, options, report);
    flat("teapot", teapot(), 0.092f, options, report);
    if (options.wants("solid-30000")) {
      solid(report);
    }
    if (options.wants("tear")) {
      new TearCosts().run(options, report);
    }
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

  private static void flat(
      String name, double[][] loops, float cell, BenchOptions options, Report report) {
    if (!options.wants(name)) {
      return;
    }
    LatticeShape shape = new OutlineShape(loops);
    Bounds b = shape.bounds();
    LatticeGrid coarse = new LatticeGrid(cell, LEVELS, 1);
    LatticeGrid finest = new LatticeGrid(cell / (1 << LEVELS), 0, 0);
    double grip = GRIP * b.sizeX(), way = WAY * b.sizeX();
    for (int warm = 0; warm < 4; warm++) {
      new PulledLattice(name, shape, coarse, Toughness.EVEN, grip, way).pull();
    }
    PulledLattice adaptive = new PulledLattice(name, shape, coarse, Toughness.EVEN, grip, way);
    PulledLattice uniform = new PulledLattice(name, shape, finest, Toughness.EVEN, grip, way);
    adaptive.pull();
    uniform.pull();
    for (int s = 0; s < 60; s++) {
      adaptive.world.step(PulledLattice.STEP); // cells that were split but never tore merge
    }
    for (int round = 0; round < (options.quick() ? 4 : 8); round++) {
      adaptive.time(options.quick() ? 40 : 200);
      uniform.time(options.quick() ? 2 : 6);
    }
    Row a = adaptive.row(name + "-adaptive");
    Row u = uniform.row(name + "-uniform");
    double apart = PulledLattice.apart(adaptive.tearPath(), uniform.tearPath()) / cell;
    a.with("tearPathsApartCoarseCells", apart);
    report.add(List.of(a));
    report.add(List.of(u));
    tell(report, a);
    tell(report, u);
    report.target(
        new BenchTarget(
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
    report.say(
        String.format(
            Locale.ROOT,
            "  %s: the two tear paths are %.2f coarse cells (%.1f finest ones) apart at most",
            name,
            apart,
            apart * (1 << LEVELS)));
    report.target(
        new BenchTarget(name + ": adaptive, steps a second, torn", a.figure(Row.STEPS), true, 240));
    report.target(
        new BenchTarget(
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
    PulledLattice p =
        new PulledLattice(
            "solid-30000", bar, new LatticeGrid(0.4f, 2, 0), Toughness.EVEN, 1.2, 1.5);
    p.pull();
    for (int round = 0; round < 3; round++) {
      p.time(30);
    }
    Row r = p.row("solid-30000");
    report.add(List.of(r));
    tell(report, r);
    report.target(
        new BenchTarget(
            "solid of 30,000 finest cells: steps a second while it tears",
            r.figure("pullStepsPerSecond"),
            true,
            60));
  }
}
