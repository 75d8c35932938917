package dev.shinari.app.command;

import dev.shinari.app.Console;
import dev.shinari.app.ExitCode;
import dev.shinari.app.ProgressLine;
import dev.shinari.app.Refusal;
import dev.shinari.app.Stop;
import dev.shinari.io.rig.LimbFiles;
import dev.shinari.io.scene.Near;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes example data: limbs with virtual muscles. */
@Command(
    name = "sample",
    description = "Make example data to fit a rig to: a limb with virtual muscles.",
    sortOptions = false,
    footerHeading = "%nWhat there is:%n",
    footer = {
      "  leg               dragon-like leg, 663 vertices, 6 x 5 x 9 x 5 x 5 = 6,750 poses",
      "  leg-exaggerated   the same with stronger muscles, 8,322 vertices",
      "  arm               human arm, 11,356 vertices, 20,736 poses (2.8 GB)"
    })
final class RigSampleCommand implements Callable<Integer> {
  private static final List<String> KNOWN = List.of("leg", "leg-exaggerated", "arm");

  private final Console console;
  private final Stop stop;

  @Parameters(paramLabel = "WHAT", description = "leg, leg-exaggerated or arm.")
  private String what;

  @Option(
      names = "--poses",
      paramLabel = "N",
      description = "About so many poses, all angles thinned at the same rate; all unless given.")
  private String poses;

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

  RigSampleCommand(Console console, Stop stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws IOException, Refusal {
    String word = what.strip().toLowerCase(Locale.ROOT);
    MuscleLimb limb =
        switch (word) {
          case "leg" -> LimbModels.leg();
          case "leg-exaggerated" -> LimbModels.exaggeratedLeg();
          case "arm" -> LimbModels.arm();
          default -> {
            String near = Near.to(word, KNOWN);
            throw new Refusal(
                "there is no sample "
                    + what
                    + (near == null ? "" : ", did you mean " + near + "?")
                    + " (known: "
                    + String.join(", ", KNOWN)
                    + ")");
          }
        };
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
    List<Path> written;
    try (ProgressLine line = new ProgressLine(console, "posing", "poses", grid.count())) {
      written =
          LimbFiles.write(
              limb,
              LimbFiles.rotations(limb, grid),
              folder,
              word,
              crew,
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
    written.forEach(f -> console.out().println(f));
    console.next(
        "shinari rig fit "
            + Console.shell(written.get(0))
            + " --targets "
            + Console.shell(written.get(1)),
        "helper bones for it");
    return ExitCode.DONE;
  }
}
