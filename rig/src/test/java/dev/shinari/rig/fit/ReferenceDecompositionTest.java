package dev.shinari.rig.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.reference.ReferenceDecomposition;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The fast stage 1 beside its slow twin. */
class ReferenceDecompositionTest {
  @Test
  void theJointsWeightsAgree() throws Exception {
    ExampleSet set = new KnownRig(10, 8, true).examples(40, 2, 16);
    ReferenceDecomposition slow = new ReferenceDecomposition(set, 4);
    slow.updateWeights();
    try (StageOne fast = new StageOne(set, FitSettings.DEFAULT.withThreads(1))) {
      assertThat(fast.rms()).isCloseTo(slow.rms(), Offset.offset(1e-6));
    }
  }

  @Test
  void roundsOnTheSameStartGiveTheSameError() throws Exception {
    ExampleSet set = new KnownRig(10, 8, true).examples(40, 2, 16);
    FitSettings settings = FitSettings.DEFAULT.withHelpers(2).withIterations(0, 0).withThreads(1);
    try (StageOne fast = new StageOne(set, settings)) {
      fast.addHelpers();
      double[] transforms = fast.transforms();
      int helpers = fast.helperCount();
      ReferenceDecomposition slow = new ReferenceDecomposition(set, 4);
      for (int h = 0; h < helpers; h++) {
        double[] one = new double[12 * 40];
        for (int n = 0; n < 40; n++) {
          System.arraycopy(transforms, 12 * (n * helpers + h), one, 12 * n, 12);
        }
        slow.addHelper(one);
      }
      slow.setWeights(fast.weights());
      assertThat(slow.rms()).isCloseTo(fast.rms(), Offset.offset(1e-5));
      slow.updateTransforms();
      slow.updateWeights();
      fast.exactRound();
      slow.updateTransforms();
      assertThat(fast.exactRms()).isCloseTo(slow.rms(), Offset.offset(1e-5));
    }
  }
}
