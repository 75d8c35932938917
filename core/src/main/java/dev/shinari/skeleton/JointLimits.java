package dev.shinari.skeleton;

import dev.shinari.math.PortableMath;
import dev.shinari.math.Quaternions;

/** The joint limits of a skeleton as a question: which direction may a bone have? */
public final class JointLimits {
  private final Skeleton skeleton;
  private final double[] a = new double[3]; // rest direction as the parent carries it
  private final double[] axis = new double[3];
  private final double[] d = new double[3];
  private final double[] q = new double[4];

  public JointLimits(Skeleton skeleton) {
    this.skeleton = skeleton;
  }

  /**
   * Writes the allowed direction that is nearest to a wanted one.
   *
   * @param turn the turn of the parent's bone (of the parent itself if it is a root), a quaternion
   * @param wanted unit vector
   * @param out unit vector; not written where the wanted direction is allowed
   * @return whether it was written. A hinge always writes, since hardly any direction lies in its
   *     plane to the last bit.
   */
  public boolean allow(
      int joint, double[] turn, int at, double[] wanted, int from, double[] out, int to) {
    JointLimit limit = skeleton.limit(joint);
    Quaternions.rotate(turn, at, skeleton.directions(), 3 * joint, a, 0);
    double bx = wanted[from], by = wanted[from + 1], bz = wanted[from + 2];
    if (limit.hinge()) {
      double angle = hingeAngle(limit, turn, at, bx, by, bz);
      Quaternions.ofVector(angle * axis[0], angle * axis[1], angle * axis[2], q, 0);
      Quaternions.rotate(q, 0, a, 0, out, to);
      return true;
    }
    double dot = a[0] * bx + a[1] * by + a[2] * bz;
    double angle = PortableMath.acos(Math.max(-1, Math.min(1, dot)));
    if (angle <= limit.bendRadians()) {
      return false;
    }
    Quaternions.between(a, 0, wanted, from, q, 0);
    Quaternions.toVector(q, 0, d, 0);
    double s = limit.bendRadians() / angle;
    Quaternions.ofVector(s * d[0], s * d[1], s * d[2], q, 0);
    Quaternions.rotate(q, 0, a, 0, out, to);
    return true;
  }

  /** The angle about a hinge's axis from its rest direction to another, within its range. */
  private double hingeAngle(
      JointLimit limit, double[] turn, int at, double bx, double by, double bz) {
    double n =
        Math.sqrt(
            limit.axisX() * limit.axisX()
                + limit.axisY() * limit.axisY()
                + limit.axisZ() * limit.axisZ());
    axis[0] = limit.axisX() / n;
    axis[1] = limit.axisY() / n;
    axis[2] = limit.axisZ() / n;
    Quaternions.rotate(turn, at, axis, 0, axis, 0);
    double cx = a[1] * bz - a[2] * by, cy = a[2] * bx - a[0] * bz, cz = a[0] * by - a[1] * bx;
    double ad = a[0] * axis[0] + a[1] * axis[1] + a[2] * axis[2];
    double bd = bx * axis[0] + by * axis[1] + bz * axis[2];
    double angle =
        PortableMath.atan2(
            cx * axis[0] + cy * axis[1] + cz * axis[2],
            a[0] * bx + a[1] * by + a[2] * bz - ad * bd);
    return Math.max(limit.leastRadians(), Math.min(limit.mostRadians(), angle));
  }
}
