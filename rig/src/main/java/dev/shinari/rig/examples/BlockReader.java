package dev.shinari.rig.examples;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads blocks of an example set, wherever they lie. Safe for several threads that read blocks side
 * by side.
 */
public interface BlockReader extends Closeable {
  /**
   * Reads a block's positions.
   *
   * @param planes out: 3 * stride floats an example
   * @throws DamagedExamplesException where a file's block is missing or not what was written
   */
  void readBlock(int block, float[] planes) throws IOException;

  /**
   * Reads a block's poses.
   *
   * @param poses out: 12 numbers a joint, example by example
   * @throws DamagedExamplesException as above
   */
  void readPoses(int block, double[] poses) throws IOException;
}
