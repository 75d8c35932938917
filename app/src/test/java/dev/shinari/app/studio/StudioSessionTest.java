package dev.shinari.app.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The studio as a page meets it. */
class StudioSessionTest {
  private static final String TOKEN = "00112233445566778899aabbccddeeff";
  private static StudioServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new StudioServer("127.0.0.1", 0, TOKEN);
    server.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static TestPage page(String session) throws Exception {
    return new TestPage(server).enter(TOKEN).watch(session);
  }

  @Test
  void theGalleryListsAllScenes() throws Exception {
    try (TestPage p = new TestPage(server).enter(TOKEN)) {
      String scenes = p.get("/api/scenes").body();
      assertThat(scenes).contains("\"falling-cuboid\"", "\"tear-star\"");
    }
  }

  @Test
  void aSceneIsOpenedPlayedPausedAndStepped() throws Exception {
    try (TestPage p = page("play")) {
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
    try (TestPage p = page("drag")) {
      p.ask("open", "scene", "falling-cuboid");
      p.ask("pause");
      TestPage.Mesh body = p.mesh(m -> m.body() == 1);
      double[] place = {body.positions()[0], body.positions()[1], body.positions()[2]};
      assertThat(p.ask("grab", "grip", 1, "mesh", body.id(), "vertex", 0, "place", place).path("is"))
          .hasToString("\"done\"");
      double[] there = {place[0] + 1, place[1] + 1, place[2]};
      p.tell("drag", "grip", 1, "place", there);
      p.ask("play");
      p.frame(f -> f.seconds() > 0 && f.positions().get(body.id())[0] > place[0] + 0.5);
      assertThat(p.ask("drop", "grip", 1, "throw", true).path("is").asText()).isEqualTo("done");
      assertThat(p.ask("drop", "grip", 1).path("is").asText()).isEqualTo("refused");
    }
  }
}
