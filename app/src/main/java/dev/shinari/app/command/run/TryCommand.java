package dev.shinari.app.command.run;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.film.DropScene;
import dev.shinari.app.film.Performance;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.plan.Preset;
import dev.shinari.io.scene.plan.Scene;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Drops any mesh or drawing into a ready scene: scaled to a hand-friendly size whatever its units,
 * tilted, set spinning, above a floor. The scene is written beside the film, as a start for one's
 * own.
 */
@Command(
    name = "try",
    description = "Drop any mesh or drawing on a floor and watch: no scene file needed.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari try bunny.obj",
      "  shinari try cat.svg --as jelly",
      "  shinari try statue.glb --as foam -o statue",
      "  shinari try part.msh --as jelly --set bodies[0].cage.resolution=32"
    })
public final class TryCommand implements Callable<Integer> {
  private final Console console;
  private final StopSignal stop;

  @Parameters(
      paramLabel = "FILE",
      description =
          "A mesh (OBJ, PLY, GLB, glTF, TetGen .node and .ele, Gmsh .msh) or a drawing (SVG, PNG,"
              + " JPEG, GIF, WebP).")
  private String mesh;

  @Option(
      names = "--as",
      paramLabel = "PRESET",
      description = "Material: jelly, rubber (unless given), foam, flesh or paper.")
  private String as = "rubber";

  @Mixin private FilmOptions options = new FilmOptions();

  public TryCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws Exception {
    Preset preset = Preset.of(as.strip().toLowerCase(Locale.ROOT));
    if (preset == null) {
      String near = DidYouMean.to(as, Preset.words());
      throw new UserError(
          "unknown preset "
              + as
              + (near == null ? "" : ", did you mean " + near + "?")
              + " (known: "
              + String.join(", ", Preset.words())
              + ")");
    }
    Path file = SceneArgument.path(mesh);
    if (!Files.exists(file)) {
      throw new UserError("there is no file " + mesh + SceneArgument.nearFile(file));
    }
    if (SceneArgument.isScene(mesh)) {
      throw new UserError(mesh + " is a scene already: shinari run " + mesh);
    }
    String name = DropScene.nameOf(file);
    Path folder = options.folder(name);
    String path = pathIn(folder, file);
    String text =
        SceneArgument.isDrawing(mesh)
            ? DropScene.ofDrawing(file, path, preset)
            : DropScene.ofMesh(file, path, preset, true);
    SceneFile scene =
        SceneFile.parse(
            "the scene made for " + mesh, text, folder.toAbsolutePath(), options.settings());
    Scene s = scene.scene();
    return new Film(Performance.of(s), mesh, options, console, stop).shoot(text);
  }

  /** The mesh as seen from the folder of the scene, so that both can be moved together. */
  static String pathIn(Path folder, Path file) {
    Path from = folder.toAbsolutePath().normalize();
    Path to = file.toAbsolutePath().normalize();
    Path shown = from.getRoot().equals(to.getRoot()) ? from.relativize(to) : to;
    return shown.toString().replace('\\', '/');
  }
}
