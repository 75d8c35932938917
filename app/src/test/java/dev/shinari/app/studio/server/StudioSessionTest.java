package dev.shinari.app.studio.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shinari.app.CallHelper;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.stage.Replay;
import dev.shinari.app.studio.view.ShownMesh;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The studio as a page meets it. */
class StudioSessionTest {
  @RegisterExtension static final OpenStudio STUDIO = new OpenStudio();

  @TempDir private static Path folder;

  @Test
  void theGalleryListsAllScenes() throws Exception {
    try (TestPage p = STUDIO.page()) {
      String scenes = p.get("/api/scenes").body();
      assertThat(scenes).contains("\"falling-cuboid\"", "\"tear-star\"");
    }
  }

  @Test
  void aSceneIsOpenedPlayedPausedAndStepped() throws Exception {
    try (TestPage p = STUDIO.page("play")) {
      assertThat(p.await("hello").path("session").asText()).isEqualTo("play");
      assertThat(p.ask("open", "scene", "falling-cuboid").path("is").asText()).isEqualTo("done");
      JsonNode scene = p.await("scene");
      assertThat(scene.path("bodies")).hasSize(1);
      TestPage.Mesh body = p.mesh(m -> m.body() == 1);
      TestPage.Frame moved = p.frame(f -> f.seconds() > 0.2);
      assertThat(moved.positions().get(body.id())[1]).isLessThan(body.positions()[1]);
      p.ask("pause");
      int at = p.frameCount();
      double t = p.frame(f -> true).seconds();
      p.ask("step");
      p.frame(f -> f.seconds() > t);
      assertThat(p.frameCount()).isGreaterThan(at);
      p.ask("restart");
      assertThat(p.frame(f -> f.seconds() == 0).positions()).doesNotContainKey(body.id());
      TestPage.Mesh again = p.mesh(m -> m.body() == 1);
      assertThat(again.positions()).isEqualTo(body.positions());
    }
  }

  @Test
  void aHandMovesTheBody() throws Exception {
    try (TestPage p = STUDIO.page("drag")) {
      p.ask("open", "scene", "falling-cuboid");
      p.ask("pause");
      TestPage.Mesh body = p.mesh(m -> m.body() == 1);
      double[] place = {body.positions()[0], body.positions()[1], body.positions()[2]};
      assertThat(
              p.ask("grab", "grip", 1, "mesh", body.id(), "vertex", 0, "place", place).path("is"))
          .hasToString("\"done\"");
      double[] there = {place[0] + 1, place[1] + 1, place[2]};
      p.tell("drag", "grip", 1, "place", there);
      p.ask("play");
      p.frame(f -> f.seconds() > 0 && f.positions().get(body.id())[0] > place[0] + 0.5);
      assertThat(p.ask("drop", "grip", 1, "throw", true).path("is").asText()).isEqualTo("done");
      assertThat(p.ask("drop", "grip", 1).path("is").asText()).isEqualTo("refused");
    }
  }

  private static String is(JsonNode answer) {
    return answer.path("is").asText() + answer.path("why").asText();
  }

  /** A page must not open its first scene over what others play with, however slow it is. */
  @Test
  void aPageThatComesLaterIsToldAtOnceThatThereIsAScene() throws Exception {
    try (TestPage first = STUDIO.page("filled")) {
      assertThat(first.await("hello").path("filled").asBoolean(true)).isFalse();
      first.ask("open", "scene", "falling-cuboid");
      try (TestPage second = STUDIO.page("filled")) {
        assertThat(second.await("hello").path("filled").asBoolean()).isTrue();
        assertThat(second.await("scene").path("name").asText()).isEqualTo("falling-cuboid");
      }
      first.ask("rig", "act", "open", "model", "leg");
      try (TestPage third = STUDIO.page("filled")) {
        assertThat(third.await("hello").path("filled").asBoolean()).as("a rig desk").isTrue();
      }
    }
  }

  @Test
  @Timeout(120)
  void handsOfAPageThatWentLetGo() throws Exception {
    try (TestPage stays = STUDIO.page("hands")) {
      stays.ask("open", "scene", "falling-cuboid");
      TestPage.Mesh body = stays.mesh(m -> m.body() == 1);
      double[] place = {body.positions()[0], body.positions()[1], body.positions()[2]};
      LiveSession session = STUDIO.server().sessions().get("hands");
      try (TestPage goes = STUDIO.page("hands")) {
        goes.mesh(m -> m.body() == 1);
        goes.ask("grab", "grip", 0, "mesh", body.id(), "vertex", 0, "place", place);
        stays.ask("grab", "grip", 0, "mesh", body.id(), "vertex", 1, "place", place);
      }
      int held = 2;
      while (held > 1) {
        CompletableFuture<Integer> now = new CompletableFuture<>();
        session.inject(() -> now.complete(session.stage().grips().size()));
        held = now.get(60, TimeUnit.SECONDS);
      }
      assertThat(held).as("the other page's hand holds on").isEqualTo(1);
    }
  }

  @Test
  void settingsChangeAndComeBackWithUndo() throws Exception {
    try (TestPage p = STUDIO.page("set")) {
      p.ask("open", "scene", "falling-cuboid");
      double before = p.await("scene").at("/bodies/0/settings/elasticity.frequencyHz").asDouble();
      assertThat(before).isPositive().isNotEqualTo(9);
      assertThat(is(p.ask("set", "body", 1, "key", "elasticity.frequencyHz", "value", 9)))
          .isEqualTo("done");
      assertThat(p.await("settings").at("/values/elasticity.frequencyHz").asDouble()).isEqualTo(9);
      p.forget();
      assertThat(is(p.ask("undo"))).isEqualTo("done");
      assertThat(p.await("settings").at("/values/elasticity.frequencyHz").asDouble())
          .isEqualTo(before);
      p.forget();
      assertThat(is(p.ask("redo"))).isEqualTo("done");
      assertThat(p.await("settings").at("/values/elasticity.frequencyHz").asDouble()).isEqualTo(9);
      assertThat(is(p.ask("redo"))).startsWith("refused");
      assertThat(is(p.ask("set", "body", 1, "key", "elasticity.frequencyHz", "value", -3)))
          .startsWith("refused");
      assertThat(is(p.ask("set", "body", 1, "key", "elasticity.color", "value", 1)))
          .startsWith("refused");
      p.forget();
      JsonNode coarse = p.ask("set", "body", 1, "key", "cage.resolution", "value", 8);
      assertThat(coarse.path("restarted").asBoolean()).isTrue();
      assertThat(p.await("scene").at("/bodies/0/settings/cage.resolution").asInt()).isEqualTo(8);
      p.ask("save", "what", "override");
      assertThat(p.await("saved").path("text").asText())
          .contains("\"bodies[0].cage.resolution\" : 8", "frequencyHz\" : 9");
    }
  }

  @Test
  void aCutMakesPiecesAndUndoMakesThemWhole() throws Exception {
    try (TestPage p = STUDIO.page("cut")) {
      p.ask("open", "scene", "tear-star");
      p.ask("pause");
      TestPage.Mesh star = p.mesh(m -> m.body() == 1);
      float[] box = bounds(star.positions());
      double y = 0.5 * (box[1] + box[4]);
      JsonNode cut =
          p.ask(
              "cut",
              "from",
              new double[] {box[0] - 1, y, 0},
              "to",
              new double[] {box[3] + 1, y, 0},
              "normal",
              new double[] {0, 1, 0});
      assertThat(is(cut)).isEqualTo("done");
      p.ask("play");
      p.await(m -> m.path("is").asText().equals("stats") && m.path("pieces").asInt() > 1);
      p.ask("pause");
      p.forget();
      assertThat(is(p.ask("undo"))).isEqualTo("done");
      p.await(m -> m.path("is").asText().equals("stats") && m.path("pieces").asInt() == 1);
      p.forget();
      assertThat(is(p.ask("redo"))).isEqualTo("done");
      p.ask("play");
      p.await(m -> m.path("is").asText().equals("stats") && m.path("pieces").asInt() > 1);
    }
  }

  private static float[] bounds(float[] p) {
    float[] b = {p[0], p[1], p[2], p[0], p[1], p[2]};
    for (int i = 0; i < p.length; i++) {
      b[i % 3] = Math.min(b[i % 3], p[i]);
      b[3 + i % 3] = Math.max(b[3 + i % 3], p[i]);
    }
    return b;
  }

  @Test
  void aReplayOfEverythingThatHandsDoHasTheSameBits() throws Exception {
    try (TestPage p = STUDIO.page("replay")) {
      p.ask("open", "scene", "tear-star");
      p.ask("speed", "factor", 0.3);
      TestPage.Mesh star = p.mesh(m -> m.body() == 1);
      float[] box = bounds(star.positions());
      double[] place = {star.positions()[0], star.positions()[1], star.positions()[2]};
      p.ask("grab", "grip", 0, "mesh", star.id(), "vertex", 0, "place", place);
      for (int k = 1; k <= 12; k++) {
        p.tell("drag", "grip", 0, "place", new double[] {place[0] + 0.07 * k, place[1], 0.01 * k});
        Thread.sleep(10);
      }
      p.ask("drop", "grip", 0, "throw", true);
      double y = 0.5 * (box[1] + box[4]);
      p.ask(
          "cut",
          "from",
          new double[] {box[0] - 1, y, 0},
          "to",
          new double[] {box[3] + 1, y, 0},
          "normal",
          new double[] {0, 1, 0});
      p.ask(
          "shoot",
          "from",
          new double[] {0, box[1] - 1, 0},
          "along",
          new double[] {0, 1, 0},
          "speed",
          3);
      p.ask("set", "body", 1, "key", "elasticity.frequencyHz", "value", 3.25);
      TestPage.Mesh now = p.mesh(m -> m.body() == 1);
      p.tell("pin", "mesh", now.id(), "vertices", new int[] {0, 1, 2, 3});
      p.frame(f -> f.seconds() > 0.12);
      p.ask("pause");
      p.ask("save", "what", "replay");
      String text = p.await("saved").path("text").asText();
      Replay replay = Replay.read(text);
      assertThat(replay.log().size()).isGreaterThan(10);
      assertThat(Replay.read(replay.toJson()).toJson()).isEqualTo(text);
      Path file = folder.resolve("star.replay.json");
      Files.writeString(file, text);
      for (String threads : new String[] {"1", "3"}) {
        CallHelper call =
            CallHelper.call("replay", file.toString(), "--format", "none", "--threads", threads);
        assertThat(call.err).contains("the same take, bit for bit");
        assertThat(call.code).isZero();
      }
      Files.writeString(file, text.replaceFirst("\"radius\":", "\"radius\":1"));
      assertThat(CallHelper.call("replay", file.toString(), "--format", "none").code).isEqualTo(1);
    }
  }

  @Test
  void aFileThatIsBroughtBecomesABodyWithItsShapeKeysAsExamples() throws Exception {
    try (TestPage p = STUDIO.page("upload")) {
      byte[] bunny;
      try (InputStream in = getClass().getResourceAsStream("/scenes/files/bunny-keys.glb")) {
        bunny = in.readAllBytes();
      }
      JsonNode up = MessageJson.read(p.post("/api/upload?name=My%20bunny.glb", bunny).body());
      assertThat(up.path("kind").asText()).isEqualTo("mesh");
      assertThat(is(p.ask("open", "upload", up.path("id").asText()))).isEqualTo("done");
      JsonNode body = p.await("scene").at("/bodies/0");
      assertThat(body.path("examples")).hasSize(3);
      assertThat(is(p.ask("weight", "body", 1, "example", 1, "value", 0.8))).isEqualTo("done");
      p.ask("step");
      p.await(m -> m.path("is").asText().equals("weights"));
      p.ask("save", "what", "replay");
      Path file = folder.resolve("bunny.replay.json");
      Files.writeString(file, p.await("saved").path("text").asText());
      CallHelper call = CallHelper.call("replay", file.toString(), "--format", "none");
      assertThat(call.err).contains("the same take");
    }
  }

  @Test
  void aTakeIsExportedInAllFormats() throws Exception {
    try (TestPage p = STUDIO.page("export")) {
      p.ask("open", "scene", "tear-star");
      p.frame(f -> f.seconds() > 0.1);
      p.ask("pause");
      JsonNode hello = p.await("hello");
      List<String> formats = new ArrayList<>();
      hello.path("formats").forEach(f -> formats.add(f.asText()));
      assertThat(formats).contains("glb", "pc2", "mdd", "usda", "gif", "frames", "svg");
      assertThat(is(p.ask("export", "formats", formats.toArray()))).isEqualTo("done");
      JsonNode done = p.await("exported");
      assertThat(done.path("files").size()).isGreaterThanOrEqualTo(8);
      for (JsonNode f : done.path("files")) {
        String path = "/api/take/" + done.path("id").asText() + "/" + f.path("name").asText();
        assertThat(p.bytes(path).body()).hasSize(f.path("bytes").asInt());
      }
      p.await("progress");
    }
  }

  @Test
  void twoTabsSeeTheSameWorldAndACrashStaysInItsSession() throws Exception {
    try (TestPage a = STUDIO.page("two");
        TestPage b = STUDIO.page("two")) {
      a.ask("open", "scene", "falling-cuboid");
      b.await("scene");
      b.frame(f -> f.seconds() > 0.1);
      b.ask("pause");
      a.await(m -> m.path("is").asText().equals("state") && m.path("step").asInt() > 0);
      int shows = a.ask("step").path("frame").asInt();
      TestPage.Frame x = a.frame(f -> f.number() >= shows), y = b.frame(f -> f.number() >= shows);
      assertThat(x.seconds()).isEqualTo(y.seconds());
      int mesh = a.mesh(m -> m.body() == 1).id();
      assertThat(x.positions().get(mesh)).isEqualTo(y.positions().get(mesh));
    }
  }

  @Test
  void twoSlowTabsOfAPausedWorldComeToRest() throws Exception {
    try (TestPage a = STUDIO.page("slow-two");
        TestPage b = STUDIO.page("slow-two")) {
      a.stopDrawing();
      b.stopDrawing();
      a.ask("open", "scene", "falling-cuboid");
      a.ask("pause");
      a.frame(f -> true);
      b.frame(f -> true);
      a.ask("step"); // neither is free for it
      int same = 0;
      for (int round = 0, before = -1; round < 300 && same < 8; round++) {
        a.draw();
        Thread.sleep(30);
        b.draw();
        Thread.sleep(30);
        int now = a.frameCount() + b.frameCount();
        same = now == before ? same + 1 : 0;
        before = now;
      }
      assertThat(same).as("rounds without a frame in the end").isEqualTo(8);
    }
  }

  @Test
  void aThumbnailIsARealPicture() throws Exception {
    try (TestPage p = STUDIO.page()) {
      byte[] png = p.bytes("/api/scenes/falling-cuboid/thumb.png").body();
      assertThat(png).startsWith(0x89, 'P', 'N', 'G').hasSizeGreaterThan(2000);
      assertThat(p.bytes("/api/scenes/falling-cuboid/thumb.png").body()).isEqualTo(png);
      assertThat(p.get("/api/scenes/no-such/thumb.png").statusCode()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stretch", "regions", "splits", "weights", "pieces"})
  void aViewColorsEveryVertex(String channel) throws Exception {
    try (TestPage p = STUDIO.page("view")) {
      p.ask("open", "scene", "tear-star");
      assertThat(is(p.ask("view", "channel", channel, "cage", true))).isEqualTo("done");
      p.ask("step");
      int mesh = p.mesh(m -> m.body() == 1 && m.flags() % 4 < 2).id();
      TestPage.Frame f = p.frame(x -> x.channels().containsKey(mesh));
      assertThat(f.channels().get(mesh)).hasSize(f.positions().get(mesh).length / 3);
      for (float v : f.channels().get(mesh)) {
        assertThat(v).isBetween(0f, 1f);
      }
      TestPage.Mesh cage = p.mesh(m -> (m.flags() & ShownMesh.CAGE) != 0);
      assertThat(cage.indices().length).isPositive().isEven();
    }
  }

  @Test
  void theRigDeskSamplesFitsTurnsAndExports() throws Exception {
    try (TestPage p = STUDIO.page("rig")) {
      assertThat(p.ask("rig", "act", "models").path("models").size()).isGreaterThan(1);
      assertThat(is(p.ask("rig", "act", "fit"))).startsWith("refused");
      assertThat(is(p.ask("rig", "act", "open", "model", "leg"))).isEqualTo("done");
      TestPage.Mesh target = p.mesh(m -> (m.flags() & RigDesk.TARGET) != 0);
      TestPage.Mesh rig = p.mesh(m -> (m.flags() & RigDesk.RIG) != 0);
      JsonNode open = p.await("rig");
      JsonNode joint = open.path("joints").get(0);
      double[] turned = new double[joint.path("degrees").size()];
      turned[0] = joint.path("most").get(0).asDouble();
      p.ask("rig", "act", "joint", "name", joint.path("name").asText(), "degrees", turned);
      TestPage.Frame f = p.frame(x -> !Arrays.equals(x.positions().get(rig.id()), rig.positions()));
      assertThat(f.positions().get(target.id())).isNotEqualTo(target.positions());
      assertThat(f.channels().get(rig.id())).hasSize(rig.positions().length / 3);
      assertThat(is(p.ask("rig", "act", "sample", "poses", 40))).isEqualTo("done");
      p.await(m -> m.path("poses").asInt() > 10 && m.path("state").asText().equals("open"));
      assertThat(is(p.ask("rig", "act", "fit", "helpers", 2, "degree", 2))).isEqualTo("done");
      JsonNode ready = p.await(m -> m.path("state").asText().matches("ready|failed"));
      assertThat(ready.path("state").asText()).isEqualTo("ready");
      assertThat(ready.path("helpersRms").asDouble())
          .isLessThan(ready.path("driversRms").asDouble());
      assertThat(ready.path("rms").size()).isPositive();
      assertThat(ready.path("helpers")).hasSize(2);
      p.ask("rig", "act", "frame", "index", 3);
      p.ask("rig", "act", "export");
      assertThat(p.await("exported").path("files").size()).isGreaterThanOrEqualTo(4);
      p.ask("rig", "act", "close");
    }
  }

  @Test
  void aCreatureFollowsAHandAndItsReplayHasTheSameBits() throws Exception {
    try (TestPage p = STUDIO.page("creature")) {
      p.ask("open", "scene", "octopus");
      p.ask("pause");
      p.ask("view", "channel", "none", "bones", true);
      assertThat(p.mesh(m -> (m.flags() & ShownMesh.BONES) != 0).indices().length).isPositive();
      TestPage.Mesh skin = p.mesh(m -> m.body() == 1 && (m.flags() & ShownMesh.BONES) == 0);
      double[] at = {skin.positions()[0], skin.positions()[1], skin.positions()[2]};
      assertThat(is(p.ask("grab", "grip", 2, "mesh", skin.id(), "vertex", 0, "place", at)))
          .isEqualTo("done");
      p.tell("drag", "grip", 2, "place", new double[] {at[0], at[1] + 0.5, at[2]});
      for (int k = 0; k < 12; k++) {
        p.ask("step");
      }
      p.ask("drop", "grip", 2);
      p.ask("step");
      p.ask("save", "what", "replay");
      Path file = folder.resolve("octopus.replay.json");
      Files.writeString(file, p.await("saved").path("text").asText());
      CallHelper call = CallHelper.call("replay", file.toString(), "--format", "none");
      assertThat(call.err).contains("the same take");
    }
  }

  @Test
  void aHandOnALineOfTheCageIsRefusedAndTheSessionGoesOn() throws Exception {
    try (TestPage p = STUDIO.page("cage")) {
      p.ask("open", "scene", "falling-cuboid");
      p.ask("pause");
      p.ask("view", "channel", "none", "cage", true);
      TestPage.Mesh cage = p.mesh(m -> (m.flags() & ShownMesh.CAGE) != 0);
      double[] at = {0, 0, 0};
      assertThat(is(p.ask("grab", "grip", 1, "mesh", cage.id(), "vertex", 0, "place", at)))
          .startsWith("refused")
          .contains("cannot be taken hold of");
      assertThat(is(p.ask("step"))).isEqualTo("done");
    }
  }
}
