package dev.shinari.app.studio.file;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Where this system keeps what programs can make again. */
public final class UserCache {
  private UserCache() {}

  /** The folder for this program's things, which need not exist; null where none is known. */
  public static Path folder() {
    return folder(
        System.getenv(), System.getProperty("user.home", ""), System.getProperty("os.name", ""));
  }

  public static Path folder(Map<String, String> environment, String home, String system) {
    String os = system.toLowerCase(Locale.ROOT);
    String given = environment.get(os.startsWith("windows") ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
    Path base;
    if (given != null && !given.isBlank()) {
      base = Path.of(given);
    } else if (home.isBlank() || home.equals("?")) {
      return null;
    } else {
      base = Path.of(home).resolve(os.startsWith("mac") ? "Library/Caches" : ".cache");
    }
    return base.isAbsolute() ? base.resolve("shinari") : null;
  }
}
