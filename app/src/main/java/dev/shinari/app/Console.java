package dev.shinari.app;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a command talks to: data on {@code out}, everything else on {@code err}. Commands never use
 * System.out, so that tests run them in process and read what they said.
 */
public final class Console {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private final boolean color;
  private final int columns;
  private boolean quiet;

  /**
   * @param terminal whether {@code err} is a terminal, where a line can be written over
   * @param columns width of the terminal
   */
  public Console(PrintStream out, PrintStream err, boolean terminal, boolean color, int columns) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.color = color;
    this.columns = columns;
  }

  /** The console of this process, as the launcher describes it in system properties. */
  public static Console system(Map<String, String> environment) {
    boolean terminal =
        Boolean.getBoolean("shinari.launcher")
            ? Boolean.getBoolean("shinari.terminal")
            : System.console() != null;
    String noColor = environment.get("NO_COLOR");
    boolean color =
        terminal
            && (noColor == null || noColor.isEmpty())
            && !"dumb".equals(environment.get("TERM"));
    int columns = Math.max(40, Math.min(400, Integer.getInteger("shinari.columns", 80)));
    return new Console(
        new PrintStream(new FileOutputStream(java.io.FileDescriptor.out), false, StandardCharsets.UTF_8),
        messages(),
        terminal,
        color,
        columns);
  }

  // The launcher keeps the true stderr open under another number; see there why.
  private static PrintStream messages() {
    int descriptor = Integer.getInteger("shinari.messages", 2);
    OutputStream stream = null;
    if (descriptor != 2) {
      try {
        stream = new FileOutputStream("/dev/fd/" + descriptor, true);
      } catch (IOException e) {
        stream = null; // a socket cannot be opened again by name; stderr itself will do
      }
    }
    if (stream == null) {
      stream = new FileOutputStream(java.io.FileDescriptor.err);
    }
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  public PrintStream out() {
    return out;
  }

  public PrintStream err() {
    return err;
  }

  public boolean isTerminal() {
    return terminal;
  }

  public int columns() {
    return columns;
  }

  public boolean hasColor() {
    return color;
  }

  public void setQuiet(boolean quiet) {
    this.quiet = quiet;
  }

  public boolean isQuiet() {
    return quiet;
  }

  /** A message that {@code --quiet} silences. */
  public void say(String message) {
    if (!quiet) {
      err.println(message);
    }
  }

  /** Something is wrong: said even when quiet. */
  public void complain(String message) {
    err.println((color ? "\u001b[31mshinari:\u001b[0m " : "shinari: ") + message);
  }

  /** A problem that already starts with its file and place. */
  public void problem(String line) {
    err.println(line);
  }

  /** Names the command to try next. */
  public void next(String command, String why) {
    say((color ? "\u001b[2mnext:\u001b[0m " : "next: ") + command + "  (" + why + ")");
  }
}
