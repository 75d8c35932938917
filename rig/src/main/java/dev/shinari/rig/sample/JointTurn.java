package dev.shinari.rig.sample;

import dev.shinari.math.Check;

/**
 * One degree of freedom of a joint: a turn about an axis that is fixed in the parent, through the
 * angles first, first + step and so on. Angles are degrees because users read them.
 *
 * @param joint the joint that turns
 * @param axisX the axis in the bind pose's world frame, unit length with axisY and axisZ
 * @param count number of angles on the paper's grid
 */
public record JointTurn(
    String name,
    int joint,
    double axisX,
    double axisY,
    double axisZ,
    double firstDeg,
    double stepDeg,
    int count) {
  public JointTurn {
    Check.that(count >= 1, "count must be positive, got " + count);
    Check.that(
        Math.abs(axisX * axisX + axisY * axisY + axisZ * axisZ - 1) < 1e-9,
        "the axis of " + name + " must have length 1");
    Check.that(stepDeg > 0, "stepDeg must be positive, got " + stepDeg);
  }

  /** The largest angle. */
  public double lastDeg() {
    return firstDeg + (count - 1) * stepDeg;
  }
}
