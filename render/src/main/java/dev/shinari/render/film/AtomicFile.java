package dev.shinari.render.film;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a file beside its target and moves it into place when it is whole, so that whoever stops
 * halfway leaves the previous file as it was.
 */
final class AtomicFile {
  private AtomicFile() {}

  /** Writes a file, or answers false to leave the target alone. */
  @FunctionalInterface
  interface Body {
    boolean write(Path file) throws IOException;
  }

  /** Answers whether the target was written. */
  static boolean write(Path target, Body body) throws IOException {
    Path absolute = target.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null || absolute.getFileName() == null) {
      throw new IOException("not a file to write: " + target);
    }
    Files.createDirectories(folder);
    // not createTempFile: that would make a file which only its owner may read
    Path part = null;
    for (int i = 0; part == null; i++) {
      try {
        part = Files.createFile(folder.resolve("." + absolute.getFileName() + "." + i + ".part"));
      } catch (FileAlreadyExistsException e) {
        if (i == 1000) {
          throw e;
        }
      }
    }
    boolean done = false;
    try {
      done = body.write(part);
      if (done) {
        try {
          Files.move(part, absolute, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
          Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      return done;
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
