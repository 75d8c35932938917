package dev.shinari.app.cluster;

/**
 * What passes cost beside the work itself.
 *
 * @param passes that were run
 * @param bytesOut serialized passes, once for every executor
 * @param bytesBack results, and sums that went from executor to executor
 * @param wallSeconds from a pass's start to its sums
 * @param workSeconds that tasks ran, summed over all tasks
 */
public record PassCosts(
    long passes, long bytesOut, long bytesBack, double wallSeconds, double workSeconds) {
  /** What came in after an earlier look. */
  public PassCosts since(PassCosts before) {
    return new PassCosts(
        passes - before.passes,
        bytesOut - before.bytesOut,
        bytesBack - before.bytesBack,
        wallSeconds - before.wallSeconds,
        workSeconds - before.workSeconds);
  }
}
