package dev.shinari.articulated;

import dev.shinari.articulated.contact.Exoskeleton;
import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.articulated.motion.ElasticPart;
import dev.shinari.articulated.motion.SkinGrip;
import dev.shinari.math.Check;
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

  // State.
  private final boolean[] holding;
  private final double[] anchor; // place when taken, less the path's shift then: 3 a grip

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
    anchor = new double[3 * grips.length];
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
      case JOINT -> Check.inRange("joint of a grip", g.index(), 0, skeleton.jointCount() - 1);
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
          for (int c = 0; c < 3; c++) {
            anchor[3 * g + c] = place(g, c) - (c == 0 ? pose.x : c == 1 ? pose.y : pose.z);
          }
        }
        holding[g] = on;
      }
      if (!on) {
        continue;
      }
      moves |= !grip.path().isStill();
      grip.path().at(start + h, pose);
      target[0] = anchor[3 * g] + pose.x;
      target[1] = anchor[3 * g + 1] + pose.y;
      target[2] = anchor[3 * g + 2] + pose.z;
      int at = 3 * grip.index();
      switch (grip.kind()) {
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

  private double place(int g, int c) {
    return switch (grips[g].kind()) {
      case JOINT -> motion.x[3 * grips[g].index() + c];
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
    return holding[g] && grips[g].kind() == Grip.Kind.JOINT ? grips[g].index() : -1;
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
