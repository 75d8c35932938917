package dev.shinari.body.region;

/** A term that targets add to the goals of particles, beside what the regions' transforms give. */
public interface GoalTerm {
  /** Prepares for goals that are added in this many blocks of particles. */
  void ready(int blocks);

  /**
   * Adds the term to the goals of particles from, ..., to - 1.
   *
   * @param block the number of this block of particles, below the count given to {@link #ready}
   * @param scratch room of the calling thread
   */
  void add(StepContext step, int block, int from, int to, float[] scratch);
}
