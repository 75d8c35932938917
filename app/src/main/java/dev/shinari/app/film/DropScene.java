package dev.shinari.app.film;

import dev.shinari.io.MeshReader;
import dev.shinari.io.drawing.Drawing;
import dev.shinari.io.drawing.DrawingReader;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.scene.plan.Preset;
import dev.shinari.mesh.Bounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A ready scene around somebody's own file: a mesh is scaled to a hand-friendly size whatever its
 * units, tilted, set spinning, above a floor; a drawing stands upright; either can be pulled apart.
 */
public final class DropScene {
  /** Longest side of the body in the scene, meters. */
  private static final double SIZE = 0.8;

  /** Cells in the box around a body: enough to bend well, few enough to play with. */
  private static final double CELLS = 2200;

  private static final int COARSEST = 10;
  private static final int FINEST = 30;

  private DropScene() {}

  /** A name for files and messages, from a file's. */
  public static String nameOf(Path file) {
    String s = String.valueOf(file.getFileName());
    int dot = s.lastIndexOf('.');
    s = (dot > 0 ? s.substring(0, dot) : s).replaceAll("[^A-Za-z0-9._-]", "-");
    s = s.replaceAll("^[^A-Za-z0-9]+", "");
    s = s.length() > 60 ? s.substring(0, 60) : s;
    return s.isEmpty() ? "mesh" : s;
  }

  /**
   * The text of a scene that drops a mesh.
   *
   * @param path the mesh's file as the scene names it
   * @param poses whether shape keys of the file become example poses
   */
  public static String ofMesh(Path file, String path, Preset preset, boolean poses)
      throws IOException {
    Bounds b = boundsOf(file);
    boolean keys = poses && hasShapeKeys(file);
    double scale = SIZE / b.longestSide();
    // Half of the diagonal clears the floor whatever the tilt.
    double height = 0.5 * b.diagonal() * scale + 0.35;
    String name = nameOf(file);
    return String.format(
        Locale.ROOT,
        """
        // Made by Shinari around a file. Change it and start it again with: shinari run
        {
          "name": "%s",
          "title": "%s, as %s",
          "description": "a %s body drops on a floor and %s",
          "frames": 72,
          "bodies": [
            {
              "name": "%s",
              "shape": { "kind": "file", "path": %s },
              "cage": { "kind": "%s", "resolution": %d },
              "scale": %s,
              "position": [0, %.4f, 0],
              "rotationDeg": [12, 0, 16],
              "spinDegPerSecond": [40, 60, 20],
              "elasticity": "%s",
              "density": %s,
              "restitution": 0.2,
              "color": "#F2A65A",
        %s    },
          ],
          "colliders": [{ "kind": "floor", "friction": 0.6 }],
          "camera": { "follow": "keep" },
        }
        """,
        name,
        name,
        preset.word(),
        preset.word(),
        preset.looks(),
        name,
        quoted(path),
        keys ? "tet" : "lattice",
        resolution(b),
        (float) scale,
        height,
        preset.word(),
        preset.density(),
        keys ? "      \"examples\": { \"poses\": [\"morph\"], \"beta\": 0.9 },\n" : "");
  }

  /** The text of a scene with a drawing that can be pulled to pieces. */
  public static String ofDrawing(Path file, String path) throws IOException {
    String name = nameOf(file);
    return String.format(
        Locale.ROOT,
        """
        // Made by Shinari around a drawing. Change it and start it again with: shinari run
        {
          "name": "%s",
          "title": "%s, to be torn",
          "description": "a drawing that can be pulled to pieces",
          "frames": 72,
          "gravity": [0, -2, 0],
          "bodies": [
            {
              "name": "%s",
              "shape": { "kind": "drawing", "file": %s, "height": %.4f },
              "cage": { "resolution": 18, "halfWidth": 1 },
              "position": [0, 0.6, 0],
              "elasticity": { "frequencyHz": 5, "dampingRatio": 0.3 },
              "tear": { "split": 1.15, "tear": 1.5, "levels": 2, "outlineLevels": 1 },
            },
          ],
          "colliders": [{ "kind": "floor", "friction": 0.6 }],
        }
        """,
        name,
        name,
        name,
        quoted(path),
        height(file, 1));
  }

  /** The text of a scene that drops a drawing, a little tilted. */
  public static String ofDrawing(Path file, String path, Preset preset) throws IOException {
    String name = nameOf(file);
    Drawing d = DrawingReader.read(file);
    double[] b = d.bounds();
    double high = height(d, SIZE);
    double diagonal = high * Math.hypot((b[2] - b[0]) / (b[3] - b[1]), 1);
    return String.format(
        Locale.ROOT,
        """
        // Made by Shinari around a drawing. Change it and start it again with: shinari run
        {
          "name": "%s",
          "title": "%s, as %s",
          "description": "a drawing of %s drops on a floor and %s",
          "frames": 72,
          "bodies": [
            {
              "name": "%s",
              "shape": { "kind": "drawing", "file": %s, "height": %.4f },
              "cage": { "resolution": 18, "halfWidth": 2 },
              "position": [0, %.4f, 0],
              "rotationDeg": [0, 0, 14],
              "spinDegPerSecond": [0, 0, -40],
              "elasticity": "%s",
              "restitution": 0.2,
            },
          ],
          "colliders": [{ "kind": "floor", "friction": 0.6 }],
          "camera": { "follow": "keep" },
        }
        """,
        name,
        name,
        preset.word(),
        preset.word(),
        preset.looks(),
        name,
        quoted(path),
        high,
        0.5 * diagonal + 0.35,
        preset.word());
  }

  /**
   * The text of a scene that pulls a drawing or a mesh apart at its two sides.
   *
   * @param path the file as the scene names it
   */
  public static String torn(Path file, String path) throws IOException {
    String name = nameOf(file);
    boolean flat = DrawingReader.isDrawing(file.toString());
    String shape;
    boolean deep = false;
    double scale = 1;
    int cells = 18;
    if (flat) {
      double high = height(file, SIZE);
      shape =
          String.format(
              Locale.ROOT,
              "{ \"kind\": \"drawing\", \"file\": %s, \"height\": %.4f }",
              quoted(path),
              high);
    } else {
      Bounds b = boundsOf(file);
      scale = SIZE / b.longestSide();
      deep = b.sizeZ() > b.sizeX();
      cells = Math.min(12, resolution(b));
      shape = "{ \"kind\": \"file\", \"path\": " + quoted(path) + " }";
    }
    return String.format(
        Locale.ROOT,
        """
        // Made by Shinari around a file. Change it and start it again with: shinari run
        {
          "name": "%s",
          "title": "%s, torn apart",
          "description": "pulled at its two sides until it tears",
          "frames": 96,
          "gravity": [0, 0, 0],
          "bodies": [
            {
              "name": "%s",
              "shape": %s,
              "cage": { "kind": "lattice", "resolution": %d, "halfWidth": 1 },
              "scale": %s,
              "position": [0, 0.6, 0],
              "elasticity": { "frequencyHz": 5, "dampingRatio": 0.3 },
              "handles": [
                {
                  "select": { "kind": "side", "side": "%s", "depth": 0.12 },
                  "motion": { "keys": [{ "seconds": 0 }, { "seconds": 3, "move": %s }] },
                },
                {
                  "select": { "kind": "side", "side": "%s", "depth": 0.12 },
                  "motion": { "keys": [{ "seconds": 0 }, { "seconds": 3, "move": %s }] },
                },
              ],
              "tear": {},%s
            },
          ],
          "colliders": [],
          "camera": { "follow": "keep" },
        }
        """,
        name,
        name,
        name,
        shape,
        cells,
        (float) scale,
        deep ? "back" : "left",
        deep ? "[0, 0, -0.5]" : "[-0.5, 0, 0]",
        deep ? "front" : "right",
        deep ? "[0, 0, 0.5]" : "[0.5, 0, 0]",
        flat ? "" : "\n      \"color\": \"#F2A65A\",");
  }

  /** Height of a drawing whose longest side has a given length. */
  private static double height(Path file, double longest) throws IOException {
    return height(DrawingReader.read(file), longest);
  }

  private static double height(Drawing d, double longest) {
    double[] b = d.bounds();
    double wide = b[2] - b[0], high = b[3] - b[1];
    return longest * Math.max(0.02, high / Math.max(wide, high));
  }

  private static Bounds boundsOf(Path file) throws IOException {
    MeshFile read = MeshReader.read(file);
    Bounds b = read.surface().bounds();
    if (read.surface().triangleCount() == 0 || !(b.longestSide() > 0)) {
      throw new BadFileException(
          file, "", "triangles around a volume", "no surface", "export the mesh itself");
    }
    return b;
  }

  /** Cells along the longest side so that bodies of all proportions cost about the same. */
  static int resolution(Bounds b) {
    double longest = b.longestSide(), least = longest / FINEST;
    double volume =
        Math.max(least, b.maxX() - b.minX())
            * Math.max(least, b.maxY() - b.minY())
            * Math.max(least, b.maxZ() - b.minZ());
    double cell = Math.cbrt(volume / CELLS);
    return (int) Math.max(COARSEST, Math.min(FINEST, Math.round(longest / cell)));
  }

  private static boolean hasShapeKeys(Path file) throws IOException {
    String lower = file.toString().toLowerCase(Locale.ROOT);
    if (!lower.endsWith(".glb") && !lower.endsWith(".gltf")) {
      return false;
    }
    for (GltfModel.Shape s : GltfReader.read(file).shapes()) {
      if (!s.targets().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static String quoted(String path) {
    return "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
