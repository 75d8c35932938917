package dev.shinari.articulated;

import dev.shinari.math.Check;
import dev.shinari.motion.MotionPath;

/**
 * A hand on a creature: it takes hold of a joint, a point of the skin or a vertex of the
 * exoskeleton, and moves it along a path from where it was then. A path that stands still is a pin.
 *
 * @param kind what is held
 * @param part the part of a point of the skin; else 0
 * @param index number of the joint, of the part's vertex, or of the exoskeleton's vertex
 */
public record Grip(
    Kind kind, int part, int index, MotionPath path, double fromSeconds, double toSeconds) {
  /** What can be held. */
  public enum Kind {
    JOINT,
    /** A joint with its direction: what it carries stands up by itself. */
    CLAMP,
    SKIN,
    EXOSKELETON
  }

  public Grip {
    Check.that(toSeconds >= fromSeconds, "a grip must not let go before it takes hold");
  }

  /** Holds a joint for good. */
  public static Grip pin(int joint) {
    return joint(joint, MotionPath.STILL, 0, Double.POSITIVE_INFINITY);
  }

  /** Holds a joint and its direction for good: a root. */
  public static Grip clamp(int joint) {
    return clamp(joint, MotionPath.STILL, 0, Double.POSITIVE_INFINITY);
  }

  /** Holds a joint and its direction; the path moves and turns both. */
  public static Grip clamp(int joint, MotionPath path, double from, double to) {
    return new Grip(Kind.CLAMP, 0, joint, path, from, to);
  }

  public static Grip joint(int joint, MotionPath path, double from, double to) {
    return new Grip(Kind.JOINT, 0, joint, path, from, to);
  }

  public static Grip skin(int part, int vertex, MotionPath path, double from, double to) {
    return new Grip(Kind.SKIN, part, vertex, path, from, to);
  }

  public static Grip exoskeleton(int vertex, MotionPath path, double from, double to) {
    return new Grip(Kind.EXOSKELETON, 0, vertex, path, from, to);
  }

  boolean isActive(double seconds) {
    return seconds >= fromSeconds && seconds < toSeconds;
  }
}
