package dev.shinari.app.command.run;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.film.DropScene;
import dev.shinari.app.film.Performance;
import dev.shinari.io.scene.SceneFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Pulls any drawing or mesh apart at its two sides. The scene is written beside the film, as a
 * start for one's own.
 */
@Command(
    name = "tear",
    description = "Pull any drawing or mesh apart at its two sides: no scene file needed.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari tear cat.svg",
      "  shinari tear photo.jpg -o torn",
      "  shinari tear bunny.obj --set bodies[0].tear.levels=3"
    })
public final class TearCommand implements Callable<Integer> {
  private final Console console;
  private final StopSignal stop;

  @Parameters(
      paramLabel = "FILE",
      description = "A drawing (SVG, PNG, JPEG, GIF, WebP) or a mesh (OBJ, PLY, GLB and others).")
  private String file;

  @Mixin private FilmOptions options = new FilmOptions();

  public TearCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws Exception {
    Path path = SceneArgument.path(file);
    if (!Files.exists(path)) {
      throw new UserError("there is no file " + file + SceneArgument.nearFile(path));
    }
    if (SceneArgument.isScene(file)) {
      throw new UserError(file + " is a scene already: shinari run " + file);
    }
    Path folder = options.folder(DropScene.nameOf(path));
    String text = DropScene.torn(path, TryCommand.pathIn(folder, path));
    SceneFile scene =
        SceneFile.parse(
            "the scene made for " + file, text, folder.toAbsolutePath(), options.settings());
    return new Film(Performance.of(scene.scene()), file, options, console, stop).shoot(text);
  }
}
