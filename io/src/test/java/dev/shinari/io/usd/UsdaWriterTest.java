package dev.shinari.io.usd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.io.TestTakes;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.Bounds;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsdaWriterTest {
  @TempDir Path dir;

  private String write(Take take) throws IOException {
    Path file = dir.resolve("t.usda");
    assertThat(UsdaWriter.write(take, file, ExportProgress.NONE)).isEmpty();
    return Files.readString(file);
  }

  private static float[] numbers(String text) {
    List<Float> list = new ArrayList<>();
    Matcher m = Pattern.compile("-?[0-9.]+(E-?[0-9]+)?").matcher(text);
    while (m.find()) {
      list.add(Float.parseFloat(m.group()));
    }
    float[] out = new float[list.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = list.get(i);
    }
    return out;
  }

  @Test
  void theStageSaysAxesUnitsAndTime() throws IOException {
    String text = write(TestTakes.several(7));
    assertThat(text)
        .startsWith("#usda 1.0\n(")
        .contains("upAxis = \"Y\"")
        .contains("metersPerUnit = 1")
        .contains("timeCodesPerSecond = 24.0")
        .contains("startTimeCode = 0")
        .contains("endTimeCode = 6")
        .contains("defaultPrim = \"Take\"")
        .contains("def Mesh \"left_body\"")
        .contains("def Mesh \"floor\"");
    assertThat(text.chars().filter(c -> c == '{').count())
        .isEqualTo(text.chars().filter(c -> c == '}').count());
    assertThat(text.chars().filter(c -> c == '[').count())
        .isEqualTo(text.chars().filter(c -> c == ']').count());
  }

  @Test
  void everyFrameIsATimeSampleWithItsExtent() throws IOException {
    Take take = TestTakes.single(6, 2);
    String text = write(take);
    String body = text.substring(text.indexOf("def Mesh \"jelly\""));
    String points = body.substring(body.indexOf("point3f[] points.timeSamples"));
    String extents = body.substring(body.indexOf("float3[] extent.timeSamples"));
    float[] p = new float[3 * take.tracks().get(1).surface().vertexCount()];
    for (int f = 0; f < 6; f++) {
      take.tracks().get(1).positions(f, p);
      assertThat(numbers(sample(points, f))).isEqualTo(p);
      Bounds b = Bounds.of(p);
      assertThat(numbers(sample(extents, f)))
          .containsExactly(b.minX(), b.minY(), b.minZ(), b.maxX(), b.maxY(), b.maxZ());
    }
  }

  private static String sample(String text, int frame) {
    int from = text.indexOf("\n            " + frame + ": [") + 14;
    return text.substring(from + Integer.toString(frame).length(), text.indexOf(']', from));
  }

  @Test
  void equalAndOddNamesBecomeDifferentPrims() throws IOException {
    Take take = new Take("t", 24);
    take.add(TestTakes.moving("a b", TestTakes.box(1, false), 2, 0));
    take.add(TestTakes.moving("a-b", TestTakes.box(1, false), 2, 0));
    take.add(TestTakes.moving("3\"}", TestTakes.box(1, false), 2, 0));
    assertThat(write(take)).contains("\"a_b\"").contains("\"a_b_2\"").contains("\"_3__\"");
  }
}
