package dev.shinari.rig.fit;

import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
import java.io.IOException;

/** Fits a helper-bone rig to examples: stage 1, stage 2, refinement, measuring. */
public final class RigFit {
  private RigFit() {}

  /**
   * Fits.
   *
   * @param start weights of the joints to begin with, or null
   * @param from checkpoint to go on from, or null
   */
  public static FitResult fit(
      ExampleSet examples,
      FitSettings settings,
      SkinWeights start,
      FitCheckpoint from,
      FitProgress progress)
      throws IOException, FitStoppedException {
    throw new UnsupportedOperationException();
  }

  /** Errors of a rig, controllers included, on any examples of its mesh and skeleton. */
  public static RigErrors measure(dev.shinari.rig.HelperRig rig, ExampleSet examples, int threads)
      throws IOException {
    throw new UnsupportedOperationException();
  }
}
