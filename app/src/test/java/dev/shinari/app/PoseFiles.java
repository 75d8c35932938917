package dev.shinari.app;

import dev.shinari.body.Body;
import dev.shinari.io.ExportFormat;
import dev.shinari.io.TakeExporter;
import dev.shinari.io.scene.feature.BodyKind;
import dev.shinari.io.scene.feature.Feature;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes the stretched pose of a draft's body as a file, in each way that a pose can be read. */
final class PoseFiles {
  private PoseFiles() {}

  /** The draft with the stretched pose from a file of the feature's kind. */
  static Draft draft(Draft d, Feature feature, Path folder) throws Exception {
    d.files(folder);
    TriangleMesh surface = surface(d, folder);
    float[] stretched = stretched(surface.positions());
    String pose =
        switch (feature) {
          case POSES_CAGE -> {
            Body b = d.world().bodies().get(0);
            write(folder, "long.node", node(stretched(b.cage().positions())));
            yield "{ 'kind': 'cage', 'path': 'long.node' }";
          }
          case POSES_SURFACE -> {
            write(folder, "long.obj", obj(stretched, surface.triangles()));
            yield "{ 'kind': 'surface', 'path': 'long.obj' }";
          }
          case POSES_MORPH -> {
            keys(surface, stretched, folder);
            yield "{ 'kind': 'morph', 'path': 'keys.glb' }";
          }
          case POSES_OTHER_MESH -> {
            TriangleMesh other = other(d.kind, surface);
            write(folder, "other.obj", obj(stretched(other.positions()), other.triangles()));
            yield "{ 'kind': 'otherMesh', 'path': 'other.obj' }";
          }
          default -> throw new AssertionError(feature);
        };
    return d.body("examples", "{ 'beta': 1, 'poses': [ " + pose + " ] }");
  }

  /** What a take of the body at rest shows; solids are read from a file, as modelers have them. */
  private static TriangleMesh surface(Draft d, Path folder) throws Exception {
    switch (d.kind) {
      case SHEET, STRAND, FLAT_TEARING:
        Take take = new Recorder(d.world(), "rest", 24, 1).take();
        return MeshTopology.compact(take.tracks().get(0).surface());
      default:
        TriangleMesh bar = SurfaceShapes.cuboid(4, 2, 2, 0.8f, 0.4f, 0.4f);
        write(folder, "bar.obj", obj(bar.positions(), bar.triangles()));
        d.body("shape", "{ 'kind': 'file', 'path': 'bar.obj' }");
        return bar;
    }
  }

  /** The same shape with a mesh of its own. */
  private static TriangleMesh other(BodyKind kind, TriangleMesh surface) {
    return switch (kind) {
      case SHEET, STRAND, FLAT_TEARING -> finer(surface);
      default -> SurfaceShapes.cuboid(5, 3, 2, 0.8f, 0.4f, 0.4f);
    };
  }

  /** Each triangle cut into three about its middle. */
  private static TriangleMesh finer(TriangleMesh m) {
    int n = m.vertexCount(), count = m.triangleCount();
    float[] p = java.util.Arrays.copyOf(m.positions(), 3 * (n + count));
    int[] t = new int[9 * count];
    for (int k = 0; k < count; k++) {
      for (int c = 0; c < 3; c++) {
        int a = m.triangles()[3 * k + c], b = m.triangles()[3 * k + (c + 1) % 3];
        for (int axis = 0; axis < 3; axis++) {
          p[3 * (n + k) + axis] += m.positions()[3 * a + axis] / 3;
        }
        t[9 * k + 3 * c] = a;
        t[9 * k + 3 * c + 1] = b;
        t[9 * k + 3 * c + 2] = n + k;
      }
    }
    return new TriangleMesh(p, t);
  }

  /** Half as long again along x, thinner across it. */
  static float[] stretched(float[] p) {
    float[] out = p.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] *= i % 3 == 0 ? 1.5f : 0.9f;
    }
    return out;
  }

  private static void keys(TriangleMesh rest, float[] posed, Path folder) throws IOException {
    Take take = new Take("keys", 24);
    take.add(new TwoFrames(rest, posed));
    TakeExporter.export(take, folder, List.of(ExportFormat.GLB), ExportProgress.NONE);
  }

  private record TwoFrames(TriangleMesh surface, float[] posed) implements Take.Track {
    @Override
    public String name() {
      return "keys";
    }

    @Override
    public Look look() {
      return Look.BODY;
    }

    @Override
    public int frameCount() {
      return 2;
    }

    @Override
    public void positions(int frame, float[] out) {
      System.arraycopy(frame == 0 ? surface.positions() : posed, 0, out, 0, out.length);
    }

    @Override
    public boolean isScenery() {
      return false;
    }
  }

  private static String node(float[] p) {
    StringBuilder s = new StringBuilder(p.length / 3 + " 3 0 0\n");
    for (int v = 0; v < p.length / 3; v++) {
      s.append(
          String.format(
              Locale.ROOT, "%d %.9g %.9g %.9g\n", v + 1, p[3 * v], p[3 * v + 1], p[3 * v + 2]));
    }
    return s.toString();
  }

  private static String obj(float[] p, int[] triangles) {
    StringBuilder s = new StringBuilder();
    for (int v = 0; v < p.length; v += 3) {
      s.append(String.format(Locale.ROOT, "v %.9g %.9g %.9g\n", p[v], p[v + 1], p[v + 2]));
    }
    for (int t = 0; t < triangles.length; t += 3) {
      s.append("f ").append(triangles[t] + 1).append(' ');
      s.append(triangles[t + 1] + 1).append(' ').append(triangles[t + 2] + 1).append('\n');
    }
    return s.toString();
  }

  private static void write(Path folder, String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }
}
