package dev.shinari.rig.examples;

import java.io.Closeable;
import java.io.IOException;

/** Takes examples one by one; {@link #finish} gives the set. Closing without it leaves nothing. */
public interface ExampleSink extends Closeable {
  /**
   * Adds an example.
   *
   * @param pose global joint poses, 12 numbers a joint
   * @param positions skin, x, y, z a vertex
   * @throws IllegalArgumentException where a number is not finite, a count is wrong, or a joint is
   *     scaled or sheared against its bind pose
   */
  void add(double[] pose, float[] positions) throws IOException;

  /** How many were added. */
  int count();

  ExampleSet finish() throws IOException;

  @Override
  void close() throws IOException;
}
