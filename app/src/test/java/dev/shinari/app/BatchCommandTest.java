package dev.shinari.app;

import static dev.shinari.app.CallHelper.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches of takes as a user calls them, on this machine: no Spark is on this class path. */
class BatchCommandTest {
  @TempDir Path dir;

  private Path file(String text) throws IOException {
    Path file = dir.resolve("sweep.jsonc");
    Files.writeString(file, text);
    return file;
  }

  private Path sweep(String frequencies) throws IOException {
    return file(
        """
        { // two stiffnesses, two seeds
          "scene": "falling-cuboid",
          "frames": 3,
          "set": {"bodies[0].restitution": 0.2},
          "sweep": {"bodies[0].elasticity.frequencyHz": %s},
          "seeds": 2,
        }
        """
            .formatted(frequencies));
  }

  private CallHelper batch(Path file, String... more) {
    String[] all =
        Arrays.copyOf(
            new String[] {"batch", file.toString(), "-o", dir.resolve("out").toString()},
            4 + more.length);
    System.arraycopy(more, 0, all, 4, more.length);
    return call(all);
  }

  @Test
  void everyCombinationBecomesATakeAndARow() throws IOException {
    CallHelper made = batch(sweep("[2, 5]"));
    assertThat(made.code).as(made.err).isZero();
    Path out = dir.resolve("out");
    List<String> rows = Files.readAllLines(out.resolve("table.csv"));
    assertThat(rows).hasSize(5);
    assertThat(rows.get(0)).startsWith("take,status,bodies[0].elasticity.frequencyHz,seed,frames,");
    assertThat(rows.get(1)).startsWith("take-00001,done,2,1,3,");
    assertThat(rows.get(4)).startsWith("take-00004,done,5,2,3,");
    JsonNode table = new ObjectMapper().readTree(out.resolve("table.json").toFile());
    JsonNode first = table.path("takes").get(0).path("figures");
    JsonNode last = table.path("takes").get(3).path("figures");
    assertThat(first.path("stateHash").asText()).isNotEqualTo(last.path("stateHash").asText());
    for (int n = 1; n <= 4; n++) {
      assertThat(out.resolve("take-0000" + n + "/thumbnail.png")).isNotEmptyFile();
    }
    assertThat(Files.readString(out.resolve("index.html")))
        .contains("4 of 4 takes done")
        .contains("src=\"take-00003/thumbnail.png\"");
  }

  @Test
  void aTakeIsTheRunOfItsValues() throws IOException {
    batch(sweep("[2, 5]"));
    Path stats = dir.resolve("stats.json");
    CallHelper run =
        call(
            "run",
            "falling-cuboid",
            "--frames",
            "3",
            "--set",
            "bodies[0].restitution=0.2",
            "--set",
            "bodies[0].elasticity.frequencyHz=5",
            "--set",
            "seed=1",
            "--format",
            "none",
            "--stats",
            stats.toString());
    assertThat(run.code).as(run.err).isZero();
    ObjectMapper mapper = new ObjectMapper();
    assertThat(mapper.readTree(dir.resolve("out/take-00003/take.json").toFile()).path("stateHash"))
        .isEqualTo(mapper.readTree(stats.toFile()).path("stateHash"));
  }

  @Test
  void aSecondStartMakesOnlyWhatIsMissing() throws IOException {
    batch(sweep("[2, 5]"));
    Path out = dir.resolve("out");
    FileTime old = FileTime.fromMillis(1_000_000_000_000L);
    for (int n = 1; n <= 4; n++) {
      Files.setLastModifiedTime(out.resolve("take-0000" + n + "/take.json"), old);
    }
    Files.delete(out.resolve("take-00002/take.json")); // as if it had been interrupted
    CallHelper again = batch(sweep("[2, 5]"));
    assertThat(again.code).as(again.err).isZero();
    assertThat(again.err).contains("4 takes, 3 of them are there already");
    assertThat(Files.getLastModifiedTime(out.resolve("take-00001/take.json"))).isEqualTo(old);
    assertThat(Files.getLastModifiedTime(out.resolve("take-00002/take.json"))).isNotEqualTo(old);
    assertThat(batch(sweep("[2, 5]")).err).contains("nothing is missing");
    // Other values: the takes that had them stay, the others are made anew.
    CallHelper other = batch(sweep("[2, 6]"));
    assertThat(other.err).contains("4 takes, 2 of them are there already");
    assertThat(Files.readAllLines(out.resolve("table.csv")).get(4))
        .startsWith("take-00004,done,6,2");
  }

  @Test
  void anInterruptedBatchKeepsItsTakesAndGoesOn() throws IOException {
    StopSignal stop = new StopSignal();
    stop.wish();
    CallHelper cut =
        CallHelper.call(
            stop, "batch", sweep("[2, 5]").toString(), "-o", dir.resolve("out").toString());
    assertThat(cut.code).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(cut.err).contains("interrupted: 0 of 4 takes are done; the same command goes on");
    CallHelper rest = batch(sweep("[2, 5]"));
    assertThat(rest.code).as(rest.err).isZero();
    try (var files = Files.list(dir.resolve("out"))) {
      assertThat(files.map(f -> f.getFileName().toString())).noneMatch(f -> f.endsWith(".part"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"scene\": \"falling-cuboid\", \"swep\": {}}|unknown key swep, did you mean sweep?",
        "{\"sweep\": {}}|`scene` is needed",
        "{\"scene\": \"falling-cuboidd\"}|there is no file",
        "{\"scene\": \"falling-cuboid\", \"sweep\": {\"frames\": 3}}|must be a list of values",
        "{\"scene\": \"falling-cuboid\", \"seeds\": 0}|`seeds` must be a number of seeds",
        "{\"scene\": \"falling-cuboid\", \"formats\": [\"gltff\"]}|unknown format gltff",
        "{\"scene\": \"falling-cuboid\", \"sweep\": {\"bodies[0].elastcity\": [1]}}|elastcity",
        "{\"scene\": \"falling-cuboid\" \"seeds\": 3}|line 1, column",
        "[1, 2]|expected an object",
      })
  void whatIsWrongWithTheFileIsSaidBeforeAnythingRuns(String text, String words)
      throws IOException {
    CallHelper refused = batch(file(text));
    assertThat(refused.code).as(refused.err).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.err).contains(words);
    assertThat(dir.resolve("out")).doesNotExist();
  }

  @Test
  void withoutSparkOnTheClassPathTheWayToItIsSaid() throws IOException {
    CallHelper refused = batch(sweep("[2, 5]"), "--engine", "spark");
    assertThat(refused.code).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.err)
        .contains("no Spark on the class path: start with ./shinari, which fetches it from Maven");
    assertThat(batch(sweep("[2]"), "--engine", "flink").err)
        .contains("--engine must be local or spark, got flink");
    assertThat(batch(sweep("[2]"), "--master", "local[2]").err)
        .contains("--master is for --engine spark");
  }
}
