package dev.shinari.app;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.feature.BodyKind;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import dev.shinari.world.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The text of a small scene with one body of a kind, to which keys are added. The body is 0.8 m
 * long along x and 0.4 m wide, about the origin; there is neither gravity nor a floor unless the
 * draft asks for them. Text is written with single quotes.
 */
final class Draft {
  static final float LENGTH = 0.8f;
  static final float STEP = 1 / 240f;

  final BodyKind kind;
  private final Map<String, String> body = new LinkedHashMap<>();
  private final List<String> effects = new ArrayList<>();
  private final Map<String, String> scene = new LinkedHashMap<>();
  private final List<String> others = new ArrayList<>();
  private Path folder;

  Draft(BodyKind kind) {
    this.kind = kind;
    scene.put("gravity", "[0, 0, 0]");
    scene.put("colliders", "[]");
    body.put("name", "'b'");
    body.put("sleeps", "false");
    body.put("elasticity", "{ 'frequencyHz': 4, 'dampingRatio': 0.5 }");
    String bar = "{ 'kind': 'cuboid', 'size': [0.8, 0.4, 0.4] }";
    switch (kind) {
      case TETRAHEDRA -> shape(bar, "{ 'kind': 'tet', 'resolution': 6 }");
      // More than 128 particles: smaller lattices run on lists.
      case LATTICE -> shape(bar, "{ 'kind': 'lattice', 'resolution': 8, 'halfWidth': 1 }");
      case SHEET -> shape("{ 'kind': 'sheet', 'width': 0.8, 'depth': 0.4 }", "{ 'resolution': 8 }");
      case STRAND ->
          shape("{ 'kind': 'strand', 'length': 0.8, 'radius': 0.03 }", "{ 'resolution': 12 }");
      case FLAT_TEARING ->
          shape(
              "{ 'kind': 'drawing', 'outline': [[-2, -1], [2, -1], [2, 1], [-2, 1]],"
                  + " 'height': 0.4 }",
              "{ 'resolution': 8, 'halfWidth': 1 }");
      case SOLID_TEARING -> shape(bar, "{ 'resolution': 4, 'halfWidth': 1 }");
      case BREAKABLE -> {
        shape(bar, "{ 'kind': 'tet', 'resolution': 6 }");
        effects.add("{ 'kind': 'breakdown', 'limit': 4 }");
      }
    }
    if (kind == BodyKind.FLAT_TEARING || kind == BodyKind.SOLID_TEARING) {
      tear("");
    }
  }

  Draft shape(String shape, String cage) {
    body.put("shape", shape);
    body.put("cage", cage);
    return this;
  }

  /** One more key of the cage, which replaces one of the same name. */
  Draft cage(String key) {
    String name = key.substring(0, key.indexOf(':'));
    String others = body.get("cage").replaceAll(", " + name + ": [^,}]*[^,} ]", "");
    return body("cage", others.replace(" }", ", " + key + " }"));
  }

  /** Sets a key of the body. */
  Draft body(String key, String value) {
    body.put(key, value);
    return this;
  }

  /** Sets a key of the scene. */
  Draft scene(String key, String value) {
    scene.put(key, value);
    return this;
  }

  /** One more body. */
  Draft other(String text) {
    others.add(text);
    return this;
  }

  /** Where the files are that the scene names. */
  Draft files(Path where) {
    folder = where;
    return this;
  }

  /** One more effect, given as its kind and the rest of its keys. */
  Draft effect(String effect, String keys) {
    if (effect.equals("breakdown")) {
      effects.clear();
    }
    effects.add("{ 'kind': '" + effect + "'" + (keys.isEmpty() ? "" : ", " + keys) + " }");
    return this;
  }

  /** Lets the body be cut, with further keys of `tear`. */
  Draft tear(String keys) {
    return tear(50, keys);
  }

  /** Lets the body come apart at a limit; adaptive lattices also split. */
  Draft tear(double limit, String keys) {
    boolean adaptive =
        switch (kind) {
          case LATTICE, FLAT_TEARING, SOLID_TEARING -> true;
          default -> false;
        };
    List<String> all = new ArrayList<>();
    if (adaptive) {
      all.add("'split': 1.3, 'levels': 1, 'outlineLevels': 0, 'merge': 0, 'dustCells': 0");
    }
    if (kind != BodyKind.BREAKABLE) {
      all.add("'tear': " + limit);
    } else if (limit < 50) {
      effect("breakdown", "'limit': " + limit); // what it comes apart by
    }
    if (!keys.isEmpty()) {
      all.add(keys);
    }
    return body("tear", "{ " + String.join(", ", all) + " }");
  }

  /** Takes a key out of the body again. */
  Draft leaveOut(String key) {
    body.remove(key);
    return this;
  }

  /** Takes the effects of a kind out again. */
  Draft withoutEffect(String effect) {
    effects.removeIf(e -> e.startsWith("{ 'kind': '" + effect + "'"));
    return this;
  }

  Draft gravity() {
    return scene("gravity", "[0, -9.81, 0]");
  }

  /** A floor at a height; the body's middle is at 0. */
  Draft floor(double y) {
    return scene("colliders", "[ { 'kind': 'floor', 'height': " + y + " } ]");
  }

  Draft pin(String select) {
    return body("pins", "[ " + select + " ]");
  }

  /** The right end goes to the right by so much within a quarter of a second. */
  Draft pullRight(double by, double release) {
    return body(
        "handles",
        "[ { 'select': "
            + RIGHT
            + ", 'motion': { 'keys': [ { 'seconds': 0 }, { 'seconds': 0.25, 'move': ["
            + by
            + ", 0, 0] } ] }"
            + (release > 0 ? ", 'releaseSeconds': " + release : "")
            + " } ]");
  }

  static final String LEFT = "{ 'kind': 'side', 'side': 'left', 'depth': 0.13 }";
  static final String RIGHT = "{ 'kind': 'side', 'side': 'right', 'depth': 0.13 }";
  static final String MIDDLE = "{ 'kind': 'box', 'min': [-0.07, -1, -1], 'max': [0.07, 1, 1] }";

  String text() {
    StringBuilder s = new StringBuilder("{\n");
    scene.forEach((k, v) -> s.append("'" + k + "': " + v + ",\n"));
    s.append("'bodies': [ {\n");
    body.forEach((k, v) -> s.append("'" + k + "': " + v + ",\n"));
    s.append("'effects': [ " + String.join(",\n", effects) + " ] }");
    others.forEach(o -> s.append(",\n" + o));
    return s.append(" ] }\n").toString().replace('\'', '"');
  }

  SceneFile read() throws SceneException {
    return SceneFile.parse("cell.jsonc", text(), folder, List.of());
  }

  World world() throws IOException, SceneException {
    return SceneBuilder.build(read().scene()).world();
  }

  static World world(String text) throws IOException, SceneException {
    return SceneBuilder.build(SceneFile.parse("cell.jsonc", text, null, List.of()).scene()).world();
  }

  // ---- what is measured

  static void run(World w, double seconds) {
    run(w, seconds, () -> {});
  }

  static void run(World w, double seconds, Runnable afterStep) {
    int steps = (int) Math.round(seconds / STEP);
    for (int i = 0; i < steps; i++) {
      w.step(STEP);
      afterStep.run();
    }
  }

  /** The pieces of the draft's body: all bodies but the others. */
  static List<Body> pieces(World w) {
    return w.bodies().stream().filter(b -> !b.name().startsWith("other")).toList();
  }

  /** World coordinates of all particles of the draft's body along an axis. */
  static double[] along(World w, int axis) {
    List<Double> all = new ArrayList<>();
    for (Body b : pieces(w)) {
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        all.add(axis == 0 ? p.worldX(i) : axis == 1 ? p.worldY(i) : p.worldZ(i));
      }
    }
    return all.stream().mapToDouble(d -> d).sorted().toArray();
  }

  static double extent(World w, int axis) {
    double[] v = along(w, axis);
    return v[v.length - 1] - v[0];
  }

  static double least(World w, int axis) {
    return along(w, axis)[0];
  }

  static double length(World w) {
    return extent(w, 0);
  }

  /** Center of mass along an axis. */
  static double center(World w, int axis) {
    double sum = 0, mass = 0;
    for (Body b : pieces(w)) {
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        mass += p.mass()[i];
        sum += p.mass()[i] * (axis == 0 ? p.worldX(i) : axis == 1 ? p.worldY(i) : p.worldZ(i));
      }
    }
    return sum / mass;
  }

  /** The widest gap between particles that follow each other along x. */
  static double gap(World w) {
    double[] x = along(w, 0);
    double widest = 0;
    for (int i = 1; i < x.length; i++) {
      widest = Math.max(widest, x[i] - x[i - 1]);
    }
    return widest;
  }

  /** Mean of a coordinate over the particles whose rest place along x is in a range. */
  static double mean(World w, int axis, double fromX, double toX) {
    double sum = 0;
    int n = 0;
    for (Body b : pieces(w)) {
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        if (b.restX()[i] + b.restCenter(0) >= fromX && b.restX()[i] + b.restCenter(0) <= toX) {
          sum += axis == 0 ? p.worldX(i) : axis == 1 ? p.worldY(i) : p.worldZ(i);
          n++;
        }
      }
    }
    return sum / n;
  }

  /** Mean weight of the first example over the particles whose rest place along x is in a range. */
  static double weight(World w, double fromX, double toX) {
    Body b = w.bodies().get(0);
    float[] at = new float[b.particles().count()];
    b.exampleWeights(0, at);
    double sum = 0;
    int n = 0;
    for (int i = 0; i < at.length; i++) {
      double x = b.restX()[i] + b.restCenter(0);
      if (x >= fromX && x <= toX) {
        sum += at[i];
        n++;
      }
    }
    return sum / n;
  }

  /** Volume of what a take shows of all pieces now; of flat bodies and sheets the area. */
  static double size(World w) {
    Take take = new Recorder(w, "size", 24, 1).take();
    double volume = 0, area = 0;
    for (Take.Track t : take.tracks()) {
      if (t.isScenery() || t.name().startsWith("other")) {
        continue;
      }
      float[] p = t.surface().positions();
      int[] tri = t.surface().triangles();
      for (int k = 0; k < tri.length; k += 3) {
        int a = 3 * tri[k], b = 3 * tri[k + 1], c = 3 * tri[k + 2];
        double x = cross(p, a, b, c, 1, 2),
            y = cross(p, a, b, c, 2, 0),
            z = cross(p, a, b, c, 0, 1);
        area += 0.5 * Math.sqrt(x * x + y * y + z * z);
        volume += z * (p[a + 2] + p[b + 2] + p[c + 2]) / 6;
      }
    }
    return Math.abs(volume) > 1e-3 * area ? Math.abs(volume) : area;
  }

  private static double cross(float[] p, int a, int b, int c, int i, int j) {
    return (double) (p[b + i] - p[a + i]) * (p[c + j] - p[a + j])
        - (double) (p[c + i] - p[a + i]) * (p[b + j] - p[a + j]);
  }

  static boolean isFinite(World w) {
    for (Body b : w.bodies()) {
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        if (!(Math.abs(p.worldX(i) + p.worldY(i) + p.worldZ(i)) < 1e6)) {
          return false;
        }
      }
    }
    return w.report().frozen() == 0;
  }
}
