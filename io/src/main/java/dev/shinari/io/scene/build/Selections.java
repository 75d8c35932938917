package dev.shinari.io.scene.build;

import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.mesh.Bounds;
import java.util.Arrays;

/** Finds the particles that a scene selects by their rest place, in the body's own coordinates. */
final class Selections {
  private Selections() {}

  /**
   * Numbers of the particles in a selection; throws {@link IllegalArgumentException} where there is
   * none.
   *
   * @param called what messages call the selection: {@code pin 1}
   * @param rest 3 floats per particle
   * @param scale factor from the body's own coordinates to the rest places
   */
  static int[] find(BodyPlan.Selection what, String called, float[] rest, float scale) {
    Bounds b = Bounds.of(rest);
    float[] low = {b.minX(), b.minY(), b.minZ()};
    float[] size = {b.sizeX(), b.sizeY(), b.sizeZ()};
    int[] found = new int[rest.length / 3];
    int n = 0;
    for (int i = 0; i < found.length; i++) {
      boolean in = true;
      if (what instanceof BodyPlan.Selection.Side s) {
        int a = s.axis();
        float share = size[a] > 0 ? (rest[3 * i + a] - low[a]) / size[a] : 0;
        in = s.high() ? share >= 1 - s.depth() : share <= s.depth();
      } else if (!(what instanceof BodyPlan.Selection.All)) {
        in = contains(what, rest[3 * i] / scale, rest[3 * i + 1] / scale, rest[3 * i + 2] / scale);
      }
      if (in) {
        found[n++] = i;
      }
    }
    if (n == 0) {
      throw new IllegalArgumentException(
          called
              + " selects no particles; make it larger (the body's own coordinates have their origin in"
              + " the middle of its box)");
    }
    return Arrays.copyOf(found, n);
  }

  private static boolean contains(BodyPlan.Selection what, float x, float y, float z) {
    if (what instanceof BodyPlan.Selection.Box s) {
      Vec3 lo = s.min();
      Vec3 hi = s.max();
      return x >= lo.x() && x <= hi.x() && y >= lo.y() && y <= hi.y() && z >= lo.z() && z <= hi.z();
    }
    BodyPlan.Selection.Sphere s = (BodyPlan.Selection.Sphere) what;
    Vec3 c = s.center();
    return new Vec3(x - c.x(), y - c.y(), z - c.z()).length() <= s.radius();
  }
}
