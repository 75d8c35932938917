package dev.shinari.io.character;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skinning.BoneSkin;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CharacterModelTest {
  private static final float[] NO_TURN = {0, 0, 0, 1};
  private static final float[] ONE = {1, 1, 1};
  private static final double[] HERE = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

  private static GltfModel.Node node(String name, int parent, float x, float y, float z) {
    return new GltfModel.Node(name, parent, new float[] {x, y, z}, NO_TURN, ONE, null);
  }

  private static float[] inverseBind(float... places) {
    float[] out = new float[16 * places.length / 3];
    for (int j = 0; j < places.length / 3; j++) {
      for (int k = 0; k < 4; k++) {
        out[16 * j + 5 * k] = 1;
        out[16 * j + 12 + k] = k == 3 ? 1 : -places[3 * j + k];
      }
    }
    return out;
  }

  private static GltfModel.Shape shape(
      String name, int node, TriangleMesh mesh, int skin, int[] joints, float[] weights) {
    return new GltfModel.Shape(
        name,
        node,
        mesh,
        mesh.positions(),
        List.of(),
        new float[0],
        List.of(),
        skin,
        skin < 0 ? 0 : 1,
        skin < 0 ? null : joints,
        skin < 0 ? null : weights,
        GltfModel.Paint.NONE);
  }

  /** A hip with an arm; a body on one skin, a glove on another, a ring on no skin, a floor. */
  private static GltfModel model() {
    TriangleMesh ball = SurfaceShapes.sphere(2, 0.3f);
    int n = ball.vertexCount();
    int[] first = new int[n], second = new int[n];
    Arrays.fill(second, 1);
    float[] ones = new float[n];
    Arrays.fill(ones, 1);
    List<GltfModel.Node> nodes =
        List.of(
            node("hip", -1, 0, 1, 0),
            node("arm", 0, 1, 0, 0),
            node("ring", 1, 0.2f, 0, 0),
            node("floor", -1, 0, 0, 0));
    return new GltfModel(
        Path.of("two.glb"),
        nodes,
        List.of(
            shape("body", 3, ball, 0, second, ones),
            shape("glove", 3, ball, 1, first, ones),
            shape("ring", 2, ball, -1, null, null),
            shape("floor", 3, ball, -1, null, null)),
        List.of(
            new GltfModel.Skin(
                "a", new int[] {0, 1}, new int[] {-1, 0}, inverseBind(0, 1, 0, 1, 1, 0)),
            new GltfModel.Skin("b", new int[] {1}, new int[] {-1}, inverseBind(1, 1, 0))),
        List.of(
            new GltfModel.Animation(
                "turn",
                List.of(
                    new GltfModel.Channel(
                        0,
                        GltfModel.Target.ROTATION,
                        GltfModel.Interpolation.LINEAR,
                        new float[] {0, 1},
                        4,
                        new float[] {0, 0, 0, 1, 0, 0, 0.70710677f, 0.70710677f})))),
        List.of());
  }

  @Test
  void allMeshesOnJointsComeAlongAndTheOthersAreNamed() {
    CharacterModel c = new CharacterModel(model(), HERE);
    int n = SurfaceShapes.sphere(2, 0.3f).vertexCount();
    assertThat(c.rest().vertexCount()).isEqualTo(3 * n);
    assertThat(c.jointCount()).isEqualTo(2);
    assertThat(c.boneCount()).isEqualTo(3); // the arm is a joint of both skins
    assertThat(c.parent(1)).isZero();
    assertThat(c.warnings()).singleElement().asString().contains("floor");
  }

  @Test
  void aClipMovesAllOfThemWhereSkinningDoes() {
    GltfModel model = model();
    CharacterModel c = new CharacterModel(model, HERE);
    Skeleton.Builder s = Skeleton.builder();
    for (int j = 0; j < 2; j++) {
      s.joint(c.jointName(j), c.parent(j), c.jointPlace(j, 0), c.jointPlace(j, 1), 0);
    }
    CharacterClip clip = new CharacterClip(c, model.animations().get(0), 1, s.build());
    double[] bones = new double[12 * c.boneCount()];
    clip.skin(0.75, bones);
    float[] out = new float[c.rest().positions().length];
    new BoneSkin(c.rest(), c.binding(), c.boneCount()).pose(bones, out, Workers.SERIAL);
    GltfPose pose = new GltfPose(model);
    pose.set(model.animations().get(0), 0.75f);
    int at = 0;
    for (GltfModel.Shape shape : c.shapes().subList(0, 2)) {
      float[] want = new float[3 * shape.vertexCount()];
      pose.positions(shape, want);
      for (float w : want) {
        assertThat(out[at++]).isCloseTo(w, within(1e-5f));
      }
    }
    double[] positions = new double[6], turns = new double[8];
    clip.pose(0.75, positions, turns);
    assertThat(positions[3]).isCloseTo(Math.cos(0.375 * Math.PI), within(1e-6));
    assertThat(positions[4]).isCloseTo(1 + Math.sin(0.375 * Math.PI), within(1e-6));
  }

  @Test
  void aModelWithoutASkinIsNamedWithARemedy() {
    GltfModel m = model();
    GltfModel bare =
        new GltfModel(
            m.path(), m.nodes(), m.shapes().subList(2, 4), m.skins(), List.of(), List.of());
    assertThatThrownBy(() -> new CharacterModel(bare, HERE)).hasMessageContaining("armature");
  }

  @Test
  void jointsThatScaleToZeroAreNamed() {
    GltfModel m = model();
    float[] flat = m.skins().get(0).inverseBinds().clone();
    Arrays.fill(flat, 16, 27, 0);
    GltfModel bad =
        new GltfModel(
            m.path(),
            m.nodes(),
            m.shapes(),
            List.of(
                new GltfModel.Skin("a", new int[] {0, 1}, new int[] {-1, 0}, flat),
                m.skins().get(1)),
            m.animations(),
            List.of());
    assertThatThrownBy(() -> new CharacterModel(bad, HERE)).hasMessageContaining("\"arm\"");
  }
}
