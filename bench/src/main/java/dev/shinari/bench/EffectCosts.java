package dev.shinari.bench;

import com.sun.management.ThreadMXBean;
import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.body.Body;
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
import dev.shinari.collide.Collider;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Effect;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What effects add to a step, on cubes that may not sleep and have nothing to do with each other:
 * on the floor, where most effects act for good or have acted (a dented cube stays dented), and in
 * flight at 2 meters a second, where nothing else costs time and what follows velocity acts. In a
 * heap an effect changes how the cubes lie, and the difference would say that instead of its cost.
 *
 * <p>Cubes with the effect and without run in turns; what counts is the thread's processor time,
 * which other work on the machine does not enter. Both kinds together do not fit into the cache
 * next to the core, so the first step of each turn, which fetches them, is not counted: with it,
 * whoever takes the middle turn pays more. The first row, cubes without an effect against cubes
 * without an effect, shows what is left of such errors.
 */
final class EffectCosts {
  /** 64, 1,000 and 8,000 particles. */
  private static final int[] CELLS = {3, 9, 19};

  private static final float SIDE = 0.4f;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final BenchOptions options;
  private final Report report;

  EffectCosts(BenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  private static Map<String, Function<Body, Effect>> makers() {
    Map<String, Function<Body, Effect>> m = new LinkedHashMap<>();
    m.put("none", b -> null);
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

  void run() {
    report.say("");
    report.say(
        "effects on cubes of 64, 1,000 and 8,000 particles, on the floor | in flight; one thread,"
            + " processor time, median of interleaved rounds: share of a step that each adds");
    List<Double> shares = new ArrayList<>();
    double worst = Double.NEGATIVE_INFINITY;
    for (Map.Entry<String, Function<Body, Effect>> e : makers().entrySet()) {
      boolean breakable = e.getKey().equals("breakdown");
      StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-14s", e.getKey()));
      Row row = new Row("cartoon", "effect-" + e.getKey(), "shinari", 1);
      for (int cells : CELLS) {
        int n = (cells + 1) * (cells + 1) * (cells + 1), cubes = Math.max(1, 2000 / n);
        if (options.quick() && cells > 9) {
          continue;
        }
        double[] both = new double[2];
        for (int flight = 0; flight < 2; flight++) {
          World plain = apart(cubes, cells, b -> null, breakable, flight == 1);
          World acting = apart(cubes, cells, e.getValue(), breakable, flight == 1);
          int warmUp = Math.max(150, 3_000_000 / (n * cubes)),
              steps = Math.max(1, 16_000 / n / cubes);
          both[flight] = share(plain, acting, warmUp, steps, 25);
          if (!e.getKey().equals("none")) {
            shares.add(both[flight]);
            worst = Math.max(worst, both[flight]);
          }
        }
        line.append(
            String.format(
                Locale.ROOT, "  %,d: %+5.1f | %+5.1f %%", n, 100 * both[0], 100 * both[1]));
        row.with("addedShare" + n, both[0]).with("addedShareInFlight" + n, both[1]);
      }
      report.say(line.toString());
      report.addQuietly(row);
    }
    double mean = shares.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    report.target(new BenchTarget("effects add to a step, mean share", mean, false, 0.15));
    report.target(new BenchTarget("effects add to a step, largest share", worst, false, 0.15));
  }

  /** Cubes far apart, on the floor, or above it without gravity. */
  private static World apart(
      int n, int cells, Function<Body, Effect> effect, boolean breakable, boolean flight) {
    World world = flight ? new World(WorldSettings.DEFAULT.withGravity(0, 0, 0)) : new World();
    world.add(Collider.floor(0));
    for (int k = 0; k < n; k++) {
      Body b = CubeHeaps.cube("cube-" + k, cells, SIDE, breakable);
      b.translate(2 * (k % 8), flight ? 1 : 0.1, 2 * (k / 8));
      if (flight) {
        Arrays.fill(b.particles().vx(), 0.6f);
        Arrays.fill(b.particles().vy(), 1.9f);
      }
      world.add(b, BodySettings.DEFAULT.withSleeps(false));
      put(world, b, effect);
    }
    return world;
  }

  private static void put(World world, Body b, Function<Body, Effect> effect) {
    Effect e = effect.apply(b);
    if (e != null) {
      world.add(b, e);
    }
  }

  /** Median of what the second world's steps take more than the first one's. */
  private static double share(World plain, World acting, int warmUp, int steps, int rounds) {
    time(plain, warmUp);
    time(acting, warmUp);
    double[] ratios = new double[rounds];
    for (int r = 0; r < rounds; r++) {
      double before = time(plain, steps), with = time(acting, steps);
      ratios[r] = 2 * with / (before + time(plain, steps)) - 1;
    }
    Arrays.sort(ratios);
    return ratios[rounds / 2];
  }

  private static double time(World world, int steps) {
    world.step(CubeHeaps.STEP);
    long t = THREADS.getCurrentThreadCpuTime();
    for (int s = 0; s < steps; s++) {
      world.step(CubeHeaps.STEP);
    }
    return THREADS.getCurrentThreadCpuTime() - t;
  }
}
