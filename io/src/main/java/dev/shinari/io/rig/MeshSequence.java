package dev.shinari.io.rig;

import dev.shinari.io.MeshReader;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.mesh.TriangleMesh;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A mesh that moves, without a skeleton: a folder of OBJ files, a point cache (PC2, MDD) beside its
 * mesh, or a glTF file whose shape keys or bones move. A run of this project is the PC2 file that
 * it wrote, with the OBJ file beside it.
 */
public final class MeshSequence implements Closeable {
  private final TargetShapes shapes;
  private final TriangleMesh rest;
  private final float[] times;

  private MeshSequence(TargetShapes shapes, TriangleMesh rest, float[] times) {
    this.shapes = shapes;
    this.rest = rest;
    this.times = times;
  }

  /**
   * Opens a sequence.
   *
   * @param mesh of a point cache, or null: the OBJ file of the same name beside it
   * @param framesPerSecond of files that do not tell
   */
  public static MeshSequence open(Path input, Path mesh, double framesPerSecond)
      throws IOException {
    TargetShapes shapes = TargetShapes.open(input);
    try {
      TriangleMesh rest = mesh(input, mesh);
      if (rest.vertexCount() != shapes.vertexCount()) {
        throw new BadFileException(
            input,
            "",
            rest.vertexCount() + " vertices, as the mesh has",
            shapes.vertexCount() + " vertices",
            "name the mesh that the frames belong to with --mesh");
      }
      if (rest.triangleCount() == 0) {
        throw new BadFileException(
            input, "", "a mesh with triangles", "points alone", "export the faces as well");
      }
      return new MeshSequence(shapes, rest, times(input, shapes, framesPerSecond));
    } catch (IOException | RuntimeException e) {
      shapes.close();
      throw e;
    }
  }

  private static TriangleMesh mesh(Path input, Path given) throws IOException {
    if (given != null) {
      return MeshReader.read(given).surface();
    }
    String name = input.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    if (Files.isDirectory(input)) {
      return MeshReader.read(first(input)).surface();
    }
    if (lower.endsWith(".glb") || lower.endsWith(".gltf")) {
      return joined(GltfReader.read(input));
    }
    Path beside = input.resolveSibling(name.replaceAll("\\.[^.]*$", "") + ".obj");
    if (!Files.exists(beside)) {
      throw new BadFileException(
          input,
          "",
          "the mesh of the cache beside it, " + beside.getFileName(),
          "none",
          "name the mesh with --mesh FILE");
    }
    return MeshReader.read(beside).surface();
  }

  /** The OBJ file with the least number in its name. */
  private static Path first(Path folder) throws IOException {
    Path first = null;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.{obj,OBJ}")) {
      for (Path p : all) {
        if (first == null || before(p.getFileName().toString(), first.getFileName().toString())) {
          first = p;
        }
      }
    }
    return first;
  }

  private static boolean before(String a, String b) {
    long x = TargetShapes.number(a);
    long y = TargetShapes.number(b);
    return x != y ? x < y : a.compareTo(b) < 0;
  }

  /** All shapes that {@link TargetShapes} reads, as one mesh. */
  private static TriangleMesh joined(GltfModel model) {
    boolean skinned = model.shapes().stream().anyMatch(s -> s.skin() >= 0);
    int vertices = 0;
    int corners = 0;
    for (GltfModel.Shape s : model.shapes()) {
      if (!skinned || s.skin() >= 0) {
        vertices += s.vertexCount();
        corners += s.surface().triangles().length;
      }
    }
    float[] p = new float[3 * vertices];
    int[] t = new int[corners];
    int v = 0;
    int k = 0;
    for (GltfModel.Shape s : model.shapes()) {
      if (skinned && s.skin() < 0) {
        continue;
      }
      float[] own = s.surface().positions();
      System.arraycopy(own, 0, p, 3 * v, own.length);
      for (int corner : s.surface().triangles()) {
        t[k++] = corner + v;
      }
      v += s.vertexCount();
    }
    return new TriangleMesh(p, t);
  }

  private static float[] times(Path input, TargetShapes shapes, double rate) throws IOException {
    int frames = shapes.frameCount();
    if (frames < 0) {
      GltfModel model = GltfReader.read(input);
      if (model.animations().isEmpty()) {
        throw new BadFileException(
            input, "/animations", "a clip that moves the mesh", "none", "export the animation");
      }
      GltfModel.Animation clip = model.animations().get(0);
      float[] keys = RigClip.keyTimes(clip);
      int even = (int) Math.round(clip.duration() * rate) + 1;
      return keys.length >= even ? keys : RigClip.frames(even, rate);
    }
    float[] out = RigClip.frames(frames, rate);
    for (int f = 0; f < frames && !Float.isNaN(shapes.seconds(0)); f++) {
      out[f] = shapes.seconds(f);
    }
    return out;
  }

  /** The mesh at rest. */
  public TriangleMesh rest() {
    return rest;
  }

  /** Seconds of the frames. */
  public float[] times() {
    return times.clone();
  }

  public int frameCount() {
    return times.length;
  }

  /** Reads a frame, 3 floats a vertex. */
  public void positions(int frame, float[] out) throws IOException {
    shapes.positions(frame, times[frame], out);
  }

  @Override
  public void close() throws IOException {
    shapes.close();
  }
}
