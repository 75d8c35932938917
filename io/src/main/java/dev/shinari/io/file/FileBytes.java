package dev.shinari.io.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Whole files in memory, refused with a clear line where they are missing, empty or too large for
 * the heap.
 */
public final class FileBytes {
  private FileBytes() {}

  /** Reads a file that must exist and hold something. */
  public static byte[] read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new BadFileException(path, "", "a file", "a folder", "name a file in it");
    }
    long size;
    try {
      size = Files.size(path);
    } catch (NoSuchFileException e) {
      throw new BadFileException(path, "", "a file", "none", "check the name and the folder", e);
    }
    if (size == 0) {
      throw new BadFileException(path, "", "a mesh or cache", "an empty file", "export it again");
    }
    // Reading and decoding hold the bytes and about as much again in arrays.
    long limit = Math.min(Integer.MAX_VALUE - 16, Runtime.getRuntime().maxMemory() / 3);
    if (size > limit) {
      throw new BadFileException(
          path,
          "",
          "a file of at most " + (limit >> 20) + " MB",
          (size >> 20) + " MB",
          "simplify the mesh, or give Java more memory (-Xmx)");
    }
    return Files.readAllBytes(path);
  }
}
