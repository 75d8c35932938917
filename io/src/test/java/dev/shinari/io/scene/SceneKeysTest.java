package dev.shinari.io.scene;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Spec;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.spec.BodySpec;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.world.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No key of a body is ever ignored. The test walks the description of the format: for every kind of
 * body and every key it writes another value than the default and wants one of two things, a world
 * that is built or moves in another way, or a problem with line and column. Each key must show its
 * effect on at least one kind of body, so that no context of this test is a wrong one.
 */
class SceneKeysTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int STEPS = 48;
  private static final int TEARING_STEPS = 30; // pieces touch each other, which takes long

  /** Keys whose effect is no matter of the world, with the test that looks at it. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "distance.mode", "the modes of the other drives: they share it",
          "smear.length", "EffectSceneTest: drawn, not simulated",
          "smear.fromSpeed", "EffectSceneTest: drawn, not simulated",
          "smear.fromSeconds", "EffectSceneTest: drawn, not simulated",
          "smear.untilSeconds", "EffectSceneTest: drawn, not simulated",
          "smear.fadeSeconds", "EffectSceneTest: drawn, not simulated");

  /** Poses from files. */
  private static final Set<String> FROM_FILES = Set.of("cage", "surface", "otherMesh", "morph");

  /** A body that falls on the floor and slides. */
  private static final String FALLS =
      "'position': [0, 0.2, 0], 'velocity': [1.5, -2, 0], 'spinDegPerSecond': [0, 60, 200]";

  /** A body that is torn apart while it touches the floor. */
  private static final String PULLED =
      "'position': [0, 0.17, 0], 'velocity': [0, -2, 0],"
          + " 'pins': [ { 'kind': 'side', 'side': 'left' } ],"
          + " 'handles': [ { 'select': { 'kind': 'side', 'side': 'right' },"
          + " 'motion': { 'velocity': [1.2, 0.2, 0] } } ]";

  private static final String BAR = "'shape': { 'kind': 'cuboid', 'size': [0.6, 0.3, 0.3] }";
  private static final String ROD = "'shape': { 'kind': 'cylinder', 'radius': 0.2, 'height': 0.3 }";
  private static final String FLAT =
      "'shape': { 'kind': 'drawing', 'outline': [[0,0],[2,0],[2,1],[1.6,0.7],[0,1]], 'height': 0.3 }";

  /** Another body, far away, for what is measured between two. */
  private static final String OTHER =
      "{ 'name': 'other', 'shape': 'cuboid', 'cage': { 'resolution': 2 }, 'position': [3, 2, 0],"
          + " 'handles': [ { 'name': 'h', 'select': 'all' }, { 'select': 'all' } ] }";

  private static final Map<String, String> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("tetrahedra", BAR + ", 'cage': { 'resolution': 4 }, " + FALLS);
    KINDS.put("lattice", BAR + ", 'cage': { 'kind': 'lattice', 'resolution': 4 }, " + FALLS);
    String low = FALLS.replace("0.2, 0]", "0.06, 0]");
    KINDS.put("sheet", "'shape': 'sheet', 'cage': { 'resolution': 5 }, " + low);
    KINDS.put("strand", "'shape': 'strand', 'cage': { 'resolution': 8 }, " + low);
    KINDS.put("drawing", FLAT + ", 'cage': { 'resolution': 5 }, " + FALLS);
    KINDS.put(
        "flat tearing", FLAT + ", 'cage': { 'resolution': 5 }, 'tear': { 'levels': 2 }, " + PULLED);
    KINDS.put(
        "solid tearing", ROD + ", 'cage': { 'resolution': 3 }, 'tear': { 'levels': 1 }, " + PULLED);
    KINDS.put(
        "breakable",
        BAR
            + ", 'cage': { 'resolution': 4 }, 'effects': [ { 'kind': 'breakdown', 'limit': 1.05 } ], "
            + PULLED);
  }

  private static final String CUT_BY_PLANE =
      "{ 'from': null, 'to': null, 'point': [0.02, 0, 0], 'normal': [1, 0, 0] }";

  /** What must be said beside a key for it to matter, by the name of what holds it. */
  private static final Map<String, String> CONTEXT =
      Map.ofEntries(
          Map.entry("cage.regions", "{ 'uneven': 3 }"),
          Map.entry("box", "{ 'min': [-1, -1, -1], 'max': [0, 1, 1] }"),
          Map.entry("drive:distance", "{ 'handle': 'h' }"),
          Map.entry("sets.sets", "{ 'select': { 'kind': 'side', 'side': 'top', 'depth': 0.4 } }"),
          Map.entry("sets.sets.vertices", "{ 'select': null }"),
          Map.entry("handles.motion.repeat", "{}"),
          Map.entry("repeat.grid", "{ 'count': null, 'grid': [1, 1, 2] }"),
          Map.entry("tear.cuts", "{ 'from': [0.02, -1, 0], 'to': [0.02, 1, 0] }"),
          Map.entry("tear.cuts.point", CUT_BY_PLANE),
          Map.entry("tear.cuts.normal", CUT_BY_PLANE),
          Map.entry("elasticity.damping", "{ 'alpha': 0.4 }"),
          Map.entry("examples", "{ 'poses': [ 'bend', 'twist' ], 'beta': 1 }"),
          Map.entry("examples.border", "{ 'groups': 'plane' }"),
          Map.entry("examples.lenient", "{ 'poses': [ 'bend', { 'kind': 'bend', 'name': 'b' } ] }"),
          Map.entry(
              "handles.motion",
              "{ 'keys': [ { 'seconds': 0.02, 'move': [0, 0.2, 0] },"
                  + " { 'seconds': 0.12, 'move': [0.1, 0, 0], 'turnDeg': [0, 0, 40] } ] }"),
          Map.entry("repeat", "{ 'count': 2 }"),
          Map.entry("tear.paint", "{ 'from': [0.42, 0, 0], 'radius': 0.1, 'toughness': 0.4 }"),
          Map.entry("tear.paint.to", "{ 'from': [-0.4, 0, 0] }"),
          Map.entry("tear.paint.radius", "{ 'from': [0.25, 0, 0], 'radius': 0.02 }"),
          Map.entry("tear.paint.toughness", "{ 'from': [0.1, 0, 0], 'to': [0.45, 0, 0] }"),
          Map.entry(
              "tear.shots", "{ 'from': [0, 0.17, 2], 'velocity': [0, 0, -20], 'radius': 0.1 }"),
          Map.entry("effects:superElastic", "{ 'frequencyHz': 12 }"),
          Map.entry("effects:breakdown", "{ 'limit': 1.05 }"),
          Map.entry("effects:jump", "{ 'atSeconds': 0.05, 'anticipationSeconds': 0.02 }"),
          Map.entry("effects:burst", "{ 'atSeconds': 0.02, 'seconds': 0.03 }"),
          Map.entry(
              "effects:impactHold",
              "{ 'holdSeconds': 0.02, 'delaySeconds': 0.01, 'fromSpeed': 0.3 }"),
          Map.entry("effects:followThrough", "{ 'amount': 4 }"));

  private static final String FREE =
      "{ 'pins': [], 'handles': [], 'velocity': [1, -2, 0], 'restitution': 0.9 }";

  /** The same for keys of the body itself. */
  private static final Map<String, String> BODY_CONTEXT =
      Map.ofEntries(
          Map.entry("repeat", "{ 'pins': [], 'handles': [] }"),
          Map.entry("effects:dent", "{ " + PULLED + " }"),
          Map.entry("tear.cuts", "{ 'name': 'me' }"),
          Map.entry("tear.shots", "{ 'name': 'me' }"),
          Map.entry(
              "drive:distance",
              "{ 'handles': [ { 'name': 'h', 'select': { 'kind': 'side', 'side': 'left' },"
                  + " 'motion': { 'velocity': [-1, 1, 0] } }, { 'name': 'g', 'select': { 'kind': 'side', 'side': 'right' } } ] }"),
          Map.entry("effects:breakdown", "{ " + PULLED + " }"),
          Map.entry(
              "effects:superElastic",
              "{ " + PULLED.replace("'motion'", "'releaseSeconds': 0.04, 'motion'") + " }"),
          Map.entry(
              "effects:burst",
              "{ 'pins': [], 'handles': [], 'repeat': { 'count': 2, 'offset': [0, 0.1, 0] } }"),
          Map.entry("effects:jump", FREE),
          Map.entry("effects:followThrough", FREE),
          Map.entry("effects:impactHold", FREE),
          Map.entry("effects:gainBounce", FREE),
          Map.entry("effects:squashStretch", FREE));

  /** Values that matter within the time that is simulated, by how the name of the key ends. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("jump.fromSeconds", "0.06"),
          Map.entry("fromSeconds", "0.06"),
          Map.entry("untilSeconds", "0.05"),
          Map.entry("fadeSeconds", "0.07"),
          Map.entry("releaseSeconds", "0.05"),
          Map.entry("atSeconds", "0.04"),
          Map.entry("everySeconds", "0.03"),
          Map.entry("mostSpeed", "0.2"),
          Map.entry("impactHold.fromSpeed", "50"),
          Map.entry("impactHold.delaySeconds", "0.5"),
          Map.entry("impactHold.untilSeconds", "0.005"),
          Map.entry("impactHold.fadeSeconds", "2"),
          Map.entry("gainBounce.fadeSeconds", "2"),
          Map.entry("gainBounce.untilSeconds", "0.005"),
          Map.entry("superElastic.overshoot", "3"),
          Map.entry("breakdown.limit", "3"),
          Map.entry("breakdown.untilSeconds", "0.02"),
          Map.entry("periodSeconds", "0.03"),
          Map.entry("combine.parts", "[ 'bend', 'twist' ]"),
          Map.entry("time.pose", "'twist'"),
          Map.entry("speed.pose", "'twist'"),
          Map.entry("impact.pose", "'twist'"),
          Map.entry("force.pose", "'twist'"),
          Map.entry("distance.pose", "'twist'"),
          Map.entry("density", "77"),
          Map.entry("box.min", "[-0.05, -1, -1]"),
          Map.entry("box.max", "[0.2, 1, 1]"),
          Map.entry("distance.handle", "1"),
          Map.entry("distance.body", "'other'"),
          Map.entry("plane.point", "[0, 0.1, 0.02]"),
          Map.entry("plane.normal", "[1, 0.3, 0.2]"),
          Map.entry("sets.sets.name", "'part'"),
          Map.entry("paint.radius", "0.4"),
          Map.entry("paint.from", "[0.1, 0, 0]"),
          Map.entry("paint.to", "[0.45, 0, 0]"),
          Map.entry("paint.toughness", "5"),
          Map.entry("cuts.to", "[0.6, 1, 0]"),
          Map.entry("cuts.normal", "[1, 4, 0]"),
          Map.entry("sets.vertices", "[0, 1, 2, 3]"),
          Map.entry("piece", "'me-1'"),
          Map.entry("tear.merge", "1.02"),
          Map.entry("tear.split", "1.25"),
          Map.entry("tear.shift", "[0.2, 0.3, 0]"),
          Map.entry("depth", "0.6"),
          Map.entry("sphere.radius", "0.45"),
          Map.entry("pose", "'bend'"),
          Map.entry("curve", "[ { 'at': 0, 'weight': 0.1 }, { 'at': 6, 'weight': 0.9 } ]"));

  /** The entry with the longest key that a name is or ends in. */
  private static String fitting(Map<String, String> map, String name) {
    String best = null;
    for (String key : map.keySet()) {
      boolean fits = name.equals(key) || name.endsWith("." + key) || name.endsWith(":" + key);
      best = fits && (best == null || key.length() > best.length()) ? key : best;
    }
    return best == null ? null : map.get(best);
  }

  @TempDir Path folder;
  private final List<String> ignored = new ArrayList<>();
  private final Set<String> walked = new TreeSet<>();
  private final Set<String> used = new TreeSet<>();
  private final Map<String, String> results = new LinkedHashMap<>();
  private String kind;

  @Test
  void everyKeyOfABodyIsUsedOrRefusedWithItsPlace() throws Exception {
    for (Map.Entry<String, String> k : KINDS.entrySet()) {
      kind = k.getKey();
      walk(BodySpec.BODY, (ObjectNode) json("{ " + k.getValue() + " }"), List.of(), "");
    }
    assertThat(ignored).isEmpty();
    walked.removeAll(used);
    assertThat(walked).as("keys that no kind of body uses").isEmpty();
  }

  // ---- the walk

  private void walk(Group group, ObjectNode body, List<Object> at, String name) throws Exception {
    for (Spec.Key key : group.keys()) {
      String called = name.isEmpty() ? key.name() : name + "." + key.name();
      if (called.equals("shape") || called.equals("look")) {
        continue; // has tests of its own
      }
      if (FROM_FILES.contains(group.name()) && name.startsWith("examples.poses:")) {
        continue; // need files: PoseBuilderTest
      }
      if (called.equals("tear") && !mayTear()) {
        continue; // would be another kind of body
      }
      boolean tree = isTree(key.spec()) || key.spec() instanceof Spec.ListOf l && isTree(l.item());
      ObjectNode context = in(body, at, tree ? null : fitting(CONTEXT, called));
      Spec spec = key.spec();
      if (spec instanceof Spec.ListOf list && isTree(list.item())) {
        enter(list.item(), context, with(with(at, key.name()), 0), called);
      } else if (isTree(spec)) {
        enter(spec, context, with(at, key.name()), called);
      } else {
        JsonNode there = at(context, at).get(key.name());
        int before = ignored.size();
        boolean anyWorks = false;
        for (JsonNode value : others(key, called, there)) {
          ObjectNode changed = context.deepCopy();
          ((ObjectNode) at(changed, at)).set(key.name(), value);
          anyWorks |= compare(context, changed, called, called + " = " + value);
        }
        if (anyWorks && key.fallback() == null && there == null) {
          // One of the words is what the body takes by itself where none is given.
          ignored.subList(before, ignored.size()).clear();
        }
      }
    }
  }

  private boolean isAdaptive() {
    return kind.endsWith("tearing") || kind.equals("drawing");
  }

  private boolean mayTear() {
    return kind.endsWith("tearing") || kind.equals("sheet") || kind.equals("strand");
  }

  private static boolean isTree(Spec spec) {
    return spec instanceof Group || spec instanceof Spec.Kinds;
  }

  private void enter(Spec spec, ObjectNode body, List<Object> at, String name) throws Exception {
    if (spec instanceof Spec.Kinds kinds) {
      for (Group g : kinds.kinds()) {
        String called = name + ":" + g.name();
        ObjectNode inner = sample(g);
        inner.put("kind", g.name());
        ObjectNode whole = in(body, List.of(), fitting(BODY_CONTEXT, called));
        walk(g, in(put(whole, at, inner), at, fitting(CONTEXT, called)), at, called);
      }
      return;
    }
    Group g = (Group) spec;
    JsonNode there = at(body, at);
    ObjectNode with = there instanceof ObjectNode ? body : put(body, at, sample(g));
    ObjectNode whole = in(with, List.of(), fitting(BODY_CONTEXT, name));
    if (name.equals("tear") && !kind.endsWith("tearing")) {
      whole = in(whole, List.of(), "{ " + PULLED.replace("[1.2,", "[8,") + " }");
    }
    walk(g, in(whole, at, fitting(CONTEXT, name)), at, name);
  }

  /** The least that a group may say. */
  private static ObjectNode sample(Group g) throws Exception {
    ObjectNode out = JSON.createObjectNode();
    for (Spec.Key k : g.keys()) {
      if (k.required()) {
        out.set(
            k.name(),
            fitting(VALUES, k.name()) != null ? json(fitting(VALUES, k.name())) : any(k.spec()));
      }
    }
    return out;
  }

  private static JsonNode any(Spec spec) throws Exception {
    if (spec instanceof Spec.Kinds k) {
      ObjectNode out = sample(k.kinds().get(0));
      return out.put("kind", k.kinds().get(0).name());
    } else if (spec instanceof Group g) {
      return sample(g);
    } else if (spec instanceof Spec.ListOf l) {
      ArrayNode out = JSON.createArrayNode();
      return out.add(any(l.item()));
    } else if (spec instanceof Spec.Again a) {
      return any(a.target().get());
    } else if (spec instanceof Spec.Vector) {
      return json("[0.3, 0.2, 0.1]");
    } else if (spec instanceof Spec.Choice c) {
      return json("'" + c.words().get(0) + "'");
    } else if (spec instanceof Spec.Num) {
      return json("0.2");
    } else if (spec instanceof Spec.FileName) {
      return json("'mesh.obj'");
    }
    return spec instanceof Spec.Whole w ? json("" + w.least()) : json("'some'");
  }

  /** Values other than the one that is there or the default. */
  private static List<JsonNode> others(Spec.Key key, String called, JsonNode there)
      throws Exception {
    JsonNode now =
        there != null ? there : key.fallback() == null ? null : JSON.readTree(key.fallback());
    if (fitting(VALUES, called) != null) {
      return List.of(json(fitting(VALUES, called)));
    }
    Spec spec = key.spec();
    List<JsonNode> out = new ArrayList<>();
    if (spec instanceof Spec.Num n) {
      double v = now == null ? 0.25 : now.asDouble();
      double more = v == 0 ? 0.3 : 1.3 * v;
      out.add(json("" + (more <= n.most() && more >= n.least() ? more : 0.6 * v)));
    } else if (spec instanceof Spec.Whole w) {
      long v = now == null ? w.least() : now.asLong();
      out.add(json("" + (v < w.most() && v < 1000 ? v + 1 : v / 2)));
    } else if (spec instanceof Spec.Flag) {
      out.add(json("" + !now.asBoolean()));
    } else if (spec instanceof Spec.Choice c) {
      for (String word : c.words()) {
        if (now == null || !word.equals(now.asText())) {
          out.add(json("'" + word + "'"));
        }
      }
    } else if (spec instanceof Spec.Vector) {
      ArrayNode v = JSON.createArrayNode();
      for (int a = 0; a < 3; a++) {
        v.add((now == null ? 0 : now.get(a).asDouble()) + 0.1 * (a + 1));
      }
      out.add(v);
    } else if (spec instanceof Spec.Counts) {
      out.add(json("[1, 2, 1]"));
    } else if (spec instanceof Spec.Color) {
      out.add(json("'#123456'"));
    } else if (spec instanceof Spec.ListOf l) {
      out.add(
          JSON.createArrayNode()
              .add(l.item() instanceof Spec.Color ? json("'#123456'") : any(l.item())));
    } else {
      out.add(any(spec));
    }
    return out;
  }

  // ---- trees

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }

  private static List<Object> with(List<Object> at, Object step) {
    List<Object> out = new ArrayList<>(at);
    out.add(step);
    return out;
  }

  private static JsonNode at(JsonNode node, List<Object> at) {
    JsonNode n = node;
    for (Object step : at) {
      n = n == null ? null : step instanceof String s ? n.get(s) : n.get((Integer) step);
    }
    return n;
  }

  private static ObjectNode put(ObjectNode body, List<Object> at, JsonNode value) {
    ObjectNode out = body.deepCopy();
    Object last = at.get(at.size() - 1);
    if (last instanceof String key) {
      ((ObjectNode) at(out, at.subList(0, at.size() - 1))).set(key, value);
    } else {
      ObjectNode holder = (ObjectNode) at(out, at.subList(0, at.size() - 2));
      holder.putArray((String) at.get(at.size() - 2)).add(value);
    }
    return out;
  }

  /** The body with further keys in the object at a place, which they belong in or replace. */
  private static ObjectNode in(ObjectNode body, List<Object> at, String keys) throws Exception {
    if (keys == null) {
      return body;
    }
    ObjectNode out = body.deepCopy();
    ((ObjectNode) at(out, at)).setAll((ObjectNode) json(keys));
    return out;
  }

  // ---- worlds

  private boolean compare(ObjectNode context, ObjectNode changed, String key, String what)
      throws Exception {
    String before = result(context), after = result(changed);
    walked.add(key);
    boolean works = !after.startsWith("problem") && !after.equals(before);
    works |= what.equals("cage.kind = \"lattice\"") && isAdaptive(); // says what it is
    if (works || fitting(ELSEWHERE, key) != null) {
      used.add(key);
    }
    if (after.equals("problem without place")) {
      ignored.add(kind + ": " + what + " is refused without a place");
    } else if (!after.startsWith("problem") && !works && fitting(ELSEWHERE, key) == null) {
      ignored.add(kind + ": " + what + " changes nothing");
    }
    return works;
  }

  /** What becomes of a body: the problems that it has, or its bits and what it is built of. */
  private String result(ObjectNode body) throws Exception {
    String known = results.get(body.toString());
    if (known != null) {
      return known;
    }
    ObjectNode scene = JSON.createObjectNode();
    scene.put("substeps", 10);
    scene.putArray("bodies").add(body).add(json(OTHER));
    String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(scene);
    String found;
    try {
      Scene read = SceneFile.parse("t.jsonc", text, folder, List.of()).scene();
      found = state(SceneBuilder.build(read).world(), read.stepSeconds());
    } catch (SceneException e) {
      boolean placed = e.problems().stream().allMatch(p -> p.line() > 0 && p.column() > 0);
      found = placed ? "problem: " + e.getMessage() : "problem without place";
    }
    results.put(body.toString(), found);
    return found;
  }

  private static String state(World world, float h) {
    StringBuilder s = new StringBuilder();
    for (Body b : world.bodies()) {
      Particles p = b.particles();
      double mass = 0;
      for (int i = 0; i < p.count(); i++) {
        mass += p.mass()[i];
      }
      s.append(b.name()).append(' ').append(mass).append(' ').append(world.look(b));
      s.append(' ').append(world.settings(b).sleeps());
      if (b.examples() != null) {
        b.examples()
            .poses()
            .forEach(e -> s.append(e.name()).append(Arrays.hashCode(e.positions())).append(' '));
        for (int g = 0; g < b.exampleGroupCount(); g++) {
          s.append(b.exampleGroupName(g)).append(' ');
        }
        for (int i = 0; i < p.count(); i++) {
          s.append(b.exampleGroupAt(i)).append(',');
        }
      }
      if (world.fracture(b) instanceof LatticeBody l) {
        s.append(' ').append(l.lattice().settings());
        s.append(' ').append(l.lattice().finestCell());
      }
    }
    Body first = world.bodies().get(0);
    boolean tears =
        world.fracture(first) != null
            && world.handles().stream().anyMatch(held -> held.body() == first);
    world.handles().forEach(held -> s.append(held.name()).append(' '));
    for (int i = 0; i < (tears ? TEARING_STEPS : STEPS); i++) {
      world.step(h);
    }
    return s.append(' ').append(Long.toHexString(world.stateHash())).toString();
  }
}
