package dev.shinari.rig.examples;

import java.io.IOException;
import java.nio.file.Path;

/**
 * An example file, or a block of one, is not what was written. The message names file and block.
 */
public final class DamagedExamplesException extends IOException {
  private static final long serialVersionUID = 1;

  public DamagedExamplesException(Path file, String what) {
    super(file + ": " + what);
  }
}
