package dev.shinari.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.io.cache.PointCache;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On twos and on threes: every pose is held for exactly so many frames, in every file. */
class HeldPosesTest {
  private static final int FRAMES = 23; // the last pose is cut short, at twos and at threes

  @TempDir Path dir;

  private static Take take() {
    Take take = new Take("held", 24);
    take.add(TestTakes.scenery("floor", TestTakes.floor()));
    take.add(TestTakes.moving("body", TestTakes.box(2, true), FRAMES, 1));
    return take;
  }

  /** Frames fall into runs of equal poses; each must be as long as the hold. */
  private static void isHeld(List<float[]> frames, int hold) {
    assertThat(frames).hasSize(FRAMES);
    for (int f = 1; f < frames.size(); f++) {
      boolean same = Arrays.equals(frames.get(f), frames.get(f - 1));
      assertThat(same).as("frame %d holds the pose before", f).isEqualTo(f % hold != 0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void pointCachesHoldEachPose(int hold) throws IOException {
    TakeExporter.export(
        take().held(hold), dir, List.of(ExportFormat.PC2, ExportFormat.MDD), ExportProgress.NONE);
    for (String name : new String[] {"held.pc2", "held.mdd"}) {
      try (PointCache cache = PointCache.open(dir.resolve(name))) {
        List<float[]> frames = new ArrayList<>();
        for (int f = 0; f < cache.frameCount(); f++) {
          float[] p = new float[3 * cache.pointCount()];
          cache.positions(f, p);
          frames.add(p);
        }
        isHeld(frames, hold);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void usdHoldsEachPose(int hold) throws IOException {
    TakeExporter.export(take().held(hold), dir, List.of(ExportFormat.USDA), ExportProgress.NONE);
    List<float[]> frames = new ArrayList<>();
    boolean points = false;
    for (String line : Files.readAllLines(dir.resolve("held.usda"), StandardCharsets.UTF_8)) {
      if (line.contains(".timeSamples")) {
        points = line.contains("point3f[] points");
      } else if (points && line.strip().matches("\\d+: \\[.*")) {
        String[] n = line.substring(line.indexOf('[')).replaceAll("[\\[\\]()]", "").split("[, ]+");
        float[] p = new float[n.length];
        for (int i = 0; i < n.length; i++) {
          p[i] = n[i].isEmpty() ? 0 : Float.parseFloat(n[i]);
        }
        frames.add(p);
      }
    }
    isHeld(frames, hold);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void glbStepsFromPoseToPoseAndLastsAsLong(int hold) throws IOException {
    Take take = take();
    TakeExporter.export(take.held(hold), dir, List.of(ExportFormat.GLB), ExportProgress.NONE);
    GltfModel model = GltfReader.read(dir.resolve("held.glb"));
    assertThat(model.animations().get(0).duration()).isEqualTo((FRAMES - 1) / 24f);
    GltfPose pose = new GltfPose(model);
    Take.Track track = take.tracks().get(1);
    float[] expected = new float[3 * track.surface().vertexCount()];
    float[] got = new float[expected.length];
    for (int f = 0; f < FRAMES; f++) {
      // between two frames as well: nothing slides from one pose to the next
      for (float part : new float[] {0.02f, 0.5f, 0.95f}) {
        float seconds = Math.min(f + part, FRAMES - 1) / 24f;
        pose.set(model.animations().get(0), seconds);
        pose.positions(model.shapes().get(1), got);
        int shown = Math.min(f, FRAMES - 1);
        track.positions(shown - shown % hold, expected);
        for (int i = 0; i < got.length; i++) {
          assertThat(got[i])
              .as("frame %d + %s", f, part)
              .isCloseTo(expected[i], org.assertj.core.data.Offset.offset(1e-5f));
        }
      }
    }
  }
}
