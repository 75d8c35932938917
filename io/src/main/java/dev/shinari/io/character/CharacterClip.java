package dev.shinari.io.character;

import dev.shinari.articulated.PoseSource;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.math.Quaternions;
import dev.shinari.skeleton.Skeleton;
import java.util.Arrays;

/** A clip of a character as poses of its creature's joints and bones; it repeats. */
public final class CharacterClip implements PoseSource {
  private final CharacterModel character;
  private final GltfPose pose;
  private final GltfModel.Animation clip;
  private final double duration;
  private final double speed;
  private final Skeleton skeleton;
  private final int[] boneOfJoint; // the first
  private double shown = Double.NaN; // the time whose transforms stand below
  private final double[] bones; // transforms from rest, 12 each
  private final double[] g = new double[12];
  private final double[] m = new double[16];
  private final double[] s = new double[12];
  private final double[] r = new double[13];

  /**
   * @param skeleton the character's joints, then further ones at the tips of limbs, each with a
   *     joint of the character as its parent
   */
  public CharacterClip(
      CharacterModel character, GltfModel.Animation clip, double speed, Skeleton skeleton) {
    this.character = character;
    this.clip = clip;
    this.speed = speed;
    this.skeleton = skeleton;
    pose = new GltfPose(character.model());
    duration = Math.max(1e-3, clip.duration());
    bones = new double[12 * character.boneCount()];
    boneOfJoint = new int[character.jointCount()];
    Arrays.fill(boneOfJoint, -1);
    for (int b = 0; b < character.boneCount(); b++) {
      int j = character.jointOfBone(b);
      boneOfJoint[j] = boneOfJoint[j] < 0 ? b : boneOfJoint[j];
    }
  }

  private void show(double seconds) {
    if (seconds == shown) {
      return;
    }
    shown = seconds;
    double t = seconds * speed % duration;
    pose.set(clip, (float) (t < 0 ? t + duration : t));
    for (int b = 0; b < character.boneCount(); b++) {
      pose.world(character.node(character.jointOfBone(b)), m);
      Affine.ofColumns(m, g);
      Affine.product(g, character.bind(b), 0, s, 0);
      Affine.product(character.place(), s, 0, bones, 12 * b);
    }
  }

  @Override
  public void pose(double seconds, double[] positions, double[] turns) {
    show(seconds);
    for (int j = 0; j < skeleton.jointCount(); j++) {
      boolean own = j < boneOfJoint.length;
      int mover = 12 * boneOfJoint[own ? j : skeleton.parent(j)];
      for (int c = 0; c < 3; c++) {
        positions[3 * j + c] =
            Affine.apply(
                bones, mover, c, skeleton.place(j, 0), skeleton.place(j, 1), skeleton.place(j, 2));
      }
      int turner = skeleton.isRoot(j) ? j : skeleton.parent(j);
      rotation(12 * boneOfJoint[turner], turns, 4 * j);
    }
  }

  @Override
  public void skin(double seconds, double[] transforms) {
    show(seconds);
    System.arraycopy(bones, 0, transforms, 0, bones.length);
  }

  /** The rotation of a bone's transform, whose axes may be scaled. */
  private void rotation(int at, double[] out, int to) {
    for (int c = 0; c < 3; c++) {
      double x = bones[at + c], y = bones[at + 4 + c], z = bones[at + 8 + c];
      double n = Math.sqrt(x * x + y * y + z * z);
      for (int i = 0; i < 3; i++) {
        r[3 * i + c] = n > 0 ? bones[at + 4 * i + c] / n : i == c ? 1 : 0;
      }
    }
    Quaternions.ofMatrix(r, 0, 3, out, to);
    Quaternions.normalize(out, to);
  }
}
