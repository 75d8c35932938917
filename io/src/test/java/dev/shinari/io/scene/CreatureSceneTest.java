package dev.shinari.io.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.world.World;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreatureSceneTest {
  private static World world(String creature) throws Exception {
    String text = "{ \"colliders\": [], \"creatures\": [ { " + creature + " } ] }";
    Scene scene = SceneFile.parse("test.jsonc", text, null, List.of()).scene();
    return SceneBuilder.build(scene).world();
  }

  private static ArticulatedBody only(World w) {
    return (ArticulatedBody) w.actors().get(0);
  }

  private static final String LIMB = "\"limbs\": [ { \"from\": [0, 2, 0], \"to\": [1, 2, 0] } ]";

  @Test
  void aSceneMayHoldCreaturesAlone() throws Exception {
    World w = world(LIMB);
    assertThat(w.bodies()).isEmpty();
    assertThat(only(w).partCount()).isEqualTo(5);
    assertThat(only(w).surface().vertexCount()).isEqualTo(64 * 5 + 18);
  }

  @Test
  void limbsThatMeetAreJoinedAndAnExoskeletonCarriesForty() throws Exception {
    World w =
        world(
            "\"limbs\": [ { \"from\": [0, 0, 0], \"to\": [1, 0, 0] },"
                + " { \"from\": [1, 0, 0], \"to\": [1, 1, 0] } ]");
    assertThat(only(w).skeleton().jointCount()).isEqualTo(11);
    assertThat(only(world("\"exoskeleton\": { \"limbs\": \"corners\" }")).partCount())
        .isEqualTo(40);
    ArticulatedBody edges = only(world("\"exoskeleton\": { \"limbs\": \"edges\" }"));
    assertThat(edges.partCount()).isEqualTo(60);
    assertThat(edges.exoskeleton().vertexCount()).isEqualTo(26);
  }

  @Test
  void grabbingOneVertexOfAnExoskeletonMovesAllLimbs() throws Exception {
    World w =
        world(
            "\"position\": [0, 2, 0], \"exoskeleton\": {}, \"grips\": [ { \"hold\": \"exoskeleton\","
                + " \"at\": [0.5, 0.5, 0.5], \"motion\": { \"velocity\": [2, 0, 0] } } ]");
    ArticulatedBody c = only(w);
    double[] before = new double[c.skeleton().jointCount()];
    for (int j = 0; j < before.length; j++) {
      before[j] = c.joint(j, 0);
    }
    for (int k = 0; k < 240; k++) {
      w.step(1 / 240f);
    }
    for (int j = 0; j < before.length; j++) {
      assertThat(c.joint(j, 0)).isGreaterThan(before[j] + 0.5);
    }
  }

  @Test
  void theSampleCharacterIsAGltfFileThatIsCutIntoOneClosedSkin() throws Exception {
    GltfModel model = GltfReader.read(Path.of("walker.glb"), SampleWalker.glb());
    assertThat(model.warnings()).isEmpty();
    assertThat(model.animations().get(0).name()).isEqualTo("walk");
    World w = world("\"model\": { \"sample\": \"walker\" }");
    ArticulatedBody c = only(w);
    assertThat(c.partCount()).isGreaterThan(8);
    assertThat(c.surface().vertexCount()).isEqualTo(model.shapes().get(0).vertexCount());
    assertThat(SurfaceReport.of(c.surface()).isClosed()).isTrue();
  }

  @Test
  void aClipOfFullWeightIsFollowedExactlyAndOneOfNoneNotAtAll() throws Exception {
    double[] x = new double[2];
    float[] weights = {1, 0};
    for (int i = 0; i < 2; i++) { // nothing below it
      World w =
          world(
              "\"model\": { \"sample\": \"walker\", \"clipWeight\": "
                  + weights[i]
                  + ", \"clipHz\": 10 }");
      ArticulatedBody c = only(w);
      for (int k = 0; k < 120; k++) {
        w.step(1 / 240f);
      }
      x[i] = c.joint(0, 1);
      assertThat(c.isFrozen()).isFalse();
    }
    assertThat(x[0]).isBetween(0.6, 0.64); // the hips' height in the clip
    assertThat(x[1]).isLessThan(0.55); // falls
  }

  @Test
  void aReachingJointComesToItsPlace() throws Exception {
    World w =
        world(
            LIMB
                + ", \"pins\": [[0, 2, 0]], \"bend\": 0, \"youngModulus\": 5000, \"targets\": [ {"
                + " \"joint\": [1, 2, 0], \"place\": [0.5, 2.5, 0.2], \"hz\": 8 } ]");
    for (int k = 0; k < 720; k++) {
      w.step(1 / 240f);
    }
    ArticulatedBody c = only(w);
    assertThat(c.joint(5, 0)).isBetween(0.3, 0.7);
    assertThat(c.joint(5, 1)).isBetween(2.3, 2.7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"limbs\": []                                                | a creature needs `limbs`",
        "\"poissonRatio\": 0.5, \"exoskeleton\": {}                   | 0.49",
        "\"limbs\": [ { \"from\": [1, 0, 0], \"to\": [1, 0, 0] } ]    | no length",
        "\"model\": { \"sample\": \"walker\", \"clip\": \"fly\" }     | no clip \"fly\"",
        "\"model\": { \"sample\": \"walker\" }, \"exoskeleton\": {}   | instead of limbs",
        "\"model\": { }                                               | either `path` or `sample`",
        "\"bulbs\": [ { \"from\": [0,0,0], \"to\": [0,3,0], \"radius\": 1 } ] | fit into the ball",
        "\"exoskeleton\": {}, \"youngModulus\": 0                     | youngModulus",
      })
  void badInputGetsAClearLine(String creature, String message) {
    assertThatThrownBy(() -> world(creature))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining(message);
  }

  @Test
  void holdingAMissingExoskeletonGetsAClearLine() {
    assertThatThrownBy(
            () -> world(LIMB + ", \"grips\": [ { \"hold\": \"exoskeleton\", \"at\": [0, 0, 0] } ]"))
        .hasMessageContaining("there is none");
  }
}
