package dev.shinari.app.render;

import dev.shinari.math.Check;

/**
 * How pictures of a take look.
 *
 * @param width pixels
 * @param height pixels
 * @param bands tones of a body: 1 flat, 2 shadow and base, 3 with light
 * @param lineWeight thickness of ink lines; 1 is a silhouette of 2.4 pixels in a picture 480 high,
 *     0 draws no lines
 * @param creaseDeg edges with a larger angle between their faces are drawn and keep crisp shading
 * @param rim whether bodies get a thin band of light along their lit border
 * @param shadows whether bodies cast flat shadows
 * @param grid whether the floor carries thin lines, so that motion over it is seen
 * @param inkRgb colour of the lines, 0xRRGGBB
 * @param supersampling samples a pixel along each axis, 1 to 4
 * @param gifFramesPerSecond speed of animated GIFs, at most 50: browsers slow down faster ones
 */
public record PictureSettings(
    int width,
    int height,
    int bands,
    float lineWeight,
    float creaseDeg,
    boolean rim,
    boolean shadows,
    boolean grid,
    int inkRgb,
    Background background,
    int supersampling,
    float gifFramesPerSecond,
    CameraSettings camera) {
  public static final PictureSettings DEFAULT =
      new PictureSettings(
          640,
          480,
          3,
          1,
          40,
          false,
          true,
          true,
          0x2E2433,
          Background.PAPER,
          2,
          24,
          CameraSettings.DEFAULT);

  /** Largest side of a picture. */
  public static final int LARGEST_SIDE = 8192;

  public PictureSettings {
    Check.inRange("width", width, 1, LARGEST_SIDE);
    Check.inRange("height", height, 1, LARGEST_SIDE);
    Check.inRange("bands", bands, 1, 3);
    Check.inRange("lineWeight", lineWeight, 0, 10);
    Check.inRange("creaseDeg", creaseDeg, 1, 180);
    Check.inRange("inkRgb", inkRgb, 0, 0xFFFFFF);
    Check.that(background != null, "background must be given");
    Check.inRange("supersampling", supersampling, 1, 4);
    Check.inRange("gifFramesPerSecond", gifFramesPerSecond, 0.1f, 50);
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

  public PictureSettings withSize(int width, int height) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withBands(int bands) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withLineWeight(float lineWeight) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withRim(boolean rim) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withShadows(boolean shadows) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withGrid(boolean grid) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withBackground(Background background) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withSupersampling(int supersampling) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withGifFramesPerSecond(float gifFramesPerSecond) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }

  public PictureSettings withCamera(CameraSettings camera) {
    return new PictureSettings(
        width,
        height,
        bands,
        lineWeight,
        creaseDeg,
        rim,
        shadows,
        grid,
        inkRgb,
        background,
        supersampling,
        gifFramesPerSecond,
        camera);
  }
}
