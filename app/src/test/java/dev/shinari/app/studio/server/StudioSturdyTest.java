package dev.shinari.app.studio.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shinari.app.studio.file.UserCache;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.picture.PreviewRenderer;
import dev.shinari.app.studio.stage.Replay;
import dev.shinari.parallel.Workers;
import dev.shinari.render.film.PngWriter;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong stays where it is; what can change while a scene runs does. */
class StudioSturdyTest {
  @RegisterExtension static final OpenStudio STUDIO = new OpenStudio();

  @TempDir private static Path folder;

  private static String is(JsonNode answer) {
    return answer.path("is").asText() + answer.path("why").asText();
  }

  private static RuntimeException failure(String kind) {
    switch (kind) {
      case "exception":
        throw new IllegalStateException("a poisoned step");
      case "assertion":
        throw new AssertionError("a poisoned step");
      case "memory":
        throw new OutOfMemoryError("a poisoned step");
      case "stack":
        throw new StackOverflowError();
      default:
        throw new NoClassDefFoundError("a poisoned step");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exception", "assertion", "memory", "stack", "linkage"})
  void aCrashIsToldStaysInItsSessionAndIsOverWithTheNextScene(String kind) throws Exception {
    try (TestPage broken = STUDIO.page("broken-" + kind);
        TestPage other = STUDIO.page("other-" + kind)) {
      broken.ask("open", "scene", "falling-cuboid");
      other.ask("open", "scene", "falling-cuboid");
      broken.frame(f -> f.seconds() > 0);
      broken.forget();
      STUDIO.server().sessions().get("broken-" + kind).inject(() -> failure(kind));
      JsonNode told = broken.await("note");
      assertThat(told.path("level").asText()).isEqualTo("error");
      assertThat(told.path("text").asText()).contains("restart it");
      broken.await(m -> m.path("is").asText().equals("state") && !m.path("playing").asBoolean());

      double t = other.frame(f -> true).seconds();
      other.frame(f -> f.seconds() > t + 0.1); // goes on
      assertThat(is(other.ask("step"))).isEqualTo("done");
      try (TestPage late = STUDIO.page("late-" + kind)) {
        assertThat(is(late.ask("open", "scene", "falling-cuboid"))).isEqualTo("done");
      }
      assertThat(is(broken.ask("open", "scene", "falling-cuboid"))).isEqualTo("done");
      TestPage.Mesh again = broken.mesh(m -> m.body() == 1);
      broken.frame(f -> f.positions().containsKey(again.id()) && f.seconds() > 0.05);
    }
  }

  /** Where the first vertex of a body is once it has stopped swinging, frame by frame. */
  private static double restingPlace(TestPage p, TestPage.Mesh body) throws Exception {
    double last = Double.NaN;
    for (int calm = 0; calm < 6; ) {
      int drawn = p.draw();
      double now = p.frame(f -> f.number() > drawn).positions().get(body.id())[0];
      calm = Math.abs(now - last) < 2e-4 ? calm + 1 : 0;
      last = now;
    }
    return last;
  }

  @Test
  void aDragIsSeenInTheVeryNextFrames() throws Exception {
    try (TestPage p = STUDIO.page("latency")) {
      p.ask("open", "scene", "falling-cuboid");
      p.ask("set", "key", "gravity", "value", new double[] {0, 0, 0});
      TestPage.Mesh body = p.mesh(m -> m.body() == 1);
      float[] now = p.frame(f -> f.seconds() > 0.3).positions().get(body.id());
      double[] at = {now[0], now[1], now[2]};
      p.ask("grab", "grip", 0, "mesh", body.id(), "vertex", 0, "place", at);
      p.stopDrawing();
      int most = 0;
      for (int k = 0; k < 6; k++) {
        double side = k % 2 == 0 ? 1 : -1;
        double x = side * restingPlace(p, body);
        p.tell("drag", "grip", 0, "place", new double[] {at[0] + 0.4 * side, at[1], at[2]});
        int frames = 0;
        for (boolean moved = false; !moved; frames++) {
          int drawn = p.draw();
          double then = side * p.frame(f -> f.number() > drawn).positions().get(body.id())[0];
          moved = then > x + 0.001; // the first step does more, and every frame has one
          x = Math.min(x, then);
        }
        most = Math.max(most, frames);
      }
      assertThat(most).isBetween(1, 2);
    }
  }

  @Test
  void valuesThatCanChangeWhileItRunsDoNotStartItAnew() throws Exception {
    try (TestPage p = STUDIO.page("live")) {
      p.ask("open", "scene", "tear-star");
      p.ask("pause");
      p.ask("restart");
      p.ask("step");
      for (Object[] v :
          new Object[][] {
            {"elasticity.frequencyHz", 6},
            {"elasticity.dampingRatio", 0.5},
            {"friction", 0.1},
            {"restitution", 0.9},
            {"tear.tear", 1.9},
            {"tear.split", 1.3}
          }) {
        JsonNode done = p.ask("set", "body", 1, "key", v[0], "value", v[1]);
        assertThat(is(done)).as("%s", v[0]).isEqualTo("done");
        assertThat(done.path("restarted").asBoolean()).as("%s", v[0]).isFalse();
      }
      assertThat(p.ask("step").path("is").asText()).isEqualTo("done");
      p.await(m -> m.path("is").asText().equals("state") && m.path("step").asInt() == 2);
      p.ask("save", "what", "replay");
      Replay replay = Replay.read(p.await("saved").path("text").asText());
      assertThat(replay.log()).hasSize(6);
      JsonNode schema = MessageJson.value(p.get("/api/schema").body());
      for (JsonNode c : schema) {
        if (c.path("key").asText().matches("friction|elasticity.frequencyHz|examples.beta")) {
          assertThat(c.path("restarts").asBoolean()).as(c.path("key").asText()).isFalse();
        } else if (c.path("key").asText().equals("cage.resolution")) {
          assertThat(c.path("restarts").asBoolean()).isTrue();
        }
      }
    }
  }

  @Test
  void anEffectComesChangesAndGoesWhileTheWorldGoesOn() throws Exception {
    try (TestPage p = STUDIO.page("effect")) {
      p.ask("open", "scene", "falling-cuboid");
      p.ask("pause");
      p.ask("restart");
      p.ask("step");
      JsonNode first = p.ask("effect", "body", 1, "name", "squashStretch", "strength", 0.5);
      assertThat(is(first)).isEqualTo("done");
      assertThat(first.path("restarted").asBoolean()).isFalse();
      p.ask("step");
      JsonNode more = p.ask("effect", "body", 1, "name", "squashStretch", "strength", 0.9);
      assertThat(is(more)).isEqualTo("done");
      assertThat(more.path("restarted").asBoolean()).isFalse();
      for (int k = 0; k < 30; k++) {
        p.ask("step");
      }
      p.ask("save", "what", "replay");
      Replay replay = Replay.read(p.await("saved").path("text").asText());
      assertThat(replay.steps()).isEqualTo(32);
      Path own = Files.createDirectory(folder.resolve("effect"));
      try (Workers workers = new Workers(1)) {
        Replay.Played played = replay.play(own, workers);
        played.record(r -> {}, n -> true);
        assertThat(played.hash()).isEqualTo(replay.hash());
      }
      assertThat(is(p.ask("undo"))).isEqualTo("done");
      JsonNode off = p.ask("effect", "body", 1, "name", "squashStretch", "strength", null);
      assertThat(is(off)).isEqualTo("done");
      assertThat(off.path("restarted").asBoolean()).isFalse();
      assertThat(p.ask("step").path("is").asText()).isEqualTo("done");
      JsonNode breaks = p.ask("effect", "body", 1, "name", "breakdown", "strength", 2);
      assertThat(is(breaks)).isEqualTo("done");
      assertThat(breaks.path("restarted").asBoolean())
          .as("links are made when a body is built")
          .isTrue();
    }
  }

  @Test
  void picturesAreMadeOnceInTheOrderAskedForAndFoundAgainAtTheNextStart() throws Exception {
    Path kept = folder.resolve("pictures");
    AtomicInteger made = new AtomicInteger();
    byte[] whole = pngBytes();
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    try (PreviewRenderer room = new PreviewRenderer(kept)) {
      assertThat(room.picture("aa", true, () -> count(made, whole)).get(20, TimeUnit.SECONDS))
          .isEqualTo(whole);
      room.picture("aa", true, () -> count(made, whole)).get(20, TimeUnit.SECONDS);
      room.picture("bb", false, () -> count(made, half)).get(20, TimeUnit.SECONDS);
      assertThat(made).hasValue(2);
      assertThat(
              room.picture(
                  "cc",
                  true,
                  () -> {
                    throw new IllegalStateException("x");
                  }))
          .failsWithin(20, TimeUnit.SECONDS);
    }
    try (PreviewRenderer room = new PreviewRenderer(kept)) {
      assertThat(room.picture("aa", true, () -> count(made, whole)).getNow(null)).isEqualTo(whole);
      room.picture("bb", true, () -> count(made, whole)).get(20, TimeUnit.SECONDS);
      assertThat(made).hasValue(3); // half a file is no picture
    }
  }

  private static byte[] count(AtomicInteger made, byte[] png) {
    made.incrementAndGet();
    return png;
  }

  private static byte[] pngBytes() throws Exception {
    return PngWriter.bytes(new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB));
  }

  @Test
  void theCacheIsWhereTheSystemKeepsSuchThings() {
    Path home = folder.toAbsolutePath();
    String at = home.toString();
    assertThat(UserCache.folder(Map.of(), at, "Linux")).isEqualTo(home.resolve(".cache/shinari"));
    assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", at + "/x"), at, "Linux"))
        .isEqualTo(home.resolve("x/shinari"));
    assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", "relative"), at, "Linux")).isNull();
    assertThat(UserCache.folder(Map.of(), at, "Mac OS X"))
        .isEqualTo(home.resolve("Library/Caches/shinari"));
    assertThat(UserCache.folder(Map.of(), "", "Linux")).isNull();
  }
}
