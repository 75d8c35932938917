package dev.shinari.app.studio.server;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A bumpy ring as somebody might bring it, for rehearsals and measurements. */
final class SampleRing {
  private SampleRing() {}

  /** An OBJ file of a ring with so many vertices around it and so many along its tube. */
  static byte[] obj(int around, int along) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < around; i++) {
      for (int j = 0; j < along; j++) {
        double u = 2 * Math.PI * i / around, v = 2 * Math.PI * j / along;
        double r = 0.48 + 0.03 * StrictMath.sin(5 * u + 3 * v);
        double d = 1 + r * StrictMath.cos(v);
        s.append(
            String.format(
                Locale.ROOT,
                "v %.5f %.5f %.5f%n",
                d * StrictMath.cos(u),
                r * StrictMath.sin(v),
                d * StrictMath.sin(u)));
      }
    }
    for (int i = 0; i < around; i++) {
      for (int j = 0; j < along; j++) {
        int a = 1 + i * along + j, b = 1 + i * along + (j + 1) % along;
        int c = 1 + (i + 1) % around * along + (j + 1) % along;
        int d = 1 + (i + 1) % around * along + j;
        s.append(String.format(Locale.ROOT, "f %d %d %d %d%n", a, b, c, d));
      }
    }
    return s.toString().getBytes(StandardCharsets.UTF_8);
  }
}
