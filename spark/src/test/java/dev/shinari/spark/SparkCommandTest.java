package dev.shinari.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.app.Main;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with {@code --engine spark}, as a user types them, beside the same without it. */
class SparkCommandTest {
  private static final String[] SPARK = {"--engine", "spark", "--master", "local[2]"};
  @TempDir Path dir;

  private record Call(int code, String err) {}

  private static Call call(StopSignal stop, Stream<String> words) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream nobody = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Console console =
        new Console(nobody, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, 80);
    int code = Main.run(words.toArray(String[]::new), console, stop);
    return new Call(code, err.toString(StandardCharsets.UTF_8));
  }

  private static Call call(String... words) {
    return call(new StopSignal(), Stream.of(words));
  }

  private Call batch(Path out, StopSignal stop, String... more) {
    return call(
        stop,
        Stream.concat(
            Stream.of("batch", dir.resolve("sweep.jsonc").toString(), "-o", out.toString()),
            Stream.of(more)));
  }

  @Test
  void aBatchHasTheSameTakesAndTableAndGoesOnWhereItWasInterrupted() throws IOException {
    Files.writeString(
        dir.resolve("sweep.jsonc"),
        """
        {
          "scene": "falling-cuboid", "frames": 2, "formats": ["glb"],
          "sweep": {"bodies[0].elasticity.frequencyHz": [2, 5]}, "seeds": [7, 8]
        }
        """);
    Path here = dir.resolve("here");
    assertThat(batch(here, new StopSignal()).code).isZero();
    Path there = dir.resolve("there");
    StopSignal stop = new StopSignal();
    stop.wish();
    Call cut = batch(there, stop, SPARK);
    assertThat(cut.code).as(cut.err).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(cut.err).contains("of 4 takes are done; the same command goes on");
    Call whole = batch(there, new StopSignal(), SPARK);
    assertThat(whole.code).as(whole.err).isZero();
    for (int n = 1; n <= 4; n++) {
      for (String file : List.of("falling-cuboid.glb", "thumbnail.png")) {
        assertThat(there.resolve("take-0000" + n).resolve(file))
            .hasSameBinaryContentAs(here.resolve("take-0000" + n).resolve(file));
      }
    }
    for (String file : List.of("table.csv", "index.html")) {
      assertThat(there.resolve(file)).hasSameBinaryContentAs(here.resolve(file));
    }
    // One take is gone: the others are not touched.
    for (int n = 1; n <= 3; n++) {
      Files.writeString(there.resolve("take-0000" + n + "/mark"), "mine");
    }
    Files.delete(there.resolve("take-00002/take.json"));
    Call again = batch(there, new StopSignal(), SPARK);
    assertThat(again.code).as(again.err).isZero();
    assertThat(again.err).contains("4 takes, 3 of them are there already");
    assertThat(there.resolve("take-00001/mark")).exists();
    assertThat(there.resolve("take-00002/mark")).doesNotExist();
    assertThat(there.resolve("take-00003/mark")).exists();
    assertThat(there.resolve("table.csv")).hasSameBinaryContentAs(here.resolve("table.csv"));
  }

  @Test
  void aFitLimbByLimbWritesTheSameModel() {
    Call sampled = call("rig", "sample", "leg", "--poses", "60", "-o", dir.toString());
    assertThat(sampled.code).as(sampled.err).isZero();
    for (String where : List.of("local", "spark")) {
      Stream<String> words =
          Stream.of(
              ("rig fit LEG.glb --limbs --helpers 1 --iterations 2 --refine 0"
                      + " --clip poses --targets LEG.pc2 --clip poses --targets LEG.pc2")
                  .split(" "));
      Call fitted =
          call(
              new StopSignal(),
              Stream.of(
                      words.map(w -> w.replace("LEG", dir.resolve("leg").toString())),
                      Stream.of("-o", dir.resolve(where).toString()),
                      where.equals("spark") ? Stream.of(SPARK) : Stream.<String>of())
                  .flatMap(s -> s));
      assertThat(fitted.code).as(fitted.err).isZero();
    }
    assertThat(dir.resolve("spark/leg-limb-2.examples/index")).exists();
    for (String file : List.of("leg.glb", "leg.rig.json")) {
      assertThat(dir.resolve("spark").resolve(file))
          .hasSameBinaryContentAs(dir.resolve("local").resolve(file));
    }
  }
}
