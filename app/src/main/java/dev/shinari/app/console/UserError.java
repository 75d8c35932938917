package dev.shinari.app.console;

import java.util.List;

/**
 * The input or the call is wrong, in ready one-line messages: the command ends with exit code 2.
 */
public final class UserError extends Exception {
  private static final long serialVersionUID = 1;
  private final transient List<String> lines;

  public UserError(String line) {
    this(List.of(line));
  }

  public UserError(List<String> lines) {
    super(String.join("\n", lines));
    this.lines = List.copyOf(lines);
  }

  public List<String> lines() {
    return lines;
  }
}
