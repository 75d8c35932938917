package dev.shinari.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;

/** A picture of errors over resolution, both logarithmic, with the slope of second order. */
final class LamePlot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 440;
  private static final int LEFT = 80;
  private static final int RIGHT = 30;
  private static final int TOP = 40;
  private static final int BOTTOM = 60;

  private LamePlot() {}

  /** Writes lame-sphere.png into the folder of the JSON file. */
  static Path write(Path json, Map<Integer, Double> errors) throws IOException {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, WIDTH, HEIGHT);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    g.setColor(Color.BLACK);
    g.drawString(
        "Thick sphere under inner and outer pressure: error against the known solution", LEFT, 24);
    g.drawString("vertices", WIDTH / 2 - 20, HEIGHT - 12);
    g.drawRect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    double first = errors.keySet().iterator().next(), start = errors.get((int) first);
    double low = 0.8 * first, high = 0;
    for (int v : errors.keySet()) {
      high = Math.max(high, 1.3 * v);
    }
    g.setColor(new Color(0xDDDDDD));
    for (double e : new double[] {0.01, 0.02, 0.05, 0.1, 0.2}) {
      g.drawLine(LEFT + 1, y(e), WIDTH - RIGHT - 1, y(e));
    }
    g.setColor(Color.GRAY);
    for (double e : new double[] {0.01, 0.02, 0.05, 0.1, 0.2}) {
      g.drawString(
          100 * e == Math.rint(100 * e) ? Math.round(100 * e) + " %" : e + "", LEFT - 44, y(e) + 5);
    }
    // Second order: the error falls with the square of the edge length, as 1 / vertices.
    g.setStroke(
        new BasicStroke(
            1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {6, 5}, 0));
    g.drawLine(x(first, low, high), y(start), x(high, low, high), y(start * first / high));
    g.drawString("second order", x(high, low, high) - 130, y(start * first / high) + 24);
    g.setColor(new Color(0xD1495B));
    g.setStroke(new BasicStroke(2));
    int px = -1, py = 0;
    for (Map.Entry<Integer, Double> e : errors.entrySet()) {
      int x = x(e.getKey(), low, high), y = y(e.getValue());
      if (px >= 0) {
        g.drawLine(px, py, x, y);
      }
      g.fillOval(x - 4, y - 4, 9, 9);
      g.drawString("" + e.getKey(), x - 10, HEIGHT - BOTTOM + 20);
      px = x;
      py = y;
    }
    g.dispose();
    Path file = json.toAbsolutePath().resolveSibling("lame-sphere.png");
    Files.createDirectories(file.getParent());
    ImageIO.write(image, "png", file.toFile());
    return file;
  }

  private static int x(double vertices, double low, double high) {
    return (int) (LEFT + (WIDTH - LEFT - RIGHT) * Math.log(vertices / low) / Math.log(high / low));
  }

  private static int y(double error) {
    double share = Math.log(error / 0.008) / Math.log(0.3 / 0.008);
    return (int) (HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share);
  }
}
