package dev.shinari.bench;

import dev.shinari.bench.measure.Allocation;
import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.bench.measure.Suite;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.examples.ExampleFile;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.StageOne;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitReport;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.reference.ReferenceDecomposition;
import dev.shinari.rig.runtime.HelperRuntime;
import dev.shinari.rig.sample.LimbExamples;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The rig fit on the built-in limbs: four helpers, K = 4, 20 rounds. The small one also beside the
 * reference twin, each with one thread; the two large ones from mapped files.
 */
final class RigSuite implements Suite {
  private static final String NAME = "rig";
  private static final int ROUNDS = 20;
  private static final String SMALL = "rig-663x6750";
  private static final String MIDDLE = "rig-8322x6750";
  private static final String LARGE = "rig-11356x20736";
  private static final FitSettings SETTINGS = FitSettings.DEFAULT.withIterations(ROUNDS, 0);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "fitting helper bones to 663, 8,322 and 11,356 vertices, and running them";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    report.say(
        String.format(
            Locale.ROOT,
            "rig: JDK %s, %s, %d processors; 4 helpers, 4 bones a vertex, %d rounds, degree 2",
            System.getProperty("java.version"),
            KernelChoice.best().name(),
            BenchOptions.allProcessors(),
            ROUNDS));
    report.say(
        String.format(
            Locale.ROOT,
            "%-18s %-10s %7s %10s %9s %9s %9s %9s %9s %9s %8s",
            "case",
            "system",
            "threads",
            "s/round",
            "subspace",
            "insert",
            "stage 1",
            "stage 2",
            "rms/size",
            "rig/size",
            "peak MB"));
    try {
      if (options.wants(SMALL)) {
        ExampleSet set = inMemory(LimbModels.leg());
        HelperRig rig = whole(SMALL, set, report);
        descent(set, report);
        runtime(rig, set, report);
      }
      if (options.wants(MIDDLE)) {
        mapped(MIDDLE, LimbModels.exaggeratedLeg(), report);
      }
      if (options.wants(LARGE) && !options.quick()) {
        mapped(LARGE, LimbModels.arm(), report);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    linear(report);
  }

  private static ExampleSet inMemory(MuscleLimb limb) throws IOException {
    try (ExampleSink sink = MemoryExamples.builder(limb.mesh(), LimbExamples.skeleton(limb))) {
      fill(limb, sink);
      return sink.finish();
    }
  }

  private static void mapped(String caseName, MuscleLimb limb, Report report) throws IOException {
    Path dir = Files.createTempDirectory("shinari-bench");
    Path file = dir.resolve("examples");
    try {
      report.note(caseName + ": making examples ...");
      try (ExampleSink sink = ExampleFile.writer(file, limb.mesh(), LimbExamples.skeleton(limb))) {
        fill(limb, sink);
        sink.finish().close();
      }
      try (ExampleSet set = ExampleFile.open(file)) {
        whole(caseName, set, report);
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(dir);
    }
  }

  /** All poses of a limb, a batch at a time on all processors. */
  private static void fill(MuscleLimb limb, ExampleSink sink) throws IOException {
    PoseGrid grid = PoseGrid.of(limb.turns());
    int batch = 64;
    int joints = limb.joints().size();
    double[][] poses = new double[batch][12 * joints];
    float[][] skins = new float[batch][3 * limb.mesh().vertexCount()];
    try (Workers workers = new Workers(BenchOptions.allProcessors())) {
      for (int first = 0; first < grid.count(); first += batch) {
        int from = first;
        int count = Math.min(batch, grid.count() - first);
        workers.run(
            count,
            (i, worker) -> {
              double[] angles = new double[limb.turns().size()];
              double[] rotations = new double[4 * joints];
              MuscleLimb.Evaluator evaluator = limb.evaluator();
              grid.angles(from + i, angles);
              limb.rotations(angles, rotations);
              evaluator.positions(rotations, skins[i]);
              LimbExamples.pose(limb, evaluator, poses[i]);
            });
        for (int i = 0; i < count; i++) {
          sink.add(poses[i], skins[i]);
        }
      }
    }
  }

  /** The whole fit, as a user runs it. */
  private static HelperRig whole(String caseName, ExampleSet set, Report report)
      throws IOException {
    System.gc();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      pool.resetPeakUsage();
    }
    long begin = System.nanoTime();
    double[] stage1 = new double[1];
    double[] stage2 = new double[1];
    FitResult result;
    try {
      result =
          RigFit.fit(
              set,
              SETTINGS,
              null,
              null,
              (phase, fraction, rms) -> {
                double now = (System.nanoTime() - begin) * 1e-9;
                if (phase == FitProgress.Phase.EXACT_PASS) {
                  stage1[0] = now;
                } else if (phase == FitProgress.Phase.REFINEMENT) {
                  stage2[0] = now - stage1[0];
                }
                return true;
              });
    } catch (FitStoppedException e) {
      throw new AssertionError(e);
    }
    double peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        peak += pool.getPeakUsage().getUsed() / 1048576.0;
      }
    }
    FitReport r = result.report();
    FitReport.Seconds s = r.seconds();
    double round = (s.transforms() + s.weights()) / Math.max(1, s.iterations());
    Row row =
        new Row(NAME, caseName, "shinari", SETTINGS.threads())
            .with("seconds", stage1[0])
            .with("secondsPerIteration", round)
            .with("secondsWeights", s.weights() / Math.max(1, s.iterations()))
            .with("secondsTransforms", s.transforms() / Math.max(1, s.iterations()))
            .with("secondsInsertion", s.insertion() / Math.max(1, result.rig().helpers().size()))
            .with("secondsSubspace", s.subspace())
            .with("secondsStage2", stage2[0])
            .with("rmsDrivers", r.drivers().rms())
            .with("rms", r.stage1().rms())
            .with("rmsStage2", r.stage2().rms())
            .with("size", r.size())
            .with("rank", r.rank())
            .with("helpers", result.rig().helpers().size())
            .with(Row.MEGABYTES, peak);
    report.addQuietly(row);
    report.say(
        String.format(
            Locale.ROOT,
            "%-18s %-10s %7d %10.4f %9.2f %9.3f %9.2f %9.2f %9.6f %9.6f %8.0f",
            caseName,
            "shinari",
            SETTINGS.threads(),
            round,
            s.subspace(),
            row.figure("secondsInsertion"),
            stage1[0],
            stage2[0],
            r.stage1().rms() / r.size(),
            r.stage2().rms() / r.size(),
            peak));
    if (caseName.equals(LARGE)) {
      report.target(
          new BenchTarget("rig: stage 1 of 11,356 x 20,736, seconds", stage1[0], false, 60));
      report.target(
          new BenchTarget("rig: stage 2 of 11,356 x 20,736, seconds", stage2[0], false, 10));
      report.target(new BenchTarget("rig: peak heap, MB", peak, false, 1536));
    }
    return result.rig();
  }

  /** Twenty rounds beside the reference twin, both with one thread, from the same start. */
  private static void descent(ExampleSet set, Report report) throws IOException {
    FitSettings one = SETTINGS.withThreads(1);
    double ours = Double.POSITIVE_INFINITY;
    double theirs = Double.POSITIVE_INFINITY;
    double rms = 0;
    double referenceRms = 0;
    for (int turn = 0; turn < 2; turn++) {
      try (StageOne fast = new StageOne(set, one)) {
        fast.addHelpers();
        double[] transforms = fast.transforms();
        double[] weights = fast.weights();
        long begin = cpu();
        fast.descend();
        double rounds = (cpu() - begin) * 1e-9;
        rms = fast.rms();
        begin = cpu();
        try (StageOne again = new StageOne(set, one)) {
          rounds += (cpu() - begin) * 1e-9; // the subspace is part of the descent's price
          assert again.rank() == fast.rank();
        }
        ours = Math.min(ours, rounds / ROUNDS);
        ReferenceDecomposition slow = new ReferenceDecomposition(set, one.influences());
        int helpers = fast.helperCount();
        for (int h = 0; h < helpers; h++) {
          double[] t = new double[12 * set.exampleCount()];
          for (int n = 0; n < set.exampleCount(); n++) {
            System.arraycopy(transforms, 12 * (n * helpers + h), t, 12 * n, 12);
          }
          slow.addHelper(t);
        }
        slow.setWeights(weights);
        begin = cpu();
        slow.updateTransforms();
        slow.updateWeights();
        theirs = Math.min(theirs, (cpu() - begin) * 1e-9);
        referenceRms = slow.rms();
      }
    }
    line(report, "shinari", ours, rms);
    line(report, "reference", theirs, referenceRms);
    report.target(
        new BenchTarget(
            "rig: a round of the reference twin over one of ours, subspace included",
            theirs / ours,
            true,
            20));
  }

  private static void line(Report report, String system, double seconds, double rms) {
    report.addQuietly(
        new Row(NAME, SMALL + "-descent", system, 1)
            .with("secondsPerIteration", seconds)
            .with("rms", rms));
    report.say(
        String.format(Locale.ROOT, "%-18s %-10s %7d %10.4f", SMALL + " cpu", system, 1, seconds));
  }

  /** Processor time of this thread: other programs on the machine do not count. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** One frame of the fitted rig. */
  private static void runtime(HelperRig rig, ExampleSet set, Report report) {
    HelperRuntime runtime = rig.runtime();
    int poses = Math.min(256, set.exampleCount());
    double[][] pose = new double[poses][12 * set.skeleton().jointCount()];
    for (int n = 0; n < poses; n++) {
      set.copyPose(n * (set.exampleCount() / poses), pose[n]);
    }
    double[] skinning = new double[12 * rig.helpers().size()];
    Allocation allocation = new Allocation();
    double best = Double.POSITIVE_INFINITY;
    double bytes = 0;
    for (int round = 0; round < 1000; round++) {
      long before = allocation.bytes();
      long begin = System.nanoTime();
      for (int n = 0; n < poses; n++) {
        runtime.evaluate(pose[n], skinning, null);
      }
      best = Math.min(best, (System.nanoTime() - begin) * 1e-3 / poses);
      bytes = (allocation.bytes() - before) / (double) poses;
    }
    report.addQuietly(
        new Row(NAME, "rig-runtime", "shinari", 1)
            .with("microsPerFrame", best)
            .with(Row.BYTES, bytes));
    report.target(
        new BenchTarget(
            "rig: a frame of " + rig.helpers().size() + " helpers, degree 2, microseconds",
            best,
            false,
            2));
    report.target(new BenchTarget("rig: bytes allocated a frame", bytes, false, 1));
  }

  /** Time a vertex and example of the descent must not grow with their number. */
  private static void linear(Report report) {
    double small = perEntry(report, SMALL, 663.0 * 6750);
    report.target(
        new BenchTarget(
            "rig: stage 1 a vertex and example, 8,322 x 6,750 over 663 x 6,750",
            perEntry(report, MIDDLE, 8322.0 * 6750) / small,
            false,
            1.2));
    report.target(
        new BenchTarget(
            "rig: stage 1 a vertex and example, 11,356 x 20,736 over 8,322 x 6,750",
            perEntry(report, LARGE, 11356.0 * 20736) / perEntry(report, MIDDLE, 8322.0 * 6750),
            false,
            1.2));
  }

  private static double perEntry(Report report, String caseName, double entries) {
    return report.find(caseName, "shinari", SETTINGS.threads()).figure("seconds") / entries;
  }
}
