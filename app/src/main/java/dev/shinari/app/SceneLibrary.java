package dev.shinari.app;

import dev.shinari.io.scene.SceneException;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The built-in scenes, by name. They are ordinary scene files in the folder {@code scenes} of the
 * class path; {@code scenes/index.txt} lists their names in the order in which they are shown.
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
    return SceneFile.parse(name + ".jsonc", source(name), null, settings);
  }

  /** The text of a built-in scene. */
  public static String source(String name) {
    if (!names().contains(name)) {
      throw new IllegalArgumentException("no built-in scene " + name);
    }
    return text(name + ".jsonc");
  }

  private static String text(String file) {
    try (InputStream in = SceneLibrary.class.getResourceAsStream("/scenes/" + file)) {
      if (in == null) {
        throw new IllegalStateException("scenes/" + file + " is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
