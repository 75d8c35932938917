package dev.shinari.io.rig;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON form of a rig, as docs/rig.md describes it: inside a GLB in the skin's {@code extras}
 * and as a file beside it. Numbers are written so that reading gives the same bits. Weights are in
 * the file beside only; inside a GLB they are the mesh's own.
 */
public final class HelperRigJson {
  /** Key of the block in the extras of a skin. */
  public static final String KEY = "shinariHelpers";

  static final int VERSION = 1;

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private HelperRigJson() {}

  /** The block as maps and lists, ready for Jackson. */
  public static Map<String, Object> block(HelperRig rig, boolean withWeights) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("version", VERSION);
    RigSkeleton s = rig.skeleton();
    List<Object> joints = new ArrayList<>();
    double[] bind = s.bind();
    for (int d = 0; d < s.jointCount(); d++) {
      Map<String, Object> j = new LinkedHashMap<>();
      j.put("name", s.name(d));
      j.put("parent", s.parent(d));
      j.put("bind", java.util.Arrays.copyOfRange(bind, 12 * d, 12 * d + 12));
      joints.add(j);
    }
    out.put("joints", joints);
    List<Object> variables = new ArrayList<>();
    PoseInputs in = rig.inputs();
    for (int v = 0; v < in.count(); v++) {
      Map<String, Object> x = new LinkedHashMap<>();
      x.put("joint", in.joints()[v]);
      x.put("axis", in.axes()[v]);
      x.put("center", java.util.Arrays.copyOfRange(in.centers(), 4 * v, 4 * v + 4));
      x.put("min", in.lower()[v]);
      x.put("max", in.upper()[v]);
      variables.add(x);
    }
    out.put("variables", variables);
    List<Object> helpers = new ArrayList<>();
    for (Helper h : rig.helpers()) {
      helpers.add(helper(h));
    }
    out.put("helpers", helpers);
    if (withWeights) {
      out.put("weights", weights(rig.weights()));
    }
    List<Object> levels = new ArrayList<>();
    for (HelperRig.Level level : rig.levels()) {
      Map<String, Object> l = new LinkedHashMap<>();
      l.put("helpers", level.helpers());
      l.put("rms", level.rms());
      if (withWeights) {
        l.put("weights", weights(level.weights()));
      }
      levels.add(l);
    }
    out.put("levels", levels);
    return out;
  }

  private static Map<String, Object> helper(Helper h) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", h.name());
    out.put("parent", h.parent());
    out.put("bind", h.bind());
    out.put("rest", h.restRotation());
    out.put("share", h.share());
    Controller c = h.controller();
    List<Object> outputs = new ArrayList<>();
    for (int o = 0; o < Controller.OUTPUTS; o++) {
      Map<String, Object> y = new LinkedHashMap<>();
      y.put("constant", c.constant()[o]);
      y.put("terms", c.terms()[o]);
      y.put("coefficients", c.coefficients()[o]);
      y.put("min", c.lower()[o]);
      y.put("max", c.upper()[o]);
      outputs.add(y);
    }
    out.put("outputs", outputs);
    if (c.kernelCount() > 0) {
      Map<String, Object> k = new LinkedHashMap<>();
      k.put("centers", c.kernelCenters());
      k.put("inverseWidths", c.kernelInverseWidths());
      k.put("weights", c.kernelWeights());
      out.put("kernels", k);
    }
    return out;
  }

  private static Map<String, Object> weights(SkinWeights w) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("influences", w.influences());
    out.put("bones", w.bones());
    out.put("values", w.weights());
    return out;
  }

  /** The block as text, with weights. */
  public static byte[] bytes(HelperRig rig) throws IOException {
    return JSON.writeValueAsBytes(block(rig, true));
  }

  /** Reads a file that {@link #bytes} wrote. */
  public static HelperRig read(Path path) throws IOException {
    JsonNode root;
    try {
      root = JSON.readTree(FileBytes.read(path));
    } catch (JsonProcessingException e) {
      throw new BadFileException(
          path,
          "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr(),
          "a helper-bone rig as JSON",
          String.valueOf(e.getOriginalMessage()),
          "fit the rig again",
          e);
    }
    return new Reader(path).rig(root);
  }

  /** Reads with places in its complaints. */
  private static final class Reader {
    private final Path path;

    Reader(Path path) {
      this.path = path;
    }

    HelperRig rig(JsonNode root) throws BadFileException {
      if (root == null || number(root, "", "version") != VERSION) {
        throw bad("/version", "version " + VERSION + " of a helper-bone rig", "something else");
      }
      JsonNode joints = list(root, "", "joints");
      int n = joints.size();
      List<String> names = new ArrayList<>();
      int[] parents = new int[n];
      double[] bind = new double[12 * n];
      for (int d = 0; d < n; d++) {
        String at = "/joints/" + d;
        names.add(text(joints.get(d), at, "name"));
        parents[d] = (int) number(joints.get(d), at, "parent");
        System.arraycopy(numbers(joints.get(d), at, "bind", 12), 0, bind, 12 * d, 12);
      }
      JsonNode variables = list(root, "", "variables");
      int m = variables.size();
      int[] variableJoints = new int[m];
      int[] axes = new int[m];
      double[] centers = new double[4 * m];
      double[] lower = new double[m];
      double[] upper = new double[m];
      for (int v = 0; v < m; v++) {
        String at = "/variables/" + v;
        variableJoints[v] = index(variables.get(v), at, "joint", n);
        axes[v] = index(variables.get(v), at, "axis", 3);
        System.arraycopy(numbers(variables.get(v), at, "center", 4), 0, centers, 4 * v, 4);
        lower[v] = number(variables.get(v), at, "min");
        upper[v] = number(variables.get(v), at, "max");
      }
      List<Helper> helpers = new ArrayList<>();
      JsonNode list = list(root, "", "helpers");
      for (int h = 0; h < list.size(); h++) {
        helpers.add(helper(list.get(h), "/helpers/" + h, n, m));
      }
      SkinWeights weights = weights(root, "", n + helpers.size());
      List<HelperRig.Level> levels = new ArrayList<>();
      JsonNode given = list(root, "", "levels");
      for (int k = 0; k < given.size(); k++) {
        String at = "/levels/" + k;
        double[] kept = numbers(given.get(k), at, "helpers", -1);
        int[] indices = new int[kept.length];
        for (int i = 0; i < kept.length; i++) {
          indices[i] = (int) kept[i];
          if (indices[i] < 0 || indices[i] >= helpers.size()) {
            throw bad(at + "/helpers/" + i, "a helper of the rig", "" + indices[i]);
          }
        }
        levels.add(
            new HelperRig.Level(
                indices,
                weights(given.get(k), at, n + helpers.size()),
                number(given.get(k), at, "rms")));
      }
      try {
        return new HelperRig(
            new RigSkeleton(names, parents, bind),
            new PoseInputs(variableJoints, axes, centers, lower, upper),
            helpers,
            weights,
            levels);
      } catch (IllegalArgumentException e) {
        throw bad("", "a rig whose parts fit together", String.valueOf(e.getMessage()));
      }
    }

    private Helper helper(JsonNode node, String at, int joints, int variables)
        throws BadFileException {
      JsonNode outputs = list(node, at, "outputs");
      if (outputs.size() != Controller.OUTPUTS) {
        throw bad(at + "/outputs", "6 outputs", outputs.size() + " outputs");
      }
      double[] constant = new double[6];
      double[] lower = new double[6];
      double[] upper = new double[6];
      int[][][] terms = new int[6][][];
      double[][] coefficients = new double[6][];
      for (int o = 0; o < 6; o++) {
        String place = at + "/outputs/" + o;
        JsonNode y = outputs.get(o);
        constant[o] = number(y, place, "constant");
        lower[o] = number(y, place, "min");
        upper[o] = number(y, place, "max");
        coefficients[o] = numbers(y, place, "coefficients", -1);
        JsonNode t = list(y, place, "terms");
        terms[o] = new int[t.size()][];
        for (int i = 0; i < t.size(); i++) {
          terms[o][i] = new int[t.get(i).size()];
          if (terms[o][i].length < 1 || terms[o][i].length > 3) {
            throw bad(place + "/terms/" + i, "1 to 3 variables", terms[o][i].length + "");
          }
          for (int k = 0; k < terms[o][i].length; k++) {
            terms[o][i][k] = t.get(i).get(k).asInt(-1);
            if (terms[o][i][k] < 0 || terms[o][i][k] >= variables) {
              throw bad(place + "/terms/" + i, "variables of the rig", "" + t.get(i).get(k));
            }
          }
        }
        if (terms[o].length != coefficients[o].length) {
          throw bad(place, "as many coefficients as terms", coefficients[o].length + "");
        }
      }
      JsonNode k = node.path("kernels");
      boolean kernels = !k.isMissingNode();
      double[] centers = kernels ? numbers(k, at + "/kernels", "centers", -1) : new double[0];
      double[] widths =
          kernels ? numbers(k, at + "/kernels", "inverseWidths", variables) : new double[0];
      double[] weights = kernels ? numbers(k, at + "/kernels", "weights", -1) : new double[0];
      if (weights.length % 6 != 0 || centers.length != weights.length / 6 * widths.length) {
        throw bad(at + "/kernels", "6 weights and one center a variable for each kernel", "others");
      }
      return new Helper(
          text(node, at, "name"),
          index(node, at, "parent", joints),
          numbers(node, at, "bind", 12),
          numbers(node, at, "rest", 4),
          new Controller(constant, terms, coefficients, centers, widths, weights, lower, upper),
          number(node, at, "share"));
    }

    private SkinWeights weights(JsonNode node, String at, int bones) throws BadFileException {
      JsonNode w = node.path("weights");
      String place = at + "/weights";
      if (w.isMissingNode()) {
        throw bad(place, "weights", "none");
      }
      int influences = (int) number(w, place, "influences");
      double[] index = numbers(w, place, "bones", -1);
      double[] values = numbers(w, place, "values", -1);
      int[] b = new int[index.length];
      float[] v = new float[values.length];
      for (int i = 0; i < b.length; i++) {
        b[i] = (int) index[i];
        if (b[i] < 0 || b[i] >= bones) {
          throw bad(place + "/bones/" + i, "a bone of the rig", "" + b[i]);
        }
      }
      for (int i = 0; i < v.length; i++) {
        v[i] = (float) values[i];
      }
      try {
        return new SkinWeights(influences, b, v);
      } catch (IllegalArgumentException e) {
        throw bad(place, "weights of a skin", String.valueOf(e.getMessage()));
      }
    }

    private JsonNode list(JsonNode node, String at, String key) throws BadFileException {
      JsonNode list = node.path(key);
      if (!list.isArray()) {
        throw bad(at + "/" + key, "a list", list.isMissingNode() ? "nothing" : "" + list);
      }
      return list;
    }

    private String text(JsonNode node, String at, String key) throws BadFileException {
      JsonNode text = node.path(key);
      if (!text.isTextual()) {
        throw bad(at + "/" + key, "text", text.isMissingNode() ? "nothing" : "" + text);
      }
      return text.asText();
    }

    private double number(JsonNode node, String at, String key) throws BadFileException {
      JsonNode number = node.path(key);
      if (!number.isNumber()) {
        throw bad(at + "/" + key, "a number", number.isMissingNode() ? "nothing" : "" + number);
      }
      return number.asDouble();
    }

    private int index(JsonNode node, String at, String key, int below) throws BadFileException {
      double v = number(node, at, key);
      if (!(v >= 0 && v < below && v == Math.rint(v))) {
        throw bad(at + "/" + key, "a whole number from 0 to " + (below - 1), "" + v);
      }
      return (int) v;
    }

    private double[] numbers(JsonNode node, String at, String key, int count)
        throws BadFileException {
      JsonNode list = list(node, at, key);
      if (count >= 0 && list.size() != count) {
        throw bad(at + "/" + key, count + " numbers", list.size() + "");
      }
      double[] out = new double[list.size()];
      for (int i = 0; i < out.length; i++) {
        if (!list.get(i).isNumber()) {
          throw bad(at + "/" + key + "/" + i, "a number", "" + list.get(i));
        }
        out[i] = list.get(i).asDouble();
      }
      return out;
    }

    private BadFileException bad(String place, String expected, String found) {
      return new BadFileException(path, place, expected, found, "fit the rig again");
    }
  }
}
