package dev.shinari.body;

/**
 * A body's saved state: opaque to callers, complete to the bit.
 *
 * @param changing particles and regions of a body that may change, else null
 */
public record BodyState(
    float[][] arrays,
    double[] numbers,
    int heldCount,
    boolean frozen,
    Elasticity elasticity,
    Changing changing) {

  /** What a body has that particles come to and go from: rest shape, masses and regions. */
  record Changing(int count, float[][] rest, double totalMass, PatchedRegions.State regions) {}
}
