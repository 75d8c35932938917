package dev.shinari.articulated;

import dev.shinari.math.Check;
import dev.shinari.motion.MotionPath;

/**
 * A target over time: a joint that reaches for a place, or a bone that looks at it.
 *
 * @param look whether the joint's bone points to the place instead of the joint going there
 * @param x where the place is at the start; the path is added to it
 * @param hertz how firmly the bones follow the pose that inverse kinematics finds
 */
public record ReachTarget(
    int joint,
    boolean look,
    double x,
    double y,
    double z,
    MotionPath path,
    double fromSeconds,
    double toSeconds,
    float hertz) {
  public ReachTarget {
    Check.positive("hertz", hertz);
  }
}
