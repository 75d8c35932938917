package dev.shinari.app.studio.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;

/**
 * Something done to a world between two steps, in numbers that mean the same whenever they are read
 * again: a list of these, each with its step, is what a replay holds besides its scene. Bodies are
 * numbered as in {@link dev.shinari.world.World#bodies} (actors from {@link #ACTOR} on) at that
 * step.
 */
public sealed interface StageAction {
  /** Numbers from here on are actors. */
  int ACTOR = 1_000_000;

  /**
   * A hand takes hold: a spring on some particles, or on the skin of an actor nearest to a place.
   */
  record Grab(int grip, int body, int[] particles, double[] place, double hertz)
      implements StageAction {}

  /** A hand goes to a place. */
  record Drag(int grip, double[] place) implements StageAction {}

  /** A hand lets go; a throw gives its velocity to the whole body. */
  record Drop(int grip, boolean thrown) implements StageAction {}

  /** Particles that stay where they are from now on; the number is for {@link Release}. */
  record Pin(int number, int body, int[] particles) implements StageAction {}

  /** Lets go of all pins that hold one of these particles. */
  record Unpin(int body, int[] particles) implements StageAction {}

  /** Lets go of the pin with that number, on whatever pieces it holds by now. */
  record Release(int number) implements StageAction {}

  /**
   * Cuts everything that can tear, along a strip of a plane: as far from a place as the reach along
   * a direction, and without end across it; a disc where the direction is null.
   */
  record Cut(double[] place, double[] normal, double[] along, double reach)
      implements StageAction {}

  /** Something small and quick goes along a ray. */
  record Shoot(double[] from, double[] velocity, double radius) implements StageAction {}

  /**
   * A value of the scene that can change while it runs; see {@link LiveSettings}. Null: the scene's
   * own value again.
   */
  record Set(String path, String value) implements StageAction {}

  /** An example's weight held at a value, or (NaN) let go. */
  record Weight(int body, int example, double value) implements StageAction {}

  /** The action as JSON, with the key {@code do}. */
  default ObjectNode toJson() {
    ObjectNode n = MessageJson.object();
    if (this instanceof Grab a) {
      n.put("do", "grab").put("grip", a.grip).put("body", a.body);
      ints(n.putArray("particles"), a.particles);
      doubles(n.putArray("place"), a.place);
      n.put("hertz", a.hertz);
    } else if (this instanceof Drag a) {
      n.put("do", "drag").put("grip", a.grip);
      doubles(n.putArray("place"), a.place);
    } else if (this instanceof Drop a) {
      n.put("do", "drop").put("grip", a.grip).put("throw", a.thrown);
    } else if (this instanceof Pin a) {
      n.put("do", "pin").put("number", a.number).put("body", a.body);
      ints(n.putArray("particles"), a.particles);
    } else if (this instanceof Unpin a) {
      n.put("do", "unpin").put("body", a.body);
      ints(n.putArray("particles"), a.particles);
    } else if (this instanceof Release a) {
      n.put("do", "release").put("number", a.number);
    } else if (this instanceof Cut a) {
      n.put("do", "cut");
      doubles(n.putArray("place"), a.place);
      doubles(n.putArray("normal"), a.normal);
      if (a.along != null) {
        doubles(n.putArray("along"), a.along);
      }
      n.put("reach", a.reach);
    } else if (this instanceof Shoot a) {
      n.put("do", "shoot");
      doubles(n.putArray("from"), a.from);
      doubles(n.putArray("velocity"), a.velocity);
      n.put("radius", a.radius);
    } else if (this instanceof Set a) {
      n.put("do", "set").put("path", a.path).put("value", a.value);
    } else if (this instanceof Weight a) {
      n.put("do", "weight").put("body", a.body).put("example", a.example);
      if (Double.isNaN(a.value)) {
        n.putNull("value");
      } else {
        n.put("value", a.value);
      }
    }
    return n;
  }

  /** Reads what {@link #toJson} wrote; IllegalArgumentException for anything else. */
  static StageAction read(JsonNode n) {
    String what = MessageJson.text(n, "do");
    return switch (what) {
      case "grab" ->
          new Grab(
              MessageJson.whole(n, "grip", 0, Integer.MAX_VALUE),
              MessageJson.whole(n, "body", 0, Integer.MAX_VALUE),
              MessageJson.ints(n, "particles"),
              MessageJson.point(n, "place"),
              MessageJson.number(n, "hertz", 0, 1e4));
      case "drag" ->
          new Drag(
              MessageJson.whole(n, "grip", 0, Integer.MAX_VALUE), MessageJson.point(n, "place"));
      case "drop" ->
          new Drop(
              MessageJson.whole(n, "grip", 0, Integer.MAX_VALUE),
              MessageJson.flag(n, "throw", false));
      case "pin" ->
          new Pin(
              MessageJson.whole(n, "number", 0, Integer.MAX_VALUE),
              MessageJson.whole(n, "body", 0, Integer.MAX_VALUE),
              MessageJson.ints(n, "particles"));
      case "unpin" ->
          new Unpin(
              MessageJson.whole(n, "body", 0, Integer.MAX_VALUE), MessageJson.ints(n, "particles"));
      case "release" -> new Release(MessageJson.whole(n, "number", 0, Integer.MAX_VALUE));
      case "cut" ->
          new Cut(
              MessageJson.point(n, "place"),
              MessageJson.point(n, "normal"),
              n.has("along") ? MessageJson.point(n, "along") : null,
              MessageJson.number(n, "reach", 0, Double.MAX_VALUE));
      case "shoot" ->
          new Shoot(
              MessageJson.point(n, "from"),
              MessageJson.point(n, "velocity"),
              MessageJson.number(n, "radius", 0, 1e4));
      case "set" -> new Set(MessageJson.text(n, "path"), MessageJson.text(n, "value", null));
      case "weight" ->
          new Weight(
              MessageJson.whole(n, "body", 0, Integer.MAX_VALUE),
              MessageJson.whole(n, "example", 0, 10_000),
              n.path("value").isNull() ? Double.NaN : MessageJson.number(n, "value", -1e4, 1e4));
      default -> throw new IllegalArgumentException("unknown action " + MessageJson.shown(what));
    };
  }

  private static void ints(ArrayNode out, int[] values) {
    for (int v : values) {
      out.add(v);
    }
  }

  private static void doubles(ArrayNode out, double[] values) {
    for (double v : values) {
      out.add(v);
    }
  }
}
