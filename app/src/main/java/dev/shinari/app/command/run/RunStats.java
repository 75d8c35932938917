package dev.shinari.app.command.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.io.scene.plan.PoseReport;
import dev.shinari.world.ElementMeter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a run, as {@code --stats} writes them. Times are wall-clock microseconds a world
 * step; stages are means a step.
 */
final class RunStats {
  private long[] stepNanos = new long[1024];
  private int steps;
  private final Map<String, Long> stageNanos = new TreeMap<>();
  private final Map<String, Long> events = new TreeMap<>();
  private long skipped;

  RunStats() {
    for (String kind : new String[] {"splits", "merges", "tears", "contacts", "impacts"}) {
      events.put(kind, 0L);
    }
  }

  void step(long nanos) {
    if (steps == stepNanos.length) {
      stepNanos = Arrays.copyOf(stepNanos, 2 * steps);
    }
    stepNanos[steps++] = nanos;
  }

  void stage(String name, long nanos) {
    stageNanos.merge(name, nanos, Long::sum);
  }

  void event(String kind, long count) {
    events.merge(kind, count, Long::sum);
  }

  void skip(long count) {
    skipped += count;
  }

  int steps() {
    return steps;
  }

  long eventCount(String kind) {
    return events.getOrDefault(kind, 0L);
  }

  double meanMicros() {
    return steps == 0 ? 0 : 1e-3 * Arrays.stream(stepNanos, 0, steps).sum() / steps;
  }

  /** What else the file says: of the whole run. */
  record Whole(
      String scene,
      int frames,
      double simulatedSeconds,
      long particles,
      long regions,
      int threads,
      int frozen,
      Map<String, Map<String, Double>> weights,
      List<PieceStats> pieces,
      List<PoseReport> poses,
      ElementMeter elements,
      String stateHash) {}

  String toJson(Whole whole) {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = mapper.createObjectNode();
    root.put("scene", whole.scene);
    root.put("frames", whole.frames);
    root.put("steps", steps);
    root.put("simulatedSeconds", whole.simulatedSeconds);
    root.put("particles", whole.particles);
    root.put("regions", whole.regions);
    root.put("threads", whole.threads);
    ObjectNode micros = root.putObject("stepMicros");
    long[] sorted = Arrays.copyOf(stepNanos, steps);
    Arrays.sort(sorted);
    micros.put("p50", quantile(sorted, 0.5));
    micros.put("p95", quantile(sorted, 0.95));
    micros.put("max", quantile(sorted, 1));
    micros.put("mean", round(meanMicros()));
    ObjectNode stages = micros.putObject("stages");
    stageNanos.forEach(
        (name, nanos) -> stages.put(name, steps == 0 ? 0 : round(1e-3 * nanos / steps)));
    ObjectNode counts = root.putObject("events");
    events.forEach(counts::put);
    root.put("skipped", skipped);
    root.put("frozen", whole.frozen);
    ObjectNode weights = root.putObject("weights");
    whole.weights.forEach(
        (body, row) -> {
          ObjectNode node = weights.putObject(body);
          row.forEach((pose, weight) -> node.put(pose, weight));
        });
    root.putObject("pieces");
    whole.pieces.forEach(p -> p.write(root));
    ArrayNode poses = root.putArray("poses");
    for (PoseReport p : whole.poses) {
      poses
          .addObject()
          .put("body", p.body())
          .put("pose", p.pose())
          .put("gapRms", p.gapRms())
          .put("gapMax", p.gapMax())
          .put("cellsInsideOut", p.cellsInsideOut());
    }
    ElementMeter e = whole.elements;
    root.putObject("elements")
        .put("count", e.count())
        .put("invertedWorst", e.invertedWorst())
        .put("invertedLast", e.invertedLast())
        .put("leastVolume", Math.round(e.leastVolume() * 1e6) / 1e6);
    root.put("stateHash", whole.stateHash);
    return root.toPrettyString() + "\n";
  }

  /** The smallest time that at least this share of the steps did not exceed. */
  private static double quantile(long[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    int i = (int) Math.ceil(share * sorted.length) - 1;
    return round(1e-3 * sorted[Math.max(0, i)]);
  }

  private static double round(double micros) {
    return Math.round(micros * 1000) / 1000.0;
  }
}
