package dev.shinari.app.studio.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shinari.app.CallHelper;
import dev.shinari.app.studio.picture.PreviewRenderer;
import dev.shinari.app.studio.stage.Replay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Example poses in the studio: groups by painting, pictures, weights as colors. */
class StudioExamplesTest {
  @RegisterExtension static final OpenStudio STUDIO = new OpenStudio();

  @TempDir private static Path folder;

  private static String is(JsonNode answer) {
    return answer.path("is").asText() + answer.path("why").asText();
  }

  private static JsonNode groups(TestPage p, int body) throws Exception {
    return p.await("scene").path("bodies").get(body - 1).path("groups");
  }

  /** Vertices above (or below) a height, by their places at the start. */
  private static int[] above(TestPage.Mesh m, double y, boolean above) {
    return IntStream.range(0, m.positions().length / 3)
        .filter(v -> m.positions()[3 * v + 1] > y == above)
        .toArray();
  }

  private static double middle(TestPage.Mesh m) {
    int n = m.positions().length / 3;
    return IntStream.range(0, n).mapToDouble(v -> m.positions()[3 * v + 1]).sum() / n;
  }

  /** The take until now as a page would save it. */
  private static Replay take(TestPage p) throws Exception {
    p.forget();
    p.ask("save", "what", "replay");
    return Replay.read(p.await("saved").path("text").asText());
  }

  private static String hash(TestPage p) throws Exception {
    return take(p).hash();
  }

  private static long steps(TestPage p) throws Exception {
    return take(p).steps();
  }

  @Test
  void aPaintedGroupFollowsTheExamplesOnItsOwnAndIsKept() throws Exception {
    try (TestPage p = STUDIO.page("paint")) {
      p.ask("open", "scene", "twist-cuboid");
      p.ask("pause");
      assertThat(groups(p, 2).at("/0/name").asText()).isEqualTo("all");
      p.forget();
      p.ask("restart");
      p.ask("weight", "body", 2, "example", 0, "value", 0.25);
      for (int k = 0; k < 12; k++) {
        p.ask("step");
      }
      String plain = hash(p);
      TestPage.Mesh body = p.mesh(m -> m.body() == 2);
      int[] upper = above(body, middle(body), true);
      p.forget();
      JsonNode done =
          p.ask("group", "body", 2, "name", "upper", "mesh", body.id(), "vertices", upper);
      assertThat(is(done)).isEqualTo("done");
      assertThat(done.path("restarted").asBoolean()).isFalse();
      JsonNode now = groups(p, 2);
      assertThat(steps(p)).as("no new start").isEqualTo(12);
      assertThat(now).hasSize(2);
      assertThat(now.at("/0/name").asText()).isEqualTo("upper");
      assertThat(now.at("/0/painted").asBoolean()).isTrue();
      // What a vertex hangs on may lie across the border of the paint.
      assertThat(now.at("/0/count").asInt()).isBetween(upper.length / 2, 2 * upper.length);

      p.ask("view", "channel", "groups");
      p.ask("step");
      TestPage.Mesh again = p.mesh(m -> m.body() == 2);
      float[] hue = p.frame(f -> f.channels().containsKey(again.id())).channels().get(again.id());
      long agree = Arrays.stream(upper).filter(v -> hue[v] == 0.5f / 16).count();
      assertThat((double) agree / upper.length).isGreaterThan(0.8);

      p.forget();
      p.ask("save", "what", "override");
      assertThat(p.await("saved").path("text").asText()).contains("examples.groups", "\"upper\"");
      p.forget();
      p.ask("weight", "body", 2, "example", 0, "value", 0.5);
      p.ask("step");
      p.ask("save", "what", "replay");
      Path file = folder.resolve("painted.replay.json");
      Files.writeString(file, p.await("saved").path("text").asText());
      CallHelper call = CallHelper.call("replay", file.toString(), "--format", "none");
      assertThat(call.err).contains("the same take, bit for bit");

      p.ask("undo"); // the weight
      p.forget();
      p.ask("undo");
      assertThat(groups(p, 2)).hasSize(1);
      assertThat(steps(p)).isEqualTo(12);
      assertThat(hash(p)).as("as it was before the paint, bit by bit").isEqualTo(plain);
      p.forget();
      p.ask("redo");
      assertThat(groups(p, 2)).hasSize(2);
    }
  }

  @Test
  void partsOfAnotherKindBecomePaintAndLoseWhatIsPaintedOver() throws Exception {
    try (TestPage p = STUDIO.page("plane")) {
      p.ask("open", "scene", "teddy-groups");
      p.ask("pause");
      assertThat(groups(p, 1).toString()).contains("front", "back");
      TestPage.Mesh bear = p.mesh(m -> m.body() == 1);
      p.forget();
      p.ask("group", "body", 1, "name", "head", "vertices", above(bear, 0.75, true));
      assertThat(groups(p, 1).toString()).contains("\"head\"", "\"front\"", "\"back\"");
    }
  }

  @Test
  void paintCoversPaintAndAnEmptyGroupGoesAway() throws Exception {
    try (TestPage p = STUDIO.page("cover")) {
      p.ask("open", "scene", "twist-cuboid");
      p.ask("pause");
      TestPage.Mesh m = p.mesh(x -> x.body() == 2);
      int n = m.positions().length / 3;
      int[] upper = above(m, middle(m), true);
      p.forget();
      assertThat(is(p.ask("group", "body", 2, "name", "upper", "vertices", upper)))
          .isEqualTo("done");
      assertThat(groups(p, 2).toString()).contains("\"upper\"", "\"rest\"");
      p.forget();
      int[] all = IntStream.range(0, n).toArray();
      assertThat(is(p.ask("group", "body", 2, "name", "all-of-it", "vertices", all)))
          .isEqualTo("done");
      assertThat(groups(p, 2)).hasSize(1);
      p.forget();
      assertThat(is(p.ask("group", "body", 2, "name", "all-of-it", "vertices", new int[0])))
          .isEqualTo("done");
      assertThat(groups(p, 2).at("/0/name").asText()).isEqualTo("all");
      for (Object[] bad :
          new Object[][] {
            {"rest", new int[] {0}},
            {"far", new int[] {n}},
            {"minus", new int[] {-1}},
            {"../up", new int[] {0}},
            {"<b>", new int[] {0}}
          }) {
        assertThat(is(p.ask("group", "body", 2, "name", bad[0], "vertices", bad[1])))
            .startsWith("refused");
      }
      assertThat(is(p.ask("group", "body", 9, "name", "x", "vertices", new int[] {0})))
          .startsWith("refused");
      assertThat(is(p.ask("step"))).isEqualTo("done");
    }
  }

  @Test
  void everyExampleHasAPictureOfItsOwnWhichIsKeptOnDisk() throws Exception {
    try (TestPage p = STUDIO.page("pictures")) {
      p.ask("open", "scene", "teddy-groups");
      JsonNode examples = p.await("scene").at("/bodies/0/examples");
      assertThat(examples.size()).isGreaterThan(1);
      byte[] first = null;
      for (JsonNode e : examples) {
        byte[] png = p.bytes(e.path("thumb").asText()).body();
        assertThat(PreviewRenderer.isWhole(png)).isTrue();
        assertThat(png).hasSizeGreaterThan(800).isNotEqualTo(first);
        first = png;
        String name = e.path("thumb").asText().replaceAll(".*/", "");
        assertThat(STUDIO.cache().resolve("pictures").resolve(name)).hasBinaryContent(png);
      }
      assertThat(p.get("/api/pose/" + "0".repeat(32) + "-0.png").statusCode()).isEqualTo(404);
      assertThat(p.get("/api/pose/..%2Fx.png").statusCode()).isGreaterThanOrEqualTo(400);
    }
  }

  @Test
  void weightsAreSeenVertexByVertex() throws Exception {
    try (TestPage p = STUDIO.page("weights")) {
      p.ask("open", "scene", "teddy-groups");
      p.ask("view", "channel", "weights", "example", 0);
      p.ask("speed", "factor", 10);
      TestPage.Mesh bear = p.mesh(m -> m.body() == 1);
      // The upper half is pulled tall while the lower one is left alone.
      float[] w =
          p.frame(
                  f -> {
                    float[] c = f.channels().get(bear.id());
                    return f.seconds() > 1.2 && c != null && spread(c) > 0.2;
                  })
              .channels()
              .get(bear.id());
      double up = mean(w, above(bear, 0.7, true)), down = mean(w, above(bear, 0.4, false));
      assertThat(up).isGreaterThan(down + 0.1);
    }
  }

  private static double spread(float[] c) {
    float low = 1, high = 0;
    for (float v : c) {
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
    return high - low;
  }

  private static double mean(float[] c, int[] chosen) {
    return Arrays.stream(chosen).mapToDouble(v -> c[v]).average().orElse(0);
  }

  @Test
  void theScenesOwnLookIsSent() throws Exception {
    try (TestPage p = STUDIO.page("style")) {
      p.ask("open", "scene", "teddy-groups");
      JsonNode style = p.await("scene").path("style");
      assertThat(style.at("/paint/ramp/tones").size()).isPositive();
      assertThat(style.at("/lines/weight").isNumber()).isTrue();
      assertThat(style.at("/backdrop/top").asText()).matches("#[0-9A-F]{6}");
    }
  }
}
