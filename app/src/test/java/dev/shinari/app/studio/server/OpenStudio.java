package dev.shinari.app.studio.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A studio that is open while the tests of a class run, with a cache folder of its own. */
final class OpenStudio implements BeforeAllCallback, AfterAllCallback {
  private static final String TOKEN = "00112233445566778899aabbccddeeff";

  private StudioServer server;
  private Path cache;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    cache = Files.createTempDirectory("studio-cache");
    server = new StudioServer("127.0.0.1", 0, TOKEN, cache);
    server.start();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    server.close();
    try (Stream<Path> files = Files.walk(cache)) {
      for (Path p : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }

  StudioServer server() {
    return server;
  }

  /** Where it keeps what the next one may use. */
  Path cache() {
    return cache;
  }

  /** A page that has entered and watches nothing yet. */
  TestPage page() throws Exception {
    return new TestPage(server).enter(TOKEN);
  }

  TestPage page(String session) throws Exception {
    return page().watch(session);
  }
}
