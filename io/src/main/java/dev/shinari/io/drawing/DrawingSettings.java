package dev.shinari.io.drawing;

import dev.shinari.math.Check;

/**
 * How a drawing is read.
 *
 * @param pixels longest side of the texture at most; SVG is drawn with as many
 * @param threshold alpha at which a picture's outline lies, as a part of the picture's largest
 * @param cutOut whether the background of a picture without transparency is cut away
 * @param background color of that background as 0xRRGGBB, or -1 for the one at the corners
 * @param layer id of the SVG group that is read alone, or null for all
 */
public record DrawingSettings(
    int pixels, float threshold, boolean cutOut, int background, String layer) {
  /** For films of the usual size. */
  public static final DrawingSettings DEFAULT = new DrawingSettings(1280, 0.5f, true, -1, null);

  public DrawingSettings {
    Check.inRange("pixels", pixels, 16, 8192);
    Check.inRange("threshold", threshold, 0.01f, 0.99f);
  }

  /**
   * Settings with a texture that is sharp in a film: twice the pixels of its longer side, since a
   * body may fill it and pictures are drawn with two samples per pixel and axis.
   */
  public DrawingSettings forFilm(int width, int height) {
    int wanted = Math.max(1024, Math.min(4096, 2 * Math.max(width, height)));
    return new DrawingSettings(wanted, threshold, cutOut, background, layer);
  }
}
