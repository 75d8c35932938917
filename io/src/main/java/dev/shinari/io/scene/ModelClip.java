package dev.shinari.io.scene;

import dev.shinari.articulated.PoseSource;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.math.Quaternions;
import dev.shinari.skeleton.Skeleton;

/** The clip of a glTF character as poses of its creature's bones; it repeats. */
final class ModelClip implements PoseSource {
  private final GltfPose pose;
  private final GltfModel.Animation clip;
  private final double duration;
  private final double speed;
  private final GltfModel.Skin skin;
  private final int joints;
  private final double[] restTurns;
  private final Skeleton skeleton;
  private final int[] tips;
  private final float scale;
  private final Vec3 position;
  private final double[] placed; // how the creature is turned in the world
  private final double[] back;
  private final double[] node; // turns of the skin's joints
  private final double[] m = new double[16];
  private final double[] r = new double[9];
  private final double[] v = new double[3];

  /**
   * The joints of a model and those of the creature that is made from it.
   *
   * @param restTurns inverse rotations of the joints' nodes at rest
   * @param tips joint from which each of the skeleton's further joints hangs
   */
  record Joints(GltfModel.Skin skin, double[] restTurns, Skeleton skeleton, int[] tips) {}

  ModelClip(GltfPose pose, GltfModel.Animation clip, CreaturePlan plan, Turn turn, Joints of) {
    this.pose = pose;
    this.clip = clip;
    speed = plan.model().clipSpeed();
    skin = of.skin();
    restTurns = of.restTurns();
    skeleton = of.skeleton();
    tips = of.tips();
    scale = plan.model().scale();
    position = plan.position();
    duration = Math.max(1e-3, clip.duration());
    joints = skin.jointCount();
    node = new double[4 * joints];
    placed = new double[] {turn.x(), turn.y(), turn.z(), turn.w()};
    back = new double[4];
    Quaternions.inverse(placed, 0, back, 0);
  }

  @Override
  public void pose(double seconds, double[] positions, double[] turns) {
    double t = seconds * speed % duration;
    pose.set(clip, (float) (t < 0 ? t + duration : t));
    for (int j = 0; j < joints; j++) {
      pose.world(skin.joints()[j], m);
      for (int c = 0; c < 3; c++) {
        v[c] = (float) (scale * m[12 + c]);
      }
      Quaternions.rotate(placed, 0, v, 0, v, 0);
      positions[3 * j] = v[0] + position.x();
      positions[3 * j + 1] = v[1] + position.y();
      positions[3 * j + 2] = v[2] + position.z();
      ModelCreature.rotation(m, r, node, 4 * j);
      Quaternions.product(node, 4 * j, restTurns, 4 * j, node, 4 * j);
      Quaternions.product(placed, 0, node, 4 * j, node, 4 * j);
      Quaternions.product(node, 4 * j, back, 0, node, 4 * j);
    }
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int carrier = j < joints ? Math.max(skin.parents()[j], -1) : tips[j - joints];
      System.arraycopy(node, 4 * (carrier < 0 ? j : carrier), turns, 4 * j, 4);
      if (j >= joints) {
        for (int c = 0; c < 3; c++) {
          v[c] = skeleton.place(j, c) - skeleton.place(carrier, c);
        }
        Quaternions.rotate(node, 4 * carrier, v, 0, v, 0);
        for (int c = 0; c < 3; c++) {
          positions[3 * j + c] = positions[3 * carrier + c] + v[c];
        }
      }
    }
  }
}
