package dev.shinari.collide.shape;

/** Unit vectors that exist for every input. */
final class Directions {
  private Directions() {}

  /** Writes (x, y, z) at unit length, or up where it has none; tiny and huge vectors included. */
  static void unit(float x, float y, float z, float[] out) {
    double n = Math.sqrt((double) x * x + (double) y * y + (double) z * z);
    if (n > 0 && n < Double.POSITIVE_INFINITY) {
      out[0] = (float) (x / n);
      out[1] = (float) (y / n);
      out[2] = (float) (z / n);
    } else {
      out[0] = 0;
      out[1] = 1;
      out[2] = 0;
    }
  }
}
