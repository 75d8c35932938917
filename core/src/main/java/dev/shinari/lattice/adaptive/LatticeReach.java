package dev.shinari.lattice.adaptive;

import dev.shinari.fracture.ReachedRegions;

/** The regions of a lattice, over its cells. */
final class LatticeReach extends ReachedRegions {
  private final LatticeNodes nodes;
  private final Cells cells;

  LatticeReach(LatticeNodes nodes, int halfWidth) {
    super(halfWidth);
    this.nodes = nodes;
    cells = nodes.cells;
  }

  @Override
  protected void lookAround(int p) {
    for (int k = cells.corners * p; k < cells.corners * (p + 1) && nodes.touching[k] >= 0; k++) {
      int from = cells.slots * nodes.touching[k];
      for (int s = from; s < from + cells.slots; s++) {
        if (cells.slot[s] >= 0) {
          see(cells.slot[s]);
        }
      }
    }
  }

  @Override
  protected double strengthOf(int p) {
    return nodes.strengthOf(p);
  }

  void markCell(int c) {
    for (int s = cells.slots * c; s < cells.slots * (c + 1); s++) {
      if (cells.slot[s] >= 0) {
        mark(cells.slot[s]);
      }
    }
  }
}
