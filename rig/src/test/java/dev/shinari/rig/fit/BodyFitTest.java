package dev.shinari.rig.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.ExampleSlice;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.fit.task.BodyCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BodyFitTest {
  private static final FitSettings SETTINGS =
      FitSettings.DEFAULT.withHelpers(1).withInfluences(5).withIterations(20, 1e-4f);

  /**
   * Examples in which only one joint moves: the lower arm, which one helper follows, or the hand,
   * which the other one follows. What the two move overlaps.
   */
  private static ExampleSet limb(KnownRig rig, boolean lower, int seed) throws IOException {
    ExampleSink sink = MemoryExamples.builder(rig.mesh, rig.skeleton);
    Random r = new Random(seed);
    double[] pose = new double[36];
    float[] skin = new float[3 * rig.mesh.vertexCount()];
    for (int n = 0; n < 60; n++) {
      double x = 2 * (r.nextDouble() - 0.5);
      rig.pose(0, 0, lower ? x : 0, lower ? 0 : x, pose);
      rig.skin(pose, skin);
      sink.add(pose, skin);
    }
    return sink.finish();
  }

  @Test
  void limbsFittedOneByOneServeTheWholeBody() throws Exception {
    KnownRig rig = new KnownRig(21, 8, true);
    List<ExampleSet> limbs = List.of(limb(rig, true, 1), limb(rig, false, 2));
    FitResult body = BodyFit.fit(limbs, SETTINGS, FitProgress.NONE);
    assertThat(body.report().stage2().rms()).isLessThan(0.2 * body.report().drivers().rms());
    assertThat(body.rig().helpers().size()).isEqualTo(2);
    assertThat(body.report().byExample()).hasSize(120);
    // Both joints at once were never shown: the sum of what was learnt still helps.
    ExampleSink sink = MemoryExamples.builder(rig.mesh, rig.skeleton);
    double[] pose = new double[36];
    float[] skin = new float[3 * rig.mesh.vertexCount()];
    for (int n = 0; n < 40; n++) {
      rig.pose(0, 0, StrictMath.sin(n), StrictMath.cos(2.3 * n), pose);
      rig.skin(pose, skin);
      sink.add(pose, skin);
    }
    ExampleSet both = sink.finish();
    double alone =
        RigFit.fit(both, SETTINGS.withHelpers(0), null, null, FitProgress.NONE)
            .report()
            .drivers()
            .rms();
    assertThat(RigFit.measure(body.rig(), both, 1).rms()).isLessThan(0.4 * alone);
  }

  @Test
  void kernelsSurviveTheJoining() throws Exception {
    KnownRig rig = new KnownRig(12, 8, true);
    List<ExampleSet> limbs = List.of(limb(rig, true, 1), limb(rig, false, 2));
    FitResult body =
        BodyFit.fit(limbs, SETTINGS.withKernels(8).withDegree(1, false), FitProgress.NONE);
    assertThat(body.report().stage2().rms()).isLessThan(0.4 * body.report().drivers().rms());
  }

  @Test
  void aBodyThatWasStoppedGoesOnToTheSameBits(@TempDir Path dir) throws Exception {
    KnownRig rig = new KnownRig(12, 8, true);
    List<ExampleSet> limbs = List.of(limb(rig, true, 1), limb(rig, false, 2));
    FitSettings settings = SETTINGS.withKernels(4);
    int[] steps = {0};
    FitResult whole =
        BodyFit.fit(limbs, settings, (phase, fraction, rms) -> steps[0]++ < Integer.MAX_VALUE);
    Path file = dir.resolve("body.checkpoint");
    for (int last : new int[] {3, steps[0] / 2, 3 * steps[0] / 4, steps[0] - 3}) {
      int[] n = {0};
      assertThatThrownBy(() -> BodyFit.fit(limbs, settings, (p, f, r) -> ++n[0] < last))
          .isInstanceOfSatisfying(
              FitStoppedException.class,
              e -> {
                assertThat(e.checkpoint()).isNull();
                write(e.body(), file);
              });
      BodyCheckpoint from = BodyCheckpoint.read(file);
      FitResult again = BodyFit.fit(limbs, settings, from, FitProgress.NONE);
      assertThat(again.rig().weights().weights()).isEqualTo(whole.rig().weights().weights());
      assertThat(again.rig().weights().bones()).isEqualTo(whole.rig().weights().bones());
      assertThat(again.report().byVertex()).isEqualTo(whole.report().byVertex());
      assertThat(again.report().byExample()).isEqualTo(whole.report().byExample());
      assertThat(again.report().stage1ByVertex()).isEqualTo(whole.report().stage1ByVertex());
      assertThat(again.report().convergence()).isEqualTo(whole.report().convergence());
      assertThat(again.report().notes()).isEqualTo(whole.report().notes());
      assertThat(again.report().lambda()).isEqualTo(whole.report().lambda());
      List<ExampleSet> others = List.of(limbs.get(0), new ExampleSlice(limbs.get(1), 0, 59));
      assertThatThrownBy(() -> BodyFit.fit(others, settings, from, FitProgress.NONE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[60, 60] examples, the limbs have 96 and [60, 59]");
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int length : new int[] {0, 9, bytes.length / 2, bytes.length - 1}) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> BodyCheckpoint.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("body.checkpoint");
    }
  }

  private static void write(BodyCheckpoint checkpoint, Path file) {
    try {
      checkpoint.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void limbsOfDifferentMeshesAreRefused() throws Exception {
    ExampleSet a = limb(new KnownRig(12, 8, true), true, 1);
    ExampleSet b = limb(new KnownRig(13, 8, true), false, 1);
    assertThatThrownBy(() -> BodyFit.fit(List.of(a, b), SETTINGS, FitProgress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("same mesh");
  }

  @Test
  void aSliceOfASetHoldsItsExamples() throws Exception {
    ExampleSet whole = new KnownRig(6, 6, true).examples(50, 7, 8);
    ExampleSet slice = new ExampleSlice(whole, 13, 30);
    float[] part = new float[8 * 3 * whole.stride()];
    float[] all = part.clone();
    double[] p = new double[36];
    double[] q = new double[36];
    for (int n = 0; n < 30; n++) {
      slice.readBlock(n / 8, part);
      whole.readBlock((13 + n) / 8, all);
      int each = 3 * whole.stride();
      for (int k = 0; k < each; k++) {
        assertThat(part[n % 8 * each + k]).isEqualTo(all[(13 + n) % 8 * each + k]);
      }
      slice.copyPose(n, p);
      whole.copyPose(13 + n, q);
      assertThat(p).isEqualTo(q);
    }
  }
}
