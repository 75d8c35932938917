package dev.shinari.io.scene.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reader of scenes against Jackson, which it stands in for. */
class LocatedJsonReaderTest {
  private static final JsonFactory JACKSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private static final String SAMPLE =
      """
      // a scene
      {
        "name": "tab\\tand \\u00e9 \\"quoted\\" \\\\ \\/",
        "numbers": [0, -0, 1.5, -2e-3, 1E+10, 0.1, 123456789012345678901234567890, 4.9e-324, NaN],
        /* words
           of two lines */ "words": [true, false, null, "猫", "",],
        "nested": {"a": {"b": [{}, [], [[1], [2,],],],},},
      }
      """;

  @Test
  void textsThatAreMutilatedAtRandomAreTakenOrRefusedAsJacksonDoes() {
    Random random = new Random(41);
    String alphabet = "{}[]\",:/*\\ \n\t0123456789.eE+-truefalsnNaI'x";
    int taken = 0;
    for (int i = 0; i < 40_000; i++) {
      StringBuilder text = new StringBuilder(SAMPLE);
      for (int edits = random.nextInt(4); edits > 0; edits--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
          default -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
        }
      }
      String theirs = jackson(text.toString());
      String ours = ours(text.toString());
      assertThat(ours).as("seed 41, case %d:%n%s", i, text).isEqualTo(theirs);
      taken += theirs == null ? 0 : 1;
    }
    assertThat(taken).isBetween(5_000, 35_000); // both outcomes were tried
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\" 1}| 1:6: not valid JSON: expected a colon after the key `a`, found `1`",
        "{a: 1}| 1:2: not valid JSON: expected a key in double quotes, found `a`",
        "[1 2]| 1:4: not valid JSON: expected a comma or ] after a value, found `2`",
        "[1,,2]| 1:4: not valid JSON: two commas with nothing between them",
        "[01]| 1:2: not valid JSON: `01` is not a number (write it like -12.5 or 1e-3)",
        "[\"abc]| 1:2: not valid JSON: this text has no closing double quote",
        "[/* abc]| 1:2: not valid JSON: this comment has no closing */",
        "[\"\\q\"]| 1:3: not valid JSON: `\\q` is not an escape; a backslash itself is written \\\\",
      })
  void aMistakeIsToldInPlainWordsWithItsPlace(String text, String expected) {
    List<Problem> problems = new ArrayList<>();
    assertThat(LocatedJsonReader.read("f", text, problems)).isNull();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).toString()).endsWith(expected.strip());
  }

  /** The value as one line, or null where the text is refused. */
  private static String ours(String text) {
    List<Problem> problems = new ArrayList<>();
    LocatedJson value = LocatedJsonReader.read("f", text, problems);
    return value == null ? null : line(value);
  }

  private static String line(LocatedJson value) {
    StringBuilder out = new StringBuilder();
    if (value instanceof LocatedJson.Fields f) {
      f.values.forEach((k, v) -> out.append(k).append('=').append(line(v)).append(';'));
      return "{" + out + "}";
    }
    if (value instanceof LocatedJson.Items items) {
      items.items.forEach(v -> out.append(line(v)).append(';'));
      return "[" + out + "]";
    }
    Object scalar = ((LocatedJson.Scalar) value).value;
    return scalar instanceof String s ? '"' + s + '"' : String.valueOf(scalar);
  }

  private static String jackson(String text) {
    try (JsonParser parser = JACKSON.createParser(text)) {
      if (parser.nextToken() == null) {
        return null;
      }
      String value = jackson(parser);
      return parser.nextToken() == null ? value : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static String jackson(JsonParser parser) throws IOException {
    StringBuilder out = new StringBuilder();
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        var values = new java.util.LinkedHashMap<String, String>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          parser.nextToken();
          values.put(key, jackson(parser));
        }
        values.forEach((k, v) -> out.append(k).append('=').append(v).append(';'));
        return "{" + out + "}";
      }
      case START_ARRAY -> {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          out.append(jackson(parser)).append(';');
        }
        return "[" + out + "]";
      }
      case VALUE_STRING -> {
        return '"' + parser.getText() + '"';
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        String typed = parser.getText();
        return String.valueOf(
            "NaN".equals(typed)
                ? Double.NaN
                : Double.parseDouble(
                    typed.replace("INF", "Infinity").replace("Infinityinity", "Infinity")));
      }
      case VALUE_TRUE, VALUE_FALSE -> {
        return String.valueOf(parser.getBooleanValue());
      }
      default -> {
        return "null";
      }
    }
  }
}
