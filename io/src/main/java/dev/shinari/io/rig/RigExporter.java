package dev.shinari.io.rig;

import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.gltf.SkinnedGlbWriter;
import dev.shinari.io.gltf.SkinnedModel;
import dev.shinari.math.Quaternions;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.runtime.HelperRuntime;
import dev.shinari.rig.runtime.JiggleRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writes a rig as files that engines play: a GLB with the helpers as joints below their parents and
 * their motion baked for every clip, the controllers as JSON inside and beside it, a script that
 * turns them into Blender's drivers, and the evaluator for three.js.
 *
 * <pre>
 *   FOLDER/NAME.glb            plays anywhere
 *   FOLDER/NAME.rig.json       the controllers and all weights
 *   FOLDER/NAME.drivers.py     for Blender: native drivers from the controllers
 *   FOLDER/shinari-helpers.js  for three.js: helpers from the controllers at run time
 * </pre>
 */
public final class RigExporter {
  static final String SCRIPT = "shinari-helpers.js";
  static final String DRIVERS = "drivers.py";

  private RigExporter() {}

  /** Writes all four; answers with them. */
  public static List<Path> write(
      RigModel model, HelperRig rig, List<RigClip> clips, Path folder, String name)
      throws IOException {
    return write(model, rig, clips, null, folder, name);
  }

  /**
   * Writes all four; answers with them.
   *
   * @param jiggle how helpers swing in the baked clips, or null where they follow at once
   */
  public static List<Path> write(
      RigModel model, HelperRig rig, List<RigClip> clips, Jiggle jiggle, Path folder, String name)
      throws IOException {
    Path glb = folder.resolve(name + ".glb");
    Path json = folder.resolve(name + ".rig.json");
    Path drivers = folder.resolve(name + "." + DRIVERS);
    Path script = folder.resolve(SCRIPT);
    SkinnedGlbWriter.write(character(model, rig, clips, jiggle), glb);
    byte[] block = HelperRigJson.bytes(rig);
    SafeFiles.write(json, out -> out.write(block));
    SafeFiles.writeString(
        drivers,
        resource(DRIVERS).replace("@GLB@", name + ".glb").replace("@JSON@", name + ".rig.json"));
    SafeFiles.writeString(script, resource(SCRIPT));
    return List.of(glb, json, drivers, script);
  }

  /** Writes the GLB alone. */
  public static void writeGlb(RigModel model, HelperRig rig, List<RigClip> clips, Path file)
      throws IOException {
    SkinnedGlbWriter.write(character(model, rig, clips, null), file);
  }

  static String resource(String name) throws IOException {
    try (InputStream in = RigExporter.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static SkinnedModel character(RigModel model, HelperRig rig, List<RigClip> clips, Jiggle jiggle) {
    RigSkeleton s = rig.skeleton();
    int d = s.jointCount();
    int bones = rig.boneCount();
    int[] parents = new int[bones];
    List<String> names = new ArrayList<>(s.names());
    for (int j = 0; j < d; j++) {
      parents[j] = s.parent(j);
    }
    float[] inverse = new float[16 * bones];
    double[] bind = s.bind();
    for (int j = 0; j < d; j++) {
      putInverse(bind, 12 * j, inverse, j);
    }
    for (int h = 0; h < rig.helpers().size(); h++) {
      Helper helper = rig.helpers().get(h);
      parents[d + h] = helper.parent();
      names.add(helper.name());
      putInverse(helper.bind(), 0, inverse, d + h);
    }
    HelperRuntime runtime = rig.runtime();
    double[] global = new double[12 * bones];
    float[] move = new float[3 * bones];
    float[] turn = new float[4 * bones];
    globals(model.restPose(), runtime, global);
    locals(global, parents, move, turn);
    List<SkinnedModel.Joint> joints = new ArrayList<>();
    for (int b = 0; b < bones; b++) {
      joints.add(
          new SkinnedModel.Joint(
              names.get(b),
              parents[b],
              Arrays.copyOfRange(move, 3 * b, 3 * b + 3),
              Arrays.copyOfRange(turn, 4 * b, 4 * b + 4)));
    }
    List<SkinnedModel.Clip> baked = new ArrayList<>();
    for (RigClip clip : clips) {
      baked.add(bake(clip, runtime, jiggle, parents));
    }
    return new SkinnedModel(
        model.name(),
        parts(model, rig.weights()),
        joints,
        inverse,
        baked,
        model.look(),
        rig.helpers().isEmpty()
            ? Map.of()
            : Map.of(HelperRigJson.KEY, HelperRigJson.block(rig, false)));
  }

  private static void putInverse(double[] bind, int at, float[] out, int bone) {
    double[] inverse = new double[12];
    Transforms.invertRigid(bind, at, inverse, 0);
    double[] m = RigModelReader.columns(inverse);
    for (int i = 0; i < 16; i++) {
      out[16 * bone + i] = (float) m[i];
    }
  }

  /** Joints as given, then the helpers that follow from them. */
  private static void globals(double[] pose, HelperRuntime runtime, double[] out) {
    System.arraycopy(pose, 0, out, 0, pose.length);
    double[] skinning = new double[12 * runtime.helperCount()];
    double[] helpers = new double[12 * runtime.helperCount()];
    runtime.evaluate(pose, skinning, helpers);
    System.arraycopy(helpers, 0, out, pose.length, helpers.length);
  }

  private static void locals(double[] global, int[] parents, float[] move, float[] turn) {
    double[] inverse = new double[12];
    double[] local = new double[12];
    double[] rotation = new double[4];
    for (int b = 0; b < parents.length; b++) {
      if (parents[b] < 0) {
        System.arraycopy(global, 12 * b, local, 0, 12);
      } else {
        Transforms.invertRigid(global, 12 * parents[b], inverse, 0);
        Transforms.multiply(inverse, 0, global, 12 * b, local, 0);
      }
      for (int r = 0; r < 3; r++) {
        move[3 * b + r] = (float) local[4 * r + 3];
      }
      Quaternions.ofMatrix(local, 0, 4, rotation, 0);
      for (int k = 0; k < 4; k++) {
        turn[4 * b + k] = (float) rotation[k];
      }
    }
  }

  private static SkinnedModel.Clip bake(
      RigClip clip, HelperRuntime runtime, Jiggle jiggle, int[] parents) {
    JiggleRuntime springs = jiggle == null ? null : jiggle.of(runtime);
    double[] skinning = new double[12 * runtime.helperCount()];
    double[] swinging = new double[12 * runtime.helperCount()];
    int bones = parents.length;
    int keys = clip.frameCount();
    List<float[]> moves = new ArrayList<>();
    List<float[]> turns = new ArrayList<>();
    for (int b = 0; b < bones; b++) {
      moves.add(new float[3 * keys]);
      turns.add(new float[4 * keys]);
    }
    double[] global = new double[12 * bones];
    float[] move = new float[3 * bones];
    float[] turn = new float[4 * bones];
    for (int f = 0; f < keys; f++) {
      globals(clip.poses()[f], runtime, global);
      if (springs != null) {
        float seconds = f == 0 ? 0 : clip.times()[f] - clip.times()[f - 1];
        springs.advance(clip.poses()[f], seconds, skinning, swinging);
        System.arraycopy(swinging, 0, global, clip.poses()[f].length, swinging.length);
      }
      locals(global, parents, move, turn);
      for (int b = 0; b < bones; b++) {
        System.arraycopy(move, 3 * b, moves.get(b), 3 * f, 3);
        float[] q = turns.get(b);
        float dot = 0;
        for (int c = 0; c < 4 && f > 0; c++) {
          dot += q[4 * (f - 1) + c] * turn[4 * b + c];
        }
        for (int c = 0; c < 4; c++) { // neighbors on one side, so that players go the short way
          q[4 * f + c] = dot < 0 ? -turn[4 * b + c] : turn[4 * b + c];
        }
      }
    }
    for (int b = 0; b < bones; b++) {
      // A joint that only turns has no use for a channel of its place.
      if (isConstant(moves.get(b), 3)) {
        moves.set(b, keys > 0 ? Arrays.copyOf(moves.get(b), 3) : null);
      }
    }
    List<float[]> kept = new ArrayList<>();
    for (int b = 0; b < bones; b++) {
      float[] m = moves.get(b);
      kept.add(m != null && m.length == 3 * keys && keys > 1 ? m : null);
    }
    return new SkinnedModel.Clip(clip.name(), clip.times(), kept, turns);
  }

  private static boolean isConstant(float[] track, int width) {
    for (int i = width; i < track.length; i++) {
      if (Math.abs(track[i] - track[i % width]) > 1e-7f * (1 + Math.abs(track[i]))) {
        return false;
      }
    }
    return true;
  }

  private static List<SkinnedModel.Part> parts(RigModel model, SkinWeights w) {
    List<SkinnedModel.Part> out = new ArrayList<>();
    int k = w.influences();
    for (RigModel.Part p : model.parts()) {
      int from = p.firstVertex();
      int to = from + p.vertexCount();
      int[] triangles =
          Arrays.copyOfRange(
              model.rest().triangles(),
              3 * p.firstTriangle(),
              3 * (p.firstTriangle() + p.triangleCount()));
      for (int i = 0; i < triangles.length; i++) {
        triangles[i] -= from;
      }
      out.add(
          new SkinnedModel.Part(
              p.name(),
              Arrays.copyOfRange(model.rest().positions(), 3 * from, 3 * to),
              triangles,
              p.ranges(),
              p.paint(),
              k,
              Arrays.copyOfRange(w.bones(), k * from, k * to),
              Arrays.copyOfRange(w.weights(), k * from, k * to)));
    }
    return out;
  }
}
