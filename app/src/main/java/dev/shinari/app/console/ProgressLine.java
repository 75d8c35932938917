package dev.shinari.app.console;

import java.util.Locale;

/**
 * Shows how far a piece of work is: on a terminal a bar with rate and remaining time that is drawn
 * over itself, elsewhere a plain line every few seconds.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long DRAW_NANOS = 80_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;

  private final Console console;
  private final String label;
  private final String unit;
  private final int total;
  private final long start;
  private long drawn;
  private boolean onScreen;

  public ProgressLine(Console console, String label, String unit, int total) {
    this(console, label, unit, total, System.nanoTime());
  }

  ProgressLine(Console console, String label, String unit, int total, long start) {
    this.console = console;
    this.label = label;
    this.unit = unit;
    this.total = total;
    this.start = start;
    this.drawn = start;
  }

  /** Says that so many of the total are done. */
  public void at(int done) {
    at(done, System.nanoTime());
  }

  void at(int done, long now) {
    if (console.isQuiet()
        || now - drawn < (console.isTerminal() ? DRAW_NANOS : LINE_NANOS)
        || done > total) {
      return;
    }
    drawn = now;
    if (console.isTerminal()) {
      String line = bar(done, now);
      console.err().print("\r" + line + "\u001b[K");
      console.err().flush();
      onScreen = true;
    } else {
      console.err().println(label + ": " + numbers(done, now));
    }
  }

  private String bar(int done, long now) {
    String numbers = numbers(done, now);
    int width = Math.min(30, console.columns() - label.length() - numbers.length() - 6);
    if (width < 5) {
      return label + " " + numbers;
    }
    int filled = (int) ((long) width * done / Math.max(1, total));
    return label + " [" + "#".repeat(filled) + ".".repeat(width - filled) + "] " + numbers;
  }

  private String numbers(int done, long now) {
    double seconds = Math.max(1e-9, (now - start) * 1e-9);
    double rate = done / seconds;
    String s = done + "/" + total + " " + unit;
    if (done > 0) {
      s += String.format(Locale.ROOT, rate < 10 ? ", %.1f/s" : ", %.0f/s", rate);
      s += ", " + clock((total - done) / rate) + " left";
    }
    return s;
  }

  static String clock(double seconds) {
    long s = Math.round(Math.min(seconds, 1e9));
    return s >= 3600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60)
        : String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60);
  }

  /** Removes the bar; the caller says what came of it. */
  @Override
  public void close() {
    if (onScreen) {
      console.err().print("\r\u001b[K");
      console.err().flush();
      onScreen = false;
    }
  }
}
