package dev.shinari.app.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
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
    boolean terminal = Boolean.getBoolean("shinari.terminal");
    String noColor = environment.get("NO_COLOR");
    boolean color =
        terminal
            && (noColor == null || noColor.isEmpty())
            && !"dumb".equals(environment.get("TERM"));
    int columns = Math.max(40, Math.min(400, Integer.getInteger("shinari.columns", 80)));
    return new Console(
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
        messages(),
        terminal,
        color,
        columns);
  }

  // The launcher keeps the true stderr open under another number; see there why. Opening it again
  // by name would give a position of its own in a log file, and what the shell writes there later
  // would overwrite ours: so the descriptor itself is taken, for which the launcher opens java.io.
  private static PrintStream messages() {
    FileDescriptor descriptor = FileDescriptor.err;
    int number = Integer.getInteger("shinari.messages", 2);
    if (number != 2) {
      try {
        Constructor<FileDescriptor> make = FileDescriptor.class.getDeclaredConstructor(int.class);
        make.setAccessible(true);
        descriptor = make.newInstance(number);
      } catch (ReflectiveOperationException | RuntimeException e) {
        descriptor = FileDescriptor.err; // another Java: stderr itself will do
      }
    }
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
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

  /** A word as a shell wants it: in quotes where it needs them. */
  public static String shell(Object word) {
    String s = word.toString();
    return s.matches("[A-Za-z0-9_./:=,+@%\\\\-]+") ? s : "'" + s.replace("'", "'\\''") + "'";
  }

  /** Names the command to try next. */
  public void next(String command, String why) {
    say((color ? "\u001b[2mnext:\u001b[0m " : "next: ") + command + "  (" + why + ")");
  }
}
