package dev.shinari.body;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.shaping.PlasticFlow;
import dev.shinari.body.shaping.Shaping;
import dev.shinari.example.ExampleEdits;

/**
 * A body's saved state: opaque to callers, complete to the bit.
 *
 * @param changing particles and regions of a body that may change, else null
 * @param reshaped what asks it to be other than its rest shape, or null
 */
public record BodyState(
    float[][] arrays,
    double[] numbers,
    int heldCount,
    boolean frozen,
    Elasticity elasticity,
    Changing changing,
    Reshaped reshaped) {

  /** What asks a body to be other than its rest shape; flow is null where regions may not flow. */
  record Reshaped(Shaping shaping, PlasticFlow flow) {}

  /** What a body has that may be edited: rest shape, masses, regions, places in its poses. */
  record Changing(
      int count,
      float[][] rest,
      double totalMass,
      ListRegions.State regions,
      ExampleEdits.Saved examples) {}
}
