package dev.shinari.rig.fit.helper;

import java.io.Serializable;

/**
 * Whole poses held out in turn. Examples are cut into runs, and runs are dealt to folds like cards:
 * neighbors in a clip look alike, so that a pose is only news if those beside it are held out as
 * well.
 *
 * @param examples how many there are
 * @param count of folds, at least 1
 * @param runs into which the examples are cut
 */
public record Folds(int examples, int count, int runs) implements Serializable {
  private static final int COUNT = 5;
  private static final int RUNS_PER_FOLD = 4;

  /** Folds for a number of examples. */
  public static Folds of(int examples) {
    int count = Math.max(1, Math.min(COUNT, examples));
    return new Folds(examples, count, Math.min(examples, count * RUNS_PER_FOLD));
  }

  /** First example of a run; the number of examples for the run after the last. */
  public int start(int run) {
    return (int) ((long) run * examples / runs);
  }

  public int foldOfRun(int run) {
    return run % count;
  }

  /** Fold of an example. */
  int of(int example, int[] scratch) {
    int run = scratch[0];
    while (run > 0 && start(run) > example) {
      run--;
    }
    while (start(run + 1) <= example) {
      run++;
    }
    scratch[0] = run;
    return foldOfRun(run);
  }
}
