package dev.shinari.bench;

import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.collide.Collider;
import dev.shinari.collide.ContactMaterial;
import dev.shinari.collide.soft.BroadPhase;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.mesh.Lattice;
import dev.shinari.parallel.Workers;
import dev.shinari.world.BodySettings;
import dev.shinari.world.World;
import java.util.List;
import java.util.Locale;

/**
 * Soft cubes that fall on a heap: awake for good, or left to come to rest. Rows are named after the
 * number of cubes and the particles of each.
 */
final class CubeHeaps {
  static final float STEP = 1 / 120f;
  private static final float CELL = 0.1f;
  private static final int[] COUNTS = {10, 100, 200, 1000};

  private final int threads;
  private final BenchOptions options;
  private final Report report;

  CubeHeaps(int threads, BenchOptions options, Report report) {
    this.threads = threads;
    this.options = options;
    this.report = report;
  }

  static Body cube(String name, int cells, float side, boolean breakable) {
    return Body.builder(name, Lattice.block(cells, cells, cells, side / cells, 0, 0, 0))
        .elasticity(Elasticity.hertz(8, 0.2f))
        .breakable(breakable)
        .halfWidth(1)
        .build();
  }

  /** Cubes in loose layers of a square, turned a little, so that they tumble into a heap. */
  static World heapOf(int n, int cells, boolean sleeps) {
    World world = new World();
    world.add(Collider.floor(0));
    int side = Math.max(2, (int) Math.round(StrictMath.cbrt(n)));
    float gap = 1.15f * cells * CELL;
    for (int k = 0; k < n; k++) {
      Body b = cube("cube-" + k, cells, cells * CELL, false);
      double a = 0.3 * StrictMath.sin(12.9898 * (k + 1));
      b.rotate(StrictMath.cos(a), 0, StrictMath.sin(a), 0, 0, 0, 0);
      b.translate(
          gap * (k % side) + 0.02 * StrictMath.sin(k),
          0.05 + gap * (k / (side * side)),
          gap * (k / side % side) + 0.02 * StrictMath.cos(k));
      world.add(b, BodySettings.DEFAULT.withSleeps(sleeps));
    }
    return world;
  }

  private static String when(int steps) {
    return steps < 0 ? "not yet" : String.format(Locale.ROOT, "at %.1f s", steps * STEP);
  }

  private static int particles(int cells) {
    return (cells + 1) * (cells + 1) * (cells + 1);
  }

  private Workers crew() {
    return threads == 1 ? Workers.SERIAL : new Workers(threads);
  }

  private static void close(Workers crew) {
    if (crew != Workers.SERIAL) {
      crew.close();
    }
  }

  private boolean leavesOut(String name, int n, int cells) {
    boolean large = n == 1000 || n == 200 && cells == 4;
    return !options.wants(name) || options.quick() && large;
  }

  /** Heaps that may not sleep, timed after a second of falling. */
  void awake() {
    report.say(
        "cartoon: soft cubes of 8 Hz in a heap, steps of 1/120 s, timed after a second of falling;"
            + " nobody may sleep");
    report.header();
    double target = Double.NaN;
    for (int n : COUNTS) {
      for (int cells = 2; cells <= 4; cells++) {
        String name = "heap-" + n + "x" + particles(cells);
        if (!leavesOut(name, n, cells)) {
          Row row = awake(name, n, cells);
          target = n == 200 && cells == 3 ? row.figure(Row.STEPS) : target;
        }
      }
    }
    if (!Double.isNaN(target)) {
      report.target(
          new BenchTarget("200 cubes of 64 particles in a heap: steps a second", target, true, 60));
    }
  }

  private Row awake(String name, int n, int cells) {
    World world = heapOf(n, cells, false);
    Workers crew = crew();
    world.setWorkers(crew);
    for (int s = 0; s < 120; s++) {
      world.step(STEP);
    }
    double best = Double.POSITIVE_INFINITY;
    long contacts = 0, contactNanos = 0;
    int steps = 0, most = options.quick() ? 20 : 60;
    long start = System.nanoTime();
    while (steps < most && (steps < 5 || System.nanoTime() - start < 10_000_000_000L)) {
      long t = System.nanoTime();
      world.step(STEP);
      best = Math.min(best, System.nanoTime() - t);
      contacts += world.report().bodyContacts();
      contactNanos += world.report().contactNanos();
      steps++;
    }
    close(crew);
    int particles = n * particles(cells);
    Row row =
        new Row("cartoon", name, "shinari", threads)
            .with(Row.PARTICLES, particles)
            .with(Row.NANOS, best / particles)
            .with(Row.STEPS, 1e9 / best)
            .with("contactsPerStep", contacts / (double) steps)
            .with("nanosPerContact", contacts == 0 ? 0 : contactNanos / (double) contacts);
    report.add(List.of(row));
    report.say(
        String.format(
            Locale.ROOT,
            "    %,.0f contacts a step, %,.0f ns each",
            row.figure("contactsPerStep"),
            row.figure("nanosPerContact")));
    return row;
  }

  /** The same heaps from the first step until all cubes sleep, or for ten seconds of their time. */
  void settling() {
    report.say("");
    report.say(
        "heaps as they come to rest: mean steps a second over ten seconds of simulated time");
    for (int n : COUNTS) {
      for (int cells = 2; cells <= 4; cells++) {
        String name = "settle-" + n + "x" + particles(cells);
        if (!leavesOut(name, n, cells)) {
          settling(name, n, cells);
        }
      }
    }
  }

  private void settling(String name, int n, int cells) {
    World world = heapOf(n, cells, true);
    Workers crew = crew();
    world.setWorkers(crew);
    int steps = 0, half = -1, all = -1;
    // Large heaps take minutes for their ten seconds: they end after one.
    long start = System.nanoTime(), limit = options.quick() ? 5_000_000_000L : 60_000_000_000L;
    while (steps < 1200 && System.nanoTime() - start < limit) {
      world.step(STEP);
      steps++;
      int asleep = world.report().sleeping();
      half = half < 0 && 2 * asleep >= n ? steps : half;
      all = asleep < n ? -1 : all < 0 ? steps : all;
    }
    double seconds = 1e-9 * (System.nanoTime() - start);
    close(crew);
    report.say(
        String.format(
            Locale.ROOT,
            "  %-14s %,8.0f steps a second over %,d steps, %d of %d asleep, half of them %s, all %s",
            name,
            steps / seconds,
            steps,
            world.report().sleeping(),
            n,
            when(half),
            when(all)));
    report.addQuietly(
        new Row("cartoon", name, "shinari", threads)
            .with(Row.PARTICLES, n * particles(cells))
            .with(Row.STEPS, steps / seconds)
            .with("asleep", world.report().sleeping())
            .with("secondsToRest", all < 0 ? Double.NaN : all * STEP));
  }

  /** Time of the broad phase a body, in heaps of ever more bodies. */
  void broadPhase() {
    report.say("");
    report.say("broad phase, best of 300:");
    double first = 0, last = 0;
    int few = 250, many = 4000;
    for (int n : new int[] {few, 1000, many}) {
      World world = heapOf(n, 2, false);
      ContactSurface[] surfaces = new ContactSurface[n];
      for (int k = 0; k < n; k++) {
        surfaces[k] = new ContactSurface(world.bodies().get(k), ContactMaterial.DEFAULT, 0);
        surfaces[k].begin();
        surfaces[k].measure();
      }
      BroadPhase phase = new BroadPhase();
      double best = Double.POSITIVE_INFINITY;
      for (int round = 0; round < 300; round++) {
        long t = System.nanoTime();
        phase.find(surfaces, n, STEP);
        best = Math.min(best, System.nanoTime() - t);
      }
      first = n == few ? best / n : first;
      last = best / n;
      report.say(
          String.format(
              Locale.ROOT,
              "  %,6d bodies: %,8.1f us, %6.1f ns and %.1f tests a body, %,d pairs",
              n,
              1e-3 * best,
              best / n,
              phase.testCount() / (double) n,
              phase.pairCount()));
      report.addQuietly(
          new Row("cartoon", "broad-" + n, "shinari", 1)
              .with("nanosPerBody", best / n)
              .with("testsPerBody", phase.testCount() / (double) n));
    }
    report.target(
        new BenchTarget(
            "broad phase a body, " + many + " bodies to " + few, last / first, false, 4));
  }

  /** A heap that is left alone for 100,000 steps: finite, and asleep in the end. */
  void longRun() {
    int n = 200, cells = 3, steps = 100_000, asleepSince = -1, s = 0;
    World world = heapOf(n, cells, true);
    Workers crew = crew();
    world.setWorkers(crew);
    report.say("");
    long start = System.nanoTime();
    for (; s < steps; s++) {
      world.step(STEP);
      boolean all = world.report().sleeping() == n;
      asleepSince = all ? (asleepSince < 0 ? s : asleepSince) : -1;
      if ((s + 1) % 10_000 == 0 || s + 1 == 1000) {
        report.say(
            String.format(
                Locale.ROOT,
                "  long-200x64: %,d steps, %d of %d asleep, %.0f s",
                s + 1,
                world.report().sleeping(),
                n,
                1e-9 * (System.nanoTime() - start)));
      }
    }
    close(crew);
    boolean finite = world.report().frozen() == 0;
    double highest = 0;
    for (Body b : world.bodies()) {
      for (int i = 0; i < b.particles().count(); i++) {
        finite &= Double.isFinite(b.particles().worldX(i) + b.particles().worldZ(i));
        highest = Math.max(highest, b.particles().worldY(i));
      }
    }
    report.say(
        String.format(
            Locale.ROOT,
            "heap of 200 cubes of 64 particles over 100,000 steps: %s, %.2f m high, %s",
            finite ? "finite" : "not finite",
            highest,
            asleepSince < 0 ? "not at rest" : "at rest since step " + asleepSince));
    report.addQuietly(
        new Row("cartoon", "long-200x64", "shinari", threads)
            .with("asleep", world.report().sleeping())
            .with("restSinceStep", asleepSince)
            .with("frozen", world.report().frozen()));
    report.target(
        new BenchTarget(
            "heap of 200 over 100,000 steps: cubes at rest in the end",
            finite ? world.report().sleeping() : 0,
            true,
            n));
  }
}
