package dev.shinari.rig.fit.helper;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.BoneTree;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.LocalEngine;
import dev.shinari.rig.fit.solver.RigidFit;
import dev.shinari.rig.fit.task.FitCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Rigid bones and weights for a mesh sequence without a skeleton: stage 1 with a root that follows
 * the whole and carries no weight. Bones come one by one where the sequence is worst; then a bone
 * that does little is moved to where most is left, as long as that helps.
 */
public final class MeshDecomposition {
  /** Bones that were moved in vain before the search ends. */
  private static final int PATIENCE = 3;

  /** Below this share of its size a sequence moves as one piece. */
  private static final double RIGID = 1e-5;

  private static final int SETTLING_ROUNDS = 6;

  /** Work that moving bones may cost, in vertices times squared bones. */
  private static final double MOVES = 1.6e7;

  private MeshDecomposition() {}

  /**
   * What was found.
   *
   * @param weights at most K bones a vertex; bone b is {@code transforms} b
   * @param transforms skinning transforms, 12 numbers, bone by bone, frame by frame
   * @param roots rigid motion of the whole, 12 numbers a frame
   * @param parents bone above each bone, -1 for those below the root
   * @param joints rest point about which each bone turns on its parent, or its middle, 3 numbers
   * @param rms root of the mean squared distance over vertices and frames
   * @param max largest distance
   * @param byVertex RMS of each vertex
   * @param byFrame RMS of each frame
   */
  @SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; the record only names them
  public record Result(
      SkinWeights weights,
      double[] transforms,
      double[] roots,
      int[] parents,
      double[] joints,
      double rms,
      double max,
      float[] byVertex,
      float[] byFrame) {
    public int boneCount() {
      return parents.length;
    }
  }

  /** A sink for the frames of a sequence, whose root is found from each frame. */
  public static RigSkeleton skeleton() {
    return new RigSkeleton(List.of("root"), new int[] {-1}, Transforms.identity());
  }

  /** Adds a frame: its pose is the rigid motion of the whole. */
  public static void add(ExampleSink sink, TriangleMesh rest, float[] positions)
      throws IOException {
    sink.add(whole(rest.positions(), positions), positions);
  }

  /** The rigid motion that takes a shape closest to another one. */
  static double[] whole(float[] from, float[] to) {
    int n = from.length / 3;
    double[] a = new double[3];
    double[] b = new double[3];
    for (int k = 0; k < 3 * n; k++) {
      a[k % 3] += from[k] / (double) n;
      b[k % 3] += to[k] / (double) n;
    }
    double[] p = new double[9];
    for (int j = 0; j < n; j++) {
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
          p[3 * r + c] += (to[3 * j + r] - b[r]) * (from[3 * j + c] - a[c]);
        }
      }
    }
    double[] q = {1, 0, 0, 0};
    new RigidFit().fit(p, q);
    double[] m = new double[9];
    RigidFit.matrix(q, m);
    double[] out = new double[12];
    for (int r = 0; r < 3; r++) {
      double t = b[r];
      for (int c = 0; c < 3; c++) {
        out[4 * r + c] = m[3 * r + c];
        t -= m[3 * r + c] * a[c];
      }
      out[4 * r + 3] = t;
    }
    return out;
  }

  /**
   * Decomposes.
   *
   * @param frames with the skeleton of {@link #skeleton}
   * @throws FitStoppedException where the listener says so
   */
  public static Result fit(
      ExampleSet frames, int bones, int influences, int threads, FitProgress progress)
      throws IOException, FitStoppedException {
    Check.inRange("bones", bones, 1, 256);
    FitProblem problem = new FitProblem(frames);
    Check.that(problem.usedCount > 0, "the mesh has no vertices");
    FitSettings settings =
        FitSettings.DEFAULT
            .withHelpers(bones)
            .withInfluences(influences)
            .withIterations(30, 1e-3f)
            .withThreads(threads);
    try (BlockEngine engine = new LocalEngine(frames, problem, threads);
        Workers workers = new Workers(threads)) {
      Subspace subspace = Subspace.find(engine, problem, settings.maxRank());
      Decomposition d =
          new Decomposition(engine, workers, problem, subspace, settings, frames.rest(), progress);
      d.driverWeights(null);
      double left = 0;
      for (double e : d.measure(false).byVertex) {
        left += e;
      }
      if (d.rms(left) < RIGID * problem.size) { // the root says it all
        return rigid(frames, problem, d);
      }
      d.helpersAlone = true;
      d.addHelpers();
      if (d.helpers() == 0) {
        return rigid(frames, problem, d);
      }
      for (int k = 0; k < SETTLING_ROUNDS; k++) {
        d.round(k == SETTLING_ROUNDS - 1);
      }
      improve(d, problem, bones, progress);
      d.descend();
      for (int k = 0; k < 2; k++) {
        d.exactRound();
      }
      return result(frames, problem, engine, d);
    }
  }

  /** Moves the bone that does least to where most is left, while that helps. */
  private static void improve(Decomposition d, FitProblem problem, int bones, FitProgress progress)
      throws IOException, FitStoppedException {
    int moves = (int) Math.min(24, MOVES / ((double) problem.vertices * bones * bones));
    int vain = 0;
    for (int k = 0; k < moves && vain < PATIENCE && d.helpers() > 1; k++) {
      FitCheckpoint before = d.checkpoint();
      double rms = d.rms();
      d.forgetSeeds();
      d.move(cheapest(d, problem, vain), SETTLING_ROUNDS);
      if (d.rms() < 0.998 * rms) {
        vain = 0;
      } else {
        d.restore(before);
        vain++;
      }
      if (!progress.step(FitProgress.Phase.DESCENT, 0.4 + 0.3 * (k + 1) / moves, d.rms())) {
        throw new FitStoppedException(null);
      }
    }
  }

  /** The bone, or the one next to it in rank, without which the skin loses least. */
  private static int cheapest(Decomposition d, FitProblem problem, int rank) {
    int helpers = d.helpers();
    double[] cost = new double[helpers];
    double[] kept = d.sums.weights.clone();
    for (int h = 0; h < helpers; h++) {
      boolean[] allowed = new boolean[problem.joints + helpers];
      Arrays.fill(allowed, true);
      allowed[problem.joints + h] = false;
      d.sums.weights = kept.clone();
      cost[h] = d.sums.solve(4, false, allowed).after();
    }
    d.sums.weights = kept;
    d.sums.objective();
    Integer[] order = new Integer[helpers];
    Arrays.setAll(order, h -> h);
    Arrays.sort(order, (a, b) -> Double.compare(cost[a], cost[b]));
    return order[Math.min(rank, helpers - 1)];
  }

  private static Result rigid(ExampleSet frames, FitProblem problem, Decomposition d)
      throws IOException {
    double[] roots = roots(frames);
    int[] bones = new int[problem.vertices];
    float[] ones = new float[problem.vertices];
    Arrays.fill(ones, 1);
    ExactPass.Sums s = d.measure(false);
    return result(
        problem, new SkinWeights(1, bones, ones), roots, roots, new int[] {-1}, problem.center, s);
  }

  private static double[] roots(ExampleSet frames) {
    double[] roots = new double[12 * frames.exampleCount()];
    double[] one = new double[12];
    for (int i = 0; i < frames.exampleCount(); i++) {
      frames.copyPose(i, one);
      System.arraycopy(one, 0, roots, 12 * i, 12);
    }
    return roots;
  }

  private static Result result(
      ExampleSet frames, FitProblem problem, BlockEngine engine, Decomposition d)
      throws IOException {
    ExactPass.Sums s = d.measure(true);
    int bones = d.helpers();
    double[] t = engine.run(new HelperPasses.Fetch(bones)).transforms.join(problem.examples);
    for (int k = 0; k < t.length; k += 12) {
      problem.fromCenter(t, k);
    }
    double[] dense = new double[problem.vertices * bones];
    for (int j = 0; j < problem.vertices; j++) {
      double sum = 0;
      for (int b = 0; b < bones; b++) {
        double w = d.sums.weights[j * (problem.joints + bones) + problem.joints + b];
        dense[j * bones + b] = w;
        sum += w;
      }
      if (!(sum > 0)) {
        dense[j * bones] = 1; // a vertex that no triangle uses
      }
    }
    BoneTree tree = new BoneTree(problem, dense, bones, t);
    return result(
        problem,
        SkinWeights.ofDense(influences(dense, bones), bones, dense),
        t,
        roots(frames),
        tree.parents,
        tree.joints,
        s);
  }

  /** Most bones of any vertex; engines like four. */
  private static int influences(double[] dense, int bones) {
    int most = Math.min(4, bones);
    for (int j = 0; j < dense.length / bones; j++) {
      int n = 0;
      for (int b = 0; b < bones; b++) {
        n += dense[j * bones + b] > 0 ? 1 : 0;
      }
      most = Math.max(most, n);
    }
    return most;
  }

  private static Result result(
      FitProblem problem,
      SkinWeights weights,
      double[] transforms,
      double[] roots,
      int[] parents,
      double[] joints,
      ExactPass.Sums s) {
    double sum = 0;
    float[] byVertex = new float[problem.vertices];
    for (int j = 0; j < problem.vertices; j++) {
      sum += s.byVertex[j];
      byVertex[j] = (float) Math.sqrt(s.byVertex[j] / problem.examples);
    }
    double[] frames = s.byExample.join(problem.examples);
    float[] byFrame = new float[problem.examples];
    for (int i = 0; i < byFrame.length; i++) {
      byFrame[i] = (float) Math.sqrt(frames[i] / problem.usedCount);
    }
    return new Result(
        weights,
        transforms,
        roots,
        parents,
        joints,
        Math.sqrt(sum / ((double) problem.usedCount * problem.examples)),
        Math.sqrt(s.max),
        byVertex,
        byFrame);
  }
}
