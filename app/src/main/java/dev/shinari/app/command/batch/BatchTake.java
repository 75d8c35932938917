package dev.shinari.app.command.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.command.run.Film;
import dev.shinari.app.command.run.FilmOptions;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.film.Performance;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.render.film.Thumbnail;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One take of a batch: what is to be simulated, and how it is done, on whichever machine.
 *
 * @param name of its folder
 * @param scene as a user would give it to {@code run}
 * @param settings all values that take the place of the scene's
 * @param cells the values that are swept, in the order of the plan's columns
 * @param formats to write beside thumbnail and figures
 * @param key of scene, values and formats
 */
record BatchTake(
    String name,
    String scene,
    LinkedHashMap<String, String> settings,
    ArrayList<String> cells,
    ArrayList<String> formats,
    String key)
    implements Serializable {
  /** The take's figures, written last: with it a take is whole. */
  static final String FIGURES = "take.json";

  static final String THUMBNAIL = "thumbnail.png";
  private static final int THUMBNAIL_WIDTH = 480;

  /** Whether a folder holds this very take. */
  boolean isDone(Path folder) {
    JsonNode figures = figures(folder);
    return figures != null && key.equals(figures.path("key").asText());
  }

  /** The figures of a finished take, or null. */
  static JsonNode figures(Path folder) {
    try {
      return new ObjectMapper().readTree(folder.resolve(FIGURES).toFile());
    } catch (IOException e) {
      return null; // not there, or not whole: the take is made again
    }
  }

  /**
   * Simulates the take and writes its files.
   *
   * @return false where it was stopped
   */
  boolean shoot(Path folder, StopSignal stop) throws IOException, SceneException, UserError {
    Files.createDirectories(folder);
    Path stats = folder.resolve(FIGURES + ".stats");
    List<String> wanted = new ArrayList<>(formats);
    if (!wanted.contains("png")) {
      wanted.add("png");
    }
    Scene read = SceneArgument.read(scene, BatchPlan.settings(settings)).scene();
    FilmOptions options =
        FilmOptions.of(
            "-o",
            folder.toString(),
            "--format",
            "none," + String.join(",", wanted),
            "--threads",
            "1",
            "--stats",
            stats.toString());
    Console nobody =
        new Console(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            false,
            false,
            80);
    nobody.setQuiet(true);
    if (new Film(Performance.of(read), scene, options, nobody, stop).shoot(null) != ExitCode.DONE) {
      return false;
    }
    Path sheet = folder.resolve(read.name() + ".png");
    Thumbnail.write(sheet, THUMBNAIL_WIDTH, folder.resolve(THUMBNAIL));
    if (!formats.contains("png")) {
      Files.delete(sheet);
    }
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode all = mapper.createObjectNode();
    all.put("take", name);
    all.put("key", key);
    ObjectNode values = all.putObject("values");
    settings.forEach(values::put);
    all.setAll((ObjectNode) mapper.readTree(stats.toFile()));
    Files.delete(stats);
    Files.writeString(folder.resolve(FIGURES), all.toPrettyString() + "\n");
    return true;
  }

  /** A finished take on its way from another machine: its files by name, or why there are none. */
  record Packed(LinkedHashMap<String, byte[]> files, String failure) implements Serializable {}

  /** Simulates the take somewhere and brings its files back. */
  static Packed shootAway(BatchTake take) throws IOException {
    Path folder = Files.createTempDirectory("shinari-take");
    try {
      try {
        take.shoot(folder, new StopSignal());
      } catch (SceneException | UserError | RuntimeException e) {
        return new Packed(new LinkedHashMap<>(), String.valueOf(e.getMessage()));
      }
      LinkedHashMap<String, byte[]> files = new LinkedHashMap<>();
      try (var all = Files.walk(folder)) {
        for (Path p : all.filter(Files::isRegularFile).sorted().toList()) {
          files.put(folder.relativize(p).toString().replace('\\', '/'), Files.readAllBytes(p));
        }
      }
      return new Packed(files, null);
    } finally {
      delete(folder);
    }
  }

  /** Writes what came from another machine. */
  static void unpack(Map<String, byte[]> files, Path folder) throws IOException {
    for (Map.Entry<String, byte[]> f : files.entrySet()) {
      Path file = folder.resolve(f.getKey()).normalize();
      if (!file.startsWith(folder)) {
        throw new IOException("a take names a file outside of its folder: " + f.getKey());
      }
      Files.createDirectories(file.getParent());
      Files.write(file, f.getValue());
    }
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var all = Files.walk(folder)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }
}
