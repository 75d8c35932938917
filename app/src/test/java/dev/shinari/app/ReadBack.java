package dev.shinari.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.io.ExportFormat;
import dev.shinari.io.MeshReader;
import dev.shinari.io.TakeExporter;
import dev.shinari.io.cache.PointCache;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.math.FloatList;
import dev.shinari.mesh.Bounds;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Exports a take and compares the positions in the files with its own. */
final class ReadBack {
  private ReadBack() {}

  /** The first and the last frame, as written and as read. */
  static void check(Take take, ExportFormat format, Path dir) throws IOException {
    TakeExporter.export(take, dir, java.util.List.of(format), ExportProgress.NONE);
    int last = take.frameCount() - 1;
    float[] first = positions(take, 0), end = positions(take, last);
    assertThat(first.length).isGreaterThan(9);
    assertThat(distance(first, end)).as("the take moves").isGreaterThan(0.05f);
    if (format == ExportFormat.SVG) {
      checkOutline(take, 0, dir);
      checkOutline(take, last, dir);
      return;
    }
    assertThat(distance(read(take, format, dir, 0), first)).as("first frame").isLessThan(2e-5f);
    if (format != ExportFormat.OBJ) {
      assertThat(distance(read(take, format, dir, last), end)).as("last frame").isLessThan(2e-5f);
    }
  }

  private static float[] read(Take take, ExportFormat format, Path dir, int frame)
      throws IOException {
    switch (format) {
      case GLB:
        GltfModel model = GltfReader.read(dir.resolve("cell.glb"));
        GltfPose pose = new GltfPose(model);
        pose.set(model.animations().get(0), frame / take.framesPerSecond());
        FloatList all = new FloatList();
        for (GltfModel.Shape s : model.shapes()) {
          float[] p = new float[3 * s.vertexCount()];
          pose.positions(s, p);
          for (float v : p) {
            all.add(v);
          }
        }
        return all.toArray();
      case PC2, MDD:
        try (PointCache cache = PointCache.open(dir.resolve("cell." + format.id()))) {
          float[] p = new float[3 * cache.pointCount()];
          cache.positions(frame, p);
          return p;
        }
      case OBJ:
        return MeshReader.read(dir.resolve("cell.obj")).surface().positions();
      case OBJ_SEQUENCE:
        String name = String.format("cell-frames/cell_%04d.obj", frame);
        return MeshReader.read(dir.resolve(name)).surface().positions();
      default:
        return usda(Files.readString(dir.resolve("cell.usda")), frame);
    }
  }

  /** Points of a frame in the text of a USD stage, all meshes one after the other. */
  private static float[] usda(String text, int frame) {
    FloatList all = new FloatList();
    Matcher block =
        Pattern.compile(
                "points(?:\\.timeSamples = \\{\\n(.*?)\\n\\s*\\}| = (\\[.*?\\])\\n)",
                Pattern.DOTALL)
            .matcher(text);
    while (block.find()) {
      String samples = block.group(1) != null ? block.group(1) : block.group(2);
      String[] lines = samples.split("\n");
      String line = lines.length > 1 ? lines[frame] : lines[0];
      Matcher point = Pattern.compile("\\(([^()]*)\\)").matcher(line);
      while (point.find()) {
        for (String v : point.group(1).split(",")) {
          all.add(Float.parseFloat(v.strip()));
        }
      }
    }
    return all.toArray();
  }

  /** The outlines of an SVG frame reach as far as what the take shows then, seen along z. */
  private static void checkOutline(Take take, int frame, Path dir) throws IOException {
    String svg = Files.readString(dir.resolve(String.format("cell-svg/cell_%04d.svg", frame)));
    float[] low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    Matcher m = Pattern.compile("[ML](-?[0-9.]+) (-?[0-9.]+)").matcher(svg);
    while (m.find()) {
      for (int axis = 0; axis < 2; axis++) {
        float v = Float.parseFloat(m.group(axis + 1)) * (axis == 0 ? 1 : -1);
        low[axis] = Math.min(low[axis], v);
        high[axis] = Math.max(high[axis], v);
      }
    }
    Bounds b = Bounds.of(positions(take, frame));
    assertThat(new float[] {low[0], high[0], low[1], high[1]})
        .as("outline of frame %d", frame)
        .containsExactly(
            new float[] {b.minX(), b.maxX(), b.minY(), b.maxY()},
            org.assertj.core.api.Assertions.within(1e-4f));
  }

  /** All vertices that a triangle uses, track by track. */
  private static float[] positions(Take take, int frame) {
    FloatList all = new FloatList();
    for (Take.Track t : take.tracks()) {
      boolean[] used = new boolean[t.surface().vertexCount()];
      for (int v : t.surface().triangles()) {
        used[v] = true;
      }
      float[] p = new float[3 * used.length];
      t.positions(frame, p);
      for (int i = 0; i < p.length; i++) {
        if (used[i / 3]) {
          all.add(p[i]);
        }
      }
    }
    return all.toArray();
  }

  private static float distance(float[] a, float[] b) {
    assertThat(a).hasSameSizeAs(b);
    float worst = 0;
    for (int i = 0; i < a.length; i++) {
      worst = Math.max(worst, Math.abs(a[i] - b[i]));
    }
    return worst;
  }
}
