package dev.shinari.io.scene;

import static dev.shinari.io.scene.Spec.kinds;

import dev.shinari.io.scene.Spec.Kinds;

/** The entries of a body's list of example poses: how each is described in a scene file. */
final class PoseSpec {
  private PoseSpec() {}

  static final Kinds POSE = kinds("pose", "a shape that the body likes to take");
}
