package dev.shinari.app.command.rig;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.UserError;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.rig.HelperRigJson;
import dev.shinari.io.rig.RigModel;
import dev.shinari.render.chart.HeatMap;
import dev.shinari.render.film.PngWriter;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.task.RigErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a rig against shapes, those that it was fitted to or others. */
@Command(
    name = "eval",
    description = "Measure a fitted rig against shapes: those that it learnt, or new ones.",
    sortOptions = false,
    footerHeading = "%nExample:%n",
    footer =
        "  shinari rig eval out/hero-rig/hero.rig.json hero.glb --targets test.pc2 --clip test")
final class RigEvalCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "RIG", description = "A rig that fit wrote (.rig.json).")
  private String rigFile;

  @Parameters(index = "1", paramLabel = "MODEL", description = "The skinned model: GLB or glTF.")
  private String modelFile;

  @Mixin private RigOptions examples = new RigOptions();

  @Option(
      names = "--helpers",
      paramLabel = "H",
      description = "Measure the level of detail with so many helpers instead of the whole rig.")
  private String helpers;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  private String json;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "Draw the error on the skin (PNG).")
  private String picture;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; all processors unless given.")
  private String threads;

  RigEvalCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, UserError {
    int crew = RigOptions.threads(threads);
    RigModel model = RigOptions.model(modelFile, console);
    HelperRig rig = rig(rigFile, model, helpers);
    RigErrors errors;
    String blocks = examples.blocks();
    if (blocks != null) {
      try (ExampleSet set = RigOptions.open(blocks)) {
        RigOptions.requireSame(model, set, blocks);
        errors = RigFit.measure(rig, set, crew);
      }
      return tell(model, rig, errors);
    }
    try (RigStore store =
            RigStore.of(model.rest(), model.skeleton(), examples.floats(model), temporary());
        ExampleSink sink = store.sink()) {
      examples.load(modelFile, model, sink, console);
      try (ExampleSet set = sink.finish()) {
        errors = RigFit.measure(rig, set, crew);
      }
    }
    return tell(model, rig, errors);
  }

  private Integer tell(RigModel model, HelperRig rig, RigErrors errors)
      throws IOException, UserError {
    int count = errors.byExample().length;
    int worst = 0;
    for (int n = 1; n < errors.byExample().length; n++) {
      worst = errors.byExample()[n] > errors.byExample()[worst] ? n : worst;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "rms %.6g, max %.6g over %,d examples (%.3f percent of the model's size); worst example"
                + " %d with rms %.6g%n",
            errors.rms(),
            errors.max(),
            count,
            100 * errors.rms() / model.size(),
            worst,
            errors.byExample()[worst]);
    if (json != null) {
      Path file = SceneArgument.path(json);
      ObjectNode root = new ObjectMapper().createObjectNode();
      root.put("model", model.name());
      root.put("examples", count);
      root.put("helpers", rig.helpers().size());
      root.put("rms", errors.rms());
      root.put("max", errors.max());
      root.put("size", model.size());
      root.put("worstExample", worst);
      ArrayNode byExample = root.putArray("rmsByExample");
      for (float v : errors.byExample()) {
        byExample.add(v);
      }
      ArrayNode byVertex = root.putArray("rmsByVertex");
      for (float v : errors.byVertex()) {
        byVertex.add(v);
      }
      SafeFiles.writeString(file, root + "\n");
      console.out().println(file);
    }
    if (picture != null) {
      Path file = SceneArgument.path(picture);
      float most = 0;
      for (float v : errors.byVertex()) {
        most = Math.max(most, v);
      }
      PngWriter.write(
          HeatMap.draw(
              model.rest().positions(), model.rest().triangles(), errors.byVertex(), most, 420),
          file);
      console.out().println(file);
    }
    console.next(
        "shinari rig bake " + Console.shell(rigFile) + " " + Console.shell(modelFile),
        "the model's clips with this rig, as GLB");
    return ExitCode.DONE;
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** A rig that belongs to a model, as a whole or at a level of detail. */
  static HelperRig rig(String word, RigModel model, String helpers) throws IOException, UserError {
    Path file = SceneArgument.path(word);
    if (!Files.exists(file)) {
      throw new UserError("there is no file " + word + SceneArgument.nearFile(file));
    }
    HelperRig rig = HelperRigJson.read(file);
    if (!rig.skeleton().names().equals(model.skeleton().names())) {
      throw new UserError(
          word
              + " was fitted to another skeleton: it has the joints "
              + rig.skeleton().names()
              + ", the model "
              + model.skeleton().names());
    }
    if (rig.weights().vertexCount() != model.rest().vertexCount()) {
      throw new UserError(
          word
              + " was fitted to "
              + rig.weights().vertexCount()
              + " vertices, the model has "
              + model.rest().vertexCount());
    }
    if (helpers == null) {
      return rig;
    }
    int wanted = RigOptions.whole("--helpers", helpers, 0, 256);
    if (wanted == rig.helpers().size()) {
      return rig;
    }
    for (HelperRig.Level level : rig.levels()) {
      if (level.helpers().length == wanted) {
        return rig.at(level);
      }
    }
    throw new UserError("the rig has no level with " + wanted + " helpers");
  }
}
