package dev.shinari.lattice.adaptive;

import java.util.Arrays;

/** Cuts pairs of cells from each other [Ohta, sec. 4.3], and looks at what is torn nearby. */
final class LatticeTearer {
  private final LatticeNodes nodes;
  private final Cells cells;
  private final LatticeReach regions;
  private final int[] fanA;
  private final int[] fanB;
  private int[] cellSeen = {};
  private int[] cellQueue = {};
  private int cellStamp;
  private int[] dark = {}; // cells near a tear, as far as this step has found out
  private int darkStamp;
  private int[] hopEnds = {};
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

  /** Whether a face has a particle at which another face is torn: a tear would run on there. */
  boolean isTip(int c, int dir) {
    int side = (dir & 1) == 1 ? 2 : 0, axis = dir >> 1;
    for (int s = 0; s < cells.slots; s++) {
      int along = axis == 0 ? Cells.slotX(s) : axis == 1 ? Cells.slotY(s) : Cells.slotZ(s);
      int p = cells.slot[cells.slots * c + s];
      if (along != side || p < 0) {
        continue;
      }
      for (int k = cells.corners * p; k < cells.corners * (p + 1) && nodes.touching[k] >= 0; k++) {
        if (cells.torn[nodes.touching[k]] != 0 && hasTornFaceAt(nodes.touching[k], p)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean hasTornFaceAt(int c, int p) {
    int s = cells.slotAt(c, nodes.px[p], nodes.py[p], nodes.pz[p]);
    for (int dir = 0; dir < cells.faces; dir++) {
      int axis = dir >> 1;
      int along = axis == 0 ? Cells.slotX(s) : axis == 1 ? Cells.slotY(s) : Cells.slotZ(s);
      if (cells.isTorn(c, dir) && along == ((dir & 1) == 1 ? 2 : 0)) {
        return true;
      }
    }
    return false;
  }

  /** A step begins: what {@link #tornNear} knows is of the last one. */
  void forgetTears() {
    darkStamp++;
  }

  /**
   * Whether a face is torn at some cell that is reached from a or b over at most so many cells.
   *
   * @param remember whether cells on the way to a tear that was found count as near to it for the
   *     rest of the step: a wide search is then made for a few pairs and not for all
   */
  boolean tornNear(int a, int b, int reachCells, boolean remember) {
    if (remember && dark.length < cells.end) {
      dark = new int[cells.x.length];
      darkStamp = 1;
    }
    if (remember && (dark[a] == darkStamp || dark[b] == darkStamp)) {
      return true;
    }
    if (hopEnds.length < reachCells + 1) {
      hopEnds = new int[reachCells + 1];
    }
    if (cellSeen.length < cells.end) {
      cellSeen = new int[cells.x.length];
      cellStamp = 0;
    }
    cellStamp++;
    int head = 0, tail = 0;
    cellSeen[a] = cellStamp;
    cellSeen[b] = cellStamp;
    if (cellQueue.length < 2 + cells.faces) {
      cellQueue = new int[256];
    }
    cellQueue[tail++] = a;
    cellQueue[tail++] = b;
    for (int hop = 0; hop <= reachCells; hop++) {
      hopEnds[hop] = tail;
      for (int end = tail; head < end; head++) {
        int c = cellQueue[head];
        if (cells.torn[c] != 0) {
          for (int k = 0; remember && k < hopEnds[Math.min(hop, reachCells - hop)]; k++) {
            dark[cellQueue[k]] = darkStamp;
          }
          return true;
        }
        if (tail + cells.faces > cellQueue.length) {
          cellQueue = Arrays.copyOf(cellQueue, 2 * cellQueue.length);
        }
        for (int dir = 0; dir < cells.faces; dir++) {
          int n = cells.near[cells.faces * c + dir];
          if (n >= 0 && cellSeen[n] != cellStamp) {
            cellSeen[n] = cellStamp;
            cellQueue[tail++] = n;
          }
        }
      }
    }
    return false;
  }
}
