package dev.shinari.example;

import dev.shinari.math.Check;

/**
 * One shape that a body likes to take: its cage with moved vertices [Koyama13, sec. 4]. Where the
 * pose stands and how it is turned does not matter, only how it is deformed.
 *
 * @param name for messages, statistics and weight drives
 * @param positions 3 floats a cage vertex (x, y, z), in the cage's order and at its scale
 */
public record ExamplePose(String name, float[] positions) {
  public ExamplePose {
    Check.that(name != null && !name.isBlank(), "an example pose needs a name");
    Check.that(
        positions.length > 0 && positions.length % 3 == 0,
        "pose " + name + " must hold 3 floats a vertex, got " + positions.length);
    for (float p : positions) {
      Check.that(
          Math.abs(p) < Float.POSITIVE_INFINITY,
          "pose " + name + " holds a number that is not finite");
    }
  }

  public int vertexCount() {
    return positions.length / 3;
  }
}
