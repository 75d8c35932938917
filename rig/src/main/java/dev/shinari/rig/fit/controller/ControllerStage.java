package dev.shinari.rig.fit.controller;

import dev.shinari.parallel.Workers;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.helper.Decomposition;
import dev.shinari.rig.fit.helper.Folds;
import dev.shinari.rig.fit.helper.HelperPasses;
import dev.shinari.rig.fit.helper.SkinPrior;
import dev.shinari.rig.fit.helper.SkinSums;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.Locality;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.fit.task.FitSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * From free helpers to helpers that follow the joints: controllers for all of them, joint
 * refinement of weights and controllers against the skin itself, levels of detail, and the choice
 * of what is worth its place on poses that were held out.
 */
public final class ControllerStage {
  private static final int HALVINGS = 4;

  /** Share of a helper's region from which on a joint counts as one of its own. */
  private static final double OWN = 0.15;

  /** Poses per term from which on coefficients are refined against the skin. */
  private static final int ENOUGH = 12;

  /** Fewer helpers are worth so much of the held-out error. */
  private static final double WORTH = 0.01;

  /** A vertex goes without helpers unless they remove so much of its squared held-out error. */
  private static final double PAYS = 0.1;

  /** How much the artist's weights may count against the examples; see {@link SkinPrior}. */
  private static final double[] STRENGTHS = {0.1, 1};

  /** Vertices that are looked at to choose. */
  private static final int LOOKS = 1500;

  private final ExampleSet examples;
  private final FitSettings settings;
  private final FitProblem problem;
  private final BlockEngine engine;
  private final Workers workers;
  private final Decomposition stage1;
  private final Locality locality;
  private final PoseVariables pose;
  private final Folds folds;
  private final ControllerFit fit;
  private final int helpers;
  private final List<ControllerFit.Fitted> fitted = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final double[] jointWeights; // of the joints alone, joints a vertex
  private double[] shares;
  private boolean[] kept; // helpers that are worth their place
  private SkinPrior jointPrior;
  private double heldOutJoints = Double.NaN;
  private double heldOutRig = Double.NaN;

  public ControllerStage(
      ExampleSet examples,
      FitSettings settings,
      FitProblem problem,
      BlockEngine engine,
      Workers workers,
      Decomposition stage1,
      Locality locality) {
    this.examples = examples;
    this.settings = settings;
    this.problem = problem;
    this.engine = engine;
    this.workers = workers;
    this.stage1 = stage1;
    helpers = stage1.helpers();
    this.locality = locality;
    jointWeights = stage1.jointWeights;
    pose = new PoseVariables(examples);
    folds = Folds.of(problem.examples);
    fit = new ControllerFit(examples, pose, settings, folds);
    shares = new double[helpers];
    kept = new boolean[helpers];
    Arrays.fill(kept, true);
    notes.addAll(pose.notes);
  }

  public List<String> notes() {
    return notes;
  }

  /** RMS on held-out poses of the joints alone. */
  public double heldOutJoints() {
    return heldOutJoints;
  }

  /** RMS on held-out poses of the rig. */
  public double heldOutRig() {
    return heldOutRig;
  }

  public double[] lambdas() {
    return fitted.stream().mapToDouble(f -> f.lambda).toArray();
  }

  /** Stage 2 for every helper. */
  public void fit() throws IOException {
    if (helpers == 0) {
      return;
    }
    double[] transforms =
        engine.run(new HelperPasses.Fetch(helpers)).transforms.join(problem.examples);
    for (int k = 0; k < transforms.length; k += 12) {
      problem.fromCenter(transforms, k);
    }
    ControllerFit.Fitted[] out = new ControllerFit.Fitted[helpers];
    workers.run(
        helpers,
        (h, worker) -> {
          out[h] = fit.fit(free(h, transforms), problem.size);
          if (settings.controller() == FitSettings.ControllerKind.KERNEL) {
            fit.addKernels(out[h]);
          }
        });
    fitted.addAll(Arrays.asList(out));
  }

  private ControllerFit.Free free(int h, double[] transforms) {
    double[] middle = new double[4];
    middle(h, middle);
    double[] distances = distances(middle);
    int[] own = ownJoints(h, distances);
    // Without given weights nobody knows where a helper belongs: joints that the examples never
    // move on their own share its region by chance.
    int[] parents = locality.own != null ? own : IntStream.range(0, problem.joints).toArray();
    return new ControllerFit.Free(
        transforms,
        12 * h,
        12 * helpers,
        Arrays.copyOf(middle, 3),
        middle[3],
        distances,
        parents,
        locality.driverSets(own),
        (drivers, parent) -> reach(h, drivers, parent));
  }

  /** Joints to which a helper's region belongs. */
  private int[] ownJoints(int h, double[] distances) {
    int joints = problem.joints;
    double[] own = locality.own == null ? jointWeights : locality.own;
    double[] mass = new double[joints];
    for (int j = 0; j < problem.vertices; j++) {
      double w = stage1.sums.weights[j * (joints + helpers) + joints + h];
      if (w != 0) {
        PlaneLoops.addScaled(w, own, j * joints, mass, 0, joints);
      }
    }
    double sum = Arrays.stream(mass).sum();
    int most = 0;
    for (int d = 1; d < joints; d++) {
      most = mass[d] > mass[most] ? d : most;
    }
    for (int d = 0; locality.own == null && d < joints; d++) {
      most = distances[d] < distances[most] ? d : most;
    }
    int main = most;
    return IntStream.range(0, joints).filter(d -> d == main || mass[d] > OWN * sum).toArray();
  }

  /** Share of what a helper moves that may follow all of some joints. */
  private double reach(int h, int[] drivers, int parent) {
    int bones = problem.joints + helpers;
    double all = 0;
    double some = 0;
    for (int j = 0; j < problem.vertices; j++) {
      double w = stage1.sums.weights[j * bones + problem.joints + h];
      if (w > 0) {
        all += w * w;
        some += locality.allows(j, parent) && locality.allows(j, drivers) ? w * w : 0;
      }
    }
    return all > 0 ? some / all : 1;
  }

  /** Distance of a point from each joint's bones, the lines to its children; or from itself. */
  private double[] distances(double[] point) {
    double[] bind = examples.skeleton().bind();
    double[] out = new double[problem.joints];
    Arrays.fill(out, Double.POSITIVE_INFINITY);
    for (int d = 0; d < problem.joints; d++) {
      out[d] = Math.min(out[d], distance(point, bind, d, d));
      int parent = examples.skeleton().parent(d);
      if (parent >= 0) {
        out[parent] = Math.min(out[parent], distance(point, bind, parent, d));
      }
    }
    return out;
  }

  private static double distance(double[] p, double[] bind, int from, int to) {
    double along = 0;
    double length = 0;
    for (int c = 3; c < 12; c += 4) {
      double d = bind[12 * to + c] - bind[12 * from + c];
      along += (p[c / 4] - bind[12 * from + c]) * d;
      length += d * d;
    }
    double t = length > 0 ? Math.max(0, Math.min(1, along / length)) : 0;
    double sum = 0;
    for (int c = 3; c < 12; c += 4) {
      double d = p[c / 4] - bind[12 * from + c] - t * (bind[12 * to + c] - bind[12 * from + c]);
      sum += d * d;
    }
    return Math.sqrt(sum);
  }

  /** Weighted middle of what a helper moves, and the root mean squared distance from it. */
  private void middle(int h, double[] out) {
    int bones = problem.joints + helpers;
    double sum = 0;
    double[] c = new double[3];
    for (int j = 0; j < problem.vertices; j++) {
      double w = stage1.sums.weights[j * bones + problem.joints + h];
      sum += w;
      for (int k = 0; k < 3; k++) {
        c[k] += w * problem.rest[3 * j + k];
      }
    }
    double square = 0;
    for (int j = 0; j < problem.vertices; j++) {
      double w = stage1.sums.weights[j * bones + problem.joints + h];
      for (int k = 0; k < 3; k++) {
        double d = problem.rest[3 * j + k] - c[k] / sum;
        square += w * d * d;
      }
    }
    for (int k = 0; k < 3; k++) {
      out[k] = c[k] / sum + problem.center[k];
    }
    out[3] = Math.sqrt(square / sum);
  }

  /** The rig as it stands, helpers that were left out included. */
  HelperRig rig(List<HelperRig.Level> levels) {
    return rig(levels, -1);
  }

  /** The rig as it was fitted without a fold; -1 for none. */
  private HelperRig rig(List<HelperRig.Level> levels, int fold) {
    List<Helper> list = new ArrayList<>();
    for (int h = 0; h < helpers; h++) {
      String name = "helper" + (h + 1);
      while (examples.skeleton().indexOf(name) >= 0) {
        name = name + "_";
      }
      list.add(
          fold < 0
              ? fit.helper(name, fitted.get(h), shares[h])
              : fit.helperWithout(fold, name, fitted.get(h)));
    }
    return new HelperRig(examples.skeleton(), pose.inputs, list, weights(), levels);
  }

  private SkinWeights weights() {
    return SkinWeights.ofDense(
        settings.influences(), problem.joints + helpers, stage1.sums.weights);
  }

  /** Moves the helpers of all blocks as the controllers say; returns the squared error. */
  private double apply() throws IOException {
    engine.run(new HelperPasses.Predict(problem, rig(List.of())));
    stage1.sumForms();
    return stage1.sums.objective();
  }

  /**
   * Joint refinement: each helper's coefficients by a Gauss-Newton step on the skin's own error,
   * then all weights for the helpers as the controllers move them, in turn. Terms that stage 2 left
   * out stay out. A step that does not help is halved, and dropped in the end.
   */
  public void refine() throws IOException {
    if (helpers == 0) {
      return;
    }
    double[][] constants = new double[helpers][];
    double[][][] before = new double[helpers][][];
    for (int h = 0; h < helpers; h++) {
      constants[h] = fitted.get(h).constant.clone();
      before[h] = fitted.get(h).coefficients.clone();
    }
    if (problem.examples < ENOUGH * most()) {
      return; // so few poses would be learnt by heart
    }
    refineAll();
    for (int h = 0; h < helpers; h++) {
      ControllerFit.Fitted f = fitted.get(h);
      for (int k = 0; k < folds.count(); k++) {
        for (int o = 0; o < 6; o++) {
          f.foldConstant[k][o] += f.constant[o] - constants[h][o];
          double[] c = f.foldCoefficients[k][o];
          PlaneLoops.addScaled(1, f.coefficients[o], 0, c, 0, c.length);
          PlaneLoops.addScaled(-1, before[h][o], 0, c, 0, c.length);
        }
      }
    }
  }

  /** Most terms of any output. */
  private int most() {
    int most = 0;
    for (ControllerFit.Fitted f : fitted) {
      for (double[] c : f.coefficients) {
        int n = 0;
        for (double x : c) {
          n += x != 0 ? 1 : 0;
        }
        most = Math.max(most, n);
      }
    }
    return most;
  }

  private void refineAll() throws IOException {
    confine();
    double error = apply();
    error = stage1.sums.solve(settings.influences(), true, null).after();
    for (int round = 0; round < settings.refinements(); round++) {
      double before = error;
      for (int h = 0; h < helpers; h++) {
        error = refine(h, error);
      }
      error = stage1.sums.solve(settings.influences(), true, null).after();
      if (before - error < 1e-4 * before) {
        break;
      }
    }
  }

  private double refine(int h, double error) throws IOException {
    ControllerFit.Fitted f = fitted.get(h);
    RefinePass pass = new RefinePass(problem, helpers, h, examples.skeleton(), f, stage1.sums);
    double[] change = pass.solve(engine.run(pass).values);
    double[] constant = f.constant.clone();
    double[][] coefficients = new double[6][];
    for (int o = 0; o < 6; o++) {
      coefficients[o] = f.coefficients[o].clone();
    }
    double step = 1;
    for (int k = 0; k < HALVINGS; k++) {
      pass.move(change, step, constant, coefficients, f);
      double now = apply();
      if (now < error) {
        return now;
      }
      step *= 0.4;
    }
    System.arraycopy(constant, 0, f.constant, 0, 6);
    f.coefficients = coefficients;
    return apply();
  }

  /** Vertices may use the helpers whose parent and drivers may move them. */
  private void confine() {
    if (locality.own == null) {
      return;
    }
    int bones = problem.joints + helpers;
    boolean[] mask = new boolean[problem.vertices * bones];
    for (int h = 0; h < helpers; h++) {
      int[] joints = fitted.get(h).joints();
      for (int j = 0; j < problem.vertices; j++) {
        mask[j * bones + problem.joints + h] = locality.allows(j, joints);
      }
    }
    for (int j = 0; j < problem.vertices; j++) {
      for (int d = 0; d < problem.joints; d++) {
        mask[j * bones + d] = locality.allows(j, d);
      }
    }
    stage1.sums.mask = mask;
  }

  /**
   * Final weights, levels of detail, and what is left out. Every example's helpers move as
   * controllers say that were fitted without it and its neighbors, so that a helper gets the weight
   * that it deserves on poses it has not seen. How much the artist's weights count and how many
   * helpers stay is what does best where weights are solved for without a fold as well.
   */
  public List<HelperRig.Level> choose() throws IOException {
    SkinSums sums = stage1.sums;
    int bones = problem.joints + helpers;
    confine();
    if (helpers > 0) {
      HelperRig[] rigs = new HelperRig[folds.count()];
      for (int k = 0; k < rigs.length; k++) {
        rigs[k] = rig(List.of(), k);
      }
      engine.run(new HelperPasses.Predict(problem, rigs, folds));
    }
    SkinSums[] parts = stage1.foldSums(folds);
    if (locality.own != null) {
      sums.prior = new SkinPrior(problem, locality.own, helpers > 0 ? rig(List.of()) : null);
    }
    int step = Math.max(1, problem.vertices / LOOKS);
    boolean[] jointsOnly = new boolean[bones];
    Arrays.fill(jointsOnly, 0, problem.joints, true);
    double own = Double.POSITIVE_INFINITY;
    double[] ownWeights = null;
    if (locality.own != null) {
      ownWeights = new double[problem.vertices * bones];
      for (int j = 0; j < problem.vertices; j++) {
        System.arraycopy(locality.own, j * problem.joints, ownWeights, j * bones, problem.joints);
      }
      own = sums.heldOut(parts, settings.influences(), step, null, ownWeights);
    }
    double bestJoints = strength(sums, parts, step, jointsOnly);
    if (sums.prior != null && helpers > 0) {
      sums.solve(settings.influences(), true, jointsOnly);
      double[] alone = new double[problem.vertices * problem.joints];
      for (int j = 0; j < problem.vertices; j++) {
        System.arraycopy(sums.weights, j * bones, alone, j * problem.joints, problem.joints);
      }
      SkinPrior known = sums.prior;
      sums.prior = new SkinPrior(problem, alone, rig(List.of()));
      jointPrior = known;
    }
    double best = helpers > 0 ? strength(sums, parts, step, null) : bestJoints;
    if (helpers > 0 && locality.own != null) {
      keepWhatPays(sums, parts, jointsOnly);
      best = sums.heldOut(parts, settings.influences(), step, null, null);
    }
    heldOutJoints = heldOutRms(Math.min(own, bestJoints), step);
    heldOutRig = heldOutJoints;
    List<HelperRig.Level> levels = helpers > 0 ? levels() : List.of();
    double[] chosen = null;
    int most = -1;
    double least = Math.min(own, bestJoints) * (1 - WORTH);
    for (int l = levels.size() - 2; l >= 0; l--) { // few helpers first
      boolean[] allowed = jointsOnly.clone();
      for (int h : levels.get(l).helpers()) {
        allowed[problem.joints + h] = true;
      }
      double e = l == 0 ? best : sums.heldOut(parts, settings.influences(), step, allowed, null);
      if (e < least) {
        least = e * (1 - WORTH);
        most = l;
        heldOutRig = heldOutRms(e, step);
      }
    }
    if (most >= 0) {
      chosen = levels.get(most).weights().dense(bones);
      levels = levels.subList(most, levels.size());
    } else if (own <= bestJoints) {
      chosen = ownWeights;
      levels = List.of();
    } else {
      sums.prior = jointPrior == null ? sums.prior : jointPrior;
      sums.solve(settings.influences(), true, jointsOnly);
      chosen = sums.weights;
      levels = List.of();
    }
    sums.weights = chosen;
    Arrays.fill(kept, false);
    for (int h : most >= 0 ? levels.get(0).helpers() : new int[0]) {
      kept[h] = true;
    }
    int left = 0;
    for (boolean k : kept) {
      left += k ? 1 : 0;
    }
    if (left < helpers) {
      notes.add(
          (helpers - left)
              + " of "
              + helpers
              + " helpers left out: on poses that were held out the rig is no better with them");
    }
    if (left == 0 && own <= bestJoints && locality.own != null) {
      notes.add("the model's own weights stay: fitted ones are no better on held-out poses");
    }
    return levels;
  }

  /** A vertex that helpers do not help on poses that were held out goes without them. */
  private void keepWhatPays(SkinSums sums, SkinSums[] parts, boolean[] jointsOnly) {
    int bones = problem.joints + helpers;
    int k = settings.influences();
    double[] with = sums.heldOutByVertex(parts, k, 1, null, null);
    SkinPrior own = sums.prior;
    sums.prior = jointPrior;
    double[] without = sums.heldOutByVertex(parts, k, 1, jointsOnly, null);
    sums.prior = own;
    for (int j = 0; j < problem.vertices; j++) {
      if (with[j] > (1 - PAYS) * without[j]) {
        Arrays.fill(sums.mask, j * bones + problem.joints, (j + 1) * bones, false);
      }
    }
  }

  /** Finds how much the artist's weights should count; returns the held-out error. */
  private double strength(SkinSums sums, SkinSums[] parts, int step, boolean[] candidates) {
    if (sums.prior == null) {
      return sums.heldOut(parts, settings.influences(), step, candidates, null);
    }
    double best = Double.POSITIVE_INFINITY;
    double chosen = 0;
    for (int k = STRENGTHS.length - 1; k >= 0; k--) {
      sums.prior.strength = STRENGTHS[k];
      double e = sums.heldOut(parts, settings.influences(), step, candidates, null);
      if (e < best * (1 - WORTH)) {
        best = e;
        chosen = STRENGTHS[k];
      }
    }
    sums.prior.strength = chosen;
    return best;
  }

  private double heldOutRms(double squared, int step) {
    int some = 0;
    for (int j = 0; j < problem.vertices; j += step) {
      some += problem.used[j] ? 1 : 0;
    }
    return Math.sqrt(Math.max(0, squared) / ((double) Math.max(1, some) * problem.examples));
  }

  /** The helpers that stay, renumbered, with the levels that they make. */
  public HelperRig finished(List<HelperRig.Level> levels) {
    HelperRig all = rig(List.of());
    int[] number = new int[helpers];
    int n = 0;
    List<Helper> list = new ArrayList<>();
    for (int h = 0; h < helpers; h++) {
      number[h] = n;
      if (kept[h]) {
        Helper from = all.helpers().get(h);
        String name = all.helpers().get(n).name();
        list.add(
            new Helper(
                name,
                from.parent(),
                from.bind(),
                from.restRotation(),
                from.controller(),
                from.share()));
        n++;
      }
    }
    List<HelperRig.Level> fewer = new ArrayList<>();
    for (HelperRig.Level level : levels) {
      fewer.add(
          new HelperRig.Level(
              Arrays.stream(level.helpers()).map(h -> number[h]).toArray(),
              renumbered(level.weights(), number),
              level.rms()));
    }
    return new HelperRig(
        all.skeleton(), all.inputs(), list, renumbered(all.weights(), number), fewer);
  }

  private SkinWeights renumbered(SkinWeights w, int[] number) {
    int[] bones = w.bones().clone();
    for (int k = 0; k < bones.length; k++) {
      if (bones[k] >= problem.joints) {
        bones[k] = problem.joints + number[bones[k] - problem.joints];
      }
    }
    return new SkinWeights(w.influences(), bones, w.weights());
  }

  /**
   * Levels of detail: helpers leave one by one, each time the one whose loss costs least, with the
   * weights of the rest solved for again. Fills the helpers' shares as well.
   */
  private List<HelperRig.Level> levels() {
    int bones = problem.joints + helpers;
    stage1.sums.solve(settings.influences(), true, null);
    double[] all = stage1.sums.weights.clone();
    boolean[] allowed = new boolean[bones];
    Arrays.fill(allowed, true);
    List<HelperRig.Level> levels = new ArrayList<>();
    double full = stage1.sums.objective();
    levels.add(level(allowed, full));
    double[] none = new double[helpers];
    double[] current = all;
    for (int left = helpers; left > 0; left--) {
      double least = Double.POSITIVE_INFINITY;
      int drop = -1;
      double[] kept = null;
      for (int h = 0; h < helpers; h++) {
        if (!allowed[problem.joints + h]) {
          continue;
        }
        allowed[problem.joints + h] = false;
        stage1.sums.weights = current.clone();
        double e = stage1.sums.solve(settings.influences(), false, allowed).after();
        allowed[problem.joints + h] = true;
        if (left == helpers) {
          none[h] = e;
        }
        if (e < least) {
          least = e;
          drop = h;
          kept = stage1.sums.weights;
        }
      }
      allowed[problem.joints + drop] = false;
      current = kept;
      stage1.sums.weights = kept;
      levels.add(level(allowed, least));
    }
    for (int h = 0; h < helpers; h++) {
      shares[h] = none[h] > 0 ? Math.max(0, (none[h] - full) / none[h]) : 0;
    }
    stage1.sums.weights = all;
    return levels;
  }

  private HelperRig.Level level(boolean[] allowed, double squared) {
    int[] kept = new int[helpers];
    int n = 0;
    for (int h = 0; h < helpers; h++) {
      if (allowed[problem.joints + h]) {
        kept[n++] = h;
      }
    }
    return new HelperRig.Level(Arrays.copyOf(kept, n), weights(), stage1.rms(squared));
  }
}
