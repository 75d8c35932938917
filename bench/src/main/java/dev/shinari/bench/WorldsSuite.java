package dev.shinari.bench;

import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.bench.measure.Suite;
import dev.shinari.body.Body;
import dev.shinari.mesh.Lattice;
import dev.shinari.parallel.Workers;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import dev.shinari.world.step.StepReport;
import java.util.Locale;

/**
 * Worlds of many small bodies: building and adding them, bytes per body, and a step while they fly
 * apart and while they sleep. Cubes of 64 particles, once each on its own and once with shared rest
 * data. Time per body should not depend on their number.
 */
final class WorldsSuite implements Suite {
  private static final int[] COUNTS = {1000, 2000, 4000, 8000};
  private static final float STEP = 1 / 60f;

  @Override
  public String name() {
    return "worlds";
  }

  @Override
  public String summary() {
    return "thousands of small bodies: adding them, bytes per body, steps in flight and asleep";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    report.say("");
    report.say("cubes of 64 particles; seconds to build and add, bytes per body, ms per step");
    Lattice cage = Lattice.block(3, 3, 3, 0.05f, 0, 0, 0);
    fill(new World(), cage, 500, true); // warms the code up
    for (int count : COUNTS) {
      if (options.quick() && count > 2000) {
        break;
      }
      for (boolean shared : new boolean[] {false, true}) {
        if (options.wants("cubes-" + count)) {
          measure(cage, count, shared, report);
        }
      }
    }
  }

  private void measure(Lattice cage, int count, boolean shared, Report report) {
    World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    long before = usedBytes(), begin = System.nanoTime();
    fill(world, cage, count, shared);
    double seconds = 1e-9 * (System.nanoTime() - begin);
    double bytes = (double) (usedBytes() - before) / count;
    for (int i = 0; i < count; i++) {
      double[] out = {i % 3 - 1, i % 5 - 2, i % 7 - 3};
      world.bodies().get(i).setMotion(out[0], out[1], out[2], 0, 0, 0);
    }
    double flying = stepMillis(world, 20);
    for (Body b : world.bodies()) {
      b.setMotion(0, 0, 0, 0, 0, 0);
    }
    StepReport last = world.step(STEP);
    for (int s = 0; s < 600 && last.sleeping() < count; s++) {
      last = world.step(STEP);
    }
    double asleep = stepMillis(world, 20);
    String system = shared ? "shinari" : "not shared";
    report.say(
        String.format(
            Locale.ROOT,
            "  %,6d %-11s %7.3f s  %,9.0f bytes  %8.2f ms in flight  %7.3f ms asleep (%,d)",
            count,
            system,
            seconds,
            bytes,
            flying,
            asleep,
            last.sleeping()));
    report.addQuietly(
        new Row(name(), "cubes-" + count, system, Workers.SERIAL.count())
            .with(Row.PARTICLES, 64 * count)
            .with(Row.SECONDS, seconds)
            .with("bytesPerBody", bytes)
            .with("flyingMillis", flying)
            .with("asleepMillis", asleep));
  }

  /** Cubes on a grid, a side apart, each a little further than it is large. */
  private static void fill(World world, Lattice cage, int count, boolean shared) {
    int side = (int) Math.ceil(Math.cbrt(count));
    Body model = null;
    for (int i = 0; i < count; i++) {
      Body.Builder builder = Body.builder("cube-" + i, cage);
      Body body = (shared && model != null ? builder.like(model) : builder).build();
      model = body;
      body.translate(0.3 * (i % side), 0.3 * (i / side % side), 0.3 * (i / side / side));
      world.add(body);
    }
  }

  private static double stepMillis(World world, int steps) {
    world.step(STEP);
    long begin = System.nanoTime();
    for (int s = 0; s < steps; s++) {
      world.step(STEP);
    }
    return 1e-6 * (System.nanoTime() - begin) / steps;
  }

  private static long usedBytes() {
    for (int k = 0; k < 3; k++) {
      System.gc();
    }
    Runtime r = Runtime.getRuntime();
    return r.totalMemory() - r.freeMemory();
  }
}
