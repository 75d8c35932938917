package dev.shinari.app.library;

import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The built-in scenes, by name. They are ordinary scene files in the folder {@code scenes} of the
 * class path; {@code scenes/index.txt} lists their names in the order in which they are shown, and
 * {@code scenes/files/index.txt} the model files that they name.
 */
public final class SceneLibrary {
  private SceneLibrary() {}

  public static List<String> names() {
    List<String> names = new ArrayList<>();
    text("index.txt").lines().map(String::strip).filter(s -> !s.isEmpty()).forEach(names::add);
    return names;
  }

  /** Reads a built-in scene; the name must be one of {@link #names}. */
  public static SceneFile read(String name, List<Setting> settings) throws SceneException {
    String source = source(name);
    return SceneFile.parse(name + ".jsonc", source, folder(source), settings);
  }

  /**
   * A folder with the files that a scene names, copied out of the class path for as long as this
   * program runs; null for a scene that names none.
   */
  private static Path folder(String source) {
    List<String> named =
        text("files/index.txt").lines().map(String::strip).filter(source::contains).toList();
    if (named.isEmpty()) {
      return null;
    }
    try {
      Path folder = Files.createTempDirectory("shinari");
      folder.toFile().deleteOnExit();
      for (String file : named) {
        Path copy = folder.resolve(file);
        try (InputStream in = open("files/" + file)) {
          Files.copy(in, copy);
        }
        copy.toFile().deleteOnExit();
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a built-in scene. */
  public static String source(String name) {
    if (!names().contains(name)) {
      throw new IllegalArgumentException("no built-in scene " + name);
    }
    return text(name + ".jsonc");
  }

  private static String text(String file) {
    try (InputStream in = open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String file) {
    InputStream in = SceneLibrary.class.getResourceAsStream("/scenes/" + file);
    if (in == null) {
      throw new IllegalStateException("scenes/" + file + " is missing from this build");
    }
    return in;
  }
}
