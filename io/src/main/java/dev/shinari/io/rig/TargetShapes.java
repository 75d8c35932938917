package dev.shinari.io.rig;

import dev.shinari.io.cache.PointCache;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.obj.ObjReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The shapes that a skin should take, frame by frame: a PC2 or MDD cache, a folder of OBJ files, or
 * a glTF file whose shape keys or bones move. Frames are read when asked for. A recorded run of
 * this project is the PC2 file that it wrote.
 */
public abstract class TargetShapes implements Closeable {
  private final Path path;

  private TargetShapes(Path path) {
    this.path = path;
  }

  /** Opens by name: a folder is an OBJ sequence, .obj one shape, .glb or .gltf a moving model. */
  public static TargetShapes open(Path path) throws IOException {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    if (Files.isDirectory(path)) {
      return new ObjSequence(path, objFiles(path));
    }
    if (!Files.exists(path)) {
      throw new BadFileException(path, "", "a file", "none", "check the name and the folder");
    }
    if (name.endsWith(".obj")) {
      return new ObjSequence(path, List.of(path));
    }
    if (name.endsWith(".glb") || name.endsWith(".gltf")) {
      return new Model(path, GltfReader.read(path));
    }
    return new Cache(path, PointCache.open(path));
  }

  public Path path() {
    return path;
  }

  public abstract int vertexCount() throws IOException;

  /** Number of frames, or -1 for a model that can be asked for any time. */
  public abstract int frameCount();

  /** Seconds of a frame where the file says so, else NaN. */
  abstract float seconds(int frame);

  /**
   * Reads a frame, 3 floats a vertex.
   *
   * @param seconds the time that is wanted, for a model that moves
   */
  abstract void positions(int frame, float seconds, float[] out) throws IOException;

  /** The shape that the file itself calls its rest, or null. */
  float[] rest() {
    return null;
  }

  /** These shapes in another order: vertex j is this one's vertex {@code from[j]}. */
  TargetShapes picked(int[] from) throws IOException {
    return new Picked(this, from);
  }

  @Override
  public void close() throws IOException {}

  private static List<Path> objFiles(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.{obj,OBJ}")) {
      all.forEach(files::add);
    }
    if (files.isEmpty()) {
      throw new BadFileException(
          folder, "", "OBJ files", "none", "name the folder of an OBJ sequence");
    }
    // By the last number in the name, so that frame 10 comes after frame 9 without zeros, too.
    files.sort(
        java.util.Comparator.<Path>comparingLong(f -> number(f.getFileName().toString()))
            .thenComparing(f -> f.getFileName().toString()));
    return files;
  }

  static long number(String name) {
    String digits = name.replaceAll("\\.[^.]*$", "").replaceAll(".*?([0-9]*)$", "$1");
    return digits.isEmpty() || digits.length() > 15 ? -1 : Long.parseLong(digits);
  }

  private static final class Cache extends TargetShapes {
    private final PointCache cache;

    Cache(Path path, PointCache cache) {
      super(path);
      this.cache = cache;
    }

    @Override
    public int vertexCount() {
      return cache.pointCount();
    }

    @Override
    public int frameCount() {
      return cache.frameCount();
    }

    @Override
    float seconds(int frame) {
      return cache.format() == PointCache.Format.MDD ? cache.time(frame) : Float.NaN;
    }

    @Override
    void positions(int frame, float seconds, float[] out) throws IOException {
      cache.positions(frame, out);
    }

    @Override
    public void close() throws IOException {
      cache.close();
    }
  }

  private static final class ObjSequence extends TargetShapes {
    private final List<Path> files;
    private int vertices = -1;

    ObjSequence(Path path, List<Path> files) {
      super(path);
      this.files = files;
    }

    @Override
    public int vertexCount() throws IOException {
      if (vertices < 0) {
        vertices = ObjReader.read(files.get(0)).surface().vertexCount();
      }
      return vertices;
    }

    @Override
    public int frameCount() {
      return files.size();
    }

    @Override
    float seconds(int frame) {
      return Float.NaN;
    }

    @Override
    void positions(int frame, float seconds, float[] out) throws IOException {
      float[] p = ObjReader.read(files.get(frame)).surface().positions();
      if (p.length != out.length) {
        throw new BadFileException(
            files.get(frame),
            "",
            out.length / 3 + " vertices, as in " + files.get(0).getFileName(),
            p.length / 3 + " vertices",
            "export the sequence again without changing the mesh");
      }
      System.arraycopy(p, 0, out, 0, out.length);
    }
  }

  private static final class Picked extends TargetShapes {
    private final TargetShapes all;
    private final int[] from;
    private final float[] shape;

    Picked(TargetShapes all, int[] from) throws IOException {
      super(all.path());
      this.all = all;
      this.from = from;
      this.shape = new float[3 * all.vertexCount()];
    }

    @Override
    public int vertexCount() {
      return from.length;
    }

    @Override
    public int frameCount() {
      return all.frameCount();
    }

    @Override
    float seconds(int frame) {
      return all.seconds(frame);
    }

    @Override
    void positions(int frame, float seconds, float[] out) throws IOException {
      all.positions(frame, seconds, shape);
      for (int j = 0; j < from.length; j++) {
        System.arraycopy(shape, 3 * from[j], out, 3 * j, 3);
      }
    }
  }

  private static final class Model extends TargetShapes {
    private final GltfModel model;
    private final GltfPose pose;
    private final List<GltfModel.Shape> shapes = new ArrayList<>();

    Model(Path path, GltfModel model) {
      super(path);
      this.model = model;
      this.pose = new GltfPose(model);
      model.shapes().stream().filter(s -> s.skin() >= 0).forEach(shapes::add);
      if (shapes.isEmpty()) {
        shapes.addAll(model.shapes());
      }
    }

    @Override
    public int vertexCount() {
      return shapes.stream().mapToInt(GltfModel.Shape::vertexCount).sum();
    }

    @Override
    public int frameCount() {
      return -1;
    }

    @Override
    float seconds(int frame) {
      return Float.NaN;
    }

    @Override
    float[] rest() {
      float[] out = new float[3 * vertexCount()];
      int at = 0;
      for (GltfModel.Shape s : shapes) {
        float[] p = s.surface().positions();
        System.arraycopy(p, 0, out, at, p.length);
        at += p.length;
      }
      return out;
    }

    @Override
    void positions(int frame, float seconds, float[] out) {
      pose.set(model.animations().isEmpty() ? null : model.animations().get(0), seconds);
      int v = 0;
      for (GltfModel.Shape s : shapes) {
        float[] p = new float[3 * s.vertexCount()];
        pose.positions(s, p);
        System.arraycopy(p, 0, out, 3 * v, p.length);
        v += s.vertexCount();
      }
    }
  }
}
