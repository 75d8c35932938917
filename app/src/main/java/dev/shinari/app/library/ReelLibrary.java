package dev.shinari.app.library;

import dev.shinari.io.scene.ReelFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.Reel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The built-in reels, by name: files in the folder {@code reels} of the class path. */
public final class ReelLibrary {
  private static final List<String> NAMES = List.of("reel");

  private ReelLibrary() {}

  public static List<String> names() {
    return NAMES;
  }

  /** Reads a built-in reel; the name must be one of {@link #names}. */
  public static Reel read(String name, List<Setting> settings) throws SceneException {
    return ReelFile.parse(name + ".jsonc", source(name), settings);
  }

  /** The text of a built-in reel. */
  public static String source(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException("no built-in reel " + name);
    }
    try (InputStream in = ReelLibrary.class.getResourceAsStream("/reels/" + name + ".jsonc")) {
      if (in == null) {
        throw new IllegalStateException("reels/" + name + ".jsonc is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
