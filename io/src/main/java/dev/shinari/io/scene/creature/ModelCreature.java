package dev.shinari.io.scene.creature;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.articulated.shape.MeshCutter;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.io.character.CharacterClip;
import dev.shinari.io.character.CharacterModel;
import dev.shinari.io.character.CharacterShell;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.scene.plan.CreaturePlan;
import dev.shinari.io.scene.plan.SceneRotation;
import dev.shinari.math.Quaternions;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skinning.BoneSkin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A glTF character as a creature: its joints become the skeleton, a closed shell of its surface is
 * cut into parts by the joints that carry it most, a clip drives the bones, and its own surface is
 * what is seen.
 */
final class ModelCreature {
  private final CreaturePlan plan;
  private final GltfModel model;
  private final CharacterModel character;
  private Skeleton skeleton;

  private ModelCreature(CreaturePlan plan, SceneRotation turn) throws IOException {
    this.plan = plan;
    String path = plan.model().path();
    model =
        path != null
            ? GltfReader.read(Path.of(path))
            : GltfReader.read(Path.of(plan.model().sample() + ".glb"), SampleWalker.glb());
    character = new CharacterModel(model, place(plan, turn));
  }

  /**
   * Makes the creature.
   *
   * @param warnings takes lines that a user should know
   */
  static ArticulatedBody.Builder make(
      CreaturePlan plan,
      String name,
      SceneRotation turn,
      ElasticMaterial material,
      List<String> warnings)
      throws IOException {
    ModelCreature m = new ModelCreature(plan, turn);
    warnings.addAll(m.character.warnings());
    return m.make(name, material);
  }

  /** Scale, then turn, then move. */
  private static double[] place(CreaturePlan plan, SceneRotation turn) {
    double[] q = {turn.x(), turn.y(), turn.z(), turn.w()}, r = new double[9], out = new double[12];
    Quaternions.toMatrix(q, 0, r, 0);
    double[] at = {plan.position().x(), plan.position().y(), plan.position().z()};
    for (int i = 0; i < 3; i++) {
      for (int c = 0; c < 3; c++) {
        out[4 * i + c] = plan.model().scale() * r[3 * i + c];
      }
      out[4 * i + 3] = at[i];
    }
    return out;
  }

  private ArticulatedBody.Builder make(String name, ElasticMaterial material) {
    skeleton = makeSkeleton();
    CharacterShell shell = CharacterShell.of(character, skeleton, plan.model().shellVertices());
    ArticulatedBody.Builder b = ArticulatedBody.builder(name, skeleton);
    try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
      MeshCutter.addParts(b, shell.mesh(), shell.regions(), material, workers);
    }
    int[] joints = IntStream.range(0, character.boneCount()).map(character::jointOfBone).toArray();
    b.surface(new BoneSkin(character.rest(), character.binding(), character.boneCount()), joints);
    GltfModel.Animation clip = clip();
    if (clip != null) {
      b.clip(
          new CharacterClip(character, clip, plan.model().clipSpeed(), skeleton),
          plan.model().clipWeight(),
          plan.model().clipHz());
    }
    return b;
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

  /** The character's joints, and a tip for each that has none beyond it but carries some skin. */
  private Skeleton makeSkeleton() {
    int joints = character.jointCount();
    Skeleton.Builder s = Skeleton.builder();
    boolean[] leaf = new boolean[joints];
    Arrays.fill(leaf, true);
    for (int j = 0; j < joints; j++) {
      int parent = character.parent(j);
      s.joint(
          character.jointName(j),
          parent,
          character.jointPlace(j, 0),
          character.jointPlace(j, 1),
          character.jointPlace(j, 2));
      if (parent >= 0) {
        leaf[parent] = false;
      }
    }
    int n = character.rest().vertexCount();
    int[] region = new int[n];
    Arrays.setAll(region, v -> character.jointOfBone(character.binding().strongest(v)));
    for (int j = 0; j < joints; j++) {
      double[] tip = leaf[j] ? tip(j, region) : null;
      if (tip != null) {
        s.joint("tip-" + character.jointName(j), j, tip[0], tip[1], tip[2]);
      }
    }
    return s.build();
  }

  /** A point near the end of what a last joint carries, or null where it carries nothing. */
  private double[] tip(int j, int[] region) {
    float[] p = character.rest().positions();
    double[] middle = new double[3];
    int n = 0;
    for (int v = 0; v < region.length; v++) {
      n += region[v] == j ? 1 : 0;
      for (int c = 0; c < 3 && region[v] == j; c++) {
        middle[c] += p[3 * v + c] - character.jointPlace(j, c);
      }
    }
    double length =
        Math.sqrt(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
    if (n == 0 || !(length > 0)) {
      return null;
    }
    double most = 0;
    for (int v = 0; v < region.length; v++) {
      double along = 0;
      for (int c = 0; c < 3 && region[v] == j; c++) {
        along += (p[3 * v + c] - character.jointPlace(j, c)) * middle[c] / length;
      }
      most = Math.max(most, along);
    }
    double[] out = new double[3];
    for (int c = 0; c < 3; c++) {
      out[c] = character.jointPlace(j, c) + 0.85 * most / length * middle[c];
    }
    return out;
  }
}
