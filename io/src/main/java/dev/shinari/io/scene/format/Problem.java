package dev.shinari.io.scene.format;

/**
 * One thing that is wrong with a scene: where, what was expected and found, and how to fix it, in
 * one line. Line and column count from 1; both are 0 where a problem has no place in the text (an
 * option on the command line, a file that cannot be read).
 *
 * @param file the file as the user named it, or the option that brought the value
 */
public record Problem(String file, int line, int column, String message) {
  public Problem {
    message = oneLine(message);
  }

  /** A problem with a value: in the file where it stands there, else at the option that gave it. */
  public static Problem at(String file, ValueOrigin origin, String message) {
    return origin instanceof ValueOrigin.InFile place
        ? new Problem(file, place.line(), place.column(), message)
        : new Problem(origin.toString(), 0, 0, message);
  }

  // A key or text quoted from a damaged file may hold line breaks or terminal escapes.
  private static String oneLine(String text) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < text.length() && s.length() < 600; i++) {
      char c = text.charAt(i);
      s.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    return s.toString();
  }

  /** {@code file:line:column: message}, as editors and terminals make it clickable. */
  @Override
  public String toString() {
    return line > 0 ? file + ":" + line + ":" + column + ": " + message : file + ": " + message;
  }
}
