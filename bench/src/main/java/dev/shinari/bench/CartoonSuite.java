package dev.shinari.bench;

import dev.shinari.body.Body;
import dev.shinari.body.Elasticity;
import dev.shinari.cartoon.Breakdown;
import dev.shinari.cartoon.Dent;
import dev.shinari.cartoon.Envelope;
import dev.shinari.cartoon.FollowThrough;
import dev.shinari.cartoon.GainBounce;
import dev.shinari.cartoon.ImpactHold;
import dev.shinari.cartoon.Inflate;
import dev.shinari.cartoon.Jump;
import dev.shinari.cartoon.Melt;
import dev.shinari.cartoon.Smear;
import dev.shinari.cartoon.SquashStretch;
import dev.shinari.cartoon.SuperElastic;
import dev.shinari.cartoon.Wobble;
import dev.shinari.collide.BroadPhase;
import dev.shinari.collide.Collider;
import dev.shinari.collide.ContactMaterial;
import dev.shinari.collide.ContactSurface;
import dev.shinari.mesh.Lattice;
import dev.shinari.parallel.Workers;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Effect;
import dev.shinari.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Heaps of soft cubes, and what effects cost. Cubes fall on a heap for a second of simulated time
 * and may not sleep; then steps are timed. Effects are timed on cubes that stand apart on the
 * floor, so that their share is the largest that it can be, in turn with the same cubes without.
 */
final class CartoonSuite implements Suite {
  private static final float STEP = 1 / 120f;
  private static final float CELL = 0.1f;

  @Override
  public String name() {
    return "cartoon";
  }

  @Override
  public String summary() {
    return "heaps of soft cubes, the cost of a contact, and what effects add to a step";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    report.say(
        "cartoon: soft cubes of 8 Hz in a heap, steps of 1/120 s, timed after a second of falling");
    report.header();
    int threads = options.threads().get(options.threads().size() - 1);
    double heap = Double.NaN;
    for (int n : new int[] {10, 100, 200, 1000}) {
      for (int cells = 2; cells <= 4; cells++) {
        int particles = (cells + 1) * (cells + 1) * (cells + 1);
        String name = "heap-" + n + "x" + particles;
        boolean large = n == 1000 && (options.quick() || cells > 2);
        if (!options.wants(name) || large || n != 200 && n != 1000 && cells != 3) {
          continue;
        }
        Row row = heap(name, n, cells, threads, options.quick() ? 20 : 60, report);
        heap = n == 200 && cells == 3 ? row.figure(Row.STEPS) : heap;
      }
    }
    if (!Double.isNaN(heap)) {
      report.target(
          new Target("200 cubes of 64 particles in a heap: steps a second", heap, true, 60));
    }
    if (options.wants("broad")) {
      broadPhase(report);
    }
    if (options.wants("effects")) {
      effects(options, report);
    }
    if (!options.quick() && options.wants("rest")) {
      rest(threads, report);
    }
  }

  private static Body cube(String name, int cells, boolean breakable) {
    return Body.builder(name, Lattice.block(cells, cells, cells, CELL, 0, 0, 0))
        .elasticity(Elasticity.hertz(8, 0.2f))
        .breakable(breakable)
        .halfWidth(1)
        .build();
  }

  /** Cubes in loose layers of a square, turned a little, so that they tumble into a heap. */
  private static World heapOf(int n, int cells, boolean sleeps) {
    World world = new World();
    world.add(Collider.floor(0));
    int side = Math.max(2, (int) Math.round(StrictMath.cbrt(n)));
    float gap = 1.15f * cells * CELL;
    for (int k = 0; k < n; k++) {
      Body b = cube("cube-" + k, cells, false);
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

  private static Row heap(String name, int n, int cells, int threads, int steps, Report report) {
    World world = heapOf(n, cells, false);
    Workers crew = threads == 1 ? Workers.SERIAL : new Workers(threads);
    world.setWorkers(crew);
    for (int s = 0; s < 120; s++) {
      world.step(STEP);
    }
    double best = Double.POSITIVE_INFINITY;
    long contacts = 0, contactNanos = 0;
    for (int s = 0; s < steps; s++) {
      long t = System.nanoTime();
      world.step(STEP);
      best = Math.min(best, System.nanoTime() - t);
      contacts += world.report().bodyContacts();
      contactNanos += world.report().contactNanos();
    }
    if (crew != Workers.SERIAL) {
      crew.close();
    }
    int particles = n * (cells + 1) * (cells + 1) * (cells + 1);
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

  /** Time of the broad phase a body, in heaps of ever more bodies. */
  private static void broadPhase(Report report) {
    report.say("");
    report.say("broad phase, best of 200:");
    double first = 0, last = 0;
    int few = 250, many = 4000;
    for (int n : new int[] {250, 1000, many}) {
      World world = heapOf(n, 2, false);
      ContactSurface[] surfaces = new ContactSurface[n];
      for (int k = 0; k < n; k++) {
        surfaces[k] = new ContactSurface(world.bodies().get(k), ContactMaterial.DEFAULT, 0);
        surfaces[k].begin();
        surfaces[k].measure();
      }
      BroadPhase phase = new BroadPhase();
      double best = Double.POSITIVE_INFINITY;
      for (int round = 0; round < 200; round++) {
        long t = System.nanoTime();
        phase.find(surfaces, n, STEP);
        best = Math.min(best, System.nanoTime() - t);
      }
      first = n == few ? best / n : first;
      last = best / n;
      report.say(
          String.format(
              Locale.ROOT,
              "  %,6d bodies: %,8.1f us, %6.1f ns a body, %,d pairs",
              n,
              1e-3 * best,
              best / n,
              phase.pairCount()));
      report.addQuietly(
          new Row("cartoon", "broad-" + n, "shinari", 1).with("nanosPerBody", best / n));
    }
    report.target(
        new Target("broad phase a body, " + many + " bodies to " + few, last / first, false, 4));
  }

  private static Map<String, Function<Body, Effect>> makers() {
    Map<String, Function<Body, Effect>> m = new LinkedHashMap<>();
    m.put("squashStretch", b -> new SquashStretch(SquashStretch.Settings.DEFAULT));
    m.put("superElastic", b -> new SuperElastic(SuperElastic.Settings.DEFAULT));
    m.put("wobble", b -> new Wobble(Wobble.Settings.DEFAULT));
    m.put("inflate", b -> new Inflate(new Inflate.Settings(1.2f, new Envelope(0, 1e9, 0.5))));
    m.put("jump", b -> new Jump(Jump.Settings.DEFAULT));
    m.put(
        "followThrough",
        b ->
            new FollowThrough(
                FollowThrough.Settings.DEFAULT,
                FollowThrough.weights(b.particles().count(), 0, 1)));
    m.put("impactHold", b -> new ImpactHold(ImpactHold.Settings.DEFAULT));
    m.put("smear", b -> new Smear(Smear.Settings.DEFAULT));
    m.put("gainBounce", b -> new GainBounce(GainBounce.Settings.DEFAULT));
    m.put("melt", b -> new Melt(Melt.Settings.DEFAULT));
    m.put("dent", b -> new Dent(Dent.Settings.DEFAULT));
    m.put("breakdown", b -> new Breakdown(Breakdown.Settings.DEFAULT));
    return m;
  }

  /** Cubes that stand apart on the floor. */
  private static World apart(int n, Function<Body, Effect> effect, boolean breakable) {
    World world = new World();
    world.add(Collider.floor(0));
    for (int k = 0; k < n; k++) {
      Body b = cube("cube-" + k, 4, breakable);
      b.translate(k % 8, 0.1, k / 8);
      world.add(b, BodySettings.DEFAULT.withSleeps(false));
      if (effect != null) {
        world.add(b, effect.apply(b));
      }
    }
    return world;
  }

  private static void effects(BenchOptions options, Report report) {
    report.say("");
    report.say(
        "effects on 16 cubes of 125 particles that stand on the floor, one thread, median of"
            + " interleaved rounds: share of a step that each adds");
    int rounds = options.quick() ? 9 : 25;
    List<Double> shares = new ArrayList<>();
    for (Map.Entry<String, Function<Body, Effect>> e : makers().entrySet()) {
      boolean breakable = e.getKey().equals("breakdown");
      World plain = apart(16, null, breakable), acting = apart(16, e.getValue(), breakable);
      time(plain, 150);
      time(acting, 150);
      double[] ratios = new double[rounds];
      for (int r = 0; r < rounds; r++) {
        double before = time(plain, 10), with = time(acting, 10), after = time(plain, 10);
        ratios[r] = 2 * with / (before + after) - 1;
      }
      java.util.Arrays.sort(ratios);
      double share = ratios[rounds / 2];
      shares.add(share);
      report.say(String.format(Locale.ROOT, "  %-14s %+5.1f %%", e.getKey(), 100 * share));
      report.addQuietly(
          new Row("cartoon", "effect-" + e.getKey(), "shinari", 1).with("addedShare", share));
    }
    double mean = shares.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    report.target(new Target("effects add to a step, mean share", mean, false, 0.15));
  }

  private static double time(World world, int steps) {
    long t = System.nanoTime();
    for (int s = 0; s < steps; s++) {
      world.step(STEP);
    }
    return System.nanoTime() - t;
  }

  /** A heap that is left alone: finite, and asleep in the end. */
  private static void rest(int threads, Report report) {
    World world = heapOf(40, 2, true);
    Workers crew = threads == 1 ? Workers.SERIAL : new Workers(threads);
    world.setWorkers(crew);
    int steps = 100_000, asleepAt = -1;
    for (int s = 0; s < steps; s++) {
      world.step(STEP);
      boolean all = world.report().sleeping() == 40;
      asleepAt = all ? (asleepAt < 0 ? s : asleepAt) : -1;
    }
    if (crew != Workers.SERIAL) {
      crew.close();
    }
    boolean finite = world.report().frozen() == 0;
    for (Body b : world.bodies()) {
      finite &= Double.isFinite(b.particles().worldX(0) + b.particles().worldY(0));
    }
    report.say("");
    report.say(
        "heap of 40 cubes over 100,000 steps: "
            + (finite ? "finite" : "not finite")
            + (asleepAt < 0 ? ", not at rest" : ", at rest since step " + asleepAt));
    report.target(
        new Target(
            "heap of 40 over 100,000 steps: cubes at rest in the end",
            world.report().sleeping(),
            true,
            40));
  }
}
