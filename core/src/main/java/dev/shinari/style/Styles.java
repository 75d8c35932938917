package dev.shinari.style;

import dev.shinari.style.Paint.Screen;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The named styles. */
public final class Styles {
  private static final Map<String, Style> NAMED = new LinkedHashMap<>();
  private static final Map<String, String> WORDS = new LinkedHashMap<>();

  /** Flat tones, ink lines, warm paper: what a scene has unless it says otherwise. */
  public static final Style CEL =
      add(
          "three tones, dark ink with a hint of the fill, warm paper",
          new Style(
              "cel",
              new Paint(Ramp.THREE, 1, 0, -1, 0x2E2433, 0.2f, Screen.NONE, 0),
              new InkStyle(1, 0.35f, 0.15f, 0, 0),
              Backdrop.PAPER,
              true,
              0,
              Marks.NONE));

  static {
    add(
        "deep shadow, rim light and colored lines against a pale sky",
        new Style(
            "anime",
            new Paint(Ramp.DEEP, 1, 0.45f, 0xFFF6E0, 0x2B2140, 0.6f, Screen.NONE, 0.8f),
            new InkStyle(0.9f, 0.5f, 0.25f, 0, 0),
            new Backdrop(Backdrop.Kind.PAPER, 0xB9DDF2, 0xF8F3E4, 0.55f, false, 0),
            true,
            0,
            Marks.NONE));
    add(
        "bold ink, dotted shadows, speed lines and impact stars",
        new Style(
            "comic",
            new Paint(Ramp.TWO, 1, 0, -1, 0x17131C, 0, Screen.DOTS, 1),
            new InkStyle(1.5f, 0.6f, 0.35f, 0, 0),
            new Backdrop(Backdrop.Kind.PAPER, 0xFFF3C9, 0xFFE29A, 0.25f, false, 0),
            true,
            0,
            new Marks(1, 1.5f, 0xFFE14D)));
    add(
        "black brush on white paper, shadows hatched",
        new Style(
            "ink",
            new Paint(Ramp.FLAT, 0, 0, -1, 0x15121A, 0, Screen.HATCH, 0.8f),
            new InkStyle(1.35f, 0.7f, 0.3f, 0.5f, 0.12f),
            new Backdrop(Backdrop.Kind.PAPER, 0xFDFCF8, 0xFDFCF8, 0, false, 0.12f),
            true,
            0,
            new Marks(0.9f, 1.5f, 0xFFFFFF)));
    add(
        "soft colored pencil that wanders a little on grainy paper",
        new Style(
            "pencil",
            new Paint(Ramp.TWO, 0.55f, 0, -1, 0x4A4650, 0.35f, Screen.HATCH, 0.6f),
            new InkStyle(0.85f, 0.4f, 0.2f, 0.9f, 0.75f),
            new Backdrop(Backdrop.Kind.PAPER, 0xF8F5EC, 0xF4F0E4, 0, false, 0.35f),
            true,
            0,
            Marks.NONE));
    add(
        "colored paper, no lines, each piece drops a shadow",
        new Style(
            "paper-cut",
            new Paint(Ramp.TWO, 1, 0.25f, 0xFFFDF6, 0x3A3340, 1, Screen.NONE, 0),
            new InkStyle(0, 0, 0, 0, 0),
            new Backdrop(Backdrop.Kind.PAPER, 0xE9DFC9, 0xDDD0B4, 0.6f, false, 0.3f),
            false,
            0.016f,
            Marks.NONE));
    add(
        "one tone, no lines, one color behind",
        new Style(
            "flat",
            new Paint(Ramp.FLAT, 1, 0, -1, 0x2E2433, 1, Screen.NONE, 0),
            new InkStyle(0, 0, 0, 0, 0),
            new Backdrop(Backdrop.Kind.PAPER, 0xF4F1EA, 0xF4F1EA, 0.35f, false, 0),
            true,
            0,
            Marks.NONE));
    add(
        "moonlight: bright rims and pale lines on deep blue",
        new Style(
            "night",
            new Paint(
                new Ramp(
                    List.of(
                        new Tone(-1, 0x3E4278, 1, 0),
                        new Tone(0.25f, 0x7C82B8, 1, 0),
                        new Tone(0.72f, 0xC4CCEC, 1, 0.05f)),
                    false),
                1,
                0.55f,
                0xCFE4FF,
                0xAFC6F5,
                0.15f,
                Screen.NONE,
                0.8f),
            new InkStyle(0.7f, 0.5f, 0.2f, 0, 0),
            new Backdrop(Backdrop.Kind.PAPER, 0x141838, 0x2A3060, 0, false, 0),
            true,
            0,
            new Marks(0, 1.5f, 0xCFE4FF)));
  }

  private Styles() {}

  private static Style add(String words, Style style) {
    NAMED.put(style.name(), style);
    WORDS.put(style.name(), words);
    return style;
  }

  /** Names of all styles, the usual one first. */
  public static List<String> names() {
    return List.copyOf(NAMED.keySet());
  }

  /** A style by name, or null. */
  public static Style named(String name) {
    return NAMED.get(name);
  }

  /** What a named style looks like, in a few words. */
  public static String describe(String name) {
    return WORDS.get(name);
  }
}
