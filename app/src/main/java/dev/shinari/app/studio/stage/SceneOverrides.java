package dev.shinari.app.studio.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values that take the place of a scene's own, in a file beside it: the scene's file stays as its
 * author wrote it. {@code {"override": 1, "set": {"bodies[0].elasticity.frequencyHz": 2}}}
 */
public final class SceneOverrides {
  private static final int FORMAT = 1;

  private SceneOverrides() {}

  /** The text of an override file; values are JSON. */
  public static String write(Map<String, String> values) {
    ObjectNode n = MessageJson.object().put("override", FORMAT);
    ObjectNode set = n.putObject("set");
    values.forEach((path, value) -> set.set(path, MessageJson.value(value)));
    return MessageJson.pretty(n) + "\n";
  }

  /** Reads {@link #write}; IllegalArgumentException says what is wrong. */
  public static Map<String, String> read(String text) {
    ObjectNode n = MessageJson.read(text);
    if (n.path("override").asInt(0) != FORMAT || !n.path("set").isObject()) {
      throw new IllegalArgumentException("this is no override file of format " + FORMAT);
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> e : n.path("set").properties()) {
      values.put(e.getKey(), MessageJson.write(e.getValue()));
    }
    return values;
  }
}
