package dev.shinari.render.film;

/** Pictures in order, each shown for a while: what a film is made of. */
public interface PictureSource {
  int width();

  int height();

  boolean isTransparent();

  int count();

  /** Draws a picture; width x height pixels, 0xAARRGGBB and not premultiplied. */
  void draw(int picture, int[] argb);

  /** How long a picture is shown, in hundredths of a second. */
  int hundredths(int picture);

  /**
   * The scene that a picture belongs to, counted from 0 and never falling: pictures of one scene
   * share their colors where a format has few.
   */
  default int scene(int picture) {
    return 0;
  }
}
