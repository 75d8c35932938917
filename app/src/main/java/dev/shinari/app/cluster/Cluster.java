package dev.shinari.app.cluster;

import dev.shinari.rig.examples.ExampleRecipe;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.pass.BlockEngine;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Machines that work together. Closing it lets go of them. */
public interface Cluster extends AutoCloseable {
  /** What it is, for one line to the user. */
  String name();

  /**
   * An example set in chunk files, for the driver: mesh, skeleton and poses.
   *
   * @param place folder: a path, or an address with a scheme that the cluster knows
   * @throws IOException with the block's name where one is missing or damaged
   */
  ExampleSet open(String place) throws IOException;

  /**
   * What runs the passes of a fit over the set's blocks.
   *
   * @param partitions that the blocks are cut into, 0 for one a core; the result is the same
   */
  BlockEngine.Start engine(String place, int partitions);

  /**
   * Makes an example set there, chunks side by side.
   *
   * @param progress hears how many examples are done
   * @throws java.util.concurrent.CancellationException where it was stopped
   */
  void sample(ExampleRecipe recipe, String place, Progress progress, BooleanSupplier stopped)
      throws IOException;

  /**
   * Runs pieces of work, each somewhere, and hands each answer over as it comes.
   *
   * @throws IOException where a piece fails for good; answers that came before stay
   */
  <T extends Serializable, R extends Serializable> void run(
      List<T> pieces, Work<T, R> work, Answer<R> answer, BooleanSupplier stopped)
      throws IOException;

  /** Cores that work side by side. */
  int cores();

  /** What the fits' passes have cost since the first call, which begins to count. */
  PassCosts costs();

  @Override
  void close();

  /** Hears how far something is. */
  @FunctionalInterface
  interface Progress {
    void at(int done);
  }

  /**
   * What is done with a piece.
   *
   * @param <T> piece
   * @param <R> answer
   */
  @FunctionalInterface
  interface Work<T extends Serializable, R extends Serializable> extends Serializable {
    R run(T piece) throws Exception;
  }

  /**
   * Takes the answer to piece number {@code index}.
   *
   * @param <R> answer
   */
  @FunctionalInterface
  interface Answer<R extends Serializable> {
    void take(int index, R answer) throws IOException;
  }
}
