package dev.shinari.skeleton;

import dev.shinari.math.Check;

/**
 * How far a bone may turn from its rest direction, seen from its parent bone.
 *
 * @param bendRadians largest angle from the rest direction, up to pi
 * @param hinge whether the bone turns about one axis alone
 * @param axisX the hinge's axis at rest, of any length but zero; not read without a hinge
 * @param leastRadians lowest turn about the hinge
 * @param mostRadians highest turn about the hinge
 */
public record JointLimit(
    double bendRadians,
    boolean hinge,
    double axisX,
    double axisY,
    double axisZ,
    double leastRadians,
    double mostRadians) {
  /** Turns any way. */
  public static final JointLimit NONE = cone(Math.PI);

  public JointLimit {
    Check.that(
        bendRadians >= 0 && bendRadians <= Math.PI,
        "bendRadians must be in [0, pi], got " + bendRadians);
    if (hinge) {
      double n = axisX * axisX + axisY * axisY + axisZ * axisZ;
      Check.that(n > 0 && n < Double.POSITIVE_INFINITY, "the axis of a hinge must not be zero");
      Check.that(
          leastRadians >= -Math.PI && mostRadians <= Math.PI && leastRadians <= mostRadians,
          "a hinge needs -pi <= leastRadians <= mostRadians <= pi");
    }
  }

  /** At most this far from the rest direction. */
  public static JointLimit cone(double bendRadians) {
    return new JointLimit(bendRadians, false, 0, 0, 0, 0, 0);
  }

  /** About one axis alone, between two angles. */
  public static JointLimit hinge(
      double axisX, double axisY, double axisZ, double leastRadians, double mostRadians) {
    return new JointLimit(Math.PI, true, axisX, axisY, axisZ, leastRadians, mostRadians);
  }

  public boolean isFree() {
    return !hinge && bendRadians >= Math.PI;
  }
}
