package dev.shinari.motion;

/**
 * A place and a turn in double precision: point s of a frame stands at R s + (x, y, z). Written by
 * {@link MotionPath#at} and reused by its owner, so that no step allocates.
 */
public final class RigidPose {
  public double x;
  public double y;
  public double z;

  /** R by rows; columns are the frame's axes in the world. */
  public final double[] r = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  /** Element of R. */
  public double rotation(int row, int column) {
    return r[3 * row + column];
  }

  /** World x of the frame's point (sx, sy, sz). */
  public double worldX(double sx, double sy, double sz) {
    return r[0] * sx + r[1] * sy + r[2] * sz + x;
  }

  public double worldY(double sx, double sy, double sz) {
    return r[3] * sx + r[4] * sy + r[5] * sz + y;
  }

  public double worldZ(double sx, double sy, double sz) {
    return r[6] * sx + r[7] * sy + r[8] * sz + z;
  }

  /** Coordinates of a world point on the frame's axis 0, 1 or 2. */
  public double local(int axis, double wx, double wy, double wz) {
    return r[axis] * (wx - x) + r[3 + axis] * (wy - y) + r[6 + axis] * (wz - z);
  }

  public void set(RigidPose o) {
    x = o.x;
    y = o.y;
    z = o.z;
    System.arraycopy(o.r, 0, r, 0, 9);
  }

  /** Whether both are the same place and turn, to the bit. */
  public boolean isSame(RigidPose o) {
    boolean same = x == o.x && y == o.y && z == o.z;
    for (int k = 0; k < 9 && same; k++) {
      same = r[k] == o.r[k];
    }
    return same;
  }

  /** Sets R from a quaternion, which need not be of unit length; a zero one gives no turn. */
  public void setRotation(double qx, double qy, double qz, double qw) {
    double n = qx * qx + qy * qy + qz * qz + qw * qw;
    double s = n > 0 ? 2 / n : 0;
    r[0] = 1 - s * (qy * qy + qz * qz);
    r[1] = s * (qx * qy - qz * qw);
    r[2] = s * (qx * qz + qy * qw);
    r[3] = s * (qx * qy + qz * qw);
    r[4] = 1 - s * (qx * qx + qz * qz);
    r[5] = s * (qy * qz - qx * qw);
    r[6] = s * (qx * qz - qy * qw);
    r[7] = s * (qy * qz + qx * qw);
    r[8] = 1 - s * (qx * qx + qy * qy);
  }

  /** R becomes R times the other rotation. */
  public void turnBy(double[] o) {
    for (int i = 0; i < 9; i += 3) {
      double a = r[i], b = r[i + 1], c = r[i + 2];
      for (int j = 0; j < 3; j++) {
        r[i + j] = a * o[j] + b * o[3 + j] + c * o[6 + j];
      }
    }
  }
}
