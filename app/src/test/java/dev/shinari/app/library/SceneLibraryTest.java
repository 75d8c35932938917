package dev.shinari.app.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.plan.Scene;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SceneLibraryTest {
  static List<String> names() {
    return SceneLibrary.names();
  }

  @Test
  void theIndexListsEveryScene() throws Exception {
    Path folder = Path.of(SceneLibrary.class.getResource("/scenes/index.txt").toURI()).getParent();
    List<String> there = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(".jsonc"))
          .forEach(f -> there.add(f.replace(".jsonc", "")));
    }
    assertThat(names()).containsExactlyInAnyOrderElementsOf(there);
  }

  @ParameterizedTest
  @MethodSource("names")
  void everySceneSaysWhatItShowsBuildsWithoutAWarningAndMoves(String name) throws Exception {
    Scene scene = SceneLibrary.read(name, List.of()).scene();
    assertThat(scene.name()).isEqualTo(name);
    assertThat(scene.title()).isNotEmpty();
    assertThat(scene.description()).isNotEmpty().doesNotEndWith(".");
    SceneBuilder.Built built = SceneBuilder.build(scene);
    assertThat(built.warnings()).isEmpty();
    assertThat(built.world().bodies().size() + built.world().actors().size()).isPositive();
    for (int i = 0; i < 4; i++) {
      built.world().step(scene.stepSeconds());
    }
    assertThat(built.world().report().frozen()).isZero();
    assertThat(built.world().report().skipped()).isZero();
  }
}
