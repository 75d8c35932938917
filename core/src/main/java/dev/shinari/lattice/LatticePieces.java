package dev.shinari.lattice;

import dev.shinari.body.Particles;
import java.util.Arrays;

/** Takes parts of a lattice out, as lattices and bodies of their own. */
final class LatticePieces {
  private LatticePieces() {}

  /**
   * Takes a set of leaves that hang together with no others out, with their particles, as a lattice
   * and body of its own.
   *
   * @param map receives the new number of each particle that goes, -1 for those that stay
   * @param tell whether the listener hears of the piece
   */
  static AdaptiveLattice takeOut(
      AdaptiveLattice whole, int[] leaves, int n, String name, int[] map, boolean tell) {
    LatticeNodes nodes = whole.nodes;
    Cells from = nodes.cells;
    Cells to = new Cells(from.dim, from.levels, from.extent);
    AdaptiveLattice piece = new AdaptiveLattice(to, whole.frame, whole.settings, whole.toughness, whole.density);
    Arrays.fill(map, 0, nodes.count, -1);
    for (int i = 0; i < n; i++) {
      for (int s = 0; s < from.slots; s++) {
        int p = from.slot[from.slots * leaves[i] + s];
        if (p >= 0) {
          map[p] = 0;
        }
      }
    }
    for (int p = 0; p < nodes.count; p++) {
      if (map[p] == 0) {
        map[p] = piece.nodes.newNode(nodes.px[p], nodes.py[p], nodes.pz[p]);
      }
    }
    for (int i = 0; i < n; i++) {
      int c = leaves[i];
      int d = to.create(from.x[c], from.y[c], from.z[c], from.level[c]);
      to.torn[d] = from.torn[c];
      System.arraycopy(from.tough, from.faces * c, to.tough, to.faces * d, to.faces);
      for (int s = 0; s < from.slots; s++) {
        int p = from.slot[from.slots * c + s];
        if (p >= 0) {
          piece.nodes.join(d, map[p]);
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
    LatticeBuilder.makeBody(piece.nodes, name, nodes.body.elasticity(), nodes.body);
    copyMotion(nodes, piece.nodes, map);
    if (tell) {
      nodes.listener.parted(piece, map);
    }
    removeCells(whole, leaves, n);
    for (int p = nodes.count - 1; p >= 0; p--) {
      if (map[p] >= 0) {
        nodes.remove(p);
      }
    }
    nodes.editor.finish();
    return piece;
  }

  private static void copyMotion(LatticeNodes nodes, LatticeNodes piece, int[] map) {
    Particles a = nodes.body.particles(), b = piece.body.particles();
    piece.body.translate(a.originX(), a.originY(), a.originZ());
    for (int p = 0; p < nodes.count; p++) {
      int i = map[p];
      if (i >= 0) {
        b.x()[i] = (float) (a.worldX(p) - b.originX());
        b.y()[i] = (float) (a.worldY(p) - b.originY());
        b.z()[i] = (float) (a.worldZ(p) - b.originZ());
        b.vx()[i] = a.vx()[p];
        b.vy()[i] = a.vy()[p];
        b.vz()[i] = a.vz()[p];
        if (a.mobility()[p] == 0) {
          piece.body.hold(i);
        }
        piece.editor.copyRotation(i, nodes.body, p);
      }
    }
  }

  private static void removeCells(AdaptiveLattice whole, int[] leaves, int n) {
    Cells cells = whole.cells;
    for (int i = 0; i < n; i++) {
      int c = leaves[i];
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
