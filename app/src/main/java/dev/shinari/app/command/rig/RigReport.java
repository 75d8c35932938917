package dev.shinari.app.command.rig;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.io.rig.RigModel;
import dev.shinari.render.chart.HeatMap;
import dev.shinari.render.chart.LinePlot;
import dev.shinari.render.film.PngWriter;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.fit.task.FitReport;
import dev.shinari.rig.fit.task.FitResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a fit achieved, as JSON and as pictures. */
final class RigReport {
  private static final int PICTURE = 420; // height in pixels

  private RigReport() {}

  static String json(RigModel model, int examples, int asked, FitResult result) {
    FitReport r = result.report();
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("model", model.name());
    root.put("vertices", model.rest().vertexCount());
    root.put("examples", examples);
    root.put("joints", model.skeleton().jointCount());
    root.put("size", r.size());
    ObjectNode rms = root.putObject("rms");
    rms.put("drivers", r.drivers().rms());
    rms.put("stage1", r.stage1().rms());
    rms.put("stage2", r.stage2().rms());
    ObjectNode max = root.putObject("max");
    max.put("drivers", r.drivers().max());
    max.put("stage1", r.stage1().max());
    max.put("stage2", r.stage2().max());
    root.put("helpersAsked", asked);
    ArrayNode helpers = root.putArray("helpers");
    for (int h = 0; h < result.rig().helpers().size(); h++) {
      Helper helper = result.rig().helpers().get(h);
      ObjectNode o = helpers.addObject();
      o.put("name", helper.name());
      o.put("parent", model.skeleton().name(helper.parent()));
      o.put("terms", helper.controller().termCount());
      o.put("kernels", helper.controller().kernelCount());
      if (h < r.lambda().length) {
        o.put("lambda", r.lambda()[h]);
      }
      o.put("share", helper.share());
      o.put("vertices", vertices(result.rig(), h));
    }
    ArrayNode levels = root.putArray("levels");
    for (HelperRig.Level level : result.rig().levels()) {
      ObjectNode o = levels.addObject();
      o.put("helpers", level.helpers().length);
      o.put("rms", level.rms());
    }
    FitReport.Seconds s = r.seconds();
    ObjectNode seconds = root.putObject("seconds");
    seconds.put("subspace", s.subspace());
    seconds.put("insertion", s.insertion());
    seconds.put("transforms", s.transforms());
    seconds.put("weights", s.weights());
    seconds.put("exact", s.exact());
    seconds.put("controllers", s.controllers());
    seconds.put("refinement", s.refinement());
    seconds.put("total", s.total());
    root.put("iterations", s.iterations());
    root.put("rank", r.rank());
    root.put("tailRms", r.tailRms());
    root.put("peakMegabytes", peakMegabytes());
    ArrayNode notes = root.putArray("notes");
    r.notes().forEach(notes::add);
    ArrayNode convergence = root.putArray("convergence");
    for (FitReport.Update u : r.convergence()) {
      ObjectNode o = convergence.addObject();
      o.put("after", u.kind().name().toLowerCase(java.util.Locale.ROOT));
      o.put("helpers", u.helpers());
      o.put("rms", u.rms());
    }
    put(root.putArray("rmsByExample"), r.byExample());
    put(root.putArray("rmsByVertex"), r.byVertex());
    put(root.putArray("stage1RmsByExample"), r.stage1ByExample());
    put(root.putArray("stage1RmsByVertex"), r.stage1ByVertex());
    return root + "\n";
  }

  private static void put(ArrayNode into, float[] values) {
    for (float v : values) {
      into.add(v);
    }
  }

  private static int vertices(HelperRig rig, int helper) {
    int bone = rig.skeleton().jointCount() + helper;
    int n = 0;
    for (int v = 0; v < rig.weights().vertexCount(); v++) {
      n += rig.weights().weight(v, bone) > 0 ? 1 : 0;
    }
    return n;
  }

  /** Largest heap so far, each pool at its own peak. */
  static long peakMegabytes() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      bytes += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return bytes >> 20;
  }

  /** Convergence, error on the skin, and the weights of each helper, as PNG files. */
  static List<Path> pictures(RigModel model, FitResult result, Path folder, String name)
      throws IOException {
    List<Path> written = new ArrayList<>();
    FitReport r = result.report();
    double[] rms = r.convergence().stream().mapToDouble(FitReport.Update::rms).toArray();
    if (rms.length > 1) {
      Path file = folder.resolve(name + ".convergence.png");
      PngWriter.write(LinePlot.draw(List.of(LinePlot.Curve.of(rms)), 720, PICTURE), file);
      written.add(file);
    }
    float[] p = model.rest().positions();
    int[] triangles = model.rest().triangles();
    Path error = folder.resolve(name + ".error.png");
    float worst = 0;
    for (float v : r.byVertex()) {
      worst = Math.max(worst, v);
    }
    PngWriter.write(HeatMap.draw(p, triangles, r.byVertex(), worst, PICTURE), error);
    written.add(error);
    HelperRig rig = result.rig();
    for (int h = 0; h < rig.helpers().size(); h++) {
      float[] weights = new float[p.length / 3];
      for (int v = 0; v < weights.length; v++) {
        weights[v] = rig.weights().weight(v, rig.skeleton().jointCount() + h);
      }
      Path file = folder.resolve(name + ".weights-" + (h + 1) + ".png");
      PngWriter.write(HeatMap.draw(p, triangles, weights, 1, PICTURE), file);
      written.add(file);
    }
    return written;
  }
}
