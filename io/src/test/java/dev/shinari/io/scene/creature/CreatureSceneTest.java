package dev.shinari.io.scene.creature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.world.World;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    String plain = "\"blend\": 0, ";
    assertThat(only(world(plain + "\"exoskeleton\": { \"limbs\": \"corners\" }")).partCount())
        .isEqualTo(40);
    ArticulatedBody edges = only(world(plain + "\"exoskeleton\": { \"limbs\": \"edges\" }"));
    assertThat(edges.partCount()).isEqualTo(60);
    assertThat(edges.exoskeleton().vertexCount()).isEqualTo(26);
  }

  @Test
  void limbsThatMeetHaveOneClosedSkin() throws Exception {
    for (String turned : new String[] {"", "\"rotationDeg\": [20, 50, 10], "}) {
      ArticulatedBody star = only(world(turned + "\"exoskeleton\": { \"limbs\": \"corners\" }"));
      assertThat(star.partCount()).isEqualTo(41); // forty cylinders and what joins them
      assertThat(shells(star.surface())).isEqualTo(1);
      assertThat(SurfaceReport.of(star.surface()).isClosed()).isTrue();
      ArticulatedBody frame = only(world(turned + "\"exoskeleton\": { \"limbs\": \"edges\" }"));
      assertThat(frame.partCount()).isEqualTo(68);
      assertThat(shells(frame.surface())).isEqualTo(1);
      assertThat(frame.largestGap()).isLessThan(1e-4 * frame.partLength());
    }
  }

  /** Pieces of a mesh that no edge joins. */
  private static int shells(TriangleMesh mesh) {
    int[] group = new int[mesh.vertexCount()];
    java.util.Arrays.setAll(group, i -> i);
    int count = group.length;
    for (int k = 0; k < mesh.triangles().length; k++) {
      int a = mesh.triangles()[k], b = mesh.triangles()[k % 3 == 2 ? k - 2 : k + 1];
      while (group[a] != a) {
        a = group[a];
      }
      while (group[b] != b) {
        b = group[b];
      }
      if (a != b) {
        group[a] = b;
        count--;
      }
    }
    return count;
  }

  @Test
  void limbsFormTreesWhicheverWayTheyRun() throws Exception {
    World w =
        world(
            "\"limbs\": [ { \"from\": [0, 0, 0], \"to\": [1, 0, 0], \"parts\": 2 },"
                + " { \"from\": [2, 1, 0], \"to\": [2, 0, 0], \"parts\": 2 },"
                + " { \"from\": [2, 0, 0], \"to\": [1, 0, 0], \"parts\": 2 } ]");
    assertThat(only(w).skeleton().jointCount()).isEqualTo(7);
    int roots = 0;
    for (int j = 0; j < 7; j++) {
      roots += only(w).skeleton().isRoot(j) ? 1 : 0;
    }
    assertThat(roots).isEqualTo(1);
    for (int k = 0; k < 20; k++) {
      w.step(1 / 240f);
    }
    assertThat(only(w).isFrozen()).isFalse();
  }

  @Test
  void aHingeKeepsALimbInItsPlane() throws Exception {
    World w =
        world(
            "\"limbs\": [ { \"from\": [0, 2, 0], \"to\": [1, 2, 0], \"hingeAxis\": [0, 1, 0] } ],"
                + " \"youngModulus\": 5000, \"pins\": [[0, 2, 0], [0.2, 2, 0]]");
    for (int k = 0; k < 240; k++) {
      w.step(1 / 240f);
    }
    assertThat(only(w).joint(5, 1)).isGreaterThan(1.95); // it cannot bend down
  }

  // ---- meshes as parts

  private static final String PART =
      "\"parts\": [ { \"path\": \"%s\", \"from\": [0, 0, 0], \"to\": [0, 0.5, 0] %s } ]";

  /** Writes a mesh; its name. */
  private static String write(Path folder, String name, TriangleMesh mesh) throws Exception {
    StringBuilder text = new StringBuilder();
    float[] p = mesh.positions();
    for (int i = 0; i < p.length; i += 3) {
      text.append("v " + p[i] + " " + p[i + 1] + " " + p[i + 2] + "\n");
    }
    int[] t = mesh.triangles();
    for (int i = 0; i < t.length; i += 3) {
      text.append("f " + (t[i] + 1) + " " + (t[i + 1] + 1) + " " + (t[i + 2] + 1) + "\n");
    }
    java.nio.file.Files.writeString(folder.resolve(name), text);
    return name;
  }

  private static SceneBuilder.Built built(Path folder, String creature) throws Exception {
    String text = "{ \"colliders\": [], \"creatures\": [ { " + creature + " } ] }";
    return SceneBuilder.build(SceneFile.parse("test.jsonc", text, folder, List.of()).scene());
  }

  @Test
  void anyClosedMeshIsAPartOnItsBone(@TempDir Path folder) throws Exception {
    String cube = write(folder, "cube.obj", SurfaceShapes.cuboid(4, 2, 2, 3, 1, 1));
    SceneBuilder.Built b =
        built(
            folder,
            String.format(PART, cube, "")
                + ", \"limbs\": [ { \"from\": [0, 0.5, 0], \"to\": [0.6, 0.5, 0], \"parts\": 2 } ],"
                + " \"pins\": [[0, 0, 0]]");
    assertThat(b.warnings()).isEmpty();
    ArticulatedBody c = only(b.world());
    assertThat(c.partCount()).isEqualTo(3);
    assertThat(c.skeleton().jointCount()).isEqualTo(4); // joined to the limb
    var bounds = c.surface().bounds();
    assertThat(bounds.minY()).isEqualTo(0, org.assertj.core.data.Offset.offset(1e-5f));
    assertThat(bounds.minX()).isEqualTo(-0.5f / 6, org.assertj.core.data.Offset.offset(1e-5f));
    for (int k = 0; k < 240; k++) {
      b.world().step(1 / 240f);
    }
    assertThat(c.isFrozen()).isFalse();
    assertThat(c.joint(3, 1)).isLessThan(0.5); // the limb hangs on it
  }

  @Test
  void aPartWithoutAFixedVertexRidesAlongAndItIsSaid(@TempDir Path folder) throws Exception {
    String cube = write(folder, "cube.obj", SurfaceShapes.cuboid(2, 4, 2, 1, 3, 1));
    SceneBuilder.Built b = built(folder, String.format(PART, cube, ", \"hold\": 0"));
    assertThat(b.warnings()).hasSize(1);
    assertThat(b.warnings().get(0)).contains("no fixed vertex", "rigid motion is removed");
    b.world().step(1 / 60f);
    assertThat(only(b.world()).isFrozen()).isFalse();
  }

  @Test
  void badMeshesGetAClearLine(@TempDir Path folder) throws Exception {
    TriangleMesh good = SurfaceShapes.cuboid(2, 4, 2, 1, 3, 1);
    int[] t = good.triangles();
    int[] turned = t.clone();
    for (int i = 0; i < t.length; i += 3) {
      turned[i] = t[i + 1];
      turned[i + 1] = t[i];
    }
    write(folder, "good.obj", good);
    TriangleMesh hole =
        new TriangleMesh(good.positions(), java.util.Arrays.copyOf(t, t.length - 3));
    write(folder, "open.obj", hole);
    write(folder, "turned.obj", new TriangleMesh(good.positions(), turned));
    String[][] cases = {
      {String.format(PART, "good.obj", "") + ", \"poissonRatio\": 0.5", "poissonRatio", "0.49"},
      {
        "\"parts\": [ { \"path\": \"good.obj\", \"from\": [4, 0, 0], \"to\": [4, 1, 0],"
            + " \"fit\": \"none\" } ]",
        "does not touch its bone",
        "m from the end"
      },
      {String.format(PART, "missing.obj", ""), "missing.obj", ""},
    };
    built(folder, String.format(PART, "open.obj", "")); // these ride on closed shells
    built(folder, String.format(PART, "turned.obj", ""));
    for (String[] one : cases) {
      assertThatThrownBy(() -> built(folder, one[0])).hasMessageContaining(one[1]);
      assertThatThrownBy(() -> built(folder, one[0])).hasMessageContaining(one[2]);
    }
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
        "\"limbs\": [{\"from\":[0,0,0],\"to\":[1,0,0]},{\"from\":[1,0,0],\"to\":[0,1,0]},{\"from\":[0,1,0],\"to\":[0,0,0]}] | limb 3 closes a loop",
        "\"limbs\": [{\"from\":[0,0,0],\"to\":[1,0,0],\"hingeAxis\":[0,0,0]}] | must not be zero",
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
