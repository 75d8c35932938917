package dev.shinari.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.io.cache.PointCache;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import dev.shinari.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TornTakeTest {
  @TempDir Path dir;

  private static World world(String body) throws IOException, SceneException {
    String text = "{\"gravity\": [0, 0, 0], \"colliders\": [], \"bodies\": [" + body + "]}";
    return SceneBuilder.build(SceneFile.parse("test", text, null, List.of()).scene()).world();
  }

  private static final String BAR =
      "{\"name\": \"bar\", \"shape\": {\"kind\": \"drawing\", \"outline\":"
          + " [[-1, -0.3], [1, -0.3], [1, 0.3], [-1, 0.3]], \"holes\": [[[-0.1, -0.1], [0.1, -0.1],"
          + " [0, 0.1]]], \"height\": 0.6}, \"cage\": {\"resolution\": 8, \"halfWidth\": 1},"
          + " \"elasticity\": {\"frequencyHz\": 5, \"dampingRatio\": 0.3},"
          + " \"handles\": [{\"select\": {\"kind\": \"side\", \"side\": \"left\"}, \"motion\":"
          + " {\"velocity\": [-0.8, 0, 0]}}, {\"select\": {\"kind\": \"side\", \"side\": \"right\"},"
          + " \"motion\": {\"velocity\": [0.8, 0, 0]}}],"
          + " \"tear\": {\"split\": 1.15, \"tear\": 1.35, \"levels\": 2}}";

  private static Take torn() throws IOException, SceneException {
    World world = world(BAR);
    Take take = Recorder.record(world, "torn", 24, 10, 24);
    assertThat(world.bodies().size()).as("pieces").isGreaterThan(1);
    return take;
  }

  private static double area(TriangleMesh mesh, float[] p) {
    int[] t = mesh.triangles();
    double sum = 0;
    for (int k = 0; k < t.length; k += 3) {
      int a = 3 * t[k], b = 3 * t[k + 1], c = 3 * t[k + 2];
      sum += 0.5 * ((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1]));
    }
    return sum;
  }

  @Test
  void beforeItPartsTheFinalMeshIsTheWholeDrawingWithItsHole() throws Exception {
    Take take = torn();
    Take.Track track = take.tracks().get(0);
    TriangleMesh mesh = track.surface();
    // 2 x 0.6 without a triangle of 0.2 x 0.2 / 2.
    assertThat(area(mesh, mesh.positions())).isBetween(1.1795, 1.1805);
    // Welded by place, its borders are the outline and the hole alone: no tear shows in frame 0.
    TreeSet<String> rim = new TreeSet<>();
    int[] t = mesh.triangles();
    float[] p = mesh.positions();
    for (int k = 0; k < t.length; k++) {
      String a = place(p, t[k]), b = place(p, t[k % 3 == 2 ? k - 2 : k + 1]);
      if (!rim.remove(b + a)) {
        rim.add(a + b);
      }
    }
    // A corner of one side of the crack may lie on an edge of the other: two edges more.
    int unmatched = 0;
    for (String edge : rim) {
      unmatched += isOutline(edge) || isHole(edge) ? 0 : 1;
    }
    assertThat(unmatched).isLessThanOrEqualTo(4);
    float[] last = new float[p.length];
    track.positions(take.frameCount() - 1, last);
    assertThat(area(mesh, last)).isGreaterThan(1);
  }

  private static String place(float[] p, int v) {
    return Math.round(2000 * p[3 * v]) + "," + Math.round(2000 * p[3 * v + 1]) + ";";
  }

  private static double[][] ends(String edge) {
    double[][] out = new double[2][];
    String[] two = edge.split(";");
    for (int k = 0; k < 2; k++) {
      String[] xy = two[k].split(",");
      out[k] = new double[] {Integer.parseInt(xy[0]) / 2000.0, Integer.parseInt(xy[1]) / 2000.0};
    }
    return out;
  }

  private static boolean isOutline(String edge) {
    boolean all = true;
    for (double[] p : ends(edge)) {
      all &= Math.abs(Math.abs(p[0]) - 1) < 2e-3 || Math.abs(Math.abs(p[1]) - 0.3) < 2e-3;
    }
    return all;
  }

  private static boolean isHole(String edge) {
    boolean all = true;
    for (double[] p : ends(edge)) {
      all &= Math.abs(p[0]) < 0.101 && Math.abs(p[1]) < 0.101;
    }
    return all;
  }

  @Test
  void aTornGlbPlaysThePositionsOfItsPointCaches() throws Exception {
    Take take = torn();
    TakeExporter.export(take, dir, List.of(ExportFormat.values()), ExportProgress.NONE);
    GltfModel model = GltfReader.read(dir.resolve("torn.glb"));
    GltfPose pose = new GltfPose(model);
    try (PointCache pc2 = PointCache.open(dir.resolve("torn.pc2"));
        PointCache mdd = PointCache.open(dir.resolve("torn.mdd"))) {
      assertThat(pc2.frameCount()).isEqualTo(25);
      float[] a = new float[3 * pc2.pointCount()], b = new float[a.length];
      for (int f = 0; f < pc2.frameCount(); f++) {
        pc2.positions(f, a);
        mdd.positions(f, b);
        assertThat(b).isEqualTo(a);
        pose.set(model.animations().get(0), f / take.framesPerSecond());
        pose.positions(model.shapes().get(0), b);
        float worst = 0;
        for (int i = 0; i < a.length; i++) {
          worst = Math.max(worst, Math.abs(a[i] - b[i]));
        }
        assertThat(worst).isLessThan(2e-6f);
      }
    }
    try (var files = Files.list(dir.resolve("torn-svg"))) {
      assertThat(files.count()).isEqualTo(25);
    }
    String first = Files.readString(dir.resolve("torn-svg/torn_0000.svg"));
    String last = Files.readString(dir.resolve("torn-svg/torn_0024.svg"));
    assertThat(first.chars().filter(c -> c == 'M').count())
        .as("outline, hole, slivers")
        .isBetween(2L, 4L);
    assertThat(last).contains("<path").doesNotContain("NaN");
  }

  @Test
  void aTornSolidShowsClosedPiecesWithFacesInside() throws Exception {
    World world =
        world(
            "{\"name\": \"ball\", \"shape\": {\"kind\": \"sphere\", \"radius\": 0.5}, \"cage\":"
                + " {\"resolution\": 4, \"halfWidth\": 1}, \"tear\": {\"levels\": 1, \"cuts\":"
                + " [{\"atSeconds\": 0.05, \"point\": [0.03, 0, 0], \"normal\": [1, 0.2, 0]}]}}");
    Take take = Recorder.record(world, "ball", 24, 4, 4);
    assertThat(world.bodies()).hasSize(2);
    assertThat(take.tracks()).hasSize(2);
    double volume = 0;
    for (Take.Track t : take.tracks()) {
      float[] p = new float[3 * t.surface().vertexCount()];
      t.positions(0, p);
      int[] tri = t.surface().triangles();
      assertThat(tri.length).isGreaterThan(0);
      for (int k = 0; k < tri.length; k += 3) {
        int a = 3 * tri[k], b = 3 * tri[k + 1], c = 3 * tri[k + 2];
        volume +=
            (p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1])
                    + p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2])
                    + p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]))
                / 6;
      }
    }
    // Of faces inside each has a twin that looks the other way, so only the ball's own volume is
    // left: 4/3 pi r^3 = 0.5236, a little less for the flat triangles.
    assertThat(volume).isBetween(0.50, 0.53);
    // Outer surface and inner faces of the piece on the right enclose its own volume in the last
    // frame, too: every point's distance to the ball's center stays below its radius.
    List<Float> inner = new ArrayList<>();
    float[] q = take.tracks().get(1).surface().positions();
    for (int i = 0; i < q.length; i += 3) {
      inner.add((float) Math.sqrt(q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2]));
    }
    assertThat(inner).allMatch(r -> r < 0.505f);
  }

  @Test
  void aBodyTornToDustThatIsRemovedLeavesAConstantMesh() throws Exception {
    String dusty =
        BAR.replace("\"levels\": 2}", "\"levels\": 1, \"dustCells\": 400, \"dust\": \"remove\"}");
    World world = world(dusty);
    Take take = Recorder.record(world, "dust", 24, 10, 24);
    Take.Track t = take.tracks().get(0);
    float[] p = new float[3 * t.surface().vertexCount()];
    for (int f = 0; f < take.frameCount(); f++) {
      t.positions(f, p);
      for (float v : p) {
        assertThat(Float.isFinite(v)).isTrue();
      }
    }
    assertThat(area(t.surface(), t.surface().positions())).isBetween(1.179, 1.181);
    assertThat(world.bodies()).hasSize(1);
    assertThat(Arrays.stream(t.surface().triangles()).max().orElse(0)).isLessThan(p.length / 3);
  }
}
