package dev.shinari.spark;

import dev.shinari.rig.examples.DamagedExamplesException;
import java.io.IOException;
import java.io.Serializable;

/**
 * A task's answer, or why trying again is of no use: a damaged block is damaged on every machine,
 * and Spark would run such a task four times before it said so.
 */
record Outcome<R extends Serializable>(R value, String damage) implements Serializable {
  /** What may go wrong with files. */
  interface Task<R> {
    R run() throws IOException;
  }

  static <R extends Serializable> Outcome<R> of(Task<R> task) throws IOException {
    try {
      return new Outcome<>(task.run(), null);
    } catch (DamagedExamplesException e) {
      return new Outcome<>(null, e.getMessage());
    }
  }

  R get() throws IOException {
    if (damage != null) {
      int colon = damage.lastIndexOf(": block ");
      throw colon < 0
          ? new DamagedExamplesException("examples", damage)
          : new DamagedExamplesException(damage.substring(0, colon), damage.substring(colon + 2));
    }
    return value;
  }
}
