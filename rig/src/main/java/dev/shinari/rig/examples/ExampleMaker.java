package dev.shinari.rig.examples;

import java.io.IOException;

/** Makes examples by their number, each on its own: in any order, the same every time. */
public interface ExampleMaker {
  int count();

  /**
   * Makes an example.
   *
   * @param pose out: global joint poses, 12 numbers a joint
   * @param positions out: skin, x, y, z a vertex
   */
  void example(int index, double[] pose, float[] positions) throws IOException;
}
