package dev.shinari.rig.fit.task;

import java.util.List;

/**
 * What a fit achieved. Errors are distances between fitted and given vertex in the examples' unit;
 * RMS is the root of the mean squared distance over vertices and examples.
 *
 * @param drivers error with the joints alone, weights fitted
 * @param stage1 error with helpers free in every example
 * @param stage2 error with helpers moved by their controllers: what a user gets
 * @param byExample RMS of each example, stage 2
 * @param byVertex RMS of each vertex, stage 2
 * @param stage1ByExample RMS of each example, stage 1
 * @param stage1ByVertex RMS of each vertex, stage 1
 * @param convergence error after every update
 * @param notes why fewer helpers came out than were asked for, joints that never move, and the like
 * @param seconds by phase
 * @param rank dimensions of the subspace in which stage 1 iterated
 * @param tailRms what the subspace leaves out
 * @param lambda that was used, by helper, in the text's unit
 * @param size longest side of the rest shape's bounds
 */
public record FitReport(
    Errors drivers,
    Errors stage1,
    Errors stage2,
    float[] byExample,
    float[] byVertex,
    float[] stage1ByExample,
    float[] stage1ByVertex,
    List<Update> convergence,
    List<String> notes,
    Seconds seconds,
    int rank,
    double tailRms,
    double[] lambda,
    double size) {
  /** Error of a stage. */
  public record Errors(double rms, double max) {}

  /** Error after one update. */
  public record Update(Kind kind, int helpers, double rms) {}

  /** What an update changed. */
  public enum Kind {
    WEIGHTS,
    TRANSFORMS,
    INSERTION,
    PRUNING
  }

  /** Where the time went; iterations counts rounds of transforms and weights. */
  public record Seconds(
      double subspace,
      double insertion,
      double transforms,
      double weights,
      double exact,
      double controllers,
      double refinement,
      double total,
      int iterations) {
    /** How many {@link #times} there are. */
    public static final int TIMES = 8;

    /** From {@link #times}. */
    public static Seconds of(double[] t, int iterations) {
      return new Seconds(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], iterations);
    }

    /** All times, in the order of the record. */
    public double[] times() {
      return new double[] {
        subspace, insertion, transforms, weights, exact, controllers, refinement, total
      };
    }
  }
}
