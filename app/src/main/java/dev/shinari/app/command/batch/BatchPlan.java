package dev.shinari.app.command.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.command.run.FilmOptions;
import dev.shinari.app.console.UserError;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A batch file: one scene, values to sweep, seeds. All combinations are takes, numbered with the
 * last value changing fastest and the seed fastest of all.
 *
 * <pre>
 *   {
 *     "scene": "falling-cuboid",                      // or a file, relative to this one
 *     "frames": 48,                                   // the scene's unless given
 *     "set":   {"bodies[0].restitution": 0},           // for all takes
 *     "sweep": {"bodies[0].elasticity.frequencyHz": [2, 4, 8],
 *               "bodies[0].elasticity.dampingRatio": {"from": 0, "to": 0.2, "count": 3}},
 *     "seeds": 3,                                     // 1, 2, 3; or a list
 *     "formats": ["glb", "gif"]                       // beside thumbnail and figures
 *   }
 * </pre>
 *
 * @param scene as a user would give it to {@code run}
 * @param columns paths that are swept, the seed last where there are seeds
 * @param takes one for each combination
 */
record BatchPlan(String scene, List<String> columns, List<BatchTake> takes) {
  private static final List<String> KEYS =
      List.of("scene", "frames", "set", "sweep", "seeds", "formats");

  private static final int MOST = 100_000;

  static BatchPlan read(Path file) throws IOException, UserError, SceneException {
    JsonNode root = parse(file);
    List<String> wrong = new ArrayList<>();
    root.fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                String near = DidYouMean.to(key, KEYS);
                wrong.add(
                    file
                        + ": unknown key "
                        + key
                        + (near == null ? "" : ", did you mean " + near + "?")
                        + " (known: "
                        + String.join(", ", KEYS)
                        + ")");
              }
            });
    if (!root.path("scene").isTextual()) {
      wrong.add(file + ": `scene` is needed: the name of a built-in scene, or a scene file");
    }
    Map<String, String> fixed = new LinkedHashMap<>();
    if (root.has("frames")) {
      fixed.put("frames", text(root.get("frames")));
    }
    fields(file, root, "set", wrong).forEach((path, v) -> fixed.put(path, text(v)));
    Map<String, List<String>> swept = new LinkedHashMap<>();
    fields(file, root, "sweep", wrong)
        .forEach((path, v) -> swept.put(path, values(file, path, v, wrong)));
    if (root.has("seeds")) {
      swept.put("seed", seeds(file, root.get("seeds"), wrong));
    }
    List<String> formats = formats(file, root.path("formats"), wrong);
    long count = 1;
    for (List<String> v : swept.values()) {
      count = Math.min(Integer.MAX_VALUE, count * Math.max(1, v.size()));
    }
    if (count > MOST) {
      wrong.add(file + ": that would be " + count + " takes; at most " + MOST + " are allowed");
    }
    if (!wrong.isEmpty()) {
      throw new UserError(wrong);
    }
    String scene = scene(file, root.get("scene").asText());
    return checked(file, scene, fixed, swept, formats, (int) count);
  }

  private static JsonNode parse(Path file) throws IOException, UserError {
    if (!Files.isRegularFile(file)) {
      throw new UserError("there is no file " + file + SceneArgument.nearFile(file));
    }
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();
    try {
      JsonNode root = mapper.readTree(Files.readString(file));
      if (root == null || !root.isObject()) {
        throw new UserError(file + ": expected an object: {\"scene\": ..., \"sweep\": {...}}");
      }
      return root;
    } catch (JsonProcessingException e) {
      String place =
          e.getLocation() == null
              ? ""
              : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
      throw new BadFileException(
          file, place, "a batch file (JSON)", e.getOriginalMessage(), "see docs/scale.md", e);
    }
  }

  private static Map<String, JsonNode> fields(
      Path file, JsonNode root, String key, List<String> wrong) {
    Map<String, JsonNode> out = new LinkedHashMap<>();
    JsonNode node = root.path(key);
    if (node.isObject()) {
      node.fields().forEachRemaining(f -> out.put(f.getKey(), f.getValue()));
    } else if (!node.isMissingNode()) {
      wrong.add(file + ": `" + key + "` must be an object of path and value");
    }
    return out;
  }

  private static String text(JsonNode v) {
    return v.isTextual() ? v.asText() : v.toString();
  }

  private static List<String> values(Path file, String path, JsonNode v, List<String> wrong) {
    List<String> out = new ArrayList<>();
    if (v.isArray() && !v.isEmpty()) {
      v.forEach(x -> out.add(text(x)));
    } else if (v.path("from").isNumber()
        && v.path("to").isNumber()
        && v.path("count").isInt()
        && v.path("count").asInt() >= 2
        && v.path("count").asInt() <= MOST) {
      int n = v.path("count").asInt();
      double from = v.path("from").asDouble();
      double to = v.path("to").asDouble();
      for (int i = 0; i < n; i++) {
        double x = from + (to - from) * i / (n - 1);
        out.add(String.valueOf((float) x));
      }
    } else {
      wrong.add(
          file
              + ": `sweep."
              + path
              + "` must be a list of values, or {\"from\": 1, \"to\": 8, \"count\": 4}");
    }
    return out;
  }

  private static List<String> seeds(Path file, JsonNode v, List<String> wrong) {
    List<String> out = new ArrayList<>();
    if (v.isInt() && v.asInt() >= 1 && v.asInt() <= MOST) {
      for (int i = 1; i <= v.asInt(); i++) {
        out.add(String.valueOf(i));
      }
    } else if (v.isArray() && !v.isEmpty()) {
      v.forEach(x -> out.add(text(x)));
    } else {
      wrong.add(file + ": `seeds` must be a number of seeds from 1 on, or a list of them");
    }
    return out;
  }

  private static List<String> formats(Path file, JsonNode v, List<String> wrong) {
    List<String> out = new ArrayList<>();
    if (v.isArray()) {
      v.forEach(x -> out.add(text(x)));
      try {
        FilmOptions.of("-o", "x", "--format", "none," + String.join(",", out)).formats();
      } catch (UserError e) {
        e.lines().forEach(line -> wrong.add(file + ": `formats`: " + line));
      }
    } else if (!v.isMissingNode()) {
      wrong.add(file + ": `formats` must be a list, for example [\"glb\", \"gif\"]");
    }
    return out;
  }

  private static String scene(Path file, String word) {
    Path beside = file.toAbsolutePath().resolveSibling(word);
    return SceneLibrary.names().contains(word) ? word : beside.toString();
  }

  /** All combinations, each read once so that every problem shows before anything runs. */
  private static BatchPlan checked(
      Path file,
      String scene,
      Map<String, String> fixed,
      Map<String, List<String>> swept,
      List<String> formats,
      int count)
      throws IOException, UserError, SceneException {
    List<String> columns = List.copyOf(swept.keySet());
    String source =
        SceneLibrary.names().contains(scene)
            ? SceneLibrary.source(scene)
            : Files.isRegularFile(Path.of(scene)) ? Files.readString(Path.of(scene)) : "";
    List<BatchTake> takes = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      Map<String, String> values = new LinkedHashMap<>();
      int rest = n;
      for (int c = columns.size() - 1; c >= 0; c--) {
        List<String> choice = swept.get(columns.get(c));
        values.put(columns.get(c), choice.get(rest % choice.size()));
        rest /= choice.size();
      }
      List<String> cells = columns.stream().map(values::get).toList();
      Map<String, String> all = new LinkedHashMap<>(fixed);
      for (int c = 0; c < columns.size(); c++) {
        all.put(columns.get(c), cells.get(c));
      }
      try {
        SceneArgument.read(scene, settings(all));
      } catch (SceneException e) {
        problems.addAll(e.problems());
        if (problems.size() > 20) {
          break;
        }
      }
      String name = String.format(Locale.ROOT, "take-%05d", n + 1);
      takes.add(
          new BatchTake(
              name,
              scene,
              new LinkedHashMap<>(all),
              new ArrayList<>(cells),
              new ArrayList<>(formats),
              key(source, all, formats)));
    }
    if (!problems.isEmpty()) {
      throw new SceneException(problems.stream().distinct().toList());
    }
    return new BatchPlan(scene, columns, takes);
  }

  static List<Setting> settings(Map<String, String> values) throws SceneException {
    List<Setting> out = new ArrayList<>();
    for (Map.Entry<String, String> e : values.entrySet()) {
      out.add(Setting.parse(e.getKey() + "=" + e.getValue()));
    }
    return out;
  }

  /** Tells takes apart: what was made for other values, or another scene, is made anew. */
  private static String key(String source, Map<String, String> values, List<String> formats) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(source.getBytes(StandardCharsets.UTF_8));
      sha.update((values + "\n" + formats).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha.digest(), 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has it
    }
  }
}
