package dev.shinari.app.studio.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.film.Performance;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A take as what was done: the scene with the files that it needs, the values it was started with,
 * and all actions with their steps. Played again it gives the same bits; {@code hash} says which.
 *
 * @param scene name of a built-in scene, or null where the text is given
 * @param name what the scene is called
 * @param files files that the text names, by name
 * @param hash state hash after the last step, as 16 hexadecimal digits
 */
public record Replay(
    String scene,
    String name,
    String text,
    Map<String, byte[]> files,
    Map<String, String> values,
    long steps,
    List<Stage.Entry> log,
    String hash) {
  private static final int FORMAT = 1;
  private static final long MOST_FILE_BYTES = 48L << 20;
  private static final long MOST_STEPS = 100_000_000;
  private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  public Replay {
    files = Map.copyOf(files);
    log = List.copyOf(log);
  }

  /** What was done on a stage until now. */
  public static Replay of(Stage stage) throws IOException {
    SceneSource s = stage.source();
    Map<String, byte[]> files = new TreeMap<>();
    if (!s.isBuiltIn() && s.folder() != null) {
      long bytes = 0;
      try (Stream<Path> all = Files.list(s.folder())) {
        for (Path f : all.sorted().toList()) {
          String n = String.valueOf(f.getFileName());
          if (FILE_NAME.matcher(n).matches() && s.text().contains(n)) {
            bytes += Files.size(f);
            if (bytes > MOST_FILE_BYTES) {
              throw new IllegalArgumentException("the files of this scene are too large to keep");
            }
            files.put(n, Files.readAllBytes(f));
          }
        }
      }
    }
    return new Replay(
        s.isBuiltIn() ? s.name() : null,
        s.name(),
        s.text(),
        files,
        stage.overrides(),
        stage.step(),
        stage.log(),
        hash(stage));
  }

  static String hash(Stage stage) {
    return String.format(Locale.ROOT, "%016x", stage.world().stateHash());
  }

  /** The replay as a file's text. */
  public String toJson() {
    ObjectNode n = MessageJson.object().put("replay", FORMAT).put("name", name);
    if (scene != null) {
      n.put("scene", scene);
    } else {
      n.put("text", text);
      ObjectNode f = n.putObject("files");
      new TreeMap<>(files)
          .forEach((file, bytes) -> f.put(file, Base64.getEncoder().encodeToString(bytes)));
    }
    ObjectNode set = n.putObject("set");
    values.forEach(set::put);
    n.put("steps", steps).put("hash", hash);
    ArrayNode all = n.putArray("log");
    for (Stage.Entry e : log) {
      all.add(e.action().toJson().put("step", e.step()));
    }
    return MessageJson.write(n) + "\n";
  }

  /** Whether a text looks like a replay rather than a scene. */
  public static boolean isReplay(String text) {
    return text.startsWith("{\"replay\":");
  }

  /** Reads {@link #toJson}; IllegalArgumentException says what is wrong. */
  public static Replay read(String text) {
    ObjectNode n = MessageJson.read(text);
    if (n.path("replay").asInt(0) != FORMAT) {
      throw new IllegalArgumentException("this is no replay of format " + FORMAT);
    }
    String scene = MessageJson.text(n, "scene", null);
    if (scene != null && !SceneLibrary.names().contains(scene)) {
      throw new IllegalArgumentException("there is no built-in scene " + MessageJson.shown(scene));
    }
    Map<String, byte[]> files = new TreeMap<>();
    for (Map.Entry<String, JsonNode> f : n.path("files").properties()) {
      if (!FILE_NAME.matcher(f.getKey()).matches() || !f.getValue().isTextual()) {
        throw new IllegalArgumentException("not a file name: " + MessageJson.shown(f.getKey()));
      }
      files.put(f.getKey(), Base64.getDecoder().decode(f.getValue().textValue()));
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> v : n.path("set").properties()) {
      values.put(v.getKey(), MessageJson.text(n.path("set"), v.getKey()));
    }
    long steps = (long) MessageJson.number(n, "steps", 0, MOST_STEPS);
    List<Stage.Entry> log = new ArrayList<>();
    long last = 0;
    for (JsonNode e : n.path("log")) {
      long step = (long) MessageJson.number(e, "step", last, steps);
      log.add(new Stage.Entry(step, StageAction.read(e)));
      last = step;
    }
    String name = MessageJson.text(n, "name");
    return new Replay(
        scene,
        name,
        scene == null ? MessageJson.text(n, "text") : null,
        files,
        values,
        steps,
        log,
        MessageJson.text(n, "hash", ""));
  }

  /**
   * Ready to be played again.
   *
   * @param folder an empty folder for the scene's files, which must stay while it is played
   */
  public Played play(Path folder, Workers workers) throws IOException, SceneException {
    for (Map.Entry<String, byte[]> f : files.entrySet()) {
      Files.write(folder.resolve(f.getKey()), f.getValue());
    }
    SceneSource source =
        scene != null ? SceneSource.builtIn(scene) : new SceneSource(name, text, folder);
    return new Played(new Stage(source, values, workers), this);
  }

  /** A replay while it is played. */
  public static final class Played implements Performance {
    private final Stage stage;
    private final Replay replay;
    private int next;

    private Played(Stage stage, Replay replay) {
      this.stage = stage;
      this.replay = replay;
      act();
    }

    @Override
    public Scene scene() {
      return stage.scene();
    }

    @Override
    public SceneBuilder.Built built() {
      return stage.built();
    }

    @Override
    public int frames() {
      return (int) (replay.steps / stage.scene().substeps()) + 1;
    }

    @Override
    public void stepped() {
      stage.stepped();
      act();
    }

    /** Steps on behind the last whole frame, to where the take ended. */
    @Override
    public void finished() {
      while (stage.step() < replay.steps) {
        stage.advance();
        act();
      }
    }

    private void act() {
      while (next < replay.log.size() && replay.log.get(next).step() == stage.step()) {
        stage.apply(replay.log.get(next++).action());
      }
      stage.lead();
    }

    /** State hash now. */
    public String hash() {
      return Replay.hash(stage);
    }
  }
}
