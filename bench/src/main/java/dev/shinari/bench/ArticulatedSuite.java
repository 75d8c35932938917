package dev.shinari.bench;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.articulated.Grip;
import dev.shinari.articulated.shape.Limbs;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.bem.LameSphere;
import dev.shinari.bench.measure.Allocation;
import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.bench.measure.Suite;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.world.Snapshot;
import dev.shinari.world.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Table 1 of [Watanabe]: chains of cylinders of 82 vertices, hung at both ends and swinging. A
 * frame is one step of 1/60 s and the whole skin. Beside it the precomputation of a part, memory,
 * and the boundary elements' error against the known solution of a thick sphere.
 */
final class ArticulatedSuite implements Suite {
  private static final int[] COUNTS = {30, 40, 50, 70, 100, 300, 1000};
  private static final double[] PAPER = {58.3, 38.9, 29.6, 22.7, 14.7};
  private static final float LENGTH = 0.2f;
  private static final float STEP = 1 / 60f;

  @Override
  public String name() {
    return "articulated";
  }

  @Override
  public String summary() {
    return "jointed boundary-element cylinders, as in the paper's table; precomputation; accuracy";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    report.say(
        "articulated: chains of cylinders of 82 vertices; a frame is a step of 1/60 s and all of the skin");
    if (options.wants("precompute-82")) {
      precompute("precompute-82", Limbs.SIDES, Limbs.LAYERS, options.quick() ? 3 : 8, 1, report);
    }
    if (options.wants("precompute-1002") && !options.quick()) {
      precompute("precompute-1002", 40, 24, 1, 60, report);
    }
    JointedOperator shape = shape(Limbs.SIDES, Limbs.LAYERS);
    runTable(options, shape, report);
    if (options.wants("memory-cylinders-1000")) {
      measureMemory(report);
    }
    if (options.wants("lame")) {
      lame(options, report);
    }
  }

  private static JointedOperator shape(int sides, int layers) {
    return Limbs.operator(sides, layers, LENGTH, 0.06f, 0.06f, new ElasticMaterial(2e5f, 0.4f));
  }

  private void precompute(
      String caseName, int sides, int layers, int rounds, double limit, Report report) {
    double best = Double.POSITIVE_INFINITY;
    int vertices = 0;
    for (int r = 0; r < rounds; r++) {
      long from = System.nanoTime();
      vertices = shape(sides, layers).vertexCount();
      best = Math.min(best, 1e-9 * (System.nanoTime() - from));
    }
    report.say(String.format(Locale.ROOT, "%-22s %.3f s", caseName, best));
    report.addQuietly(new Row(name(), caseName, "shinari", 1).with(Row.SECONDS, best));
    report.target(
        new BenchTarget(
            "seconds to precompute a part of " + vertices + " vertices", best, false, limit));
  }

  private static ArticulatedBody chain(int n, JointedOperator shape) {
    Skeleton.Builder s = Skeleton.builder();
    for (int j = 0; j <= n; j++) {
      s.joint("joint-" + j, j - 1, LENGTH * (j - 0.5 * n), 1, 0);
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder("chain", s.build());
    for (int j = 1; j <= n; j++) {
      b.limb(shape, j, 2 * Limbs.SIDES);
    }
    return b.grip(Grip.pin(0)).grip(Grip.pin(n)).build();
  }

  /** A chain in motion, with a crew, ready to be timed. */
  private static final class Runner implements AutoCloseable {
    final int threads;
    final World world = new World();
    final ArticulatedBody body;
    final Workers workers;
    final float[] out;
    final Snapshot start;
    double best = Double.POSITIVE_INFINITY;

    Runner(int n, JointedOperator shape, int threads) {
      this.threads = threads;
      body = chain(n, shape);
      workers = new Workers(threads);
      world.setWorkers(workers);
      world.add(body);
      out = new float[3 * body.surface().vertexCount()];
      frames(20); // until it swings
      start = world.save();
    }

    void frames(int count) {
      for (int k = 0; k < count; k++) {
        world.step(STEP);
        body.positions(out, workers);
      }
    }

    void round(int count) {
      world.restore(start);
      long from = System.nanoTime();
      frames(count);
      best = Math.min(best, 1e-9 * (System.nanoTime() - from) / count);
    }

    @Override
    public void close() {
      workers.close();
    }
  }

  private void runTable(BenchOptions options, JointedOperator shape, Report report) {
    try (Runner warm = new Runner(100, shape, 1)) {
      warm.frames(options.quick() ? 300 : 1000);
    }
    List<double[]> points = new ArrayList<>();
    report.say(
        String.format(
            Locale.ROOT,
            "%-18s %9s %9s %8s %9s %9s",
            "case",
            "vertices",
            "triangles",
            "threads",
            "frames/s",
            "paper"));
    for (int c = 0; c < COUNTS.length; c++) {
      String caseName = "cylinders-" + COUNTS[c];
      if (!options.wants(caseName)) {
        continue;
      }
      List<Runner> runners = new ArrayList<>();
      for (int threads : options.threads()) {
        runners.add(new Runner(COUNTS[c], shape, threads));
      }
      int rounds = options.quick() ? 25 : 100;
      int frames = Math.max(2, 300 / COUNTS[c]);
      for (int r = 0; r < rounds; r++) {
        runners.forEach(one -> one.round(frames));
      }
      for (Runner one : runners) {
        String paper = c < PAPER.length ? String.format(Locale.ROOT, "%.1f", PAPER[c]) : "-";
        report.say(
            String.format(
                Locale.ROOT,
                "%-18s %9d %9d %8d %9.1f %9s",
                caseName,
                one.body.surface().vertexCount(),
                one.body.surface().triangleCount(),
                one.threads,
                1 / one.best,
                paper));
        report.addQuietly(
            new Row(name(), caseName, "shinari", one.threads)
                .with(Row.PARTICLES, one.body.surface().vertexCount())
                .with(Row.FRAMES, 1 / one.best));
        if (one.threads == 1) {
          points.add(new double[] {Math.log(COUNTS[c]), Math.log(one.best)});
        }
        if (COUNTS[c] == 1000
            && one.threads == options.threads().get(options.threads().size() - 1)) {
          report.target(
              new BenchTarget(
                  "frames a second of 1,000 cylinders on " + one.threads + " threads",
                  1 / one.best,
                  true,
                  60));
        }
        one.close();
      }
    }
    if (points.size() > 2) {
      report.target(
          new BenchTarget("exponent of the time's growth, one thread", slope(points), false, 1.1));
    }
  }

  private static double slope(List<double[]> points) {
    double mx = 0, my = 0, xy = 0, xx = 0;
    for (double[] p : points) {
      mx += p[0] / points.size();
      my += p[1] / points.size();
    }
    for (double[] p : points) {
      xy += (p[0] - mx) * (p[1] - my);
      xx += (p[0] - mx) * (p[0] - mx);
    }
    return xy / xx;
  }

  private void measureMemory(Report report) {
    double before = Allocation.liveMegabytes();
    JointedOperator own = shape(Limbs.SIDES, Limbs.LAYERS);
    try (Runner one = new Runner(1000, own, 1)) {
      double megabytes = Allocation.liveMegabytes() - before;
      one.frames(1);
      report.addQuietly(
          new Row(name(), "memory-cylinders-1000", "shinari", 1)
              .with(Row.PARTICLES, one.body.surface().vertexCount())
              .with(Row.MEGABYTES, megabytes));
      report.target(
          new BenchTarget(
              "live megabytes of 1,000 cylinders, skin and snapshot", megabytes, false, 100));
    }
  }

  private void lame(BenchOptions options, Report report) {
    Map<Integer, Double> errors = new LinkedHashMap<>();
    for (int f : options.quick() ? new int[] {2, 3, 4} : new int[] {2, 3, 4, 5, 6}) {
      double e = LameSphere.error(f);
      errors.put(LameSphere.vertices(f), e);
      report.say(String.format(Locale.ROOT, "lame-%-16d error %.4f", LameSphere.vertices(f), e));
      report.addQuietly(
          new Row(name(), "lame-" + LameSphere.vertices(f), "shinari", 1).with("error", e));
    }
    List<double[]> points = new ArrayList<>();
    // vertices grow with the square of the resolution
    errors.forEach((v, e) -> points.add(new double[] {0.5 * Math.log(v), Math.log(e)}));
    report.target(
        new BenchTarget(
            "order of convergence, thick sphere under pressure", -slope(points), true, 1.7));
    if (options.json() != null) {
      try {
        report.note("plot written to " + LamePlot.write(options.json(), errors));
      } catch (IOException e) {
        report.note("the plot could not be written: " + e.getMessage());
      }
    }
  }
}
