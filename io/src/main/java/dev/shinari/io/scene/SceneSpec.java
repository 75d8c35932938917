package dev.shinari.io.scene;

import static dev.shinari.io.scene.Spec.above;
import static dev.shinari.io.scene.Spec.group;
import static dev.shinari.io.scene.Spec.kinds;
import static dev.shinari.io.scene.Spec.maybe;
import static dev.shinari.io.scene.Spec.need;
import static dev.shinari.io.scene.Spec.num;
import static dev.shinari.io.scene.Spec.shorthand;
import static dev.shinari.io.scene.Spec.size;
import static dev.shinari.io.scene.Spec.vector;
import static dev.shinari.io.scene.Spec.with;

import dev.shinari.io.scene.Spec.Choice;
import dev.shinari.io.scene.Spec.Color;
import dev.shinari.io.scene.Spec.Counts;
import dev.shinari.io.scene.Spec.Fault;
import dev.shinari.io.scene.Spec.FileName;
import dev.shinari.io.scene.Spec.Flag;
import dev.shinari.io.scene.Spec.Group;
import dev.shinari.io.scene.Spec.Key;
import dev.shinari.io.scene.Spec.Kinds;
import dev.shinari.io.scene.Spec.ListOf;
import dev.shinari.io.scene.Spec.Text;
import dev.shinari.io.scene.Spec.Whole;
import java.util.List;

/**
 * The scene format: every key with its type, range, default and one line of explanation, in the
 * order in which they are listed and documented. Nothing else knows a key's range or default.
 */
final class SceneSpec {
  private SceneSpec() {}

  /** Mesh files that a body can be made from. */
  static final List<String> MESH_FILES =
      List.of(".obj", ".ply", ".glb", ".gltf", ".node", ".ele", ".msh");

  /** Names become file names, so they are kept to letters, digits, dot, dash and underscore. */
  private static final Text NAME =
      new Text(
          "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
          "a name of letters, digits, dots, dashes and underscores");

  private static final Text WORDS = new Text(null, "text in double quotes");

  private static final Key POSITION =
      with("position", vector("m"), "[0, 0, 0]", "where it stands at the start");
  private static final Key ROTATION =
      with(
          "rotationDeg",
          vector("degrees"),
          "[0, 0, 0]",
          "turned about the x axis first, then y, then z");

  // ---- time

  private static final Group MOTION_KEY =
      group(
          "motionKey",
          "one key of a motion",
          need("seconds", num(0, 1e5, "s"), "when"),
          with("move", vector("m"), "[0, 0, 0]", "shift from the place at the start"),
          with(
              "turnDeg",
              vector("degrees"),
              "[0, 0, 0]",
              "turn about its own centre, x then y then z; at most half a turn from key to key"));

  private static final Group MOTION =
      group(
              "motion",
              "a motion in time, from the place at the start",
              with(
                  "keys",
                  new ListOf(MOTION_KEY, 0, 10_000),
                  "[]",
                  "places in order of time; before the first and after the last it stands still"),
              with("smooth", new Flag(), "true", "smooth between the keys, or straight"),
              with("repeat", new Flag(), "false", "starts again after the last key"),
              with("velocity", vector("m/s"), "[0, 0, 0]", "steady motion on top of the keys"),
              with(
                  "spinDegPerSecond",
                  vector("degrees/s"),
                  "[0, 0, 0]",
                  "steady turn on top of the keys; the vector is the axis"))
          .rule(SceneSpec::timeOrder);

  private static final Key FROM = with("fromSeconds", num(0, 1e5, "s"), "0", "when it sets in");
  private static final Key UNTIL =
      maybe("untilSeconds", above(0, 1e5, "s"), "when it ends; never unless given");

  private static Fault window(Resolved.Fields f) {
    return f.has("untilSeconds") && !(f.number("untilSeconds") > f.number("fromSeconds"))
        ? new Fault("untilSeconds", "`untilSeconds` must be later than `fromSeconds`")
        : null;
  }

  private static final Kinds FORCE =
      kinds(
          "force",
          "something that pushes bodies, always or for a while",
          group(
                  "wind",
                  "air that moves and drags bodies along",
                  need("velocity", vector("m/s"), "velocity of the air"),
                  with(
                      "drag",
                      num(0, 1000, "1/s"),
                      "1",
                      "how quickly bodies take on the air's velocity"),
                  with("turbulence", num(0, 10, ""), "0", "gusts as a share of the wind's speed"),
                  with("gustSize", above(0, 1e4, "m"), "0.5", "size of a gust"),
                  FROM,
                  UNTIL)
              .rule(SceneSpec::window),
          group(
                  "push",
                  "the same acceleration everywhere",
                  need("acceleration", vector("m/s^2"), "added to gravity"),
                  FROM,
                  UNTIL)
              .rule(SceneSpec::window),
          group(
                  "vortex",
                  "whirls bodies about an axis",
                  with("center", vector("m"), "[0, 0, 0]", "a point of the axis"),
                  with(
                      "axis", vector(""), "[0, 1, 0]", "direction of the axis; right-handed whirl"),
                  with("strength", num(-1000, 1000, "m/s^2"), "10", "acceleration along the whirl"),
                  with(
                      "inward",
                      num(-10, 10, ""),
                      "0.5",
                      "pull towards the axis as a share of the whirl"),
                  with(
                      "falloff",
                      num(0, 1e4, "m"),
                      "1",
                      "distance at which half of it is left; 0: the same everywhere"),
                  FROM,
                  UNTIL)
              .rule(SceneSpec::window)
              .rule(f -> nonZero(f, "axis")),
          group(
                  "attractor",
                  "pulls bodies to a point",
                  with("center", vector("m"), "[0, 1, 0]", "the point"),
                  with(
                      "strength",
                      num(-1000, 1000, "m/s^2"),
                      "10",
                      "acceleration towards the point; negative pushes away"),
                  with(
                      "falloff",
                      num(0, 1e4, "m"),
                      "1",
                      "distance at which half of it is left; 0: the same everywhere"),
                  FROM,
                  UNTIL)
              .rule(SceneSpec::window),
          group(
              "explosion",
              "one blow away from a point",
              with("center", vector("m"), "[0, 0, 0]", "the point"),
              with("speed", num(-1000, 1000, "m/s"), "5", "speed given at the point"),
              with("radius", above(0, 1e4, "m"), "1", "reach; the speed falls to zero there"),
              with("atSeconds", num(0, 1e5, "s"), "1", "when it happens")));

  private static Fault nonZero(Resolved.Fields f, String key) {
    return f.vector(key).length() > 1e-6f
        ? null
        : new Fault(key, "`" + key + "` must not be [0, 0, 0]");
  }

  // ---- solids

  private static final Key PARTS =
      need(
          "parts",
          new ListOf(new Spec.Again("solidPart", () -> SceneSpec.SOLID), 1, 256),
          "the solids joined");

  private static final Kinds SOLID =
      kinds(
          "solidPart",
          "a solid, or several put together",
          part("ball", "a sphere", need("radius", above(0, 1e4, "m"), "radius")),
          part(
              "ellipsoid", "a stretched ball", need("radii", size("m"), "radius along x, y and z")),
          part(
              "block",
              "a box",
              need("size", size("m"), "length along x, y and z"),
              with("round", num(0, 1e4, "m"), "0", "radius of its edges")),
          part(
              "capsule",
              "a rod with round ends",
              need("from", vector("m"), "one end"),
              need("to", vector("m"), "other end"),
              need("radius", above(0, 1e4, "m"), "radius")),
          part(
              "cone",
              "a rod with round ends of different size",
              need("from", vector("m"), "one end"),
              need("to", vector("m"), "other end"),
              need("fromRadius", above(0, 1e4, "m"), "radius at one end"),
              need("toRadius", above(0, 1e4, "m"), "radius at the other end")),
          part(
              "cylinder",
              "an upright cylinder",
              need("radius", above(0, 1e4, "m"), "radius"),
              need("height", above(0, 1e4, "m"), "height"),
              with("round", num(0, 1e4, "m"), "0", "radius of its rims")),
          part(
              "ring",
              "a torus around the y axis",
              need("radius", above(0, 1e4, "m"), "from its centre to the middle of the tube"),
              need("tube", above(0, 1e4, "m"), "radius of the tube")),
          part("union", "all of its parts", PARTS),
          part(
              "blend",
              "all of its parts, melted together where they meet",
              PARTS,
              with("radius", above(0, 1e4, "m"), "0.05", "size of the melted seam")),
          part("common", "what all of its parts share", PARTS),
          part("cut", "the first part without the others", PARTS));

  private static Group part(String name, String doc, Key... keys) {
    return group(name, doc, keys).with(POSITION, ROTATION);
  }

  // ---- bodies

  private static final Kinds SHAPE =
      kinds(
          "shape",
          "what a body is made of; the middle of its box is the body's own origin",
          group(
              "cuboid",
              "a box",
              with("size", size("m"), "[0.6, 0.3, 0.3]", "length along x, y and z")),
          group(
              "cylinder",
              "an upright cylinder",
              with("radius", above(0, 1e4, "m"), "0.15", "radius"),
              with("height", above(0, 1e4, "m"), "0.5", "height")),
          group(
                  "tube",
                  "an upright hollow cylinder that is seen, carried by a solid one",
                  with("radius", above(0, 1e4, "m"), "0.15", "outer radius"),
                  with("innerRadius", above(0, 1e4, "m"), "0.11", "radius of the hole"),
                  with("height", above(0, 1e4, "m"), "0.5", "height"))
              .rule(
                  f ->
                      f.number("innerRadius") < f.number("radius")
                          ? null
                          : new Fault(
                              "innerRadius", "`innerRadius` must be smaller than `radius`")),
          group("sphere", "a ball", with("radius", above(0, 1e4, "m"), "0.25", "radius")),
          group("teddy", "a sitting bear", with("height", above(0, 1e4, "m"), "0.6", "height")),
          group("car", "a small car", with("length", above(0, 1e4, "m"), "0.9", "length")),
          group(
              "leg", "a leg from hip to toes", with("height", above(0, 1e4, "m"), "0.9", "height")),
          group(
              "bunny",
              "a rabbit with long ears",
              with("height", above(0, 1e4, "m"), "0.6", "height")),
          group("star", "a plump star", with("height", above(0, 1e4, "m"), "0.6", "height")),
          group(
              "sheet",
              "a flat rectangle of cloth or paper in the x-z plane",
              with("width", above(0, 1e4, "m"), "1", "length along x"),
              with("depth", above(0, 1e4, "m"), "1", "length along z")),
          group(
              "strand",
              "a rope along x",
              with("length", above(0, 1e4, "m"), "1", "length"),
              with("radius", above(0, 100, "m"), "0.015", "radius of the rope that is drawn")),
          group("solid", "a solid put together from simple ones", need("part", SOLID, "the solid")),
          group(
              "file",
              "a closed surface or a tetrahedral mesh from a file",
              need("path", new FileName(MESH_FILES), "mesh file, relative to the scene file")),
          group(
                  "drawing",
                  "a flat drawing that stands upright, on a lattice that can tear; give one of outline, path, file and png",
                  maybe(
                      "outline",
                      new ListOf(new ListOf(num(-1e6, 1e6, ""), 2, 2), 3, 100_000),
                      "corners [x, y] of a polygon, y up"),
                  with(
                      "holes",
                      new ListOf(
                          new ListOf(new ListOf(num(-1e6, 1e6, ""), 2, 2), 3, 100_000), 0, 1000),
                      "[]",
                      "polygons that are cut out of the outline"),
                  maybe("path", WORDS, "the data of an SVG path; the even-odd rule makes holes"),
                  maybe(
                      "file",
                      new FileName(List.of(".svg", ".png")),
                      "an SVG, or a PNG with transparency, relative to the scene file"),
                  maybe("png", WORDS, "a PNG with transparency as base64 text"),
                  with("height", above(0, 1e4, "m"), "1", "height that it is scaled to"))
              .rule(
                  f ->
                      (f.has("outline") ? 1 : 0)
                                  + (f.has("path") ? 1 : 0)
                                  + (f.has("file") ? 1 : 0)
                                  + (f.has("png") ? 1 : 0)
                              == 1
                          ? null
                          : new Fault(
                              "height", "give one of `outline`, `path`, `file` and `png`")));

  private static final Group CAGE =
      shorthand(
          "cage",
          "kind",
          "the volume that is simulated inside the shape",
          with(
              "kind",
              new Choice(List.of("tet", "lattice")),
              "\"tet\"",
              "tetrahedra with one-ring regions, or a lattice of cubes"),
          with("resolution", new Whole(1, 400), "12", "cells along the longest side of the shape"),
          with(
              "uneven",
              num(1, 16, ""),
              "1",
              "how many times smaller tetrahedra become towards the high end of the longest side; for"
                  + " tetrahedra alone"),
          with(
              "regions",
              new Choice(List.of("ring", "even")),
              "\"ring\"",
              "of tetrahedra: each vertex with its neighbours, or all within one distance, so that"
                  + " fine parts are as stiff as coarse ones"),
          with(
              "halfWidth",
              new Whole(1, 16),
              "2",
              "half-width of a region in cells, for lattices, sheets and strands; larger is smoother"));

  private static final Group ELASTICITY =
      shorthand(
              "elasticity",
              "preset",
              "how the body springs back: a preset, a frequency, or the plain stiffness",
              maybe("preset", new Choice(Preset.words()), "a material by name"),
              maybe(
                  "frequencyHz",
                  above(0, 1000, "Hz"),
                  "swings a second of the body when stretched along its longest side; 4 unless given"),
              maybe(
                  "dampingRatio",
                  num(0, 10, ""),
                  "0 swings for ever, 1 returns without a swing; 0.08 unless given"),
              maybe(
                  "alpha",
                  above(0, 1, ""),
                  "stiffness a step instead of a frequency; depends on resolution and step"),
              maybe("damping", num(0, 1e4, "1/s"), "with alpha: decay of the motion that deforms"))
          .rule(SceneSpec::elasticityRule);

  private static Fault elasticityRule(Resolved.Fields f) {
    if (f.has("alpha") && (f.has("frequencyHz") || f.has("dampingRatio") || f.has("preset"))) {
      return new Fault(
          "alpha",
          "`alpha` stands instead of `frequencyHz`, `dampingRatio` and `preset`; remove one or the other");
    }
    if (f.has("damping") && !f.has("alpha")) {
      return new Fault(
          "damping", "`damping` belongs to `alpha`; with a frequency use `dampingRatio`");
    }
    return null;
  }

  private static final Kinds SELECT =
      kinds(
          "select",
          "some particles of a body, in the body's own coordinates (before scale and placing)",
          group(
              "side",
              "one side of the body",
              need(
                  "side",
                  new Choice(List.of("left", "right", "bottom", "top", "back", "front")),
                  "left is -x, bottom -y, back -z"),
              with(
                  "depth",
                  above(0, 1, "share of the body's length"),
                  "0.1",
                  "how deep it reaches into the body")),
          group(
                  "box",
                  "all inside a box",
                  need("min", vector("m"), "lowest corner"),
                  need("max", vector("m"), "highest corner"))
              .rule(
                  f -> {
                    Vec3 a = f.vector("min");
                    Vec3 b = f.vector("max");
                    return a.x() <= b.x() && a.y() <= b.y() && a.z() <= b.z()
                        ? null
                        : new Fault("max", "`max` must not be below `min` on any axis");
                  }),
          group(
              "sphere",
              "all inside a sphere",
              with("center", vector("m"), "[0, 0, 0]", "its centre"),
              need("radius", above(0, Spec.LARGE, "m"), "its radius")),
          group("all", "the whole body"));

  private static final Group HANDLE =
      group(
          "handle",
          "particles that are held and moved",
          need("select", SELECT, "which particles"),
          with("motion", MOTION, "{}", "where they go; without one they stay"),
          maybe("releaseSeconds", above(0, 1e5, "s"), "when they are let go; never unless given"));

  private static Fault timeOrder(Resolved.Fields f) {
    double last = -1;
    for (Resolved r : f.items("keys")) {
      double t = ((Resolved.Fields) r).number("seconds");
      if (!(t > last)) {
        return new Fault("keys", "`keys` must be in order of time, each later than the last");
      }
      last = t;
    }
    return f.flag("repeat") && f.items("keys").size() < 2
        ? new Fault("repeat", "`repeat` needs at least two `keys`")
        : null;
  }

  private static final Group REPEAT =
      group(
              "repeat",
              "the same body several times",
              maybe("count", new Whole(1, 10_000), "number of bodies, one after the other"),
              maybe("grid", new Counts(1, 1000), "instead of count: bodies along x, y and z"),
              with(
                  "offset",
                  vector("m"),
                  "[0, 0.5, 0]",
                  "step from one to the next; with a grid the step along each axis"),
              with("jitter", num(0, 1e4, "m"), "0", "random shift of each, at most this far"),
              with(
                  "jitterDeg",
                  num(0, 180, "degrees"),
                  "0",
                  "random turn of each, at most this much"),
              with(
                  "colors",
                  new ListOf(new Color(), 0, 64),
                  "[]",
                  "colours taken in turn; the body's own unless given"))
          .rule(
              f -> {
                if (f.has("count") == f.has("grid")) {
                  return new Fault("grid", "give either `count` or `grid`");
                }
                int[] g = f.has("grid") ? f.counts("grid") : new int[] {f.whole("count"), 1, 1};
                return (long) g[0] * g[1] * g[2] > 10_000
                    ? new Fault("grid", "a repeat makes at most 10000 bodies")
                    : null;
              });

  private static final Kinds GROUPS =
      kinds(
          "groups",
          "which parts of a body follow the examples on their own",
          group("one", "the whole body together"),
          group("each", "every region on its own"),
          group(
                  "sets",
                  "named parts of the body; what is in none of them is one more part",
                  need(
                      "sets",
                      new ListOf(
                          PaintedParts.withVertices(
                              group(
                                  "set",
                                  "a part of the body, by `select` or by `vertices`",
                                  need("name", NAME, "its name in messages and statistics"),
                                  maybe("select", SELECT, "its particles"))),
                          1,
                          64),
                      "the parts"))
              .rule(SceneSpec::differentNames),
          group(
                  "plane",
                  "two parts, on both sides of a plane",
                  with("point", vector("m"), "[0, 0, 0]", "a point of the plane"),
                  with("normal", vector(""), "[0, 1, 0]", "direction across it"))
              .rule(f -> nonZero(f, "normal")),
          group(
              "handles",
              "one part a pin or handle of the body: what is nearest to it along the cage"));

  private static Fault differentNames(Resolved.Fields f) {
    java.util.Set<String> names = new java.util.HashSet<>();
    for (Resolved r : f.items("sets")) {
      String name = ((Resolved.Fields) r).text("name");
      if (!names.add(name)) {
        return new Fault("sets", "two sets are named " + name);
      }
    }
    return null;
  }

  private static final Group DRIVE_KEY =
      group(
          "driveKey",
          "one point of a curve",
          need("at", num(-1e6, 1e6, ""), "value of what is measured"),
          need("weight", num(-1, 1, ""), "the weight there"));

  private static final Key POSE_NAME = need("pose", PoseSpec.POSE_NAME, "name of the example");
  private static final Key CURVE =
      need(
          "curve",
          new ListOf(DRIVE_KEY, 1, 1000),
          "weights by what is measured, in ascending order; straight in between");
  private static final Key MODE =
      with(
          "mode",
          new Choice(List.of("add", "replace")),
          "\"replace\"",
          "whether the weight is added to the one from the shape or takes its place");

  private static Group drive(String name, String doc, Key... keys) {
    return group(name, doc, POSE_NAME, CURVE, MODE)
        .with(keys)
        .rule(
            f -> {
              double last = Double.NEGATIVE_INFINITY;
              for (Resolved r : f.items("curve")) {
                Resolved.Fields key = (Resolved.Fields) r;
                if (!(key.number("at") > last)) {
                  return new Fault("curve", "`at` must ascend from entry to entry of `curve`");
                }
                if (f.text("mode").equals("replace") && key.number("weight") < 0) {
                  return new Fault("curve", "a weight below 0 needs `mode` add");
                }
                last = key.number("at");
              }
              return null;
            });
  }

  private static final Kinds DRIVE =
      kinds(
          "drive",
          "a weight that follows something else than the shape",
          drive(
              "time",
              "by the time in seconds",
              with(
                  "periodSeconds",
                  num(0, 1e5, "s"),
                  "0",
                  "starts again after this long; 0: never")),
          drive("speed", "by the speed of the body's centre in m/s"),
          drive(
              "impact",
              "by how hard it was hit: change of the centre's speed in m/s",
              with("halfLifeSeconds", above(0, 1e4, "s"), "0.25", "in which it is half forgotten")),
          drive("force", "by the force on it beyond gravity, in multiples of its weight"),
          drive(
                  "distance",
                  "by the distance of its centre from another body, or from a handle, in m",
                  maybe("body", NAME, "the other body"),
                  maybe(
                      "handle",
                      new Whole(0, 255),
                      "a handle of the other body, counted from 0; of this body unless one is given"))
              .rule(
                  f ->
                      f.has("body") || f.has("handle")
                          ? null
                          : new Fault("pose", "give a `body`, a `handle`, or both")));

  private static final Group EXAMPLES =
      group(
          "examples",
          "the poses that the body likes to deform into",
          need("poses", new ListOf(PoseSpec.POSE, 1, 64), "the example poses"),
          with(
              "beta",
              num(0, 1, ""),
              "0.995",
              "1 lets the body stay in a pose, less brings it back to its own shape, 0 turns examples off"),
          with(
              "projection",
              new Choice(List.of("exact", "paper")),
              "\"exact\"",
              "nearest mixture of the poses, or the paper's rule for negative weights"),
          with("groups", GROUPS, "\"one\"", "which parts follow the examples on their own"),
          with(
              "border",
              new Whole(0, 64),
              "2",
              "regions over which weights pass from part to part; 0: they jump"),
          with(
              "lenient",
              new Flag(),
              "false",
              "takes poses that repeat or depend on each other instead of refusing them"),
          with("drive", new ListOf(DRIVE, 0, 256), "[]", "weights that follow time or motion"));

  private static final Key AT = with("atSeconds", num(0, 1e5, "s"), "0", "when it is done");

  private static final Key PIECE =
      maybe(
          "piece",
          WORDS,
          "the one piece that it is for, by its name (`run --stats` lists them); all unless given");

  private static final Group TEAR =
      group(
              "tear",
              "how the body splits and tears; it gets an adaptive lattice with cage.resolution coarse cells",
              with(
                  "split",
                  num(1.001, 1e6, ""),
                  "1.15",
                  "cells are halved where they are this many times as far apart as at rest"),
              with(
                  "tear",
                  num(1.001, 1e6, ""),
                  "1.4",
                  "the finest cells are cut where they are this many times as far apart as at rest"),
              with(
                  "merge",
                  num(0, 1e6, ""),
                  "1.05",
                  "cells that were split but never torn merge once they stay below this; 0: never"),
              with("mergeSeconds", above(0, 1e4, "s"), "0.5", "how long they must stay below"),
              with("levels", new Whole(0, 10), "3", "how often a coarse cell may be halved"),
              with(
                  "outlineLevels",
                  new Whole(0, 10),
                  "1",
                  "how often cells that do not follow the outline are halved at the start"),
              with(
                  "maxCells",
                  new Whole(1, 1_000_000),
                  "100000",
                  "no cell is halved beyond so many"),
              with("dustCells", new Whole(0, 100_000), "4", "a piece of fewer cells is dust"),
              with(
                  "dust",
                  new Choice(List.of("keep", "remove")),
                  "\"keep\"",
                  "whether dust stays with the body that it came off, or goes"),
              with(
                  "shift",
                  vector("coarse cells"),
                  "[0, 0, 0]",
                  "shift of the cells under a drawing"),
              with("turnDeg", num(-180, 180, "degrees"), "0", "turn of the cells under a drawing"),
              with(
                  "paint",
                  new ListOf(
                      group(
                          "paint",
                          "a painted line or dot, in the body's own coordinates",
                          need("from", vector("m"), "one end"),
                          maybe("to", vector("m"), "other end; a dot unless given"),
                          with("radius", num(0, 1e4, "m"), "0", "half of its width"),
                          need(
                              "toughness",
                              above(0, 1e4, ""),
                              "factor on the stretch that splits and tears; below 1 is weak")),
                      0,
                      1000),
                  "[]",
                  "weak lines and tough patches"),
              with(
                  "cuts",
                  new ListOf(
                      group(
                              "cut",
                              "a cut along a drawn line (from, to) or a plane (point, normal), in the world",
                              AT,
                              PIECE,
                              maybe("from", vector("m"), "one end of a line, seen along z"),
                              maybe("to", vector("m"), "other end"),
                              maybe("point", vector("m"), "a point of a plane"),
                              maybe("normal", vector(""), "across the plane"))
                          .rule(
                              f ->
                                  f.has("from") == f.has("to")
                                          && f.has("point") == f.has("normal")
                                          && f.has("from") != f.has("point")
                                      ? null
                                      : new Fault(
                                          "atSeconds",
                                          "give `from` and `to`, or `point` and `normal`")),
                      0,
                      1000),
                  "[]",
                  "cuts at a time"),
              with(
                  "shots",
                  new ListOf(
                      group(
                              "shot",
                              "something small and quick goes through, in the world",
                              AT,
                              PIECE,
                              need("from", vector("m"), "where it is fired"),
                              need(
                                  "velocity",
                                  vector("m/s"),
                                  "what it gives to the particles it hits"),
                              with("radius", above(0, 1e4, "m"), "0.05", "half of its width"))
                          .rule(f -> nonZero(f, "velocity")),
                      0,
                      1000),
                  "[]",
                  "shots at a time"))
          .rule(
              f ->
                  f.number("tear") >= f.number("split")
                      ? null
                      : new Fault(
                          "tear",
                          "`tear` must not be below `split`: cells are split before they tear"))
          .rule(
              f ->
                  f.number("merge") <= f.number("split")
                      ? null
                      : new Fault("merge", "`merge` must not be above `split`"))
          .rule(
              f ->
                  f.whole("outlineLevels") <= f.whole("levels")
                      ? null
                      : new Fault("outlineLevels", "`outlineLevels` must not be above `levels`"));

  private static final Group BODY =
      group(
          "body",
          "one deformable body",
          maybe("name", NAME, "its name in files and messages; made from the shape unless given"),
          need("shape", SHAPE, "what it is made of"),
          with("cage", CAGE, "{}", "the volume that is simulated"),
          POSITION,
          ROTATION,
          with("scale", above(0, 1e4, ""), "1", "factor on the shape's size"),
          with("velocity", vector("m/s"), "[0, 0, 0]", "velocity at the start"),
          with(
              "spinDegPerSecond",
              vector("degrees/s"),
              "[0, 0, 0]",
              "spin at the start about its centre"),
          maybe(
              "density",
              above(0, 1e5, "kg/m^3"),
              "a square metre for sheets, a metre for strands; 1000, 0.3 and 0.05 unless given"),
          with("elasticity", ELASTICITY, "{}", "how it springs back"),
          maybe("examples", EXAMPLES, "poses that it likes to deform into"),
          with(
              "volumeKeeping",
              num(0, 1, ""),
              "0",
              "how much of a lost or gained volume is corrected, 0 none, 1 all"),
          maybe(
              "friction",
              num(0, 10, ""),
              "grip of its surface; the scene's `contact` unless given"),
          maybe(
              "restitution",
              num(0, 1, ""),
              "bounce of its surface; the scene's `contact` unless given"),
          with(
              "thickness",
              num(0, 1e4, "m"),
              "0",
              "how far its particles keep from what they touch; 0: a share of their distance"),
          with("sleeps", new Flag(), "true", "whether it may stop being simulated once it rests"),
          with("color", new Color(), "\"#F2A65A\"", "colour of the surface"),
          with("lineWeight", num(0, 10, ""), "1", "thickness of the ink outline; 0 draws none"),
          maybe("look", LookSpec.BODY_LOOK, "how it is painted; as the scene's look unless given"),
          with("pins", new ListOf(SELECT, 0, 256), "[]", "particles that never move"),
          with("handles", new ListOf(HANDLE, 0, 256), "[]", "particles that are moved along paths"),
          maybe("repeat", REPEAT, "makes several of it"),
          maybe("tear", TEAR, "lets it split and tear; it never does unless given"),
          with(
              "effects",
              new ListOf(EffectSpec.effects(SELECT), 0, 32),
              "[]",
              "exaggerations of its motion, which add up"));

  // ---- colliders

  private static final Key FRICTION =
      with("friction", num(0, 10, ""), "0.5", "0 slides freely, 1 holds like rubber");
  private static final Key RESTITUTION =
      with("restitution", num(0, 1, ""), "0.2", "share of the speed that a bounce gives back");

  private static final Kinds COLLIDER =
      kinds(
          "collider",
          "something hard that bodies meet",
          group(
              "floor",
              "a level floor without end",
              with("height", num(-Spec.LARGE, Spec.LARGE, "m"), "0", "height of the floor"),
              FRICTION,
              RESTITUTION,
              with("color", new Color(), "\"#EDE6D6\"", "colour"),
              with("visible", new Flag(), "true", "whether it is drawn")),
          group(
                  "slope",
                  "a plane without end through a point",
                  POSITION,
                  with("normal", vector(""), "[0, 1, 0]", "direction that points out of it"),
                  FRICTION,
                  RESTITUTION,
                  with("color", new Color(), "\"#EDE6D6\"", "colour"),
                  with("visible", new Flag(), "true", "whether it is drawn"))
              .rule(f -> nonZero(f, "normal")),
          collider("box", "a box", need("size", size("m"), "length along x, y and z")),
          collider("sphere", "a ball", need("radius", above(0, 1e4, "m"), "radius")),
          collider(
              "capsule",
              "an upright rod with round ends",
              need("radius", above(0, 1e4, "m"), "radius"),
              need("length", num(0, 1e4, "m"), "distance between the centres of its ends")),
          group(
                  "heightField",
                  "a landscape over the x-z plane, centred on its position; its border goes on for ever",
                  need(
                      "heights",
                      new ListOf(new ListOf(num(-1e4, 1e4, "m"), 2, 1024), 2, 1024),
                      "rows along z, each with heights along x"),
                  with("cellSize", above(0, 1e4, "m"), "0.2", "distance between two heights"),
                  POSITION,
                  FRICTION,
                  RESTITUTION,
                  with("color", new Color(), "\"#B8C4CE\"", "colour"),
                  with("visible", new Flag(), "true", "whether it is drawn"))
              .rule(
                  f -> {
                    int n = -1;
                    for (Resolved r : f.items("heights")) {
                      int m = ((Resolved.Items) r).items().size();
                      if (n >= 0 && m != n) {
                        return new Fault("heights", "all rows of `heights` must be of one length");
                      }
                      n = m;
                    }
                    return null;
                  }),
          collider(
              "mesh",
              "a closed surface from a file",
              need(
                  "path",
                  new FileName(List.of(".obj", ".ply", ".glb", ".gltf")),
                  "mesh file, relative to the scene file"),
              with("scale", above(0, 1e4, ""), "1", "factor on its size")));

  private static Group collider(String name, String doc, Key... keys) {
    return group(name, doc, keys)
        .with(
            POSITION,
            ROTATION,
            with("motion", MOTION, "{}", "how it moves; without one it stays"),
            FRICTION,
            RESTITUTION,
            with("color", new Color(), "\"#B8C4CE\"", "colour"),
            with("visible", new Flag(), "true", "whether it is drawn"));
  }

  // ---- picture

  private static final Group CAMERA =
      group(
          "camera",
          "from where the pictures are drawn; unless told otherwise it fits the bodies by itself",
          with(
              "azimuthDeg",
              num(-360, 360, "degrees"),
              "32",
              "turn about the vertical axis; 0 looks along -z"),
          with("elevationDeg", num(-90, 90, "degrees"), "17", "height above the horizon"),
          with("fieldOfViewDeg", num(1, 150, "degrees"), "28", "upright angle of view"),
          maybe("eye", vector("m"), "where it stands, instead of by the angles"),
          maybe("target", vector("m"), "what it looks at, instead of the middle of the bodies"),
          with(
              "viewHeight",
              num(0, 1e5, "m"),
              "0",
              "height of what is seen at the target; 0 fits the bodies"),
          with("margin", num(0, 0.45, ""), "0.1", "part of the picture kept free at each side"),
          with(
              "follow",
              new Choice(List.of("auto", "always", "never")),
              "\"auto\"",
              "whether it travels with the bodies; auto: when they go far"));

  private static final Group PICTURE =
      group(
          "picture",
          "the pictures that are drawn",
          with("width", new Whole(16, 4096), "640", "pixels"),
          with("height", new Whole(16, 4096), "480", "pixels"),
          with(
              "drawings",
              num(0, 1000, "1/s"),
              "0",
              "drawings a second, each held for framesPerSecond / drawings frames: of 24 frames, 12"
                  + " is \"on twos\" and 8 \"on threes\"; 0 draws every frame"),
          with(
              "holdPoses",
              new Flag(),
              "false",
              "whether poses are held in GLB, caches and USD too, not in pictures alone"),
          with("sheetFrames", new Whole(1, 100), "8", "number of frames on the contact sheet"));

  private static final Group CONTACT =
      group(
          "contact",
          "what happens where bodies meet each other",
          with("between", new Flag(), "true", "whether different bodies collide"),
          with("friction", num(0, 10, ""), "0.5", "grip of bodies that do not say their own"),
          with("restitution", num(0, 1, ""), "0", "bounce of bodies that do not say their own"));

  /** A drawing is held for a whole number of frames, or not at all. */
  private static Fault wholeHold(Resolved.Fields f) {
    double fps = f.number("framesPerSecond"), drawings = f.fields("picture").number("drawings");
    if (drawings == 0) {
      return null;
    }
    double hold = fps / drawings;
    return Math.abs(hold - Math.rint(hold)) < 1e-4 && hold > 0.5
        ? null
        : new Fault(
            "picture",
            "`picture.drawings` must divide the frames a second ("
                + plain(fps)
                + "), such as "
                + plain(fps / 2)
                + " or "
                + plain(fps / 3)
                + ", got "
                + plain(drawings));
  }

  private static String plain(double v) {
    return v == Math.rint(v) ? Long.toString((long) v) : Float.toString((float) v);
  }

  private static final Group CREATURE = CreatureSpec.creature(NAME, MOTION, POSITION, ROTATION);

  /** The whole scene. */
  static final Group SCENE =
      group(
              "scene",
              "a scene: bodies, what they meet, and how long it is watched",
              maybe("$schema", WORDS, "the JSON Schema, for editors"),
              maybe(
                  "name",
                  NAME,
                  "name of the files that are written; the scene file's unless given"),
              with("title", WORDS, "\"\"", "a short title"),
              with("description", WORDS, "\"\"", "what it shows, in a sentence or two"),
              with("frames", new Whole(1, 100_000), "72", "number of frames, the start included"),
              with("framesPerSecond", num(1, 1000, "1/s"), "24", "frames a second"),
              with("substeps", new Whole(1, 1000), "10", "steps of the simulation a frame"),
              with("seed", new Whole(0, 1L << 53), "1", "seed of everything random"),
              with("gravity", vector("m/s^2"), "[0, -9.81, 0]", "acceleration of everything"),
              with("airDrag", num(0, 1000, "1/s"), "0", "how quickly still air slows bodies down"),
              with("forces", new ListOf(FORCE, 0, 64), "[]", "wind and other fields"),
              with(
                  "bodies",
                  new ListOf(BODY, 0, 10_000),
                  "[]",
                  "deformable bodies, for example [ { \"shape\": \"cuboid\" } ]"),
              with(
                  "creatures",
                  new ListOf(CREATURE, 0, 1000),
                  "[]",
                  "creatures of jointed elastic parts"),
              with(
                  "colliders",
                  new ListOf(COLLIDER, 0, 1000),
                  "[ { \"kind\": \"floor\" } ]",
                  "what bodies fall on"),
              with("contact", CONTACT, "{}", "contact between bodies"),
              with("camera", CAMERA, "{}", "the view"),
              with("picture", PICTURE, "{}", "the pictures"),
              with("look", LookSpec.LOOK, "{}", "how the pictures look"))
          .rule(SceneSpec::wholeHold)
          .rule(
              f ->
                  f.items("bodies").isEmpty() && f.items("creatures").isEmpty()
                      ? new Fault(
                          "bodies",
                          "`bodies` must have at least one body, for example"
                              + " [ { \"shape\": \"cuboid\" } ], or `creatures` one creature")
                      : null);
}
