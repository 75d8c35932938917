package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Whole;
import java.util.List;

/**
 * The scene format: every key with its type, range, default and one line of explanation, in the
 * order in which they are listed and documented. Nothing else than this class and those that it is
 * put together from ({@link BodySpec}, {@link ColliderSpec}, ...) knows a key's range or default.
 */
public final class SceneSpec {
  private SceneSpec() {}

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
              new Choice(List.of("auto", "always", "keep", "never")),
              "\"auto\"",
              "whether it travels with the bodies; keep: also pulls back and closes in, so that they"
                  + " are large and inside; auto: travels when they go far, keeps those that fly"
                  + " apart"));

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
  private static Fault wholeHold(ResolvedValue.Fields f) {
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

  /** The whole scene. */
  public static final Group SCENE =
      group(
              "scene",
              "a scene: bodies, what they meet, and how long it is watched",
              maybe("$schema", CommonSpec.WORDS, "the JSON Schema, for editors"),
              maybe(
                  "name",
                  CommonSpec.NAME,
                  "name of the files that are written; the scene file's unless given"),
              with("title", CommonSpec.WORDS, "\"\"", "a short title"),
              with("description", CommonSpec.WORDS, "\"\"", "what it shows, in a sentence or two"),
              with("frames", new Whole(1, 100_000), "72", "number of frames, the start included"),
              with("framesPerSecond", num(1, 1000, "1/s"), "24", "frames a second"),
              with("substeps", new Whole(1, 1000), "10", "steps of the simulation a frame"),
              with("seed", new Whole(0, 1L << 53), "1", "seed of everything random"),
              with("gravity", vector("m/s^2"), "[0, -9.81, 0]", "acceleration of everything"),
              with("airDrag", num(0, 1000, "1/s"), "0", "how quickly still air slows bodies down"),
              with("forces", new ListOf(ForceSpec.FORCE, 0, 64), "[]", "wind and other fields"),
              with(
                  "bodies",
                  new ListOf(BodySpec.BODY, 0, 10_000),
                  "[]",
                  "deformable bodies, for example [ { \"shape\": \"cuboid\" } ]"),
              with(
                  "creatures",
                  new ListOf(CreatureSpec.creature(), 0, 1000),
                  "[]",
                  "creatures of jointed elastic parts"),
              with(
                  "colliders",
                  new ListOf(ColliderSpec.COLLIDER, 0, 1000),
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
