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
}
