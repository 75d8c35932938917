package dev.shinari.io.drawing;

import dev.shinari.math.PortableMath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the data of an SVG path (all commands: M L H V C S Q T A Z, absolute and relative) into
 * closed loops of straight segments. Y is turned up. Open parts are closed.
 */
public final class SvgPath {
  private static final int CURVE_STEPS = 16;

  private final String text;
  private int at;
  private final List<double[]> loops = new ArrayList<>();
  private double[] loop = new double[64];
  private int n;
  private double x;
  private double y;
  private double startX;
  private double startY;

  private SvgPath(String text) {
    this.text = text;
  }

  /** Throws IllegalArgumentException, with the place, where the text is not a path. */
  public static double[][] loops(String data) {
    List<double[]> parts = parts(data);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("the path has no part with three points or more");
    }
    return parts.toArray(new double[0][]);
  }

  /** The same, where strokes of two points may be among or instead of loops: they are left out. */
  static List<double[]> parts(String data) {
    SvgPath p = new SvgPath(data);
    p.read();
    return p.loops;
  }

  private void read() {
    char command = 0;
    double lastX = 0, lastY = 0; // control point that S and T mirror
    char before = 0;
    skip();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isLetter(c)) {
        command = c;
        at++;
      } else if (command == 0) {
        throw bad("a path begins with M");
      } else if (command == 'M') {
        command = 'L';
      } else if (command == 'm') {
        command = 'l';
      } else if (command == 'Z' || command == 'z') {
        throw bad("a command is missing after Z");
      }
      if (before == 0 && command != 'M' && command != 'm') {
        throw bad("a path begins with M");
      }
      boolean relative = Character.isLowerCase(command);
      double ox = relative ? x : 0, oy = relative ? y : 0;
      char kind = Character.toUpperCase(command);
      switch (kind) {
        case 'M' -> {
          double nx = ox + number(), ny = oy + number();
          end();
          startX = nx;
          startY = ny;
          point(nx, ny);
        }
        case 'L' -> point(ox + number(), oy + number());
        case 'H' -> point(ox + number(), y);
        case 'V' -> point(x, oy + number());
        case 'C', 'S' -> {
          boolean mirror = before == 'C' || before == 'S';
          double ax = x, ay = y;
          if (kind == 'C') {
            ax = ox + number();
            ay = oy + number();
          } else if (mirror) {
            ax = 2 * x - lastX;
            ay = 2 * y - lastY;
          }
          lastX = ox + number();
          lastY = oy + number();
          cubic(ax, ay, lastX, lastY, ox + number(), oy + number());
        }
        case 'Q', 'T' -> {
          boolean mirror = before == 'Q' || before == 'T';
          if (kind == 'Q') {
            lastX = ox + number();
            lastY = oy + number();
          } else {
            lastX = mirror ? 2 * x - lastX : x;
            lastY = mirror ? 2 * y - lastY : y;
          }
          double ex = ox + number(), ey = oy + number();
          cubic(
              x + 2 * (lastX - x) / 3,
              y + 2 * (lastY - y) / 3,
              ex + 2 * (lastX - ex) / 3,
              ey + 2 * (lastY - ey) / 3,
              ex,
              ey);
        }
        case 'A' -> {
          double rx = number(), ry = number(), turn = number();
          boolean large = flag(), sweep = flag();
          arc(rx, ry, turn, large, sweep, ox + number(), oy + number());
        }
        case 'Z' -> {
          end();
          x = startX;
          y = startY;
        }
        default -> throw bad("'" + command + "' is not a path command");
      }
      before = kind;
      skip();
    }
    end();
  }

  private void point(double px, double py) {
    x = px;
    y = py;
    if (n == 0 && (px != startX || py != startY)) { // goes on after Z
      push(startX, startY);
    }
    push(px, py);
  }

  private void push(double px, double py) {
    if (!(Math.abs(px) < 1e12 && Math.abs(py) < 1e12)) {
      throw bad("a number is too large");
    }
    if (2 * n + 2 > loop.length) {
      loop = Arrays.copyOf(loop, 2 * loop.length);
    }
    loop[2 * n] = px;
    loop[2 * n + 1] = -py;
    n++;
  }

  private void end() {
    if (n > 1 && loop[0] == loop[2 * n - 2] && loop[1] == loop[2 * n - 1]) {
      n--;
    }
    if (n >= 3) {
      loops.add(Arrays.copyOf(loop, 2 * n));
    }
    n = 0;
  }

  private void cubic(double ax, double ay, double bx, double by, double ex, double ey) {
    double sx = x, sy = y;
    for (int k = 1; k <= CURVE_STEPS; k++) {
      double t = (double) k / CURVE_STEPS, u = 1 - t;
      double p = u * u * u, q = 3 * u * u * t, r = 3 * u * t * t, s = t * t * t;
      point(p * sx + q * ax + r * bx + s * ex, p * sy + q * ay + r * by + s * ey);
    }
  }

  /** An elliptic arc, by its center as the SVG standard derives it (appendix on arcs). */
  private void arc(
      double rx, double ry, double degrees, boolean large, boolean sweep, double ex, double ey) {
    double sx = x, sy = y;
    rx = Math.abs(rx);
    ry = Math.abs(ry);
    if (!(rx > 0 && ry > 0) || sx == ex && sy == ey) {
      point(ex, ey);
      return;
    }
    double phi = PortableMath.toRadians(degrees),
        cos = PortableMath.cos(phi),
        sin = PortableMath.sin(phi);
    double dx = 0.5 * (sx - ex), dy = 0.5 * (sy - ey);
    double u = cos * dx + sin * dy, v = -sin * dx + cos * dy;
    double grow = u * u / (rx * rx) + v * v / (ry * ry);
    if (grow > 1) {
      rx *= Math.sqrt(grow);
      ry *= Math.sqrt(grow);
    }
    double a = rx * rx * ry * ry, b = rx * rx * v * v + ry * ry * u * u;
    double f = Math.sqrt(Math.max(0, (a - b) / b)) * (large == sweep ? -1 : 1);
    double cu = f * rx * v / ry, cv = -f * ry * u / rx;
    double cx = cos * cu - sin * cv + 0.5 * (sx + ex), cy = sin * cu + cos * cv + 0.5 * (sy + ey);
    double from = PortableMath.atan2((v - cv) / ry, (u - cu) / rx);
    double to = PortableMath.atan2((-v - cv) / ry, (-u - cu) / rx);
    double way = to - from;
    if (sweep && way < 0) {
      way += 2 * Math.PI;
    } else if (!sweep && way > 0) {
      way -= 2 * Math.PI;
    }
    int steps = Math.max(2, (int) Math.ceil(Math.abs(way) / (Math.PI / 24)));
    for (int k = 1; k < steps; k++) {
      double t = from + way * k / steps;
      double p = rx * PortableMath.cos(t), q = ry * PortableMath.sin(t);
      point(cx + cos * p - sin * q, cy + sin * p + cos * q);
    }
    point(ex, ey);
  }

  // ---- text

  private void skip() {
    while (at < text.length()
        && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == ',')) {
      at++;
    }
  }

  private boolean flag() {
    skip();
    if (at < text.length() && (text.charAt(at) == '0' || text.charAt(at) == '1')) {
      return text.charAt(at++) == '1';
    }
    throw bad("an arc's flag must be 0 or 1");
  }

  private double number() {
    skip();
    int from = at;
    if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      at++;
    }
    boolean dot = false, digits = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c >= '0' && c <= '9') {
        digits = true;
      } else if (c == '.' && !dot) {
        dot = true;
      } else if ((c == 'e' || c == 'E') && digits && exponent()) {
        break;
      } else {
        break;
      }
      at++;
    }
    if (!digits) {
      at = from;
      throw bad("a number is missing");
    }
    return Double.parseDouble(text.substring(from, at));
  }

  /** Reads over an exponent if there is one. */
  private boolean exponent() {
    int k = at + 1;
    if (k < text.length() && (text.charAt(k) == '-' || text.charAt(k) == '+')) {
      k++;
    }
    int first = k;
    while (k < text.length() && text.charAt(k) >= '0' && text.charAt(k) <= '9') {
      k++;
    }
    if (k > first) {
      at = k;
      return true;
    }
    return false;
  }

  private IllegalArgumentException bad(String why) {
    String rest = text.substring(at, Math.min(text.length(), at + 12));
    return new IllegalArgumentException(
        "path data, character " + (at + 1) + ": " + why + ", found '" + rest + "'");
  }
}
