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
record TaskOutcome<R extends Serializable>(R value, String damage, boolean behind)
    implements Serializable {
  /** What may go wrong with files. */
  interface Task<R> {
    R run() throws IOException;
  }

  static <R extends Serializable> TaskOutcome<R> done(R value) {
    return new TaskOutcome<>(value, null, false);
  }

  static <R extends Serializable> TaskOutcome<R> of(Task<R> task) throws IOException {
    try {
      return done(task.run());
    } catch (DamagedExamplesException e) {
      return new TaskOutcome<>(null, e.getMessage(), false);
    }
  }

  static <R extends Serializable> TaskOutcome<R> late() {
    return new TaskOutcome<>(null, null, true);
  }

  /** The same without an answer. */
  <T extends Serializable> TaskOutcome<T> failed() {
    return new TaskOutcome<>(null, damage, behind);
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
