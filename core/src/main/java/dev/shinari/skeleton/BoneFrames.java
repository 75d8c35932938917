package dev.shinari.skeleton;

import dev.shinari.math.Quaternions;
import java.util.Arrays;

/**
 * How bones and joints are turned, from where the joints are. A bone turns as its parent does and
 * then the shortest way to its own direction, so that nothing twists by itself; a joint turns half
 * way between its bones, so that the rings of two parts that meet there agree. A root keeps its
 * turn from step to step and follows its bones.
 *
 * <p>Positions fix no turn of a bone about its own axis: that comes from the parent, or from turns
 * that a clip gives.
 */
public final class BoneFrames {
  private static final int FIT_ROUNDS = 12;

  private final Skeleton skeleton;
  private final double[] bones; // 4 a joint; of a root its own turn: the only state
  private final double[] joints; // 4 a joint
  private final double[] directions; // 3 a joint
  private final double[] lengths;
  private final double[] v = new double[3];
  private final double[] q = new double[4];

  public BoneFrames(Skeleton skeleton) {
    this.skeleton = skeleton;
    int n = skeleton.jointCount();
    bones = new double[4 * n];
    joints = new double[4 * n];
    for (int j = 0; j < n; j++) {
      bones[4 * j + 3] = 1;
      joints[4 * j + 3] = 1;
    }
    directions = skeleton.directions().clone();
    lengths = new double[n];
  }

  /**
   * Finds all frames.
   *
   * @param x joint positions, 3 a joint
   * @param turns turns of the bones (and of roots) to start from, 4 a joint, or null
   */
  public void update(double[] x, double[] turns) {
    int n = skeleton.jointCount();
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p >= 0) {
        double dx = x[3 * j] - x[3 * p];
        double dy = x[3 * j + 1] - x[3 * p + 1];
        double dz = x[3 * j + 2] - x[3 * p + 2];
        double length = Math.sqrt(dx * dx + dy * dy + dz * dz);
        lengths[j] = length;
        if (length > 1e-9) { // else it keeps the direction that it had
          directions[3 * j] = dx / length;
          directions[3 * j + 1] = dy / length;
          directions[3 * j + 2] = dz / length;
        }
      }
    }
    for (int k = 0; k < n; k++) {
      int j = skeleton.ordered(k);
      if (skeleton.isRoot(j)) {
        if (turns != null) {
          System.arraycopy(turns, 4 * j, bones, 4 * j, 4);
        }
        followRoot(j);
      } else {
        double[] from = turns != null ? turns : bones;
        int at = turns != null ? 4 * j : 4 * skeleton.parent(j);
        Quaternions.rotate(from, at, skeleton.directions(), 3 * j, v, 0);
        Quaternions.between(v, 0, directions, 3 * j, q, 0);
        Quaternions.product(q, 0, from, at, bones, 4 * j);
        Quaternions.normalize(bones, 4 * j);
      }
    }
    for (int j = 0; j < n; j++) {
      turnJoint(j);
    }
  }

  /** The turn that suits all bones of a root best, from the last one on [Mueller16]. */
  private void followRoot(int root) {
    int count = skeleton.childCount(root);
    for (int round = 0; round < FIT_ROUNDS && count > 0; round++) {
      if (count == 1) {
        int c = skeleton.child(root, 0);
        Quaternions.rotate(bones, 4 * root, skeleton.directions(), 3 * c, v, 0);
        Quaternions.between(v, 0, directions, 3 * c, q, 0);
        round = FIT_ROUNDS;
      } else {
        double wx = 0, wy = 0, wz = 0, dot = 1e-9;
        for (int k = 0; k < count; k++) {
          int c = skeleton.child(root, k);
          Quaternions.rotate(bones, 4 * root, skeleton.directions(), 3 * c, v, 0);
          double dx = directions[3 * c], dy = directions[3 * c + 1], dz = directions[3 * c + 2];
          wx += v[1] * dz - v[2] * dy;
          wy += v[2] * dx - v[0] * dz;
          wz += v[0] * dy - v[1] * dx;
          dot += v[0] * dx + v[1] * dy + v[2] * dz;
        }
        double s = 1 / Math.abs(dot);
        Quaternions.ofVector(s * wx, s * wy, s * wz, q, 0);
      }
      Quaternions.product(q, 0, bones, 4 * root, bones, 4 * root);
      Quaternions.normalize(bones, 4 * root);
    }
  }

  /** The mean of the bones at a joint. */
  private void turnJoint(int j) {
    int first = skeleton.isRoot(j) ? -1 : j;
    Arrays.fill(q, 0);
    if (first >= 0) {
      add(first, first);
    }
    for (int k = 0; k < skeleton.childCount(j); k++) {
      int c = skeleton.child(j, k);
      first = first < 0 ? c : first;
      add(c, first);
    }
    System.arraycopy(first < 0 ? bones : q, first < 0 ? 4 * j : 0, joints, 4 * j, 4);
    Quaternions.normalize(joints, 4 * j);
  }

  private void add(int bone, int first) {
    double dot = 0;
    for (int k = 0; k < 4; k++) {
      dot += bones[4 * bone + k] * bones[4 * first + k];
    }
    for (int k = 0; k < 4; k++) {
      q[k] += dot < 0 ? -bones[4 * bone + k] : bones[4 * bone + k];
    }
  }

  /** Turns of bones, quaternions by joint number; a root's own turn at its number. Read-only. */
  public double[] bones() {
    return bones;
  }

  /** Turns of joints, quaternions. Read-only. */
  public double[] joints() {
    return joints;
  }

  /** Unit directions of bones, 3 a joint. Read-only. */
  public double[] directions() {
    return directions;
  }

  /** Present length of a bone. */
  public double length(int joint) {
    return lengths[joint];
  }

  /** State: what {@link #update} goes on from. */
  public double[] save() {
    double[] out = Arrays.copyOf(bones, bones.length + directions.length);
    System.arraycopy(directions, 0, out, bones.length, directions.length);
    return out;
  }

  public void restore(double[] saved) {
    System.arraycopy(saved, 0, bones, 0, bones.length);
    System.arraycopy(saved, bones.length, directions, 0, directions.length);
  }
}
