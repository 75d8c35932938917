package dev.shinari.lattice.adaptive;

import dev.shinari.math.Check;

/**
 * When a lattice splits, tears and merges. Ratios are of the distance between the middles of two
 * neighboring cells, now to at rest [Ohta, sec. 4.2, 4.3]; infinity switches a change off.
 *
 * @param splitRatio above this both cells of a pair are halved
 * @param tearRatio above this a pair of cells that cannot be halved is cut; not below splitRatio
 * @param mergeRatio sisters that all stay below this for {@code mergeSeconds} become one again; not
 *     above splitRatio; 0 for never
 * @param mergeSeconds how long they must be quiet
 * @param halfWidth w of the regions, 1 or more [Ohta, sec. 3]
 * @param maxCells no cell is halved beyond so many
 * @param dustCells a piece of fewer cells is dust
 * @param keepDust whether dust stays (as part of the body that it came off) or goes
 */
public record FractureSettings(
    float splitRatio,
    float tearRatio,
    float mergeRatio,
    float mergeSeconds,
    int halfWidth,
    int maxCells,
    int dustCells,
    boolean keepDust) {
  public static final FractureSettings DEFAULT =
      new FractureSettings(1.15f, 1.4f, 1.05f, 0.5f, 1, 200_000, 4, true);

  /** Neither splits nor tears. */
  public static final FractureSettings NEVER =
      new FractureSettings(
          Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, 0, 1, 1, 1_000_000, 0, true);

  public FractureSettings {
    Check.inRange("splitRatio", splitRatio, 1.0001f, Float.POSITIVE_INFINITY);
    Check.inRange("tearRatio", tearRatio, 1.0001f, Float.POSITIVE_INFINITY);
    Check.that(
        tearRatio >= splitRatio,
        "tearRatio must not be below splitRatio, got "
            + tearRatio
            + " and "
            + splitRatio
            + "; cells are split before they tear");
    Check.that(
        mergeRatio >= 0 && mergeRatio <= splitRatio,
        "mergeRatio must be between 0 and splitRatio, got " + mergeRatio);
    Check.positive("mergeSeconds", mergeSeconds);
    Check.inRange("halfWidth", halfWidth, 1, 16);
    Check.inRange("maxCells", maxCells, 1, 10_000_000);
    Check.inRange("dustCells", dustCells, 0, 1_000_000);
  }

  public FractureSettings withRatios(float split, float tear, float merge) {
    return new FractureSettings(
        split, tear, merge, mergeSeconds, halfWidth, maxCells, dustCells, keepDust);
  }

  public FractureSettings withHalfWidth(int w) {
    return new FractureSettings(
        splitRatio, tearRatio, mergeRatio, mergeSeconds, w, maxCells, dustCells, keepDust);
  }

  public FractureSettings withMergeSeconds(float seconds) {
    return new FractureSettings(
        splitRatio, tearRatio, mergeRatio, seconds, halfWidth, maxCells, dustCells, keepDust);
  }

  public FractureSettings withMaxCells(int most) {
    return new FractureSettings(
        splitRatio, tearRatio, mergeRatio, mergeSeconds, halfWidth, most, dustCells, keepDust);
  }

  public FractureSettings withDust(int cells, boolean keep) {
    return new FractureSettings(
        splitRatio, tearRatio, mergeRatio, mergeSeconds, halfWidth, maxCells, cells, keep);
  }
}
