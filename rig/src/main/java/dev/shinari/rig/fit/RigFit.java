package dev.shinari.rig.fit;

import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.controller.ControllerStage;
import dev.shinari.rig.fit.helper.Decomposition;
import dev.shinari.rig.fit.helper.ExactPass;
import dev.shinari.rig.fit.helper.HelperPasses;
import dev.shinari.rig.fit.helper.Subspace;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.LocalEngine;
import dev.shinari.rig.fit.task.FitCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitProgress.Phase;
import dev.shinari.rig.fit.task.FitReport;
import dev.shinari.rig.fit.task.FitReport.Errors;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.fit.task.RigErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Fits a helper-bone rig to examples: stage 1 (weights and free helpers), stage 2 (controllers),
 * refinement of both together, levels of detail, and an honest measurement on the examples
 * themselves. Start here.
 */
public final class RigFit {
  private RigFit() {}

  /**
   * Fits.
   *
   * @param start weights of the joints to begin with, or null
   * @param from checkpoint to go on from, or null
   * @throws FitStoppedException where the listener says so; it carries a checkpoint
   * @throws IOException where examples cannot be read
   */
  public static FitResult fit(
      ExampleSet examples,
      FitSettings settings,
      SkinWeights start,
      FitCheckpoint from,
      FitProgress progress)
      throws IOException, FitStoppedException {
    return fit(
        examples,
        settings,
        start,
        from,
        progress,
        p -> new LocalEngine(examples, p, settings.threads()));
  }

  /** As above, the passes over the examples run by an engine that is closed in the end. */
  public static FitResult fit(
      ExampleSet examples,
      FitSettings settings,
      SkinWeights start,
      FitCheckpoint from,
      FitProgress progress,
      BlockEngine.Start where)
      throws IOException, FitStoppedException {
    FitProblem problem = new FitProblem(examples);
    Check.that(problem.usedCount > 0, "the mesh has no vertices");
    Check.that(
        start == null || start.vertexCount() == problem.vertices,
        "the given weights are for another number of vertices");
    try (BlockEngine engine = where.start(problem);
        Workers workers = new Workers(settings.threads())) {
      return new Run(examples, settings, problem, engine, workers, progress).fit(start, from);
    }
  }

  /** Errors of a rig, controllers included, on any examples of its mesh and skeleton. */
  public static RigErrors measure(HelperRig rig, ExampleSet examples, int threads)
      throws IOException {
    return measure(rig, examples, p -> new LocalEngine(examples, p, threads));
  }

  /** As above, the passes over the examples run by an engine that is closed in the end. */
  static RigErrors measure(HelperRig rig, ExampleSet examples, BlockEngine.Start where)
      throws IOException {
    FitProblem problem = new FitProblem(examples);
    Check.that(
        rig.weights().vertexCount() == problem.vertices,
        "the rig has "
            + rig.weights().vertexCount()
            + " vertices, the examples "
            + problem.vertices);
    Check.that(
        rig.skeleton().names().equals(examples.skeleton().names()),
        "the examples have other joints than the rig");
    try (BlockEngine engine = where.start(problem)) {
      int helpers = rig.helpers().size();
      engine.run(new HelperPasses.Predict(problem, rig));
      ExactPass.Sums s =
          engine.run(
              new ExactPass(
                  problem, helpers, rig.weights().dense(rig.boneCount()), null, false, true));
      double sum = 0;
      for (double x : s.byVertex) {
        sum += x;
      }
      return new RigErrors(
          Math.sqrt(sum / ((double) problem.usedCount * problem.examples)),
          Math.sqrt(s.max),
          roots(s.byExample.join(problem.examples), problem.usedCount),
          roots(s.byVertex, problem.examples));
    }
  }

  private static float[] roots(double[] squares, int count) {
    float[] r = new float[squares.length];
    for (int k = 0; k < r.length; k++) {
      r[k] = (float) Math.sqrt(squares[k] / count);
    }
    return r;
  }

  /** One fit. */
  private static final class Run {
    private final ExampleSet examples;
    private final FitSettings settings;
    private final FitProblem problem;
    private final BlockEngine engine;
    private final Workers workers;
    private final FitProgress progress;
    private final List<String> notes = new ArrayList<>();

    Run(
        ExampleSet examples,
        FitSettings settings,
        FitProblem problem,
        BlockEngine engine,
        Workers workers,
        FitProgress progress) {
      this.examples = examples;
      this.settings = settings;
      this.problem = problem;
      this.engine = engine;
      this.workers = workers;
      this.progress = progress;
    }

    FitResult fit(SkinWeights start, FitCheckpoint from) throws IOException, FitStoppedException {
      long begin = System.nanoTime();
      Subspace subspace = Subspace.find(engine, problem, settings.maxRank());
      double subspaceSeconds = seconds(begin);
      step(Phase.READING, 0.15, Double.NaN, () -> from);
      Decomposition d =
          new Decomposition(
              engine, workers, problem, subspace, settings, examples.rest(), progress);
      d.driverWeights(start);
      ExactPass.Sums driverSums = d.measure(false);
      Errors drivers = errors(driverSums);
      if (from != null) {
        d.updates.clear();
        d.resume(from);
      } else {
        step(Phase.DRIVER_WEIGHTS, 0.2, drivers.rms(), d::checkpoint);
      }
      d.addHelpers();
      d.descend();
      // What follows is short: whoever stops it goes on from here.
      FitCheckpoint settled = progress.mayStop() ? d.checkpoint() : null;
      long exactBegin = System.nanoTime();
      d.exactRound();
      ExactPass.Sums stage1Sums = d.measure(true);
      Errors stage1 = errors(stage1Sums);
      double exactSeconds = seconds(exactBegin);
      step(Phase.EXACT_PASS, 0.7, stage1.rms(), () -> settled);
      notes.addAll(d.notes);

      long controllersBegin = System.nanoTime();
      ControllerStage controllers =
          new ControllerStage(examples, settings, problem, engine, workers, d);
      controllers.fit();
      notes.addAll(controllers.notes());
      double controllerSeconds = seconds(controllersBegin);
      step(Phase.CONTROLLERS, 0.8, stage1.rms(), () -> settled);
      long refinementBegin = System.nanoTime();
      controllers.refine();
      List<HelperRig.Level> levels = controllers.levels();
      double refinementSeconds = seconds(refinementBegin);
      step(Phase.REFINEMENT, 0.9, stage1.rms(), () -> settled);

      HelperRig rig = controllers.rig(levels);
      ExactPass.Sums stage2Sums = measureStage2(rig);
      Errors stage2 = errors(stage2Sums);
      progress.step(Phase.MEASURING, 1, stage2.rms());
      FitReport report =
          new FitReport(
              drivers,
              stage1,
              stage2,
              roots(stage2Sums.byExample.join(problem.examples), problem.usedCount),
              roots(stage2Sums.byVertex, problem.examples),
              roots(stage1Sums.byExample.join(problem.examples), problem.usedCount),
              roots(stage1Sums.byVertex, problem.examples),
              Collections.unmodifiableList(d.updates),
              List.copyOf(notes),
              new FitReport.Seconds(
                  subspaceSeconds,
                  d.insertionSeconds,
                  d.transformSeconds,
                  d.weightSeconds,
                  exactSeconds,
                  controllerSeconds,
                  refinementSeconds,
                  seconds(begin),
                  d.iterations),
              subspace.rank,
              subspace.tailRms,
              controllers.lambdas(),
              problem.size);
      return new FitResult(rig, report);
    }

    private ExactPass.Sums measureStage2(HelperRig rig) throws IOException {
      List<Helper> helpers = rig.helpers();
      if (!helpers.isEmpty()) {
        engine.run(new HelperPasses.Predict(problem, rig));
      }
      return engine.run(
          new ExactPass(
              problem, helpers.size(), rig.weights().dense(rig.boneCount()), null, false, true));
    }

    private Errors errors(ExactPass.Sums s) {
      double sum = 0;
      for (double x : s.byVertex) {
        sum += x;
      }
      return new Errors(
          Math.sqrt(sum / ((double) problem.usedCount * problem.examples)), Math.sqrt(s.max));
    }

    /** Makes a checkpoint when one is needed. */
    private interface Keeper {
      FitCheckpoint make() throws IOException;
    }

    private void step(Phase phase, double fraction, double rms, Keeper checkpoint)
        throws IOException, FitStoppedException {
      if (!progress.step(phase, fraction, rms)) {
        throw new FitStoppedException(checkpoint.make());
      }
    }

    private static double seconds(long since) {
      return (System.nanoTime() - since) * 1e-9;
    }
  }
}
