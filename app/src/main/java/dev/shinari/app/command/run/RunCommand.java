package dev.shinari.app.command.run;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.film.Performance;
import dev.shinari.app.library.ReelLibrary;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.scene.ReelFile;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Reel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Simulates a scene to files. */
@Command(
    name = "run",
    description = "Simulate a scene and write it as GLB, OBJ with PC2, contact sheet and GIF.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari run falling-cuboid",
      "  shinari run my.jsonc -o film --format usda,frames",
      "  shinari run jelly-stack --frames 120 --set bodies[0].elasticity=foam",
      "  shinari run teddy-drop --style comic --drawings 12 --transparent --format frames",
      "  shinari run reel --format none,mp4 --size 720p",
      "  shinari run my.jsonc --watch --format none,png",
      "  shinari run teddy-drop --format none --stats teddy.json"
    })
public final class RunCommand implements Callable<Integer> {
  private static final int POLL_MILLIS = 250;

  private final Console console;
  private final StopSignal stop;

  @Parameters(
      paramLabel = "SCENE",
      description = "A scene or reel file (.jsonc), or a built-in one by name.")
  private String scene;

  @Option(
      names = "--watch",
      description = "Run the scene again whenever its file is saved, until Ctrl-C.")
  private boolean watch;

  @Mixin private FilmOptions options = new FilmOptions();

  public RunCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws Exception {
    if (!watch) {
      return once();
    }
    Path path = SceneArgument.path(scene);
    if (!Files.isRegularFile(path)) {
      throw new UserError("--watch needs a file of your own; there is no file " + scene);
    }
    int code = ExitCode.DONE;
    while (!stop.isWished()) {
      FileTime seen = time(path);
      try {
        code = once();
      } catch (SceneException e) {
        e.problems().forEach(p -> console.problem(p.toString()));
        code = ExitCode.WRONG_INPUT;
      } catch (BadFileException e) {
        console.problem(e.getMessage());
        code = ExitCode.WRONG_INPUT;
      }
      console.say("watching " + scene + ": save it to run it again, Ctrl-C to end");
      while (!stop.isWished() && time(path).equals(seen)) {
        Thread.sleep(POLL_MILLIS);
      }
      if (!stop.isWished()) {
        Thread.sleep(POLL_MILLIS); // an editor may still be writing
      }
    }
    return code;
  }

  /** When the file was saved; the epoch while an editor replaces it. */
  private static FileTime time(Path path) {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  private int once() throws IOException, SceneException, UserError {
    if (ReelLibrary.names().contains(scene) && !Files.exists(SceneArgument.path(scene))) {
      Reel reel = ReelLibrary.read(scene, options.reelSettings());
      return new ReelFilm(reel, null, options, console, stop).shoot();
    }
    Path path = SceneArgument.path(scene);
    if (Files.isRegularFile(path) && SceneArgument.isScene(scene) && ReelFile.isReel(path)) {
      Reel reel = ReelFile.read(path, options.reelSettings());
      Path folder = path.toAbsolutePath().getParent();
      return new ReelFilm(reel, folder, options, console, stop).shoot();
    }
    SceneFile file = SceneArgument.read(scene, options.settings());
    return new Film(Performance.of(file.scene()), scene, options, console, stop).shoot(null);
  }
}
