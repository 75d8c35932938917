package dev.shinari.articulated;

/** Poses over time for a skeleton: a clip. The same time must always give the same pose. */
public interface PoseSource {
  /**
   * Writes the pose of a time.
   *
   * @param positions 3 numbers a joint
   * @param turns turns of the bones relative to rest, quaternions, 4 numbers a joint
   */
  void pose(double seconds, double[] positions, double[] turns);

  /**
   * Writes the transforms of the bones that carry the creature's own surface, from rest to the
   * world: 3 rows of 4 numbers each. Called only for a creature that has such a surface.
   */
  default void skin(double seconds, double[] transforms) {
    throw new UnsupportedOperationException("this clip has no transforms for a surface");
  }
}
