package dev.shinari.io.scene.plan;

import java.util.Locale;

/**
 * How well a pose of a surface was carried over to the cage of a body.
 *
 * @param gapRms root mean square distance between the cage's surface and the one asked for, as a
 *     share of the body's size
 * @param gapMax largest distance, likewise
 * @param cellsInsideOut cells of the cage that the pose turns inside out
 * @param coarse whether a finer cage would follow the pose more closely
 */
public record PoseReport(
    String body, String pose, double gapRms, double gapMax, int cellsInsideOut, boolean coarse) {

  /** One line for a reader. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "body %s: pose %s: the cage meets the surface to %.2g %% of its size (largest gap %.2g"
            + " %%)%s%s",
        body,
        pose,
        100 * gapRms,
        100 * gapMax,
        cellsInsideOut > 0 ? "; it turns " + cellsInsideOut + " cells inside out" : "",
        coarse ? "; a finer cage would follow it more closely" : "");
  }
}
