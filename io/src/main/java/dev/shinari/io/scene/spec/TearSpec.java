package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Whole;
import java.util.List;

/** Keys of splitting and tearing. */
final class TearSpec {
  private TearSpec() {}

  private static final Key AT = with("atSeconds", num(0, 1e5, "s"), "0", "when it is done");

  private static final Key PIECE =
      maybe(
          "piece",
          CommonSpec.WORDS,
          "the one piece that it is for, by its name (`run --stats` lists them); all unless given");

  static final Group TEAR =
      group(
              "tear",
              "how the body splits and tears; it gets an adaptive lattice with cage.resolution coarse cells;"
                  + " sheets, strands and bodies with `cage.kind` tet come apart between their elements",
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
                          .rule(f -> CommonSpec.nonZero(f, "velocity")),
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
}
