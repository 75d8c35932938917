package dev.shinari.app.studio.stage;

import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a scene comes from: a built-in one, or text with a folder of its own.
 *
 * @param name name of the built-in scene, or what messages call the text
 * @param text the scene's text, or null for a built-in one
 * @param folder what file names in the text are relative to, or null
 */
public record SceneSource(String name, String text, Path folder) {
  public static SceneSource builtIn(String name) {
    return new SceneSource(name, null, null);
  }

  boolean isBuiltIn() {
    return text == null;
  }

  String source() {
    return text == null ? SceneLibrary.source(name) : text;
  }

  /** Reads and checks it, with values that take the place of its own. */
  SceneFile read(Map<String, String> overrides) throws SceneException {
    List<Setting> settings = new ArrayList<>();
    overrides.forEach((path, value) -> settings.add(new Setting(path + "=" + value, path, value)));
    return text == null
        ? SceneLibrary.read(name, settings)
        : SceneFile.parse(name + ".jsonc", text, folder, settings);
  }
}
