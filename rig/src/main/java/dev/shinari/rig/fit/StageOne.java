package dev.shinari.rig.fit;

import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.helper.Decomposition;
import dev.shinari.rig.fit.helper.HelperPasses;
import dev.shinari.rig.fit.helper.Subspace;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.LocalEngine;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import java.io.IOException;

/**
 * Stage 1 step by step, for benchmarks and for callers that want the free helpers themselves.
 * {@link RigFit} runs it as a whole.
 */
public final class StageOne implements AutoCloseable {
  private final FitProblem problem;
  private final BlockEngine engine;
  private final Workers workers;
  private final Decomposition decomposition;
  private final Subspace subspace;

  /** Reads the examples and finds their subspace and the joints' weights. */
  public StageOne(ExampleSet examples, FitSettings settings) throws IOException {
    this(examples, settings, p -> new LocalEngine(examples, p, settings.threads()));
  }

  /** As above, the passes run by an engine that it closes in the end. */
  public StageOne(ExampleSet examples, FitSettings settings, BlockEngine.Start start)
      throws IOException {
    problem = new FitProblem(examples);
    Check.that(problem.usedCount > 0, "the mesh has no vertices");
    engine = start.start(problem);
    workers = new Workers(settings.threads());
    subspace = Subspace.find(engine, problem, settings.maxRank());
    decomposition =
        new Decomposition(
            engine, workers, problem, subspace, settings, examples.rest(), FitProgress.NONE);
    decomposition.driverWeights(null);
  }

  /** Adds helpers, as many as the settings ask for or are of use. */
  public void addHelpers() throws IOException {
    try {
      decomposition.addHelpers();
    } catch (FitStoppedException e) {
      throw new AssertionError(e); // nobody can stop it
    }
  }

  /** Transforms and weights in turn. */
  public void descend() throws IOException {
    try {
      decomposition.descend();
    } catch (FitStoppedException e) {
      throw new AssertionError(e);
    }
  }

  /** One round of transforms and weights. */
  public void round() throws IOException {
    decomposition.round(false);
  }

  /** One round on the examples themselves. */
  public void exactRound() throws IOException {
    decomposition.exactRound();
  }

  /** Error on the examples themselves, after the transforms were fitted to the last weights. */
  public double exactRms() throws IOException {
    double sum = 0;
    for (double x : decomposition.measure(true).byVertex) {
      sum += x;
    }
    return decomposition.rms(sum);
  }

  /** Error in the subspace after the last update. */
  public double rms() {
    return decomposition.rms();
  }

  public int rank() {
    return subspace.rank;
  }

  public int helperCount() {
    return decomposition.helpers();
  }

  /** Rounds of transforms and weights so far. */
  public int rounds() {
    return decomposition.iterations;
  }

  /** Dense weights, joints and helpers a vertex; a copy. */
  public double[] weights() {
    return decomposition.sums.weights.clone();
  }

  /** Skinning transforms of the helpers, 12 numbers, helper by helper, example by example. */
  public double[] transforms() throws IOException {
    double[] t =
        engine
            .run(new HelperPasses.Fetch(decomposition.helpers()))
            .transforms
            .join(problem.examples);
    for (int k = 0; k < t.length; k += 12) {
      problem.fromCenter(t, k);
    }
    return t;
  }

  /** Seconds so far: adding helpers, transforms, weights. */
  public double[] seconds() {
    return new double[] {
      decomposition.insertionSeconds, decomposition.transformSeconds, decomposition.weightSeconds
    };
  }

  @Override
  public void close() throws IOException {
    workers.close();
    engine.close();
  }
}
