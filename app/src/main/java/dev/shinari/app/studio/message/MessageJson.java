package dev.shinari.app.studio.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads and writes messages; everything that is not as expected is refused with a plain line. */
public final class MessageJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(32).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private MessageJson() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** A message {@code {"is": name}} to add to. */
  public static ObjectNode is(String name) {
    return object().put("is", name);
  }

  public static ObjectNode read(String text) {
    try {
      JsonNode n = MAPPER.readTree(text);
      if (n instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is no JSON: " + e.getOriginalMessage());
    }
    throw new IllegalArgumentException("expected a JSON object");
  }

  /** Any JSON value. */
  public static JsonNode value(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is no JSON: " + e.getOriginalMessage());
    }
  }

  public static String write(JsonNode n) {
    try {
      return MAPPER.writeValueAsString(n);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String pretty(JsonNode n) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(n);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Foreign text, short and on one line, for a message. */
  public static String shown(String s) {
    String line = s.replaceAll("\\p{Cntrl}", " ");
    return line.length() > 60 ? line.substring(0, 60) + "..." : line;
  }

  public static String text(JsonNode n, String key) {
    JsonNode v = n.path(key);
    if (!v.isTextual()) {
      throw new IllegalArgumentException("`" + key + "` must be text");
    }
    return v.textValue();
  }

  public static String text(JsonNode n, String key, String fallback) {
    return n.has(key) && !n.get(key).isNull() ? text(n, key) : fallback;
  }

  public static boolean flag(JsonNode n, String key, boolean fallback) {
    JsonNode v = n.path(key);
    if (v.isMissingNode() || v.isNull()) {
      return fallback;
    }
    if (!v.isBoolean()) {
      throw new IllegalArgumentException("`" + key + "` must be true or false");
    }
    return v.booleanValue();
  }

  public static int whole(JsonNode n, String key, int least, int most) {
    JsonNode v = n.path(key);
    if (!v.isIntegralNumber()
        || !v.canConvertToInt()
        || v.intValue() < least
        || v.intValue() > most) {
      throw new IllegalArgumentException(
          "`" + key + "` must be a whole number from " + least + " to " + most);
    }
    return v.intValue();
  }

  public static double number(JsonNode n, String key, double least, double most) {
    JsonNode v = n.path(key);
    double d = v.isNumber() ? v.doubleValue() : Double.NaN;
    if (!(d >= least && d <= most)) {
      throw new IllegalArgumentException(
          "`" + key + "` must be a number from " + least + " to " + most);
    }
    return d;
  }

  /** Three finite numbers of a sensible size. */
  public static double[] point(JsonNode n, String key) {
    JsonNode v = n.path(key);
    double[] p = new double[3];
    boolean good = v.isArray() && v.size() == 3;
    for (int i = 0; i < 3 && good; i++) {
      p[i] = v.get(i).isNumber() ? v.get(i).doubleValue() : Double.NaN;
      good = Math.abs(p[i]) <= 1e6;
    }
    if (!good) {
      throw new IllegalArgumentException("`" + key + "` must be three numbers");
    }
    return p;
  }

  public static int[] ints(JsonNode n, String key) {
    JsonNode v = n.path(key);
    if (!v.isArray()) {
      throw new IllegalArgumentException("`" + key + "` must be a list of whole numbers");
    }
    int[] out = new int[v.size()];
    for (int i = 0; i < out.length; i++) {
      if (!v.get(i).isIntegralNumber() || !v.get(i).canConvertToInt()) {
        throw new IllegalArgumentException("`" + key + "` must be a list of whole numbers");
      }
      out[i] = v.get(i).intValue();
    }
    return out;
  }
}
