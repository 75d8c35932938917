package dev.shinari.math;

/**
 * Rotations as unit quaternions x, y, z, w in flat arrays, four numbers each, in double precision.
 * Results may overwrite arguments.
 */
public final class Quaternions {
  private Quaternions() {}

  /** out[at] = a[i] b[j]: first b, then a. */
  public static void product(double[] a, int i, double[] b, int j, double[] out, int at) {
    double ax = a[i], ay = a[i + 1], az = a[i + 2], aw = a[i + 3];
    double bx = b[j], by = b[j + 1], bz = b[j + 2], bw = b[j + 3];
    out[at] = aw * bx + ax * bw + ay * bz - az * by;
    out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
    out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
    out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
  }

  /** Makes q[at] of unit length; a zero one becomes no rotation. */
  public static void normalize(double[] q, int at) {
    double n =
        Math.sqrt(
            q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2] + q[at + 3] * q[at + 3]);
    if (!(n > 1e-300)) {
      q[at] = 0;
      q[at + 1] = 0;
      q[at + 2] = 0;
      q[at + 3] = 1;
      return;
    }
    for (int k = 0; k < 4; k++) {
      q[at + k] /= n;
    }
  }

  /** The shortest rotation that takes unit vector a[i] to unit vector b[j]. */
  public static void between(double[] a, int i, double[] b, int j, double[] out, int at) {
    double ax = a[i], ay = a[i + 1], az = a[i + 2], bx = b[j], by = b[j + 1], bz = b[j + 2];
    double dot = ax * bx + ay * by + az * bz;
    if (dot > -1 + 1e-12) {
      out[at] = ay * bz - az * by;
      out[at + 1] = az * bx - ax * bz;
      out[at + 2] = ax * by - ay * bx;
      out[at + 3] = 1 + dot;
    } else { // opposite: half a turn about any axis at right angles
      boolean flat = Math.abs(ax) < 0.6;
      out[at] = flat ? 0 : -az;
      out[at + 1] = flat ? az : 0;
      out[at + 2] = flat ? -ay : ax;
      out[at + 3] = 0;
    }
    normalize(out, at);
  }

  /** out[at] = q[i] applied to vector v[j]. */
  public static void rotate(double[] q, int i, double[] v, int j, double[] out, int at) {
    double x = q[i], y = q[i + 1], z = q[i + 2], w = q[i + 3];
    double vx = v[j], vy = v[j + 1], vz = v[j + 2];
    double tx = 2 * (y * vz - z * vy), ty = 2 * (z * vx - x * vz), tz = 2 * (x * vy - y * vx);
    out[at] = vx + w * tx + y * tz - z * ty;
    out[at + 1] = vy + w * ty + z * tx - x * tz;
    out[at + 2] = vz + w * tz + x * ty - y * tx;
  }

  /** A rotation by the vector (wx, wy, wz): its direction is the axis, its length the angle. */
  public static void ofVector(double wx, double wy, double wz, double[] out, int at) {
    double angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
    double s = angle > 1e-8 ? PortableMath.sin(0.5 * angle) / angle : 0.5;
    out[at] = s * wx;
    out[at + 1] = s * wy;
    out[at + 2] = s * wz;
    out[at + 3] = PortableMath.cos(0.5 * angle);
    normalize(out, at);
  }

  /** The rotation vector of q[i], at most half a turn long. */
  public static void toVector(double[] q, int i, double[] out, int at) {
    double sign = q[i + 3] < 0 ? -1 : 1;
    double x = sign * q[i], y = sign * q[i + 1], z = sign * q[i + 2], w = sign * q[i + 3];
    double s = Math.sqrt(x * x + y * y + z * z);
    double f = s > 1e-9 ? 2 * PortableMath.atan2(s, w) / s : 2;
    out[at] = f * x;
    out[at + 1] = f * y;
    out[at + 2] = f * z;
  }

  /** The rotation matrix of q[i], nine numbers by rows. */
  public static void toMatrix(double[] q, int i, double[] m, int at) {
    double x = q[i], y = q[i + 1], z = q[i + 2], w = q[i + 3];
    m[at] = 1 - 2 * (y * y + z * z);
    m[at + 1] = 2 * (x * y - z * w);
    m[at + 2] = 2 * (x * z + y * w);
    m[at + 3] = 2 * (x * y + z * w);
    m[at + 4] = 1 - 2 * (x * x + z * z);
    m[at + 5] = 2 * (y * z - x * w);
    m[at + 6] = 2 * (x * z - y * w);
    m[at + 7] = 2 * (y * z + x * w);
    m[at + 8] = 1 - 2 * (x * x + y * y);
  }

  /** The rotation of a rotation matrix at m[i] whose rows lie {@code stride} numbers apart. */
  public static void ofMatrix(double[] m, int i, int stride, double[] out, int at) {
    double xx = m[i], yy = m[i + stride + 1], zz = m[i + 2 * stride + 2];
    double trace = xx + yy + zz;
    if (trace > 0) {
      out[at] = m[i + 2 * stride + 1] - m[i + stride + 2];
      out[at + 1] = m[i + 2] - m[i + 2 * stride];
      out[at + 2] = m[i + stride] - m[i + 1];
      out[at + 3] = 1 + trace;
    } else { // the largest component first: it is far from zero
      int a = yy > xx ? 1 : 0;
      a = zz > (a == 0 ? xx : yy) ? 2 : a;
      int b = (a + 1) % 3, c = (a + 2) % 3;
      out[at + a] = 1 + m[i + (stride + 1) * a] - m[i + (stride + 1) * b] - m[i + (stride + 1) * c];
      out[at + b] = m[i + stride * a + b] + m[i + stride * b + a];
      out[at + c] = m[i + stride * a + c] + m[i + stride * c + a];
      out[at + 3] = m[i + stride * c + b] - m[i + stride * b + c];
    }
    normalize(out, at);
  }

  /** The inverse rotation. */
  public static void inverse(double[] q, int i, double[] out, int at) {
    out[at] = -q[i];
    out[at + 1] = -q[i + 1];
    out[at + 2] = -q[i + 2];
    out[at + 3] = q[i + 3];
  }
}
