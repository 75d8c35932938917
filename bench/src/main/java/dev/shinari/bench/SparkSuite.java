package dev.shinari.bench;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.cluster.ClusterProvider;
import dev.shinari.app.cluster.PassCosts;
import dev.shinari.app.console.UserError;
import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.bench.measure.Suite;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.StageOne;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.sample.LimbRecipe;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * One round of the descent on this machine's threads and on Spark, in turns, from the same start:
 * seconds, bytes that move, time in Spark's own machinery, memory of executors.
 */
final class SparkSuite implements Suite {
  private static final String NAME = "spark";
  private static final String SMALL = "spark-663x6750";
  private static final String MIDDLE = "spark-8322x6750";
  private static final String THREADS = "local[2]";
  private static final String WORKERS = "local-cluster[2,1,1024]";
  // Spark's own code runs once a round and is compiled late: a job costs 20 ms in the first
  // hundred,
  // 10 ms after some hundred and 5 ms in the end.
  private static final int FIRST_WARM_UP = 400;
  private static final int LATER_WARM_UP = 50;
  private static final int WARM_UP = 3;
  private static final int TURNS = 7;
  private static final int ROUNDS = 5;
  private static final FitSettings SETTINGS = FitSettings.DEFAULT.withThreads(2);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "a round of the rig fit on Spark beside the same on this machine alone";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    ClusterProvider provider;
    try {
      provider = ClusterProvider.find("spark");
    } catch (UserError e) {
      report.note("spark: left out, no Spark on the class path: ./shinari bench spark");
      return;
    }
    report.say(
        String.format(
            Locale.ROOT,
            "%-18s %-24s %10s %8s %12s %12s %12s",
            "case",
            "system",
            "s/round",
            "x local",
            "bytes/round",
            "machinery s",
            "executor MB"));
    Path dir = null;
    try {
      dir = Files.createTempDirectory("shinari-bench");
      boolean both = options.wants(SMALL);
      Path small = both ? write(dir, "leg", 6750, report) : null;
      Path few = both ? write(dir, "leg", 1700, report) : null;
      Path middle =
          options.quick() || !options.wants(MIDDLE)
              ? null
              : write(dir, "leg-exaggerated", 6750, report);
      for (String master : List.of(THREADS, WORKERS)) {
        try (Cluster cluster = provider.start(master)) {
          cluster.costs(); // begins to count
          int warmUp =
              master.equals(THREADS) ? FIRST_WARM_UP : FIRST_WARM_UP / 4; // as the driver is warm
          if (small != null) {
            compare(SMALL, small, cluster, master, warmUp, report);
            warmUp = LATER_WARM_UP;
          }
          if (middle != null) {
            compare(MIDDLE, middle, cluster, master, warmUp, report);
          }
          if (small != null && master.equals(WORKERS)) {
            report.target(
                new BenchTarget(
                    "spark: bytes a round with 6,750 examples over those with 1,700",
                    bytesPerRound(small, cluster) / bytesPerRound(few, cluster),
                    false,
                    1.05));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (UserError e) {
      report.note("spark: " + e.getMessage());
    } finally {
      delete(dir);
    }
    report.target(
        new BenchTarget(
            "spark: a round on local[2] over one of the local engine, 8,322 x 6,750",
            report.find(MIDDLE, THREADS, 2).figure("ratio"),
            false,
            1.5));
  }

  private static Path write(Path dir, String limb, int poses, Report report) throws IOException {
    report.note("spark: making examples of the " + limb + " ...");
    PoseGrid grid = PoseGrid.thinned(LimbRecipe.limb(limb).turns(), poses);
    Path folder = dir.resolve(limb + "-" + poses);
    ExampleFolder.write(folder, LimbRecipe.of(limb, grid), BenchOptions.allProcessors(), n -> {});
    return folder;
  }

  private static void compare(
      String caseName, Path folder, Cluster cluster, String master, int warmUp, Report report)
      throws IOException {
    double[] ours = new double[TURNS];
    double[] theirs = new double[TURNS];
    try (ExampleSet set = ExampleFolder.open(folder);
        StageOne local = new StageOne(set, SETTINGS);
        StageOne spark = new StageOne(set, SETTINGS, cluster.engine(folder.toString(), 0))) {
      local.addHelpers();
      spark.addHelpers();
      for (int k = 0; k < warmUp; k++) {
        spark.round();
      }
      PassCosts before = null;
      for (int turn = -WARM_UP; turn < TURNS; turn++) {
        if (turn == 0) {
          before = cluster.costs();
        }
        double a = rounds(local);
        double b = rounds(spark);
        if (turn >= 0) {
          ours[turn] = a;
          theirs[turn] = b;
        }
      }
      PassCosts costs = cluster.costs().since(before);
      double bytes = (double) (costs.bytesOut() + costs.bytesBack()) / (TURNS * ROUNDS);
      double machinery =
          (costs.wallSeconds() - costs.workSeconds() / cluster.cores()) / (TURNS * ROUNDS);
      double megabytes = heap(cluster);
      if (master.equals(THREADS)) {
        row(report, caseName, "shinari", median(ours), 1, Double.NaN, Double.NaN, Double.NaN);
      }
      row(
          report,
          caseName,
          master,
          median(theirs),
          medianRatio(theirs, ours),
          bytes,
          machinery,
          megabytes);
      if (master.equals(WORKERS)) {
        double blocks = 12.0 * set.stride() * set.exampleCount() / cluster.cores() / 1048576;
        report.target(
            new BenchTarget(
                caseName + ": executor's heap over its blocks and 64 MB of Spark's own",
                megabytes / (blocks + 64),
                false,
                1));
      }
    }
  }

  private static double rounds(StageOne fit) throws IOException {
    long begin = System.nanoTime();
    for (int k = 0; k < ROUNDS; k++) {
      fit.round();
    }
    return (System.nanoTime() - begin) * 1e-9 / ROUNDS;
  }

  private static double median(double[] a) {
    double[] sorted = a.clone();
    Arrays.sort(sorted);
    return 0.5 * (sorted[(a.length - 1) / 2] + sorted[a.length / 2]);
  }

  /** Neighbors in time are compared: what else runs on the machine hits both. */
  private static double medianRatio(double[] theirs, double[] ours) {
    double[] ratios = new double[ours.length];
    Arrays.setAll(ratios, k -> theirs[k] / ours[k]);
    return median(ratios);
  }

  /** Bytes of a round that has the same rank whatever the number of examples. */
  private static double bytesPerRound(Path folder, Cluster cluster) throws IOException {
    try (ExampleSet set = ExampleFolder.open(folder);
        StageOne fit =
            new StageOne(set, SETTINGS.withMaxRank(24), cluster.engine(folder.toString(), 0))) {
      fit.addHelpers();
      PassCosts before = cluster.costs();
      fit.round();
      fit.round();
      PassCosts costs = cluster.costs().since(before);
      return (costs.bytesOut() + costs.bytesBack()) / 2.0;
    }
  }

  /** Largest heap of an executor after a collection, in MB. */
  private static double heap(Cluster cluster) throws IOException {
    List<Double> found = new ArrayList<>();
    List<Integer> pieces = IntStream.range(0, 4 * cluster.cores()).boxed().toList();
    cluster.run(
        new ArrayList<>(pieces),
        piece -> {
          Thread.sleep(100); // so that every executor gets some
          System.gc();
          Runtime r = Runtime.getRuntime();
          return (r.totalMemory() - r.freeMemory()) / 1048576.0;
        },
        (index, used) -> found.add(used),
        () -> false);
    return found.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  private static void row(
      Report report,
      String caseName,
      String system,
      double seconds,
      double ratio,
      double bytes,
      double machinery,
      double megabytes) {
    Row row =
        new Row(NAME, caseName, system, 2)
            .with("secondsPerIteration", seconds)
            .with("ratio", ratio);
    if (!Double.isNaN(bytes)) {
      row.with("bytesPerIteration", bytes)
          .with("machinerySeconds", machinery)
          .with("executorMegabytes", megabytes);
    }
    report.addQuietly(row);
    report.say(
        String.format(
            Locale.ROOT,
            "%-18s %-24s %10.4f %8.2f %12s %12s %12s",
            caseName,
            system,
            seconds,
            ratio,
            Double.isNaN(bytes) ? "" : String.format(Locale.ROOT, "%,.0f", bytes),
            Double.isNaN(bytes) ? "" : String.format(Locale.ROOT, "%.4f", machinery),
            Double.isNaN(bytes) ? "" : String.format(Locale.ROOT, "%.0f", megabytes)));
  }

  private static void delete(Path dir) {
    if (dir == null) {
      return;
    }
    try (var all = Files.walk(dir)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (IOException e) {
      dir.toFile().deleteOnExit();
    }
  }
}
