package dev.shinari.app.studio.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shinari.app.Main;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.message.StudioLimits;
import dev.shinari.io.rig.LimbFiles;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
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
    JsonNode up =
        MessageJson.read(p.post("/api/upload?name=" + name, Files.readAllBytes(file)).body());
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

  /** Files of an example set by name, as `rig sample --blocks` writes it, beside its model. */
  private static Map<String, byte[]> exampleSet() throws Exception {
    Path out = folder.resolve("blocks");
    if (!Files.exists(out)) {
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      PrintStream to = new PrintStream(said, true, UTF_8);
      String[] call = {"rig", "sample", "leg", "--poses", "20", "--blocks", "-o", out.toString()};
      int code = Main.run(call, new Console(to, to, false, false, 80), new StopSignal());
      assertThat(code).as(said.toString(UTF_8)).isZero();
    }
    Map<String, byte[]> parts = new TreeMap<>(); // chunks come before the index
    try (Stream<Path> all = Files.list(out.resolve("leg.examples"))) {
      for (Path f : all.toList()) {
        parts.put(f.getFileName().toString(), Files.readAllBytes(f));
      }
    }
    return parts;
  }

  private static HttpResponse<String> part(TestPage p, String set, String name, byte[] bytes)
      throws Exception {
    String to = "/api/upload?name=leg.examples&part=" + name + (set == null ? "" : "&set=" + set);
    return p.post(to, bytes);
  }

  @Test
  void anExampleSetIsBroughtFileByFileAndFitted() throws Exception {
    try (TestPage p = STUDIO.page("set")) {
      Map<String, byte[]> parts = exampleSet();
      JsonNode last = MessageJson.object();
      for (String name : parts.keySet()) {
        if (!name.equals("index")) {
          String id = last.has("id") ? last.path("id").asText() : null;
          last = MessageJson.read(part(p, id, name, parts.get(name)).body());
          assertThat(last.path("kind").asText()).isEqualTo("part");
        }
      }
      last =
          MessageJson.read(part(p, last.path("id").asText(), "index", parts.get("index")).body());
      assertThat(last.path("kind").asText()).isEqualTo("examples");
      String set = "upload:" + last.path("id").asText();
      assertThat(is(p.ask("open", "upload", set.substring(7)))).contains("rig desk");
      String model = upload(p, folder.resolve("blocks").resolve("leg.glb"), "leg.glb");
      assertThat(is(p.ask("rig", "act", "open", "model", model, "targets", set))).isEqualTo("done");
      JsonNode read = settled(p);
      assertThat(read.path("state").asText()).as(read.path("text").asText()).isEqualTo("open");
      assertThat(read.path("poses").asInt()).isGreaterThan(10);
      p.ask("rig", "act", "fit", "helpers", 2, "degree", 2);
      JsonNode ready = p.await(m -> m.path("state").asText().matches("ready|failed"));
      assertThat(ready.path("helpersRms").asDouble())
          .isLessThan(ready.path("driversRms").asDouble());
    }
  }

  @Test
  void partsThatAreNoSetAreRefusedAndLeaveNothing() throws Exception {
    try (TestPage p = STUDIO.page()) {
      Map<String, byte[]> parts = exampleSet();
      byte[] index = parts.get("index"), chunk = parts.get("chunk-00000");
      for (String name :
          List.of(
              "..%2Findex",
              "chunk-1", "index%2F..%2Fx", "%2Ftmp%2Fx", "index%00", "", "chunk-000001")) {
        assertThat(part(p, null, name, chunk).statusCode()).as(name).isEqualTo(400);
      }
      assertThat(p.post("/api/upload?name=leg.examples", chunk).statusCode()).isEqualTo(400);
      assertThat(part(p, "../x", "index", index).statusCode()).as("no such set").isEqualTo(404);
      assertThat(part(p, null, "index", index).body()).contains("chunk-00000").contains("missing");
      assertThat(part(p, null, "index", new byte[9]).statusCode()).as("no index").isEqualTo(400);
      String id = MessageJson.read(part(p, null, "chunk-00000", chunk).body()).path("id").asText();
      assertThat(part(p, id, "chunk-00000", chunk).statusCode()).as("twice").isEqualTo(400);
      assertThat(part(p, id, "index", index).statusCode()).as("a refusal ends it").isEqualTo(404);
      // An index that promises more than there is, with a checksum that is right.
      byte[] liar = index.clone();
      liar[20] = 0x7f; // the number of examples
      CRC32C crc = new CRC32C();
      crc.update(liar, 16, liar.length - 16);
      ByteBuffer.wrap(liar).putInt(12, (int) crc.getValue());
      id = MessageJson.read(part(p, null, "chunk-00000", chunk).body()).path("id").asText();
      assertThat(part(p, id, "index", liar).statusCode()).isEqualTo(400);
      byte[] cut = Arrays.copyOf(chunk, chunk.length / 2);
      id = MessageJson.read(part(p, null, "chunk-00000", cut).body()).path("id").asText();
      HttpResponse<String> refused = part(p, id, "index", index);
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).doesNotContain("/");
      // Sets that are begun and left do not pile up.
      List<String> begun = new ArrayList<>();
      for (int k = 0; k <= StudioLimits.UPLOADS_AT_ONCE; k++) {
        begun.add(MessageJson.read(part(p, null, "chunk-00000", chunk).body()).path("id").asText());
      }
      assertThat(part(p, begun.get(0), "chunk-00001", chunk).statusCode()).isEqualTo(404);
      assertThat(part(p, begun.get(1), "chunk-00001", chunk).statusCode()).isEqualTo(200);
    }
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
