package dev.shinari.rig.sample;

import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A limb as the fit sees it: skeleton, poses and examples, without files between. */
public final class LimbExamples {
  private LimbExamples() {}

  public static RigSkeleton skeleton(MuscleLimb limb) {
    List<String> names = new ArrayList<>();
    int bones = limb.joints().size();
    int[] parents = new int[bones];
    double[] bind = new double[12 * bones];
    for (int d = 0; d < bones; d++) {
      MuscleLimb.Joint j = limb.joints().get(d);
      names.add(j.name());
      parents[d] = j.parent();
      System.arraycopy(Transforms.identity(), 0, bind, 12 * d, 12);
      bind[12 * d + 3] = j.x();
      bind[12 * d + 7] = j.y();
      bind[12 * d + 11] = j.z();
    }
    return new RigSkeleton(names, parents, bind);
  }

  /** The bones' own weights. */
  public static SkinWeights weights(MuscleLimb limb) {
    return new SkinWeights(limb.influences(), limb.boneIndices(), limb.boneWeights());
  }

  /** Global joint poses, 12 numbers each, of the pose that an evaluator took last. */
  public static void pose(MuscleLimb limb, MuscleLimb.Evaluator evaluator, double[] out) {
    double[] q = new double[4];
    double[] p = new double[3];
    for (int d = 0; d < limb.joints().size(); d++) {
      evaluator.rotation(d, q);
      evaluator.place(d, p);
      Transforms.setRotation(new double[] {q[3], q[0], q[1], q[2]}, 0, out, 12 * d);
      for (int c = 0; c < 3; c++) {
        out[12 * d + 4 * c + 3] = p[c];
      }
    }
  }

  /** Adds an example for each of some poses of a grid. */
  public static void add(MuscleLimb limb, PoseGrid grid, int first, int count, ExampleSink sink)
      throws IOException {
    double[] angles = new double[grid.turns().size()];
    for (int n = first; n < first + count; n++) {
      grid.angles(n, angles);
      add(limb, angles, sink);
    }
  }

  /** Adds an example for given angles in degrees, one a turn. */
  public static void add(MuscleLimb limb, double[] angles, ExampleSink sink) throws IOException {
    double[] rotations = new double[4 * limb.joints().size()];
    double[] pose = new double[12 * limb.joints().size()];
    float[] skin = new float[3 * limb.mesh().vertexCount()];
    MuscleLimb.Evaluator evaluator = limb.evaluator();
    limb.rotations(angles, rotations);
    evaluator.positions(rotations, skin);
    pose(limb, evaluator, pose);
    sink.add(pose, skin);
  }
}
