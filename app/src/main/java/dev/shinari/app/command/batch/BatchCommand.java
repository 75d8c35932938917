package dev.shinari.app.command.batch;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.command.option.EngineOptions;
import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.command.rig.RigOptions;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Simulates a scene many times over, with swept values and seeds, to takes and a table. */
@Command(
    name = "batch",
    description =
        "Sweep a scene over values and seeds: a take for each combination, and a table as CSV, JSON"
            + " and a page with thumbnails. A second start makes only the takes that are missing.",
    sortOptions = false,
    footerHeading = "%nA batch file:%n",
    footer = {
      "  {\"scene\": \"falling-cuboid\", \"frames\": 48,",
      "   \"sweep\": {\"bodies[0].elasticity.frequencyHz\": [2, 4, 8]},",
      "   \"seeds\": 3, \"formats\": [\"glb\"]}"
    })
public final class BatchCommand implements Callable<Integer> {
  private final Console console;
  private final StopSignal stop;

  @Parameters(paramLabel = "FILE", description = "A batch file (.jsonc); see docs/scale.md.")
  private String file;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the takes and the table; out/NAME unless given.")
  private String output;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Takes side by side on this machine; all processors unless given.")
  private String threads;

  @Mixin private EngineOptions engine = new EngineOptions();

  public BatchCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws IOException, UserError, SceneException {
    Path batch = SceneArgument.path(file);
    int crew = RigOptions.threads(threads);
    boolean away = engine.isCluster();
    BatchPlan plan = BatchPlan.read(batch);
    String name = batch.getFileName().toString().replaceFirst("\\.jsonc?$", "");
    Path folder = RigOptions.folder(output, name);
    List<BatchTake> missing = new ArrayList<>();
    for (BatchTake take : plan.takes()) {
      if (!take.isDone(folder.resolve(take.name()))) {
        missing.add(take);
      }
    }
    int done = plan.takes().size() - missing.size();
    console.say(
        name
            + ": "
            + plan.takes().size()
            + " takes"
            + (done == 0 ? "" : ", " + done + " of them are there already"));
    Map<String, String> failures = new TreeMap<>();
    boolean stopped = false;
    try (ProgressLine line = new ProgressLine(console, "batch", "takes", missing.size())) {
      if (missing.isEmpty()) {
        console.say("nothing is missing");
      } else if (away) {
        try (Cluster cluster = engine.start(console)) {
          onCluster(cluster, missing, folder, failures, line);
        }
      } else {
        here(missing, folder, crew, failures, line);
      }
    } catch (CancellationException e) {
      stopped = true;
    } finally {
      if (Files.isDirectory(folder)) {
        new BatchTable(plan, folder, failures).write();
      }
    }
    failures.forEach((take, why) -> console.complain(take + " failed: " + why));
    int whole = 0;
    for (BatchTake take : plan.takes()) {
      whole += take.isDone(folder.resolve(take.name())) ? 1 : 0;
    }
    if (stopped || stop.isWished() && whole < plan.takes().size()) {
      console.say(
          "interrupted: "
              + whole
              + " of "
              + plan.takes().size()
              + " takes are done; the same command goes on");
      return ExitCode.INTERRUPTED;
    }
    for (String f : List.of("index.html", "table.csv", "table.json")) {
      console.out().println(folder.resolve(f));
    }
    if (!failures.isEmpty()) {
      console.say("the same command tries the takes that failed again");
      return ExitCode.FAILED;
    }
    console.next(
        "open " + Console.shell(folder.resolve("index.html")), "all takes, with thumbnails");
    return ExitCode.DONE;
  }

  /** Takes side by side in threads of this machine. */
  private void here(
      List<BatchTake> missing,
      Path folder,
      int crew,
      Map<String, String> failures,
      ProgressLine line)
      throws IOException {
    int[] done = {0};
    IOException[] broken = {null};
    try (Workers workers = new Workers(Math.max(1, Math.min(crew, missing.size())))) {
      workers.run(
          missing.size(),
          (n, worker) -> {
            BatchTake take = missing.get(n);
            synchronized (done) {
              if (stop.isWished() || broken[0] != null) {
                return;
              }
            }
            Path part = folder.resolve("." + take.name() + ".part");
            String failure = null;
            try {
              BatchTake.delete(part);
              if (take.shoot(part, stop)) {
                place(part, folder.resolve(take.name()));
              }
            } catch (SceneException | UserError | RuntimeException e) {
              failure = String.valueOf(e.getMessage());
            } catch (IOException e) {
              synchronized (done) {
                broken[0] = e; // a full disk is full for all of them
              }
            } finally {
              discard(part);
            }
            synchronized (done) {
              if (failure != null) {
                failures.put(take.name(), failure);
              }
              line.at(++done[0]);
            }
          });
    }
    if (broken[0] != null) {
      throw new IOException(
          broken[0].getMessage() + "; the takes that were finished stay, the same command goes on",
          broken[0]);
    }
    if (stop.isWished()) {
      throw new CancellationException();
    }
  }

  private void onCluster(
      Cluster cluster,
      List<BatchTake> missing,
      Path folder,
      Map<String, String> failures,
      ProgressLine line)
      throws IOException {
    int[] done = {0};
    cluster.run(
        missing,
        BatchTake::shootAway,
        (n, packed) -> {
          BatchTake take = missing.get(n);
          if (packed.failure() != null) {
            failures.put(take.name(), packed.failure());
          } else {
            Path part = folder.resolve("." + take.name() + ".part");
            try {
              BatchTake.delete(part);
              BatchTake.unpack(packed.files(), part);
              place(part, folder.resolve(take.name()));
            } finally {
              discard(part);
            }
          }
          line.at(++done[0]);
        },
        stop::isWished);
  }

  /** Puts a finished take where an older one may stand. */
  private static void place(Path part, Path target) throws IOException {
    BatchTake.delete(target);
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void discard(Path part) {
    try {
      BatchTake.delete(part);
    } catch (IOException e) {
      // The next start deletes it before it writes there.
      part.toFile().deleteOnExit();
    }
  }
}
