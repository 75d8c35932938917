package dev.shinari.body;

/** Nanoseconds by stage of the inner step. */
public final class StageTimes {
  private long summary;
  private long rotations;
  private long goals;
  private long motion;
  private long steps;

  void add(long summary, long rotations, long goals, long motion) {
    this.summary += summary;
    this.rotations += rotations;
    this.goals += goals;
    this.motion += motion;
    steps++;
  }

  /** Momentum, spin and energy sums. */
  public long summary() {
    return summary;
  }

  /** Moments and rotations. */
  public long rotations() {
    return rotations;
  }

  /** Goals. */
  public long goals() {
    return goals;
  }

  /** Velocity and position update. */
  public long motion() {
    return motion;
  }

  /** Inner steps. */
  public long steps() {
    return steps;
  }

  public void reset() {
    summary = rotations = goals = motion = steps = 0;
  }
}
