package dev.shinari.io.scene.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads JSON with comments and trailing commas into {@link LocatedJson} values. NaN and Infinity
 * are read, so that the checker can refuse them by name and place.
 *
 * <p>Written by hand, since the same scenes with the same messages are read in web pages, where the
 * JSON libraries of the JVM cannot be compiled.
 */
public final class LocatedJsonReader {
  /** Scenes nest a handful of levels; this bounds the recursion of everything behind it. */
  private static final int MAX_DEPTH = 64;

  private static final int MAX_NUMBER_LENGTH = 400;

  /** Ends the reading of a document at its first mistake. */
  private static final class Mistake extends Exception {
    private static final long serialVersionUID = 1;

    final int line;
    final int column;

    Mistake(String message, int line, int column) {
      super(message, null, false, false);
      this.line = line;
      this.column = column;
    }
  }

  private final String file;
  private final List<Problem> problems;
  private final ValueOrigin fixed; // of every value, or null where the place in the text counts
  private final String text;
  private int at;
  private int line = 1;
  private int lineStart;

  private LocatedJsonReader(String file, List<Problem> problems, ValueOrigin fixed, String text) {
    this.file = file;
    this.problems = problems;
    this.fixed = fixed;
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** The text's value, or null after adding a problem where the text is not JSON. */
  public static LocatedJson read(String file, String text, List<Problem> problems) {
    return new LocatedJsonReader(file, problems, null, text).document();
  }

  /**
   * The value of an option: JSON if it is JSON, otherwise the text itself ({@code --set
   * name=wobble} needs no quotes).
   */
  static LocatedJson readOption(String text, ValueOrigin.Option origin) {
    List<Problem> ignored = new ArrayList<>();
    LocatedJson value = new LocatedJsonReader("", ignored, origin, text).document();
    return value != null && ignored.isEmpty() ? value : new LocatedJson.Scalar(origin, text, null);
  }

  /** A default of the format's description, which is known to be JSON. */
  static LocatedJson readDefault(String text) {
    List<Problem> none = new ArrayList<>();
    LocatedJson value =
        new LocatedJsonReader("default", none, ValueOrigin.DEFAULT, text).document();
    if (value == null) {
      throw new AssertionError(none);
    }
    return value;
  }

  private LocatedJson document() {
    try {
      skipSpace();
      if (at == text.length()) {
        problems.add(new Problem(file, 1, 1, "the file is empty; a scene is an object: { ... }"));
        return null;
      }
      LocatedJson value = value(0);
      skipSpace();
      if (at < text.length()) {
        problems.add(new Problem(file, line, column(), "text after the end of the scene"));
        return null;
      }
      return value;
    } catch (Mistake e) {
      problems.add(new Problem(file, e.line, e.column, "not valid JSON: " + e.getMessage()));
      return null;
    }
  }

  private int column() {
    return at - lineStart + 1;
  }

  private ValueOrigin here() {
    return fixed != null ? fixed : new ValueOrigin.InFile(line, column());
  }

  private Mistake mistake(String message) {
    return new Mistake(message, line, column());
  }

  private LocatedJson value(int depth) throws Mistake {
    if (depth > MAX_DEPTH) {
      throw mistake("nested more than " + MAX_DEPTH + " levels deep");
    }
    ValueOrigin origin = here();
    char c = text.charAt(at);
    switch (c) {
      case '{':
        return fields(origin, depth);
      case '[':
        return items(origin, depth);
      case '"':
        return new LocatedJson.Scalar(origin, string(), null);
      default:
        return word(origin);
    }
  }

  private LocatedJson fields(ValueOrigin origin, int depth) throws Mistake {
    int openLine = line;
    int openColumn = column();
    LocatedJson.Fields fields = new LocatedJson.Fields(origin);
    at++;
    while (true) {
      skipSpace();
      if (at == text.length()) {
        throw mistake(
            "the file ends inside the object that starts at " + openLine + ":" + openColumn);
      }
      if (text.charAt(at) == '}') {
        at++;
        return fields;
      }
      ValueOrigin keyOrigin = here();
      if (text.charAt(at) != '"') {
        throw mistake("expected a key in double quotes, found " + found());
      }
      String key = string();
      skipSpace();
      if (at == text.length() || text.charAt(at) != ':') {
        throw mistake("expected a colon after the key `" + key + "`, found " + found());
      }
      at++;
      LocatedJson value = next(depth);
      if (fields.values.containsKey(key) && keyOrigin instanceof ValueOrigin.InFile place) {
        problems.add(
            new Problem(
                file,
                place.line(),
                place.column(),
                "key `" + key + "` is given twice; remove one of the two"));
      }
      fields.put(key, keyOrigin, value);
      separator('}', "object", openLine, openColumn);
    }
  }

  private LocatedJson items(ValueOrigin origin, int depth) throws Mistake {
    int openLine = line;
    int openColumn = column();
    LocatedJson.Items items = new LocatedJson.Items(origin);
    at++;
    while (true) {
      skipSpace();
      if (at == text.length()) {
        throw mistake(
            "the file ends inside the list that starts at " + openLine + ":" + openColumn);
      }
      if (text.charAt(at) == ']') {
        at++;
        return items;
      }
      items.items.add(next(depth));
      separator(']', "list", openLine, openColumn);
    }
  }

  private LocatedJson next(int depth) throws Mistake {
    skipSpace();
    if (at == text.length()) {
      throw mistake("the file ends where a value is expected");
    }
    return value(depth + 1);
  }

  /** A comma, which may be the last, or the end, which is left where it is. */
  private void separator(char end, String what, int openLine, int openColumn) throws Mistake {
    skipSpace();
    if (at == text.length()) {
      throw mistake(
          "the file ends inside the " + what + " that starts at " + openLine + ":" + openColumn);
    }
    char c = text.charAt(at);
    if (c == ',') {
      at++;
      skipSpace();
      if (at < text.length() && text.charAt(at) == ',') {
        throw mistake("two commas with nothing between them");
      }
    } else if (c != end) {
      throw mistake("expected a comma or " + end + " after a value, found " + found());
    }
  }

  private LocatedJson word(ValueOrigin origin) throws Mistake {
    int from = at;
    int end = at;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    String word = text.substring(from, end);
    Object value =
        switch (word) {
          case "true" -> Boolean.TRUE;
          case "false" -> Boolean.FALSE;
          case "null" -> null;
          default -> number(word);
        };
    at = end;
    return new LocatedJson.Scalar(origin, value, value instanceof Double ? word : null);
  }

  private Double number(String word) throws Mistake {
    switch (word) {
      case "NaN":
        return Double.NaN;
      case "Infinity", "+Infinity", "INF", "+INF":
        return Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF":
        return Double.NEGATIVE_INFINITY;
      default:
        break;
    }
    if (word.isEmpty()) {
      throw mistake(
          "expected a value (text in double quotes, a number, a list, an object, true, false or"
              + " null), found "
              + found());
    }
    if (word.length() > MAX_NUMBER_LENGTH) {
      throw mistake("a number of " + word.length() + " characters; write at most 400");
    }
    if (!isNumber(word)) {
      char first = word.charAt(0);
      boolean likeNumber = first >= '0' && first <= '9' || first == '-' || first == '.';
      throw mistake(
          likeNumber
              ? "`" + cut(word) + "` is not a number (write it like -12.5 or 1e-3)"
              : "unrecognized word `" + cut(word) + "`; text needs double quotes");
    }
    return Double.valueOf(word);
  }

  /** -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)? */
  private static boolean isNumber(String w) {
    int i = w.startsWith("-") ? 1 : 0;
    int digits = digits(w, i);
    if (digits == 0 || digits > 1 && w.charAt(i) == '0') {
      return false;
    }
    i += digits;
    if (i < w.length() && w.charAt(i) == '.') {
      digits = digits(w, i + 1);
      if (digits == 0) {
        return false;
      }
      i += 1 + digits;
    }
    if (i < w.length() && (w.charAt(i) == 'e' || w.charAt(i) == 'E')) {
      i++;
      if (i < w.length() && (w.charAt(i) == '+' || w.charAt(i) == '-')) {
        i++;
      }
      digits = digits(w, i);
      if (digits == 0) {
        return false;
      }
      i += digits;
    }
    return i == w.length();
  }

  private static int digits(String w, int from) {
    int i = from;
    while (i < w.length() && w.charAt(i) >= '0' && w.charAt(i) <= '9') {
      i++;
    }
    return i - from;
  }

  private static boolean isWordPart(char c) {
    return c > ' ' && ",:{}[]\"/".indexOf(c) < 0;
  }

  private String string() throws Mistake {
    int openColumn = column();
    at++;
    StringBuilder out = null;
    int plain = at;
    while (true) {
      if (at == text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r') {
        throw new Mistake("this text has no closing double quote", line, openColumn);
      }
      char c = text.charAt(at);
      if (c == '"') {
        String rest = text.substring(plain, at);
        at++;
        return out == null ? rest : out.append(rest).toString();
      }
      if (c < ' ') {
        throw mistake("a control character inside text; write it as an escape like \\n");
      }
      if (c == '\\') {
        out = out == null ? new StringBuilder() : out;
        out.append(text, plain, at).append(escape());
        plain = at;
      } else {
        at++;
      }
    }
  }

  private char escape() throws Mistake {
    char c = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    if (c == 'u') {
      int code = 0;
      for (int i = 2; i < 6; i++) {
        int digit = at + i < text.length() ? Character.digit(text.charAt(at + i), 16) : -1;
        if (digit < 0) {
          throw mistake("an escape \\u needs four hexadecimal digits");
        }
        code = 16 * code + digit;
      }
      at += 6;
      return (char) code;
    }
    int kind = "\"\\/bfnrt".indexOf(c);
    if (kind < 0) {
      throw mistake("`\\" + c + "` is not an escape; a backslash itself is written \\\\");
    }
    at += 2;
    return "\"\\/\b\f\n\r\t".charAt(kind);
  }

  /** What stands here, for a message. */
  private String found() {
    if (at == text.length()) {
      return "the end of the file";
    }
    int end = at;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    return "`" + cut(text.substring(at, Math.max(end, at + 1))) + "`";
  }

  private static String cut(String word) {
    return word.length() > 40 ? word.substring(0, 40) + "..." : word;
  }

  /** Spaces, line ends and comments. */
  private void skipSpace() throws Mistake {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        newLine();
      } else if (c == ' ' || c == '\t' || c == '\r') {
        at++;
      } else if (c == '/' && text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == '/' && text.startsWith("/*", at)) {
        skipBlock();
      } else {
        return;
      }
    }
  }

  private void skipBlock() throws Mistake {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw mistake("this comment has no closing */");
    }
    while (at < end) {
      if (text.charAt(at) == '\n') {
        newLine();
      } else {
        at++;
      }
    }
    at = end + 2;
  }

  private void newLine() {
    at++;
    line++;
    lineStart = at;
  }
}
