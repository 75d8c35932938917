package dev.shinari.lattice.adaptive;

/** Cuts pairs of cells from each other [Ohta, sec. 4.3]. */
final class LatticeTearer {
  private final LatticeNodes nodes;
  private final Cells cells;
  private final LatticeReach regions;
  private final int[] fanA;
  private final int[] fanB;
  int tears;

  LatticeTearer(LatticeNodes nodes) {
    this.nodes = nodes;
    cells = nodes.cells;
    regions = nodes.regions;
    fanA = new int[cells.corners + 2];
    fanB = new int[cells.corners + 2];
  }

  /**
   * Cuts a leaf from the one beyond a face, of the same size or larger [Ohta, sec. 4.3]. The face
   * is torn; each particle on it around which the cells no longer hang together is doubled. A
   * hanging particle that would be left without a cell on one side stays with the other. The batch
   * is still to be ended.
   *
   * @return whether there was a pair to cut
   */
  boolean tear(int c, int dir) {
    int b = cells.state[c] == Cells.LEAF ? cells.near[cells.faces * c + dir] : -1;
    if (b < 0) {
      return false;
    }
    tears++;
    cells.torn[c] |= (byte) (1 << dir);
    cells.near[cells.faces * c + dir] = -1;
    if (cells.level[b] == cells.level[c]) {
      cells.torn[b] |= (byte) (1 << (dir ^ 1));
      cells.near[cells.faces * b + (dir ^ 1)] = -1;
    }
    int side = (dir & 1) == 1 ? 2 : 0, axis = dir >> 1;
    for (int s = 0; s < cells.slots; s++) {
      int along = axis == 0 ? Cells.slotX(s) : axis == 1 ? Cells.slotY(s) : Cells.slotZ(s);
      if (along == side && cells.slot[cells.slots * c + s] >= 0) {
        part(c, b, cells.slot[cells.slots * c + s]);
      }
    }
    return true;
  }

  private void part(int a, int b, int p) {
    int n = cells.fan(a, nodes.px[p], nodes.py[p], nodes.pz[p], fanA);
    boolean cornerA = false;
    for (int i = 0; i < n; i++) {
      if (fanA[i] == b) {
        return; // still hangs together, round the tip of the tear
      }
      cornerA |= nodes.isCornerOf(fanA[i], p);
    }
    int m = cells.fan(b, nodes.px[p], nodes.py[p], nodes.pz[p], fanB);
    boolean cornerB = false;
    for (int i = 0; i < m; i++) {
      cornerB |= nodes.isCornerOf(fanB[i], p);
    }
    for (int i = 0; i < n; i++) {
      regions.markCell(fanA[i]);
    }
    for (int i = 0; i < m; i++) {
      regions.markCell(fanB[i]);
    }
    if (cornerA && cornerB) {
      int copy = nodes.addCopy(p);
      for (int i = 0; i < m; i++) {
        nodes.leave(fanB[i], p);
        nodes.join(fanB[i], copy);
      }
      regions.mark(copy);
      nodes.editor.setMass(p, (float) nodes.massOf(p));
      nodes.editor.setMass(copy, (float) nodes.massOf(copy));
      nodes.listener.copied(p, copy);
      return;
    }
    int[] bare = cornerA ? fanB : fanA;
    for (int i = 0, k = cornerA ? m : n; i < k; i++) {
      nodes.leave(bare[i], p);
    }
  }
}
