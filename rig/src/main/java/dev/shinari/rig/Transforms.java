package dev.shinari.rig;

/**
 * Arithmetic of 3 x 4 transforms in flat arrays, 12 doubles each, three rows {@code R | t}.
 * Quaternions are w, x, y, z. Outputs may not overlap inputs.
 */
public final class Transforms {
  private Transforms() {}

  /** The identity. */
  public static double[] identity() {
    return new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  }

  /** out = a b: first b, then a. */
  public static void multiply(double[] a, int ao, double[] b, int bo, double[] out, int oo) {
    for (int r = 0; r < 3; r++) {
      double a0 = a[ao + 4 * r];
      double a1 = a[ao + 4 * r + 1];
      double a2 = a[ao + 4 * r + 2];
      for (int c = 0; c < 4; c++) {
        out[oo + 4 * r + c] = a0 * b[bo + c] + a1 * b[bo + 4 + c] + a2 * b[bo + 8 + c];
      }
      out[oo + 4 * r + 3] += a[ao + 4 * r + 3];
    }
  }

  /** General affine inverse. Returns false, and leaves out alone, where there is none. */
  public static boolean invert(double[] a, int ao, double[] out, int oo) {
    double c00 = a[ao + 5] * a[ao + 10] - a[ao + 6] * a[ao + 9];
    double c01 = a[ao + 6] * a[ao + 8] - a[ao + 4] * a[ao + 10];
    double c02 = a[ao + 4] * a[ao + 9] - a[ao + 5] * a[ao + 8];
    double det = a[ao] * c00 + a[ao + 1] * c01 + a[ao + 2] * c02;
    double scale = 0;
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        scale = Math.max(scale, Math.abs(a[ao + 4 * r + c]));
      }
    }
    if (!(Math.abs(det) > 1e-12 * scale * scale * scale)) {
      return false;
    }
    double f = 1 / det;
    double[] i = {
      c00 * f,
      (a[ao + 2] * a[ao + 9] - a[ao + 1] * a[ao + 10]) * f,
      (a[ao + 1] * a[ao + 6] - a[ao + 2] * a[ao + 5]) * f,
      c01 * f,
      (a[ao] * a[ao + 10] - a[ao + 2] * a[ao + 8]) * f,
      (a[ao + 2] * a[ao + 4] - a[ao] * a[ao + 6]) * f,
      c02 * f,
      (a[ao + 1] * a[ao + 8] - a[ao] * a[ao + 9]) * f,
      (a[ao] * a[ao + 5] - a[ao + 1] * a[ao + 4]) * f
    };
    for (int r = 0; r < 3; r++) {
      double t = 0;
      for (int c = 0; c < 3; c++) {
        out[oo + 4 * r + c] = i[3 * r + c];
        t -= i[3 * r + c] * a[ao + 4 * c + 3];
      }
      out[oo + 4 * r + 3] = t;
    }
    return true;
  }

  /** Inverse of a rigid transform: [R | t] becomes [R^T | -R^T t]. */
  public static void invertRigid(double[] a, int ao, double[] out, int oo) {
    for (int r = 0; r < 3; r++) {
      double t = 0;
      for (int c = 0; c < 3; c++) {
        out[oo + 4 * r + c] = a[ao + 4 * c + r];
        t -= a[ao + 4 * c + r] * a[ao + 4 * c + 3];
      }
      out[oo + 4 * r + 3] = t;
    }
  }

  /**
   * How far the linear part is from a rotation: the largest entry of |R^T R - I|, or 2 if mirrored.
   */
  public static double strain(double[] a, int ao) {
    double worst = 0;
    for (int p = 0; p < 3; p++) {
      for (int q = p; q < 3; q++) {
        double s = p == q ? -1 : 0;
        for (int r = 0; r < 3; r++) {
          s += a[ao + 4 * r + p] * a[ao + 4 * r + q];
        }
        worst = Math.max(worst, Math.abs(s));
      }
    }
    double det =
        a[ao] * (a[ao + 5] * a[ao + 10] - a[ao + 6] * a[ao + 9])
            - a[ao + 1] * (a[ao + 4] * a[ao + 10] - a[ao + 6] * a[ao + 8])
            + a[ao + 2] * (a[ao + 4] * a[ao + 9] - a[ao + 5] * a[ao + 8]);
    return det > 0 ? worst : Math.max(2, worst);
  }

  /** The transform with its linear part replaced by the rotation of a unit quaternion. */
  public static void setRotation(double[] q, int qo, double[] out, int oo) {
    double w = q[qo];
    double x = q[qo + 1];
    double y = q[qo + 2];
    double z = q[qo + 3];
    out[oo] = 1 - 2 * (y * y + z * z);
    out[oo + 1] = 2 * (x * y - w * z);
    out[oo + 2] = 2 * (x * z + w * y);
    out[oo + 4] = 2 * (x * y + w * z);
    out[oo + 5] = 1 - 2 * (x * x + z * z);
    out[oo + 6] = 2 * (y * z - w * x);
    out[oo + 8] = 2 * (x * z - w * y);
    out[oo + 9] = 2 * (y * z + w * x);
    out[oo + 10] = 1 - 2 * (x * x + y * y);
  }

  /** Applies a transform to a point. */
  public static void apply(double[] a, int ao, double x, double y, double z, double[] out, int oo) {
    for (int r = 0; r < 3; r++) {
      out[oo + r] =
          a[ao + 4 * r] * x + a[ao + 4 * r + 1] * y + a[ao + 4 * r + 2] * z + a[ao + 4 * r + 3];
    }
  }
}
