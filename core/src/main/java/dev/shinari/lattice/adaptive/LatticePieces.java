package dev.shinari.lattice.adaptive;

import dev.shinari.fracture.ParticleCopies;
import java.util.Arrays;

/** Takes parts of a lattice out, as lattices and bodies of their own. */
final class LatticePieces {
  private LatticePieces() {}

  /**
   * Takes a set of leaves that hang together with no others out, with their particles, as a lattice
   * and body of its own. Costs time in the piece alone.
   *
   * @param tell whether the listener hears of the piece
   */
  static AdaptiveLattice takeOut(AdaptiveLattice whole, int[] leaves, String name, boolean tell) {
    LatticeNodes nodes = whole.nodes;
    Cells from = nodes.cells;
    Cells to = new Cells(from.dim, from.levels, from.extent);
    AdaptiveLattice piece =
        new AdaptiveLattice(to, whole.frame, whole.settings, whole.toughness, whole.density);
    int[] old = particlesOf(from, leaves);
    for (int p : old) {
      piece.nodes.newNode(nodes.px[p], nodes.py[p], nodes.pz[p]);
    }
    for (int c : leaves) {
      int d = to.create(from.x[c], from.y[c], from.z[c], from.level[c]);
      to.torn[d] = from.torn[c];
      System.arraycopy(from.tough, from.faces * c, to.tough, to.faces * d, to.faces);
      for (int s = 0; s < from.slots; s++) {
        int p = from.slot[from.slots * c + s];
        if (p >= 0) {
          piece.nodes.join(d, Arrays.binarySearch(old, p));
        }
      }
      for (int l = from.level[c] - 1; l >= 0; l--) {
        int mask = -from.sizeOfLevel(l);
        int ax = from.x[c] & mask, ay = from.y[c] & mask, az = from.z[c] & mask;
        if (to.find(ax, ay, az, l) < 0) {
          int up = to.create(ax, ay, az, l);
          to.setSplit(up);
          to.base[up] = from.base[from.find(ax, ay, az, l)];
        }
      }
    }
    for (int c = 0; c < to.end; c++) {
      if (to.state[c] == Cells.LEAF) {
        to.relink(c);
      }
    }
    LatticeBuilder.makeBody(
        piece.nodes,
        name,
        nodes.body.elasticity(),
        cage -> nodes.editor.examplesOf(old),
        nodes.body);
    ParticleCopies.copyMotion(nodes.body, piece.body(), old);
    if (tell) {
      nodes.listener.parted(piece.body(), old);
    }
    removeCells(whole, leaves);
    for (int k = old.length - 1; k >= 0; k--) { // from the last, whose numbers then stay
      nodes.remove(old[k]);
    }
    nodes.editor.finish();
    return piece;
  }

  /** Numbers of the particles of some cells, ascending. */
  private static int[] particlesOf(Cells cells, int[] leaves) {
    int[] found = new int[leaves.length * cells.slots];
    int n = 0;
    for (int c : leaves) {
      for (int s = cells.slots * c; s < cells.slots * (c + 1); s++) {
        if (cells.slot[s] >= 0) {
          found[n++] = cells.slot[s];
        }
      }
    }
    return Arrays.stream(found, 0, n).sorted().distinct().toArray();
  }

  private static void removeCells(AdaptiveLattice whole, int[] leaves) {
    Cells cells = whole.cells;
    for (int c : leaves) {
      for (int s = 0; s < cells.slots; s++) {
        int p = cells.slot[cells.slots * c + s];
        if (p >= 0) {
          whole.nodes.leave(c, p);
        }
      }
      int x = cells.x[c], y = cells.y[c], z = cells.z[c], l = cells.level[c];
      cells.destroy(c);
      while (--l >= 0) {
        int mask = -cells.sizeOfLevel(l);
        int up = cells.find(x & mask, y & mask, z & mask, l);
        cells.base[up] = true; // lost a child: it stays split for good
        boolean empty = true;
        for (int k = 0; k < cells.corners; k++) {
          empty &= whole.child(up, k) < 0;
        }
        if (!empty) {
          break;
        }
        cells.destroy(up);
      }
    }
  }
}
