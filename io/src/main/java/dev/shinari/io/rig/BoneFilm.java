package dev.shinari.io.rig;

import dev.shinari.io.gltf.GltfLook;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.SkinnedGlbWriter;
import dev.shinari.io.gltf.SkinnedModel;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.fit.helper.MeshDecomposition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A mesh sequence as bones: a GLB with one skin and one clip that any engine plays. The root
 * follows the whole; bones hang below it or below each other where they share a joint.
 */
public final class BoneFilm {
  private static final float[] COLOR = {0.8f, 0.55f, 0.35f, 1};

  private BoneFilm() {}

  /** Writes the GLB. */
  public static void write(
      String name, TriangleMesh rest, MeshDecomposition.Result result, float[] times, Path file)
      throws IOException {
    SkinnedGlbWriter.write(model(name, rest, result, times), file);
  }

  static SkinnedModel model(
      String name, TriangleMesh rest, MeshDecomposition.Result result, float[] times) {
    int bones = result.boneCount();
    int[] order = order(result.parents()); // bone of each joint after the root
    int[] joint = new int[bones];
    for (int k = 0; k < bones; k++) {
      joint[order[k]] = k + 1;
    }
    int[] parents = new int[bones + 1];
    parents[0] = -1;
    double[] bind = new double[12 * (bones + 1)];
    System.arraycopy(Transforms.identity(), 0, bind, 0, 12);
    float[] inverse = new float[16 * (bones + 1)];
    for (int k = 0; k <= bones; k++) {
      for (int c = 0; c < 4; c++) {
        inverse[16 * k + 5 * c] = 1;
      }
    }
    for (int k = 1; k <= bones; k++) {
      int b = order[k - 1];
      parents[k] = result.parents()[b] < 0 ? 0 : joint[result.parents()[b]];
      System.arraycopy(Transforms.identity(), 0, bind, 12 * k, 12);
      for (int c = 0; c < 3; c++) {
        bind[12 * k + 4 * c + 3] = result.joints()[3 * b + c];
        inverse[16 * k + 12 + c] = (float) -result.joints()[3 * b + c];
      }
    }
    Tracks tracks = new Tracks(bones + 1, times.length, parents);
    double[] global = new double[12 * (bones + 1)];
    for (int f = 0; f < times.length; f++) {
      System.arraycopy(result.roots(), 12 * f, global, 0, 12);
      for (int k = 1; k <= bones; k++) {
        Transforms.multiply(
            result.transforms(), 12 * (f * bones + order[k - 1]), bind, 12 * k, global, 12 * k);
      }
      tracks.put(f, global);
    }
    Tracks still = new Tracks(bones + 1, 1, parents);
    still.put(0, bind);
    List<SkinnedModel.Joint> joints = new ArrayList<>();
    for (int k = 0; k <= bones; k++) {
      joints.add(
          new SkinnedModel.Joint(
              k == 0 ? "root" : "bone" + k, parents[k], still.moves.get(k), still.turns.get(k)));
    }
    int[] indices = result.weights().bones().clone();
    for (int i = 0; i < indices.length; i++) {
      indices[i] = joint[indices[i]];
    }
    SkinnedModel.Part part =
        new SkinnedModel.Part(
            name,
            rest.positions(),
            rest.triangles(),
            List.of(new GltfModel.Range(0, rest.triangleCount(), "skin", COLOR, -1)),
            GltfModel.Paint.NONE,
            result.weights().influences(),
            indices,
            result.weights().weights());
    return new SkinnedModel(
        name,
        List.of(part),
        joints,
        inverse,
        List.of(new SkinnedModel.Clip(name, times, tracks.moves, tracks.turns)),
        GltfLook.NONE,
        Map.of());
  }

  /** Bones so ordered that parents come first. */
  private static int[] order(int[] parents) {
    int[] order = new int[parents.length];
    boolean[] done = new boolean[parents.length];
    int n = 0;
    while (n < order.length) {
      for (int b = 0; b < parents.length; b++) {
        if (!done[b] && (parents[b] < 0 || done[parents[b]])) {
          done[b] = true;
          order[n++] = b;
        }
      }
    }
    return order;
  }

  /** Local motion of the joints. */
  private static final class Tracks {
    final List<float[]> moves = new ArrayList<>();
    final List<float[]> turns = new ArrayList<>();
    private final int[] parents;

    Tracks(int joints, int keys, int[] parents) {
      this.parents = parents;
      for (int k = 0; k < joints; k++) {
        moves.add(new float[3 * keys]);
        turns.add(new float[4 * keys]);
      }
    }

    void put(int key, double[] global) {
      double[] inverse = new double[12];
      double[] local = new double[12];
      double[] turn = new double[4];
      for (int k = 0; k < parents.length; k++) {
        if (parents[k] < 0) {
          local = Arrays.copyOfRange(global, 12 * k, 12 * k + 12);
        } else {
          Transforms.invertRigid(global, 12 * parents[k], inverse, 0);
          Transforms.multiply(inverse, 0, global, 12 * k, local, 0);
        }
        for (int c = 0; c < 3; c++) {
          moves.get(k)[3 * key + c] = (float) local[4 * c + 3];
        }
        Quaternions.ofMatrix(local, 0, 4, turn, 0);
        float[] q = turns.get(k);
        double same = 0;
        for (int c = 0; c < 4 && key > 0; c++) {
          same += q[4 * (key - 1) + c] * turn[c];
        }
        for (int c = 0; c < 4; c++) { // neighbors on one side, so that players go the short way
          q[4 * key + c] = (float) (same < 0 ? -turn[c] : turn[c]);
        }
      }
    }
  }
}
