package dev.shinari.app.command.option;

import dev.shinari.app.console.UserError;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.drawing.DrawingReader;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a user may give where a scene is wanted: a file, or the name of a built-in scene. */
public final class SceneArgument {
  private static final List<String> MESHES =
      List.of(".obj", ".ply", ".glb", ".gltf", ".node", ".ele", ".msh");

  private SceneArgument() {}

  public static SceneFile read(String word, List<Setting> settings)
      throws UserError, SceneException {
    return read(word, null, settings);
  }

  /** The same for a word in a file: names of files are relative to that file's folder. */
  public static SceneFile read(String word, Path folder, List<Setting> settings)
      throws UserError, SceneException {
    Path file = folder == null ? path(word) : folder.resolve(path(word));
    if (isMesh(word) && Files.exists(file)) {
      throw new UserError(word + " is a mesh, not a scene: shinari try " + word);
    }
    if (isDrawing(word) && Files.exists(file)) {
      throw new UserError(word + " is a drawing, not a scene: shinari try " + word);
    }
    if (Files.isRegularFile(file)) {
      try {
        return SceneFile.read(file, settings);
      } catch (SceneException e) { // with what shows only when the rest of it is built
        throw new SceneException(SceneFile.problems(file, settings));
      }
    }
    if (SceneLibrary.names().contains(word)) {
      return SceneLibrary.read(word, settings);
    }
    if (Files.isDirectory(file)) {
      throw new UserError(word + " is a folder, expected a scene file (.jsonc)");
    }
    if (word.contains("/") || word.contains("\\") || isScene(word)) {
      throw new UserError("there is no file " + word + nearFile(file));
    }
    requireBuiltIn(word);
    throw new AssertionError(word);
  }

  public static void requireBuiltIn(String name) throws UserError {
    List<String> names = SceneLibrary.names();
    if (!names.contains(name)) {
      String near = DidYouMean.to(name, names);
      throw new UserError(
          "there is no built-in scene or file "
              + name
              + (near == null
                  ? "; shinari scenes lists the built-in ones"
                  : ", did you mean " + near + "? (shinari scenes lists all)"));
    }
  }

  /** The file that a word names; a word that is no file name at all is refused. */
  public static Path path(String word) throws UserError {
    try {
      return Path.of(word);
    } catch (InvalidPathException e) {
      throw new UserError("not a file name: " + word.replaceAll("\\p{Cntrl}", "?"));
    }
  }

  public static boolean isMesh(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return MESHES.stream().anyMatch(lower::endsWith);
  }

  /** Whether a file is an SVG or a picture, by its name. */
  public static boolean isDrawing(String word) {
    return DrawingReader.isDrawing(word);
  }

  public static boolean isScene(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return lower.endsWith(".jsonc") || lower.endsWith(".json");
  }

  public static String nearFile(Path missing) {
    Path folder = missing.toAbsolutePath().getParent();
    String[] there = folder == null ? null : folder.toFile().list();
    if (there == null) {
      return folder == null ? "" : ": there is no folder " + folder;
    }
    java.util.Arrays.sort(there);
    String near = DidYouMean.to(String.valueOf(missing.getFileName()), List.of(there));
    return near == null ? "" : ", did you mean " + near + "?";
  }
}
