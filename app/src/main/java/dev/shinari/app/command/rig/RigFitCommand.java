package dev.shinari.app.command.rig;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.command.option.EngineOptions;
import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.rig.ExampleLoader;
import dev.shinari.io.rig.RigClip;
import dev.shinari.io.rig.RigExporter;
import dev.shinari.io.rig.RigModel;
import dev.shinari.rig.Helper;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.ExampleSlice;
import dev.shinari.rig.fit.BodyFit;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.task.BodyCheckpoint;
import dev.shinari.rig.fit.task.FitCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitReport;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fits helper bones to examples and writes the rig as files that engines play. */
@Command(
    name = "fit",
    description =
        "Fit helper bones to examples. Writes a GLB that plays anywhere, the controllers as JSON, a"
            + " script for Blender, the runtime for three.js, a report and pictures.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari rig fit hero.glb --targets hero.pc2 --helpers 6",
      "  shinari rig fit hero.glb --clip walk --targets walk.pc2 --clip jump --targets jump.mdd",
      "  shinari rig fit hero.glb --targets shapes/ --lambda 10 --degree 3 -o hero-rig",
      "  shinari rig fit leg.glb --targets leg.examples --engine spark --master spark://host:7077"
    })
final class RigFitCommand implements Callable<Integer> {
  private final Console console;
  private final StopSignal stop;

  @Parameters(paramLabel = "MODEL", description = "A skinned model with its clips: GLB or glTF.")
  private String modelFile;

  @Mixin private RigOptions examples = new RigOptions();

  @Option(names = "--helpers", paramLabel = "H", description = "Helper bones; 4 unless given.")
  private String helpers = "4";

  @Option(
      names = "--influences",
      paramLabel = "K",
      description = "Most bones a vertex; 4 unless given, 8 for engines that take them.")
  private String influences = "4";

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Most rounds of weights and transforms; 20 unless given.")
  private String iterations = "20";

  @Option(
      names = "--smooth",
      paramLabel = "X",
      description = "Strength of smoothness of the weights over the surface; 0 unless given.")
  private String smooth = "0";

  @Option(
      names = "--degree",
      paramLabel = "P",
      description = "Degree of the controllers' polynomials, 1 to 3; 2 unless given.")
  private String degree = "2";

  @Option(
      names = "--cross",
      description = "Allow products of different joints' variables in the polynomials.")
  private boolean cross;

  @Option(
      names = "--lambda",
      paramLabel = "auto|aic|bic|cv|X",
      description =
          "How few terms: a number (larger is fewer), or chosen by AIC, BIC (auto) or"
              + " cross-validation.")
  private String lambda = "auto";

  @Option(
      names = "--kernels",
      paramLabel = "N",
      description = "Up to N kernels a helper on top of the polynomials; none unless given.")
  private String kernels;

  @Option(
      names = "--refine",
      paramLabel = "N",
      description = "Rounds of joint refinement of weights and controllers; 3 unless given.")
  private String refine = "3";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the files; out/NAME-rig unless given.")
  private String output;

  @Option(
      names = "--limbs",
      description =
          "Every clip moves one limb: fit them one by one, helpers for each, and blend them.")
  private boolean limbs;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the report there as well.")
  private String json;

  @Option(
      names = "--continue",
      description = "Go on from the checkpoint that an interrupted fit left in the folder.")
  private boolean goOn;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; all processors unless given. The result is the same for any number.")
  private String threads;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "With --engine spark: parts that the examples are cut into; one a core unless given. The"
              + " result is the same for any number.")
  private String partitions;

  RigFitCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws IOException, UserError {
    FitSettings settings = settings();
    RigModel model = RigOptions.model(modelFile, console);
    String name = model.name();
    Path folder = RigOptions.folder(output, name + "-rig");
    Path jsonFile = json == null ? null : SceneArgument.path(json);
    if (jsonFile != null && Files.isDirectory(jsonFile)) {
      throw new UserError("cannot write " + jsonFile + ": it is a folder");
    }
    Path checkpointFile = folder.resolve(name + ".checkpoint");
    FitCheckpoint from = limbs ? null : checkpoint(checkpointFile, FitCheckpoint::read);
    BodyCheckpoint body = limbs ? checkpoint(checkpointFile, BodyCheckpoint::read) : null;
    String blocks = examples.blocks();
    Job job = new Job(model, settings, from, body, folder, name, checkpointFile, jsonFile);
    if (limbs && blocks != null) {
      throw new UserError("--limbs needs the clips' own shapes, not an example set");
    }
    if (engine.isCluster()) {
      int parts =
          partitions == null ? 0 : RigOptions.whole("--partitions", partitions, 1, 1_000_000);
      try (Cluster cluster = engine.start(console)) {
        return fitOn(cluster, parts, blocks, job);
      }
    }
    if (partitions != null) {
      throw new UserError("--partitions is for --engine spark");
    }
    if (blocks != null) {
      try (ExampleSet set = RigOptions.open(blocks)) {
        RigOptions.requireSame(model, set, blocks);
        return fit(
            job,
            set.exampleCount(),
            clips(model),
            p -> RigFit.fit(set, settings, model.weights(), from, p));
      }
    }
    try (RigStore store = store(model, folder);
        ExampleSink sink = store.sink()) {
      List<RigClip> clips = load(model, sink);
      try (ExampleSet set = sink.finish()) {
        return fit(
            job,
            set.exampleCount(),
            clips,
            p ->
                limbs
                    ? BodyFit.fit(slices(set, clips), settings, body, p)
                    : RigFit.fit(set, settings, model.weights(), from, p));
      }
    }
  }

  /** The fit itself, wherever it runs. */
  private interface Fitter {
    FitResult fit(FitProgress progress) throws IOException, FitStoppedException;
  }

  /** What is fitted and where its files go. */
  private record Job(
      RigModel model,
      FitSettings settings,
      FitCheckpoint from,
      BodyCheckpoint body,
      Path folder,
      String name,
      Path checkpointFile,
      Path jsonFile) {}

  /** On a cluster; shapes that are no example set become one first. */
  private Integer fitOn(Cluster cluster, int parts, String blocks, Job job)
      throws IOException, UserError {
    if (blocks != null) {
      try (ExampleSet set = cluster.open(blocks)) {
        RigOptions.requireSame(job.model(), set, blocks);
        return fit(
            job,
            set.exampleCount(),
            clips(job.model()),
            p -> whole(job, set, p, cluster.engine(blocks, parts)));
      }
    }
    List<Path> places = new ArrayList<>();
    List<RigClip> clips;
    try (RigStore store = store(job.model(), job.folder());
        ExampleSink sink = store.sink()) {
      clips = load(job.model(), sink);
      try (ExampleSet set = sink.finish()) {
        List<ExampleSet> sets = limbs ? slices(set, clips) : List.of(set);
        for (int k = 0; k < sets.size(); k++) {
          String part = limbs ? "-limb-" + (k + 1) : "";
          places.add(job.folder().resolve(job.name() + part + ".examples"));
          ExampleFolder.copy(sets.get(k), places.get(k));
        }
      }
    }
    List<ExampleSet> sets = new ArrayList<>();
    try {
      List<BlockEngine.Start> engines = new ArrayList<>();
      int count = 0;
      for (Path place : places) {
        sets.add(cluster.open(place.toString()));
        engines.add(cluster.engine(place.toString(), parts));
        count += sets.get(sets.size() - 1).exampleCount();
      }
      return fit(
          job,
          count,
          clips,
          p ->
              limbs
                  ? BodyFit.fit(sets, job.settings(), job.body(), p, engines)
                  : whole(job, sets.get(0), p, engines.get(0)));
    } finally {
      for (ExampleSet set : sets) {
        set.close();
      }
    }
  }

  private static FitResult whole(
      Job job, ExampleSet set, FitProgress progress, BlockEngine.Start where)
      throws IOException, FitStoppedException {
    return RigFit.fit(set, job.settings(), job.model().weights(), job.from(), progress, where);
  }

  private RigStore store(RigModel model, Path folder) throws IOException, UserError {
    return RigStore.of(model.rest(), model.skeleton(), examples.floats(model), folder);
  }

  private List<RigClip> load(RigModel model, ExampleSink sink) throws IOException, UserError {
    ExampleLoader loader = examples.load(modelFile, model, sink, console);
    if (sink.count() == 0) {
      throw new UserError("there are no examples: the shapes hold no frame");
    }
    return loader.clips();
  }

  /** The model's own clips: what is baked where the examples are no clips. */
  private static List<RigClip> clips(RigModel model) {
    return model.source().animations().stream().map(a -> RigClip.even(model, a, 0)).toList();
  }

  private FitSettings settings() throws UserError {
    FitSettings s =
        FitSettings.DEFAULT
            .withHelpers(RigOptions.whole("--helpers", helpers, 0, 256))
            .withInfluences(RigOptions.whole("--influences", influences, 1, 32))
            .withIterations(
                RigOptions.whole("--iterations", iterations, 0, 10_000),
                FitSettings.DEFAULT.tolerance())
            .withSmooth((float) RigOptions.number("--smooth", smooth, 0, 1e6))
            .withDegree(RigOptions.whole("--degree", degree, 1, 3), cross)
            .withRefinements(RigOptions.whole("--refine", refine, 0, 1000))
            .withThreads(RigOptions.threads(threads));
    s =
        switch (lambda.strip().toLowerCase(Locale.ROOT)) {
          case "auto", "bic" -> s.withLambda(FitSettings.LambdaChoice.BIC);
          case "aic" -> s.withLambda(FitSettings.LambdaChoice.AIC);
          case "cv" -> s.withLambda(FitSettings.LambdaChoice.CROSS_VALIDATION);
          default -> s.withLambda(RigOptions.number("--lambda", lambda, 0, 1e12));
        };
    return kernels == null ? s : s.withKernels(RigOptions.whole("--kernels", kernels, 1, 1024));
  }

  /** Reads a kind of checkpoint. */
  private interface Opener<T> {
    T read(Path file) throws IOException;
  }

  private <T> T checkpoint(Path file, Opener<T> opener) throws IOException, UserError {
    if (!goOn) {
      return null;
    }
    if (!Files.exists(file)) {
      throw new UserError("there is nothing to continue: no " + file);
    }
    try {
      return opener.read(file);
    } catch (IOException e) {
      throw new BadFileException(
          file,
          "",
          "the checkpoint of this kind of fit, with --limbs or without",
          String.valueOf(e.getMessage()),
          "give the options of the fit that was stopped, or fit anew",
          e);
    }
  }

  /** Fits and writes everything. */
  private Integer fit(Job job, int count, List<RigClip> clips, Fitter fitter)
      throws IOException, UserError {
    RigModel model = job.model();
    FitSettings settings = job.settings();
    Path folder = job.folder();
    String name = job.name();
    console.say(
        String.format(
            Locale.ROOT,
            "%s: %,d vertices, %d joints, %,d examples; %d helpers, at most %d bones a vertex",
            name,
            model.rest().vertexCount(),
            model.skeleton().jointCount(),
            count,
            settings.helpers(),
            settings.influences()));
    FitResult result;
    try (ProgressLine line = new ProgressLine(console, "fitting", "per mille", 1000)) {
      FitProgress progress =
          (phase, fraction, rms) -> {
            line.at((int) Math.round(1000 * Math.max(0, Math.min(1, fraction))));
            return !stop.isWished();
          };
      result = fitter.fit(progress);
    } catch (FitStoppedException e) {
      if (e.checkpoint() == null && e.body() == null) {
        console.say("interrupted: there was nothing to keep yet");
      } else {
        Files.createDirectories(folder);
        if (e.body() != null) {
          e.body().write(job.checkpointFile());
        } else {
          e.checkpoint().write(job.checkpointFile());
        }
        console.say(
            "interrupted: " + job.checkpointFile() + " holds what was done; go on with --continue");
      }
      return ExitCode.INTERRUPTED;
    } catch (IllegalArgumentException e) {
      throw new UserError("these examples cannot be fitted: " + e.getMessage());
    }
    FitReport report = result.report();
    report.notes().forEach(n -> console.say("note: " + n));
    tell(model, result);
    List<Path> written =
        new ArrayList<>(RigExporter.write(model, result.rig(), clips, folder, name));
    String text = RigReport.json(model, count, settings.helpers(), result);
    Path reportFile = folder.resolve(name + ".report.json");
    SafeFiles.writeString(reportFile, text);
    written.add(reportFile);
    if (job.jsonFile() != null) {
      SafeFiles.writeString(job.jsonFile(), text);
      written.add(job.jsonFile());
    }
    written.addAll(RigReport.pictures(model, result, folder, name));
    Files.deleteIfExists(job.checkpointFile());
    written.forEach(f -> console.out().println(f));
    console.next(
        "blender --python " + Console.shell(folder.resolve(name + ".drivers.py")),
        "the rig in Blender, helpers driven by the joints; the GLB plays anywhere");
    return ExitCode.DONE;
  }

  /** The examples of each clip. */
  private static List<ExampleSet> slices(ExampleSet set, List<RigClip> clips) {
    List<ExampleSet> out = new ArrayList<>();
    int at = 0;
    for (RigClip clip : clips) {
      out.add(new ExampleSlice(set, at, clip.frameCount()));
      at += clip.frameCount();
    }
    return out;
  }

  private void tell(RigModel model, FitResult result) {
    FitReport r = result.report();
    double percent = 100 / Math.max(1e-30, r.size());
    console.say(
        String.format(
            Locale.ROOT,
            "RMS error: joints alone %.4g, with free helpers %.4g, with controllers %.4g"
                + " (%.2f, %.2f, %.2f percent of the model's size); largest %.4g; %.1f s",
            r.drivers().rms(),
            r.stage1().rms(),
            r.stage2().rms(),
            percent * r.drivers().rms(),
            percent * r.stage1().rms(),
            percent * r.stage2().rms(),
            r.stage2().max(),
            r.seconds().total()));
    for (Helper h : result.rig().helpers()) {
      console.say(
          String.format(
              Locale.ROOT,
              "  %s below %s: %d terms%s",
              h.name(),
              model.skeleton().name(h.parent()),
              h.controller().termCount(),
              h.controller().kernelCount() == 0
                  ? ""
                  : ", " + h.controller().kernelCount() + " kernels"));
    }
  }
}
