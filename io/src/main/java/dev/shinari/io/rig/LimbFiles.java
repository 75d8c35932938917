package dev.shinari.io.rig;

import dev.shinari.io.cache.PointCacheWriter;
import dev.shinari.io.gltf.GltfLook;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.SkinnedGlbWriter;
import dev.shinari.io.gltf.SkinnedModel;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes a limb with virtual muscles as a user would bring it: a skinned GLB with one clip that
 * goes through all poses, a key a frame, and a PC2 file with the skin's shape in each of them.
 */
public final class LimbFiles {
  /** Frames a second of the clip; a pose is a frame. */
  public static final float FRAMES_PER_SECOND = 24;

  private static final int BLOCK = 32; // poses that are computed side by side
  private static final float[] COLOR = {0.55f, 0.32f, 0.20f, 1};

  private LimbFiles() {}

  /** The local rotations of all joints in some poses: 4 numbers a joint, pose after pose. */
  public static double[][] rotations(MuscleLimb limb, PoseGrid grid) {
    double[][] out = new double[grid.count()][4 * limb.joints().size()];
    double[] angles = new double[grid.turns().size()];
    for (int n = 0; n < out.length; n++) {
      grid.angles(n, angles);
      limb.rotations(angles, out[n]);
    }
    return out;
  }

  /** Writes FOLDER/NAME.glb and FOLDER/NAME.pc2; answers with the two. */
  public static List<Path> write(
      MuscleLimb limb,
      double[][] poses,
      Path folder,
      String name,
      int threads,
      ExportProgress progress)
      throws IOException {
    Path glb = writeModel(limb, poses, folder, name);
    Path pc2 = folder.resolve(name + ".pc2");
    try (Workers workers = new Workers(threads)) {
      PointCacheWriter.writePc2(
          pc2, limb.mesh().vertexCount(), poses.length, frames(limb, poses, workers), progress);
    }
    return List.of(glb, pc2);
  }

  /** Writes FOLDER/NAME.glb alone. */
  public static Path writeModel(MuscleLimb limb, double[][] poses, Path folder, String name)
      throws IOException {
    Path glb = folder.resolve(name + ".glb");
    SkinnedGlbWriter.write(model(limb, name, poses), glb);
    return glb;
  }

  /** The skin in each pose, computed ahead in blocks. */
  static PointCacheWriter.Frames frames(MuscleLimb limb, double[][] poses, Workers workers) {
    float[][] block = new float[BLOCK][3 * limb.mesh().vertexCount()];
    MuscleLimb.Evaluator[] evaluators = new MuscleLimb.Evaluator[workers.count()];
    for (int w = 0; w < evaluators.length; w++) {
      evaluators[w] = limb.evaluator();
    }
    return (frame, out) -> {
      int first = frame - frame % BLOCK;
      if (frame == first) {
        workers.run(
            Math.min(BLOCK, poses.length - first),
            (b, worker) -> evaluators[worker].positions(poses[first + b], block[b]));
      }
      System.arraycopy(block[frame - first], 0, out, 0, out.length);
    };
  }

  private static SkinnedModel model(MuscleLimb limb, String name, double[][] poses) {
    int bones = limb.joints().size();
    List<SkinnedModel.Joint> joints = new ArrayList<>();
    float[] inverse = new float[16 * bones];
    for (int d = 0; d < bones; d++) {
      MuscleLimb.Joint j = limb.joints().get(d);
      MuscleLimb.Joint p = j.parent() < 0 ? null : limb.joints().get(j.parent());
      float[] offset = {
        (float) (j.x() - (p == null ? 0 : p.x())),
        (float) (j.y() - (p == null ? 0 : p.y())),
        (float) (j.z() - (p == null ? 0 : p.z()))
      };
      joints.add(new SkinnedModel.Joint(j.name(), j.parent(), offset, new float[] {0, 0, 0, 1}));
      for (int c = 0; c < 4; c++) {
        inverse[16 * d + 5 * c] = 1;
      }
      inverse[16 * d + 12] = (float) -j.x();
      inverse[16 * d + 13] = (float) -j.y();
      inverse[16 * d + 14] = (float) -j.z();
    }
    float[] times = new float[poses.length];
    List<float[]> turns = new ArrayList<>();
    List<float[]> moves = new ArrayList<>();
    for (int n = 0; n < times.length; n++) {
      times[n] = (float) (n / (double) FRAMES_PER_SECOND);
    }
    for (int d = 0; d < bones; d++) {
      float[] q = new float[4 * poses.length];
      for (int n = 0; n < poses.length; n++) {
        for (int c = 0; c < 4; c++) {
          q[4 * n + c] = (float) poses[n][4 * d + c];
        }
      }
      turns.add(q);
      moves.add(null);
    }
    SkinnedModel.Part part =
        new SkinnedModel.Part(
            name,
            limb.mesh().positions(),
            limb.mesh().triangles(),
            List.of(new GltfModel.Range(0, limb.mesh().triangleCount(), "skin", COLOR, -1)),
            GltfModel.Paint.NONE,
            limb.influences(),
            limb.boneIndices(),
            limb.boneWeights());
    return new SkinnedModel(
        name,
        List.of(part),
        joints,
        inverse,
        List.of(new SkinnedModel.Clip("poses", times, moves, turns)),
        GltfLook.NONE,
        Map.of());
  }
}
