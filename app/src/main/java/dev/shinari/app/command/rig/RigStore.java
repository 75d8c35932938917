package dev.shinari.app.command.rig;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.examples.ExampleFile;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where examples are kept while a fit runs: in memory if they take no more than a quarter of the
 * heap, else in a file that is mapped and goes when the store is closed.
 */
final class RigStore implements Closeable {
  private static final AtomicInteger COUNTER = new AtomicInteger(); // a fit may keep several sets

  private final TriangleMesh rest;
  private final RigSkeleton skeleton;
  private final Path file; // null: in memory

  private RigStore(TriangleMesh rest, RigSkeleton skeleton, Path file) {
    this.rest = rest;
    this.skeleton = skeleton;
    this.file = file;
  }

  static RigStore of(TriangleMesh rest, RigSkeleton skeleton, long floats, Path folder)
      throws IOException {
    if (4 * floats <= Runtime.getRuntime().maxMemory() / 4) {
      return new RigStore(rest, skeleton, null);
    }
    Files.createDirectories(folder);
    Path file =
        folder.resolve(
            ".examples-"
                + ProcessHandle.current().pid()
                + "-"
                + COUNTER.incrementAndGet()
                + ".part");
    file.toFile().deleteOnExit(); // a second Ctrl-C ends the process without closing anything
    return new RigStore(rest, skeleton, file);
  }

  ExampleSink sink() throws IOException {
    return file == null
        ? MemoryExamples.builder(rest, skeleton)
        : ExampleFile.writer(file, rest, skeleton);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }
}
