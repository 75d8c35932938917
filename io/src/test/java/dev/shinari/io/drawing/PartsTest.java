package dev.shinari.io.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of a drawing that do not touch each other. */
class PartsTest {
  /** Two rectangles, one 4 % of the width beside the other, and a ring around a dot. */
  private static final String TWO = "M0 0h48v40h-48z M52 0h48v40h-48z";

  private static Scene scene(String path, String more) throws SceneException {
    return SceneFile.parse(
            "parts",
            """
            { "gravity": [0, 0, 0], "contact": { "between": false }, "bodies": [ { "name": "d",
              "shape": { "kind": "drawing", "path": "%s", "height": 1 %s },
              "cage": { "resolution": 10, "halfWidth": 2 } } ], "colliders": [] }
            """
                .formatted(path, more),
            null,
            List.of())
        .scene();
  }

  @Test
  void partsAreCountedThroughHoles() {
    String ring = "M0 0h90v90h-90z M10 10h70v70h-70z M30 30h30v30h-30z M40 40h9v9h-9z M95 0h9v9z";
    OutlineShape shape = new OutlineShape(SvgPath.loops(ring));
    assertThat(shape.parts()).isEqualTo(3); // the frame, what is in it with its hole, the corner
    assertThat(shape.part(1).contains(45, -45, 0)).isFalse();
    assertThat(shape.part(1).contains(35, -35, 0)).isTrue();
    assertThat(shape.part(0).contains(35, -35, 0)).isFalse();
    String crossing = "M0 0h40v40h-40z M20 20h40v40h-40z";
    assertThat(new OutlineShape(SvgPath.loops(crossing)).parts()).isEqualTo(1);
  }

  @Test
  void partsCloserThanACellMoveByThemselves() throws SceneException, IOException {
    Scene scene = scene(TWO, "");
    SceneBuilder.Built built = SceneBuilder.build(scene);
    Recorder recorder = new Recorder(built.world(), "parts", 24, 4);
    recorder.advance();
    List<Body> bodies = built.world().bodies();
    assertThat(bodies).hasSize(2);
    double area = 48 * 40 * 2 / 1600.0; // as high as one meter
    // One is thrown; the other stays where it is.
    float[] was = bodies.get(1).particles().y().clone();
    Body thrown = bodies.get(0);
    java.util.Arrays.fill(thrown.particles().vy(), 0, thrown.particles().count(), 1f);
    thrown.disturbed();
    for (int f = 0; f < 24; f++) {
      recorder.advance();
    }
    float[] now = bodies.get(1).particles().y();
    for (int i = 0; i < bodies.get(1).particles().count(); i++) {
      assertThat(now[i]).isCloseTo(was[i], within(1e-4f));
    }
    Take take = recorder.take();
    assertThat(area(take.tracks().get(0).surface(), null)).isCloseTo(area, within(0.01 * area));
    float[] last = new float[take.tracks().get(0).surface().positions().length];
    take.tracks().get(0).positions(take.frameCount() - 1, last);
    assertThat(area(take.tracks().get(0).surface(), last)).isCloseTo(area, within(0.02 * area));
  }

  @Test
  void joinedPartsAreOneBody() throws SceneException, IOException {
    SceneBuilder.Built built = SceneBuilder.build(scene(TWO, ", \"parts\": \"joined\""));
    Recorder recorder = new Recorder(built.world(), "parts", 24, 4);
    recorder.advance();
    assertThat(built.world().bodies()).hasSize(1);
    double area = 48 * 40 * 2 / 1600.0;
    assertThat(area(recorder.take().tracks().get(0).surface(), null))
        .isCloseTo(area, within(0.01 * area));
  }

  private static double area(TriangleMesh mesh, float[] positions) {
    float[] p = positions == null ? mesh.positions() : positions;
    int[] t = mesh.triangles();
    double sum = 0;
    for (int k = 0; k < t.length; k += 3) {
      int a = 3 * t[k], b = 3 * t[k + 1], c = 3 * t[k + 2];
      sum +=
          0.5
              * Math.abs(
                  (p[b] - p[a]) * (double) (p[c + 1] - p[a + 1])
                      - (p[b + 1] - p[a + 1]) * (double) (p[c] - p[a]));
    }
    return sum;
  }
}
