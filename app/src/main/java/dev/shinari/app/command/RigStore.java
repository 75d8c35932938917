package dev.shinari.app.command;

import dev.shinari.io.rig.RigModel;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Where examples are kept while a fit runs. */
final class RigStore implements Closeable {
  private final RigModel model;

  private RigStore(RigModel model) {
    this.model = model;
  }

  static RigStore of(RigModel model, long floats, Path folder) {
    return new RigStore(model);
  }

  ExampleSink sink() {
    return MemoryExamples.builder(model.rest(), model.skeleton());
  }

  @Override
  public void close() throws IOException {}
}
