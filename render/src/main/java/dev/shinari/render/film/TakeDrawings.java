package dev.shinari.render.film;

import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import java.util.ArrayList;
import java.util.List;

/** The drawings of one take: its frames at a film's speed, those that are held only once. */
final class TakeDrawings implements PictureSource {
  private final CelRenderer renderer;
  private final int[] frames;
  private final int[] hundredths;

  TakeDrawings(CelRenderer renderer) {
    this.renderer = renderer;
    PictureSettings s = renderer.settings();
    float speed = s.gifFramesPerSecond();
    int[] all = GifWriter.frames(renderer.take(), speed);
    List<Integer> first = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || s.drawn(all[i]) != s.drawn(all[i - 1])) {
        first.add(i);
      }
    }
    frames = new int[first.size()];
    hundredths = new int[frames.length];
    for (int k = 0; k < frames.length; k++) {
      int begin = first.get(k), end = k + 1 < frames.length ? first.get(k + 1) : all.length;
      frames[k] = s.drawn(all[begin]);
      for (int i = begin; i < end; i++) {
        hundredths[k] += GifWriter.delay(i, speed);
      }
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
    renderer.draw(frames[picture], argb);
  }

  @Override
  public int hundredths(int picture) {
    return hundredths[picture];
  }
}
