package dev.shinari.app.command.rig;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.rig.BoneFilm;
import dev.shinari.io.rig.MeshSequence;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.render.chart.HeatMap;
import dev.shinari.render.film.PngWriter;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.fit.helper.MeshDecomposition;
import dev.shinari.rig.fit.task.FitStoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns a mesh sequence without a skeleton into rigid bones, weights and a GLB that plays. */
@Command(
    name = "decompose",
    description =
        "Find rigid bones and weights for a mesh sequence without a skeleton. Writes a GLB that any"
            + " engine plays and a picture of the error.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari rig decompose horse-gallop/ --bones 10       a folder of OBJ files",
      "  shinari rig decompose out/falling-cuboid/falling-cuboid.pc2 --bones 16",
      "  shinari rig decompose cloth.mdd --mesh cloth.obj --bones 24"
    })
final class RigDecomposeCommand implements Callable<Integer> {
  private final Console console;
  private final StopSignal stop;

  @Parameters(
      paramLabel = "INPUT",
      description = "A folder of OBJ files, a PC2 or MDD cache, or a GLB whose shape keys move.")
  private String input;

  @Option(names = "--bones", paramLabel = "N", description = "Rigid bones (default: 16).")
  private String bones = "16";

  @Option(
      names = "--influences",
      paramLabel = "K",
      description = "Maximum bones per vertex (default: 4).")
  private String influences = "4";

  @Option(
      names = "--mesh",
      paramLabel = "FILE",
      description = "The mesh of a point cache (default: the OBJ file of the same name).")
  private String mesh;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frames per second of files that do not tell (default: 24).")
  private String framesPerSecond = "24";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the files (default: out/NAME-bones).")
  private String output;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there as well.")
  private String json;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads (default: all processors). The result is the same for any number.")
  private String threads;

  RigDecomposeCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws IOException, UserError {
    int count = RigOptions.whole("--bones", bones, 1, 256);
    int most = RigOptions.whole("--influences", influences, 1, 8);
    double rate = RigOptions.number("--fps", framesPerSecond, 1e-3, 1e6);
    Path file = SceneArgument.path(input);
    if (!Files.exists(file)) {
      throw new UserError("there is no file " + input + SceneArgument.nearFile(file));
    }
    String name = file.getFileName().toString().replaceAll("\\.[^.]*$", "");
    Path folder = RigOptions.folder(output, name + "-bones");
    Path meshFile = mesh == null ? null : SceneArgument.path(mesh);
    try (MeshSequence sequence = MeshSequence.open(file, meshFile, rate)) {
      TriangleMesh rest = sequence.rest();
      if (sequence.frameCount() < 2) {
        throw new UserError(
            input + " holds one frame: bones need a mesh that moves, at least two frames");
      }
      long floats = 3L * rest.vertexCount() * sequence.frameCount();
      try (RigStore store = RigStore.of(rest, MeshDecomposition.skeleton(), floats, folder);
          ExampleSink sink = store.sink()) {
        read(sequence, sink);
        try (ExampleSet set = sink.finish()) {
          return fit(name, folder, sequence, set, count, most);
        }
      }
    }
  }

  private void read(MeshSequence sequence, ExampleSink sink) throws IOException, UserError {
    float[] positions = new float[3 * sequence.rest().vertexCount()];
    try (ProgressLine line =
        new ProgressLine(console, "reading", "frames", sequence.frameCount())) {
      for (int f = 0; f < sequence.frameCount(); f++) {
        sequence.positions(f, positions);
        try {
          MeshDecomposition.add(sink, sequence.rest(), positions);
        } catch (IllegalArgumentException e) {
          throw new UserError("frame " + f + " of " + input + ": " + e.getMessage());
        }
        line.at(f + 1);
      }
    }
  }

  private Integer fit(
      String name, Path folder, MeshSequence sequence, ExampleSet set, int count, int most)
      throws IOException, UserError {
    TriangleMesh rest = sequence.rest();
    console.say(
        String.format(
            Locale.ROOT,
            "%s: %,d vertices, %,d frames; %d rigid bones, at most %d per vertex",
            name,
            rest.vertexCount(),
            sequence.frameCount(),
            count,
            most));
    long begin = System.nanoTime();
    MeshDecomposition.Result result;
    try (ProgressLine line = new ProgressLine(console, "fitting", "per mille", 1000)) {
      result =
          MeshDecomposition.fit(
              set,
              count,
              most,
              RigOptions.threads(threads),
              (phase, fraction, rms) -> {
                line.at((int) Math.round(1000 * Math.max(0, Math.min(1, fraction))));
                return !stop.isWished();
              });
    } catch (FitStoppedException e) {
      console.say("interrupted: nothing was written");
      return ExitCode.INTERRUPTED;
    }
    double seconds = (System.nanoTime() - begin) * 1e-9;
    double diagonal = diagonal(rest);
    int below = 0;
    for (int p : result.parents()) {
      below += p >= 0 ? 1 : 0;
    }
    console.say(
        String.format(
            Locale.ROOT,
            "RMS distance over vertices and frames %.4g, largest %.4g (%.3f and %.3f percent of the"
                + " bounding box's diagonal); %d bones, %d of them on another bone; %.1f s",
            result.rms(),
            result.max(),
            100 * result.rms() / diagonal,
            100 * result.max() / diagonal,
            result.boneCount(),
            below,
            seconds));
    Files.createDirectories(folder);
    Path glb = folder.resolve(name + ".glb");
    BoneFilm.write(name, rest, result, sequence.times(), glb);
    Path picture = folder.resolve(name + ".error.png");
    float worst = 0;
    for (float v : result.byVertex()) {
      worst = Math.max(worst, v);
    }
    PngWriter.write(
        HeatMap.draw(rest.positions(), rest.triangles(), result.byVertex(), worst, 420), picture);
    String text = json(name, sequence, result, diagonal, seconds);
    Path report = folder.resolve(name + ".report.json");
    SafeFiles.writeString(report, text);
    if (json != null) {
      SafeFiles.writeString(SceneArgument.path(json), text);
    }
    console.out().println(glb);
    console.out().println(picture);
    console.out().println(report);
    console.next("shinari info " + Console.shell(glb), "what the file holds");
    return ExitCode.DONE;
  }

  private static double diagonal(TriangleMesh rest) {
    Bounds b = rest.bounds();
    double x = b.maxX() - b.minX();
    double y = b.maxY() - b.minY();
    double z = b.maxZ() - b.minZ();
    return Math.max(1e-30, Math.sqrt(x * x + y * y + z * z));
  }

  private static String json(
      String name,
      MeshSequence sequence,
      MeshDecomposition.Result result,
      double diagonal,
      double seconds) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("model", name);
    root.put("vertices", sequence.rest().vertexCount());
    root.put("frames", sequence.frameCount());
    root.put("rms", result.rms());
    root.put("max", result.max());
    root.put("diagonal", diagonal);
    root.put("rmsOfDiagonal", result.rms() / diagonal);
    root.put("bones", result.boneCount());
    root.put("influences", result.weights().influences());
    ArrayNode parents = root.putArray("parents");
    for (int p : result.parents()) {
      parents.add(p);
    }
    root.put("seconds", seconds);
    ArrayNode frames = root.putArray("rmsByFrame");
    for (float v : result.byFrame()) {
      frames.add(v);
    }
    return root + "\n";
  }
}
