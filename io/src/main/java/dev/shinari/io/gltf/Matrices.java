package dev.shinari.io.gltf;

/** 4 x 4 matrices as glTF stores them: column-major, 16 numbers. Doubles, for long chains. */
final class Matrices {
  private Matrices() {}

  static double[] identity() {
    return new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  }

  static double[] of(float[] m, int at) {
    double[] out = new double[16];
    set(m, at, out);
    return out;
  }

  static void set(float[] m, int at, double[] out) {
    for (int i = 0; i < 16; i++) {
      out[i] = m[at + i];
    }
  }

  /** Scale, then turn, then move. */
  static double[] of(float[] translation, float[] rotation, float[] scale) {
    double[] out = new double[16];
    set(translation, rotation, scale, out);
    return out;
  }

  static void set(float[] translation, float[] rotation, float[] scale, double[] out) {
    double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    double n = x * x + y * y + z * z + w * w;
    double s = n > 0 ? 2 / n : 0; // exact for a quaternion that is not quite of length 1, too
    out[0] = (1 - s * (y * y + z * z)) * scale[0];
    out[1] = s * (x * y + w * z) * scale[0];
    out[2] = s * (x * z - w * y) * scale[0];
    out[3] = 0;
    out[4] = s * (x * y - w * z) * scale[1];
    out[5] = (1 - s * (x * x + z * z)) * scale[1];
    out[6] = s * (y * z + w * x) * scale[1];
    out[7] = 0;
    out[8] = s * (x * z + w * y) * scale[2];
    out[9] = s * (y * z - w * x) * scale[2];
    out[10] = (1 - s * (x * x + y * y)) * scale[2];
    out[11] = 0;
    out[12] = translation[0];
    out[13] = translation[1];
    out[14] = translation[2];
    out[15] = 1;
  }

  /** a b: first b, then a. */
  static double[] product(double[] a, double[] b) {
    double[] out = new double[16];
    product(a, b, out);
    return out;
  }

  /** The same into an array that is neither a nor b. */
  static void product(double[] a, double[] b, double[] out) {
    for (int c = 0; c < 4; c++) {
      for (int r = 0; r < 4; r++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
          sum += a[4 * k + r] * b[4 * c + k];
        }
        out[4 * c + r] = sum;
      }
    }
  }

  /** Row r of m times (x, y, z, w). */
  static double row(double[] m, int r, double x, double y, double z, double w) {
    return m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r] * w;
  }

  /** Determinant of the upper left 3 x 3 part: negative for a mirror. */
  static double determinant3(double[] m) {
    return m[0] * (m[5] * m[10] - m[6] * m[9])
        - m[4] * (m[1] * m[10] - m[2] * m[9])
        + m[8] * (m[1] * m[6] - m[2] * m[5]);
  }
}
