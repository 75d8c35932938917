package dev.shinari.io.file;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that cannot be used: where it goes wrong, what was expected there, what stands there, and
 * what a user can do about it. The message is one readable line. It is an {@link IOException}, so
 * that whoever reads files handles it anyway; catch it first to tell a bad file from a bad disk.
 */
public final class BadFileException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient Path path;
  private final String place;
  private final String expected;
  private final String found;
  private final String remedy;

  /**
   * @param path the file
   * @param place "line 3, column 7", "byte 120" or a JSON pointer such as "/meshes/0"; empty for
   *     the file as a whole
   * @param expected what should stand there, as a noun phrase
   * @param found what stands there instead
   * @param remedy what to do about it, as an imperative; may be empty
   */
  public BadFileException(
      Path path, String place, String expected, String found, String remedy, Throwable cause) {
    super(line(path, place, expected, found, remedy), cause);
    this.path = path;
    this.place = place;
    this.expected = oneLine(expected);
    this.found = oneLine(found);
    this.remedy = oneLine(remedy);
  }

  public BadFileException(Path path, String place, String expected, String found, String remedy) {
    this(path, place, expected, found, remedy, null);
  }

  public Path path() {
    return path;
  }

  /** Line and column, byte offset or JSON pointer; empty for the file as a whole. */
  public String place() {
    return place;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }

  public String remedy() {
    return remedy;
  }

  private static String line(
      Path path, String place, String expected, String found, String remedy) {
    StringBuilder s = new StringBuilder().append(path);
    if (!place.isEmpty()) {
      s.append(", ").append(place);
    }
    s.append(": expected ").append(oneLine(expected)).append(", found ").append(oneLine(found));
    if (!remedy.isEmpty()) {
      s.append("; ").append(oneLine(remedy));
    }
    return s.toString();
  }

  // Text quoted from a damaged file may hold line breaks or terminal escapes.
  private static String oneLine(String text) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < text.length() && s.length() < 400; i++) {
      char c = text.charAt(i);
      s.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    return s.toString();
  }
}
