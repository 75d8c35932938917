package dev.shinari.app.command;

import dev.shinari.app.Console;
import dev.shinari.app.Refusal;
import dev.shinari.app.Stop;
import dev.shinari.app.film.Performance;
import dev.shinari.io.MeshFile;
import dev.shinari.io.Meshes;
import dev.shinari.io.scene.Near;
import dev.shinari.io.scene.Preset;
import dev.shinari.io.scene.Scene;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.mesh.Bounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Drops any mesh into a ready scene: scaled to a hand-friendly size whatever its units, tilted, set
 * spinning, above a floor. The scene is written beside the film, as a start for one's own.
 */
@Command(
    name = "try",
    description = "Drop any mesh on a floor and watch: no scene file needed.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari try bunny.obj",
      "  shinari try statue.glb --as foam -o statue",
      "  shinari try part.msh --as jelly --set bodies[0].cage.resolution=32"
    })
public final class TryCommand implements Callable<Integer> {
  /** Longest side of the body in the scene, metres. */
  private static final double SIZE = 0.8;

  private final Console console;
  private final Stop stop;

  @Parameters(
      paramLabel = "MESH",
      description = "A mesh file: OBJ, PLY, GLB, glTF, TetGen (.node, .ele) or Gmsh (.msh).")
  private String mesh;

  @Option(
      names = "--as",
      paramLabel = "PRESET",
      description = "Material: jelly, rubber (unless given), foam, flesh or paper.")
  private String as = "rubber";

  @Mixin private FilmOptions options = new FilmOptions();

  public TryCommand(Console console, Stop stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws Exception {
    Preset preset = Preset.of(as.strip().toLowerCase(Locale.ROOT));
    if (preset == null) {
      String near = Near.to(as, Preset.words());
      throw new Refusal(
          "unknown preset "
              + as
              + (near == null ? "" : ", did you mean " + near + "?")
              + " (known: "
              + String.join(", ", Preset.words())
              + ")");
    }
    Path file = SceneArgument.path(mesh);
    if (!Files.exists(file)) {
      throw new Refusal("there is no file " + mesh + SceneArgument.nearFile(file));
    }
    if (SceneArgument.isScene(mesh)) {
      throw new Refusal(mesh + " is a scene, not a mesh: shinari run " + mesh);
    }
    MeshFile read = Meshes.read(file);
    Bounds bounds = read.surface().bounds();
    if (read.surface().triangleCount() == 0 || !(bounds.longestSide() > 0)) {
      throw new Refusal(mesh + " holds no surface: expected triangles around a volume");
    }
    String name = nameOf(file);
    Path folder = options.folder(name);
    String text = scene(name, preset, bounds, pathIn(folder, file));
    SceneFile scene =
        SceneFile.parse(
            "the scene made for " + mesh, text, folder.toAbsolutePath(), options.settings());
    Scene s = scene.scene();
    return new Film(Performance.of(s), mesh, options, console, stop).shoot(text);
  }

  /** The mesh as seen from the folder of the scene, so that both can be moved together. */
  private static String pathIn(Path folder, Path file) {
    Path from = folder.toAbsolutePath().normalize();
    Path to = file.toAbsolutePath().normalize();
    Path shown = from.getRoot().equals(to.getRoot()) ? from.relativize(to) : to;
    return shown.toString().replace('\\', '/');
  }

  private static String nameOf(Path file) {
    String s = String.valueOf(file.getFileName());
    int dot = s.lastIndexOf('.');
    s = (dot > 0 ? s.substring(0, dot) : s).replaceAll("[^A-Za-z0-9._-]", "-");
    s = s.replaceAll("^[^A-Za-z0-9]+", "");
    s = s.length() > 60 ? s.substring(0, 60) : s;
    return s.isEmpty() ? "mesh" : s;
  }

  private static String scene(String name, Preset preset, Bounds b, String path) {
    double scale = SIZE / b.longestSide();
    // Half of the diagonal clears the floor whatever the tilt.
    double height = 0.5 * b.diagonal() * scale + 0.55;
    return String.format(
        Locale.ROOT,
        """
        // Made by: shinari try. Change it and start it again with: shinari run
        {
          "name": "%s",
          "title": "%s, as %s",
          "description": "a %s body drops on a floor and %s",
          "frames": 72,
          "bodies": [
            {
              "name": "%s",
              "shape": { "kind": "file", "path": %s },
              "cage": { "kind": "lattice", "resolution": 20 },
              "scale": %s,
              "position": [0, %.4f, 0],
              "rotationDeg": [12, 0, 16],
              "spinDegPerSecond": [40, 60, 20],
              "elasticity": "%s",
              "density": %s,
              "restitution": 0.2,
              "color": "#F2A65A",
            },
          ],
          "colliders": [{ "kind": "floor", "friction": 0.6 }],
        }
        """,
        name,
        name,
        preset.word(),
        preset.word(),
        preset.looks(),
        name,
        "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"",
        (float) scale,
        height,
        preset.word(),
        preset.density());
  }
}
