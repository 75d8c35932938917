package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.size;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.FileName;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Text;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.PosePlan;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of the scene format that describes example poses, and how its values become {@link
 * PosePlan}s.
 */
final class PoseSpec {
  private PoseSpec() {}

  private static final List<String> AXES = List.of("x", "y", "z");

  /** Names of shape keys come from other tools and may hold anything but line breaks. */
  static final Text POSE_NAME =
      new Text("\\S(?:[^\\p{Cntrl}]{0,62}\\S)?", "a name of at most 64 letters");

  private static final Key NAME =
      maybe(
          "name",
          POSE_NAME,
          "its name in messages, statistics and drives; made from its kind unless given");

  private static final Key AXIS =
      maybe("axis", new Choice(AXES), "along which axis; the body's longest side unless given");

  private static final Key TOWARD =
      maybe(
          "toward",
          new Choice(AXES),
          "to which side, another axis; x unless given, or y where the axis is x");

  private static final Key CENTER =
      with(
          "center",
          vector("m"),
          "[0, 0, 0]",
          "a point of the line that it works around, in the body's own coordinates (before scale"
              + " and placing)");

  private static final Key FROM =
      with(
          "from",
          num(-10, 10, "share of the body's length"),
          "0",
          "where along the axis it begins; what lies before follows rigidly");

  private static final Key TO =
      with(
          "to",
          num(-10, 10, "share of the body's length"),
          "1",
          "where along the axis it ends; what lies behind follows rigidly");

  private static Group along(String name, String doc, Key... keys) {
    return group(name, doc, NAME, AXIS)
        .with(keys)
        .with(FROM, TO)
        .rule(
            f ->
                f.number("from") < f.number("to")
                    ? null
                    : new Fault("to", "`to` must be larger than `from`"));
  }

  private static Group sideways(String name, String doc, Key... keys) {
    Key[] all = new Key[keys.length + 1];
    all[0] = TOWARD;
    System.arraycopy(keys, 0, all, 1, keys.length);
    return along(name, doc, all)
        .rule(
            f ->
                f.has("axis") && f.has("toward") && f.text("axis").equals(f.text("toward"))
                    ? new Fault("toward", "`toward` must be another axis than `axis`")
                    : null);
  }

  private static final List<Group> FORMULAS =
      List.of(
          along(
              "twist",
              "turns one end against the other; keeps the volume",
              CENTER,
              with("angleDeg", num(-3600, 3600, "degrees"), "90", "turn from end to end")),
          sideways(
              "bend",
              "bends the body to an arc of the same length",
              CENTER,
              with(
                  "angleDeg",
                  num(-3600, 3600, "degrees"),
                  "90",
                  "angle between the directions of its ends")),
          sideways(
              "sCurve",
              "bends one half one way and the other half the other way",
              CENTER,
              with("angleDeg", num(-3600, 3600, "degrees"), "60", "turn of each half")),
          sideways(
              "shear",
              "slides layers over each other; keeps the volume",
              with("angleDeg", num(-85, 85, "degrees"), "30", "slant of what was upright")),
          along(
              "taper",
              "makes one end thinner or thicker than the other",
              CENTER,
              with("lowFactor", above(0, 100, ""), "1", "factor on the width at the low end"),
              with("highFactor", above(0, 100, ""), "0.5", "factor on the width at the high end")),
          along(
              "stretch",
              "makes the body longer, or shorter with a factor below 1",
              CENTER,
              with("factor", above(0, 100, ""), "1.5", "factor on the length"),
              with("keepVolume", new Flag(), "true", "grows thinner as it grows longer")),
          sideways(
              "ripple",
              "waves along the body; keeps the volume",
              with(
                  "amplitude",
                  num(-1e4, 1e4, "m"),
                  "0.05",
                  "height of a wave, in the body's own size (before scale)"),
              with("waves", num(-100, 100, ""), "2", "waves on the length"),
              with("phaseDeg", num(-360, 360, "degrees"), "0", "shifts the waves along")),
          group(
              "scale",
              "makes the body larger or smaller",
              NAME,
              with("factors", size(""), "[0.7, 0.7, 0.7]", "factor along x, y and z"),
              with("center", vector("m"), "[0, 0, 0]", "the point that stays")),
          group(
                  "combine",
                  "several of these one after the other",
                  NAME,
                  need(
                      "parts",
                      new ListOf(new Spec.Again("pose", () -> PoseSpec.FORMULA), 1, 32),
                      "poses given by a formula (not by a file), each applied to what the last one made;"
                          + " they have no names"))
              .rule(PoseSpec::namelessParts));

  private static Fault namelessParts(ResolvedValue.Fields f) {
    return f.items("parts").stream().anyMatch(p -> ((ResolvedValue.Fields) p).has("name"))
        ? new Fault("parts", "`parts` of a combined pose have no names; name the whole of it")
        : null;
  }

  // Called as the whole list is, so that the reference describes each kind once.
  private static final Kinds FORMULA =
      kinds("pose", "a pose given by a formula", FORMULAS.toArray(new Group[0]));

  /** One example pose. */
  static final Kinds POSE = kinds("pose", "a shape that a body likes to take", all());

  private static Group[] all() {
    List<Group> all = new ArrayList<>(FORMULAS);
    all.add(
        group(
            "cage",
            "the cage's own mesh from a file, with moved vertices in the same order",
            NAME,
            need(
                "path",
                new FileName(List.of(".node", ".ele", ".msh", ".obj", ".ply")),
                "mesh file, relative to the scene file, in the size of the shape before `scale`")));
    all.add(
        group(
            "surface",
            "the body's visible surface from a file, with moved vertices in the same order",
            NAME,
            need(
                "path",
                new FileName(List.of(".obj", ".ply", ".glb", ".gltf")),
                "mesh file, relative to the scene file, in the size of the shape before `scale`")));
    all.add(
        group(
            "otherMesh",
            "the posed body as a closed surface with a mesh of its own; which place goes where is"
                + " found by itself, for poses that are not too far away",
            NAME,
            need(
                "path",
                new FileName(List.of(".obj", ".ply", ".glb", ".gltf")),
                "mesh file, relative to the scene file, in the size of the shape before `scale`")));
    all.add(
        group(
            "morph",
            "shape keys (morph targets) of a glTF file, one pose each",
            NAME,
            maybe(
                "path",
                new FileName(List.of(".glb", ".gltf")),
                "the file, relative to the scene file; the body's own unless given"),
            maybe("target", POSE_NAME, "name of one shape key; all of them unless given"),
            with("amount", num(-10, 10, ""), "1", "how far the key is pushed, 1 as it was drawn")));
    return all.toArray(new Group[0]);
  }

  // ---- from values to plans

  static PosePlan plan(ResolvedValue.Fields f) {
    String name = f.has("name") ? f.text("name") : null;
    return switch (f.kind()) {
      case "cage" -> new PosePlan.CageFile(name, f.text("path"));
      case "surface" -> new PosePlan.SurfaceFile(name, f.text("path"));
      case "otherMesh" -> new PosePlan.OtherMesh(name, f.text("path"));
      case "morph" ->
          new PosePlan.Morph(
              name,
              f.has("path") ? f.text("path") : null,
              f.has("target") ? f.text("target") : null,
              f.number("amount"));
      default -> formula(f);
    };
  }

  private static PosePlan.Formula formula(ResolvedValue.Fields f) {
    String name = f.has("name") ? f.text("name") : null;
    switch (f.kind()) {
      case "twist":
        return new PosePlan.Twist(name, reach(f), f.number("angleDeg"));
      case "bend":
        return new PosePlan.Bend(name, reach(f), axis(f, "toward"), f.number("angleDeg"));
      case "sCurve":
        return new PosePlan.SCurve(name, reach(f), axis(f, "toward"), f.number("angleDeg"));
      case "shear":
        return new PosePlan.Shear(name, reach(f), axis(f, "toward"), f.number("angleDeg"));
      case "taper":
        return new PosePlan.Taper(name, reach(f), f.number("lowFactor"), f.number("highFactor"));
      case "stretch":
        return new PosePlan.Stretch(name, reach(f), f.number("factor"), f.flag("keepVolume"));
      case "ripple":
        return new PosePlan.Ripple(
            name,
            reach(f),
            axis(f, "toward"),
            f.number("amplitude"),
            f.number("waves"),
            f.number("phaseDeg"));
      case "scale":
        return new PosePlan.Scale(name, f.vector("factors"), f.vector("center"));
      default:
        List<PosePlan.Formula> parts = new ArrayList<>();
        f.items("parts").forEach(p -> parts.add(formula((ResolvedValue.Fields) p)));
        return new PosePlan.Combine(name, parts);
    }
  }

  private static PosePlan.Reach reach(ResolvedValue.Fields f) {
    Vec3 center = f.has("center") ? f.vector("center") : Vec3.ZERO; // a slide has none
    return new PosePlan.Reach(axis(f, "axis"), center, f.number("from"), f.number("to"));
  }

  private static int axis(ResolvedValue.Fields f, String key) {
    return f.has(key) ? AXES.indexOf(f.text(key)) : -1;
  }
}
