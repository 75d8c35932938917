package dev.shinari.mesh.solid;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;

/**
 * A solid given by its signed distance: negative inside, positive outside, near the surface about
 * the distance to it. Far from the surface the value may be an underestimate; its sign is exact.
 */
public interface Solid {
  /** Signed distance of a point to the surface. */
  double distance(double x, double y, double z);

  /** A box that holds the solid; infinite where the solid is. */
  Bounds bounds();

  /** What belongs to this solid or to the other. */
  default Solid union(Solid other) {
    return Solids.of(
        bounds().union(other.bounds()),
        (x, y, z) -> Math.min(distance(x, y, z), other.distance(x, y, z)));
  }

  /**
   * Union with a fillet of about the given width where the solids meet. The polynomial minimum: the
   * blend adds at most a quarter of the width.
   */
  default Solid blend(Solid other, double width) {
    Check.positive("width", (float) width);
    return Solids.of(
        bounds().union(other.bounds()).grow((float) (0.25 * width)),
        (x, y, z) -> smoothMin(distance(x, y, z), other.distance(x, y, z), width));
  }

  /** What belongs to both. */
  default Solid intersect(Solid other) {
    return Solids.of(
        Solids.overlap(bounds(), other.bounds()),
        (x, y, z) -> Math.max(distance(x, y, z), other.distance(x, y, z)));
  }

  /** This solid without the other. */
  default Solid minus(Solid other) {
    return Solids.of(bounds(), (x, y, z) -> Math.max(distance(x, y, z), -other.distance(x, y, z)));
  }

  /** This solid without the other, with a rounded rim of about the given width. */
  default Solid carve(Solid other, double width) {
    Check.positive("width", (float) width);
    return Solids.of(
        bounds(), (x, y, z) -> -smoothMin(-distance(x, y, z), other.distance(x, y, z), width));
  }

  /** The solid grown by a distance, which rounds its edges; shrunk where it is negative. */
  default Solid grow(double by) {
    return Solids.of(bounds().grow((float) by), (x, y, z) -> distance(x, y, z) - by);
  }

  default Solid translate(double dx, double dy, double dz) {
    Bounds b = bounds();
    return Solids.of(
        new Bounds(
            (float) (b.minX() + dx),
            (float) (b.minY() + dy),
            (float) (b.minZ() + dz),
            (float) (b.maxX() + dx),
            (float) (b.maxY() + dy),
            (float) (b.maxZ() + dz)),
        (x, y, z) -> distance(x - dx, y - dy, z - dz));
  }

  /** The solid turned about an axis through the origin, counter-clockwise seen from its tip. */
  default Solid rotate(double axisX, double axisY, double axisZ, double angleRadians) {
    return Solids.rotated(this, axisX, axisY, axisZ, angleRadians);
  }

  /** The solid scaled about the origin. */
  default Solid scale(double factor) {
    Check.positive("factor", (float) factor);
    Bounds b = bounds();
    float f = (float) factor;
    return Solids.of(
        new Bounds(
            f * b.minX(), f * b.minY(), f * b.minZ(), f * b.maxX(), f * b.maxY(), f * b.maxZ()),
        (x, y, z) -> factor * distance(x / factor, y / factor, z / factor));
  }

  /** The part at x >= 0 and its mirror image: model one side, get both. */
  default Solid mirrorX() {
    Bounds b = bounds();
    float far = Math.max(b.maxX(), 0);
    return Solids.of(
        new Bounds(-far, b.minY(), b.minZ(), far, b.maxY(), b.maxZ()),
        (x, y, z) -> distance(Math.abs(x), y, z));
  }

  /** The part at z >= 0 and its mirror image. */
  default Solid mirrorZ() {
    Bounds b = bounds();
    float far = Math.max(b.maxZ(), 0);
    return Solids.of(
        new Bounds(b.minX(), b.minY(), -far, b.maxX(), b.maxY(), far),
        (x, y, z) -> distance(x, y, Math.abs(z)));
  }

  private static double smoothMin(double a, double b, double width) {
    double h = Math.max(0, width - Math.abs(a - b)) / width;
    return Math.min(a, b) - 0.25 * width * h * h;
  }
}
