package dev.shinari.app.console;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder that only this user can read, for as long as it is needed. */
public final class TempFolder implements AutoCloseable {
  private final Path path;

  public TempFolder() throws IOException {
    path = Files.createTempDirectory("shinari");
  }

  public Path path() {
    return path;
  }

  /** Deletes the folder with all that is in it; links are removed, never followed. */
  @Override
  public void close() {
    delete(path);
  }

  /** Deletes a file or folder as far as that can be done. */
  public static void delete(Path root) {
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
              Files.deleteIfExists(dir);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      // What cannot be deleted is left to the system's own cleaning of temporary files.
    }
  }
}
