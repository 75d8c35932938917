package dev.shinari.io.character;

/** Transforms of space as 3 rows of 4 numbers. */
final class Affine {
  private Affine() {}

  static double[] identity() {
    return new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  }

  /** From a column-major 4 x 4 matrix, as glTF stores them. */
  static void ofColumns(double[] m, double[] out) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        out[4 * r + c] = m[4 * c + r];
      }
    }
  }

  static double[] ofColumns(float[] m, int at) {
    double[] out = new double[12];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        out[4 * r + c] = m[at + 4 * c + r];
      }
    }
    return out;
  }

  /** a b: first b, then a. */
  static double[] product(double[] a, double[] b) {
    double[] out = new double[12];
    product(a, b, 0, out, 0);
    return out;
  }

  /** a b[i] into out[at], which is neither. */
  static void product(double[] a, double[] b, int i, double[] out, int at) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        double sum = c == 3 ? a[4 * r + 3] : 0;
        for (int k = 0; k < 3; k++) {
          sum += a[4 * r + k] * b[i + 4 * k + c];
        }
        out[at + 4 * r + c] = sum;
      }
    }
  }

  /** The inverse, or null for a transform that flattens space. */
  static double[] inverse(double[] m) {
    double[] out = new double[12];
    double det = 0;
    double most = 0;
    for (int r = 0; r < 3; r++) {
      int a = (r + 1) % 3, b = (r + 2) % 3;
      for (int c = 0; c < 3; c++) {
        int d = (c + 1) % 3, e = (c + 2) % 3;
        out[4 * c + r] = m[4 * a + d] * m[4 * b + e] - m[4 * a + e] * m[4 * b + d];
        most = Math.max(most, Math.abs(m[4 * r + c]));
      }
      det += m[4 * r] * out[r];
    }
    if (!(Math.abs(det) > 1e-12 * most * most * most)) {
      return null;
    }
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        out[4 * r + c] /= det;
      }
    }
    for (int r = 0; r < 3; r++) {
      out[4 * r + 3] = -(out[4 * r] * m[3] + out[4 * r + 1] * m[7] + out[4 * r + 2] * m[11]);
    }
    return out;
  }

  /** Component r of a point that is moved. */
  static double apply(double[] m, int at, int r, double x, double y, double z) {
    return m[at + 4 * r] * x + m[at + 4 * r + 1] * y + m[at + 4 * r + 2] * z + m[at + 4 * r + 3];
  }
}
