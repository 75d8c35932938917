package dev.shinari.studiotest;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ReducedMotion;
import dev.shinari.app.studio.server.StudioServer;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * One server and one browser for all tests of this module; a test asks for it by a parameter. It is
 * skipped, with what to install, where there is no Chromium: none is ever downloaded.
 */
final class Studio implements AutoCloseable {
  /** Where Chromium is, unless it is found by its usual names: {@code -Dshinari.chromium=FILE}. */
  private static final String PROPERTY = "shinari.chromium";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final StudioServer server;
  private final Playwright playwright;
  private final Browser browser;
  private int sessions;

  private Studio(Path chromium) throws Exception {
    server = new StudioServer("127.0.0.1", 0, StudioServer.newToken());
    server.start();
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium)
                    .setArgs(
                        List.of(
                            "--no-sandbox",
                            "--use-gl=angle",
                            "--use-angle=gl-egl",
                            "--ignore-gpu-blocklist",
                            "--enable-unsafe-swiftshader")));
  }

  StudioServer server() {
    return server;
  }

  /** A page of 1280 x 720 in a session of its own. */
  Visit visit(String scene) {
    return visit(scene, 1280, 720, false);
  }

  /** Opens the page as a new person would, lets it in, and waits for the scene to move. */
  Visit visit(String scene, int width, int height, boolean touch) {
    return visit(scene, "test" + sessions++, width, height, touch);
  }

  Visit visit(String scene, String session, int width, int height, boolean touch) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setHasTouch(touch)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setAcceptDownloads(true));
    context.setDefaultTimeout(90_000);
    Page page = context.newPage();
    List<String> complaints = new ArrayList<>();
    page.onConsoleMessage(
        m -> {
          if (m.type().equals("error") || m.type().equals("warning")) {
            complaints.add(m.type() + ": " + m.text() + " at " + m.location());
          }
        });
    page.onPageError(e -> complaints.add("uncaught: " + e));
    String query = "?plain&session=" + session + (scene == null ? "" : "&scene=" + scene);
    page.navigate(server.address().replace("/#", "/" + query + "#"));
    Visit visit = new Visit(context, page, complaints);
    visit.await("window.studio && studio.scene && studio.stage.shown > 2");
    return visit;
  }

  /** What a browser sees that was not given the address with the token. */
  String withoutToken() {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      page.navigate(server.address().replaceAll("#.*", ""));
      page.waitForCondition(() -> !page.locator("#veil-text").innerText().startsWith("Starting"));
      return page.locator("#veil-text").innerText();
    }
  }

  @Override
  public void close() {
    try {
      browser.close();
      playwright.close();
    } catch (PlaywrightException e) {
      System.err.println("the browser did not close: " + e.getMessage());
    }
    server.close();
  }

  private static Path findChromium() {
    String given = System.getProperty(PROPERTY, System.getenv("CHROMIUM"));
    if (given != null) {
      return Path.of(given);
    }
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      for (String name : NAMES) {
        Path file = Path.of(folder, name);
        if (Files.isExecutable(file)) {
          return file;
        }
      }
    }
    return null;
  }

  /** Hands the one studio to tests, and closes it after the last. */
  static final class Opener implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Studio.class;
    }

    @Override
    public Studio resolveParameter(ParameterContext parameter, ExtensionContext context) {
      Path chromium = findChromium();
      if (chromium == null) {
        throw new TestAbortedException(
            "no Chromium found: install it (Debian: apt-get install chromium) or give its file with"
                + " -D"
                + PROPERTY
                + "=FILE");
      }
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(Studio.class))
          .computeIfAbsent(
              "studio",
              k -> {
                try {
                  return new Studio(chromium);
                } catch (Exception e) {
                  throw new IllegalStateException("the studio did not start", e);
                }
              },
              Studio.class);
    }
  }
}
