package dev.shinari.articulated;

import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.articulated.motion.FleshLayer;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.BoneFrames;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skinning.BoneSkin;

/**
 * A character's own surface on its creature. Its bones go where the clip says, and beyond that
 * where physics has taken the joints:
 *
 * <pre>
 *   S' = move(x) D move(-c) S      S  the clip's transform of the bone, from rest
 *                                  c  where the clip puts the joint, x where it is
 *                                  D  how much the joint's bones are turned beyond the clip's
 * </pre>
 *
 * With a clip that is followed exactly, D is no turn and x is c: the surface is the clip's.
 */
final class CharacterSkin {
  private final BoneSkin skin;
  private final int[] jointOfBone;
  private final Skeleton skeleton;
  private final BoneMotion motion;
  private final PoseGoals goals;
  private final BoneFrames clipFrames;
  private final double[] clipPlaces;
  private final double[] clipTurns;
  private final double[] transforms;
  private final double[] beyond; // D, 4 a joint
  private final double[] s = new double[24];
  private final FleshLayer layer; // or null

  CharacterSkin(
      BoneSkin skin,
      int[] jointOfBone,
      Skeleton skeleton,
      BoneMotion motion,
      PoseGoals goals,
      FleshLayer layer) {
    this.layer = layer;
    this.skin = skin;
    this.jointOfBone = jointOfBone;
    this.skeleton = skeleton;
    this.motion = motion;
    this.goals = goals;
    int n = skeleton.jointCount();
    clipFrames = new BoneFrames(skeleton);
    clipPlaces = new double[3 * n];
    clipTurns = new double[4 * n];
    beyond = new double[4 * n];
    transforms = new double[BoneSkin.STRIDE * skin.boneCount()];
  }

  TriangleMesh mesh() {
    return skin.rest();
  }

  /** Writes where the vertices are, for frames that are up to date. */
  void positions(float[] out, Workers workers) {
    skin.pose(transforms(), out, workers);
    if (layer != null) {
      layer.move(out, workers);
    }
  }

  /** The bones' transforms from rest; overwritten by the next call. */
  double[] transforms() {
    PoseSource clip = goals.clip();
    if (clip != null) {
      clip.skin(goals.clipSeconds(), transforms);
      clip.pose(goals.clipSeconds(), clipPlaces, clipTurns);
    } else {
      for (int i = 0; i < transforms.length; i++) {
        transforms[i] = i % BoneSkin.STRIDE % 5 == 0 ? 1 : 0;
      }
      for (int i = 0; i < clipPlaces.length; i++) {
        clipPlaces[i] = skeleton.place(i / 3, i % 3);
      }
    }
    clipFrames.update(clipPlaces, clip == null ? null : clipTurns);
    for (int j = 0; j < skeleton.jointCount(); j++) {
      turnBeyond(j);
    }
    for (int b = 0; b < jointOfBone.length; b++) {
      move(BoneSkin.STRIDE * b, jointOfBone[b]);
    }
    return transforms;
  }

  /** The mean, over the bones that start from a joint, of their turns beyond the clip's. */
  private void turnBeyond(int j) {
    int count = skeleton.childCount(j);
    java.util.Arrays.fill(beyond, 4 * j, 4 * j + 4, 0);
    for (int k = 0; k < Math.max(1, count); k++) {
      int bone = count == 0 ? j : skeleton.child(j, k);
      Quaternions.inverse(clipFrames.bones(), 4 * bone, s, 0);
      Quaternions.product(motion.frames.bones(), 4 * bone, s, 0, s, 4);
      double sign = s[7] < 0 ? -1 : 1;
      for (int c = 0; c < 4; c++) {
        beyond[4 * j + c] += sign * s[4 + c];
      }
    }
    Quaternions.normalize(beyond, 4 * j);
  }

  private void move(int at, int joint) {
    Quaternions.toMatrix(beyond, 4 * joint, s, 0);
    System.arraycopy(transforms, at, s, 9, 12);
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        double sum = c == 3 ? motion.x[3 * joint + r] : 0;
        for (int k = 0; k < 3; k++) {
          double by = s[9 + 4 * k + c] - (c == 3 ? clipPlaces[3 * joint + k] : 0);
          sum += s[3 * r + k] * by;
        }
        transforms[at + 4 * r + c] = sum;
      }
    }
  }
}
