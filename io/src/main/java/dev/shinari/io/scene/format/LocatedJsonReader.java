package dev.shinari.io.scene.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads JSON with comments and trailing commas into {@link LocatedJson} values. NaN and Infinity
 * are read, so that the checker can refuse them by name and place.
 */
public final class LocatedJsonReader {
  /** Scenes nest a handful of levels; this bounds the recursion of everything behind it. */
  private static final int MAX_DEPTH = 64;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(400)
                  .build())
          .build();

  private final String file;
  private final List<Problem> problems;
  private final Function<JsonLocation, ValueOrigin> origins;

  private LocatedJsonReader(
      String file, List<Problem> problems, Function<JsonLocation, ValueOrigin> origins) {
    this.file = file;
    this.problems = problems;
    this.origins = origins;
  }

  /** The text's value, or null after adding a problem where the text is no JSON. */
  public static LocatedJson read(String file, String text, List<Problem> problems) {
    return new LocatedJsonReader(
            file, problems, at -> new ValueOrigin.InFile(at.getLineNr(), at.getColumnNr()))
        .document(text);
  }

  /**
   * The value of an option: JSON if it is JSON, otherwise the text itself ({@code --set
   * name=wobble} needs no quotes).
   */
  static LocatedJson readOption(String text, ValueOrigin.Option origin) {
    List<Problem> ignored = new ArrayList<>();
    LocatedJson value = new LocatedJsonReader("", ignored, at -> origin).document(text);
    return value != null && ignored.isEmpty() ? value : new LocatedJson.Scalar(origin, text, null);
  }

  /** A default of the format's description, which is known to be JSON. */
  static LocatedJson readDefault(String text) {
    List<Problem> none = new ArrayList<>();
    LocatedJson value =
        new LocatedJsonReader("default", none, at -> ValueOrigin.DEFAULT).document(text);
    if (value == null) {
      throw new AssertionError(none);
    }
    return value;
  }

  private LocatedJson document(String text) {
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    try (JsonParser parser = FACTORY.createParser(body)) {
      if (parser.nextToken() == null) {
        problems.add(new Problem(file, 1, 1, "the file is empty; a scene is an object: { ... }"));
        return null;
      }
      LocatedJson value = value(parser);
      if (parser.nextToken() != null) {
        JsonLocation at = parser.currentTokenLocation();
        problems.add(
            new Problem(file, at.getLineNr(), at.getColumnNr(), "text after the end of the scene"));
        return null;
      }
      return value;
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      problems.add(
          new Problem(
              file,
              at == null ? 1 : Math.max(1, at.getLineNr()),
              at == null ? 1 : Math.max(1, at.getColumnNr()),
              "not valid JSON: " + plain(e.getOriginalMessage())));
      return null;
    } catch (IOException e) {
      throw new AssertionError("reading from memory cannot fail", e);
    }
  }

  private LocatedJson value(JsonParser parser) throws IOException {
    ValueOrigin origin = origins.apply(parser.currentTokenLocation());
    JsonToken token = parser.currentToken();
    switch (token) {
      case START_OBJECT -> {
        LocatedJson.Fields fields = new LocatedJson.Fields(origin);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          ValueOrigin keyOrigin = origins.apply(parser.currentTokenLocation());
          String key = parser.currentName();
          parser.nextToken();
          LocatedJson value = value(parser);
          if (fields.values.containsKey(key) && keyOrigin instanceof ValueOrigin.InFile at) {
            problems.add(
                new Problem(
                    file,
                    at.line(),
                    at.column(),
                    "key `" + key + "` is given twice; remove one of the two"));
          }
          fields.put(key, keyOrigin, value);
        }
        return fields;
      }
      case START_ARRAY -> {
        LocatedJson.Items items = new LocatedJson.Items(origin);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.items.add(value(parser));
        }
        return items;
      }
      case VALUE_STRING -> {
        return new LocatedJson.Scalar(origin, parser.getText(), null);
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        String typed = parser.getText();
        return new LocatedJson.Scalar(origin, number(typed), typed);
      }
      case VALUE_TRUE, VALUE_FALSE -> {
        return new LocatedJson.Scalar(origin, token == JsonToken.VALUE_TRUE, null);
      }
      default -> {
        return new LocatedJson.Scalar(origin, null, null);
      }
    }
  }

  private static Double number(String typed) {
    return switch (typed) {
      case "NaN" -> Double.NaN;
      case "Infinity", "+Infinity", "INF", "+INF" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> Double.valueOf(typed);
    };
  }

  /** The parser's message without its own hints for programmers, as one line. */
  private static String plain(String message) {
    String s = message.replaceAll("\\s+", " ");
    int feature = s.indexOf(" (maybe a (non-standard) feature");
    s = feature >= 0 ? s.substring(0, feature) : s;
    s =
        s.replaceAll(
            "\\(for Object starting at \\[.*?line: (\\d+), column: (\\d+)\\]\\)",
            "(of the object that starts at $1:$2)");
    s =
        s.replaceAll(
            "\\(start marker at \\[.*?line: (\\d+), column: (\\d+)\\]\\)", "(it starts at $1:$2)");
    s =
        s.replace(
            "JSON String, Number, Array, Object or token ",
            "a value: text in double quotes, a number, a list, an object, ");
    return s.length() > 300 ? s.substring(0, 300) + "..." : s;
  }
}
