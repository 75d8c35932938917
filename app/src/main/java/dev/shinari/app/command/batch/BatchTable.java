package dev.shinari.app.command.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.io.file.SafeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The takes of a batch as tables: CSV, JSON, and a page with thumbnails. */
final class BatchTable {
  private static final List<String> FIGURES =
      List.of("frames", "simulatedSeconds", "particles", "frozen", "stateHash");

  private static final int HASH = FIGURES.indexOf("stateHash");

  private final BatchPlan plan;
  private final Path folder;
  private final Map<String, String> failures; // by take
  private final List<List<String>> rows = new ArrayList<>();
  private final List<JsonNode> figures = new ArrayList<>();

  BatchTable(BatchPlan plan, Path folder, Map<String, String> failures) {
    this.plan = plan;
    this.folder = folder;
    this.failures = failures;
    for (BatchTake take : plan.takes()) {
      Path place = folder.resolve(take.name());
      JsonNode f = take.isDone(place) ? BatchTake.figures(place) : null;
      List<String> row = new ArrayList<>();
      row.add(take.name());
      row.add(f != null ? "done" : failures.containsKey(take.name()) ? "failed" : "missing");
      row.addAll(take.cells());
      for (String name : FIGURES) {
        row.add(f == null ? "" : cell(f.path(name)));
      }
      row.add(f == null ? "" : events(f));
      rows.add(row);
      figures.add(f);
    }
  }

  /** A number to a millionth: what simulated seconds have beyond that is rounding. */
  private static String cell(JsonNode v) {
    return v.isDouble() ? String.valueOf(Math.round(v.asDouble() * 1e6) / 1e6) : v.asText();
  }

  private static String events(JsonNode f) {
    List<String> out = new ArrayList<>();
    f.path("events")
        .fields()
        .forEachRemaining(
            e -> {
              if (e.getValue().asLong() != 0) {
                out.add(e.getKey() + " " + e.getValue());
              }
            });
    return String.join("; ", out);
  }

  private List<String> header() {
    List<String> h = new ArrayList<>(List.of("take", "status"));
    h.addAll(plan.columns());
    h.addAll(FIGURES);
    h.add("events");
    return h;
  }

  /** Writes table.csv, table.json and index.html; answers with them. */
  List<Path> write() throws IOException {
    Path csv = folder.resolve("table.csv");
    Path json = folder.resolve("table.json");
    Path page = folder.resolve("index.html");
    SafeFiles.writeString(csv, csv());
    SafeFiles.writeString(json, json());
    SafeFiles.writeString(page, page());
    return List.of(page, csv, json);
  }

  private String csv() {
    StringBuilder s = new StringBuilder();
    line(s, header());
    rows.forEach(r -> line(s, r));
    return s.toString();
  }

  private static void line(StringBuilder s, List<String> cells) {
    for (int k = 0; k < cells.size(); k++) {
      String c = cells.get(k);
      boolean quotes = c.contains(",") || c.contains("\"") || c.contains("\n");
      s.append(k == 0 ? "" : ",").append(quotes ? '"' + c.replace("\"", "\"\"") + '"' : c);
    }
    s.append('\n');
  }

  private String json() {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("scene", plan.scene());
    ArrayNode list = root.putArray("takes");
    for (int n = 0; n < rows.size(); n++) {
      BatchTake take = plan.takes().get(n);
      ObjectNode o = list.addObject();
      o.put("take", take.name());
      o.put("status", rows.get(n).get(1));
      ObjectNode values = o.putObject("values");
      for (int c = 0; c < plan.columns().size(); c++) {
        values.put(plan.columns().get(c), take.cells().get(c));
      }
      if (failures.containsKey(take.name())) {
        o.put("failure", failures.get(take.name()));
      }
      if (figures.get(n) != null) {
        o.set("figures", figures.get(n));
      }
    }
    return root.toPrettyString() + "\n";
  }

  private String page() throws IOException {
    StringBuilder s = new StringBuilder();
    s.append("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>")
        .append(escape(plan.scene()))
        .append("</title>\n")
        .append(
            """
            <style>
              body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff; }
              .takes { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 1.2em; }
              .take { border: 1px solid #ddd; border-radius: 6px; padding: .6em; }
              .take img { width: 100%; aspect-ratio: 16 / 6; object-fit: contain; background: #f4f1ea; }
              .take h2 { font-size: 1em; margin: .3em 0; }
              dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8em; margin: 0; }
              dt { color: #666; } dd { margin: 0; overflow-wrap: anywhere; }
              .swept dd { font-weight: 600; }
              .rest { font-size: .85em; margin-top: .4em; color: #666; }
              .failed { border-color: #c33; } .missing { opacity: .6; }
            </style>
            """);
    long done = rows.stream().filter(r -> r.get(1).equals("done")).count();
    s.append(
        String.format(
            Locale.ROOT,
            "<h1>%s</h1>%n<p>%,d of %,d takes done. <a href=\"table.csv\">table.csv</a>,"
                + " <a href=\"table.json\">table.json</a></p>%n",
            escape(Path.of(plan.scene()).getFileName().toString()),
            done,
            rows.size()));
    int figures = 2 + plan.columns().size();
    List<Integer> own = new ArrayList<>(); // columns of figures that differ from take to take
    List<String> common = new ArrayList<>();
    for (int k = figures; k < header().size(); k++) {
      int column = k;
      List<String> values =
          rows.stream().map(r -> r.get(column)).filter(v -> !v.isEmpty()).distinct().toList();
      if (values.size() > 1 || done < 2) {
        own.add(k);
      } else if (values.size() == 1) {
        common.add(header().get(k) + " " + values.get(0));
      }
    }
    if (!common.isEmpty()) {
      s.append("<p class=\"rest\">In all takes: ").append(escape(String.join(", ", common)));
      s.append("</p>\n");
    }
    s.append("<div class=\"takes\">\n");
    Map<String, String> first = new HashMap<>(); // state hash to the first take that ends in it
    for (List<String> row : rows) {
      take(s, row, figures, own, first);
    }
    return s.append("</div>\n</html>\n").toString();
  }

  private void take(
      StringBuilder s, List<String> row, int figures, List<Integer> own, Map<String, String> first)
      throws IOException {
    String take = row.get(0);
    String status = row.get(1);
    boolean done = status.equals("done");
    s.append("<section class=\"take ").append(status).append("\">\n");
    if (done) {
      String target = target(take);
      String thumbnail = take + "/" + BatchTake.THUMBNAIL;
      s.append("<a href=\"").append(target).append("\"><img loading=\"lazy\" alt=\"");
      s.append(take).append("\" src=\"").append(thumbnail).append('"');
      if (target.endsWith(".gif")) { // it plays while the pointer is on it
        s.append(" onmouseenter=\"this.src='")
            .append(target)
            .append("'\" onmouseleave=\"this.src='");
        s.append(thumbnail).append("'\"");
      }
      s.append("></a>\n");
    }
    s.append("<h2>").append(take).append(done ? "" : ": " + status).append("</h2>\n");
    s.append("<dl class=\"swept\">\n");
    for (int c = 0; c < plan.columns().size(); c++) {
      String path = plan.columns().get(c);
      s.append("<dt title=\"").append(escape(path)).append("\">").append(escape(shortName(path)));
      s.append("</dt><dd>").append(escape(row.get(2 + c))).append("</dd>\n");
    }
    s.append("</dl>\n<dl class=\"rest\">\n");
    if (failures.containsKey(take)) {
      s.append("<dt>why</dt><dd>").append(escape(failures.get(take))).append("</dd>\n");
    }
    for (int k : own) {
      if (!row.get(k).isEmpty()) {
        s.append("<dt>").append(escape(header().get(k))).append("</dt><dd>");
        s.append(escape(row.get(k))).append("</dd>\n");
      }
    }
    String twin = done ? first.putIfAbsent(row.get(figures + HASH), take) : null;
    if (twin != null) {
      s.append("<dt>same bits as</dt><dd>").append(twin).append("</dd>\n");
    }
    s.append("</dl>\n</section>\n");
  }

  /** The last key of a path, or more of it where another column ends alike. */
  private String shortName(String path) {
    String last = path.substring(path.lastIndexOf('.') + 1);
    long alike =
        plan.columns().stream().filter(c -> c.equals(last) || c.endsWith("." + last)).count();
    return alike > 1 ? path : last;
  }

  /** What a click on a thumbnail opens: the film where there is one. */
  private String target(String take) throws IOException {
    try (var files = Files.list(folder.resolve(take))) {
      List<String> names = files.map(f -> f.getFileName().toString()).sorted().toList();
      for (String end : List.of(".gif", ".png", ".glb")) {
        for (String name : names) {
          if (name.endsWith(end) && !name.equals(BatchTake.THUMBNAIL)) {
            return take + "/" + name;
          }
        }
      }
    }
    return take + "/" + BatchTake.THUMBNAIL;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
