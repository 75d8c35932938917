package dev.shinari.io.scene.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.body.Body;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups by painting reach the particles under the paint, at any resolution of the cage. */
class PaintedPartsTest {
  private static Body body(String cage, String groups) throws Exception {
    String text =
        "{\"bodies\": [{\"shape\": {\"kind\": \"teddy\", \"height\": 0.8}, \"cage\": "
            + cage
            + ", \"examples\": {\"poses\": [{\"kind\": \"stretch\", \"axis\": \"y\", \"factor\":"
            + " 1.5}], "
            + (groups.contains("sets") ? "\"border\": 0, " : "")
            + "\"groups\": "
            + groups
            + "}}]}";
    SceneFile file = SceneFile.parse("painted.jsonc", text, null, List.of());
    return SceneBuilder.build(file.scene()).world().bodies().get(0);
  }

  private static String sets(int[] vertices, String more) {
    return "{\"kind\": \"sets\", \"sets\": [{\"name\": \"upper\", \"vertices\": "
        + Arrays.toString(vertices)
        + "}"
        + more
        + "]}";
  }

  private static int[] above(Body b, double share) {
    float[] p = b.surface().surface().positions();
    double low = 9e9, high = -9e9;
    for (int v = 0; v < p.length / 3; v++) {
      low = Math.min(low, p[3 * v + 1]);
      high = Math.max(high, p[3 * v + 1]);
    }
    double y = low + share * (high - low);
    return IntStream.range(0, p.length / 3).filter(v -> p[3 * v + 1] > y).toArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"tet\", \"resolution\": 10}",
        "{\"kind\": \"tet\", \"resolution\": 6}",
        "{\"kind\": \"lattice\", \"resolution\": 9}"
      })
  void whatIsFarAboveTheBorderOfThePaintIsInAndWhatIsFarBelowIsOut(String cage) throws Exception {
    int[] upper = above(body(cage, "{\"kind\": \"one\"}"), 0.5);
    Body b = body(cage, sets(upper, ""));
    assertThat(b.exampleGroupCount()).isEqualTo(2);
    assertThat(b.exampleGroupName(0)).isEqualTo("upper");
    assertThat(b.exampleGroupName(1)).isEqualTo("rest");
    float[] y = b.restY();
    float low = 9e9f, high = -9e9f;
    for (float v : y) {
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
    int in = 0;
    for (int i = 0; i < y.length; i++) {
      double share = (y[i] - low) / (high - low);
      if (share > 0.75) {
        assertThat(b.exampleGroupAt(i)).as("particle %d at %s", i, share).isZero();
      } else if (share < 0.25) {
        assertThat(b.exampleGroupAt(i)).as("particle %d at %s", i, share).isEqualTo(1);
      }
      in += b.exampleGroupAt(i) == 0 ? 1 : 0;
    }
    assertThat(in).isBetween(y.length / 4, 3 * y.length / 4);
    float[] weights = new float[y.length];
    b.exampleWeights(0, weights);
    for (float w : weights) {
      assertThat(w).isBetween(0f, 1f);
    }
  }

  @Test
  void aDabOfPaintBetweenParticlesStillHasAPart() throws Exception {
    Body b = body("{\"kind\": \"tet\", \"resolution\": 6}", sets(new int[] {0}, ""));
    assertThat(b.exampleGroupCount()).isEqualTo(2);
  }

  @Test
  void whatIsPaintedFirstWinsAndASelectionTakesWhatIsLeft() throws Exception {
    String cage = "{\"kind\": \"tet\", \"resolution\": 8}";
    int[] upper = above(body(cage, "{\"kind\": \"one\"}"), 0.5);
    Body b = body(cage, sets(upper, ", {\"name\": \"else\", \"select\": {\"kind\": \"all\"}}"));
    assertThat(b.exampleGroupCount()).isEqualTo(2);
    assertThat(b.exampleGroupName(1)).isEqualTo("else");
  }

  @Test
  void wrongPaintIsRefusedWithWhatIsWrong() {
    String cage = "{\"kind\": \"tet\", \"resolution\": 6}";
    assertThatThrownBy(() -> body(cage, sets(new int[] {123456789}, "")))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining("names vertex 123456789");
    assertThatThrownBy(() -> body(cage, sets(new int[0], ""))).isInstanceOf(SceneException.class);
    assertThatThrownBy(
            () ->
                body(
                    cage,
                    "{\"kind\": \"sets\", \"sets\": [{\"name\": \"a\", \"vertices\": [1],"
                        + " \"select\": {\"kind\": \"all\"}}]}"))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining("either");
    assertThatThrownBy(() -> body(cage, "{\"kind\": \"sets\", \"sets\": [{\"name\": \"a\"}]}"))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining("either");
  }
}
