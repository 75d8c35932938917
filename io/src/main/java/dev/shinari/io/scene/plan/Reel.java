package dev.shinari.io.scene.plan;

import dev.shinari.io.scene.format.Setting;
import dev.shinari.style.Style;
import java.util.List;

/**
 * A reel: shots of scenes and title cards, one after the other, as one film. Made by {@code
 * ReelFile}; what each value means stands in docs/look.md.
 *
 * @param style how cards look, and shots that name no style of their own
 * @param givesStyle whether the reel names a style; if not, each scene keeps its own
 * @param poster index of the shot whose picture is the poster
 * @param posterSeconds time in that shot
 */
public record Reel(
    String name,
    String title,
    String description,
    int width,
    int height,
    int framesPerSecond,
    Style style,
    boolean givesStyle,
    List<Part> parts,
    int poster,
    float posterSeconds) {
  public Reel {
    parts = List.copyOf(parts);
  }

  /** A card or a shot. */
  public sealed interface Part {
    /** How long it is seen; of a shot, if its scene is long enough. */
    double seconds();

    /** Color of its letters, 0xRRGGBB. */
    int color();

    /** Color behind it, 0xRRGGBB, or -1 for the style's. */
    int background();

    /** What a background of one color fades to at the top. */
    static int paler(int rgb) {
      int pale = 0;
      for (int shift = 0; shift <= 16; shift += 8) {
        int c = rgb >> shift & 255;
        pale |= c + (255 - c) * 6 / 10 << shift;
      }
      return pale;
    }
  }

  /** A title card. */
  public record Card(String title, String text, double seconds, int color, int background)
      implements Part {}

  /**
   * A part of a scene.
   *
   * @param scene name of a built-in scene, or a scene file relative to the reel
   * @param style name of its style, or null
   * @param speed 1 as simulated, 0.5 slow motion
   */
  public record Shot(
      String scene,
      float fromSeconds,
      float untilSeconds,
      float speed,
      String caption,
      int color,
      String style,
      int background,
      float orbitDeg,
      float zoomFrom,
      float zoomTo,
      List<Setting> settings)
      implements Part {
    public Shot {
      settings = List.copyOf(settings);
    }

    @Override
    public double seconds() {
      return (untilSeconds - fromSeconds) / (double) speed;
    }
  }

  /** Length of the whole, if every scene is as long as its shot. */
  public double seconds() {
    double sum = 0;
    for (Part p : parts) {
      sum += p.seconds();
    }
    return sum;
  }
}
