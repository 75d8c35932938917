package dev.shinari.app.command.rig;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.command.option.EngineOptions;
import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.io.rig.FleshFiles;
import dev.shinari.io.rig.LimbFiles;
import dev.shinari.io.rig.RigModel;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleMaker;
import dev.shinari.rig.examples.ExampleRecipe;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.sample.AdaptiveSampler;
import dev.shinari.rig.sample.FleshBody;
import dev.shinari.rig.sample.FleshRecipe;
import dev.shinari.rig.sample.FleshSettings;
import dev.shinari.rig.sample.LimbExamples;
import dev.shinari.rig.sample.LimbPoses;
import dev.shinari.rig.sample.LimbRecipe;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes example data: limbs with virtual muscles, or a user's model with elastic flesh. */
@Command(
    name = "sample",
    description =
        "Make example data to fit a rig to: a limb with virtual muscles, or a skinned model of your"
            + " own whose inside becomes an elastic body.",
    sortOptions = false,
    footerHeading = "%nWhat there is:%n",
    footer = {
      "  leg               dragon-like leg, 663 vertices, 6 x 5 x 9 x 5 x 5 = 6,750 poses",
      "  leg-exaggerated   the same with stronger muscles, 8,322 vertices",
      "  arm               human arm, 11,356 vertices, 20,736 poses (2.8 GB)",
      "  MODEL.glb         a skinned, closed model: flesh around its bones, in the poses of its",
      "                    clips, or (--range 50) with every joint turned up to so many degrees"
    })
final class RigSampleCommand implements Callable<Integer> {
  private final Console console;
  private final StopSignal stop;

  @Parameters(
      paramLabel = "WHAT",
      description = "leg, leg-exaggerated, arm, or a skinned model (.glb, .gltf).")
  private String what;

  @Option(
      names = "--poses",
      paramLabel = "N",
      description =
          "About so many poses, all angles thinned at the same rate; all unless given. For a model of"
              + " your own: at most so many, 500 unless given.")
  private String poses;

  @Option(
      names = "--range",
      paramLabel = "DEG",
      description =
          "For a model of your own: poses with every joint turned up to so far, instead of its"
              + " clips.")
  private String range;

  @Option(
      names = "--resolution",
      paramLabel = "N",
      description =
          "For a model of your own: cells of the flesh along its longest side; 22 unless"
              + " given.")
  private String resolution;

  @Option(
      names = "--adaptive",
      paramLabel = "ERROR",
      description =
          "Keep only the poses that a rig of four helpers needs: add those where it is worst until"
              + " its RMS error is at most this share of the model's size, e.g. 0.005.")
  private String adaptive;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the files; out/WHAT unless given.")
  private String output;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; all processors unless given.")
  private String threads;

  @Option(
      names = "--blocks",
      paramLabel = "PLACE",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Write the shapes as an example set in chunk files instead of PC2: to DIR/NAME.examples,"
              + " or to the folder or address (hdfs:, s3a:, with --engine spark) given here.")
  private String blocks;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "With --range: another choice of poses; pose n depends on S and n alone.")
  private String seed = "0";

  @Option(
      names = "--from",
      paramLabel = "N",
      description = "With --range: begin with pose n, to make some of a larger set again.")
  private String from = "0";

  @Mixin private EngineOptions engine = new EngineOptions();

  RigSampleCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws IOException, UserError {
    String word = what.strip().toLowerCase(Locale.ROOT);
    if (word.endsWith(".glb") || word.endsWith(".gltf")) {
      return flesh();
    }
    if (range != null || resolution != null) {
      throw new UserError("--range and --resolution are for models of your own (.glb, .gltf)");
    }
    if (!LimbRecipe.NAMES.contains(word)) {
      String near = DidYouMean.to(word, LimbRecipe.NAMES);
      throw new UserError(
          "there is no sample "
              + what
              + (near == null ? "" : ", did you mean " + near + "?")
              + " (known: "
              + String.join(", ", LimbRecipe.NAMES)
              + ")");
    }
    MuscleLimb limb = LimbRecipe.limb(word);
    int crew = RigOptions.threads(threads);
    PoseGrid grid = PoseGrid.of(limb.turns());
    if (poses != null) {
      int wanted = RigOptions.whole("--poses", poses, 1, grid.count());
      grid = PoseGrid.thinned(limb.turns(), wanted);
    }
    Path folder = RigOptions.folder(output, word);
    console.say(
        String.format(
            Locale.ROOT,
            "%s: %,d vertices, %d muscles, %,d poses, %,d MB",
            word,
            limb.mesh().vertexCount(),
            limb.muscleCount(),
            grid.count(),
            12L * limb.mesh().vertexCount() * grid.count() / 1_000_000));
    double[][] all = LimbFiles.rotations(limb, grid);
    double[][] kept = all;
    if (adaptive != null) {
      int[] indices =
          adapt(
              new LimbPoses(limb, grid),
              grid.corners(),
              limb.mesh(),
              LimbExamples.skeleton(limb),
              LimbExamples.weights(limb),
              crew);
      kept = Arrays.stream(indices).mapToObj(i -> all[i]).toArray(double[][]::new);
    }
    double[][] chosen = kept;
    if (blocks != null || engine.isCluster()) {
      return writtenAsBlocks(
          new LimbRecipe(word, chosen),
          folder,
          word,
          crew,
          () -> LimbFiles.writeModel(limb, chosen, folder, word));
    }
    return written(
        chosen.length, progress -> LimbFiles.write(limb, chosen, folder, word, crew, progress));
  }

  private Integer flesh() throws IOException, UserError {
    RigModel model = RigOptions.model(what, console);
    int most = RigOptions.whole("--poses", poses == null ? "500" : poses, 1, 1_000_000);
    FleshSettings settings =
        resolution == null
            ? FleshSettings.DEFAULT
            : new FleshSettings(
                RigOptions.whole("--resolution", resolution, 4, 200),
                FleshSettings.DEFAULT.boneShare(),
                FleshSettings.DEFAULT.steps());
    double[][] chosen =
        range == null
            ? FleshFiles.posesOfClips(model, most)
            : FleshBody.poses(
                model.skeleton(),
                model.restPose(),
                RigOptions.number("--range", range, 0.1, 170),
                RigOptions.whole("--seed", seed, 0, Integer.MAX_VALUE),
                RigOptions.whole("--from", from, 0, Integer.MAX_VALUE - most),
                most);
    if (chosen.length == 0) {
      throw new UserError(what + " has no clips: say how far the joints turn with --range DEG");
    }
    String name = model.name() + "-flesh";
    Path folder = RigOptions.folder(output, name);
    FleshBody body;
    try {
      body = new FleshBody(model.rest(), model.skeleton(), model.weights(), settings);
    } catch (IllegalArgumentException e) {
      throw new UserError(what + " cannot get flesh: " + e.getMessage());
    }
    body.notes().forEach(n -> console.say("note: " + n));
    console.say(
        String.format(
            Locale.ROOT,
            "%s: %,d particles of flesh, %,d of them held by %d bones; %,d poses",
            name,
            body.particleCount(),
            body.heldCount(),
            model.skeleton().jointCount(),
            chosen.length));
    double[][] kept = chosen;
    if (adaptive != null) {
      int[] indices =
          adapt(
              poses(body, chosen),
              first(chosen.length),
              model.rest(),
              model.skeleton(),
              model.weights(),
              RigOptions.threads(threads));
      kept = Arrays.stream(indices).mapToObj(i -> chosen[i]).toArray(double[][]::new);
    }
    double[][] last = kept;
    if (blocks != null || engine.isCluster()) {
      return writtenAsBlocks(
          new FleshRecipe(model.rest(), model.skeleton(), model.weights(), settings, last),
          folder,
          name,
          RigOptions.threads(threads),
          () -> FleshFiles.writeModel(model, last, folder, name));
    }
    return written(
        last.length, progress -> FleshFiles.write(model, body, last, folder, name, progress));
  }

  /** A pose is simulated once, however often it is looked at. */
  private static ExampleMaker poses(FleshBody body, double[][] all) {
    float[][] shapes = new float[all.length][];
    return new ExampleMaker() {
      @Override
      public int count() {
        return all.length;
      }

      @Override
      public void example(int index, double[] pose, float[] positions) {
        if (shapes[index] == null) {
          shapes[index] = new float[positions.length];
          body.shape(all[index], shapes[index]);
        }
        System.arraycopy(all[index], 0, pose, 0, pose.length);
        System.arraycopy(shapes[index], 0, positions, 0, positions.length);
      }
    };
  }

  private static int[] first(int count) {
    int n = Math.min(32, count);
    return IntStream.range(0, n).map(k -> (int) ((long) k * count / n)).toArray();
  }

  private int[] adapt(
      ExampleMaker candidates,
      int[] start,
      TriangleMesh rest,
      RigSkeleton skeleton,
      SkinWeights weights,
      int crew)
      throws IOException, UserError {
    double share = RigOptions.number("--adaptive", adaptive, 0, 1);
    double size = rest.bounds().longestSide();
    FitSettings fit =
        FitSettings.DEFAULT.withIterations(8, 1e-3f).withRefinements(0).withThreads(crew);
    try {
      AdaptiveSampler.Result result =
          AdaptiveSampler.choose(
              candidates,
              start,
              new AdaptiveSampler.SkinnedMesh(rest, skeleton, weights),
              fit,
              new AdaptiveSampler.Settings(24, 400, share * size, candidates.count()),
              round -> {
                console.say(
                    String.format(
                        Locale.ROOT,
                        "%,d poses: RMS error %.4g, %.3f percent of the model's size",
                        round.examples(),
                        round.rms(),
                        100 * round.rms() / size));
                return !stop.isWished();
              });
      AdaptiveSampler.Round last = result.rounds().get(result.rounds().size() - 1);
      if (last.rms() > share * size && !stop.isWished()) {
        console.say(
            "note: the error was not reached with all poses: allow more helpers when fitting");
      }
      return result.chosen();
    } catch (FitStoppedException | IllegalArgumentException e) {
      throw new UserError("no rig can be fitted to these poses: " + e.getMessage());
    }
  }

  /** What writes a model and its shapes. */
  private interface Work {
    List<Path> write(ExportProgress progress) throws IOException;
  }

  /** What writes the model beside an example set. */
  private interface ModelWork {
    Path write() throws IOException;
  }

  private Integer writtenAsBlocks(
      ExampleRecipe recipe, Path folder, String name, int crew, ModelWork model)
      throws IOException, UserError {
    String place =
        blocks == null || blocks.isEmpty() ? folder.resolve(name + ".examples").toString() : blocks;
    boolean cluster = engine.isCluster();
    if (!cluster && place.contains("://")) {
      throw new UserError(place + " is on another file system: write it with --engine spark");
    }
    Path glb;
    try (Cluster machines = cluster ? engine.start(console) : null;
        ProgressLine line = new ProgressLine(console, "posing", "poses", recipe.count())) {
      Files.createDirectories(folder);
      if (cluster) {
        machines.sample(recipe, place, line::at, stop::isWished);
      } else {
        AtomicInteger done = new AtomicInteger();
        ExampleFolder.write(
            SceneArgument.path(place),
            recipe,
            crew,
            n -> {
              int now = done.addAndGet(n);
              synchronized (line) {
                line.at(now);
              }
              if (stop.isWished()) {
                throw new CancellationException();
              }
            });
      }
      glb = model.write();
    } catch (CancellationException e) {
      console.say("interrupted: the example set is not whole; the same command makes it anew");
      return ExitCode.INTERRUPTED;
    } catch (IllegalArgumentException e) {
      throw new UserError("these examples cannot be used: " + e.getMessage());
    }
    console.out().println(glb);
    console.out().println(place);
    console.next(
        "shinari rig fit "
            + Console.shell(glb)
            + " --targets "
            + Console.shell(place)
            + (cluster ? " --engine spark" : ""),
        "helper bones for it");
    return ExitCode.DONE;
  }

  private Integer written(int count, Work work) throws IOException {
    List<Path> files;
    try (ProgressLine line = new ProgressLine(console, "posing", "poses", count)) {
      files =
          work.write(
              (file, done, total) -> {
                line.at(done);
                if (stop.isWished()) {
                  throw new CancellationException();
                }
              });
    } catch (CancellationException e) {
      console.say("interrupted: no shapes were written");
      return ExitCode.INTERRUPTED;
    }
    files.forEach(f -> console.out().println(f));
    console.next(
        "shinari rig fit "
            + Console.shell(files.get(0))
            + " --targets "
            + Console.shell(files.get(1)),
        "helper bones for it");
    return ExitCode.DONE;
  }
}
