package dev.shinari.world.force;

/**
 * Smooth value noise in space and time, in [-1, 1]: hashed numbers at whole coordinates, joined by
 * cubic steps. A function of its arguments alone.
 */
final class Noise {
  private Noise() {}

  static float at(double x, double y, double z, double t, int channel) {
    double fx = Math.floor(x), fy = Math.floor(y), fz = Math.floor(z), ft = Math.floor(t);
    float ux = ease(x - fx), uy = ease(y - fy), uz = ease(z - fz), ut = ease(t - ft);
    float sum = 0;
    for (int c = 0; c < 16; c++) {
      float w =
          ((c & 1) == 0 ? 1 - ux : ux)
              * ((c & 2) == 0 ? 1 - uy : uy)
              * ((c & 4) == 0 ? 1 - uz : uz)
              * ((c & 8) == 0 ? 1 - ut : ut);
      long h = channel * 0x9E3779B97F4A7C15L;
      h = mix(h ^ ((long) fx + (c & 1)));
      h = mix(h ^ ((long) fy + (c >> 1 & 1)));
      h = mix(h ^ ((long) fz + (c >> 2 & 1)));
      h = mix(h ^ ((long) ft + (c >> 3 & 1)));
      sum += w * ((h >> 40) * (1f / (1 << 23)));
    }
    return sum;
  }

  private static float ease(double u) {
    return (float) (u * u * (3 - 2 * u));
  }

  private static long mix(long h) {
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }
}
