package dev.shinari.style;

import dev.shinari.math.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * From light to tone: what a ramp texture is. The cosine between a surface and the light picks one
 * of a few flat tones, or of many where a picture gives a smooth ramp.
 *
 * @param tones by rising {@link Tone#above}, the first from -1 on
 * @param replaces whether the tints take the place of a body's own color, rather than multiply it
 */
public record Ramp(List<Tone> tones, boolean replaces) {
  /** Columns of a ramp's picture at most. */
  public static final int MOST_TONES = 1024;

  /** One tone: no light and shadow. */
  public static final Ramp FLAT = new Ramp(List.of(new Tone(-1, 0xFFFFFF, 1, 0)), false);

  /**
   * Shadow leans towards violet and gains saturation: one that is only darker looks like plastic.
   */
  public static final Ramp TWO =
      new Ramp(List.of(new Tone(-1, 0xC4ADC4, 1.1f, 0), new Tone(0.22f, 0xFFFFFF, 1, 0)), false);

  /** Shadow, base and light. */
  public static final Ramp THREE =
      new Ramp(
          List.of(
              new Tone(-1, 0xC4ADC4, 1.1f, 0),
              new Tone(0.22f, 0xFFFFFF, 1, 0),
              new Tone(0.7f, 0xFFFFFF, 1, 0.42f)),
          false);

  /** Night and day: a deep shadow with a blue edge, and one light tone. */
  public static final Ramp DEEP =
      new Ramp(
          List.of(
              new Tone(-1, 0x7D6AA0, 1.15f, 0),
              new Tone(0.06f, 0xA790B8, 1.2f, 0),
              new Tone(0.2f, 0xFFFFFF, 1, 0),
              new Tone(0.82f, 0xFFFFFF, 1, 0.5f)),
          false);

  /** Smooth as an airbrush. */
  public static final Ramp SOFT = soft();

  /** Black spots and white paper, whatever the color. */
  public static final Ramp NOIR =
      new Ramp(List.of(new Tone(-1, 0x1C1820, 1, 0), new Tone(0.1f, 0xFBFAF6, 1, 0)), true);

  private static final Map<String, Ramp> NAMED = named();

  public Ramp {
    tones = List.copyOf(tones);
    Check.inRange("tones", tones.size(), 1, MOST_TONES);
    Check.that(tones.get(0).above() == -1, "the first tone must begin at -1");
    for (int i = 1; i < tones.size(); i++) {
      Check.that(
          tones.get(i).above() > tones.get(i - 1).above(), "tones must be in order of `above`");
    }
  }

  /**
   * A ramp from a row of colors, the leftmost for surfaces turned away from the light, the
   * rightmost for those that face it, the middle for those that it grazes.
   */
  public static Ramp of(int[] rgb, boolean replaces) {
    Check.inRange("columns", rgb.length, 1, MOST_TONES);
    List<Tone> tones = new ArrayList<>();
    for (int i = 0; i < rgb.length; i++) {
      if (i == 0 || (rgb[i] & 0xFFFFFF) != (rgb[i - 1] & 0xFFFFFF)) {
        tones.add(new Tone(-1 + 2f * i / rgb.length, rgb[i] & 0xFFFFFF, 1, 0));
      }
    }
    return new Ramp(tones, replaces);
  }

  /** Names of the built-in ramps. */
  public static List<String> names() {
    return List.copyOf(NAMED.keySet());
  }

  /** A built-in ramp, or null. */
  public static Ramp named(String name) {
    return NAMED.get(name);
  }

  private static Map<String, Ramp> named() {
    Map<String, Ramp> all = new LinkedHashMap<>();
    all.put("flat", FLAT);
    all.put("two", TWO);
    all.put("three", THREE);
    all.put("deep", DEEP);
    all.put("soft", SOFT);
    all.put("noir", NOIR);
    return all;
  }

  private static Ramp soft() {
    List<Tone> tones = new ArrayList<>();
    int n = 48;
    for (int i = 0; i < n; i++) {
      float q = i / (n - 1f); // 0 shadow to 1 light
      float dark = Math.max(0, 1 - q / 0.62f), s = dark * dark * (3 - 2 * dark);
      float light = Math.max(0, (q - 0.72f) / 0.28f);
      int r = Math.round(255 * (1 - 0.3f * s)), g = Math.round(255 * (1 - 0.4f * s));
      tones.add(
          new Tone(
              -1 + 2f * i / n,
              r << 16 | g << 8 | Math.round(255 * (1 - 0.27f * s)),
              1 + 0.12f * s,
              0.4f * light * light));
    }
    return new Ramp(tones, false);
  }
}
