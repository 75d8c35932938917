package dev.shinari.app.command;

import dev.shinari.app.Console;
import dev.shinari.app.Stop;
import dev.shinari.app.film.Performance;
import dev.shinari.io.scene.SceneFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "  shinari run teddy-drop --format none --stats teddy.json"
    })
public final class RunCommand implements Callable<Integer> {
  private final Console console;
  private final Stop stop;

  @Parameters(
      paramLabel = "SCENE",
      description = "A scene file (.jsonc), or a built-in scene by name.")
  private String scene;

  @Mixin private FilmOptions options = new FilmOptions();

  public RunCommand(Console console, Stop stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws Exception {
    SceneFile file = SceneArgument.read(scene, options.settings());
    return new Film(Performance.of(file.scene()), scene, options, console, stop).shoot(null);
  }
}
