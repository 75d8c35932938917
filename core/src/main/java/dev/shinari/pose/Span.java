package dev.shinari.pose;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;

/**
 * The stretch of a body that a {@link Deformer} works on: from {@code low} to {@code high} along an
 * axis, around a line that is parallel to it. What lies beyond either end follows that end as a
 * rigid piece.
 *
 * @param low coordinate along the axis where it begins
 * @param high coordinate along the axis where it ends
 * @param lineX a point of the line; its coordinate along the axis does not matter
 */
public record Span(Axis axis, double low, double high, double lineX, double lineY, double lineZ) {
  public Span {
    Check.finite("low", low);
    Check.finite("high", high);
    Check.finite("lineX", lineX);
    Check.finite("lineY", lineY);
    Check.finite("lineZ", lineZ);
    Check.that(low < high, "a span needs low < high, got " + low + " and " + high);
  }

  /** The whole length of a box along an axis, around the line through the box's middle. */
  public static Span of(Bounds box, Axis axis) {
    return of(box, axis, 0, 1, box.centerX(), box.centerY(), box.centerZ());
  }

  /** From one share of a box's length to another, around the line through a point. */
  public static Span of(
      Bounds box, Axis axis, double from, double to, double lineX, double lineY, double lineZ) {
    double low =
        switch (axis) {
          case X -> box.minX();
          case Y -> box.minY();
          case Z -> box.minZ();
        };
    double high =
        switch (axis) {
          case X -> box.maxX();
          case Y -> box.maxY();
          case Z -> box.maxZ();
        };
    Check.that(
        high > low,
        "the body has no length along " + axis + ": choose an axis along which it reaches");
    return new Span(axis, low + from * (high - low), low + to * (high - low), lineX, lineY, lineZ);
  }

  public double length() {
    return high - low;
  }

  double line(Axis a) {
    return switch (a) {
      case X -> lineX;
      case Y -> lineY;
      case Z -> lineZ;
    };
  }

  /** Distance from the middle of the span, along the axis. */
  double along(double[] p) {
    return p[axis.ordinal()] - 0.5 * (low + high);
  }

  /** Distance along the axis, held within the span. */
  double held(double s) {
    double half = 0.5 * (high - low);
    return Math.max(-half, Math.min(half, s));
  }
}
