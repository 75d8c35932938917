package dev.shinari.bench.contest;

import dev.shinari.bench.measure.Report;
import dev.shinari.bench.peer.SoftBodyPeer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Fetches, builds and loads the adapters to other libraries when they are first asked for. Each is
 * a Maven project of its own under {@code bench-peers}, loaded by a class loader of its own; one
 * that cannot be had is a note, never an error, and the rest of the run goes on.
 */
public final class PeerLoader {
  private static final List<String> NAMES = List.of("bullet", "jolt");
  private static final String FOLDER = "bench-peers";
  private static final int BUILD_SECONDS = 300;

  private PeerLoader() {}

  /** The peers that this machine can run. */
  public static List<SoftBodyPeer> load(Report report) {
    List<SoftBodyPeer> peers = new ArrayList<>();
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!system.equals("Linux amd64")) {
      report.note(
          "peers left out: their adapters use the 64-bit Linux libraries, this is " + system);
      return peers;
    }
    Path home = home();
    if (home == null) {
      report.note("peers left out: the source tree with " + FOLDER + " was not found");
      return peers;
    }
    for (String name : NAMES) {
      try {
        peers.add(loadOne(home, name, report));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return peers;
      } catch (Exception | LinkageError e) {
        report.note(name + " left out: " + firstLine(e));
      }
    }
    return peers;
  }

  private static SoftBodyPeer loadOne(Path home, String name, Report report) throws Exception {
    Path project = home.resolve(FOLDER).resolve(name);
    Path target = project.resolve("target");
    Path stamp = target.resolve("built");
    if (!isFresh(stamp, project, home.resolve("bench/src/main/java/dev/shinari/bench/peer"))) {
      report.note("fetching and building the adapter to " + name);
      build(project);
      Files.writeString(stamp, "");
    }
    List<URL> urls = new ArrayList<>(List.of(url(target.resolve("classes"))));
    try (Stream<Path> jars = Files.list(target.resolve("lib"))) {
      for (Path jar : jars.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
        urls.add(url(jar));
      }
    }
    // Stays open as long as the process: the native library is bound to it.
    URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), PeerLoader.class.getClassLoader());
    SoftBodyPeer peer = ServiceLoader.load(SoftBodyPeer.class, loader).iterator().next();
    Path natives = Files.createDirectories(target.resolve("natives"));
    peer.load(natives);
    return peer;
  }

  private static void build(Path project) throws IOException, InterruptedException {
    Path log = Files.createTempFile("shinari-peer", ".log");
    try {
      Process maven =
          new ProcessBuilder(
                  "mvn",
                  "-q",
                  "-B",
                  "-Dquick",
                  "-f",
                  project.resolve("pom.xml").toString(),
                  "process-classes")
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!maven.waitFor(BUILD_SECONDS, TimeUnit.SECONDS)) {
        maven.destroy();
        throw new IOException("its build took more than " + BUILD_SECONDS + " s");
      }
      if (maven.exitValue() != 0) {
        throw new IOException("its build failed: " + firstError(log));
      }
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private static String firstError(Path log) throws IOException {
    for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
      if (line.toUpperCase(Locale.ROOT).contains("ERROR")) {
        return line.strip();
      }
    }
    return "no reason given";
  }

  /** Whether everything that the adapter is made from is older than its last build. */
  private static boolean isFresh(Path stamp, Path project, Path api) throws IOException {
    if (!Files.exists(stamp)) {
      return false;
    }
    FileTime built = Files.getLastModifiedTime(stamp);
    try (Stream<Path> sources = Files.walk(project.resolve("src"));
        Stream<Path> interfaces = Files.walk(api)) {
      return !isNewer(project.resolve("pom.xml"), built)
          && !isNewer(project.resolveSibling("pom.xml"), built)
          && sources.noneMatch(f -> isNewer(f, built))
          && interfaces.noneMatch(f -> isNewer(f, built));
    }
  }

  private static boolean isNewer(Path file, FileTime than) {
    try {
      return Files.getLastModifiedTime(file).compareTo(than) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The source tree: above the place that this class was loaded from, or above the work folder. */
  private static Path home() {
    List<Path> starts = new ArrayList<>();
    try {
      CodeSource source = PeerLoader.class.getProtectionDomain().getCodeSource();
      if (source != null) {
        URI place = source.getLocation().toURI();
        starts.add(Path.of(place));
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // not loaded from a file: the work folder is left
    }
    starts.add(Path.of("").toAbsolutePath());
    for (Path start : starts) {
      for (Path p = start; p != null; p = p.getParent()) {
        if (Files.exists(p.resolve(FOLDER).resolve("pom.xml"))) {
          return p;
        }
      }
    }
    return null;
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }

  private static String firstLine(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.split("\n", 2)[0];
  }
}
