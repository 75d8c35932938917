package dev.shinari.spark;

import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleHead;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.sample.LimbRecipe;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Path;

/** Small example sets for tests. */
final class Sets {
  static final FitSettings SETTINGS =
      FitSettings.DEFAULT.withHelpers(2).withIterations(4, 0).withRefinements(1).withThreads(1);

  private Sets() {}

  /** The leg in about so many poses. */
  static LimbRecipe leg(int poses) {
    return LimbRecipe.of("leg", PoseGrid.thinned(LimbRecipe.limb("leg").turns(), poses));
  }

  /** The leg in a folder, with blocks of a given length. */
  static Path write(Path folder, int poses, int perBlock) throws IOException {
    LimbRecipe recipe = leg(poses);
    ExampleFolder.write(
        folder,
        ExampleHead.of(recipe.rest(), recipe.skeleton(), recipe.count(), perBlock),
        recipe,
        2,
        n -> {});
    return folder;
  }
}
