package dev.shinari.app.studio.file;

import dev.shinari.app.console.TempFolder;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.rig.ExampleLoader;
import dev.shinari.io.rig.RigModel;
import dev.shinari.io.rig.TargetShapes;
import dev.shinari.math.Check;
import dev.shinari.rig.examples.DamagedExamplesException;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;

/**
 * Shapes that somebody brought for a model on the rig desk, read as the command line reads them: a
 * PC2, MDD or moving GLB file for each of the model's clips in turn, or OBJ files, which together
 * are the frames of one sequence.
 */
public final class RigTargets {
  /** Of clips whose keys do not tell; the command line's own default. */
  public static final double FRAMES_PER_SECOND = 24;

  private RigTargets() {}

  /** What was read: the set for the fit, and each example to be shown. */
  public record Loaded(ExampleSet set, double[][] poses, float[][] shapes, List<String> notes) {}

  /** Whether a file can be shapes, by its ending. */
  static boolean isShapes(String ending) {
    return ending.equals("pc2") || ending.equals("mdd");
  }

  /** Looks whether a file can be read at all. */
  static void check(Path file) throws IOException {
    try (TargetShapes shapes = TargetShapes.open(file)) {
      if (shapes.frameCount() == 0) {
        throw new BadFileException(file, "", "at least one frame", "none", "export it again");
      }
    }
  }

  /**
   * Reads all examples.
   *
   * @param going hears how far it is and answers whether to go on
   * @return null where it was stopped
   */
  public static Loaded read(
      Path modelFile,
      RigModel model,
      List<Uploads.Upload> files,
      double framesPerSecond,
      DoublePredicate going)
      throws IOException {
    for (Uploads.Upload u : files) {
      if (u.kind().equals(Uploads.EXAMPLES)) {
        Check.that(files.size() == 1, "an example set is all the shapes there are: bring it alone");
        return readSet(model, u.file(), going);
      }
    }
    try (TempFolder folder = new TempFolder()) {
      List<Path> targets = new ArrayList<>();
      Path sequence = Files.createDirectory(folder.path().resolve("sequence"));
      for (int k = 0; k < files.size(); k++) {
        Path file = files.get(k).file();
        if (String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".obj")) {
          Files.copy(file, sequence.resolve(String.format(Locale.ROOT, "shape-%06d.obj", k)));
          if (!targets.contains(sequence)) {
            targets.add(sequence);
          }
        } else {
          targets.add(file);
        }
      }
      return read(modelFile, model, framesPerSecond, targets, going);
    } catch (BadFileException e) {
      // Without the places that the files have here.
      throw new IllegalArgumentException(
          String.valueOf(e.getMessage()).replaceAll("(?:[^\\s:'\"]*[/\\\\])", ""), e);
    }
  }

  /** An example set has its poses with it. */
  private static Loaded readSet(RigModel model, Path folder, DoublePredicate going)
      throws IOException {
    try (ExampleSet set = ExampleFolder.open(folder)) {
      String wrong = ExampleLoader.mismatch(model, set);
      Check.that(wrong == null, "this set " + wrong);
      Keeping sink = new Keeping(model);
      float[] planes = new float[set.examplesPerBlock() * 3 * set.stride()];
      double[] pose = new double[12 * set.skeleton().jointCount()];
      float[] shape = new float[3 * set.vertexCount()];
      for (int b = 0; b < set.blockCount(); b++) {
        set.readBlock(b, planes);
        for (int k = 0; k < set.blockLength(b); k++) {
          int example = set.blockStart(b) + k;
          if (!going.test(example / (double) set.exampleCount())) {
            return null;
          }
          for (int c = 0; c < shape.length; c++) {
            shape[c] = planes[(3 * k + c % 3) * set.stride() + c / 3];
          }
          set.copyPose(example, pose);
          sink.add(pose, shape);
        }
      }
      return new Loaded(
          sink.finish(),
          sink.poses.toArray(new double[0][]),
          sink.shapes.toArray(new float[0][]),
          List.of());
    } catch (DamagedExamplesException e) {
      throw new IllegalArgumentException("this example set is damaged; bring it again", e);
    }
  }

  private static Loaded read(
      Path modelFile,
      RigModel model,
      double framesPerSecond,
      List<Path> targets,
      DoublePredicate going)
      throws IOException {
    List<GltfModel.Animation> clips =
        ExampleLoader.choose(modelFile, model.source(), List.of(), targets.size());
    Keeping sink = new Keeping(model);
    ExampleLoader loader = new ExampleLoader(model, framesPerSecond);
    boolean[] stopped = {false};
    for (int k = 0; k < targets.size() && !stopped[0]; k++) {
      int at = k;
      try (TargetShapes shapes = TargetShapes.open(targets.get(k))) {
        loader.add(
            modelFile,
            clips.get(k),
            shapes,
            sink,
            (name, done, total) ->
                stopped[0] |= !going.test((at + (double) done / total) / targets.size()));
      }
    }
    return stopped[0]
        ? null
        : new Loaded(
            sink.finish(),
            sink.poses.toArray(new double[0][]),
            sink.shapes.toArray(new float[0][]),
            loader.notes());
  }

  /** A sink that remembers what went through, as far as there is room. */
  private static final class Keeping implements ExampleSink {
    private final ExampleSink set;
    private final List<double[]> poses = new ArrayList<>();
    private final List<float[]> shapes = new ArrayList<>();

    Keeping(RigModel model) {
      set = MemoryExamples.builder(model.rest(), model.skeleton());
    }

    @Override
    public void add(double[] pose, float[] positions) throws IOException {
      long bytes = 8L * positions.length * (1 + count()); // here and in the set
      if (bytes > Runtime.getRuntime().maxMemory() / 4) {
        throw new IllegalArgumentException(
            "these shapes are too many for the studio's memory; fit them with `shinari rig fit`");
      }
      set.add(pose, positions);
      poses.add(pose.clone());
      shapes.add(positions.clone());
    }

    @Override
    public int count() {
      return set.count();
    }

    @Override
    public ExampleSet finish() throws IOException {
      return set.finish();
    }

    @Override
    public void close() throws IOException {
      set.close();
    }
  }
}
