package dev.shinari.skeleton;

import dev.shinari.math.Check;
import dev.shinari.math.Quaternions;
import java.util.Arrays;

/**
 * Poses that reach for targets, by cyclic coordinate descent [Watanabe, sec. 2; Merrick04]: from
 * the tips to the root, each bone in turn is rotated, with all that hangs on it, so that what
 * reaches comes as near to its target as this one rotation can bring it. A bone that several
 * targets pull takes the mean of the rotations that they ask for. Bones keep their rest lengths; a
 * target out of reach leaves the bones stretched out towards it.
 */
public final class Ccd {
  private final Skeleton skeleton;
  private final double[] x;
  private final double[] turns; // of each bone, rotated along with it
  private final double[] d = new double[3];
  private final double[] a = new double[6];
  private final double[] b = new double[6];
  private final double[] q = new double[4];
  private final double[] mean = new double[3];
  private final boolean[] inside;
  private final JointLimits limits;
  private double miss;

  public Ccd(Skeleton skeleton) {
    this.skeleton = skeleton;
    x = new double[3 * skeleton.jointCount()];
    turns = new double[4 * skeleton.jointCount()];
    inside = new boolean[skeleton.jointCount()];
    limits = new JointLimits(skeleton);
  }

  /**
   * Moves joints towards targets.
   *
   * @param positions in: joint positions to start from; out: the pose, with bones of rest length.
   *     Roots stay.
   * @param frames turns that belong to the positions
   * @return the largest distance of a reaching joint from its target
   */
  public double solve(
      double[] positions, BoneFrames frames, IkTarget[] targets, int count, int rounds) {
    Check.inRange("rounds", rounds, 0, 10_000);
    int n = skeleton.jointCount();
    System.arraycopy(frames.bones(), 0, turns, 0, 4 * n);
    for (int k = 0; k < n; k++) { // rest lengths, present directions
      int j = skeleton.ordered(k), p = skeleton.parent(j);
      for (int c = 0; c < 3; c++) {
        x[3 * j + c] =
            p < 0
                ? positions[3 * j + c]
                : x[3 * p + c] + skeleton.length(j) * frames.directions()[3 * j + c];
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (int k = n - 1; k >= 0; k--) {
        int j = skeleton.ordered(k);
        if (!skeleton.isRoot(j)) {
          improve(j, targets, count);
        }
      }
      miss = miss(targets, count);
      if (miss < 1e-7) {
        break;
      }
    }
    System.arraycopy(x, 0, positions, 0, 3 * n);
    return miss;
  }

  private double miss(IkTarget[] targets, int count) {
    double most = 0;
    for (int t = 0; t < count; t++) {
      if (!targets[t].look()) {
        int j = 3 * targets[t].joint();
        double dx = x[j] - targets[t].x(), dy = x[j + 1] - targets[t].y();
        double dz = x[j + 2] - targets[t].z();
        most = Math.max(most, Math.sqrt(dx * dx + dy * dy + dz * dz));
      }
    }
    return most;
  }

  /** One bone's rotation about its parent joint. */
  private void improve(int j, IkTarget[] targets, int count) {
    int pivot = skeleton.parent(j);
    Arrays.fill(mean, 0);
    int asked = 0;
    for (int t = 0; t < count; t++) {
      IkTarget target = targets[t];
      boolean pulls = target.look() ? target.joint() == j : hangsOn(target.joint(), j);
      if (pulls
          && unit(target.x(), target.y(), target.z(), pivot, b)
          && unit(
              x[3 * target.joint()],
              x[3 * target.joint() + 1],
              x[3 * target.joint() + 2],
              pivot,
              a)) {
        Quaternions.between(a, 0, b, 0, q, 0);
        Quaternions.toVector(q, 0, d, 0);
        for (int c = 0; c < 3; c++) {
          mean[c] += d[c];
        }
        asked++;
      }
    }
    if (asked == 0) {
      return;
    }
    Quaternions.ofVector(mean[0] / asked, mean[1] / asked, mean[2] / asked, q, 0);
    if (!skeleton.limit(j).isFree()) {
      limit(j, pivot);
    }
    rotate(j, pivot);
  }

  private boolean unit(double px, double py, double pz, int pivot, double[] out) {
    double dx = px - x[3 * pivot], dy = py - x[3 * pivot + 1], dz = pz - x[3 * pivot + 2];
    double n = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(n > 1e-12)) {
      return false;
    }
    out[0] = dx / n;
    out[1] = dy / n;
    out[2] = dz / n;
    return true;
  }

  private boolean hangsOn(int joint, int bone) {
    int at = joint;
    while (at >= 0 && at != bone) {
      at = skeleton.parent(at);
    }
    return at == bone;
  }

  /** Changes the wanted rotation q so that the bone ends within its limit. */
  private void limit(int j, int pivot) {
    Quaternions.rotate(turns, 4 * j, skeleton.directions(), 3 * j, b, 3);
    Quaternions.rotate(q, 0, b, 3, b, 0);
    if (limits.allow(j, turns, 4 * pivot, b, 0, b, 0)) {
      Quaternions.between(b, 3, b, 0, q, 0);
    }
  }

  /** Rotates a bone and all that hangs on it by q about its parent joint. */
  private void rotate(int j, int pivot) {
    Arrays.fill(inside, false);
    inside[j] = true;
    for (int k = 0; k < inside.length; k++) {
      int i = skeleton.ordered(k);
      int p = skeleton.parent(i);
      inside[i] |= p >= 0 && inside[p];
      if (inside[i]) {
        for (int c = 0; c < 3; c++) {
          d[c] = x[3 * i + c] - x[3 * pivot + c];
        }
        Quaternions.rotate(q, 0, d, 0, d, 0);
        for (int c = 0; c < 3; c++) {
          x[3 * i + c] = x[3 * pivot + c] + d[c];
        }
        Quaternions.product(q, 0, turns, 4 * i, turns, 4 * i);
      }
    }
  }

  /** Turns of the bones in the last pose, 4 a joint. Read-only. */
  public double[] turns() {
    return turns;
  }
}
