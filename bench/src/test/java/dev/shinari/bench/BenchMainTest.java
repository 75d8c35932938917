package dev.shinari.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource({
    "engin, unknown suite \"engin\"",
    "--fast, unknown option --fast",
    "--json, --json needs a value",
    "--threads 0, 'got \"0\"'",
    "--threads 1;two, 'got \"two\"'"
  })
  void aWrongCallSaysWhatIsWrongAndExitsWith2(String call, String message) {
    assertThat(run(call.replace(';', ',').split(" ", -1))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(message).contains("--quick");
    assertThat(out.size()).isZero();
  }

  @Test
  void helpNamesTheSuites() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("suite engine:");
  }

  @Test
  void aSmallCaseGivesRowsForEngineAndReferenceAsTableAndJson(@TempDir Path folder)
      throws IOException {
    Path json = folder.resolve("sub/rows.json");
    int code =
        run(
            "engine",
            "--quick",
            "--no-peers",
            "--only",
            "tet-225",
            "--threads",
            "1",
            "--json",
            json.toString());
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("times faster than the reference twin")
        .containsPattern("tet-225 +225 +reference +1 +[0-9.]+");
    assertThat(Files.readString(json))
        .startsWith("{\n  \"jdk\": \"" + System.getProperty("java.version") + "\",\n  \"vector\": ")
        .containsPattern(
            "\\{\"suite\": \"engine\", \"case\": \"tet-225\", \"system\": \"shinari\", "
                + "\"threads\": 1, \"particles\": 225, \"nanosPerParticleStep\": [0-9.]+, "
                + "\"stepsPerSecond\": [0-9.E]+, \"bytesPerStep\": [0-9.]+\\}")
        .endsWith("\n  ]\n}\n");
  }

  private int run(String... args) {
    return BenchMain.run(
        args,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }
}
