package dev.shinari.articulated.motion;

import dev.shinari.math.Quaternions;
import dev.shinari.skeleton.JointLimits;
import dev.shinari.skeleton.Skeleton;

/**
 * Keeps bones within the limits of their joints after a step. A bone that has turned too far is
 * turned back about its joint, and the bone that carries it the other way, each end of a bone by
 * its share of the motion:
 *
 * <pre>
 *   C = angle from the nearest allowed direction,  n = axis of that turn
 *   dC/dx_j = (n x d_j) / L_j =: g_j     dC/dx_grandparent = (n x d_p) / L_p =: g_p
 *   dC/dx_p = -g_j - g_p
 *   shift of joint i = -C w_i dC/dx_i / sum of w |dC/dx|^2,  w = 1 / mass
 * </pre>
 *
 * The shifts of all joints times their masses add up to nothing, so a stop moves no creature as a
 * whole. At a root, where no bone carries, the other bones turn back together. Velocities lose what
 * would turn the bone further.
 */
public final class JointStops {
  private static final int MOST_SWEEPS = 200;
  private static final int VELOCITY_SWEEPS = 8;

  /** Sweeps between which only the turn of a bone itself is followed, not that of all before it. */
  private static final int FRAMES_EVERY = 8;

  /** Radians past the limit that are let be. */
  private static final double SLACK = 3e-4;

  private final Skeleton skeleton;
  private final BoneMotion motion;
  private final JointLimits limits;
  private final int[] limited;
  private final boolean[] active;
  private final int[] who; // joints of the constraint at hand
  private final double[] slope; // dC/dx of each: 3
  private int count;
  private final double[] b = new double[6]; // direction, allowed direction
  private final double[] n = new double[3];
  private final double[] q = new double[8];
  private final double[] d = new double[6];

  public JointStops(Skeleton skeleton, BoneMotion motion) {
    this.skeleton = skeleton;
    this.motion = motion;
    limits = new JointLimits(skeleton);
    int joints = skeleton.jointCount();
    int[] found = new int[joints];
    int size = 0, most = 3;
    for (int k = 0; k < joints; k++) {
      int j = skeleton.ordered(k);
      most = Math.max(most, 1 + skeleton.childCount(j));
      if (!skeleton.isRoot(j) && !skeleton.limit(j).isFree()) {
        found[size++] = j;
      }
    }
    limited = java.util.Arrays.copyOf(found, size);
    active = new boolean[size];
    who = new int[most];
    slope = new double[3 * most];
  }

  /** Whether any joint has a limit. */
  boolean isNeeded() {
    return limited.length > 0;
  }

  /** Brings positions and velocities back; turns as in {@link BoneMotion#place}. */
  public void apply(double[] turns) {
    if (limited.length == 0) {
      return;
    }
    java.util.Arrays.fill(active, false);
    boolean off = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && off; sweep++) {
      if (sweep % FRAMES_EVERY == 0) {
        motion.frames.update(motion.x, turns);
      }
      off = false;
      for (int k = 0; k < limited.length; k++) {
        int at = sweep % 2 == 0 ? k : limited.length - 1 - k;
        double angle = find(limited[at]);
        if (angle > SLACK) {
          off = true;
          active[at] = true;
          push(motion.x, -angle);
        }
      }
    }
    for (int sweep = 0; sweep < VELOCITY_SWEEPS; sweep++) {
      for (int k = 0; k < limited.length; k++) {
        if (active[k] && find(limited[k]) >= 0) {
          double rate = 0;
          for (int i = 0; i < count; i++) {
            for (int c = 0; c < 3; c++) {
              rate += slope[3 * i + c] * motion.v[3 * who[i] + c];
            }
          }
          if (rate > 0) {
            push(motion.v, -rate);
          }
        }
      }
    }
  }

  /** The angle past a joint's limit, with the constraint's slopes; -1 where there is none. */
  private double find(int j) {
    int p = skeleton.parent(j);
    if (!direction(p, j, b, 0)) {
      return -1;
    }
    // The frame of the bone that carries, as it has been turned in this sweep.
    System.arraycopy(motion.frames.bones(), 4 * p, q, 0, 4);
    boolean carried = !skeleton.isRoot(p) && direction(skeleton.parent(p), p, d, 0);
    if (carried) {
      Quaternions.between(motion.frames.directions(), 3 * p, d, 0, q, 4);
      Quaternions.product(q, 4, q, 0, q, 0);
    }
    if (!limits.allow(j, q, 0, b, 0, b, 3)) {
      return -1;
    }
    Quaternions.between(b, 3, b, 0, q, 0);
    Quaternions.toVector(q, 0, n, 0);
    double angle = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(angle > 1e-9)) {
      return -1;
    }
    for (int c = 0; c < 3; c++) {
      n[c] /= angle;
    }
    who[0] = p;
    java.util.Arrays.fill(slope, 0);
    count = 1;
    add(j, p, b, 1);
    if (carried) {
      add(p, skeleton.parent(p), d, -1);
    } else if (skeleton.isRoot(p)) {
      int others = skeleton.childCount(p) - 1;
      for (int k = 0; k <= others; k++) {
        int c = skeleton.child(p, k);
        if (c != j && direction(p, c, d, 0)) {
          add(c, p, d, -1.0 / others);
        }
      }
    }
    return angle;
  }

  private boolean direction(int from, int to, double[] out, int at) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      out[at + c] = motion.x[3 * to + c] - motion.x[3 * from + c];
      sum += out[at + c] * out[at + c];
    }
    double length = Math.sqrt(sum);
    for (int c = 0; c < 3; c++) {
      out[at + c] /= length;
    }
    return length > 1e-9;
  }

  /** Adds the slopes of a bone's turn about n, times a sign, for its two ends. */
  private void add(int far, int near, double[] dir, double sign) {
    double length = 0;
    for (int c = 0; c < 3; c++) {
      double s = motion.x[3 * far + c] - motion.x[3 * near + c];
      length += s * s;
    }
    double s = sign / Math.max(Math.sqrt(length), 0.2 * skeleton.length(far));
    add(far, s, dir);
    add(near, -s, dir);
  }

  private void add(int joint, double s, double[] dir) {
    int i = 0;
    while (i < count && who[i] != joint) {
      i++;
    }
    if (i == count) {
      who[count++] = joint;
    }
    slope[3 * i] += s * (n[1] * dir[2] - n[2] * dir[1]);
    slope[3 * i + 1] += s * (n[2] * dir[0] - n[0] * dir[2]);
    slope[3 * i + 2] += s * (n[0] * dir[1] - n[1] * dir[0]);
  }

  /** Changes positions or velocities so that C, or its rate, changes by an amount. */
  private void push(double[] what, double by) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      if (!motion.held[who[i]]) {
        double g = 0;
        for (int c = 0; c < 3; c++) {
          g += slope[3 * i + c] * slope[3 * i + c];
        }
        sum += g / motion.mass[who[i]];
      }
    }
    for (int i = 0; i < count && sum > 0; i++) {
      if (!motion.held[who[i]]) {
        for (int c = 0; c < 3; c++) {
          what[3 * who[i] + c] += by * slope[3 * i + c] / (sum * motion.mass[who[i]]);
        }
      }
    }
  }
}
