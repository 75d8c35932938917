package dev.shinari.articulated;

import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.motion.RigidPose;
import dev.shinari.skeleton.Ccd;
import dev.shinari.skeleton.IkTarget;
import dev.shinari.skeleton.Skeleton;
import java.util.Arrays;

/**
 * The pose that a creature wants: its clip's, changed by inverse kinematics for what it reaches for
 * and looks at and for the joints that hands hold.
 */
final class PoseGoals {
  private static final int CCD_ROUNDS = 16;

  private final Skeleton skeleton;
  private final BoneMotion motion;
  private final GripSet hands;
  private final PoseSource clip; // or null
  private final float clipWeight;
  private final float clipHertz;
  private final ReachTarget[] reaches;
  private final float ikHertz;
  private final Ccd ccd;
  private final IkTarget[] targets;
  private final RigidPose pose = new RigidPose();
  private final double[] clipTurns;
  private final double[] lastGoal;
  private double[] turns; // the clip's, or null
  private double clipSeconds;

  /**
   * The clip that a creature follows.
   *
   * @param source of its poses, or null for none
   * @param weight from 0 (not at all) to 1 (exactly)
   * @param hertz how firmly joints are drawn to it
   */
  record Clip(PoseSource source, float weight, float hertz) {}

  PoseGoals(
      Skeleton skeleton,
      BoneMotion motion,
      GripSet hands,
      Clip followed,
      ReachTarget[] reaches,
      float ikHertz) {
    this.skeleton = skeleton;
    this.motion = motion;
    this.hands = hands;
    clip = followed.source;
    clipWeight = followed.weight;
    clipHertz = followed.hertz;
    this.reaches = reaches;
    this.ikHertz = ikHertz;
    ccd = new Ccd(skeleton);
    targets = new IkTarget[reaches.length + hands.count()];
    Arrays.setAll(targets, t -> new IkTarget());
    clipTurns = new double[4 * skeleton.jointCount()];
    lastGoal = new double[motion.goal.length];
    if (clip != null) {
      clip.pose(0, motion.x, clipTurns);
      System.arraycopy(motion.x, 0, motion.goal, 0, motion.goal.length);
      turns = clipTurns;
    }
  }

  /** Turns of the bones that the frames start from, or null. */
  double[] turns() {
    return turns;
  }

  /** The clip that is followed, or null. */
  PoseSource clip() {
    return clip;
  }

  /** The clip's time of the present pose. */
  double clipSeconds() {
    return clipSeconds;
  }

  void restoreTurns(double[] saved, double seconds) {
    clipSeconds = seconds;
    turns = saved == null ? null : clipTurns;
    if (saved != null) {
      System.arraycopy(saved, 0, clipTurns, 0, clipTurns.length);
    }
  }

  /** Finds the pose and how firmly each joint follows it; returns whether there is one. */
  boolean find(double start, float h) {
    Arrays.fill(motion.goalRate, 0);
    System.arraycopy(motion.goal, 0, lastGoal, 0, lastGoal.length);
    turns = null;
    clipSeconds = start + h;
    boolean any = false;
    if (clip != null && clipWeight > 0) {
      clip.pose(start + h, motion.goal, clipTurns);
      turns = clipTurns;
      any = true;
      Arrays.fill(motion.goalRate, 2 * Math.PI * clipHertz * clipWeight);
    }
    int count = setTargets(start, h);
    if (count > 0) {
      if (!any) {
        System.arraycopy(motion.x, 0, motion.goal, 0, motion.goal.length);
      }
      motion.frames.update(any ? motion.goal : motion.x, turns);
      ccd.solve(motion.goal, motion.frames, targets, count, CCD_ROUNDS);
      int k = 0;
      for (ReachTarget r : reaches) {
        if (isActive(r, start)) {
          pull(targets[k].joint(), targets[k].look(), 2 * Math.PI * r.hertz());
          k++;
        }
      }
      for (; k < count; k++) {
        pull(targets[k].joint(), false, 2 * Math.PI * ikHertz);
      }
      any = true;
    }
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int at = 3 * j;
      for (int c = 0; c < 3; c++) {
        // Only a clip has a goal that moves on smoothly; poses of the CCD follow the joints.
        motion.goalVelocity[at + c] =
            clip != null ? (motion.goal[at + c] - lastGoal[at + c]) / h : 0;
      }
      if (clip != null && clipWeight >= 1 && !motion.held[j]) {
        double[] g = motion.goal;
        GripSet.lead(motion.x, motion.v, motion.held, at, g, at, h);
      }
    }
    return any;
  }

  private static boolean isActive(ReachTarget r, double start) {
    return start >= r.fromSeconds() && start < r.toSeconds();
  }

  private int setTargets(double start, float h) {
    int count = 0;
    for (ReachTarget r : reaches) {
      if (isActive(r, start)) {
        r.path().at(start + h, pose);
        targets[count++].set(r.joint(), r.look(), r.x() + pose.x, r.y() + pose.y, r.z() + pose.z);
      }
    }
    for (int g = 0; g < hands.count() && ikHertz > 0; g++) {
      int j = hands.heldJoint(g);
      if (j >= 0 && !skeleton.isRoot(j)) {
        int at = 3 * j;
        targets[count++].set(
            j,
            false,
            motion.x[at] + h * motion.v[at],
            motion.x[at + 1] + h * motion.v[at + 1],
            motion.x[at + 2] + h * motion.v[at + 2]);
      }
    }
    return count;
  }

  /** Joints from a target to its root follow the pose; a looking bone with all that hangs on it. */
  private void pull(int joint, boolean look, double rate) {
    for (int j = joint; j >= 0 && !skeleton.isRoot(j); j = look ? -1 : skeleton.parent(j)) {
      motion.goalRate[j] = Math.max(motion.goalRate[j], rate);
    }
  }
}
