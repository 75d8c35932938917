package dev.shinari.render.cel;

import dev.shinari.math.Check;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.style.Backdrop;
import dev.shinari.style.Ramp;
import dev.shinari.style.Style;
import dev.shinari.style.Styles;

/**
 * How pictures of a take are drawn.
 *
 * @param width pixels
 * @param height pixels
 * @param style how they look
 * @param creaseDeg edges with a larger angle between their faces are drawn and keep crisp shading
 * @param supersampling samples a pixel along each axis, 1 to 4
 * @param gifFramesPerSecond speed of animated GIFs, at most 50: browsers slow down faster ones
 * @param hold frames of the take for which a drawing is held: 2 is "on twos"
 */
public record PictureSettings(
    int width,
    int height,
    Style style,
    float creaseDeg,
    int supersampling,
    float gifFramesPerSecond,
    int hold,
    CameraSettings camera) {
  public static final PictureSettings DEFAULT =
      new PictureSettings(640, 480, Styles.CEL, 40, 2, 24, 1, CameraSettings.DEFAULT);

  /** Largest side of a picture. */
  public static final int LARGEST_SIDE = 8192;

  public PictureSettings {
    Check.inRange("width", width, 1, LARGEST_SIDE);
    Check.inRange("height", height, 1, LARGEST_SIDE);
    Check.that(style != null, "style must be given");
    Check.inRange("creaseDeg", creaseDeg, 1, 180);
    Check.inRange("supersampling", supersampling, 1, 4);
    Check.inRange("gifFramesPerSecond", gifFramesPerSecond, 0.1f, 50);
    Check.inRange("hold", hold, 1, 1000);
    Check.that(camera != null, "camera must be given");
    Check.that(
        (long) width * height * supersampling * supersampling <= 1L << 28,
        "a picture of "
            + width
            + " x "
            + height
            + " with supersampling "
            + supersampling
            + " is too large");
  }

  /** What stands behind the drawing. */
  public Backdrop backdrop() {
    return style.backdrop();
  }

  /** The frame whose drawing a frame shows: itself, or the first of those that hold it. */
  public int drawn(int frame) {
    return frame - frame % hold;
  }

  public PictureSettings withSize(int width, int height) {
    return new PictureSettings(
        width, height, style, creaseDeg, supersampling, gifFramesPerSecond, hold, camera);
  }

  public PictureSettings withStyle(Style style) {
    return new PictureSettings(
        width, height, style, creaseDeg, supersampling, gifFramesPerSecond, hold, camera);
  }

  public PictureSettings withSupersampling(int supersampling) {
    return new PictureSettings(
        width, height, style, creaseDeg, supersampling, gifFramesPerSecond, hold, camera);
  }

  public PictureSettings withGifFramesPerSecond(float gifFramesPerSecond) {
    return new PictureSettings(
        width, height, style, creaseDeg, supersampling, gifFramesPerSecond, hold, camera);
  }

  public PictureSettings withHold(int hold) {
    return new PictureSettings(
        width, height, style, creaseDeg, supersampling, gifFramesPerSecond, hold, camera);
  }

  public PictureSettings withCamera(CameraSettings camera) {
    return new PictureSettings(
        width, height, style, creaseDeg, supersampling, gifFramesPerSecond, hold, camera);
  }

  // ---- short ways to change one thing of the style

  /** Tones of a body: 1 flat, 2 shadow and base, 3 with light. */
  public PictureSettings withBands(int bands) {
    Check.inRange("bands", bands, 1, 3);
    Ramp ramp = bands == 1 ? Ramp.FLAT : bands == 2 ? Ramp.TWO : Ramp.THREE;
    return withStyle(style.withPaint(style.paint().withRamp(ramp)));
  }

  public PictureSettings withLineWeight(float weight) {
    return withStyle(style.withLines(style.lines().withWeight(weight)));
  }

  /** A band of light along lit borders. */
  public PictureSettings withRim(boolean rim) {
    return withStyle(style.withPaint(style.paint().withRim(rim ? 0.5f : 0, -1)));
  }

  public PictureSettings withShadows(boolean shadows) {
    return withStyle(style.withShadows(shadows, style.dropShadow()));
  }

  public PictureSettings withGrid(boolean grid) {
    return withBackdrop(style.backdrop().withFloor(style.backdrop().floor(), grid));
  }

  public PictureSettings withBackdrop(Backdrop backdrop) {
    return withStyle(style.withBackdrop(backdrop));
  }
}
