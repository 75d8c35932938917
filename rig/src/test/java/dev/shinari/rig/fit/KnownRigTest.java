package dev.shinari.rig.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.fit.helper.Decomposition;
import dev.shinari.rig.fit.helper.Subspace;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.LocalEngine;
import dev.shinari.rig.fit.task.FitCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitReport;
import dev.shinari.rig.fit.task.FitReport.Kind;
import dev.shinari.rig.fit.task.FitReport.Update;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.fit.task.RigErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fits to skins that were made by known helpers, and to degenerate ones. */
class KnownRigTest {
  private static final FitSettings SETTINGS =
      FitSettings.DEFAULT.withHelpers(2).withInfluences(5).withIterations(60, 1e-5f).withThreads(2);

  private static ExampleSet known;
  private static FitResult result;

  @BeforeAll
  static void fitOnce() throws Exception {
    known = new KnownRig(25, 10, true).examples(300, 1, 64);
    result = fit(known, SETTINGS);
  }

  private static FitResult fit(ExampleSet set, FitSettings settings)
      throws IOException, FitStoppedException {
    return RigFit.fit(set, settings, null, null, FitProgress.NONE);
  }

  @Test
  void knownHelpersAndPolynomialsAreFound() {
    FitReport r = result.report();
    assertThat(r.drivers().rms()).isGreaterThan(5e-3); // the joints alone do not do it
    assertThat(r.stage1().rms()).isLessThan(1e-3);
    assertThat(r.stage2().rms()).isLessThan(1e-3);
    assertThat(result.rig().helpers().stream().map(Helper::parent))
        .containsExactlyInAnyOrder(KnownRig.PARENTS[0], KnownRig.PARENTS[1]);
  }

  @Test
  void theRigHoldsOnPosesThatItHasNotSeen() throws IOException {
    ExampleSet others = new KnownRig(25, 10, true).examples(100, 99, 64);
    assertThat(RigFit.measure(result.rig(), others, 1).rms()).isLessThan(1.5e-3);
  }

  @Test
  void measuringTheFitAgainGivesTheReportsNumbers() throws IOException {
    RigErrors e = RigFit.measure(result.rig(), known, 1);
    assertThat(e.rms()).isEqualTo(result.report().stage2().rms());
    assertThat(e.max()).isEqualTo(result.report().stage2().max());
    assertThat(e.byExample()).isEqualTo(result.report().byExample());
  }

  @Test
  void theErrorNeverRisesFromOneUpdateToTheNext() {
    assertMonotone(result.report());
  }

  private static void assertSameBits(FitResult a, FitResult b) {
    assertThat(a.rig().weights().weights()).isEqualTo(b.rig().weights().weights());
    assertThat(a.rig().weights().bones()).isEqualTo(b.rig().weights().bones());
    for (int h = 0; h < b.rig().helpers().size(); h++) {
      Helper x = a.rig().helpers().get(h);
      Helper y = b.rig().helpers().get(h);
      assertThat(x.parent()).isEqualTo(y.parent());
      assertThat(x.bind()).isEqualTo(y.bind());
      assertThat(x.controller().constant()).isEqualTo(y.controller().constant());
      assertThat(x.controller().coefficients()).isDeepEqualTo(y.controller().coefficients());
    }
    assertThat(a.report().byVertex()).isEqualTo(b.report().byVertex());
    assertThat(a.report().byExample()).isEqualTo(b.report().byExample());
    assertThat(a.report().stage1()).isEqualTo(b.report().stage1());
  }

  private static void assertMonotone(FitReport report) {
    double last = Double.POSITIVE_INFINITY;
    for (Update u : report.convergence()) {
      if (u.kind() != Kind.PRUNING) {
        assertThat(u.rms()).as(u.toString()).isLessThanOrEqualTo(last * (1 + 1e-9) + 1e-9);
      }
      last = u.rms();
    }
  }

  @Test
  void levelsOfDetailLoseAccuracyHelperByHelper() throws IOException {
    List<HelperRig.Level> levels = result.rig().levels();
    assertThat(levels).hasSize(3);
    assertThat(levels.get(2).helpers()).isEmpty();
    assertThat(levels.get(1).rms()).isBetween(levels.get(0).rms(), levels.get(2).rms());
    HelperRig light = result.rig().at(levels.get(1));
    assertThat(light.helpers()).hasSize(1);
    assertThat(RigFit.measure(light, known, 1).rms())
        .isCloseTo(levels.get(1).rms(), org.assertj.core.data.Offset.offset(1e-4));
  }

  @Test
  void theSameBitsComeFromAnyNumberOfThreads() throws Exception {
    FitSettings quick = SETTINGS.withIterations(3, 0).withRefinements(1);
    FitResult one = fit(known, quick.withThreads(1));
    for (int threads : new int[] {2, 3, 8}) {
      FitResult many = fit(known, quick.withThreads(threads));
      assertThat(many.rig().weights().weights()).isEqualTo(one.rig().weights().weights());
      assertThat(many.report().byVertex()).isEqualTo(one.report().byVertex());
    }
  }

  @Test
  void plainAndVectorKernelsGiveTheSameSubspace() throws IOException {
    FitProblem problem = new FitProblem(known);
    try (LocalEngine a = new LocalEngine(known, problem, 1, KernelChoice.SCALAR.matrix());
        LocalEngine b = new LocalEngine(known, problem, 1, KernelChoice.best().matrix())) {
      assertThat(Subspace.find(b, problem, 64).basis)
          .isEqualTo(Subspace.find(a, problem, 64).basis);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FitProgress.Phase.class,
      names = {"DRIVER_WEIGHTS", "ADDING_HELPERS", "DESCENT", "EXACT_PASS", "REFINEMENT"})
  void aStoppedFitGoesOnToTheSameBits(FitProgress.Phase where, @TempDir Path dir) throws Exception {
    FitSettings settings = SETTINGS.withIterations(10, 0).withRefinements(1);
    FitResult whole = fit(known, settings);
    int[] calls = {0};
    FitCheckpoint checkpoint = null;
    try {
      RigFit.fit(
          known,
          settings,
          null,
          null,
          (phase, fraction, rms) ->
              phase != where || where == FitProgress.Phase.DESCENT && ++calls[0] < 4);
    } catch (FitStoppedException e) {
      e.checkpoint().write(dir.resolve("fit"));
      checkpoint = FitCheckpoint.read(dir.resolve("fit"));
    }
    assertThat(checkpoint).isNotNull();
    FitResult rest = RigFit.fit(known, settings, null, checkpoint, FitProgress.NONE);
    assertSameBits(rest, whole);
    assertThat(rest.report().convergence()).isEqualTo(whole.report().convergence());
    FitCheckpoint wrong = checkpoint;
    ExampleSet others = new KnownRig(25, 10, true).examples(50, 1, 64);
    assertThatThrownBy(() -> RigFit.fit(others, settings, null, wrong, FitProgress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("checkpoint");
  }

  @ParameterizedTest
  @EnumSource(FitSettings.LambdaChoice.class)
  void everyWayToChooseLambdaFindsTheKnownRig(FitSettings.LambdaChoice choice) throws Exception {
    FitSettings s =
        choice == FitSettings.LambdaChoice.GIVEN
            ? SETTINGS.withLambda(1)
            : SETTINGS.withLambda(choice);
    assertThat(fit(known, s).report().stage2().rms()).isLessThan(1.5e-3);
  }

  @Test
  void kernelsAndThePaperssPivotServeToo() throws Exception {
    assertThat(fit(known, SETTINGS.withKernels(32)).report().stage2().rms()).isLessThan(1e-3);
    assertThat(
            fit(known, SETTINGS.withPivot(FitSettings.Pivot.PARENT).withDegree(3, false))
                .report()
                .stage2()
                .rms())
        .isLessThan(1.5e-3);
  }

  @Test
  void refinementLowersTheErrorOfTheRig() throws Exception {
    FitSettings coarse = SETTINGS.withDegree(1, false);
    double without = fit(known, coarse.withRefinements(0)).report().stage2().rms();
    double with = fit(known, coarse.withRefinements(3)).report().stage2().rms();
    assertThat(with).isLessThan(without);
  }

  @Test
  void smoothWeightsAreSmoother() throws Exception {
    FitSettings s = SETTINGS.withIterations(5, 0).withRefinements(0);
    FitResult smooth = fit(known, s.withSmooth(1));
    assertThat(roughness(smooth)).isLessThan(0.9 * roughness(fit(known, s)));
    assertMonotone(smooth.report());
  }

  private static double roughness(FitResult r) {
    int bones = r.rig().boneCount();
    double[] w = r.rig().weights().dense(bones);
    int[][] neighbors = Decomposition.neighbors(known.rest());
    double sum = 0;
    for (int j = 0; j < neighbors.length; j++) {
      for (int i : neighbors[j]) {
        for (int e = 0; e < bones; e++) {
          double d = w[i * bones + e] - w[j * bones + e];
          sum += d * d;
        }
      }
    }
    return sum;
  }

  @Test
  void aSkinThatTheJointsExplainGetsNoHelpersAndSaysWhy() throws Exception {
    FitResult r = fit(new KnownRig(12, 8, false).examples(60, 3, 32), SETTINGS);
    assertThat(r.rig().helpers()).isEmpty();
    assertThat(r.report().stage2().rms()).isLessThan(1e-5);
    assertThat(r.report().notes()).anyMatch(n -> n.startsWith("0 of 2 helpers are of use"));
  }

  @Test
  void asManyHelpersComeOutAsAreAskedForWhereThereIsErrorLeft() throws Exception {
    FitResult r = fit(known, SETTINGS.withHelpers(6).withIterations(5, 0));
    int bones = r.rig().boneCount();
    assertThat(r.rig().helpers().size() == 6 || !r.report().notes().isEmpty()).isTrue();
    double[] w = r.rig().weights().dense(bones);
    for (int h = 3; h < bones; h++) {
      int bone = h;
      long moved =
          java.util.stream.IntStream.range(0, w.length / bones)
              .filter(j -> w[j * bones + bone] > 0)
              .count();
      assertThat(moved).as("vertices that helper %d moves", h - 3).isGreaterThan(4);
    }
  }

  @Test
  void onlyTheHelpersWeAskForAndAtMostKBonesAVertex() throws Exception {
    FitResult r = fit(known, SETTINGS.withInfluences(2).withIterations(5, 0));
    int bones = r.rig().boneCount();
    double[] w = r.rig().weights().dense(bones);
    for (int j = 0; j < w.length / bones; j++) {
      double sum = 0;
      int used = 0;
      for (int e = 0; e < bones; e++) {
        sum += w[j * bones + e];
        used += w[j * bones + e] > 0 ? 1 : 0;
      }
      assertThat(used).isBetween(1, 2);
      assertThat(sum).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-6));
    }
  }

  @Test
  void aStillSkeletonDuplicatePosesAndASingleExampleAreNoTrouble() throws Exception {
    KnownRig rig = new KnownRig(12, 8, true);
    ExampleSink sink = MemoryExamples.builder(rig.mesh, rig.skeleton);
    double[] pose = new double[36];
    float[] skin = new float[3 * rig.mesh.vertexCount()];
    rig.pose(0.3, 0.1, 0.5, 0.4, pose);
    rig.skin(pose, skin);
    sink.add(pose, skin);
    assertFinite(fit(sink.finish(), SETTINGS));
    for (int k = 0; k < 20; k++) {
      sink.add(pose, skin);
    }
    FitResult r = fit(sink.finish(), SETTINGS);
    assertFinite(r);
    assertThat(r.report().notes()).anyMatch(n -> n.contains("upper never turns"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e3})
  void unitsDoNotMatter(double unit) throws Exception {
    KnownRig rig = new KnownRig(12, 8, true);
    float[] rest = scaled(rig.mesh.positions(), unit);
    double[] bind = rig.skeleton.bind();
    moved(bind, unit);
    dev.shinari.rig.RigSkeleton skeleton =
        new dev.shinari.rig.RigSkeleton(rig.skeleton.names(), rig.skeleton.parents(), bind);
    ExampleSink sink =
        MemoryExamples.builder(new TriangleMesh(rest, rig.mesh.triangles()), skeleton);
    rig.fill(
        80,
        5,
        new ExampleSink() {
          @Override
          public void add(double[] pose, float[] positions) throws IOException {
            double[] p = pose.clone();
            moved(p, unit);
            sink.add(p, scaled(positions, unit));
          }

          @Override
          public int count() {
            return sink.count();
          }

          @Override
          public ExampleSet finish() {
            throw new IllegalStateException();
          }

          @Override
          public void close() {}
        });
    FitResult r = fit(sink.finish(), SETTINGS);
    assertThat(r.report().stage2().rms()).isLessThan(3e-3 * unit);
  }

  private static float[] scaled(float[] a, double f) {
    float[] b = new float[a.length];
    for (int k = 0; k < a.length; k++) {
      b[k] = (float) (a[k] * f);
    }
    return b;
  }

  private static void moved(double[] transforms, double f) {
    for (int k = 3; k < transforms.length; k += 4) {
      transforms[k] *= f;
    }
  }

  @Test
  void verticesThatNoTriangleUsesDoNotCount() throws Exception {
    KnownRig rig = new KnownRig(12, 8, true);
    int n = rig.mesh.vertexCount();
    float[] rest = Arrays.copyOf(rig.mesh.positions(), 3 * n + 3);
    rest[3 * n] = 1;
    ExampleSink sink =
        MemoryExamples.builder(new TriangleMesh(rest, rig.mesh.triangles()), rig.skeleton);
    double[] pose = new double[36];
    float[] skin = new float[3 * n];
    for (int k = 0; k < 40; k++) {
      rig.pose(0.01 * k, 0, 0.02 * k, 0.03 * k, pose);
      rig.skin(pose, skin);
      float[] more = Arrays.copyOf(skin, 3 * n + 3);
      more[3 * n] = 50 + k;
      sink.add(pose, more);
    }
    FitResult r = fit(sink.finish(), SETTINGS);
    assertThat(r.report().stage2().max()).isLessThan(0.05);
    assertFinite(r);
  }

  @Test
  void aMeshWithoutTrianglesAndPartsThatAreNotConnectedAreFitted() throws Exception {
    KnownRig rig = new KnownRig(12, 8, true);
    ExampleSink sink =
        MemoryExamples.builder(new TriangleMesh(rig.mesh.positions(), new int[0]), rig.skeleton);
    rig.fill(60, 8, sink);
    FitResult r = fit(sink.finish(), SETTINGS);
    assertThat(r.rig().helpers()).hasSize(2);
    assertThat(r.report().stage2().rms()).isLessThan(0.5 * r.report().drivers().rms());
  }

  private static void assertFinite(FitResult r) {
    assertThat(r.report().stage2().rms()).isFinite();
    for (float w : r.rig().weights().weights()) {
      assertThat(w).isBetween(0f, 1.00001f);
    }
    for (Helper h : r.rig().helpers()) {
      for (double c : h.controller().constant()) {
        assertThat(c).isFinite();
      }
    }
  }
}
