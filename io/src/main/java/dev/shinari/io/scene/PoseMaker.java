package dev.shinari.io.scene;

import dev.shinari.example.ExamplePose;
import java.io.IOException;
import java.util.List;

/** Makes the example poses of a body from what the scene says. */
final class PoseMaker {
  private PoseMaker() {}

  /** A checked entry of the list of poses as a record. */
  static PosePlan bind(Resolved.Fields pose) {
    throw new AssertionError(pose.kind());
  }

  /**
   * The poses of a body, in the order of the scene, for the cage that was made.
   *
   * @param warnings takes lines that a user should know
   */
  static List<ExamplePose> make(
      List<PosePlan> poses, ShapeMaker.Made made, BodyPlan plan, List<String> warnings)
      throws IOException {
    return List.of();
  }
}
