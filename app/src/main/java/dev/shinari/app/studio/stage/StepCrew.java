package dev.shinari.app.studio.stage;

import dev.shinari.parallel.Workers;

/**
 * Chooses whether the next step runs on all threads or on one, by how long steps took lately. Where
 * others keep the processor busy, such as a browser that draws without a graphics card, every stage
 * of a step waits for a thread that has lost its core, and one thread alone is many times quicker.
 * What a step does is the same for any number of threads, to the last bit.
 */
final class StepCrew {
  /** The slower way is tried again once in so many steps: things change. */
  private static final int AGAIN = 48;

  private static final double NEWEST = 0.2;

  private final Workers[] ways;
  private final double[] nanos = new double[2]; // a mean of late steps; 0: not known yet
  private int steps;

  StepCrew(Workers all) {
    ways = new Workers[] {all, all.count() > 1 ? Workers.SERIAL : all};
  }

  /** The way to take for the next step. */
  int choose() {
    int better = nanos[1] < nanos[0] ? 1 : 0;
    return ++steps % AGAIN == 0 ? 1 - better : better;
  }

  Workers crew(int way) {
    return ways[way];
  }

  /** Says how long a step took that way. */
  void took(int way, long time) {
    nanos[way] += (nanos[way] == 0 ? 1 : NEWEST) * (time - nanos[way]);
  }
}
