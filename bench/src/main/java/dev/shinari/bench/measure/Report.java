package dev.shinari.bench.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rows and targets as they come in: a table on the way, JSON at the end. */
public final class Report {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean vector;
  private final List<Row> rows = new ArrayList<>();
  private final List<BenchTarget> targets = new ArrayList<>();

  public Report(PrintStream out, PrintStream err, boolean vector) {
    this.out = out;
    this.err = err;
    this.vector = vector;
  }

  /** A line of the result. */
  public void say(String line) {
    out.println(line);
  }

  /** A line about progress or about something that was left out. */
  public void note(String line) {
    err.println(line);
  }

  public void header() {
    say(
        String.format(
            Locale.ROOT,
            "%-20s %9s  %-15s %7s %12s %11s %9s %11s",
            "case",
            "particles",
            "system",
            "threads",
            "ns/particle",
            "steps/s",
            "x shinari",
            "bytes/step"));
  }

  /** Adds the rows of one case and prints them, each beside the first row of its thread count. */
  public void add(List<Row> group) {
    for (Row row : group) {
      rows.add(row);
      double ours = Double.NaN;
      for (Row other : group) {
        if (other.system().equals("shinari") && other.threads() == row.threads()) {
          ours = other.figure(Row.NANOS);
        }
      }
      say(
          String.format(
                  Locale.ROOT,
                  "%-20s %,9d  %-15s %7d %12.1f %,11.0f %9s %11s",
                  row.caseName(),
                  (long) row.figure(Row.PARTICLES),
                  row.system(),
                  row.threads(),
                  row.figure(Row.NANOS),
                  row.figure(Row.STEPS),
                  plain(row.figure(Row.NANOS) / ours, "%.2f"),
                  plain(row.figure(Row.BYTES), "%.1f"))
              .stripTrailing());
    }
  }

  /** Adds a row that is not part of the table. */
  public void addQuietly(Row row) {
    rows.add(row);
  }

  /** Judges a value; one that could not be measured (NaN) is left out. */
  public void target(BenchTarget target) {
    if (!Double.isNaN(target.value())) {
      targets.add(target);
    }
  }

  public List<Row> rows() {
    return rows;
  }

  List<BenchTarget> targets() {
    return targets;
  }

  /** The row of a case, or one without figures. */
  public Row find(String caseName, String system, int threads) {
    for (Row row : rows) {
      if (row.caseName().equals(caseName)
          && row.system().equals(system)
          && row.threads() == threads) {
        return row;
      }
    }
    return new Row("", caseName, system, threads);
  }

  public void printTargets() {
    if (targets.isEmpty()) {
      return;
    }
    say("");
    say(String.format(Locale.ROOT, "%-72s %9s %12s  %s", "target", "measured", "limit", ""));
    int met = 0;
    for (BenchTarget t : targets) {
      say(
          String.format(
              Locale.ROOT,
              "%-72s %9.2f %3s %8.2f  %s",
              t.what(),
              t.value(),
              t.atLeast() ? ">=" : "<=",
              t.limit(),
              t.met() ? "met" : "MISSED"));
      met += t.met() ? 1 : 0;
    }
    say(met + " of " + targets.size() + " targets met");
  }

  /** {"jdk": ..., "vector": ..., "rows": [...]}, written beside the file and moved into place. */
  public void writeJson(Path file) throws IOException {
    Path whole = file.toAbsolutePath();
    Files.createDirectories(whole.getParent());
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    Files.writeString(part, json(), StandardCharsets.UTF_8);
    Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
  }

  String json() {
    StringBuilder s = new StringBuilder();
    s.append("{\n  \"jdk\": ").append(quote(System.getProperty("java.version")));
    s.append(",\n  \"vector\": ").append(vector).append(",\n  \"rows\": [");
    String comma = "";
    for (Row row : rows) {
      s.append(comma).append("\n    {\"suite\": ").append(quote(row.suite()));
      s.append(", \"case\": ").append(quote(row.caseName()));
      s.append(", \"system\": ").append(quote(row.system()));
      s.append(", \"threads\": ").append(row.threads());
      for (Map.Entry<String, Number> f : row.figures().entrySet()) {
        s.append(", ").append(quote(f.getKey())).append(": ").append(number(f.getValue()));
      }
      s.append('}');
      comma = ",";
    }
    return s.append("\n  ]\n}\n").toString();
  }

  private static String number(Number value) {
    double d = value.doubleValue();
    if (Double.isNaN(d) || Double.isInfinite(d)) {
      return "null"; // JSON has no other word for it
    }
    return d == Math.rint(d) && Math.abs(d) < 1e15
        ? Long.toString((long) d)
        : Math.abs(d) < 1
            ? Double.toString(Math.round(d * 1e7) / 1e7)
            : Double.toString(Math.round(d * 1000) / 1000.0);
  }

  private static String quote(String text) {
    StringBuilder s = new StringBuilder("\"");
    for (int k = 0; k < text.length(); k++) {
      char c = text.charAt(k);
      if (c == '"' || c == '\\') {
        s.append('\\').append(c);
      } else if (c < ' ') {
        s.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        s.append(c);
      }
    }
    return s.append('"').toString();
  }

  private static String plain(double value, String format) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
  }
}
