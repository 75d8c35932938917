package dev.shinari.rig.examples;

import java.io.IOException;

/**
 * An example file, or a block of one, is missing or not what was written. The message names file
 * and block.
 */
public final class DamagedExamplesException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * @param file a path or address
   */
  public DamagedExamplesException(Object file, String what) {
    super(file + ": " + what);
  }
}
