package dev.shinari.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.cache.PointCache;
import dev.shinari.io.file.ColorSpaces;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakeExporterTest {
  private static final List<ExportFormat> ALL = List.of(ExportFormat.values());

  @TempDir Path dir;

  /** The largest difference between two lists of numbers. */
  private static float distance(float[] a, float[] b) {
    float worst = 0;
    for (int i = 0; i < a.length; i++) {
      worst = Math.max(worst, Math.abs(a[i] - b[i]));
    }
    return worst;
  }

  @Test
  void everyFormatWritesItsFilesAndTheScript() throws IOException {
    List<String> heard = new ArrayList<>();
    TakeExporter.Result result =
        TakeExporter.export(
            TestTakes.several(5),
            dir,
            ALL,
            (file, done, total) -> {
              assertThat(done).isBetween(0, total);
              heard.add(file);
            });
    assertThat(result.files())
        .containsExactly(
            dir.resolve("two_bodies.glb"),
            dir.resolve("two_bodies.obj"),
            dir.resolve("two_bodies.pc2"),
            dir.resolve("two_bodies.mdd"),
            dir.resolve("two_bodies-frames"),
            dir.resolve("two_bodies.usda"),
            dir.resolve("two_bodies-svg"),
            dir.resolve("import_in_blender.py"));
    assertThat(result.files()).allMatch(Files::exists);
    assertThat(result.notes()).isEmpty();
    assertThat(heard).contains("two_bodies.glb", "two_bodies.pc2", "two_bodies.usda");
    assertThat(dir.resolve("two_bodies-frames/two_bodies_0004.obj")).exists();
    assertThat(Files.readString(dir.resolve("import_in_blender.py")))
        .contains("NAME = \"two_bodies\"")
        .contains("FRAMES_PER_SECOND = 24.0")
        .contains("FRAMES = 5")
        .contains("POINTS = 90")
        .doesNotContain("@");
  }

  // The morph sequence, the two caches and the OBJ files are four ways to the same positions.
  @Test
  void allFormatsHoldTheSamePositions() throws IOException {
    Take take = TestTakes.several(20);
    TakeExporter.export(take, dir, ALL, ExportProgress.NONE);
    GltfModel model = GltfReader.read(dir.resolve("two_bodies.glb"));
    assertThat(model.shapes()).hasSize(4);
    GltfPose pose = new GltfPose(model);
    try (PointCache pc2 = PointCache.open(dir.resolve("two_bodies.pc2"));
        PointCache mdd = PointCache.open(dir.resolve("two_bodies.mdd"))) {
      float[] a = new float[3 * pc2.pointCount()];
      float[] b = new float[a.length];
      for (int f = 0; f < 20; f++) {
        pc2.positions(f, a);
        mdd.positions(f, b);
        assertThat(b).isEqualTo(a);
        String name = String.format("two_bodies-frames/two_bodies_%04d.obj", f);
        assertThat(MeshReader.read(dir.resolve(name)).surface().positions()).isEqualTo(a);
        pose.set(model.animations().get(0), f / take.framesPerSecond());
        int at = 0;
        for (GltfModel.Shape shape : model.shapes().subList(1, 4)) {
          float[] p = new float[3 * shape.vertexCount()];
          pose.positions(shape, p);
          assertThat(distance(p, Arrays.copyOfRange(a, at, at + p.length))).isLessThan(1e-6f);
          at += p.length;
        }
        assertThat(at).isEqualTo(a.length);
      }
    }
  }

  @Test
  void atMostTwoTargetsAreActiveAtAnyTime() throws IOException {
    TakeExporter.export(
        TestTakes.single(9, 2), dir, List.of(ExportFormat.GLB), ExportProgress.NONE);
    GltfModel model = GltfReader.read(dir.resolve("wobble.glb"));
    GltfPose pose = new GltfPose(model);
    for (int k = 0; k <= 80; k++) {
      pose.set(model.animations().get(0), k / 300f);
      float[] w = pose.weights(model.shapes().get(1));
      int active = 0;
      float sum = 0;
      for (float v : w) {
        active += v > 0 ? 1 : 0;
        sum += v;
      }
      assertThat(active).isLessThanOrEqualTo(2);
      assertThat(sum).isLessThanOrEqualTo(1.000001f);
    }
  }

  @Test
  void aLongClipIsThinnedSaysSoAndKeepsItsLastFrame() throws IOException {
    Take take = TestTakes.single(200, 2);
    TakeExporter.Result result =
        TakeExporter.export(take, dir, List.of(ExportFormat.GLB), ExportProgress.NONE);
    assertThat(result.notes())
        .containsExactly(
            "glb: thinned to every 4th frame (51 of 200) so that players cope; wobble.pc2 holds"
                + " every frame");
    GltfModel model = GltfReader.read(dir.resolve("wobble.glb"));
    GltfModel.Shape body = model.shapes().get(1);
    assertThat(body.targets()).hasSize(50);
    assertThat(body.targets().get(49).name()).isEqualTo("frame 199");
    assertThat(model.animations().get(0).duration()).isEqualTo(199 / 30f);
    float[] expected = new float[3 * body.vertexCount()];
    float[] got = new float[expected.length];
    GltfPose pose = new GltfPose(model);
    for (int f : new int[] {0, 4, 100, 199}) {
      take.tracks().get(1).positions(f, expected);
      pose.set(model.animations().get(0), f / 30f);
      pose.positions(body, got);
      assertThat(distance(got, expected)).isLessThan(3e-6f);
    }
  }

  @Test
  void aVeryLargeBodyIsThinnedToTheProductOfVerticesAndTargets() throws IOException {
    TakeExporter.Result result =
        TakeExporter.export(
            TestTakes.single(61, 70), dir, List.of(ExportFormat.GLB), ExportProgress.NONE);
    assertThat(result.notes().get(0)).contains("thinned to every 2nd frame (31 of 61)");
    GltfModel.Shape body = GltfReader.read(dir.resolve("wobble.glb")).shapes().get(1);
    assertThat((long) body.vertexCount() * body.targets().size()).isLessThan(1_500_000);
  }

  @Test
  void verticesThatNoTriangleUsesAreLeftOutEverywhere() throws IOException {
    TriangleMesh loose =
        new TriangleMesh(
            new float[] {9, 9, 9, 0, 1, 0, 8, 8, 8, 1, 1, 0, 0, 2, 0, 7, 7, 7},
            new int[] {1, 3, 4});
    Take take = new Take("loose", 24);
    take.add(TestTakes.moving("sheet", loose, 4, 1));
    TakeExporter.export(take, dir, ALL, ExportProgress.NONE);
    float[] all = new float[18];
    take.tracks().get(0).positions(3, all);
    try (PointCache cache = PointCache.open(dir.resolve("loose.pc2"))) {
      assertThat(cache.pointCount()).isEqualTo(3);
      float[] p = new float[9];
      cache.positions(3, p);
      assertThat(p)
          .containsExactly(
              all[3], all[4], all[5], all[9], all[10], all[11], all[12], all[13], all[14]);
    }
    assertThat(MeshReader.read(dir.resolve("loose.obj")).surface().vertexCount()).isEqualTo(3);
    assertThat(MeshReader.read(dir.resolve("loose.glb")).surface().vertexCount()).isEqualTo(3);
  }

  @Test
  void anInterruptedExportLeavesThePreviousFilesWhole() throws IOException {
    TakeExporter.export(
        TestTakes.single(5, 2), dir, List.of(ExportFormat.PC2), ExportProgress.NONE);
    byte[] before = Files.readAllBytes(dir.resolve("wobble.pc2"));
    assertThatThrownBy(
            () ->
                TakeExporter.export(
                    TestTakes.single(50, 2),
                    dir,
                    List.of(ExportFormat.PC2),
                    (file, done, total) -> {
                      if (done == 20) {
                        throw new CancellationException();
                      }
                    }))
        .isInstanceOf(CancellationException.class);
    assertThat(Files.readAllBytes(dir.resolve("wobble.pc2"))).isEqualTo(before);
    try (var files = Files.list(dir)) {
      assertThat(files.filter(f -> f.toString().endsWith(".part"))).isEmpty();
    }
  }

  @Test
  void theSameTakeGivesTheSameBytes() throws IOException {
    for (String d : new String[] {"a", "b"}) {
      TakeExporter.export(TestTakes.several(6), dir.resolve(d), ALL, ExportProgress.NONE);
    }
    for (String f : new String[] {"two_bodies.glb", "two_bodies.usda", "two_bodies.pc2"}) {
      assertThat(Files.readAllBytes(dir.resolve("b").resolve(f)))
          .isEqualTo(Files.readAllBytes(dir.resolve("a").resolve(f)));
    }
  }

  @Test
  void aPositionThatIsNotFiniteIsNamed() {
    TriangleMesh m =
        new TriangleMesh(new float[] {0, 0, 0, 1, 0, 0, 0, Float.NaN, 0}, new int[] {0, 1, 2});
    Take take = new Take("x", 24);
    take.add(TestTakes.moving("gone", m, 3, 1));
    for (ExportFormat format : ALL) {
      assertThatThrownBy(() -> TakeExporter.export(take, dir, List.of(format), ExportProgress.NONE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("'gone'")
          .hasMessageContaining("not finite");
    }
    assertThat(dir.toFile().list((d, n) -> !n.endsWith("-frames"))).isEmpty();
  }

  @Test
  void sceneryAloneGoesToGlbAndUsdaOnly() throws IOException {
    Take take = new Take("set", 24);
    take.add(TestTakes.scenery("floor", TestTakes.floor()));
    TakeExporter.Result result = TakeExporter.export(take, dir, ALL, ExportProgress.NONE);
    assertThat(result.files()).hasSize(3);
    assertThat(result.notes()).hasSize(5).allMatch(n -> n.contains("scenery only"));
  }

  @Test
  void anEmptyTakeIsTheCallersMistake() {
    assertThatThrownBy(() -> TakeExporter.export(new Take("x", 24), dir, ALL, ExportProgress.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void formatsAreFoundByName() {
    assertThat(Arrays.stream(ExportFormat.values()).map(f -> ExportFormat.parse(f.id())))
        .containsExactly(ExportFormat.values());
    assertThatThrownBy(() -> ExportFormat.parse("fbx"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("glb, pc2, mdd");
  }

  @Test
  void namesBecomeFileNames() {
    assertThat(TakeExporter.baseName("../a b/ü")).isEqualTo("_a_b_ü");
    assertThat(TakeExporter.baseName(" ")).isEqualTo("take");
  }

  @Test
  void looksBecomeLinearColors() {
    assertThat(ColorSpaces.linear(Look.rgb(0xFF8000)))
        .satisfies(
            c -> {
              assertThat(c[0]).isEqualTo(1);
              assertThat(c[1]).isCloseTo(0.2158605f, org.assertj.core.data.Offset.offset(1e-6f));
              assertThat(c[2]).isEqualTo(0);
            });
  }
}
