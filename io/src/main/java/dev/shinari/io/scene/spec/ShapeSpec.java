package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.shorthand;
import static dev.shinari.io.scene.format.Spec.size;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.drawing.DrawingReader;
import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.Spec;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Color;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.FileName;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Whole;
import java.util.List;

/** Keys of what a body is made of, and of the cage inside it. */
final class ShapeSpec {
  private ShapeSpec() {}

  /** Mesh files that a body can be made from. */
  static final List<String> MESH_FILES =
      List.of(".obj", ".ply", ".glb", ".gltf", ".node", ".ele", ".msh");

  private static final Key PARTS =
      need(
          "parts",
          new ListOf(new Spec.Again("solidPart", () -> ShapeSpec.SOLID), 1, 256),
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
              need("radius", above(0, 1e4, "m"), "from its center to the middle of the tube"),
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
    return group(name, doc, keys).with(CommonSpec.POSITION, CommonSpec.ROTATION);
  }

  static final Kinds SHAPE =
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
                  maybe(
                      "path",
                      CommonSpec.WORDS,
                      "the data of an SVG path; the even-odd rule makes holes"),
                  maybe(
                      "file",
                      new FileName(DrawingReader.ENDINGS),
                      "an SVG or a picture, relative to the scene file; what is visible is the body"),
                  maybe("png", CommonSpec.WORDS, "a picture (PNG and the like) as base64 text"),
                  with(
                      "threshold",
                      num(0.01, 0.99, ""),
                      "0.5",
                      "alpha at which the outline of a file or picture lies"),
                  with(
                      "cutOut",
                      new Flag(),
                      "true",
                      "whether the background of a picture without transparency is cut away"),
                  maybe(
                      "background",
                      new Color(),
                      "color of that background; the one at its corners unless given"),
                  maybe("layer", CommonSpec.WORDS, "id of the one group of an SVG that is read"),
                  with(
                      "parts",
                      new Choice(List.of("apart", "joined")),
                      "\"apart\"",
                      "parts that do not touch each other: bodies of their own, or joined by a clear"
                          + " sheet that reaches around them all"),
                  with("height", above(0, 1e4, "m"), "1", "height that it is scaled to"))
              .rule(
                  f ->
                      f.has("outline")
                          ? null
                          : CommonSpec.meaningless(
                              f, "holes belong to an `outline`; remove them", "holes"))
              .rule(
                  f ->
                      f.has("file") || f.has("png")
                          ? null
                          : CommonSpec.meaningless(
                              f,
                              "it is for a `file` or a `png`; remove it",
                              "threshold",
                              "cutOut",
                              "background",
                              "layer"))
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

  static final Group CAGE =
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
              "of tetrahedra: each vertex with its neighbors, or all within one distance, so that"
                  + " fine parts are as stiff as coarse ones"),
          with(
              "halfWidth",
              new Whole(1, 16),
              "2",
              "half-width of a region in cells, for lattices, sheets and strands; larger is smoother"));
}
