package dev.shinari.io.drawing;

import static dev.shinari.io.drawing.SvgTransform.times;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the shapes of an SVG file as closed loops, y up: paths, polygons, polylines, rectangles,
 * circles and ellipses, and lines as wide as their stroke, each through the transforms of all that
 * it is in ({@code transform}, {@code viewBox} with {@code width} and {@code height}). A {@code
 * use} is followed to what it names in the same file.
 *
 * <p>What is only defined ({@code defs}, {@code symbol}, {@code clipPath} and the like) or not
 * displayed is left out. Styles are not looked at otherwise: a shape counts whether it is filled or
 * not.
 */
final class SvgDrawing {
  private static final Set<String> UNSEEN =
      Set.of("defs", "clipPath", "mask", "symbol", "pattern", "marker", "metadata", "filter");

  /** Uses of uses of uses multiply: a short file could ask for more shapes than there is room. */
  private static final int MOST_USES = 10_000;

  private static final int DEEPEST_USE = 100;

  /** Elements within each other, through uses: beyond this there would be no room to go down. */
  private static final int DEEPEST = 1_000;

  private final Map<String, SvgNode> byId = new HashMap<>();
  private final List<double[]> loops = new ArrayList<>();
  private final List<SvgNode> following = new ArrayList<>(); // uses that are being followed
  private int uses;
  private int depth;
  private double frameWidth = Double.NaN; // of the outermost frame, in its own plane
  private double frameHeight = Double.NaN;
  private SvgNode node; // whose attributes are read

  private SvgDrawing() {}

  /** Throws IllegalArgumentException, with the line, where the text is not such a drawing. */
  static double[][] loops(String text) {
    SvgDrawing d = new SvgDrawing();
    SvgNode root = SvgNode.read(text, d.byId);
    if (root.name().equals("svg")) {
      d.measure(root);
    }
    d.draw(root, SvgTransform.NONE, true);
    if (d.loops.isEmpty()) {
      throw new IllegalArgumentException(
          "the SVG has no path, polygon, rectangle, circle, ellipse or line");
    }
    return d.loops.toArray(new double[0][]);
  }

  /** The plane that a symbol without a size of its own is stretched over. */
  private void measure(SvgNode root) {
    String box = root.text("viewBox"), w = root.text("width"), h = root.text("height");
    try {
      if (box != null) {
        double[] b = SvgTransform.numbers("viewBox", box, 4, 4);
        frameWidth = b[2];
        frameHeight = b[3];
      } else if (isLength(w) && isLength(h)) {
        frameWidth = SvgTransform.length("width", w);
        frameHeight = SvgTransform.length("height", h);
      }
    } catch (IllegalArgumentException e) {
      throw at(root, e);
    }
  }

  private static boolean isLength(String text) {
    return text != null && !text.contains("%") && !text.trim().equals("auto");
  }

  private static IllegalArgumentException at(SvgNode n, IllegalArgumentException e) {
    return new IllegalArgumentException(
        "line " + n.line() + ", " + n.name() + ": " + e.getMessage(), e);
  }

  /** Draws what is seen of a node and all that is in it. */
  private void draw(SvgNode n, double[] within, boolean outermost) {
    if (UNSEEN.contains(n.name()) || n.isHidden()) {
      return;
    }
    if (++depth > DEEPEST) {
      throw new IllegalArgumentException(
          "line "
              + n.line()
              + ": more than "
              + DEEPEST
              + " elements within each other through use");
    }
    drawSeen(n, within, outermost);
    depth--;
  }

  private void drawSeen(SvgNode n, double[] within, boolean outermost) {
    double[] m = within;
    SvgNode used = null;
    try {
      node = n;
      if (n.name().equals("svg")) {
        double x = outermost ? 0 : length("x", 0), y = outermost ? 0 : length("y", 0);
        m = times(m, frame(n, x, y, n.text("width"), n.text("height"), Double.NaN, Double.NaN));
      }
      if (n.text("transform") != null) {
        m = times(m, SvgTransform.of(n.text("transform")));
      }
      if (n.name().equals("use")) {
        used = target(n);
        m = times(m, SvgTransform.translate(length("x", 0), length("y", 0)));
      } else {
        shape(n.name(), m);
      }
    } catch (IllegalArgumentException e) {
      throw at(n, e);
    }
    if (used != null) {
      following.add(n);
      drawUsed(n, used, m);
      following.remove(following.size() - 1);
      return;
    }
    for (SvgNode child : n.children()) {
      draw(child, m, false);
    }
  }

  /** What a use names; null where it names nothing. */
  private SvgNode target(SvgNode use) {
    String name = use.reference();
    if (name == null || name.isBlank()) {
      return null;
    }
    if (!name.startsWith("#")) {
      throw new IllegalArgumentException(
          "names '" + name + "'; only what is in the same file can be used (#name)");
    }
    SvgNode found = byId.get(name.substring(1));
    if (found == null) {
      throw new IllegalArgumentException("names '" + name + "', which is not in the file");
    }
    if (following.contains(use)) {
      throw new IllegalArgumentException("names '" + name + "', which it is a part of itself");
    }
    if (++uses > MOST_USES || following.size() > DEEPEST_USE) {
      throw new IllegalArgumentException(
          "more than " + MOST_USES + " uses, or " + DEEPEST_USE + " within each other");
    }
    return found;
  }

  private void drawUsed(SvgNode use, SvgNode used, double[] within) {
    boolean symbol = used.name().equals("symbol");
    if (!symbol && !used.name().equals("svg")) {
      draw(used, within, false);
      return;
    }
    if (used.isHidden()) {
      return;
    }
    double[] m;
    try { // a frame: the use may say how large it is
      node = used;
      String w = use.text("width") == null ? used.text("width") : use.text("width");
      String h = use.text("height") == null ? used.text("height") : use.text("height");
      m = times(within, frame(used, length("x", 0), length("y", 0), w, h, frameWidth, frameHeight));
      if (used.text("transform") != null) {
        m = times(m, SvgTransform.of(used.text("transform")));
      }
    } catch (IllegalArgumentException e) {
      throw at(use, e);
    }
    for (SvgNode child : used.children()) {
      draw(child, m, false);
    }
  }

  /** The view box of a node over a frame; sizes that are not said are the given ones, if any. */
  private static double[] frame(
      SvgNode n, double x, double y, String w, String h, double width, double height) {
    double wide = isLength(w) ? SvgTransform.length("width", w) : width;
    double high = isLength(h) ? SvgTransform.length("height", h) : height;
    if (n.text("viewBox") == null || Double.isNaN(wide) || Double.isNaN(high)) {
      return SvgTransform.translate(x, y);
    }
    return SvgTransform.viewBox(n.text("viewBox"), x, y, wide, high, n.text("preserveAspectRatio"));
  }

  private String text(String name) {
    return node.text(name);
  }

  private double length(String name, double otherwise) {
    String t = text(name);
    return t == null ? otherwise : SvgTransform.length(name, t);
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
}
