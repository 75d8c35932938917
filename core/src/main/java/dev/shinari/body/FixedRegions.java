package dev.shinari.body;

import dev.shinari.kernel.Kernels;

/**
 * Regions that stay as they were made. What is known of them at rest can be worked out once, which
 * is what example poses need: a body whose regions change has none.
 */
abstract sealed class FixedRegions extends RegionOperator permits SparseRegions, LatticeRegions {
  /** What chooses targets other than the rest shape; null for a plain body. */
  ExampleStage examples;

  FixedRegions(Kernels kernels, int paddedRegions) {
    super(kernels, paddedRegions);
  }

  /** The tiles in which regions run, in slots: places of the regions' arrays. */
  abstract ExampleGroups.Tiles tiles();

  /** Slot of region r. */
  abstract int slot(int r);

  /** K = sum m~ q q^T / rho a slot: 6 arrays, xx, yy, zz, xy, yz, zx. */
  abstract float[][] restMoments();

  /** Sum of m~ a slot. */
  abstract float[] regionMass();

  /** Sum of m~ |q|^2 a slot. */
  abstract float[] rho();

  void setExamples(ExampleStage stage) {
    examples = stage;
  }
}
