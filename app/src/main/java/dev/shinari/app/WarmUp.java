package dev.shinari.app;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.studio.server.StudioServer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Loads the classes that commands need, for the launcher's archive of classes: it runs this once
 * after a build, so that every later start is quicker.
 */
public final class WarmUp {
  private WarmUp() {}

  public static void main(String[] args) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    String[][] calls = {
      {"--help"},
      {"--version"},
      {"run", "--help"},
      {"scenes"},
      {"info", "falling-cuboid", "--resolved"},
      {"check", "falling-cuboid"},
      {"run", "falling-cuboid", "--frames", "2", "--format", "none"},
      {"run", "no-such-scene"},
    };
    for (String[] call : calls) {
      Main.run(call, new Console(nowhere, nowhere, false, false, 80), new StopSignal());
    }
    Console.system(System.getenv());
    try (StudioServer studio = new StudioServer("127.0.0.1", 0, StudioServer.newToken())) {
      studio.start();
      studio.loadClasses();
    } catch (Exception e) {
      // A machine without a loop to listen at starts its studio, if ever, a little slower.
    }
  }
}
