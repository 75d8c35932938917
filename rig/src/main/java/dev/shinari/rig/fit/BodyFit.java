package dev.shinari.rig.fit;

import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.helper.HelperPasses;
import dev.shinari.rig.fit.helper.SkinPass;
import dev.shinari.rig.fit.helper.SkinSums;
import dev.shinari.rig.fit.helper.Subspace;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.LocalEngine;
import dev.shinari.rig.fit.solver.WeightQp;
import dev.shinari.rig.fit.task.BodyCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitReport;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.fit.task.RigErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fits a whole body limb by limb: one example set a limb, each of the whole mesh and skeleton with
 * only that limb's joints in motion, so that the number of examples grows with the sum of the
 * joints' poses, not with their product. Every limb gets its own helpers and controllers; then all
 * weights are solved for together, each vertex against the examples of all limbs. That is where
 * limbs blend: a vertex at the border gets the mixture of both limbs' bones that serves both.
 */
public final class BodyFit {
  private BodyFit() {}

  /**
   * Fits; settings, helpers among them, hold for each limb. The report's arrays by example hold the
   * limbs' examples in their order; its stage 1 is that of the limbs on their own.
   *
   * @throws FitStoppedException where the listener says so; it carries a {@link BodyCheckpoint}
   */
  public static FitResult fit(List<ExampleSet> limbs, FitSettings settings, FitProgress progress)
      throws IOException, FitStoppedException {
    return fit(limbs, settings, null, progress);
  }

  /**
   * As above.
   *
   * @param from checkpoint to go on from, or null
   */
  public static FitResult fit(
      List<ExampleSet> limbs, FitSettings settings, BodyCheckpoint from, FitProgress progress)
      throws IOException, FitStoppedException {
    List<BlockEngine.Start> here = new ArrayList<>();
    for (ExampleSet set : limbs) {
      here.add(p -> new LocalEngine(set, p, settings.threads()));
    }
    return fit(limbs, settings, from, progress, here);
  }

  /**
   * As above.
   *
   * @param where what runs the passes over the examples of each limb; such an engine is closed when
   *     a part of the work ends, and started again for the next
   */
  public static FitResult fit(
      List<ExampleSet> limbs,
      FitSettings settings,
      BodyCheckpoint from,
      FitProgress progress,
      List<BlockEngine.Start> where)
      throws IOException, FitStoppedException {
    Check.that(!limbs.isEmpty(), "a body needs at least one limb");
    Check.that(limbs.size() == where.size(), "every limb needs its engine");
    ExampleSet first = limbs.get(0);
    for (ExampleSet set : limbs) {
      Check.that(
          set.vertexCount() == first.vertexCount()
              && Arrays.equals(set.rest().positions(), first.rest().positions())
              && set.skeleton().names().equals(first.skeleton().names()),
          "all limbs need the same mesh and skeleton");
    }
    List<FitResult> parts = new ArrayList<>();
    if (from != null) {
      from.requireFor(limbs);
      for (BodyCheckpoint.Limb limb : from.done()) {
        parts.add(limb.result(first));
      }
    }
    for (int l = parts.size(); l < limbs.size(); l++) {
      int done = l;
      FitResult part;
      try {
        part =
            RigFit.fit(
                limbs.get(l),
                settings,
                null,
                from != null && l == from.done().size() ? from.current() : null,
                (phase, fraction, rms) ->
                    progress.step(phase, 0.9 * (done + fraction) / limbs.size(), rms),
                where.get(l));
      } catch (FitStoppedException e) {
        throw new FitStoppedException(null, BodyCheckpoint.of(limbs, parts, e.checkpoint()));
      }
      parts.add(part);
    }
    HelperRig joined = join(first, parts);
    long begin = System.nanoTime();
    List<SkinSums> sums = new ArrayList<>();
    try (Workers workers = new Workers(settings.threads())) {
      for (int l = 0; l < limbs.size(); l++) {
        sums.add(sums(limbs.get(l), joined, settings, workers, where.get(l)));
      }
      HelperRig alone = withWeights(joined, solve(sums, joined, settings, false));
      HelperRig rig = withWeights(joined, solve(sums, joined, settings, true));
      Together drivers = measure(alone, limbs, where);
      Together stage2 = measure(rig, limbs, where);
      progress.step(FitProgress.Phase.MEASURING, 1, stage2.errors().rms());
      double seconds = (System.nanoTime() - begin) * 1e-9;
      return new FitResult(rig, report(parts, limbs, drivers, stage2, seconds));
    }
  }

  private static HelperRig withWeights(HelperRig rig, SkinWeights weights) {
    return new HelperRig(rig.skeleton(), rig.inputs(), rig.helpers(), weights, List.of());
  }

  /** The limbs' reports as one. */
  private static FitReport report(
      List<FitResult> parts,
      List<ExampleSet> limbs,
      Together drivers,
      Together stage2,
      double seconds) {
    int vertices = limbs.get(0).vertexCount();
    List<FitReport.Update> updates = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<float[]> examples = new ArrayList<>();
    List<double[]> lambdas = new ArrayList<>();
    double[] byVertex = new double[vertices];
    double square = 0;
    double max = 0;
    double tail = 0;
    int rank = 0;
    int count = 0;
    double[] times = new double[FitReport.Seconds.TIMES];
    int iterations = 0;
    for (int l = 0; l < parts.size(); l++) {
      FitReport r = parts.get(l).report();
      int n = limbs.get(l).exampleCount();
      updates.addAll(r.convergence());
      for (String note : r.notes()) {
        notes.add("limb " + (l + 1) + ": " + note);
      }
      examples.add(r.stage1ByExample());
      lambdas.add(r.lambda());
      for (int j = 0; j < vertices; j++) {
        byVertex[j] += (double) r.stage1ByVertex()[j] * r.stage1ByVertex()[j] * n;
      }
      square += r.stage1().rms() * r.stage1().rms() * n;
      max = Math.max(max, r.stage1().max());
      tail = Math.max(tail, r.tailRms());
      rank = Math.max(rank, r.rank());
      count += n;
      FitReport.Seconds s = r.seconds();
      double[] own = s.times();
      for (int k = 0; k < own.length; k++) {
        times[k] += own[k];
      }
      iterations += s.iterations();
    }
    times[6] += seconds; // joining is refinement
    times[7] += seconds;
    float[] vertexRms = new float[vertices];
    for (int j = 0; j < vertices; j++) {
      vertexRms[j] = (float) Math.sqrt(byVertex[j] / count);
    }
    return new FitReport(
        drivers.errors(),
        new FitReport.Errors(Math.sqrt(square / count), max),
        stage2.errors(),
        stage2.byExample(),
        stage2.byVertex(),
        joined(examples),
        vertexRms,
        updates,
        notes,
        FitReport.Seconds.of(times, iterations),
        rank,
        tail,
        lambdas.stream().flatMapToDouble(Arrays::stream).toArray(),
        parts.get(0).report().size());
  }

  private static float[] joined(List<float[]> parts) {
    int n = 0;
    for (float[] p : parts) {
      n += p.length;
    }
    float[] out = new float[n];
    int at = 0;
    for (float[] p : parts) {
      System.arraycopy(p, 0, out, at, p.length);
      at += p.length;
    }
    return out;
  }

  /** All limbs' variables and helpers side by side; weights are still to come. */
  private static HelperRig join(ExampleSet set, List<FitResult> parts) {
    int variables = 0;
    for (FitResult part : parts) {
      variables += part.rig().inputs().count();
    }
    int[] joints = new int[variables];
    int[] axes = new int[variables];
    double[] centers = new double[4 * variables];
    double[] lower = new double[variables];
    double[] upper = new double[variables];
    List<Helper> helpers = new ArrayList<>();
    int at = 0;
    for (FitResult part : parts) {
      PoseInputs in = part.rig().inputs();
      System.arraycopy(in.joints(), 0, joints, at, in.count());
      System.arraycopy(in.axes(), 0, axes, at, in.count());
      System.arraycopy(in.centers(), 0, centers, 4 * at, 4 * in.count());
      System.arraycopy(in.lower(), 0, lower, at, in.count());
      System.arraycopy(in.upper(), 0, upper, at, in.count());
      for (Helper h : part.rig().helpers()) {
        String name = "helper" + (helpers.size() + 1);
        while (set.skeleton().indexOf(name) >= 0) {
          name = name + "_";
        }
        helpers.add(
            new Helper(
                name,
                h.parent(),
                h.bind(),
                h.restRotation(),
                shifted(h.controller(), at, in.count(), variables),
                h.share()));
      }
      at += in.count();
    }
    int[] bones = new int[set.vertexCount()];
    float[] ones = new float[set.vertexCount()];
    Arrays.fill(ones, 1);
    return new HelperRig(
        set.skeleton(),
        new PoseInputs(joints, axes, centers, lower, upper),
        helpers,
        new SkinWeights(1, bones, ones),
        List.of());
  }

  /** A controller whose variables are number {@code at} and following of {@code all}. */
  private static Controller shifted(Controller c, int at, int own, int all) {
    int[][][] terms = new int[6][][];
    for (int o = 0; o < 6; o++) {
      terms[o] = new int[c.terms()[o].length][];
      for (int i = 0; i < terms[o].length; i++) {
        terms[o][i] = Arrays.stream(c.terms()[o][i]).map(v -> v + at).toArray();
      }
    }
    int kernels = c.kernelCount();
    double[] centers = new double[kernels * all];
    double[] widths = new double[kernels > 0 ? all : 0]; // zero: the others' variables do not count
    for (int m = 0; m < kernels; m++) {
      System.arraycopy(c.kernelCenters(), m * own, centers, m * all + at, own);
    }
    if (kernels > 0) {
      System.arraycopy(c.kernelInverseWidths(), 0, widths, at, own);
    }
    return new Controller(
        c.constant(),
        terms,
        c.coefficients(),
        centers,
        widths,
        c.kernelWeights(),
        c.lower(),
        c.upper());
  }

  /** What one limb's examples say about all vertices' weights over all bones. */
  private static SkinSums sums(
      ExampleSet set, HelperRig rig, FitSettings settings, Workers workers, BlockEngine.Start where)
      throws IOException {
    FitProblem problem = new FitProblem(set);
    try (BlockEngine engine = where.start(problem)) {
      Subspace subspace = Subspace.find(engine, problem, settings.maxRank());
      int helpers = rig.helpers().size();
      if (helpers > 0) {
        engine.run(new HelperPasses.Predict(problem, rig));
      }
      SkinSums sums = new SkinSums(problem, subspace, workers, null, 0);
      sums.resize(problem.joints + helpers);
      SkinPass pass = new SkinPass(problem.joints, helpers, subspace.rank, 0, null, null);
      sums.accept(pass, engine.run(pass), 0);
      return sums;
    }
  }

  private static SkinWeights solve(
      List<SkinSums> sums, HelperRig rig, FitSettings settings, boolean withHelpers) {
    int bones = rig.boneCount();
    int vertices = rig.weights().vertexCount();
    boolean[] allowed = new boolean[bones];
    Arrays.fill(allowed, 0, withHelpers ? bones : rig.skeleton().jointCount(), true);
    double[] dense = new double[vertices * bones];
    WeightQp qp = new WeightQp(bones);
    double[] w = new double[bones];
    for (int j = 0; j < vertices; j++) {
      double[] g = new double[bones * bones];
      double[] b = new double[bones];
      for (SkinSums s : sums) {
        s.addForm(j, g, b);
      }
      Arrays.fill(w, 0);
      qp.solve(g, b, settings.influences(), allowed, true, w);
      System.arraycopy(w, 0, dense, j * bones, bones);
    }
    return SkinWeights.ofDense(settings.influences(), bones, dense);
  }

  /** Errors over all limbs. */
  private record Together(FitReport.Errors errors, float[] byExample, float[] byVertex) {}

  private static Together measure(
      HelperRig rig, List<ExampleSet> limbs, List<BlockEngine.Start> where) throws IOException {
    double sum = 0;
    double max = 0;
    long count = 0;
    List<float[]> examples = new ArrayList<>();
    double[] square = new double[rig.weights().vertexCount()];
    for (int l = 0; l < limbs.size(); l++) {
      ExampleSet set = limbs.get(l);
      RigErrors e = RigFit.measure(rig, set, where.get(l));
      sum += e.rms() * e.rms() * set.exampleCount();
      count += set.exampleCount();
      max = Math.max(max, e.max());
      examples.add(e.byExample());
      for (int j = 0; j < square.length; j++) {
        square[j] += (double) e.byVertex()[j] * e.byVertex()[j] * set.exampleCount();
      }
    }
    float[] byVertex = new float[square.length];
    for (int j = 0; j < byVertex.length; j++) {
      byVertex[j] = (float) Math.sqrt(square[j] / count);
    }
    return new Together(
        new FitReport.Errors(Math.sqrt(sum / count), max), joined(examples), byVertex);
  }
}
