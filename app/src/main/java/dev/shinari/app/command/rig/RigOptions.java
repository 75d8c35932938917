package dev.shinari.app.command.rig;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.UserError;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.rig.ExampleLoader;
import dev.shinari.io.rig.RigModel;
import dev.shinari.io.rig.RigModelReader;
import dev.shinari.io.rig.TargetShapes;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What {@code rig fit} and {@code rig eval} share: shapes, clips and how they go together. */
public final class RigOptions {
  @Option(
      names = "--targets",
      paramLabel = "SHAPES",
      required = true,
      description =
          "The shapes that the skin should take, frame by frame: a PC2 or MDD cache, a folder of OBJ"
              + " files, or a GLB whose shape keys move. Once for each clip. Or one example set that"
              + " rig sample --blocks wrote (with --engine spark on hdfs:, s3a: ... as well).")
  private List<String> targets = new ArrayList<>();

  @Option(
      names = "--clip",
      paramLabel = "NAME",
      description =
          "The clip that belongs to the shapes, once for each --targets; the model's clips in their"
              + " order unless given.")
  private List<String> clips = new ArrayList<>();

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frames a second of the shapes; 24 unless given.")
  private String framesPerSecond = "24";

  static RigModel model(String word, Console console) throws IOException, UserError {
    Path file = SceneArgument.path(word);
    if (!Files.exists(file)) {
      throw new UserError("there is no file " + word + SceneArgument.nearFile(file));
    }
    String lower = word.toLowerCase(Locale.ROOT);
    if (!lower.endsWith(".glb") && !lower.endsWith(".gltf")) {
      throw new UserError(word + " is not a glTF file: expected a skinned model (.glb or .gltf)");
    }
    RigModel model = RigModelReader.read(file);
    model.notes().forEach(n -> console.say("note: " + n));
    return model;
  }

  /** The example set that the shapes are, a folder or an address; null where they are files. */
  String blocks() throws UserError {
    String found = null;
    for (String word : targets) {
      boolean address = word.matches("[a-zA-Z][a-zA-Z0-9+.-]+://.*|file:.*");
      if (address || ExampleFolder.is(SceneArgument.path(word))) {
        found = word;
      }
    }
    if (found != null && targets.size() > 1) {
      throw new UserError(found + " is an example set: it goes without other --targets");
    }
    if (found != null && !clips.isEmpty()) {
      throw new UserError(found + " is an example set and has its own poses: leave --clip out");
    }
    return found;
  }

  /** Opens an example set on this machine. */
  static ExampleSet open(String blocks) throws IOException, UserError {
    if (blocks.startsWith("file:")) {
      return ExampleFolder.open(SceneArgument.path(URI.create(blocks).getPath()));
    }
    if (blocks.contains("://")) {
      throw new UserError(blocks + " is on another file system: read it with --engine spark");
    }
    return ExampleFolder.open(SceneArgument.path(blocks));
  }

  /** Refuses an example set that was made for something else than the model. */
  static void requireSame(RigModel model, ExampleSet set, String word) throws UserError {
    String wrong = ExampleLoader.mismatch(model, set);
    if (wrong != null) {
      throw new UserError(word + " " + wrong);
    }
  }

  double framesPerSecond() throws UserError {
    return number("--fps", framesPerSecond, 1e-3, 1e6);
  }

  /** Number of examples that the files hold, as far as they say so beforehand. */
  long floats(RigModel model) throws IOException, UserError {
    long sum = 0;
    for (String word : targets) {
      try (TargetShapes shapes = TargetShapes.open(SceneArgument.path(word))) {
        sum += 3L * model.rest().vertexCount() * Math.max(1, shapes.frameCount());
      }
    }
    return sum;
  }

  /** Reads everything into a sink; answers with the loader, which knows clips and notes. */
  ExampleLoader load(String word, RigModel model, ExampleSink sink, Console console)
      throws IOException, UserError {
    Path file = SceneArgument.path(word);
    ExampleLoader loader = new ExampleLoader(model, framesPerSecond());
    List<GltfModel.Animation> animations =
        ExampleLoader.choose(file, model.source(), clips, targets.size());
    for (int k = 0; k < targets.size(); k++) {
      Path path = SceneArgument.path(targets.get(k));
      try (TargetShapes shapes = TargetShapes.open(path)) {
        ProgressLine[] line = new ProgressLine[1];
        loader.add(
            file,
            animations.get(k),
            shapes,
            sink,
            (name, done, total) -> {
              if (line[0] == null) {
                line[0] = new ProgressLine(console, "reading", "shapes", total);
              }
              line[0].at(done);
            });
        if (line[0] != null) {
          line[0].close();
        }
      }
    }
    loader.notes().forEach(n -> console.say("note: " + n));
    return loader;
  }

  static int whole(String name, String text, int lo, int hi) throws UserError {
    try {
      int n = Integer.parseInt(text.strip());
      if (n >= lo && n <= hi) {
        return n;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UserError(
        name + " must be a whole number from " + lo + " to " + hi + ", got " + text);
  }

  static double number(String name, String text, double lo, double hi) throws UserError {
    try {
      double v = Double.parseDouble(text.strip());
      if (v >= lo && v <= hi) {
        return v;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UserError(name + " must be a number from " + lo + " to " + hi + ", got " + text);
  }

  public static int threads(String text) throws UserError {
    return text == null
        ? Runtime.getRuntime().availableProcessors()
        : whole("--threads", text, 1, 1024);
  }

  /** The folder to write to, refused at once where it cannot be. */
  public static Path folder(String given, String usual) throws UserError {
    Path dir = SceneArgument.path(given == null ? "out/" + usual : given);
    for (Path p = dir.toAbsolutePath(); p != null; p = p.getParent()) {
      if (Files.exists(p)) {
        if (!Files.isDirectory(p)) {
          throw new UserError("cannot write to " + dir + ": " + p + " is a file, not a folder");
        }
        if (!Files.isWritable(p)) {
          throw new UserError("cannot write to " + dir + ": no permission in " + p);
        }
        break;
      }
    }
    return dir;
  }
}
