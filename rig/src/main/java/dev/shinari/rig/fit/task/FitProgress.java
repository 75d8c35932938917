package dev.shinari.rig.fit.task;

/**
 * Hears how a fit goes on and may stop it. Called from the thread that runs the fit, between
 * passes.
 */
public interface FitProgress {
  /** Hears nothing, stops nothing. */
  FitProgress NONE =
      new FitProgress() {
        @Override
        public boolean step(Phase phase, double fraction, double rms) {
          return true;
        }

        @Override
        public boolean mayStop() {
          return false;
        }
      };

  /** What the fit is doing. */
  enum Phase {
    READING,
    DRIVER_WEIGHTS,
    ADDING_HELPERS,
    DESCENT,
    EXACT_PASS,
    CONTROLLERS,
    REFINEMENT,
    MEASURING
  }

  /**
   * After a piece of work.
   *
   * @param fraction of the whole fit that is done, an estimate
   * @param rms latest error in the examples' unit, NaN where there is none yet
   * @return false to stop: the fit then throws {@link FitStoppedException} with its checkpoint
   */
  boolean step(Phase phase, double fraction, double rms);

  /** Whether it may ever say stop: else no checkpoint need be made. */
  default boolean mayStop() {
    return true;
  }
}
