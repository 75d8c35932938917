package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.shorthand;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.body.material.Elasticity;
import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Color;
import dev.shinari.io.scene.format.Spec.Counts;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Whole;
import dev.shinari.io.scene.plan.Preset;

/** Keys of a deformable body. */
public final class BodySpec {
  private BodySpec() {}

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
              maybe("damping", num(0, 1e4, "1/s"), "with alpha: decay of the motion that deforms"),
              maybe(
                  "poisson",
                  num(0, Elasticity.MOST_POISSON, ""),
                  "Poisson ratio: how much narrower the body gets per stretch, and how strongly it"
                      + " keeps its volume; 0.25 unless given, 0 with alpha; 0.45 and more need many"
                      + " inner steps"),
              maybe(
                  "hardening",
                  num(0, 1, ""),
                  "how much harder the body gets the more it is pressed: 1 as matter does, 0 not at"
                      + " all; 1 unless given"))
          .rule(BodySpec::elasticityRule);

  private static Fault elasticityRule(ResolvedValue.Fields f) {
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

  private static final Group HANDLE =
      group(
          "handle",
          "particles that are held and moved",
          maybe("name", CommonSpec.NAME, "its name in drives and messages"),
          need("select", CommonSpec.SELECT, "which particles"),
          with("motion", CommonSpec.MOTION, "{}", "where they go; without one they stay"),
          maybe("releaseSeconds", above(0, 1e5, "s"), "when they are let go; never unless given"));

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
                  "colors taken in turn; the body's own unless given"))
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

  public static final Group BODY =
      group(
          "body",
          "one deformable body",
          maybe(
              "name",
              CommonSpec.NAME,
              "its name in files and messages; made from the shape unless given"),
          need("shape", ShapeSpec.SHAPE, "what it is made of"),
          with("cage", ShapeSpec.CAGE, "{}", "the volume that is simulated"),
          CommonSpec.POSITION,
          CommonSpec.ROTATION,
          with("scale", above(0, 1e4, ""), "1", "factor on the shape's size"),
          with("velocity", vector("m/s"), "[0, 0, 0]", "velocity at the start"),
          with(
              "spinDegPerSecond",
              vector("degrees/s"),
              "[0, 0, 0]",
              "spin at the start about its center"),
          maybe(
              "density",
              above(0, 1e5, "kg/m^3"),
              "a square meter for sheets, a meter for strands; 1000, 0.3 and 0.05 unless given"),
          with("elasticity", ELASTICITY, "{}", "how it springs back"),
          maybe("examples", ExampleSpec.EXAMPLES, "poses that it likes to deform into"),
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
          with("color", new Color(), "\"#F2A65A\"", "color of the surface"),
          with("lineWeight", num(0, 10, ""), "1", "thickness of the ink outline; 0 draws none"),
          maybe("look", LookSpec.BODY_LOOK, "how it is painted; as the scene's look unless given"),
          with("pins", new ListOf(CommonSpec.SELECT, 0, 256), "[]", "particles that never move"),
          with("handles", new ListOf(HANDLE, 0, 256), "[]", "particles that are moved along paths"),
          maybe("repeat", REPEAT, "makes several of it"),
          maybe("tear", TearSpec.TEAR, "lets it split and tear; it never does unless given"),
          with(
              "effects",
              new ListOf(EffectSpec.effects(), 0, 32),
              "[]",
              "exaggerations of its motion, which add up"));
}
