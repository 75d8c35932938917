package dev.shinari.spark;

import dev.shinari.rig.examples.DamagedExamplesException;
import java.io.IOException;
import java.io.Serializable;

/**
 * A task's answer, or why trying again is of no use: a damaged block is damaged on every machine,
 * and Spark would run such a task four times before it said so.
 *
 * @param behind whether the task lacks what earlier tasks had left, and must be given it
 */
record Outcome<R extends Serializable>(R value, String damage, boolean behind)
    implements Serializable {
  /** What may go wrong with files. */
  interface Task<R> {
    R run() throws IOException;
  }

  static <R extends Serializable> Outcome<R> done(R value) {
    return new Outcome<>(value, null, false);
  }

  static <R extends Serializable> Outcome<R> of(Task<R> task) throws IOException {
    try {
      return done(task.run());
    } catch (DamagedExamplesException e) {
      return new Outcome<>(null, e.getMessage(), false);
    }
  }

  static <R extends Serializable> Outcome<R> late() {
    return new Outcome<>(null, null, true);
  }

  /** The same without an answer. */
  <T extends Serializable> Outcome<T> failed() {
    return new Outcome<>(null, damage, behind);
  }

  boolean hasFailed() {
    return damage != null || behind;
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
