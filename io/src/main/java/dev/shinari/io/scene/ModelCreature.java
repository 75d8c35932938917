package dev.shinari.io.scene;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.articulated.MeshCutter;
import dev.shinari.articulated.PoseSource;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.Weld;
import dev.shinari.skeleton.Skeleton;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A glTF character as a creature: its skin's joints become the skeleton, its mesh is cut into parts
 * by the joints that carry it most, and a clip drives the bones.
 */
final class ModelCreature {
  private final CreaturePlan plan;
  private final Turn turn;
  private final GltfModel model;
  private final GltfModel.Shape shape;
  private final GltfModel.Skin skin;
  private final int joints; // of the skin; tips come behind
  private int[] tips; // joint from which each tip hangs
  private double[] restTurns; // inverse rotations of the joints' nodes at rest
  private Skeleton skeleton;

  private ModelCreature(CreaturePlan plan, Turn turn) throws IOException {
    this.plan = plan;
    this.turn = turn;
    String path = plan.model().path();
    model =
        path != null
            ? GltfReader.read(Path.of(path))
            : GltfReader.read(Path.of(plan.model().sample() + ".glb"), SampleWalker.glb());
    shape =
        model.shapes().stream()
            .filter(s -> s.skin() >= 0)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the model has no skinned mesh; export it with its armature"));
    skin = model.skins().get(shape.skin());
    joints = skin.jointCount();
  }

  static ArticulatedBody.Builder make(
      CreaturePlan plan, String name, Turn turn, ElasticMaterial material) throws IOException {
    return new ModelCreature(plan, turn).make(name, material);
  }

  private ArticulatedBody.Builder make(String name, ElasticMaterial material) {
    float[] p = shape.surface().positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      Vec3 v = world(p[i], p[i + 1], p[i + 2]);
      p[i] = v.x();
      p[i + 1] = v.y();
      p[i + 2] = v.z();
    }
    Weld weld = MeshTopology.weld(new TriangleMesh(p, shape.surface().triangles()), 0);
    int[] region = regions(weld);
    makeSkeleton(weld.mesh(), region);
    ArticulatedBody.Builder b = ArticulatedBody.builder(name, skeleton);
    MeshCutter.addParts(b, weld.mesh(), region, material);
    GltfModel.Animation clip = clip();
    if (clip != null) {
      b.clip(source(clip), plan.model().clipWeight(), plan.model().clipHz());
    }
    return b;
  }

  private Vec3 world(double x, double y, double z) {
    float s = plan.model().scale();
    return turn.apply(new Vec3((float) (s * x), (float) (s * y), (float) (s * z)))
        .plus(plan.position());
  }

  private GltfModel.Animation clip() {
    String wanted = plan.model().clip();
    if (model.animations().isEmpty()) {
      if (wanted != null) {
        throw new IllegalArgumentException(
            "the model has no clips, so none is named \"" + wanted + "\"; remove `clip`");
      }
      return null;
    }
    if (wanted == null) {
      return model.animations().get(0);
    }
    return model.animations().stream()
        .filter(a -> a.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the model has no clip \""
                        + wanted
                        + "\"; there is "
                        + String.join(
                            ", ",
                            model.animations().stream().map(GltfModel.Animation::name).toList())));
  }

  /** For each vertex the joint with the largest weight. */
  private int[] regions(Weld weld) {
    int[] out = new int[weld.mesh().vertexCount()];
    Arrays.fill(out, -1);
    int k = shape.influences();
    for (int v = 0; v < weld.vertexOfOld().length; v++) {
      int to = weld.vertexOfOld()[v];
      if (out[to] < 0) {
        int best = k * v;
        for (int i = k * v; i < k * v + k; i++) {
          best = shape.jointWeights()[i] > shape.jointWeights()[best] ? i : best;
        }
        out[to] = shape.joints()[best];
      }
    }
    return out;
  }

  /** The skin's joints, and a tip for each that has no joint beyond it but carries some skin. */
  private void makeSkeleton(TriangleMesh mesh, int[] region) {
    GltfPose rest = new GltfPose(model);
    Skeleton.Builder s = Skeleton.builder();
    restTurns = new double[4 * joints];
    boolean[] leaf = new boolean[joints];
    Arrays.fill(leaf, true);
    double[][] at = new double[joints][];
    for (int j = 0; j < joints; j++) {
      double[] m = rest.world(skin.joints()[j]);
      Vec3 w = world(m[12], m[13], m[14]);
      at[j] = new double[] {w.x(), w.y(), w.z()};
      s.joint(model.nodes().get(skin.joints()[j]).name(), skin.parents()[j], w.x(), w.y(), w.z());
      rotation(m, new double[9], restTurns, 4 * j);
      Quaternions.inverse(restTurns, 4 * j, restTurns, 4 * j);
      if (skin.parents()[j] >= 0) {
        leaf[skin.parents()[j]] = false;
      }
    }
    int count = 0;
    int[] found = new int[joints];
    for (int j = 0; j < joints; j++) {
      double[] middle = new double[3];
      int n = 0;
      for (int v = 0; v < region.length; v++) {
        if (region[v] == j) {
          n++;
          for (int c = 0; c < 3; c++) {
            middle[c] += mesh.positions()[3 * v + c] - at[j][c];
          }
        }
      }
      double length = Math.sqrt(dot(middle, middle));
      if (!leaf[j] || n == 0 || !(length > 0)) {
        continue;
      }
      double most = 0;
      for (int v = 0; v < region.length; v++) {
        if (region[v] == j) {
          double along = 0;
          for (int c = 0; c < 3; c++) {
            along += (mesh.positions()[3 * v + c] - at[j][c]) * middle[c] / length;
          }
          most = Math.max(most, along);
        }
      }
      double reach = 0.85 * most / length;
      s.joint(
          "tip-" + j,
          j,
          at[j][0] + reach * middle[0],
          at[j][1] + reach * middle[1],
          at[j][2] + reach * middle[2]);
      found[count++] = j;
    }
    tips = Arrays.copyOf(found, count);
    skeleton = s.build();
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private PoseSource source(GltfModel.Animation clip) {
    return new ModelClip(
        new GltfPose(model),
        clip,
        plan,
        turn,
        new ModelClip.Joints(skin, restTurns, skeleton, tips));
  }

  /**
   * The rotation of a column-major transform whose axes may be scaled.
   *
   * @param r scratch: 9 numbers, by rows
   */
  static void rotation(double[] m, double[] r, double[] out, int at) {
    for (int c = 0; c < 3; c++) {
      double n =
          Math.sqrt(
              m[4 * c] * m[4 * c] + m[4 * c + 1] * m[4 * c + 1] + m[4 * c + 2] * m[4 * c + 2]);
      for (int i = 0; i < 3; i++) {
        r[3 * i + c] = n > 0 ? m[4 * c + i] / n : i == c ? 1 : 0;
      }
    }
    Quaternions.ofMatrix(r, 0, 3, out, at);
  }
}
