package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.size;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.Spec;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Color;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.FileName;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Whole;
import dev.shinari.io.scene.format.Vec3;
import java.util.List;

/** The part of the scene format that describes creatures of jointed elastic parts. */
final class CreatureSpec {
  private CreatureSpec() {}

  private static final Key FROM = with("fromSeconds", num(0, 1e5, "s"), "0", "when it sets in");
  private static final Key UNTIL =
      maybe("untilSeconds", above(0, 1e5, "s"), "when it ends; never unless given");

  private static final Key YOUNG =
      with(
          "youngModulus",
          above(0, 1e12, "Pa"),
          "200000",
          "stress a strain when stretched; jelly 1e4, soft rubber 2e5, rubber 2e6");
  private static final Key POISSON =
      with(
          "poissonRatio",
          new Spec.Num(-0.95, false, 0.49, ""),
          "0.4",
          "how much it thins when stretched; 0.5 would keep the volume exactly and has no solution");
  private static final Key DAMPING =
      with(
          "dampingSeconds",
          num(0, 10, "s"),
          "0.01",
          "how long forces lag behind; larger dies out sooner");
  private static final Key FRICTION = with("friction", num(0, 10, ""), "0.5", "grip on obstacles");
  private static final Key RESTITUTION =
      with("restitution", num(0, 1, ""), "0.1", "share of the speed that a bounce gives back");

  private static final Group LIMB =
      group(
              "limb",
              "a row of cylinders from one point to another; limbs that meet at a point are joined there",
              need("from", vector("m"), "one end"),
              need("to", vector("m"), "other end"),
              with("parts", new Whole(1, 1000), "5", "number of cylinders"),
              with("radius", above(0, 1e4, "m"), "0.06", "radius at `from`"),
              maybe("tipRadius", above(0, 1e4, "m"), "radius at `to`; the same unless given"),
              with(
                  "bendDeg",
                  num(0, 180, "degrees"),
                  "180",
                  "how far each joint may bend, in inverse kinematics and in motion"),
              maybe(
                  "hingeAxis",
                  vector(""),
                  "joints turn about this axis alone, in the creature's own coordinates"),
              with("leastDeg", num(-180, 180, "degrees"), "-90", "lowest turn about `hingeAxis`"),
              with("mostDeg", num(-180, 180, "degrees"), "90", "highest turn about `hingeAxis`"))
          .rule(
              f -> {
                Fault idle =
                    f.has("hingeAxis")
                        ? CommonSpec.meaningless(
                            f,
                            "`hingeAxis` leaves `leastDeg` to `mostDeg`; remove one of the two",
                            "bendDeg")
                        : CommonSpec.meaningless(
                            f, "it is about `hingeAxis`; give one", "leastDeg", "mostDeg");
                if (idle != null) {
                  return idle;
                }
                boolean none = f.has("hingeAxis") && !(f.vector("hingeAxis").length() > 0);
                return none
                    ? new Fault("hingeAxis", "the axis must not be zero")
                    : f.number("leastDeg") > f.number("mostDeg")
                        ? new Fault("leastDeg", "`leastDeg` must not be above `mostDeg`")
                        : null;
              });

  private static final Group PART =
      group(
              "part",
              "any mesh as a part on a bone of its own, open or in pieces too; bones that meet limbs are joined to them",
              need(
                  "path",
                  new FileName(ShapeSpec.MESH_FILES),
                  "mesh file, relative to the scene file"),
              need("from", vector("m"), "one end of the bone"),
              need("to", vector("m"), "other end of the bone"),
              with(
                  "fit",
                  new Choice(List.of("length", "none")),
                  "\"length\"",
                  "`length` brings the mesh on to the bone, as long as it; `none` leaves it where it is, in the creature's own coordinates"),
              with(
                  "along",
                  new Choice(List.of("longest", "x", "y", "z")),
                  "\"longest\"",
                  "axis of the mesh that runs along the bone; read with `fit` \"length\""),
              with(
                  "rollDeg",
                  num(-360, 360, "degrees"),
                  "0",
                  "turn about the bone; with `fit` \"length\""),
              with(
                  "hold",
                  num(0, 0.45, ""),
                  "0.15",
                  "share of the bone at each end whose vertices the joint there carries; 0 carries none: the mesh rides along"),
              maybe(
                  "shellVertices",
                  new Whole(60, 4000),
                  "vertices of the closed shell that bends for it; more are more exact and take longer to prepare (400 half a second, 1500 some seconds); a small closed mesh is its own shell, others get 400 unless given"))
          .rule(
              f ->
                  f.text("fit").equals("none")
                      ? CommonSpec.meaningless(
                          f,
                          "`fit` none leaves the mesh where it is; remove it, or `fit`",
                          "along",
                          "rollDeg")
                      : null);

  private static final Group BULB =
      group(
              "bulb",
              "a ball on a bone of its own, held around both ends of the bone: a head",
              need("from", vector("m"), "end of the bone that joins limbs"),
              need("to", vector("m"), "free end of the bone, inside of the ball"),
              need("radius", above(0, 1e4, "m"), "radius of the ball around the bone's middle"))
          .rule(
              f -> {
                Vec3 a = f.vector("from");
                Vec3 b = f.vector("to");
                float length = b.plus(a.times(-1)).length();
                return length > 0 && length <= 2 * f.number("radius")
                    ? null
                    : new Fault(
                        "radius", "the bone must be longer than 0 and fit into the ball: 2 radius");
              });

  private static final Group EXOSKELETON =
      group(
              "exoskeleton",
              "an elastic box of few vertices that carries the ends of bones",
              with("size", size("m"), "[1, 1, 1]", "length along x, y and z"),
              with("cells", new Whole(1, 5), "2", "cells along each side; 2 gives 26 vertices"),
              with(
                  "limbs",
                  new Choice(List.of("corners", "edges", "none")),
                  "\"corners\"",
                  "limbs from the center to the corners, along the edges, or those of the creature alone"),
              with("parts", new Whole(1, 100), "5", "cylinders a limb"),
              with("radius", above(0, 1e4, "m"), "0.05", "radius of the cylinders"),
              with(
                  "mass", above(0, 1e6, "kg"), "10", "mass of the exoskeleton with all it carries"),
              YOUNG,
              POISSON,
              DAMPING,
              with("thickness", num(0, 1e3, "m"), "0.05", "how far it keeps from obstacles"),
              FRICTION,
              RESTITUTION)
          .rule(
              f ->
                  f.text("limbs").equals("none")
                      ? CommonSpec.meaningless(
                          f, "`limbs` is none; remove it, or `limbs`", "parts", "radius")
                      : null);

  private static final Group MODEL =
      group(
              "model",
              "a character with a skeleton, cut into parts by its bones",
              maybe(
                  "path",
                  new FileName(List.of(".glb", ".gltf")),
                  "glTF file with a skinned mesh, relative to the scene file"),
              maybe(
                  "sample",
                  new Choice(List.of("walker")),
                  "a built-in character instead of a file"),
              maybe(
                  "clip",
                  new Spec.Text(null, "text in double quotes"),
                  "name of the clip that drives it; the first unless given"),
              with(
                  "clipWeight",
                  num(0, 1, ""),
                  "1",
                  "1 follows the clip exactly, 0 leaves the bones to physics, between blends"),
              with(
                  "clipHz",
                  above(0, 1000, "Hz"),
                  "6",
                  "how firmly the bones are pulled to the clip where it is blended"),
              with("clipSpeed", num(-100, 100, ""), "1", "speed of the clip; it repeats"),
              with("scale", above(0, 1e4, ""), "1", "factor on its size"),
              maybe(
                  "shellVertices",
                  new Whole(100, 4000),
                  "vertices of the closed shell whose elasticity it has; more take longer to prepare; as many as its bones ask for unless given"))
          .rule(
              f ->
                  f.has("path") == f.has("sample")
                      ? new Fault("path", "give either `path` or `sample`")
                      : null);

  private static final Group FLESH =
      group(
          "flesh",
          "flesh swings on the bones when they move, stop or hit something, and hangs",
          with(
              "hz",
              num(0, 1000, "Hz"),
              "4",
              "how often it swings in a second; 0: as `youngModulus` and `density` have it"),
          with("damping", num(0, 1, ""), "0.12", "0 swings for ever, 1 comes back without a swing"),
          maybe(
              "sag",
              num(0, 1, ""),
              "how much of gravity the rest shape does not show yet; unless given 1 for limbs and parts, 0 for a `model`, which was drawn as it hangs"));

  /** One creature. */
  static Group creature() {
    Group grip =
        group(
            "grip",
            "a hand that takes hold of a point of the creature and moves it",
            with(
                "hold",
                new Choice(List.of("joint", "skin", "exoskeleton")),
                "\"joint\"",
                "the nearest joint, point of the skin, or vertex of the exoskeleton"),
            need("at", vector("m"), "which, in the creature's own coordinates"),
            with("motion", CommonSpec.MOTION, "{}", "where it goes; without one it stays"),
            FROM,
            maybe("releaseSeconds", above(0, 1e5, "s"), "when it is let go; never unless given"));
    Group target =
        group(
            "target",
            "something that a creature reaches for or looks at, by inverse kinematics",
            need(
                "joint",
                vector("m"),
                "the joint nearest to this point at rest, in own coordinates"),
            with(
                "look",
                new Flag(),
                "false",
                "its bone points to the place, instead of going there"),
            need("place", vector("m"), "the place in the world"),
            with("motion", CommonSpec.MOTION, "{}", "how the place moves"),
            with("hz", above(0, 1000, "Hz"), "3", "how firmly the bones follow"),
            FROM,
            UNTIL);
    return group(
            "creature",
            "bones with elastic parts that move as one elastic thing",
            maybe("name", CommonSpec.NAME, "its name in files and messages"),
            CommonSpec.POSITION,
            CommonSpec.ROTATION,
            with("velocity", vector("m/s"), "[0, 0, 0]", "velocity at the start"),
            with("limbs", new ListOf(LIMB, 0, 1000), "[]", "rows of cylinders"),
            with("bulbs", new ListOf(BULB, 0, 100), "[]", "balls on bones: heads"),
            with("parts", new ListOf(PART, 0, 100), "[]", "meshes on bones of their own"),
            with(
                "blend",
                num(0, 1, ""),
                "0.6",
                "how softly three or more limbs run into each other where they meet; 0 leaves them overlapping"),
            maybe("exoskeleton", EXOSKELETON, "an elastic box around it that drives its bones"),
            maybe("model", MODEL, "a character with a skeleton instead of limbs"),
            YOUNG,
            POISSON,
            with("density", above(0, 1e5, "kg/m^3"), "1000", "density of the parts"),
            with("stretch", num(0, 1e9, "N/m"), "50", "stiffness of the bones themselves"),
            with(
                "bend",
                num(0, 1e9, "N m/rad"),
                "0.02",
                "stiffness of the joints against bending from their rest angle"),
            DAMPING,
            with("drag", num(0, 1000, "1/s"), "0.1", "how quickly still air slows it down"),
            FRICTION,
            RESTITUTION,
            maybe("flesh", FLESH, "mass of the flesh; without it flesh follows its bones at once"),
            with("pins", new ListOf(vector("m"), 0, 256), "[]", "joints nearest to these stay"),
            with(
                "clamps",
                new ListOf(vector("m"), 0, 256),
                "[]",
                "joints nearest to these stay and keep their direction: roots of a tree, a hand at a wall"),
            with("grips", new ListOf(grip, 0, 256), "[]", "hands that drag it"),
            with("targets", new ListOf(target, 0, 64), "[]", "what it reaches for and looks at"),
            with(
                "ikHz",
                num(0, 1000, "Hz"),
                "0",
                "how firmly bones follow the pose that inverse kinematics finds for held joints"),
            with("color", new Color(), "\"#F2A65A\"", "color of the skin"),
            with("lineWeight", num(0, 10, ""), "1", "thickness of the ink outline; 0 draws none"),
            maybe(
                "look", LookSpec.BODY_LOOK, "how it is painted; as the scene's look unless given"))
        .rule(
            f -> {
              boolean limbs =
                  !f.items("limbs").isEmpty()
                      || !f.items("bulbs").isEmpty()
                      || !f.items("parts").isEmpty();
              boolean own =
                  f.has("exoskeleton") && !f.fields("exoskeleton").text("limbs").equals("none");
              if (f.has("model") && f.isGiven("blend")) {
                return CommonSpec.meaningless(
                    f, "a `model` has no limbs that could blend; remove it", "blend");
              }
              if (f.has("model") && (limbs || f.has("exoskeleton"))) {
                return new Fault("model", "`model` stands instead of limbs and exoskeleton");
              }
              return limbs || own || f.has("model")
                  ? null
                  : new Fault(
                      "limbs",
                      "a creature needs `limbs`, `parts`, an `exoskeleton` with limbs or a `model`");
            });
  }
}
