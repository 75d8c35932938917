package dev.shinari.rig.sample;

import dev.shinari.math.Check;
import java.util.List;

/**
 * Every combination of the angles of some turns [Mukai15, sec. 6.1], numbered from 0; the last turn
 * changes fastest. The grid may be coarser or finer than the turns themselves ask for: the ranges
 * stay and the numbers of angles change.
 */
public final class PoseGrid {
  private final List<JointTurn> turns;
  private final int[] counts;
  private final int count;

  private PoseGrid(List<JointTurn> turns, int[] counts) {
    this.turns = List.copyOf(turns);
    this.counts = counts;
    int product = 1;
    for (int c : counts) {
      product = Math.multiplyExact(product, c);
    }
    count = product;
  }

  /** The grid that the turns ask for. */
  public static PoseGrid of(List<JointTurn> turns) {
    return new PoseGrid(turns, turns.stream().mapToInt(JointTurn::count).toArray());
  }

  /**
   * The same ranges with other numbers of angles, one a turn; a single angle is the middle of its
   * range.
   */
  public static PoseGrid of(List<JointTurn> turns, int... counts) {
    Check.that(counts.length == turns.size(), "one count a turn is needed");
    for (int c : counts) {
      Check.that(c >= 1, "counts must be positive, got " + c);
    }
    return new PoseGrid(turns, counts.clone());
  }

  /**
   * The same ranges, all turns thinned at the same rate, so that about so many poses are left
   * [Mukai15, sec. 6.3].
   */
  public static PoseGrid thinned(List<JointTurn> turns, int poses) {
    Check.that(poses >= 1, "poses must be positive, got " + poses);
    int[] best = new int[turns.size()];
    double lo = 0;
    double hi = 1;
    for (int i = 0; i < 60; i++) {
      double rate = 0.5 * (lo + hi);
      long product = 1;
      int[] counts = new int[best.length];
      for (int k = 0; k < counts.length; k++) {
        counts[k] = (int) Math.max(2, Math.round(1 + rate * (turns.get(k).count() - 1)));
        counts[k] = Math.min(counts[k], turns.get(k).count());
        product *= counts[k];
      }
      if (product <= poses || i == 0) {
        best = counts;
      }
      if (product <= poses) {
        lo = rate;
      } else {
        hi = rate;
      }
    }
    return new PoseGrid(turns, best);
  }

  public List<JointTurn> turns() {
    return turns;
  }

  /** Number of poses. */
  public int count() {
    return count;
  }

  /** Number of angles of a turn. */
  public int count(int turn) {
    return counts[turn];
  }

  /** The poses in which every turn is at one of its ends. */
  public int[] corners() {
    int[] out = new int[1 << counts.length];
    int found = 0;
    for (int bits = 0; bits < out.length; bits++) {
      int pose = 0;
      boolean single = false; // a turn with one angle has one end
      for (int k = 0; k < counts.length; k++) {
        boolean end = (bits >> k & 1) == 1;
        single |= end && counts[k] == 1;
        pose = pose * counts[k] + (end ? counts[k] - 1 : 0);
      }
      if (!single) {
        out[found++] = pose;
      }
    }
    return java.util.Arrays.copyOf(out, found);
  }

  /** Angles of a pose in degrees, one a turn. */
  public void angles(int pose, double[] out) {
    Check.inRange("pose", pose, 0, count - 1);
    int rest = pose;
    for (int k = counts.length - 1; k >= 0; k--) {
      int i = rest % counts[k];
      rest /= counts[k];
      JointTurn t = turns.get(k);
      double q = counts[k] == 1 ? 0.5 : i / (counts[k] - 1.0);
      out[k] = t.firstDeg() + q * (t.lastDeg() - t.firstDeg());
    }
  }
}
