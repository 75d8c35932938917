package dev.shinari.rig.sample;

/** Quaternions in arrays: x, y, z, w from an offset on. Outputs may be inputs. */
final class QuaternionArrays {
  private QuaternionArrays() {}

  /** a b: first b, then a. */
  static void product(double[] a, int i, double[] b, int j, double[] out, int o) {
    double ax = a[i], ay = a[i + 1], az = a[i + 2], aw = a[i + 3];
    double bx = b[j], by = b[j + 1], bz = b[j + 2], bw = b[j + 3];
    out[o] = aw * bx + bw * ax + ay * bz - az * by;
    out[o + 1] = aw * by + bw * ay + az * bx - ax * bz;
    out[o + 2] = aw * bz + bw * az + ax * by - ay * bx;
    out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
  }

  static void rotate(double[] q, int i, double[] v, int j, double[] out, int o) {
    double x = v[j], y = v[j + 1], z = v[j + 2];
    double qx = q[i], qy = q[i + 1], qz = q[i + 2], qw = q[i + 3];
    double cx = qy * z - qz * y + qw * x, cy = qz * x - qx * z + qw * y;
    double cz = qx * y - qy * x + qw * z;
    out[o] = x + 2 * (qy * cz - qz * cy);
    out[o + 1] = y + 2 * (qz * cx - qx * cz);
    out[o + 2] = z + 2 * (qx * cy - qy * cx);
  }

  /** The dual quaternion of a rotation followed by a translation: 8 numbers. */
  static void dual(double[] q, int i, double[] t, double[] out, int o) {
    System.arraycopy(q, i, out, o, 4);
    double x = q[i], y = q[i + 1], z = q[i + 2], w = q[i + 3];
    out[o + 4] = 0.5 * (t[0] * w + t[1] * z - t[2] * y);
    out[o + 5] = 0.5 * (t[1] * w + t[2] * x - t[0] * z);
    out[o + 6] = 0.5 * (t[2] * w + t[0] * y - t[1] * x);
    out[o + 7] = -0.5 * (t[0] * x + t[1] * y + t[2] * z);
  }

  /** Half way between two rotations, the short way. */
  static void mean(double[] a, int i, double[] b, int j, double[] out) {
    double dot = 0;
    for (int c = 0; c < 4; c++) {
      dot += a[i + c] * b[j + c];
    }
    double n = 0;
    for (int c = 0; c < 4; c++) {
      out[c] = a[i + c] + (dot < 0 ? -b[j + c] : b[j + c]);
      n += out[c] * out[c];
    }
    n = 1 / Math.sqrt(n);
    for (int c = 0; c < 4; c++) {
      out[c] *= n;
    }
  }

  /** The shortest rotation from one direction to another; none where it is not determined. */
  static void shortest(
      double[] a, double lengthA, double[] b, int j, double lengthB, double[] out) {
    double dot = (a[0] * b[j] + a[1] * b[j + 1] + a[2] * b[j + 2]) / (lengthA * lengthB);
    double w = Math.sqrt(Math.max(0, 0.5 * (1 + dot)));
    if (!(w > 1e-6)) { // opposite, or a muscle of no length
      out[0] = out[1] = out[2] = 0;
      out[3] = 1;
      return;
    }
    double f = 0.5 / (w * lengthA * lengthB);
    out[0] = f * (a[1] * b[j + 2] - a[2] * b[j + 1]);
    out[1] = f * (a[2] * b[j] - a[0] * b[j + 2]);
    out[2] = f * (a[0] * b[j + 1] - a[1] * b[j]);
    out[3] = w;
  }

  /** Row-major 3 x 3. */
  static void matrix(double[] q, int i, double[] out, int o) {
    double x = q[i], y = q[i + 1], z = q[i + 2], w = q[i + 3];
    out[o] = 1 - 2 * (y * y + z * z);
    out[o + 1] = 2 * (x * y - w * z);
    out[o + 2] = 2 * (x * z + w * y);
    out[o + 3] = 2 * (x * y + w * z);
    out[o + 4] = 1 - 2 * (x * x + z * z);
    out[o + 5] = 2 * (y * z - w * x);
    out[o + 6] = 2 * (x * z - w * y);
    out[o + 7] = 2 * (y * z + w * x);
    out[o + 8] = 1 - 2 * (x * x + y * y);
  }
}
