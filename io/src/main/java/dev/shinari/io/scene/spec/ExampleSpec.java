package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Whole;
import java.util.List;

/** Keys of the poses that a body likes to deform into, of its groups and of driven weights. */
final class ExampleSpec {
  private ExampleSpec() {}

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
                      PaintedSpec.withVertices(
                          group(
                              "set",
                              "a part of the body, by `select` or by `vertices`",
                              need("name", CommonSpec.NAME, "its name in messages and statistics"),
                              maybe("select", CommonSpec.SELECT, "its particles"))),
                      1,
                      64),
                  "the parts")),
          group(
                  "plane",
                  "two parts, on both sides of a plane",
                  with("point", vector("m"), "[0, 0, 0]", "a point of the plane"),
                  with("normal", vector(""), "[0, 1, 0]", "direction across it"))
              .rule(f -> CommonSpec.nonZero(f, "normal")),
          group(
              "handles",
              "one part a pin or handle of the body: what is nearest to it along the cage"));

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
              for (ResolvedValue r : f.items("curve")) {
                ResolvedValue.Fields key = (ResolvedValue.Fields) r;
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
          drive("speed", "by the speed of the body's center in m/s"),
          drive(
              "impact",
              "by how hard it was hit: change of the center's speed in m/s",
              with("halfLifeSeconds", above(0, 1e4, "s"), "0.25", "in which it is half forgotten")),
          drive("force", "by the force on it beyond gravity, in multiples of its weight"),
          drive(
                  "distance",
                  "by the distance of its center from another body, or from a handle, in m",
                  maybe("body", CommonSpec.NAME, "the other body"),
                  maybe(
                      "handle",
                      new Spec.NumberOrName(0, 255),
                      "a handle of the other body, by its name or counted from 0; of this body"
                          + " unless one is given"))
              .rule(
                  f ->
                      f.has("body") || f.has("handle")
                          ? null
                          : new Fault("pose", "give a `body`, a `handle`, or both")));

  static final Group EXAMPLES =
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
}
