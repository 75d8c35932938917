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
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;

/** Keys of the fields that push bodies. */
final class ForceSpec {
  private ForceSpec() {}

  private static final Key FROM = with("fromSeconds", num(0, 1e5, "s"), "0", "when it sets in");

  private static final Key UNTIL =
      maybe("untilSeconds", above(0, 1e5, "s"), "when it ends; never unless given");

  private static Fault window(ResolvedValue.Fields f) {
    return f.has("untilSeconds") && !(f.number("untilSeconds") > f.number("fromSeconds"))
        ? new Fault("untilSeconds", "`untilSeconds` must be later than `fromSeconds`")
        : null;
  }

  static final Kinds FORCE =
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
              .rule(ForceSpec::window),
          group(
                  "push",
                  "the same acceleration everywhere",
                  need("acceleration", vector("m/s^2"), "added to gravity"),
                  FROM,
                  UNTIL)
              .rule(ForceSpec::window),
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
              .rule(ForceSpec::window)
              .rule(f -> CommonSpec.nonZero(f, "axis")),
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
              .rule(ForceSpec::window),
          group(
              "explosion",
              "one blow away from a point",
              with("center", vector("m"), "[0, 0, 0]", "the point"),
              with("speed", num(-1000, 1000, "m/s"), "5", "speed given at the point"),
              with("radius", above(0, 1e4, "m"), "1", "reach; the speed falls to zero there"),
              with("atSeconds", num(0, 1e5, "s"), "1", "when it happens")));
}
