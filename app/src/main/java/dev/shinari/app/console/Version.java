package dev.shinari.app.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of this build. */
public final class Version {
  private Version() {}

  public static String current() {
    try (InputStream in = Version.class.getResourceAsStream("/dev/shinari/app/version.txt")) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
