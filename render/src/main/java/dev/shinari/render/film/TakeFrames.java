package dev.shinari.render.film;

import dev.shinari.render.cel.CelRenderer;

/** The frames of a take at a film's speed, each picture shown equally long. */
public final class TakeFrames implements PictureSource {
  private final CelRenderer renderer;
  private final int[] frames;
  private final float framesPerSecond;
  private int[] last; // pixels of the picture drawn last
  private int lastFrame = -1;

  /** Pictures of a take; a frame that is held is drawn once. */
  public TakeFrames(CelRenderer renderer, float framesPerSecond) {
    this.renderer = renderer;
    this.framesPerSecond = framesPerSecond;
    frames = GifWriter.frames(renderer.take(), framesPerSecond);
    for (int i = 0; i < frames.length; i++) {
      frames[i] = renderer.settings().drawn(frames[i]);
    }
  }

  @Override
  public int width() {
    return renderer.settings().width();
  }

  @Override
  public int height() {
    return renderer.settings().height();
  }

  @Override
  public boolean isTransparent() {
    return renderer.settings().backdrop().isTransparent();
  }

  @Override
  public int count() {
    return frames.length;
  }

  @Override
  public void draw(int picture, int[] argb) {
    if (frames[picture] != lastFrame) {
      last = last == null ? new int[argb.length] : last;
      renderer.draw(frames[picture], last);
      lastFrame = frames[picture];
    }
    System.arraycopy(last, 0, argb, 0, last.length);
  }

  @Override
  public int hundredths(int picture) {
    return GifWriter.delay(picture, framesPerSecond);
  }
}
