package dev.shinari.rig.fit.controller;

import dev.shinari.parallel.Workers;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.helper.Decomposition;
import dev.shinari.rig.fit.helper.HelperPasses;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.task.FitSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * From free helpers to helpers that follow the joints: controllers for all of them, joint
 * refinement of weights and controllers against the skin itself, and levels of detail.
 */
public final class ControllerStage {
  private static final int HALVINGS = 4;

  private final ExampleSet examples;
  private final FitSettings settings;
  private final FitProblem problem;
  private final BlockEngine engine;
  private final Workers workers;
  private final Decomposition stage1;
  private final PoseFeatures features;
  private final ControllerFit fit;
  private final int helpers;
  private final List<ControllerFit.Fitted> fitted = new ArrayList<>();
  private double[] shares;

  public ControllerStage(
      ExampleSet examples,
      FitSettings settings,
      FitProblem problem,
      BlockEngine engine,
      Workers workers,
      Decomposition stage1) {
    this.examples = examples;
    this.settings = settings;
    this.problem = problem;
    this.engine = engine;
    this.workers = workers;
    this.stage1 = stage1;
    helpers = stage1.helpers();
    features = new PoseFeatures(examples, settings.degree(), settings.crossTerms());
    fit = new ControllerFit(examples, features, settings);
    shares = new double[helpers];
  }

  public List<String> notes() {
    return features.notes;
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
          double[] middle = new double[4];
          middle(h, middle);
          out[h] =
              fit.fit(
                  transforms,
                  12 * h,
                  12 * helpers,
                  Arrays.copyOf(middle, 3),
                  middle[3],
                  problem.size,
                  distances(middle));
          if (settings.controller() == FitSettings.ControllerKind.KERNEL) {
            fit.addKernels(out[h]);
          }
        });
    fitted.addAll(Arrays.asList(out));
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

  /** The rig as it stands. */
  public HelperRig rig(List<HelperRig.Level> levels) {
    List<Helper> list = new ArrayList<>();
    for (int h = 0; h < helpers; h++) {
      String name = "helper" + (h + 1);
      while (examples.skeleton().indexOf(name) >= 0) {
        name = name + "_";
      }
      list.add(fit.helper(name, fitted.get(h), shares[h]));
    }
    return new HelperRig(examples.skeleton(), features.inputs, list, weights(), levels);
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
    double error = apply();
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
    RefinePass pass =
        new RefinePass(problem, helpers, h, examples.skeleton(), f, features, stage1.sums);
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

  /**
   * Levels of detail: helpers leave one by one, each time the one whose loss costs least, with the
   * weights of the rest solved for again. Fills the helpers' shares as well.
   */
  public List<HelperRig.Level> levels() throws IOException {
    if (helpers == 0) {
      return List.of();
    }
    apply();
    int bones = problem.joints + helpers;
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
