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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rig commands as a user calls them, from example data to baked files. */
class RigCommandTest {
  @TempDir Path dir;
  private String glb;
  private String pc2;

  @BeforeEach
  void sample() {
    CallHelper made = call("rig", "sample", "leg", "--poses", "40", "-o", dir.toString());
    assertThat(made.code).as(made.err).isZero();
    glb = dir.resolve("leg.glb").toString();
    pc2 = dir.resolve("leg.pc2").toString();
    assertThat(made.out.lines()).containsExactly(glb, pc2);
    assertThat(made.err).contains("663 vertices").contains("next: shinari rig fit");
  }

  private CallHelper fit(String... more) {
    String[] start = {
      "rig",
      "fit",
      glb,
      "--targets",
      pc2,
      "--helpers",
      "2",
      "--iterations",
      "3",
      "--refine",
      "0",
      "-o",
      dir.resolve("rig").toString()
    };
    String[] all = java.util.Arrays.copyOf(start, start.length + more.length);
    System.arraycopy(more, 0, all, start.length, more.length);
    return call(all);
  }

  @Test
  void aSampleIsFittedMeasuredAndBaked() throws IOException {
    Path json = dir.resolve("report.json");
    CallHelper fitted = fit("--json", json.toString());
    assertThat(fitted.code).as(fitted.err).isZero();
    Path rig = dir.resolve("rig");
    for (String name :
        new String[] {
          "leg.glb",
          "leg.rig.json",
          "leg.drivers.py",
          "shinari-helpers.js",
          "leg.report.json",
          "leg.convergence.png",
          "leg.error.png",
          "leg.weights-1.png",
          "leg.weights-2.png"
        }) {
      assertThat(rig.resolve(name)).isNotEmptyFile();
      assertThat(fitted.out).contains(rig.resolve(name).toString());
    }
    JsonNode report = new ObjectMapper().readTree(Files.readAllBytes(json));
    double drivers = report.at("/rms/drivers").asDouble();
    double stage1 = report.at("/rms/stage1").asDouble();
    double stage2 = report.at("/rms/stage2").asDouble();
    assertThat(stage1).isLessThan(drivers);
    assertThat(stage2).isLessThan(drivers).isGreaterThan(0);
    assertThat(report.at("/helpers")).hasSize(2);
    assertThat(report.at("/helpers/0/parent").asText()).isNotEmpty();
    assertThat(report.at("/rmsByVertex")).hasSize(663);
    assertThat(report.at("/peakMegabytes").asInt()).isPositive();
    assertThat(report.at("/seconds/total").asDouble()).isPositive();

    Path figures = dir.resolve("eval.json");
    CallHelper measured =
        call(
            "rig",
            "eval",
            rig.resolve("leg.rig.json").toString(),
            glb,
            "--targets",
            pc2,
            "--json",
            figures.toString());
    assertThat(measured.code).as(measured.err).isZero();
    assertThat(measured.out).startsWith("rms ");
    double rms = new ObjectMapper().readTree(Files.readAllBytes(figures)).at("/rms").asDouble();
    assertThat(rms).isCloseTo(stage2, org.assertj.core.data.Offset.offset(1e-4 * stage2));

    CallHelper baked =
        call(
            "rig",
            "bake",
            rig.resolve("leg.rig.json").toString(),
            glb,
            "--helpers",
            "1",
            "-o",
            dir.resolve("baked").toString());
    assertThat(baked.code).as(baked.err).isZero();
    assertThat(dir.resolve("baked/leg.glb")).isNotEmptyFile();
  }

  @Test
  void limbsAreFittedOneByOneAndBlended() throws IOException {
    // The same clip twice stands for two limbs: the second adds helpers, never error.
    Path json = dir.resolve("limbs.json");
    CallHelper fitted =
        fit("--limbs", "--targets", pc2, "--clip", "poses", "--clip", "poses", "--json", "" + json);
    assertThat(fitted.code).as(fitted.err).isZero();
    JsonNode report = new ObjectMapper().readTree(Files.readAllBytes(json));
    assertThat(report.at("/helpers")).hasSize(4);
    assertThat(report.at("/rms/stage2").asDouble())
        .isLessThan(report.at("/rms/drivers").asDouble());
    assertThat(report.at("/examples").asInt()).isEqualTo(report.at("/rmsByExample").size());
    assertThat(dir.resolve("rig/leg.glb")).isNotEmptyFile();
  }

  @Test
  void anInterruptedFitSaysSo() {
    StopSignal stop = new StopSignal();
    stop.wish();
    CallHelper stopped =
        call(stop, "rig", "fit", glb, "--targets", pc2, "-o", dir.resolve("rig").toString());
    assertThat(stopped.code).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(stopped.err).contains("interrupted");
    assertThat(dir.resolve("rig/leg.glb")).doesNotExist();
  }

  @Test
  void studyWritesItsTables() throws IOException {
    Path out = dir.resolve("study");
    CallHelper done =
        call("rig", "study", "helpers", "controllers", "--poses", "32", "-o", out.toString());
    assertThat(done.code).as(done.err).isEqualTo(ExitCode.DONE);
    List<String> page = Files.readAllLines(out.resolve("study.md"));
    assertThat(page).filteredOn(l -> l.startsWith("| 5 |")).hasSize(1);
    for (int degree = 1; degree <= 3; degree++) {
      String row = "| " + degree + " | 1000 |";
      assertThat(page).filteredOn(l -> l.startsWith(row)).hasSize(1);
    }
    assertThat(out.resolve("helpers.png")).isNotEmptyFile();
    assertRefused("did you mean arm?", "rig", "study", "arn");
  }

  @Test
  void aCheckpointOfAnotherKindOfFitIsRefused() throws IOException {
    Path out = Files.createDirectories(dir.resolve("kinds"));
    Files.write(out.resolve("leg.checkpoint"), new byte[64]);
    for (String[] more : new String[][] {{"--continue"}, {"--continue", "--limbs"}}) {
      String[] args =
          Stream.concat(
                  Stream.of("rig", "fit", glb, "--targets", pc2, "-o", out.toString()),
                  Stream.of(more))
              .toArray(String[]::new);
      assertRefused("with --limbs or without", args);
    }
  }

  @Test
  void wrongCallsAreRefusedWithOneLine() throws IOException {
    assertRefused("rig needs a command", "rig");
    assertRefused("did you mean leg?", "rig", "sample", "lge");
    assertRefused("--poses must be a whole number", "rig", "sample", "leg", "--poses", "0");
    assertRefused("there is no file", "rig", "fit", dir + "/lg.glb", "--targets", pc2);
    assertRefused("not a glTF file", "rig", "fit", pc2, "--targets", pc2);
    assertRefused("--targets", "rig", "fit", glb);
    assertRefused("expected a file, found none", "rig", "fit", glb, "--targets", dir + "/x.pc2");
    assertRefused("--degree must be", "rig", "fit", glb, "--targets", pc2, "--degree", "9");
    assertRefused("--lambda must be", "rig", "fit", glb, "--targets", pc2, "--lambda", "much");
    assertRefused("a clip called run", "rig", "fit", glb, "--targets", pc2, "--clip", "run");
    assertRefused(
        "nothing to continue",
        "rig",
        "fit",
        glb,
        "--targets",
        pc2,
        "--continue",
        "-o",
        dir + "/none");
    Path text = dir.resolve("bad.rig.json");
    Files.writeString(text, "{}");
    assertRefused("/version", "rig", "eval", text.toString(), glb, "--targets", pc2);
    assertRefused("/version", "rig", "bake", text.toString(), glb);
  }

  private static void assertRefused(String said, String... args) {
    CallHelper refused = call(args);
    assertThat(refused.code).as(refused.err).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.err).contains(said);
  }

  @Test
  void aModelGetsFleshAndBecomesExamples() {
    CallHelper made =
        call(
            "rig",
            "sample",
            glb,
            "--range",
            "30",
            "--poses",
            "3",
            "--resolution",
            "10",
            "-o",
            dir.resolve("flesh").toString());
    assertThat(made.code).as(made.err).isZero();
    assertThat(made.err).contains("particles of flesh");
    assertThat(dir.resolve("flesh/leg-flesh.pc2")).hasSize(32 + 3L * 663 * 12);
    assertThat(dir.resolve("flesh/leg-flesh.glb")).isNotEmptyFile();
  }

  @Test
  void anExampleSetIsFittedWithoutConversion() throws IOException {
    Path set = dir.resolve("leg.examples");
    CallHelper made =
        call("rig", "sample", "leg", "--poses", "40", "--blocks", "-o", dir.toString());
    assertThat(made.code).as(made.err).isZero();
    assertThat(made.out.lines()).containsExactly(glb, set.toString());
    Path rig = dir.resolve("rig");
    String[] fit = {
      "rig",
      "fit",
      glb,
      "--targets",
      set.toString(),
      "--helpers",
      "1",
      "--iterations",
      "2",
      "--refine",
      "0",
      "-o",
      rig.toString()
    };
    CallHelper fitted = call(fit);
    assertThat(fitted.code).as(fitted.err).isZero();
    CallHelper measured =
        call(
            "rig",
            "eval",
            rig.resolve("leg.rig.json").toString(),
            glb,
            "--targets",
            set.toString());
    assertThat(measured.code).as(measured.err).isZero();
    assertThat(measured.out).startsWith("rms 0.0");
    Path chunk = set.resolve("chunk-00000");
    byte[] bytes = Files.readAllBytes(chunk);
    bytes[bytes.length / 2] ^= 1;
    Files.write(chunk, bytes);
    CallHelper damaged = call(fit);
    assertThat(damaged.code).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(damaged.err).contains(chunk + ": block 0 of").contains("is damaged (checksum)");
    Files.delete(chunk);
    assertThat(call(fit).err).contains(chunk + ": block 0 of").contains("is missing");
  }

  @Test
  void anExampleSetOfAnotherModelIsRefusedWithBothNumbers() {
    Path other = dir.resolve("other");
    CallHelper made =
        call(
            "rig", "sample", "leg-exaggerated", "--poses", "8", "--blocks", "-o", other.toString());
    assertThat(made.code).as(made.err).isZero();
    String set = other.resolve("leg-exaggerated.examples").toString();
    CallHelper refused = call("rig", "fit", glb, "--targets", set);
    assertThat(refused.code).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.err).contains("has 8322 vertices, the model has 663");
    assertThat(call("rig", "fit", glb, "--targets", set, "--targets", pc2).err)
        .contains("is an example set: it goes without other --targets");
    assertThat(call("rig", "fit", glb, "--targets", "hdfs://host/leg.examples").err)
        .contains("is on another file system: read it with --engine spark");
  }
}
