package dev.shinari.rig.fit.helper;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.fit.helper.SubspacePasses.DoubleSums;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.task.FitCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitReport.Kind;
import dev.shinari.rig.fit.task.FitReport.Update;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Stage 1 [Mukai15, sec. 4]: weights of joints and helpers, and every helper's rigid transform in
 * every example. Helpers come one by one where the skin is worst; then weights and transforms take
 * turns. The squared error never rises from one update to the next, except where a helper that
 * moves four vertices or fewer is taken out again.
 */
public final class Decomposition {
  /** A helper that moves so few vertices is of no use [Mukai15, sec. 4.3]. */
  private static final int TOO_FEW = 4;

  /** Below this share of the model's size there is nothing left to gain. */
  private static final double EXACT = 2e-6;

  private static final int ROUNDS_PER_HELPER = 2;
  private static final int THOROUGH_EVERY = 5;

  private final BlockEngine engine;
  private final FitProblem problem;
  private final Subspace subspace;
  private final FitSettings settings;
  private final int[][] neighbors;
  private final FitProgress progress;
  public final SkinSums sums;
  public final List<Update> updates = new ArrayList<>();
  public final List<String> notes = new ArrayList<>();
  private final TreeSet<Integer> tried = new TreeSet<>();
  private int helpers;
  private int rounds;
  private int phase; // as a checkpoint says it
  private int useless;
  public double insertionSeconds;
  public double transformSeconds;
  public double weightSeconds;
  public int iterations;

  public Decomposition(
      BlockEngine engine,
      Workers workers,
      FitProblem problem,
      Subspace subspace,
      FitSettings settings,
      TriangleMesh mesh,
      FitProgress progress) {
    this.engine = engine;
    this.problem = problem;
    this.subspace = subspace;
    this.settings = settings;
    this.progress = progress;
    neighbors = neighbors(mesh);
    sums = new SkinSums(problem, subspace, workers, neighbors, settings.smooth());
  }

  public int helpers() {
    return helpers;
  }

  public double rms() {
    return updates.get(updates.size() - 1).rms();
  }

  /** Weights of the joints alone. */
  public void driverWeights(SkinWeights start) throws IOException {
    if (start != null) {
      sums.weights = start.dense(problem.joints);
    }
    sum(0, null, null);
    solve(true);
  }

  /** Adds helpers until there are as many as were asked for or no more are of use. */
  public void addHelpers() throws IOException, FitStoppedException {
    while (phase == 0 && helpers < settings.helpers()) {
      if (rms() < EXACT * problem.size) {
        note("the skin is reproduced to " + share(rms()) + " of its size without more helpers");
        return;
      }
      int seed = worst();
      if (seed < 0 || useless > settings.helpers() + 8) {
        note("further helpers would move " + TOO_FEW + " vertices or fewer, or nothing at all");
        return;
      }
      long start = System.nanoTime();
      insert(seed);
      insertionSeconds += seconds(start);
      for (int k = 0; k < ROUNDS_PER_HELPER; k++) {
        round(false);
      }
      useless += prune();
      step(FitProgress.Phase.ADDING_HELPERS, 0.2 + 0.2 * helpers / settings.helpers());
    }
  }

  /** Weights and transforms in turn, until they settle. */
  public void descend() throws IOException, FitStoppedException {
    phase = Math.max(1, phase);
    if (helpers == 0 || phase == 2) {
      return;
    }
    while (rounds < settings.iterations()) {
      double before = rms();
      rounds++;
      round(rounds % THOROUGH_EVERY == 0 || rounds == settings.iterations());
      boolean still = before - rms() < settings.tolerance() * before;
      if (still) {
        rounds = Math.max(rounds, settings.iterations()); // what a checkpoint says: no more of them
      }
      step(FitProgress.Phase.DESCENT, 0.4 + 0.2 * rounds / Math.max(1, settings.iterations()));
    }
    while (prune() > 0) {
      round(false);
    }
    phase = 2;
  }

  /** One look at every vertex: transforms, then weights, on the examples themselves. */
  public void exactRound() throws IOException {
    ExactPass pass =
        new ExactPass(
            problem, helpers, sums.weights, helpers > 0 ? sums.cross() : null, true, false);
    ExactPass.Sums found = engine.run(pass);
    sumForms();
    sums.solveExact(found.gradient, found.byVertex, settings.influences(), true);
  }

  /** Transforms once more for the final weights, and the error that is left. */
  public ExactPass.Sums measure(boolean updateTransforms) throws IOException {
    return engine.run(
        new ExactPass(
            problem,
            helpers,
            sums.weights,
            updateTransforms && helpers > 0 ? sums.cross() : null,
            false,
            true));
  }

  /** Sums for transforms that were changed from outside. */
  public void sumForms() throws IOException {
    if (helpers > 0) {
      sum(problem.joints, null, null);
    }
  }

  /** Transforms, then weights. */
  public void round(boolean thorough) throws IOException {
    long start = System.nanoTime();
    sum(problem.joints, sums.moments(), sums.cross());
    transformSeconds += seconds(start);
    iterations++;
    solve(thorough);
  }

  private void sum(int first, double[] moments, double[] cross) throws IOException {
    SkinPass pass = new SkinPass(problem.joints, helpers, subspace.rank, first, moments, cross);
    DoubleSums s = engine.run(pass);
    sums.accept(pass, s, first);
  }

  private void solve(boolean thorough) {
    long start = System.nanoTime();
    SkinSums.Change change = sums.solve(settings.influences(), thorough, null);
    weightSeconds += seconds(start);
    if (!updates.isEmpty()) {
      record(Kind.TRANSFORMS, change.before());
    }
    record(Kind.WEIGHTS, change.after());
  }

  private void record(Kind kind, double squared) {
    updates.add(new Update(kind, helpers, rms(squared)));
  }

  public double rms(double squared) {
    return Math.sqrt(
        Math.max(0, squared) / ((double) Math.max(1, problem.usedCount) * problem.examples));
  }

  /** The vertex with the largest error whose neighborhood was not tried yet, or -1. */
  private int worst() {
    int worst = -1;
    for (int j = 0; j < problem.vertices; j++) {
      if (problem.used[j]
          && sums.errors[j] > 0
          && !tried.contains(j)
          && (worst < 0 || sums.errors[j] > sums.errors[worst])) {
        worst = j;
      }
    }
    return worst;
  }

  /** A helper that moves as the worst vertex and its one-ring do [Mukai15, sec. 4.3]. */
  private void insert(int seed) throws IOException {
    int[] patch = patch(seed);
    for (int j : patch) {
      tried.add(j);
    }
    double[] rest = new double[3 * patch.length];
    double[] basis = new double[3 * patch.length * subspace.rank];
    for (int k = 0; k < patch.length; k++) {
      System.arraycopy(problem.rest, 3 * patch[k], rest, 3 * k, 3);
      System.arraycopy(
          subspace.basis,
          3 * patch[k] * subspace.rank,
          basis,
          3 * k * subspace.rank,
          3 * subspace.rank);
    }
    engine.run(new HelperPasses.Insert(subspace.rank, rest, basis));
    helpers++;
    sums.resize(problem.joints + helpers);
    sum(problem.joints, null, null);
    SkinSums.Change change = sums.solve(settings.influences(), false, null);
    record(Kind.INSERTION, change.after());
  }

  /** The vertex and its one-ring; a vertex with few neighbors takes the nearest ones as well. */
  private int[] patch(int seed) {
    TreeSet<Integer> patch = new TreeSet<>();
    patch.add(seed);
    for (int i : neighbors[seed]) {
      patch.add(i);
    }
    while (patch.size() < Math.min(4, problem.usedCount)) {
      int nearest = -1;
      double best = Double.POSITIVE_INFINITY;
      for (int j = 0; j < problem.vertices; j++) {
        if (!problem.used[j] || patch.contains(j)) {
          continue;
        }
        double d = 0;
        for (int c = 0; c < 3; c++) {
          double x = problem.rest[3 * j + c] - problem.rest[3 * seed + c];
          d += x * x;
        }
        if (d < best) {
          best = d;
          nearest = j;
        }
      }
      patch.add(nearest);
    }
    return patch.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Takes helpers out that move too few vertices. Returns how many. */
  private int prune() throws IOException {
    int removed = 0;
    for (int h = helpers - 1; h >= 0; h--) {
      if (sums.support(problem.joints + h) > TOO_FEW) {
        continue;
      }
      engine.run(new HelperPasses.Remove(h));
      sums.removeBone(problem.joints + h);
      helpers--;
      removed++;
    }
    if (removed > 0) {
      sumForms();
      SkinSums.Change change = sums.solve(settings.influences(), false, null);
      record(Kind.PRUNING, change.after());
    }
    return removed;
  }

  private void note(String why) {
    notes.add(
        helpers
            + " of "
            + settings.helpers()
            + " helpers "
            + (helpers == 1 ? "is" : "are")
            + " of use: "
            + why);
  }

  private static String share(double x) {
    return String.format(java.util.Locale.ROOT, "%.1e", x);
  }

  private void step(FitProgress.Phase phase, double fraction)
      throws IOException, FitStoppedException {
    if (!progress.step(phase, fraction, rms())) {
      throw new FitStoppedException(checkpoint());
    }
  }

  public FitCheckpoint checkpoint() throws IOException {
    double[] rms = new double[updates.size()];
    int[] kinds = new int[rms.length];
    int[] counts = new int[rms.length];
    for (int k = 0; k < rms.length; k++) {
      rms[k] = updates.get(k).rms();
      kinds[k] = updates.get(k).kind().ordinal();
      counts[k] = updates.get(k).helpers();
    }
    HelperPasses.Fetched fetched =
        helpers == 0 ? new HelperPasses.Fetched(0) : engine.run(new HelperPasses.Fetch(helpers));
    return new FitCheckpoint(
        problem.vertices,
        problem.examples,
        helpers,
        rounds,
        phase,
        useless,
        sums.weights.clone(),
        fetched.transforms.join(problem.examples),
        fetched.rotations.join(problem.examples),
        sums.errors.clone(),
        rms,
        kinds,
        counts,
        tried.stream().mapToInt(Integer::intValue).toArray(),
        notes);
  }

  /** Goes on where a checkpoint was made. */
  public void resume(FitCheckpoint c) throws IOException {
    if (c.vertexCount() != problem.vertices
        || c.exampleCount() != problem.examples
        || c.weights().length != problem.vertices * (problem.joints + c.helpers())
        || c.transforms().length != 12 * c.helpers() * problem.examples
        || c.rotations().length != 4 * c.helpers() * problem.examples
        || c.errors().length != problem.vertices) {
      throw new IllegalArgumentException(
          "the checkpoint was made for "
              + c.vertexCount()
              + " vertices and "
              + c.exampleCount()
              + " examples; these are "
              + problem.vertices
              + " and "
              + problem.examples);
    }
    helpers = c.helpers();
    rounds = c.rounds();
    phase = c.phase();
    notes.addAll(c.notes());
    useless = c.useless();
    for (int s : c.seeds()) {
      tried.add(s);
    }
    for (int k = 0; k < c.rms().length; k++) {
      updates.add(new Update(Kind.values()[c.kinds()[k]], c.counts()[k], c.rms()[k]));
    }
    if (helpers > 0) {
      engine.run(new HelperPasses.Put(helpers, c.transforms(), c.rotations()));
    }
    // The joints' sums are there already; those of the helpers come from the same transforms as
    // before, and so with the same bits.
    sums.resize(problem.joints + helpers);
    sumForms();
    sums.weights = c.weights().clone();
    System.arraycopy(c.errors(), 0, sums.errors, 0, sums.errors.length);
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) * 1e-9;
  }

  public static int[][] neighbors(TriangleMesh mesh) {
    int n = mesh.vertexCount();
    List<TreeSet<Integer>> sets = new ArrayList<>();
    for (int j = 0; j < n; j++) {
      sets.add(new TreeSet<>());
    }
    int[] t = mesh.triangles();
    for (int k = 0; k < t.length; k++) {
      int next = k % 3 == 2 ? k - 2 : k + 1;
      if (t[k] != t[next]) {
        sets.get(t[k]).add(t[next]);
        sets.get(t[next]).add(t[k]);
      }
    }
    int[][] out = new int[n][];
    Arrays.setAll(out, j -> sets.get(j).stream().mapToInt(Integer::intValue).toArray());
    return out;
  }
}
