package dev.shinari.bench;

import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.body.material.Elasticity;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.take.Look;
import dev.shinari.world.BodySettings;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What one change of a lattice costs in bodies of different size: in time, and in cells and members
 * of regions that it looks at.
 *
 * <p>A step of a large body leaves little of the place of the next tear in the caches, a step of a
 * small one nearly all of it. So the time that a tear adds to a step has two parts: its work, and
 * the waiting for memory. The first is measured with caches emptied before each tear, which makes
 * all sizes alike; both are shown.
 */
final class TearCosts {
  private static final float STEP = PulledLattice.STEP;
  private static final int TEARS = 60;

  private final byte[] large = new byte[64 << 20]; // twice a usual last-level cache
  private int read;

  void run(BenchOptions options, Report report) {
    int[] flat = options.quick() ? new int[] {64, 128, 256} : new int[] {64, 128, 256, 512};
    changes(2, flat, report);
    changes(3, options.quick() ? new int[] {16, 32} : new int[] {16, 25, 40}, report);
    inWorld(flat, report);
  }

  private static LatticeBody block(int dim, int n, int levels) {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "block",
            LatticeShape.box(new Bounds(0, 0, 0, n, n, dim == 2 ? 0 : n)),
            new LatticeGrid(1, levels, 0),
            FractureSettings.DEFAULT.withRatios(1e6f, 1e6f, 0).withMaxCells(1_000_000),
            Toughness.EVEN,
            1,
            Elasticity.alpha(0.5f, 0.3f));
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    b.takePieces(); // the first search looks at all: a drawing may have islands
    return b;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static double growth(List<Double> values) {
    return values.get(values.size() - 1) / values.get(0);
  }

  // ------------------------------------------------------------------ one change by itself

  private enum Change {
    TEAR,
    SPLIT,
    MERGE
  }

  private static void changes(int dim, int[] sides, Report report) {
    List<List<Double>> micros = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<List<Double>> looks = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    report.say("");
    report.say(
        "one change in "
            + dim
            + "D, regions and search for pieces included (medians, second of two"
            + " rounds), and what it looks at:");
    for (int round = 0; round < 2; round++) {
      for (int n : sides) {
        LatticeBody b = block(dim, n, 1);
        StringBuilder line = new StringBuilder();
        int cells = dim == 2 ? n * n : n * n * n;
        Row row = new Row("fracture", "change-" + dim + "d-" + cells, "shinari", 1);
        for (Change c : Change.values()) {
          double[] cost = cost(b, n, c);
          if (round == 1) {
            micros.get(c.ordinal()).add(cost[0]);
            looks.get(c.ordinal()).add(cost[1]);
            String name = c.name().toLowerCase(Locale.ROOT);
            row.with(name + "Micros", cost[0]).with(name + "Looks", cost[1]);
            line.append(
                String.format(Locale.ROOT, "  %s %6.1f us, %,6.0f looks", name, cost[0], cost[1]));
          }
        }
        if (round == 1) {
          report.say(String.format(Locale.ROOT, "  %,8d cells:%s", cells, line));
          report.addQuietly(row);
        }
      }
    }
    for (Change c : Change.values()) {
      String name = c.name().toLowerCase(Locale.ROOT);
      report.target(
          new BenchTarget(
              "looks of one " + name + " in the largest " + dim + "D body, times the smallest",
              growth(looks.get(c.ordinal())),
              false,
              1.1));
      report.target(
          new BenchTarget(
              "time of one " + name + " in the largest " + dim + "D body, times the smallest",
              growth(micros.get(c.ordinal())),
              false,
              2));
    }
  }

  /** Median microseconds and looks; tears are those that part two cells at a particle. */
  private static double[] cost(LatticeBody b, int n, Change kind) {
    AdaptiveLattice l = b.lattice();
    int across = n / 4 - 1;
    int count = Math.min(240, across * across * (l.dimension() == 2 ? 1 : across));
    double[] times = new double[count], looks = new double[count];
    for (int k = 0; k < count; k++) {
      // Scattered over the body, each place once, none at its edge.
      double x = 2.5 + 4 * (k % across), y = 2.5 + 4 * (k / across % across);
      double z = l.dimension() == 2 ? 0 : 2.5 + 4 * (k / (across * across));
      if (kind != Change.TEAR) {
        y += 2;
      }
      int c = l.cellAt(x, y, z);
      if (kind == Change.TEAR) {
        b.tear(l.cellAt(x, y + 1, z), 1);
      } else if (kind == Change.MERGE) {
        l.split(c);
      }
      l.finish();
      b.takePieces();
      long before = b.looks(), begin = System.nanoTime();
      switch (kind) {
        case TEAR -> b.tear(c, 1);
        case SPLIT -> l.split(c);
        default -> l.merge(c);
      }
      l.finish();
      b.takePieces();
      times[k] = 1e-3 * (System.nanoTime() - begin);
      looks[k] = b.looks() - before;
      if (kind == Change.SPLIT) {
        l.merge(c);
        l.finish();
      }
    }
    return new double[] {median(times), median(looks)};
  }

  // ------------------------------------------------------------------ one tear in a running world

  /** Walks over more memory than the caches hold. */
  private void emptyCaches() {
    int sum = 0;
    for (int i = 0; i < large.length; i += 64) {
      sum += large[i]++;
    }
    read += sum;
  }

  private void inWorld(int[] sides, Report report) {
    List<Double> running = new ArrayList<>(), emptied = new ArrayList<>();
    report.say("");
    report.say(
        "what two cut pairs add to a step of the world (median of "
            + TEARS
            + ", third of three rounds):");
    for (int round = 0; round < 3; round++) {
      for (int n : sides) {
        double[] warm = tears(n, false), cold = tears(n, true);
        if (round < 2) {
          continue;
        }
        running.add(warm[0]);
        emptied.add(cold[0]);
        report.say(
            String.format(
                Locale.ROOT,
                "  %,8d cells: %6.1f us as it runs, %6.1f us with caches emptied before, %,.0f"
                    + " looks; a step without %,8.0f us",
                n * n,
                warm[0],
                cold[0],
                warm[1],
                warm[2]));
        report.addQuietly(
            new Row("fracture", "tear-step-" + n * n, "shinari", 1)
                .with("tearMicros", warm[0])
                .with("emptiedTearMicros", cold[0])
                .with("looks", warm[1])
                .with("stepMicros", warm[2]));
      }
    }
    report.say(
        String.format(
            Locale.ROOT,
            "  from the smallest to the largest: %.1f times as it runs, %.1f times with emptied"
                + " caches; the difference is waiting for memory",
            growth(running),
            growth(emptied)));
    report.target(
        new BenchTarget(
            "what a tear adds to a step, caches emptied: largest sheet, times the smallest",
            growth(emptied),
            false,
            2));
  }

  /** Median microseconds and looks of two cut pairs, and of a step without any. */
  private double[] tears(int n, boolean empty) {
    LatticeBody sheet = block(2, n, 0);
    AdaptiveLattice l = sheet.lattice();
    World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    world.add(sheet, BodySettings.DEFAULT.withSleeps(false), Look.BODY);
    world.step(STEP);
    double[] times = new double[TEARS], whole = new double[TEARS], looks = new double[TEARS];
    for (int k = 0; k < TEARS; k++) {
      double x = 2.5 + k % 15 * 4, y = 2.5 + k / 15 * 8;
      int c = l.cellAt(x, y, 0), d = l.cellAt(x, y + 1, 0);
      long before = sheet.looks();
      if (empty) {
        emptyCaches();
      }
      long begin = System.nanoTime();
      sheet.tear(c, 1);
      sheet.tear(d, 1);
      l.finish();
      if (empty) {
        sheet.takePieces(); // as the step would, but before it has filled the caches
      }
      long torn = System.nanoTime() - begin;
      world.step(STEP);
      times[k] = 1e-3 * (torn + (empty ? 0 : world.report().changeNanos()));
      looks[k] = sheet.looks() - before;
      begin = System.nanoTime();
      world.step(STEP);
      whole[k] = 1e-3 * (System.nanoTime() - begin);
    }
    return new double[] {median(times), median(looks), median(whole)};
  }

  /** Only so that the walk over memory is not left out. */
  int read() {
    return read;
  }
}
