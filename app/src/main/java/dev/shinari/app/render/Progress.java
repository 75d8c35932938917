package dev.shinari.app.render;

/** Hears how far a writer is, and may stop it. Stopped writers leave the previous file whole. */
@FunctionalInterface
public interface Progress {
  /** Says nothing and never stops. */
  Progress NONE = (done, total) -> true;

  /**
   * Called after each drawn frame.
   *
   * @return false to stop
   */
  boolean update(int done, int total);
}
