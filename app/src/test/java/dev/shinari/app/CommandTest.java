package dev.shinari.app;

import static dev.shinari.app.CallHelper.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.library.ReelLibrary;
import dev.shinari.app.library.SceneLibrary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every command as a user calls it: exit code, what is said where, and which files there are. */
class CommandTest {
  private static final String SMALL =
      """
      {
        "name": "small", "frames": 5, "substeps": 4,
        "bodies": [ { "shape": "cuboid", "cage": { "resolution": 3 }, "position": [0, 0.3, 0] } ],
        "picture": { "width": 64, "height": 48, "sheetFrames": 2 },
      }
      """;

  /** A tetrahedron with corners a unit from the origin. */
  private static final String TETRAHEDRON =
      "v 1 1 1\nv -1 -1 1\nv -1 1 -1\nv 1 -1 -1\nf 1 2 4\nf 1 3 2\nf 1 4 3\nf 2 3 4\n";

  @TempDir Path dir;

  private Path write(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    Files.writeString(file, text);
    return file;
  }

  private List<String> filesIn(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(Files::isRegularFile)
            .sorted()
            .forEach(f -> names.add(folder.relativize(f).toString().replace('\\', '/')));
      }
    }
    return names;
  }

  // ---- help and wrong calls

  @Test
  void helpGoesToStdoutAndNamesEveryCommand() {
    CallHelper c = call("--help");
    assertThat(c.code).isZero();
    assertThat(c.err).isEmpty();
    assertThat(c.out)
        .contains(
            "run SCENE", "try FILE", "tear FILE", "scenes", "check FILE", "info FILE", "bench");
    assertThat(c.out.lines()).allMatch(line -> line.length() <= 90);
    for (String command : List.of("run", "try", "scenes", "check", "info", "bench")) {
      CallHelper help = call(command, "--help");
      assertThat(help.code).as(command).isZero();
      assertThat(help.out)
          .as(command)
          .contains("Usage: shinari " + command.split(" ")[0], "Examples:");
    }
  }

  @Test
  void theVersionIsPrinted() {
    CallHelper c = call("--version");
    assertThat(c.code).isZero();
    assertThat(c.out).startsWith("shinari 0.").contains("Java ").doesNotContain("${");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | Usage: shinari COMMAND",
        "rn | unknown command rn, did you mean run?",
        "run falling-cubiod | did you mean falling-cuboid?",
        "run zzz | there is no built-in scene or file zzz; shinari scenes lists the built-in ones",
        "run nowhere/x.jsonc | there is no file nowhere/x.jsonc",
        "run falling-cuboid --fram 3 | unknown option --fram, did you mean --frames?",
        "run falling-cuboid --frames x | --frames x: `frames` must be a whole number",
        "run falling-cuboid --frames 0 | --frames 0: `frames` must be a whole number",
        "run falling-cuboid --threads 0 | --threads must be a whole number from 1 to 1024, got 0",
        "run falling-cuboid --format gfi | unknown format gfi, did you mean gif?",
        "run falling-cuboid --set x | --set x: expected path=value",
        "run falling-cuboid --set bodies[3].scale=1 | `bodies` has no entry 3",
        "run falling-cuboid --set frames=NaN | `frames` must be a whole number",
        "run | Missing required parameter: 'SCENE'",
        "run a b | unexpected b",
        "try nothing.obj | there is no file nothing.obj",
        "try nothing.obj --as jely | unknown preset jely, did you mean jelly?",
        "check | Missing required parameter: 'FILE'",
        "check nothing.jsonc | there is no file nothing.jsonc",
        "info nothing.obj | there is no file nothing.obj",
        "scenes --source nope | there is no built-in scene or file nope",
        "--quiet | which command? see shinari --help",
      })
  void aWrongCallEndsWithTwoAndOneClearLine(String line, String expected) throws IOException {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ");
    CallHelper c = call(args);
    assertThat(c.code).as(c.err).isEqualTo(2);
    assertThat(c.out).isEmpty();
    assertThat(c.err).contains(expected).doesNotContain("Exception").doesNotContain("\tat ");
    assertThat(Path.of("out")).doesNotExist();
  }

  @Test
  void debugShowsTheStackTrace() {
    CallHelper c = call("run", "zzz", "--debug");
    assertThat(c.code).isEqualTo(2);
    assertThat(c.err).contains("UserError").contains("\tat ");
  }

  // ---- run

  @Test
  void aRunWritesTheUsualFilesAndNamesThem() throws IOException {
    Path scene = write("small.jsonc", SMALL);
    Path into = dir.resolve("film");
    CallHelper c = call("run", scene.toString(), "-o", into.toString());
    assertThat(c.code).as(c.err).isZero();
    assertThat(filesIn(into))
        .containsExactly(
            "import_in_blender.py",
            "small.gif",
            "small.glb",
            "small.obj",
            "small.pc2",
            "small.png");
    assertThat(c.out.lines().map(l -> Path.of(l).getFileName().toString()))
        .containsExactlyInAnyOrderElementsOf(filesIn(into));
    assertThat(c.err).contains("1 body").contains("kernels").contains("next: shinari run");
    assertThat(ImageIO.read(into.resolve("small.gif").toFile()).getWidth()).isEqualTo(64);
  }

  @Test
  void formatsAddToTheUsualOnesAndNoneLeavesThoseOut() throws IOException {
    Path scene = write("small.jsonc", SMALL);
    Path into = dir.resolve("film");
    call("run", scene.toString(), "-o", into.toString(), "--format", "none,usda,frames");
    assertThat(filesIn(into))
        .contains("small.usda", "small-pictures/small_0000.png", "small-pictures/small_0004.png")
        .noneMatch(f -> f.endsWith(".gif") || f.endsWith(".glb"));
    Path more = dir.resolve("more");
    call("run", scene.toString(), "-o", more.toString(), "--format", "mdd", "--frames", "2");
    assertThat(filesIn(more)).contains("small.mdd", "small.pc2", "small.glb");
  }

  @Test
  void theStatsHaveTheirKeysAndTheHashDoesNotDependOnThreads() throws IOException {
    Path scene =
        write(
            "two.jsonc",
            SMALL
                .replace("small", "two")
                .replace(
                    "\"position\": [0, 0.3, 0]",
                    "\"position\": [0, 0.3, 0], \"repeat\": { \"count\": 3, \"jitterDeg\": 20 }"));
    List<String> hashes = new ArrayList<>();
    for (String threads : List.of("1", "2", "3", "8")) {
      Path stats = dir.resolve("stats-" + threads + ".json");
      CallHelper c =
          call(
              "run",
              scene.toString(),
              "--format",
              "none",
              "--threads",
              threads,
              "--stats",
              stats.toString());
      assertThat(c.code).as(c.err).isZero();
      assertThat(c.out.strip()).isEqualTo(stats.toString());
      JsonNode root = new ObjectMapper().readTree(stats.toFile());
      List<String> keys = new ArrayList<>();
      root.fieldNames().forEachRemaining(keys::add);
      assertThat(keys)
          .containsExactly(
              "scene",
              "frames",
              "steps",
              "simulatedSeconds",
              "particles",
              "regions",
              "threads",
              "stepMicros",
              "events",
              "skipped",
              "frozen",
              "weights",
              "pieces",
              "poses",
              "elements",
              "stateHash");
      List<String> micros = new ArrayList<>();
      root.get("stepMicros").fieldNames().forEachRemaining(micros::add);
      assertThat(micros).containsExactly("p50", "p95", "max", "mean", "stages");
      assertThat(root.get("events").has("contacts")).isTrue();
      assertThat(root.get("frames").asInt()).isEqualTo(5);
      assertThat(root.get("steps").asInt()).isEqualTo(16);
      assertThat(root.get("threads").asText()).isEqualTo(threads);
      assertThat(root.get("particles").asInt()).isPositive();
      hashes.add(root.get("stateHash").asText());
    }
    assertThat(hashes).allMatch(h -> h.matches("[0-9a-f]{16}")).containsOnly(hashes.get(0));
  }

  @Test
  void quietSaysNothingButTheFiles() throws IOException {
    Path scene = write("small.jsonc", SMALL);
    CallHelper c =
        call(
            "run",
            scene.toString(),
            "-q",
            "-o",
            dir.resolve("q").toString(),
            "--format",
            "none,glb");
    assertThat(c.code).isZero();
    assertThat(c.err).isEmpty();
    assertThat(c.out.lines()).hasSize(2);
  }

  @Test
  void badScenesWriteNothingAndReportEveryProblem() throws IOException {
    Path scene = write("bad.jsonc", "{ \"frames\": -1, \"bodies\": [ { \"shap\": \"cuboid\" } ] }");
    Path into = dir.resolve("never");
    CallHelper c = call("run", scene.toString(), "-o", into.toString());
    assertThat(c.code).isEqualTo(2);
    assertThat(c.err.lines()).hasSize(3).allMatch(l -> l.startsWith(scene.toString() + ":1:"));
    assertThat(into).doesNotExist();
  }

  @Test
  void aSceneThatCannotBeBuiltWritesNothing() throws IOException {
    Path into = dir.resolve("never");
    Path scene =
        write(
            "pin.jsonc",
            SMALL.replace(
                "\"position\"",
                "\"pins\": [ { \"kind\": \"sphere\", \"center\": [9, 9, 9], \"radius\": 0.1 } ], \"position\""));
    CallHelper c = call("run", scene.toString(), "-o", into.toString());
    assertThat(c.code).isEqualTo(2);
    assertThat(c.err).contains("pin 1 selects no particles");
    write("empty.obj", "v 0 0 0\n");
    Path mesh =
        write(
            "mesh.jsonc",
            SMALL.replace("\"cuboid\"", "{ \"kind\": \"file\", \"path\": \"empty.obj\" }"));
    c = call("run", mesh.toString(), "-o", into.toString());
    assertThat(c.code).as(c.err).isEqualTo(2);
    assertThat(c.err).contains("empty.obj").doesNotContain("Exception");
    assertThat(into).doesNotExist();
  }

  @Test
  void aFileInTheWayOfTheFolderIsNamed() throws IOException {
    Path scene = write("small.jsonc", SMALL);
    CallHelper c = call("run", scene.toString(), "-o", scene.resolve("x").toString());
    assertThat(c.code).isEqualTo(2);
    assertThat(c.err).contains("is a file, not a folder");
  }

  @Test
  void anInterruptedRunLeavesValidFilesOfWhatThereIs() throws IOException {
    Path scene =
        write(
            "long.jsonc",
            SMALL.replace("small", "long").replace("\"frames\": 5", "\"frames\": 100000"));
    Path into = dir.resolve("film");
    StopSignal stop = new StopSignal();
    // A user who presses Ctrl-C as soon as the run has begun.
    PrintStream err =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            if (line.contains("kernels")) {
              stop.wish();
            }
          }
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console =
        new Console(new PrintStream(out, true, StandardCharsets.UTF_8), err, false, false, 80);
    int code =
        Main.run(new String[] {"run", scene.toString(), "-o", into.toString()}, console, stop);
    assertThat(code).isEqualTo(130);
    assertThat(filesIn(into)).contains("long.glb", "long.pc2", "long.obj", "long.png", "long.gif");
    assertThat(ImageIO.read(into.resolve("long.png").toFile())).isNotNull();
    byte[] glb = Files.readAllBytes(into.resolve("long.glb"));
    assertThat(new String(glb, 0, 4, StandardCharsets.ISO_8859_1)).isEqualTo("glTF");
    assertThat(filesIn(into)).noneMatch(f -> f.contains(".tmp") || f.startsWith("."));
  }

  // ---- try, check, info, scenes, bench

  @Test
  void tryMakesAFilmAndASceneToStartFrom() throws IOException {
    Path mesh = write("my mesh.obj", TETRAHEDRON);
    Path into = dir.resolve("film");
    String[] quick = {
      "--frames",
      "3",
      "--set",
      "picture.width=64",
      "--set",
      "picture.height=48",
      "--set",
      "bodies[0].cage.resolution=4"
    };
    List<String> args =
        new ArrayList<>(List.of("try", mesh.toString(), "--as", "jelly", "-o", into.toString()));
    args.addAll(List.of(quick));
    CallHelper c = call(args.toArray(new String[0]));
    assertThat(c.code).as(c.err).isZero();
    assertThat(filesIn(into)).contains("my-mesh.jsonc", "my-mesh.glb", "my-mesh.gif");
    assertThat(c.err).contains("next: shinari run");
    CallHelper again = call("check", into.resolve("my-mesh.jsonc").toString());
    assertThat(again.code).as(again.err).isZero();
  }

  @Test
  void aMeshGivenToRunAndASceneGivenToTryAreSentOn() throws IOException {
    Path mesh = write("m.obj", TETRAHEDRON);
    Path scene = write("small.jsonc", SMALL);
    CallHelper c = call("run", mesh.toString());
    assertThat(c.code).isEqualTo(2);
    assertThat(c.err).contains("shinari try " + mesh);
    c = call("try", scene.toString());
    assertThat(c.code).isEqualTo(2);
    assertThat(c.err).contains("shinari run " + scene);
  }

  @Test
  void checkTellsGoodFilesFromBadOnes() throws IOException {
    Path good = write("small.jsonc", SMALL);
    Path mesh = write("m.obj", TETRAHEDRON);
    CallHelper c = call("check", good.toString(), mesh.toString(), "falling-cuboid");
    assertThat(c.code).as(c.err).isZero();
    assertThat(c.out.lines()).hasSize(3).allMatch(l -> l.contains(": ok"));
    Path bad = write("bad.jsonc", "{ \"bodies\": 3 }");
    Path broken = write("broken.obj", "v 0 0 0\nf 1 2 9\n");
    c = call("check", good.toString(), bad.toString(), broken.toString());
    assertThat(c.code).isEqualTo(2);
    assertThat(c.out).contains(good + ": ok");
    assertThat(c.err)
        .contains(bad + ":1:13")
        .contains("broken.obj")
        .contains("2 of 3 files cannot be used");
  }

  @Test
  void infoDescribesMeshesAndScenes() throws IOException {
    Path mesh = write("m.obj", TETRAHEDRON);
    CallHelper c = call("info", mesh.toString());
    assertThat(c.code).as(c.err).isZero();
    assertThat(c.out).contains("vertices    4", "triangles   4", "closed      yes, volume 2.66667");
    c = call("info", "falling-cuboid");
    assertThat(c.out).contains("scene", "body        cuboid: cuboid, tet cage");
    c = call("info", "falling-cuboid", "--resolved", "--set", "seed=5");
    assertThat(c.code).isZero();
    assertThat(c.out).contains("seed = 5", "// --set seed=5", "// default", "// line ");
    assertThat(c.out.lines()).allMatch(l -> l.contains(" = ") && l.contains(" // "));
  }

  @Test
  void scenesListsAllWithWhatTheyShow() {
    CallHelper c = call("scenes");
    assertThat(c.code).isZero();
    int listed = SceneLibrary.names().size() + ReelLibrary.names().size();
    assertThat(c.out.lines()).hasSize(listed);
    assertThat(c.out.lines()).allMatch(l -> l.matches("[a-z0-9-]+ +[A-Z].*: .*"));
    assertThat(call("scenes", "--source", "sheet").out).contains("\"kind\": \"sheet\"");
  }

  @Test
  void benchSaysHowToStartItWhereItIsNotOnTheClassPath() {
    CallHelper c = call("bench", "engine", "--quick");
    assertThat(c.code).isEqualTo(2);
    assertThat(c.err).contains("./shinari bench");
  }
}
