package dev.shinari.render.film;

import dev.shinari.math.Check;

/**
 * How a contact sheet is laid out. The size of a cell is that of the picture settings.
 *
 * @param frames pictures at most
 * @param columns pictures side by side
 * @param gap pixels between pictures and around them
 * @param labels whether each picture carries its time
 */
public record SheetSettings(int frames, int columns, int gap, boolean labels, FrameChoice choice) {
  /** Twelve pictures in four columns. */
  public static final SheetSettings DEFAULT = new SheetSettings(12, 4, 6, true, FrameChoice.EVEN);

  public SheetSettings {
    Check.inRange("frames", frames, 1, 1000);
    Check.inRange("columns", columns, 1, 1000);
    Check.inRange("gap", gap, 0, 1000);
    Check.that(choice != null, "choice must be given");
  }

  public SheetSettings withFrames(int frames, int columns) {
    return new SheetSettings(frames, columns, gap, labels, choice);
  }

  public SheetSettings withChoice(FrameChoice choice) {
    return new SheetSettings(frames, columns, gap, labels, choice);
  }

  public SheetSettings withLabels(boolean labels) {
    return new SheetSettings(frames, columns, gap, labels, choice);
  }
}
