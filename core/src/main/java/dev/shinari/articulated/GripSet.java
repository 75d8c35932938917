package dev.shinari.articulated;

import dev.shinari.articulated.contact.Exoskeleton;
import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.articulated.motion.ElasticPart;
import dev.shinari.articulated.motion.SkinGrip;
import dev.shinari.math.Check;
import dev.shinari.math.Quaternions;
import dev.shinari.motion.RigidPose;
import dev.shinari.skeleton.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The hands on a creature: who holds what, and where it is led. */
final class GripSet {
  private final Grip[] grips;
  private final BoneMotion motion;
  private final Exoskeleton exoskeleton; // or null
  private final SkinGrip[] skinGrips;
  private final RigidPose pose = new RigidPose();
  private final double[] target = new double[3];
  private final double[] matrix = new double[9];
  private final double[] turn = new double[4];

  // State.
  private final boolean[] holding;
  // Place when taken, less the path's shift then, and the turn: 7 a grip.
  private final double[] anchor;

  GripSet(
      Grip[] grips,
      Skeleton skeleton,
      ElasticPart[] parts,
      BoneMotion motion,
      Exoskeleton exoskeleton) {
    this.grips = grips;
    this.motion = motion;
    this.exoskeleton = exoskeleton;
    holding = new boolean[grips.length];
    anchor = new double[7 * grips.length];
    skinGrips = new SkinGrip[grips.length];
    for (int g = 0; g < grips.length; g++) {
      check(grips[g], skeleton, parts);
      if (grips[g].kind() == Grip.Kind.SKIN) {
        skinGrips[g] =
            new SkinGrip(grips[g].part(), parts[grips[g].part()].shape(), grips[g].index());
      }
    }
  }

  private void check(Grip g, Skeleton skeleton, ElasticPart[] parts) {
    switch (g.kind()) {
      case JOINT, CLAMP ->
          Check.inRange("joint of a grip", g.index(), 0, skeleton.jointCount() - 1);
      case SKIN -> {
        Check.inRange("part of a grip", g.part(), 0, parts.length - 1);
        Check.inRange("vertex of a grip", g.index(), 0, parts[g.part()].shape().vertexCount() - 1);
      }
      case EXOSKELETON -> {
        Check.that(exoskeleton != null, "there is no exoskeleton to hold");
        Check.inRange("vertex of a grip", g.index(), 0, exoskeleton.vertexCount() - 1);
      }
    }
  }

  /** Hands take hold, let go and move; returns whether one does work. */
  boolean takeHold(double start, float h, double[] turns) {
    Arrays.fill(motion.held, false);
    Arrays.fill(motion.places.clamped, false);
    if (exoskeleton != null) {
      Arrays.fill(exoskeleton.held, false);
    }
    boolean moves = false;
    boolean skinChanged = false;
    for (int g = 0; g < grips.length; g++) {
      Grip grip = grips[g];
      boolean on = grip.isActive(start);
      if (on != holding[g]) {
        moves = true;
        skinChanged |= grip.kind() == Grip.Kind.SKIN;
        if (on) {
          motion.place(turns);
          grip.path().at(start, pose);
          System.arraycopy(motion.frames.joints(), 4 * joint(grip), anchor, 7 * g + 3, 4);
          for (int c = 0; c < 3; c++) {
            anchor[7 * g + c] = place(g, c) - (c == 0 ? pose.x : c == 1 ? pose.y : pose.z);
          }
        }
        holding[g] = on;
      }
      if (!on) {
        continue;
      }
      moves |= !grip.path().isStill();
      grip.path().at(start + h, pose);
      target[0] = anchor[7 * g] + pose.x;
      target[1] = anchor[7 * g + 1] + pose.y;
      target[2] = anchor[7 * g + 2] + pose.z;
      int at = 3 * grip.index();
      switch (grip.kind()) {
        case CLAMP -> {
          lead(motion.x, motion.v, motion.held, at, target, 0, h);
          clamp(g, grip.index());
        }
        case JOINT -> lead(motion.x, motion.v, motion.held, at, target, 0, h);
        case EXOSKELETON -> lead(exoskeleton.x, exoskeleton.v, exoskeleton.held, at, target, 0, h);
        case SKIN -> System.arraycopy(target, 0, skinGrips[g].target, 0, 3);
      }
    }
    if (skinChanged) {
      List<SkinGrip> active = new ArrayList<>();
      for (int g = 0; g < grips.length; g++) {
        if (holding[g] && skinGrips[g] != null) {
          active.add(skinGrips[g]);
        }
      }
      motion.forces.setGrips(active.toArray(new SkinGrip[0]));
    }
    return moves;
  }

  private static int joint(Grip grip) {
    return grip.kind() == Grip.Kind.CLAMP ? grip.index() : 0;
  }

  /** The joint keeps the turn that it had when it was taken, turned as the path is. */
  private void clamp(int g, int joint) {
    for (int k = 0; k < 9; k++) {
      matrix[k] = pose.rotation(k / 3, k % 3);
    }
    Quaternions.ofMatrix(matrix, 0, 3, turn, 0);
    Quaternions.product(turn, 0, anchor, 7 * g + 3, motion.places.clampTurns, 4 * joint);
    Quaternions.normalize(motion.places.clampTurns, 4 * joint);
    motion.places.clamped[joint] = true;
  }

  private double place(int g, int c) {
    return switch (grips[g].kind()) {
      case JOINT, CLAMP -> motion.x[3 * grips[g].index() + c];
      case EXOSKELETON -> exoskeleton.x[3 * grips[g].index() + c];
      case SKIN -> motion.forces.patch(skinGrips[g], c);
    };
  }

  /**
   * A held thing gets the velocity that leads to its place at the end of the step.
   *
   * @param at where its place and velocity begin in x and v
   * @param to the place to be at, 3 numbers from {@code from} on
   */
  static void lead(double[] x, double[] v, boolean[] held, int at, double[] to, int from, float h) {
    held[at / 3] = true;
    v[at] = (to[from] - x[at]) / h;
    v[at + 1] = (to[from + 1] - x[at + 1]) / h;
    v[at + 2] = (to[from + 2] - x[at + 2]) / h;
  }

  int count() {
    return grips.length;
  }

  /** The joint that a hand holds now, or -1. */
  int heldJoint(int g) {
    Grip.Kind kind = grips[g].kind();
    boolean joint = kind == Grip.Kind.JOINT || kind == Grip.Kind.CLAMP;
    return holding[g] && joint ? grips[g].index() : -1;
  }

  boolean[] saveHolding() {
    return holding.clone();
  }

  double[] saveAnchors() {
    return anchor.clone();
  }

  void restore(boolean[] held, double[] anchors) {
    System.arraycopy(held, 0, holding, 0, holding.length);
    System.arraycopy(anchors, 0, anchor, 0, anchor.length);
  }
}
