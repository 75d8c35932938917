package dev.shinari.render.film;

/** Hears how far a writer is, and may stop it. Stopped writers leave the previous file whole. */
@FunctionalInterface
public interface WriteProgress {
  /** Says nothing and never stops. */
  WriteProgress NONE = (done, total) -> true;

  /**
   * Called after each drawn frame.
   *
   * @return false to stop
   */
  boolean update(int done, int total);
}
