package dev.shinari.io.drawing;

import dev.shinari.math.PortableMath;

/**
 * Transforms of an SVG as six numbers a, b, c, d, e, f, in the order in which the standard writes
 * them: x' = a x + c y + e, y' = b x + d y + f. Lengths and lists of numbers are read here too.
 */
final class SvgTransform {
  static final double[] NONE = {1, 0, 0, 1, 0, 0};

  private SvgTransform() {}

  /** First q, then p. */
  static double[] times(double[] p, double[] q) {
    return new double[] {
      p[0] * q[0] + p[2] * q[1],
      p[1] * q[0] + p[3] * q[1],
      p[0] * q[2] + p[2] * q[3],
      p[1] * q[2] + p[3] * q[3],
      p[0] * q[4] + p[2] * q[5] + p[4],
      p[1] * q[4] + p[3] * q[5] + p[5]
    };
  }

  static double[] translate(double x, double y) {
    return new double[] {1, 0, 0, 1, x, y};
  }

  /** A length in pixels. */
  static double length(String name, String t) {
    String trimmed = t.trim();
    int end = trimmed.length();
    while (end > 0
        && (Character.isLetter(trimmed.charAt(end - 1)) || trimmed.charAt(end - 1) == '%')) {
      end--;
    }
    double unit =
        switch (trimmed.substring(end)) {
          case "", "px" -> 1;
          case "pt" -> 96 / 72.0;
          case "pc" -> 16;
          case "in" -> 96;
          case "cm" -> 96 / 2.54;
          case "mm" -> 96 / 25.4;
          default ->
              throw new IllegalArgumentException(
                  name + " must be a length in px, pt, pc, in, cm or mm, found '" + t + "'");
        };
    try {
      double value = Double.parseDouble(trimmed.substring(0, end)) * unit;
      if (Math.abs(value) < 1e12) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(name + " must be a length, found '" + t + "'");
  }

  /**
   * Where a part of a drawing's own plane is stretched over a frame with a corner at (x, y).
   *
   * @param box text of {@code viewBox}
   * @param keep text of {@code preserveAspectRatio}, or null
   */
  static double[] viewBox(
      String box, double x, double y, double width, double height, String keep) {
    double[] b = numbers("viewBox", box, 4, 4);
    double sx = width / b[2], sy = height / b[3];
    if (!(b[2] > 0 && b[3] > 0 && sx > 0 && sy > 0)) {
      throw new IllegalArgumentException("viewBox, width and height must be above zero");
    }
    if (keep == null || !keep.trim().startsWith("none")) {
      boolean slice = keep != null && keep.contains("slice");
      double s = slice ? Math.max(sx, sy) : Math.min(sx, sy);
      x += 0.5 * (sx - s) * b[2];
      y += 0.5 * (sy - s) * b[3];
      sx = s;
      sy = s;
    }
    return new double[] {sx, 0, 0, sy, x - sx * b[0], y - sy * b[1]};
  }

  /** Reads a list of transforms. */
  static double[] of(String text) {
    double[] m = {1, 0, 0, 1, 0, 0};
    String rest = text.trim();
    while (!rest.isEmpty()) {
      int open = rest.indexOf('('), close = rest.indexOf(')');
      if (open < 0 || close < open) {
        throw new IllegalArgumentException("transform: '(' and ')' expected in '" + rest + "'");
      }
      String kind = rest.substring(0, open).replace(',', ' ').trim();
      m = times(m, one(kind, rest.substring(open + 1, close)));
      rest = rest.substring(close + 1).trim();
    }
    return m;
  }

  private static double[] one(String kind, String arguments) {
    double[] v;
    switch (kind) {
      case "matrix":
        return numbers(kind, arguments, 6, 6);
      case "translate":
        v = numbers(kind, arguments, 1, 2);
        return new double[] {1, 0, 0, 1, v[0], v.length > 1 ? v[1] : 0};
      case "scale":
        v = numbers(kind, arguments, 1, 2);
        return new double[] {v[0], 0, 0, v.length > 1 ? v[1] : v[0], 0, 0};
      case "rotate":
        v = numbers(kind, arguments, 1, 3);
        if (v.length == 2) {
          throw new IllegalArgumentException("rotate takes 1 or 3 numbers");
        }
        double t = PortableMath.toRadians(v[0]), c = PortableMath.cos(t), s = PortableMath.sin(t);
        double x = v.length > 1 ? v[1] : 0, y = v.length > 1 ? v[2] : 0;
        return new double[] {c, s, -s, c, x - c * x + s * y, y - s * x - c * y};
      case "skewX":
        v = numbers(kind, arguments, 1, 1);
        return new double[] {1, 0, PortableMath.tan(PortableMath.toRadians(v[0])), 1, 0, 0};
      case "skewY":
        v = numbers(kind, arguments, 1, 1);
        return new double[] {1, PortableMath.tan(PortableMath.toRadians(v[0])), 0, 1, 0, 0};
      default:
        throw new IllegalArgumentException(
            "transform '" + kind + "' is none of matrix, translate, scale, rotate, skewX, skewY");
    }
  }

  /** Numbers apart by spaces or commas. */
  static double[] numbers(String what, String text, int least, int most) {
    String[] parts = text.trim().split("[\\s,]+");
    double[] v = new double[parts.length];
    for (int i = 0; i < v.length; i++) {
      try {
        v[i] = Double.parseDouble(parts[i]);
      } catch (NumberFormatException e) {
        v[i] = Double.NaN;
      }
      if (!(Math.abs(v[i]) < 1e12)) {
        throw new IllegalArgumentException(what + ": '" + parts[i] + "' is not a number");
      }
    }
    if (v.length < least || v.length > most) {
      throw new IllegalArgumentException(what + " takes other than " + v.length + " numbers");
    }
    return v;
  }
}
