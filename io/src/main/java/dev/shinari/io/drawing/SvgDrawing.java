package dev.shinari.io.drawing;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the shapes of an SVG file as closed loops, y up: paths, polygons, polylines, rectangles,
 * circles and ellipses, and lines as wide as their stroke, each through the transforms of all that
 * it is in ({@code transform}, {@code viewBox} with {@code width} and {@code height}).
 *
 * <p>What is only defined ({@code defs}, {@code clipPath} and the like) or not displayed is left
 * out. Styles are not looked at otherwise: a shape counts whether it is filled or not.
 */
final class SvgDrawing {
  private static final Set<String> UNSEEN =
      Set.of("defs", "clipPath", "mask", "symbol", "pattern", "marker", "metadata", "filter");

  private final XMLStreamReader xml;
  private final List<double[]> loops = new ArrayList<>();

  private SvgDrawing(XMLStreamReader xml) {
    this.xml = xml;
  }

  /** Throws IllegalArgumentException, with the line, where the text is not such a drawing. */
  static double[][] loops(String text) {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    // No document type, no outside entities: a drawing is data.
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
      SvgDrawing d = new SvgDrawing(xml);
      d.read();
      if (d.loops.isEmpty()) {
        throw new IllegalArgumentException(
            "the SVG has no path, polygon, rectangle, circle, ellipse or line");
      }
      return d.loops.toArray(new double[0][]);
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      throw new IllegalArgumentException("line " + line + ": the XML cannot be read", e);
    }
  }

  private void read() throws XMLStreamException {
    Deque<double[]> within = new ArrayDeque<>();
    within.push(new double[] {1, 0, 0, 1, 0, 0});
    int unseen = 0; // depth in something that is not drawn
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        String name = xml.getLocalName();
        if (unseen > 0 || UNSEEN.contains(name) || isHidden()) {
          unseen++;
          continue;
        }
        try {
          double[] m = within.peek();
          if (name.equals("svg")) {
            m = times(m, viewBox(within.size() == 1));
          }
          if (text("transform") != null) {
            m = times(m, transform(text("transform")));
          }
          within.push(m);
          shape(name, m);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "line " + xml.getLocation().getLineNumber() + ", " + name + ": " + e.getMessage(), e);
        }
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        if (unseen > 0) {
          unseen--;
        } else {
          within.pop();
        }
      }
    }
  }

  private boolean isHidden() {
    String style = text("style");
    return "none".equals(text("display"))
        || style != null && style.replace(" ", "").contains("display:none");
  }

  private String text(String name) {
    return xml.getAttributeValue(null, name);
  }

  private double length(String name, double otherwise) {
    String t = text(name);
    return t == null ? otherwise : length(name, t);
  }

  private static double length(String name, String t) {
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

  private void shape(String name, double[] m) {
    switch (name) {
      case "path" -> {
        if (text("d") != null && !text("d").isBlank()) {
          add(text("d"), m);
        }
      }
      case "polygon", "polyline" -> {
        if (text("points") != null && !text("points").isBlank()) {
          add("M " + text("points") + " Z", m);
        }
      }
      case "rect" -> rect(m);
      case "circle" -> ellipse(length("r", 0), length("r", 0), m);
      case "ellipse" -> ellipse(length("rx", 0), length("ry", 0), m);
      case "line" -> line(m);
      default -> {} // a group, a text, something that has no outline
    }
  }

  private void add(String path, double[] m) {
    for (double[] loop : SvgPath.parts(path)) {
      for (int i = 0; i < loop.length; i += 2) {
        double x = loop[i], y = -loop[i + 1]; // paths come with y up
        loop[i] = m[0] * x + m[2] * y + m[4];
        loop[i + 1] = 0 - (m[1] * x + m[3] * y + m[5]);
      }
      loops.add(loop);
    }
  }

  private void rect(double[] m) {
    double x = length("x", 0), y = length("y", 0);
    double w = length("width", 0), h = length("height", 0);
    if (!(w > 0 && h > 0)) {
      return; // is not drawn
    }
    double rx = length("rx", length("ry", 0)), ry = length("ry", rx);
    rx = Math.min(Math.max(rx, 0), w / 2);
    ry = Math.min(Math.max(ry, 0), h / 2);
    String round = "A " + rx + " " + ry + " 0 0 1 ";
    boolean sharp = rx == 0 || ry == 0;
    add(
        sharp
            ? "M " + x + " " + y + " h " + w + " v " + h + " h " + -w + " Z"
            : "M "
                + (x + rx)
                + " "
                + y
                + " H "
                + (x + w - rx)
                + round
                + (x + w)
                + " "
                + (y + ry)
                + " V "
                + (y + h - ry)
                + round
                + (x + w - rx)
                + " "
                + (y + h)
                + " H "
                + (x + rx)
                + round
                + x
                + " "
                + (y + h - ry)
                + " V "
                + (y + ry)
                + round
                + (x + rx)
                + " "
                + y
                + " Z",
        m);
  }

  private void ellipse(double rx, double ry, double[] m) {
    if (!(rx > 0 && ry > 0)) {
      return;
    }
    double x = length("cx", 0), y = length("cy", 0);
    String half = "A " + rx + " " + ry + " 0 0 1 ";
    add("M " + (x - rx) + " " + y + half + (x + rx) + " " + y + half + (x - rx) + " " + y + "Z", m);
  }

  /** As wide as its stroke, with flat ends. */
  private void line(double[] m) {
    double ax = length("x1", 0), ay = length("y1", 0), bx = length("x2", 0), by = length("y2", 0);
    double long2 = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
    double half = 0.5 * length("stroke-width", 1);
    if (!(long2 > 0 && half > 0)) {
      return;
    }
    double nx = -(by - ay) * half / Math.sqrt(long2), ny = (bx - ax) * half / Math.sqrt(long2);
    add(
        "M " + (ax + nx) + " " + (ay + ny) + " L " + (bx + nx) + " " + (by + ny) + " " + (bx - nx)
            + " " + (by - ny) + " " + (ax - nx) + " " + (ay - ny) + " Z",
        m);
  }

  // ---- transforms: a c e / b d f, as the standard writes them

  private static double[] times(double[] p, double[] q) {
    return new double[] {
      p[0] * q[0] + p[2] * q[1],
      p[1] * q[0] + p[3] * q[1],
      p[0] * q[2] + p[2] * q[3],
      p[1] * q[2] + p[3] * q[3],
      p[0] * q[4] + p[2] * q[5] + p[4],
      p[1] * q[4] + p[3] * q[5] + p[5]
    };
  }

  /** Where a part of the drawing's own plane is stretched over its frame. */
  private double[] viewBox(boolean outermost) {
    double x = outermost ? 0 : length("x", 0), y = outermost ? 0 : length("y", 0);
    String box = text("viewBox"), w = text("width"), h = text("height");
    boolean sized = w != null && h != null && !w.contains("%") && !h.contains("%");
    if (box == null || !sized) {
      return new double[] {1, 0, 0, 1, x, y};
    }
    double[] b = numbers("viewBox", box, 4, 4);
    double sx = length("width", w) / b[2], sy = length("height", h) / b[3];
    if (!(b[2] > 0 && b[3] > 0 && sx > 0 && sy > 0)) {
      throw new IllegalArgumentException("viewBox, width and height must be above zero");
    }
    String keep = text("preserveAspectRatio");
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

  private static double[] transform(String text) {
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
        double t = Math.toRadians(v[0]), c = StrictMath.cos(t), s = StrictMath.sin(t);
        double x = v.length > 1 ? v[1] : 0, y = v.length > 1 ? v[2] : 0;
        return new double[] {c, s, -s, c, x - c * x + s * y, y - s * x - c * y};
      case "skewX":
        v = numbers(kind, arguments, 1, 1);
        return new double[] {1, 0, StrictMath.tan(Math.toRadians(v[0])), 1, 0, 0};
      case "skewY":
        v = numbers(kind, arguments, 1, 1);
        return new double[] {1, StrictMath.tan(Math.toRadians(v[0])), 0, 1, 0, 0};
      default:
        throw new IllegalArgumentException(
            "transform '" + kind + "' is none of matrix, translate, scale, rotate, skewX, skewY");
    }
  }

  private static double[] numbers(String what, String text, int least, int most) {
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
