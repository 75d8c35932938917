package dev.shinari.rig.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.rig.fit.task.FitSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdaptiveSamplerTest {
  private final MuscleLimb leg = LimbModels.leg(13, 8);
  private final LimbPoses poses =
      new LimbPoses(leg, PoseGrid.of(leg.turns(), 4, 3, 4, 3, 3)); // 432 poses
  private final FitSettings fit =
      FitSettings.DEFAULT.withHelpers(2).withIterations(5, 1e-3f).withRefinements(0).withThreads(1);

  private AdaptiveSampler.Result choose(double target, int most, AdaptiveSampler.Listener listener)
      throws Exception {
    return AdaptiveSampler.choose(
        poses,
        poses.grid().corners(),
        new AdaptiveSampler.SkinnedMesh(
            leg.mesh(), LimbExamples.skeleton(leg), LimbExamples.weights(leg)),
        fit,
        new AdaptiveSampler.Settings(20, 1000, target, most),
        listener);
  }

  @Test
  void cornersAreTheEndsOfAllTurns() {
    int[] corners = poses.grid().corners();
    assertThat(corners).hasSize(32).doesNotHaveDuplicates();
    double[] angles = new double[5];
    for (int c : corners) {
      poses.grid().angles(c, angles);
      for (int k = 0; k < 5; k++) {
        JointTurn t = leg.turns().get(k);
        assertThat(angles[k]).isIn(t.firstDeg(), t.lastDeg());
      }
    }
  }

  @Test
  void addsPosesUntilThereAreEnoughAndTheErrorFalls() throws Exception {
    List<AdaptiveSampler.Round> heard = new ArrayList<>();
    AdaptiveSampler.Result result = choose(0, 92, heard::add);
    assertThat(result.chosen()).hasSize(92).doesNotHaveDuplicates();
    assertThat(result.rounds()).isEqualTo(heard);
    assertThat(heard.stream().map(AdaptiveSampler.Round::examples)).containsExactly(32, 52, 72, 92);
    assertThat(heard.get(3).rms()).isLessThan(heard.get(0).rms());
    int[] again = choose(0, 92, r -> true).chosen();
    assertThat(again).isEqualTo(result.chosen());
  }

  @Test
  void stopsWhereTheErrorIsReachedOrTheListenerSaysSo() throws Exception {
    assertThat(choose(1, 400, r -> true).chosen()).hasSize(32);
    assertThat(choose(0, 400, r -> false).rounds()).hasSize(1);
    assertThat(choose(0, 10_000, r -> r.examples() < 400).chosen().length).isLessThanOrEqualTo(432);
    assertThat(IntStream.of(choose(0, 52, r -> true).chosen()).max().getAsInt()).isLessThan(432);
  }
}
