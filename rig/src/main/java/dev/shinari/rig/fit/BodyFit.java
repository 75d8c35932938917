package dev.shinari.rig.fit;

import dev.shinari.math.Check;
import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
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
   * A body's rig.
   *
   * @param rig helpers of all limbs, in the limbs' order
   * @param limbs how each limb fared on its own
   * @param drivers error over all examples with the joints alone
   * @param stage2 error over all examples with the helpers
   */
  public record Result(
      HelperRig rig, List<FitReport> limbs, FitReport.Errors drivers, FitReport.Errors stage2) {}

  /** Fits; settings, helpers among them, hold for each limb. */
  public static Result fit(List<ExampleSet> limbs, FitSettings settings, FitProgress progress)
      throws IOException, FitStoppedException {
    Check.that(!limbs.isEmpty(), "a body needs at least one limb");
    ExampleSet first = limbs.get(0);
    for (ExampleSet set : limbs) {
      Check.that(
          set.vertexCount() == first.vertexCount()
              && Arrays.equals(set.rest().positions(), first.rest().positions())
              && set.skeleton().names().equals(first.skeleton().names()),
          "all limbs need the same mesh and skeleton");
    }
    List<FitResult> parts = new ArrayList<>();
    for (int l = 0; l < limbs.size(); l++) {
      int done = l;
      parts.add(
          RigFit.fit(
              limbs.get(l),
              settings,
              null,
              null,
              (phase, fraction, rms) ->
                  progress.step(phase, 0.9 * (done + fraction) / limbs.size(), rms)));
    }
    HelperRig joined = join(first, parts);
    List<SkinSums> sums = new ArrayList<>();
    List<LocalEngine> engines = new ArrayList<>();
    try {
      for (ExampleSet set : limbs) {
        sums.add(sums(set, joined, settings, engines));
      }
      SkinWeights joints = solve(sums, joined, settings, false);
      SkinWeights all = solve(sums, joined, settings, true);
      HelperRig rig =
          new HelperRig(joined.skeleton(), joined.inputs(), joined.helpers(), all, List.of());
      FitReport.Errors drivers =
          measure(
              new HelperRig(
                  joined.skeleton(), joined.inputs(), joined.helpers(), joints, List.of()),
              limbs,
              settings);
      FitReport.Errors stage2 = measure(rig, limbs, settings);
      progress.step(FitProgress.Phase.MEASURING, 1, stage2.rms());
      return new Result(rig, parts.stream().map(FitResult::report).toList(), drivers, stage2);
    } finally {
      engines.forEach(LocalEngine::close);
    }
  }

  /** All limbs' variables and helpers side by side; weights are still to come. */
  private static HelperRig join(ExampleSet set, List<FitResult> parts) {
    int variables = 0;
    for (FitResult part : parts) {
      variables += part.rig().inputs().count();
    }
    int[] joints = new int[variables];
    int[] axes = new int[variables];
    double[] centres = new double[4 * variables];
    double[] lower = new double[variables];
    double[] upper = new double[variables];
    List<Helper> helpers = new ArrayList<>();
    int at = 0;
    for (FitResult part : parts) {
      PoseInputs in = part.rig().inputs();
      System.arraycopy(in.joints(), 0, joints, at, in.count());
      System.arraycopy(in.axes(), 0, axes, at, in.count());
      System.arraycopy(in.centres(), 0, centres, 4 * at, 4 * in.count());
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
        new PoseInputs(joints, axes, centres, lower, upper),
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
    double[] centres = new double[kernels * all];
    double[] widths = new double[kernels > 0 ? all : 0]; // zero: the others' variables do not count
    for (int m = 0; m < kernels; m++) {
      System.arraycopy(c.kernelCentres(), m * own, centres, m * all + at, own);
    }
    if (kernels > 0) {
      System.arraycopy(c.kernelInverseWidths(), 0, widths, at, own);
    }
    return new Controller(
        c.constant(),
        terms,
        c.coefficients(),
        centres,
        widths,
        c.kernelWeights(),
        c.lower(),
        c.upper());
  }

  /** What one limb's examples say about all vertices' weights over all bones. */
  private static SkinSums sums(
      ExampleSet set, HelperRig rig, FitSettings settings, List<LocalEngine> engines)
      throws IOException {
    FitProblem problem = new FitProblem(set);
    LocalEngine engine = new LocalEngine(set, problem, settings.threads());
    engines.add(engine);
    Subspace subspace = Subspace.find(engine, problem, settings.maxRank());
    int helpers = rig.helpers().size();
    if (helpers > 0) {
      engine.run(new HelperPasses.Put(helpers, RigFit.predicted(rig, set, problem)));
    }
    SkinSums sums = new SkinSums(problem, subspace, engine.workers(), null, 0);
    sums.resize(problem.joints + helpers);
    SkinPass pass = new SkinPass(problem.joints, helpers, subspace.rank, 0, null, null);
    sums.accept(pass, engine.run(pass), 0);
    return sums;
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

  private static FitReport.Errors measure(
      HelperRig rig, List<ExampleSet> limbs, FitSettings settings) throws IOException {
    double sum = 0;
    double max = 0;
    long count = 0;
    for (ExampleSet set : limbs) {
      RigErrors e = RigFit.measure(rig, set, settings.threads());
      sum += e.rms() * e.rms() * set.exampleCount();
      count += set.exampleCount();
      max = Math.max(max, e.max());
    }
    return new FitReport.Errors(Math.sqrt(sum / count), max);
  }
}
