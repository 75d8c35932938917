package dev.shinari.render.chart;

import dev.shinari.math.Check;
import dev.shinari.render.cel.InkLines;
import dev.shinari.render.text.Lettering;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Curves over numbered steps or given abscissae, from 0 up, with a plain grid. Axes carry numbers
 * only; whoever shows the picture says what they are.
 */
public final class LinePlot {
  private static final int[] COLORS = {
    0xC8442F, 0x2F6FC8, 0x3F9A4B, 0x9A5BB0, 0xC98A1B, 0x2FA0A0, 0x6B6B6B, 0xB0306A, 0x5A7A20
  };
  private static final int LEFT = 64;
  private static final int RIGHT = 16;
  private static final int TOP = 16;
  private static final int BOTTOM = 34;

  /**
   * One curve.
   *
   * @param x abscissae, ascending
   * @param marks whether single points are marked
   */
  @SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
  public record Curve(double[] x, double[] y, boolean marks) {
    public Curve {
      Check.that(x.length == y.length, "a curve has as many x as y");
    }

    /** A curve over 0, 1, 2, ... */
    public static Curve of(double[] y) {
      double[] x = new double[y.length];
      Arrays.setAll(x, i -> i);
      return new Curve(x, y, false);
    }
  }

  private LinePlot() {}

  /** The color of curve k, for whoever writes a legend. */
  public static int color(int k) {
    return COLORS[k % COLORS.length];
  }

  /** Draws curves; those without points are passed over. */
  public static BufferedImage draw(List<Curve> curves, int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    int[] argb = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    Arrays.fill(argb, 0xFFFFFFFF);
    double maxX = 0;
    double maxY = 0;
    for (Curve c : curves) {
      for (int i = 0; i < c.x().length; i++) {
        maxX = Math.max(maxX, c.x()[i]);
        maxY = Double.isFinite(c.y()[i]) ? Math.max(maxY, c.y()[i]) : maxY;
      }
    }
    double stepX = step(maxX);
    double stepY = step(maxY);
    double endX = Math.max(stepX, stepX * Math.ceil(maxX / stepX));
    double endY = Math.max(stepY, stepY * Math.ceil(maxY / stepY));
    double perX = (width - LEFT - RIGHT) / endX;
    double perY = (height - TOP - BOTTOM) / endY;
    for (int i = 0; i * stepX <= endX * (1 + 1e-9); i++) {
      double x = LEFT + i * stepX * perX;
      line(argb, width, height, x, TOP, x, height - BOTTOM, 0.5f, 0xDDDDDD);
      String text = text(i * stepX, stepX);
      Lettering.draw(
          argb,
          width,
          height,
          (float) Math.min(x - 4.5 * text.length(), width - 9.0 * text.length()), // 9 a digit
          height - BOTTOM + 10,
          9,
          text,
          0x444444);
    }
    for (int i = 0; i * stepY <= endY * (1 + 1e-9); i++) {
      double y = height - BOTTOM - i * stepY * perY;
      line(argb, width, height, LEFT, y, width - RIGHT, y, 0.5f, 0xDDDDDD);
      Lettering.draw(argb, width, height, 4, (float) y - 4.5f, 9, text(i * stepY, stepY), 0x444444);
    }
    for (int k = 0; k < curves.size(); k++) {
      Curve c = curves.get(k);
      for (int i = 0; i < c.x().length; i++) {
        double x = LEFT + c.x()[i] * perX;
        double y = height - BOTTOM - c.y()[i] * perY;
        if (i > 0 && Double.isFinite(c.y()[i]) && Double.isFinite(c.y()[i - 1])) {
          double px = LEFT + c.x()[i - 1] * perX;
          double py = height - BOTTOM - c.y()[i - 1] * perY;
          line(argb, width, height, px, py, x, y, 1.1f, color(k));
        }
        if (c.marks() && Double.isFinite(c.y()[i])) {
          line(argb, width, height, x, y, x, y, 3.2f, color(k));
        }
      }
    }
    return image;
  }

  /** 1, 2 or 5 times a power of ten, so that some five to ten steps reach the end. */
  private static double step(double end) {
    if (!(end > 0)) {
      return 1;
    }
    double rough = end / 6;
    double power = StrictMath.pow(10, Math.floor(StrictMath.log10(rough)));
    double m = rough / power;
    return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
  }

  private static String text(double value, double step) {
    int digits = (int) Math.max(0, -Math.floor(StrictMath.log10(step) + 1e-9));
    return String.format(Locale.ROOT, "%." + Math.min(8, digits) + "f", value);
  }

  private static void line(
      int[] argb,
      int width,
      int height,
      double x0,
      double y0,
      double x1,
      double y1,
      float pen,
      int rgb) {
    byte[] ink = new byte[width * height];
    double dx = x1 - x0, dy = y1 - y0;
    int steps = 1 + (int) (2 * Math.sqrt(dx * dx + dy * dy));
    for (int i = 0; i <= steps; i++) {
      double q = i / (double) steps;
      InkLines.disc(ink, width, (float) (x0 + q * dx), (float) (y0 + q * dy), pen, 0, height);
    }
    int r = rgb >> 16 & 255, g = rgb >> 8 & 255, b = rgb & 255;
    int top = (int) Math.max(0, Math.min(y0, y1) - pen - 2);
    int end = (int) Math.min(height, Math.max(y0, y1) + pen + 3);
    for (int i = top * width; i < end * width; i++) {
      int k = ink[i] & 255;
      if (k > 0) {
        int u = argb[i];
        argb[i] =
            0xFF000000
                | mix(u >> 16 & 255, r, k) << 16
                | mix(u >> 8 & 255, g, k) << 8
                | mix(u & 255, b, k);
      }
    }
  }

  private static int mix(int under, int over, int k) {
    return (under * (255 - k) + over * k + 127) / 255;
  }
}
