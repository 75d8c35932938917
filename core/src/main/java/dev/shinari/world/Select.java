package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import java.util.stream.IntStream;

/**
 * Picks particles of a body by where they are now, in world coordinates. Answers are particle
 * numbers in ascending order; none is an empty array, not an error.
 */
public final class Select {
  private Select() {}

  private static Particles particles(Body body) {
    return Check.notNull("body", body).particles();
  }

  public static int[] all(Body body) {
    return IntStream.range(0, particles(body).count()).toArray();
  }

  /** Particles in a box, borders included. */
  public static int[] box(
      Body body, double minX, double minY, double minZ, double maxX, double maxY, double maxZ) {
    Particles p = particles(body);
    return IntStream.range(0, p.count())
        .filter(
            i ->
                p.worldX(i) >= minX
                    && p.worldX(i) <= maxX
                    && p.worldY(i) >= minY
                    && p.worldY(i) <= maxY
                    && p.worldZ(i) >= minZ
                    && p.worldZ(i) <= maxZ)
        .toArray();
  }

  public static int[] sphere(Body body, double x, double y, double z, double radius) {
    Particles p = particles(body);
    return IntStream.range(0, p.count())
        .filter(i -> distanceSquared(p, i, x, y, z) <= radius * radius)
        .toArray();
  }

  /** Particles on the side of the plane through (x, y, z) to which the normal points. */
  public static int[] side(
      Body body, double x, double y, double z, double nx, double ny, double nz) {
    Particles p = particles(body);
    return IntStream.range(0, p.count())
        .filter(i -> (p.worldX(i) - x) * nx + (p.worldY(i) - y) * ny + (p.worldZ(i) - z) * nz >= 0)
        .toArray();
  }

  /** The one particle that is nearest; the lowest number where several are. */
  public static int[] nearest(Body body, double x, double y, double z) {
    Particles p = particles(body);
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < p.count(); i++) {
      double d = distanceSquared(p, i, x, y, z);
      if (d < least) {
        least = d;
        best = i;
      }
    }
    return best < 0 ? new int[0] : new int[] {best};
  }

  private static double distanceSquared(Particles p, int i, double x, double y, double z) {
    double dx = p.worldX(i) - x, dy = p.worldY(i) - y, dz = p.worldZ(i) - z;
    return dx * dx + dy * dy + dz * dz;
  }
}
