package dev.shinari.io.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.cache.PointCacheWriter;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model whose vertices were split at seams, shapes whose vertices were not, and the reverse. */
class SplitVertexTest {
  private static final int BIND = 5; // the frame that shows the bind pose

  @TempDir Path folder;
  private final MuscleLimb leg = LimbModels.leg(13, 7);
  private Path glb;
  private RigModel model;
  private float[][] shapes;
  private ExampleLoader loader;

  @BeforeEach
  void writeALegWithAFrameAtRest() throws IOException {
    double[][] poses = LimbFiles.rotations(leg, PoseGrid.of(leg.turns(), 3, 2, 2, 2, 1));
    for (int i = 0; i < poses[BIND].length; i++) {
      poses[BIND][i] = i % 4 == 3 ? 1 : 0;
    }
    glb = LimbFiles.write(leg, poses, folder, "leg", 1, ExportProgress.NONE).get(0);
    model = RigModelReader.read(glb);
    shapes = new float[poses.length][3 * model.rest().vertexCount()];
    MuscleLimb.Evaluator evaluator = leg.evaluator();
    for (int f = 0; f < poses.length; f++) {
      evaluator.positions(poses[f], shapes[f]);
    }
  }

  private static float[] picked(float[] p, int[] from) {
    float[] out = new float[3 * from.length];
    for (int j = 0; j < from.length; j++) {
      System.arraycopy(p, 3 * from[j], out, 3 * j, 3);
    }
    return out;
  }

  private static float[][] picked(float[][] frames, int[] from) {
    return Arrays.stream(frames).map(p -> picked(p, from)).toArray(float[][]::new);
  }

  /** A model whose vertices are those of another, some of them several times. */
  private RigModel picked(RigModel m, int[] from) {
    int[] where = new int[m.rest().vertexCount()];
    for (int j = from.length - 1; j >= 0; j--) {
      where[from[j]] = j;
    }
    int[] triangles = Arrays.stream(m.rest().triangles()).map(v -> where[v]).toArray();
    int k = m.weights().influences();
    int[] bones = new int[k * from.length];
    float[] weights = new float[k * from.length];
    for (int j = 0; j < from.length; j++) {
      System.arraycopy(m.weights().bones(), k * from[j], bones, k * j, k);
      System.arraycopy(m.weights().weights(), k * from[j], weights, k * j, k);
    }
    return with(
        m,
        new TriangleMesh(picked(m.rest().positions(), from), triangles),
        new SkinWeights(k, bones, weights));
  }

  private static RigModel with(RigModel m, TriangleMesh rest, SkinWeights weights) {
    return new RigModel(
        m.name(),
        rest,
        m.skeleton(),
        weights,
        m.parts(),
        m.restPose(),
        m.notes(),
        m.look(),
        m.source(),
        m.joints());
  }

  /** All vertices from the last to the first, then some of them again. */
  private int[] split(int... again) {
    int n = model.rest().vertexCount();
    int[] out = new int[n + again.length];
    for (int j = 0; j < n; j++) {
      out[j] = n - 1 - j;
    }
    System.arraycopy(again, 0, out, n, again.length);
    return out;
  }

  private Path pc2(float[][] frames) throws IOException {
    Path file = folder.resolve("shapes.pc2");
    PointCacheWriter.writePc2(
        file,
        frames[0].length / 3,
        frames.length,
        (f, out) -> System.arraycopy(frames[f], 0, out, 0, out.length),
        ExportProgress.NONE);
    return file;
  }

  private void assertLoads(RigModel from, Path targets, float[][] wanted) throws IOException {
    loader = new ExampleLoader(from, 24);
    try (ExampleSink sink = MemoryExamples.builder(from.rest(), from.skeleton());
        TargetShapes t = TargetShapes.open(targets)) {
      loader.add(glb, from.source().animations().get(0), t, sink, ExportProgress.NONE);
      try (ExampleSet set = sink.finish()) {
        assertThat(set.exampleCount()).isEqualTo(wanted.length);
        int s = set.stride();
        float[] planes = new float[set.examplesPerBlock() * 3 * s];
        set.readBlock(0, planes);
        for (int f = 0; f < wanted.length; f++) {
          for (int i = 0; i < wanted[f].length; i++) {
            assertThat(planes[3 * s * f + s * (i % 3) + i / 3])
                .as("frame %d, vertex %d", f, i / 3)
                .isCloseTo(wanted[f][i], Offset.offset(1e-5f));
          }
        }
      }
    }
  }

  @Test
  void weldedShapesFitASplitModel() throws IOException {
    int[] from = split(3, 3, 17, 90);
    assertLoads(picked(model, from), pc2(shapes), picked(shapes, from));
    assertThat(loader.notes())
        .anyMatch(n -> n.contains("91 vertices, the model 95") && n.contains("frame " + BIND));
  }

  @Test
  void splitShapesFitAWeldedModel() throws IOException {
    assertLoads(model, pc2(picked(shapes, split(0, 8, 8, 40))), shapes);
  }

  @Test
  void otherUnitsAndAxesAreNoObstacle() throws IOException {
    float[][] turned = picked(shapes, split(12));
    for (float[] p : turned) {
      for (int i = 0; i < p.length; i += 3) {
        float y = p[i + 1];
        p[i] = 100 * p[i];
        p[i + 1] = -100 * p[i + 2];
        p[i + 2] = 100 * y;
      }
    }
    assertLoads(model, pc2(turned), shapes);
    assertThat(loader.notes()).anyMatch(n -> n.contains("turned from z up"));
  }

  @Test
  void anObjSequenceIsMatchedToo() throws IOException {
    Path objs = Files.createDirectory(folder.resolve("objs"));
    float[][] split = picked(shapes, split(1, 2));
    for (int f = 0; f < split.length; f++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < split[f].length; i += 3) {
        text.append(
            String.format(
                Locale.ROOT, "v %.6f %.6f %.6f%n", split[f][i], split[f][i + 1], split[f][i + 2]));
      }
      for (int j = 1; j + 2 <= split[f].length / 3; j++) {
        text.append("f ")
            .append(j)
            .append(' ')
            .append(j + 1)
            .append(' ')
            .append(j + 2)
            .append('\n');
      }
      Files.writeString(objs.resolve("f" + f + ".obj"), text);
    }
    assertLoads(model, objs, shapes);
  }

  @Test
  void verticesThatOnlyTouchAreToldApartByTheirMotion() throws IOException {
    // Vertices 91 to 95 lie on 0, 10, .. 40 and follow the last joint alone, as a lip the jaw.
    RigModel lips = picked(model, lipOrder());
    int k = lips.weights().influences();
    int[] bones = lips.weights().bones().clone();
    float[] weights = lips.weights().weights().clone();
    for (int j = 91; j < 96; j++) {
      Arrays.fill(weights, k * j, k * j + k, 0);
      bones[k * j] = model.skeleton().jointCount() - 2;
      weights[k * j] = 1;
    }
    lips = with(lips, lips.rest(), new SkinWeights(k, bones, weights));
    RigClip clip =
        RigClip.sample(
            lips,
            lips.source().animations().get(0),
            RigClip.keyTimes(lips.source().animations().get(0)));
    float[][] moved = new float[clip.frameCount()][];
    for (int f = 0; f < moved.length; f++) {
      moved[f] = skin(lips, clip.poses()[f]);
    }
    int[] order = new int[97]; // back to front, and vertex 50 once more
    for (int j = 0; j < 97; j++) {
      order[j] = j == 96 ? 50 : 95 - j;
    }
    assertLoads(lips, pc2(picked(moved, order)), moved);
  }

  private int[] lipOrder() {
    int[] order = new int[96];
    for (int j = 0; j < 96; j++) {
      order[j] = j < 91 ? j : 10 * (j - 91);
    }
    return order;
  }

  private static float[] skin(RigModel m, double[] pose) {
    double[] s = new double[pose.length];
    m.skeleton().skinning(pose, s);
    SkinWeights w = m.weights();
    float[] u = m.rest().positions();
    float[] out = new float[u.length];
    double[] v = new double[3];
    for (int i = 0; i < w.weights().length; i++) {
      int j = i / w.influences();
      Transforms.apply(s, 12 * w.bones()[i], u[3 * j], u[3 * j + 1], u[3 * j + 2], v, 0);
      for (int c = 0; c < 3; c++) {
        out[3 * j + c] += (float) (w.weights()[i] * v[c]);
      }
    }
    return out;
  }

  @Test
  void aVertexWithoutAPartnerIsRefusedWithBothCounts() throws IOException {
    float[][] more = picked(shapes, split(7));
    for (float[] p : more) {
      p[p.length - 1] += 0.02f; // one percent of the leg's length
    }
    int[] fewer = Arrays.copyOf(split(), 90);
    for (float[][] frames : new float[][][] {more, picked(shapes, fewer)}) {
      Path file = pc2(frames);
      assertThatThrownBy(() -> assertLoads(model, file, shapes))
          .isInstanceOf(BadFileException.class)
          .hasMessageContaining("91 vertices")
          .hasMessageContaining("found " + frames[0].length / 3 + " vertices");
    }
  }
}
