package dev.shinari.io.scene.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.mesh.Bounds;
import dev.shinari.world.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SceneBuilderTest {
  private static SceneBuilder.Built build(String text) throws Exception {
    return SceneBuilder.build(
        SceneFile.parse("t.jsonc", text.replace('\'', '"'), null, List.of()).scene());
  }

  private static World world(String bodies) throws Exception {
    return build("{ 'bodies': [ " + bodies + " ] }").world();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'cuboid'",
        "'cylinder'",
        "'sphere'",
        "'sheet'",
        "'strand'",
        "'star'",
        "{ 'kind': 'solid', 'part': { 'kind': 'blend', 'parts': [ { 'kind': 'ball', 'radius': 0.2 },"
            + " { 'kind': 'capsule', 'from': [0, 0, 0], 'to': [0.5, 0, 0], 'radius': 0.1 } ] } }",
        "{ 'kind': 'solid', 'part': { 'kind': 'cut', 'parts': [ { 'kind': 'block', 'size': [1, 1, 1] },"
            + " { 'kind': 'cylinder', 'radius': 0.2, 'height': 2 } ] } }"
      })
  void everyShapeIsBuiltAboutItsPositionWithBothCages(String shape) throws Exception {
    boolean points = shape.equals("'sheet'") || shape.equals("'strand'");
    for (String cage :
        points
            ? new String[] {"'halfWidth': 1"}
            : new String[] {"'kind': 'tet'", "'kind': 'lattice', 'halfWidth': 1"}) {
      World w =
          world(
              "{ 'shape': "
                  + shape
                  + ", 'cage': { 'resolution': 6, "
                  + cage
                  + " }, 'position': [10, 20, 30] }");
      Body body = w.bodies().get(0);
      // The cage of a voxelised shape may stand over by a cell; the surface is what was asked for.
      float[] surface = new float[3 * body.surface().surface().vertexCount()];
      Particles p = body.particles();
      body.surface().apply(p.x(), p.y(), p.z(), p.originX(), p.originY(), p.originZ(), surface);
      Bounds b = Bounds.of(surface);
      assertThat(b.centerX()).as(cage + shape).isCloseTo(10, within(0.02f));
      assertThat(b.centerY()).as(cage + shape).isCloseTo(20, within(0.02f));
      assertThat(b.centerZ()).as(cage + shape).isCloseTo(30, within(0.02f));
    }
  }

  @Test
  void rotationTurnsAboutXThenYThenZ() throws Exception {
    // The long side along x: about y by 90 degrees it points along -z, then about z nothing moves.
    World w =
        world(
            "{ 'shape': { 'kind': 'cuboid', 'size': [1, 0.2, 0.2] }, 'cage': { 'resolution': 5 },"
                + " 'rotationDeg': [0, 90, 90] }");
    Bounds b = w.bodies().get(0).particles().bounds();
    assertThat(b.sizeZ()).isCloseTo(1, within(1e-4f));
    assertThat(b.sizeX()).isCloseTo(0.2f, within(1e-4f));
  }

  @Test
  void scaleAndVelocityAndSpinArrive() throws Exception {
    World w =
        world(
            "{ 'shape': { 'kind': 'cuboid', 'size': [1, 1, 1] }, 'cage': { 'resolution': 2 },"
                + " 'scale': 3, 'velocity': [1, 2, 3], 'spinDegPerSecond': [0, 180, 0] }");
    Particles p = w.bodies().get(0).particles();
    assertThat(p.bounds().sizeX()).isCloseTo(3, within(1e-5f));
    for (int i = 0; i < p.count(); i++) {
      // v + omega x r with omega = (0, pi, 0)
      assertThat(p.vx()[i]).isCloseTo((float) (1 + Math.PI * p.worldZ(i)), within(1e-3f));
      assertThat(p.vy()[i]).isCloseTo(2, within(1e-4f));
      assertThat(p.vz()[i]).isCloseTo((float) (3 - Math.PI * p.worldX(i)), within(1e-3f));
    }
  }

  @Test
  void pinsHoldTheSideThatTheyName() throws Exception {
    World w =
        world(
            "{ 'shape': { 'kind': 'cuboid', 'size': [1, 0.2, 0.2] }, 'cage': { 'resolution': 10 },"
                + " 'position': [0, 5, 0], 'pins': [ { 'kind': 'side', 'side': 'left' } ] }");
    Particles p = w.bodies().get(0).particles();
    float[] before = p.x().clone();
    float[] height = p.y().clone();
    for (int i = 0; i < 24; i++) {
      w.step(1 / 240f);
    }
    for (int i = 0; i < p.count(); i++) {
      if (before[i] < -0.45f) {
        assertThat(p.worldY(i)).isCloseTo(5 + height[i], within(1e-5));
      } else if (before[i] > 0.45f) {
        assertThat(p.worldY(i)).isLessThan(5 + height[i] - 0.005);
      }
    }
  }

  @Test
  void repeatsAreCountedNamedPlacedAndColoredInTurn() throws Exception {
    World w =
        world(
            "{ 'name': 'b', 'shape': 'cuboid', 'cage': { 'resolution': 2 }, 'repeat': { 'grid': [2, 1, 2],"
                + " 'offset': [2, 0, 3], 'colors': ['#FF0000', '#00FF00', '#0000FF'] } }");
    assertThat(w.bodies()).extracting(Body::name).containsExactly("b-1", "b-2", "b-3", "b-4");
    assertThat(w.bodies().get(3).particles().bounds().centerX()).isCloseTo(2, within(1e-5f));
    assertThat(w.bodies().get(3).particles().bounds().centerZ()).isCloseTo(3, within(1e-5f));
    assertThat(w.look(w.bodies().get(3)).toRgb()).isEqualTo(0xFF0000);
  }

  @Test
  void jitterDependsOnTheSeedAlone() throws Exception {
    String body =
        "{ 'shape': 'cuboid', 'cage': { 'resolution': 2 }, 'repeat': { 'count': 3, 'jitter': 0.1, 'jitterDeg': 30 } }";
    long one = build("{ 'seed': 3, 'bodies': [ " + body + " ] }").world().stateHash();
    long same = build("{ 'seed': 3, 'bodies': [ " + body + " ] }").world().stateHash();
    long other = build("{ 'seed': 4, 'bodies': [ " + body + " ] }").world().stateHash();
    assertThat(same).isEqualTo(one).isNotEqualTo(other);
    Jitter j = new Jitter(3, 0, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(j.direction().length()).isCloseTo(1, within(1e-5f));
      assertThat(j.share()).isBetween(0.0, 1.0);
    }
  }

  @Test
  void collidersStopBodiesAndForcesPushThem() throws Exception {
    SceneBuilder.Built b =
        build(
            """
            { 'gravity': [0, 0, 0],
              'forces': [ { 'kind': 'push', 'acceleration': [0, -20, 0] } ],
              'bodies': [ { 'shape': { 'kind': 'cuboid', 'size': [0.2, 0.2, 0.2] }, 'cage': { 'resolution': 2 },
                            'position': [0, 0.8, 0], 'elasticity': { 'frequencyHz': 20 } } ],
              'colliders': [
                { 'kind': 'box', 'size': [1, 0.2, 1], 'position': [0, 0.4, 0], 'visible': false },
                { 'kind': 'sphere', 'radius': 0.1, 'position': [3, 0, 0] },
                { 'kind': 'capsule', 'radius': 0.1, 'length': 1, 'position': [4, 0, 0] },
                { 'kind': 'slope', 'normal': [0, 1, 0.1], 'position': [0, -5, 0] },
                { 'kind': 'heightField', 'heights': [[-3, -3], [-3, -3]] } ] }
            """);
    assertThat(b.hidden()).containsExactly("box");
    for (int i = 0; i < 240; i++) {
      b.world().step(1 / 240f);
    }
    Bounds at = b.world().bodies().get(0).particles().bounds();
    assertThat(at.minY()).isBetween(0.45f, 0.56f);
  }

  @Test
  void aMeshFileIsABodyAndACollider(@TempDir Path dir) throws Exception {
    Files.writeString(
        dir.resolve("t.obj"),
        "v 1 1 1\nv -1 -1 1\nv -1 1 -1\nv 1 -1 -1\nf 1 2 4\nf 1 3 2\nf 1 4 3\nf 2 3 4\n");
    Path scene = dir.resolve("s.jsonc");
    Files.writeString(
        scene,
        """
        { "bodies": [ { "shape": { "kind": "file", "path": "t.obj" }, "cage": { "resolution": 4 }, "position": [0, 4, 0] } ],
          "colliders": [ { "kind": "mesh", "path": "t.obj", "scale": 0.5 } ] }
        """);
    World w = SceneBuilder.build(SceneFile.read(scene, List.of()).scene()).world();
    assertThat(w.colliders().get(0).shape().distance(0, 0, 0)).isNegative();
    assertThat(w.colliders().get(0).shape().distance(3, 0, 0)).isPositive();
    assertThat(w.bodies().get(0).particles().bounds().centerY()).isCloseTo(4, within(0.3f));
  }

  @Test
  void whatCannotBeBuiltIsSaidForAllBodiesAtOnce() {
    SceneException e =
        catchThrowableOfType(
            SceneException.class,
            () ->
                build(
                    """
                    { 'bodies': [
                      { 'name': 'a', 'shape': 'cuboid', 'pins': [ { 'kind': 'sphere', 'center': [9, 0, 0], 'radius': 1 } ] },
                      { 'name': 'b', 'shape': 'cuboid', 'handles': [ { 'select': { 'kind': 'box', 'min': [8, 8, 8], 'max': [9, 9, 9] } } ] } ] }
                    """));
    assertThat(e.problems()).hasSize(2);
    assertThat(e.problems().get(0).message()).contains("body a: pin 1 selects no particles");
    assertThat(e.problems().get(1).message()).contains("body b: handle 1 selects no particles");
  }

  @Test
  void aBodyThatIsPinnedAllOverIsSaidToStandStill() throws Exception {
    assertThat(build("{ 'bodies': [ { 'shape': 'cuboid', 'pins': [ 'all' ] } ] }").warnings())
        .containsExactly("body cuboid: pins hold all of its particles; it will not move or deform");
    assertThat(
            build(
                    "{ 'bodies': [ { 'shape': 'cuboid', 'pins': [ { 'kind': 'side', 'side': 'left' } ] } ] }")
                .warnings())
        .isEmpty();
  }

  @Test
  void anOutlineThatCrossesItselfIsBuiltAndReported() throws Exception {
    String drawing = "{ 'bodies': [ { 'shape': { 'kind': 'drawing', 'outline': %s } } ] }";
    assertThat(build(drawing.formatted("[[0,0],[1,1],[1,0],[0,1]]")).warnings())
        .singleElement()
        .asString()
        .contains("crosses itself, first near (0.00, 0.00)");
    assertThat(build(drawing.formatted("[[0,0],[1,0],[1,1],[0.5,0.5],[0,1]]")).warnings())
        .isEmpty();
  }
}
