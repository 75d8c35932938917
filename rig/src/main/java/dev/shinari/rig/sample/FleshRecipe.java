package dev.shinari.rig.sample;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleMaker;
import dev.shinari.rig.examples.ExampleRecipe;

/**
 * A character with flesh in some poses: skin and skeleton are sent, the flesh is grown where it is
 * needed. The shape of a pose depends on that pose alone.
 */
public final class FleshRecipe implements ExampleRecipe {
  private static final long serialVersionUID = 1;

  private final float[] positions;
  private final int[] triangles;
  private final RigSkeleton skeleton;
  private final int influences; // 0: no weights
  private final int[] bones;
  private final float[] weights;
  private final int resolution;
  private final float boneShare;
  private final int steps;
  private final double[][] poses;

  /**
   * @param weights of the skin, or null
   * @param poses global joint poses, 12 numbers a joint
   */
  public FleshRecipe(
      TriangleMesh skin,
      RigSkeleton skeleton,
      SkinWeights weights,
      FleshSettings settings,
      double[][] poses) {
    positions = skin.positions();
    triangles = skin.triangles();
    this.skeleton = skeleton;
    influences = weights == null ? 0 : weights.influences();
    bones = weights == null ? new int[0] : weights.bones();
    this.weights = weights == null ? new float[0] : weights.weights();
    resolution = settings.resolution();
    boneShare = settings.boneShare();
    steps = settings.steps();
    this.poses = poses;
  }

  @Override
  public TriangleMesh rest() {
    return new TriangleMesh(positions, triangles);
  }

  @Override
  public RigSkeleton skeleton() {
    return skeleton;
  }

  @Override
  public int count() {
    return poses.length;
  }

  @Override
  public ExampleMaker open() {
    FleshBody body =
        new FleshBody(
            rest(),
            skeleton,
            influences == 0 ? null : new SkinWeights(influences, bones, weights),
            new FleshSettings(resolution, boneShare, steps));
    return new ExampleMaker() {
      @Override
      public int count() {
        return poses.length;
      }

      @Override
      public void example(int index, double[] pose, float[] out) {
        System.arraycopy(poses[index], 0, pose, 0, pose.length);
        body.shape(poses[index], out);
      }
    };
  }
}
