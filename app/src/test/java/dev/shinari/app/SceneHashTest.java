package dev.shinari.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.parallel.Workers;
import dev.shinari.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each built-in scene ends in the same bits after 300 steps, for any number of threads, and in the
 * bits that are written down: the same on every JDK, so the file holds for all of them. Where the
 * engine or a scene was changed on purpose, run this test with {@code -Dshinari.writeHashes=true}
 * and say why in the changelog.
 */
class SceneHashTest {
  private static final int STEPS = 300;

  /** Numbers of threads; -Dshinari.hashThreads=N takes N alone. */
  private static final int[] THREADS =
      Integer.getInteger("shinari.hashThreads") == null
          ? new int[] {1, 3}
          : new int[] {Integer.getInteger("shinari.hashThreads")};

  static Stream<String> scenes() {
    return SceneLibrary.names().stream();
  }

  @ParameterizedTest
  @MethodSource("scenes")
  @DisabledIfSystemProperty(named = "shinari.writeHashes", matches = "true")
  void threeHundredStepsGiveTheBitsThatAreWrittenDown(String name) throws Exception {
    String expected = written().getProperty(name);
    for (int threads : THREADS) {
      assertThat(name + "=" + hash(name, threads))
          .as("scene-hashes.properties, with %d threads", threads)
          .isEqualTo(name + "=" + expected);
    }
  }

  /** Rewrites scene-hashes.properties, comments kept, when asked to. */
  @Test
  @EnabledIfSystemProperty(named = "shinari.writeHashes", matches = "true")
  void hashesAreWrittenWhenAskedFor() throws Exception {
    Path file = Path.of("src/test/resources/dev/shinari/app/scene-hashes.properties");
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("#") || line.isBlank()) {
        lines.add(line);
      }
    }
    for (String name : SceneLibrary.names()) {
      lines.add(name + "=" + hash(name, 2));
    }
    Files.write(file, lines);
    assertThat(file).isNotEmptyFile();
  }

  @Test
  void noHashIsOfASceneThatIsGone() throws IOException {
    assertThat(SceneLibrary.names()).containsAll(written().stringPropertyNames());
  }

  private static String hash(String name, int threads) throws Exception {
    Scene scene = SceneLibrary.read(name, List.of()).scene();
    World world = SceneBuilder.build(scene).world();
    try (Workers workers = new Workers(threads)) {
      world.setWorkers(workers);
      for (int step = 0; step < STEPS; step++) {
        world.step(scene.stepSeconds());
      }
    }
    return String.format("%016x", world.stateHash());
  }

  private static Properties written() throws IOException {
    Properties p = new Properties();
    try (InputStream in = SceneHashTest.class.getResourceAsStream("scene-hashes.properties")) {
      p.load(new java.io.InputStreamReader(in, StandardCharsets.UTF_8));
    }
    return p;
  }
}
