package dev.shinari.app.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shinari.io.rig.LimbFiles;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The rig desk with a model and shapes that somebody brings. */
class StudioRigTest {
  @RegisterExtension static final OpenStudio STUDIO = new OpenStudio();

  private static final int POSES = 20;
  private static List<Path> files;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    MuscleLimb limb = LimbModels.leg();
    double[][] poses = LimbFiles.rotations(limb, PoseGrid.thinned(limb.turns(), POSES));
    files = LimbFiles.write(limb, poses, folder, "limb", 1, (f, done, total) -> {});
  }

  private static String upload(TestPage p, Path file, String name) throws Exception {
    JsonNode up = Json.read(p.post("/api/upload?name=" + name, Files.readAllBytes(file)).body());
    return "upload:" + up.path("id").asText();
  }

  private static String is(JsonNode answer) {
    return answer.path("is").asText() + answer.path("why").asText();
  }

  private static JsonNode settled(TestPage p) throws Exception {
    return p.await(
        m ->
            m.path("is").asText().equals("rig")
                && (m.path("poses").asInt() > 0 && m.path("state").asText().matches("open|ready")
                    || m.path("state").asText().equals("failed")));
  }

  @Test
  void ownShapesAreReadFittedAndComparedFrameByFrame() throws Exception {
    try (TestPage p = STUDIO.page("targets")) {
      String model = upload(p, files.get(0), "limb.glb");
      String shapes = upload(p, files.get(1), "limb.pc2");
      assertThat(is(p.ask("open", "upload", shapes.substring(7)))).contains("rig desk");
      assertThat(is(p.ask("rig", "act", "open", "model", model, "targets", shapes)))
          .isEqualTo("done");
      JsonNode read = settled(p);
      assertThat(read.path("state").asText()).as(read.path("text").asText()).isEqualTo("open");
      int poses = read.path("poses").asInt();
      assertThat(poses).isGreaterThan(4);
      TestPage.Mesh target = p.mesh(m -> (m.flags() & RigDesk.TARGET) != 0);
      TestPage.Mesh rig = p.mesh(m -> (m.flags() & RigDesk.RIG) != 0);
      p.ask("rig", "act", "frame", "index", poses - 1);
      TestPage.Frame f =
          p.frame(x -> !Arrays.equals(x.positions().get(target.id()), target.positions()));
      float[] want = f.positions().get(target.id()), plain = f.positions().get(rig.id());
      double skinned = distance(want, plain);
      assertThat(skinned).isPositive();
      p.forget();
      p.ask("rig", "act", "fit", "helpers", 3, "degree", 2);
      JsonNode ready = p.await(m -> m.path("state").asText().matches("ready|failed"));
      assertThat(ready.path("state").asText()).isEqualTo("ready");
      assertThat(ready.path("helpersRms").asDouble())
          .isLessThan(ready.path("driversRms").asDouble());
      TestPage.Frame fitted =
          p.frame(
              x -> !Arrays.equals(x.positions().get(rig.id()), plain) && x.number() > f.number());
      assertThat(fitted.positions().get(target.id())).isEqualTo(want);
      assertThat(distance(want, fitted.positions().get(rig.id()))).isLessThan(skinned);
      p.ask("rig", "act", "export");
      assertThat(p.await("exported").path("files").size()).isGreaterThanOrEqualTo(4);
    }
  }

  private static double distance(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum / a.length);
  }

  @Test
  void shapesThatDoNotFitAreRefusedWithoutTheirPlaceOnDisk() throws Exception {
    try (TestPage p = STUDIO.page("misfit")) {
      String model = upload(p, files.get(0), "limb.glb");
      byte[] cut = Arrays.copyOf(Files.readAllBytes(files.get(1)), 5000);
      assertThat(p.post("/api/upload?name=cut.pc2", cut).statusCode()).isEqualTo(400);
      assertThat(p.post("/api/upload?name=not.mdd", "no shapes".getBytes()).statusCode())
          .isEqualTo(400);
      Path cube = folder.resolve("cube.obj");
      Files.writeString(
          cube, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
      String wrong = upload(p, cube, "cube.obj");
      assertThat(is(p.ask("rig", "act", "targets", "targets", wrong))).startsWith("refused");
      p.ask("rig", "act", "open", "model", "leg");
      assertThat(is(p.ask("rig", "act", "targets", "targets", wrong))).startsWith("refused");
      assertThat(is(p.ask("rig", "act", "open", "model", model, "targets", wrong)))
          .isEqualTo("done");
      JsonNode failed = settled(p);
      assertThat(failed.path("state").asText()).isEqualTo("failed");
      assertThat(failed.path("text").asText()).isNotEmpty().doesNotContain("/");
      for (Object bad : new Object[] {"x", 7, "upload:../..", new String[0]}) {
        assertThat(is(p.ask("rig", "act", "targets", "targets", bad))).startsWith("refused");
      }
    }
  }
}
