package dev.shinari.mesh.solid;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.Bounds;

/** The primitives that solids are built from. Sizes are radii and half-extents unless said. */
public final class Solids {
  private Solids() {}

  /** A signed distance by formula. */
  @FunctionalInterface
  public interface Distance {
    double at(double x, double y, double z);
  }

  private record Formula(Bounds bounds, Distance formula) implements Solid {
    @Override
    public double distance(double x, double y, double z) {
      return formula.at(x, y, z);
    }
  }

  /** A solid of your own: its box and its signed distance. */
  public static Solid of(Bounds bounds, Distance distance) {
    return new Formula(bounds, distance);
  }

  public static Solid sphere(double x, double y, double z, double radius) {
    positive("radius", radius);
    return of(
        around(x, y, z, radius, radius, radius),
        (px, py, pz) -> length(px - x, py - y, pz - z) - radius);
  }

  /** A box by center and half-extents; its edges are rounded by {@code rounding}, 0 for sharp. */
  public static Solid box(
      double x, double y, double z, double hx, double hy, double hz, double rounding) {
    positive("hx", hx);
    positive("hy", hy);
    positive("hz", hz);
    Check.that(
        rounding >= 0 && rounding <= Math.min(hx, Math.min(hy, hz)),
        "rounding must be between 0 and the smallest half-extent, got " + rounding);
    return of(
        around(x, y, z, hx, hy, hz),
        (px, py, pz) -> {
          double qx = Math.abs(px - x) - hx + rounding,
              qy = Math.abs(py - y) - hy + rounding,
              qz = Math.abs(pz - z) - hz + rounding;
          return length(Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0))
              + Math.min(0, Math.max(qx, Math.max(qy, qz)))
              - rounding;
        });
  }

  /** An ellipsoid by center and radii. The distance is first-order exact near the surface. */
  public static Solid ellipsoid(double x, double y, double z, double rx, double ry, double rz) {
    positive("rx", rx);
    positive("ry", ry);
    positive("rz", rz);
    double smallest = Math.min(rx, Math.min(ry, rz));
    return of(
        around(x, y, z, rx, ry, rz),
        (px, py, pz) -> {
          double qx = (px - x) / rx, qy = (py - y) / ry, qz = (pz - z) / rz;
          double k = length(qx, qy, qz);
          double slope = length(qx / rx, qy / ry, qz / rz);
          // Level over slope; at the center both vanish and the nearest surface is one radius away.
          return slope > 1e-12 ? Math.max(k * (k - 1) / slope, -smallest) : -smallest;
        });
  }

  /** All points within {@code radius} of a segment. */
  public static Solid capsule(
      double ax, double ay, double az, double bx, double by, double bz, double radius) {
    return cone(new Ball(ax, ay, az, radius), new Ball(bx, by, bz, radius));
  }

  /** A ball by its center and radius: an end of a {@link #cone}. */
  public record Ball(double x, double y, double z, double radius) {
    public Ball {
      positive("radius", radius);
    }
  }

  /** Two spheres and the cone that touches both: a limb that gets thinner. */
  public static Solid cone(Ball a, Ball b) {
    double ax = a.x, ay = a.y, az = a.z, ra = a.radius;
    double bx = b.x, by = b.y, bz = b.z, rb = b.radius;
    double dx = bx - ax, dy = by - ay, dz = bz - az;
    double l = length(dx, dy, dz);
    Check.that(
        l > Math.abs(ra - rb), "one end of the cone swallows the other: move them further apart");
    // In the plane of the axis: s along it, r off it. The tangent line leans by sin = (ra - rb)/l.
    double sin = (ra - rb) / l, cos = Math.sqrt(1 - sin * sin);
    return of(
        around(ax, ay, az, ra, ra, ra).union(around(bx, by, bz, rb, rb, rb)),
        (px, py, pz) -> {
          double qx = px - ax, qy = py - ay, qz = pz - az;
          double s = (qx * dx + qy * dy + qz * dz) / l;
          double r = Math.sqrt(Math.max(0, qx * qx + qy * qy + qz * qz - s * s));
          double along = s * cos - r * sin; // from a's tangent point towards b's, times 1 / l
          if (along <= 0) {
            return Math.sqrt(s * s + r * r) - ra;
          }
          if (along >= l * cos) {
            return Math.sqrt((s - l) * (s - l) + r * r) - rb;
          }
          return r * cos + s * sin - ra;
        });
  }

  /** A cylinder along y by center, radius and half-height, with rounded rims. */
  public static Solid cylinder(
      double x, double y, double z, double radius, double halfHeight, double rounding) {
    positive("radius", radius);
    positive("halfHeight", halfHeight);
    Check.that(
        rounding >= 0 && rounding <= Math.min(radius, halfHeight),
        "rounding must be between 0 and the radius and half-height, got " + rounding);
    return of(
        around(x, y, z, radius, halfHeight, radius),
        (px, py, pz) -> {
          double r = length(px - x, 0, pz - z) - radius + rounding;
          double h = Math.abs(py - y) - halfHeight + rounding;
          return length(Math.max(r, 0), Math.max(h, 0), 0) + Math.min(0, Math.max(r, h)) - rounding;
        });
  }

  /** A torus around y. */
  public static Solid torus(double x, double y, double z, double ringRadius, double tubeRadius) {
    positive("ringRadius", ringRadius);
    positive("tubeRadius", tubeRadius);
    double r = ringRadius + tubeRadius;
    return of(
        around(x, y, z, r, tubeRadius, r),
        (px, py, pz) -> length(length(px - x, 0, pz - z) - ringRadius, py - y, 0) - tubeRadius);
  }

  /** Everything behind a plane: normal . p <= offset. The normal need not have unit length. */
  public static Solid halfSpace(double nx, double ny, double nz, double offset) {
    double l = length(nx, ny, nz);
    positive("the normal's length", l);
    return of(
        new Bounds(
            Float.NEGATIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.POSITIVE_INFINITY,
            Float.POSITIVE_INFINITY,
            Float.POSITIVE_INFINITY),
        (px, py, pz) -> (nx * px + ny * py + nz * pz - offset) / l);
  }

  /**
   * A star-shaped plate in the plane of x and y, one tip up, with rounded edges.
   *
   * @param points number of tips, 3 or more
   * @param outer distance of the tips from the center
   * @param inner distance of the notches
   * @param halfThickness half of its size along z
   */
  public static Solid star(
      int points, double outer, double inner, double halfThickness, double rounding) {
    Check.inRange("points", points, 3, 64);
    positive("inner", inner);
    positive("halfThickness", halfThickness);
    Check.that(outer > inner, "outer must be above inner, got " + outer + " and " + inner);
    Check.that(
        rounding >= 0 && rounding < Math.min(inner, halfThickness),
        "rounding must be between 0 and the inner radius and half-thickness, got " + rounding);
    int n = 2 * points;
    double[] cx = new double[n], cy = new double[n];
    for (int i = 0; i < n; i++) {
      double r = i % 2 == 0 ? outer - rounding : inner - rounding;
      cx[i] = r * PortableMath.sin(Math.PI * i / points);
      cy[i] = r * PortableMath.cos(Math.PI * i / points);
    }
    return of(
        around(0, 0, 0, outer, outer, halfThickness),
        (px, py, pz) -> {
          double d = polygon(cx, cy, px, py);
          double h = Math.abs(pz) - halfThickness + rounding;
          return length(Math.max(d, 0), Math.max(h, 0), 0) + Math.min(0, Math.max(d, h)) - rounding;
        });
  }

  // Signed distance to a simple polygon: nearest edge, sign by the crossing rule.
  private static double polygon(double[] cx, double[] cy, double x, double y) {
    double best = Double.POSITIVE_INFINITY;
    boolean inside = false;
    for (int i = 0, j = cx.length - 1; i < cx.length; j = i++) {
      double ex = cx[j] - cx[i], ey = cy[j] - cy[i], wx = x - cx[i], wy = y - cy[i];
      double t = Math.max(0, Math.min(1, (wx * ex + wy * ey) / (ex * ex + ey * ey)));
      double dx = wx - t * ex, dy = wy - t * ey;
      best = Math.min(best, dx * dx + dy * dy);
      if (cy[i] > y != cy[j] > y && x < cx[i] + ex * (y - cy[i]) / ey) {
        inside = !inside;
      }
    }
    return inside ? -Math.sqrt(best) : Math.sqrt(best);
  }

  /** Rodrigues' formula, backwards: the point is turned into the solid's own frame. */
  static Solid rotated(Solid solid, double ax, double ay, double az, double angle) {
    double l = length(ax, ay, az);
    positive("the axis' length", l);
    double x = ax / l, y = ay / l, z = az / l;
    double c = PortableMath.cos(angle), s = PortableMath.sin(angle), t = 1 - c;
    double[] m = {
      t * x * x + c,
      t * x * y - s * z,
      t * x * z + s * y,
      t * x * y + s * z,
      t * y * y + c,
      t * y * z - s * x,
      t * x * z - s * y,
      t * y * z + s * x,
      t * z * z + c
    };
    return of(
        rotated(solid.bounds(), m),
        (px, py, pz) ->
            solid.distance(
                m[0] * px + m[3] * py + m[6] * pz,
                m[1] * px + m[4] * py + m[7] * pz,
                m[2] * px + m[5] * py + m[8] * pz));
  }

  private static Bounds rotated(Bounds b, double[] m) {
    if (b.isEmpty() || !(b.longestSide() < Float.POSITIVE_INFINITY)) {
      return b; // nothing stays nothing, and what is infinite stays so
    }
    float[] corners = new float[24];
    for (int k = 0; k < 8; k++) {
      float x = (k & 1) == 0 ? b.minX() : b.maxX();
      float y = (k & 2) == 0 ? b.minY() : b.maxY();
      float z = (k & 4) == 0 ? b.minZ() : b.maxZ();
      for (int a = 0; a < 3; a++) {
        corners[3 * k + a] = (float) (m[3 * a] * x + m[3 * a + 1] * y + m[3 * a + 2] * z);
      }
    }
    return Bounds.of(corners);
  }

  static Bounds overlap(Bounds a, Bounds b) {
    return new Bounds(
        Math.max(a.minX(), b.minX()),
        Math.max(a.minY(), b.minY()),
        Math.max(a.minZ(), b.minZ()),
        Math.min(a.maxX(), b.maxX()),
        Math.min(a.maxY(), b.maxY()),
        Math.min(a.maxZ(), b.maxZ()));
  }

  private static Bounds around(double x, double y, double z, double hx, double hy, double hz) {
    return new Bounds(
        (float) (x - hx),
        (float) (y - hy),
        (float) (z - hz),
        (float) (x + hx),
        (float) (y + hy),
        (float) (z + hz));
  }

  private static double length(double x, double y, double z) {
    return Math.sqrt(x * x + y * y + z * z);
  }

  private static void positive(String name, double value) {
    Check.positive(name, (float) value);
  }
}
