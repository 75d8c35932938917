package dev.shinari.io.scene.format;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Text;
import java.util.List;

/**
 * What several parts of the scene format share: names, places, motions and choices of particles.
 */
public final class CommonSpec {
  private CommonSpec() {}

  /** Names become file names, so they are kept to letters, digits, dot, dash and underscore. */
  public static final Text NAME =
      new Text(
          "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
          "a name of letters, digits, dots, dashes and underscores");

  public static final Text WORDS = new Text(null, "text in double quotes");

  public static final Key POSITION =
      with("position", vector("m"), "[0, 0, 0]", "where it stands at the start");

  public static final Key ROTATION =
      with(
          "rotationDeg",
          vector("degrees"),
          "[0, 0, 0]",
          "turned about the x axis first, then y, then z");

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
              "turn about its own center, x then y then z; at most half a turn from key to key"));

  public static final Group MOTION =
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
          .rule(CommonSpec::timeOrder);

  private static Fault timeOrder(ResolvedValue.Fields f) {
    double last = -1;
    for (ResolvedValue r : f.items("keys")) {
      double t = ((ResolvedValue.Fields) r).number("seconds");
      if (!(t > last)) {
        return new Fault("keys", "`keys` must be in order of time, each later than the last");
      }
      last = t;
    }
    return f.flag("repeat") && f.items("keys").size() < 2
        ? new Fault("repeat", "`repeat` needs at least two `keys`")
        : null;
  }

  public static final Kinds SELECT =
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
              with("center", vector("m"), "[0, 0, 0]", "its center"),
              need("radius", above(0, Spec.LARGE, "m"), "its radius")),
          group("all", "the whole body"));

  /**
   * A fault if one of some keys was written although they say nothing here.
   *
   * @param why what makes them meaningless, and what to do about it
   */
  public static Fault meaningless(ResolvedValue.Fields f, String why, String... keys) {
    for (String key : keys) {
      if (f.isGiven(key)) {
        return new Fault(key, "`" + key + "` says nothing here: " + why);
      }
    }
    return null;
  }

  public static Fault nonZero(ResolvedValue.Fields f, String key) {
    return f.vector(key).length() > 1e-6f
        ? null
        : new Fault(key, "`" + key + "` must not be [0, 0, 0]");
  }
}
