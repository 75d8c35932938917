package dev.shinari.render.text;

import dev.shinari.math.Check;
import dev.shinari.render.camera.Camera;
import dev.shinari.render.cel.ColorMath;
import dev.shinari.render.cel.Overlay;
import dev.shinari.style.Style;
import dev.shinari.take.Take;

/**
 * Title cards and captions. A card's letters drop in one after the other, squash, and settle; rays
 * turn slowly behind them.
 */
public final class TitleCard {
  private static final int RAYS = 14;

  /** Seconds between the landing of two letters, and until one has settled. */
  private static final double BETWEEN = 0.055;

  private static final double SETTLED = 0.5;

  /** Room beside a caption, as a share of the picture's width. */
  private static final float EDGE = 0.045f;

  private TitleCard() {}

  /**
   * Draws a title card.
   *
   * @param seconds since the card appeared
   * @param rgb color of the letters
   */
  public static void draw(
      int[] argb,
      int width,
      int height,
      Style style,
      String title,
      String text,
      int rgb,
      double seconds) {
    Check.that(argb.length >= width * height, "expected room for the card");
    float[] top = ColorMath.rgb(style.backdrop().topRgb());
    float[] low = ColorMath.rgb(style.backdrop().bottomRgb());
    for (int y = 0; y < height; y++) {
      float[] c = ColorMath.mix(top, low, y / (float) height);
      java.util.Arrays.fill(argb, y * width, (y + 1) * width, ColorMath.opaque(c[0], c[1], c[2]));
    }
    rays(argb, width, height, low, rgb, seconds);
    float size = fitting(title, 0.26f * height, 0.84f * width);
    float base = (text.isEmpty() ? 0.56f : 0.5f) * height + 0.2f * size;
    int ink = style.paint().inkRgb();
    TitleLettering.Pose pose = (letter, out) -> land(seconds - BETWEEN * letter, height, size, out);
    outlined(argb, width, height, base, size, title, rgb, ink, 0.105f, pose);
    if (!text.isEmpty()) {
      float small = fitting(text, 0.058f * height, 0.84f * width);
      double since = seconds - 0.35;
      TitleLettering.Pose rise =
          (letter, out) -> {
            double q = Math.max(0, Math.min(1, 1 - since / 0.25));
            out[0] = 0;
            out[1] = (float) (q * q * 0.6 * height);
            out[2] = 1;
            out[3] = 1;
          };
      float left = 0.5f * (width - TitleLettering.width(text, small));
      TitleLettering.draw(
          argb, width, height, left, base + 0.2f * height, small, 0.075f, text, ink, rise);
    }
  }

  /** Writes a title across the upper part of a picture: things lie below. */
  public static void poster(int[] argb, int width, int height, Style style, String title, int rgb) {
    if (title.isEmpty()) {
      return;
    }
    float size = fitting(title, 0.2f * height, 0.86f * width);
    int ink = luma(style.paint().inkRgb()) > 140 ? 0x10122A : style.paint().inkRgb();
    outlined(argb, width, height, 0.09f * height + size, size, title, rgb, ink, 0.105f, null);
  }

  /** Where a caption stands. */
  public enum Corner {
    LOWER_LEFT,
    UPPER_LEFT,
    LOWER_RIGHT,
    UPPER_RIGHT;

    private boolean isLow() {
      return this == LOWER_LEFT || this == LOWER_RIGHT;
    }

    private boolean isLeft() {
      return this == LOWER_LEFT || this == UPPER_LEFT;
    }
  }

  /**
   * The corner where a caption covers least of the bodies, over all frames that are drawn; the
   * lower left one if that is free.
   *
   * @param frames every so many frames are looked at
   */
  public static Corner freest(
      Take take, Camera camera, int frames, int width, int height, String text) {
    float size = captionSize(text, width, height);
    double wide = 2 * (EDGE + (TitleLettering.width(text, size) + size) / width);
    double high = 2 * (1.9 * size / height + 0.04);
    long[] covered = new long[Corner.values().length];
    for (Take.Track t : take.tracks()) {
      if (t.isScenery() || t.frameCount() == 0) {
        continue;
      }
      float[] p = new float[3 * t.surface().vertexCount()];
      for (int f = 0; f < take.frameCount(); f += Math.max(1, frames)) {
        t.positions(Math.min(f, t.frameCount() - 1), p);
        for (int i = 0; i + 2 < p.length; i += 3) {
          double[] q = camera.project(f, p[i], p[i + 1], p[i + 2]);
          boolean aside = Math.abs(q[0]) > 1 - wide, upright = Math.abs(q[1]) > 1 - high;
          if (aside && upright && q[2] > 0) {
            covered[(q[0] < 0 ? 0 : 2) + (q[1] < 0 ? 0 : 1)]++;
          }
        }
      }
    }
    Corner best = Corner.LOWER_LEFT;
    for (Corner c : Corner.values()) {
      best = covered[c.ordinal()] < covered[best.ordinal()] ? c : best;
    }
    return best;
  }

  private static float captionSize(String text, int width, int height) {
    return fitting(text, 0.066f * height, 0.7f * width);
  }

  /** Writes a caption into a corner of a picture; its letters come in over the nearest border. */
  public static void caption(
      int[] argb,
      int width,
      int height,
      Style style,
      String text,
      int rgb,
      double seconds,
      Corner corner) {
    if (text.isEmpty()) {
      return;
    }
    float size = captionSize(text, width, height);
    float left =
        corner.isLeft() ? EDGE * width : (1 - EDGE) * width - TitleLettering.width(text, size);
    float base = corner.isLow() ? 0.94f * height : 0.06f * height + 1.1f * size;
    float way = corner.isLow() ? -0.16f * height : 0.2f * height;
    TitleLettering.Pose pose = (letter, out) -> land(seconds - 0.03 * letter, way, size, out);
    float shade = 0.13f * size;
    int ink = style.paint().inkRgb(), light = rgb;
    if (luma(ink) > 140) {
      ink = 0x10122A; // pale lines of a dark style do not bound letters
    }
    TitleLettering.draw(argb, width, height, left, base, size, 0.185f, text, ink, pose);
    TitleLettering.draw(
        argb, width, height, left + 0.4f * shade, base + shade, size, 0.185f, text, ink, pose);
    TitleLettering.draw(argb, width, height, left, base, size, 0.1f, text, light, pose);
  }

  private static int luma(int rgb) {
    return (3 * (rgb >> 16 & 255) + 6 * (rgb >> 8 & 255) + (rgb & 255)) / 10;
  }

  private static float fitting(String text, float wanted, float room) {
    float wide = TitleLettering.width(text, wanted);
    return wide > room ? wanted * room / wide : wanted;
  }

  private static void outlined(
      int[] argb,
      int width,
      int height,
      float base,
      float size,
      String text,
      int rgb,
      int ink,
      float pen,
      TitleLettering.Pose pose) {
    float left = 0.5f * (width - TitleLettering.width(text, size));
    float border = pen + 0.05f, drop = 0.075f * size;
    TitleLettering.draw(
        argb, width, height, left + 0.7f * drop, base + drop, size, border, text, ink, pose);
    TitleLettering.draw(argb, width, height, left, base, size, border, text, ink, pose);
    TitleLettering.draw(argb, width, height, left, base, size, pen, text, rgb, pose);
    // a thin light along the upper side of each stroke
    float[] light = ColorMath.mix(ColorMath.rgb(rgb), new float[] {255, 255, 255}, 0.6f);
    int pale = ColorMath.opaque(light[0], light[1], light[2]) & 0xFFFFFF;
    TitleLettering.draw(
        argb,
        width,
        height,
        left - 0.02f * size,
        base - 0.045f * size,
        size,
        0.28f * pen,
        text,
        pale,
        pose);
  }

  /** A letter falls, squashes as it lands, and swings to rest. */
  private static void land(double t, float height, float size, float[] out) {
    double fall = 0.16;
    out[0] = 0;
    if (t < fall) {
      double q = Math.max(0, t / fall);
      out[1] = (float) (-(1 - q * q) * height);
      out[2] = 0.82f;
      out[3] = 1.25f;
      return;
    }
    double s = t - fall, swing = s > 3 * SETTLED ? 0 : StrictMath.exp(-s / (0.3 * SETTLED));
    double squash = 0.42 * swing * StrictMath.cos(s * 22);
    out[1] = 0;
    out[2] = (float) (1 + 0.7 * squash);
    out[3] = (float) (1 - squash);
  }

  private static void rays(
      int[] argb, int width, int height, float[] low, int rgb, double seconds) {
    Overlay overlay = new Overlay(width, height);
    float[] pale = ColorMath.mix(low, ColorMath.rgb(rgb), 0.22f);
    float far = width + height, x = 0.5f * width, y = 0.62f * height;
    for (int k = 0; k < RAYS; k++) {
      double a = 2 * Math.PI * k / RAYS + 0.12 * seconds, b = a + Math.PI / RAYS;
      overlay.polygon(
          new float[] {
            x,
            y,
            x + far * (float) StrictMath.cos(a),
            y + far * (float) StrictMath.sin(a),
            x + far * (float) StrictMath.cos(b),
            y + far * (float) StrictMath.sin(b)
          },
          pale,
          Overlay.ON_TOP);
    }
    overlay.paint(0, height, argb, null, null, 1);
  }
}
