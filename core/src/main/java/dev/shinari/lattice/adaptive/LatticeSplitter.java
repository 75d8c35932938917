package dev.shinari.lattice.adaptive;

import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.Toughness;

/**
 * Halves cells [Ohta, sec. 4.2] and makes one of their children again. Neither moves anything: new
 * particles stand and move as the cell's corners say, masses follow from the cells, and momentum
 * that a particle would win or lose by its new mass is given back to the cell's particles.
 */
final class LatticeSplitter {
  private final LatticeNodes nodes;
  private final Cells cells;
  private final LatticeReach regions;
  private final Toughness toughness;
  private final int mostCells;
  private final int[] children;
  private final int[] fan;
  private final int[] parents;
  private final int[] points;
  int splits;
  int merges;

  // What the particles of a change had before it.
  private double momentumX;
  private double momentumY;
  private double momentumZ;

  LatticeSplitter(LatticeNodes nodes, Toughness toughness, int mostCells) {
    this.nodes = nodes;
    this.toughness = toughness;
    this.mostCells = mostCells;
    cells = nodes.cells;
    regions = nodes.regions;
    children = new int[cells.corners];
    fan = new int[cells.corners + 2];
    parents = new int[cells.corners];
    points = new int[cells.slots];
  }

  boolean canSplit(int c) {
    return cells.level[c] < cells.levels && cells.leaves + cells.corners - 1 <= mostCells;
  }

  /**
   * Halves a leaf [Ohta, sec. 4.2], and before it larger ones beside it. The batch is still to be
   * ended.
   */
  boolean split(int c) {
    if (cells.state[c] != Cells.LEAF || !canSplit(c)) {
      return false;
    }
    for (int guard = 0; guard < 64; guard++) {
      int larger = larger(c);
      if (larger < 0) {
        break;
      }
      if (!split(larger)) {
        return false;
      }
    }
    if (!canSplit(c)) {
      return false;
    }
    splits++;
    int at = cells.slots * c;
    beginMomentum();
    for (int s = 0; s < cells.slots; s++) {
      if (cells.slot[at + s] >= 0) {
        addMomentum(cells.slot[at + s]);
      }
    }
    int half = cells.size(c) / 2;
    for (int s = 0; s < cells.slots; s++) {
      if (cells.slot[at + s] < 0) {
        int p = bear(c, s, half);
        int n = cells.fan(c, nodes.px[p], nodes.py[p], nodes.pz[p], fan);
        for (int i = 0; i < n; i++) {
          nodes.join(fan[i], p);
          regions.markCell(fan[i]);
        }
      }
      points[s] = cells.slot[at + s];
    }
    for (int s = 0; s < cells.slots; s++) {
      nodes.leave(c, points[s]);
    }
    cells.divide(c, children);
    for (int k = 0; k < cells.corners; k++) {
      for (int j = 0; j < cells.corners; j++) {
        int sx = (k & 1) + (j & 1), sy = (k >> 1 & 1) + (j >> 1 & 1), sz = (k >> 2) + (j >> 2);
        nodes.join(children[k], points[sx + 3 * sy + 9 * sz]);
      }
      regions.markCell(children[k]);
      LatticeBuilder.paint(cells, nodes.frame, toughness, children[k]);
    }
    for (int k = 0; k < cells.corners; k++) {
      cells.relinkAround(children[k]);
    }
    keepMomentum(points, cells.slots);
    return true;
  }

  private int larger(int c) {
    int deep = cells.dim == 3 ? 1 : 0;
    for (int dz = -deep; dz <= deep; dz++) {
      for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
          int axes = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
          if (axes == 0 || axes > cells.dim - 1) {
            continue;
          }
          int b = cells.beyond(c, dx, dy, dz);
          if (b >= 0 && cells.level[b] < cells.level[c]) {
            return b;
          }
        }
      }
    }
    return -1;
  }

  /** A new particle in an empty slot, in the middle of the corners around it. */
  private int bear(int c, int s, int half) {
    int n = 0;
    for (int k = 0; k < cells.corners; k++) {
      int corner = Cells.cornerSlot(k);
      if (fits(Cells.slotX(s), Cells.slotX(corner))
          && fits(Cells.slotY(s), Cells.slotY(corner))
          && fits(Cells.slotZ(s), Cells.slotZ(corner))) {
        parents[n++] = cells.slot[cells.slots * c + corner];
      }
    }
    int p =
        nodes.addParticle(
            cells.x[c] + Cells.slotX(s) * half,
            cells.y[c] + Cells.slotY(s) * half,
            cells.z[c] + Cells.slotZ(s) * half,
            parents[0]);
    nodes.editor.blendPoses(p, parents, n);
    Particles q = nodes.body.particles();
    double x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0;
    for (int k = 0; k < n; k++) {
      int i = parents[k];
      x += q.x()[i];
      y += q.y()[i];
      z += q.z()[i];
      vx += q.vx()[i];
      vy += q.vy()[i];
      vz += q.vz()[i];
    }
    q.x()[p] = (float) (x / n);
    q.y()[p] = (float) (y / n);
    q.z()[p] = (float) (z / n);
    q.vx()[p] = (float) (vx / n);
    q.vy()[p] = (float) (vy / n);
    q.vz()[p] = (float) (vz / n);
    nodes.listener.born(p, parents, n);
    return p;
  }

  private static boolean fits(int slot, int corner) {
    return slot == 1 || slot == corner;
  }

  /**
   * Whether all children of a split cell are leaves with nothing torn and nothing smaller beside.
   */
  boolean canMerge(int c) {
    if (cells.state[c] != Cells.SPLIT || cells.base[c]) {
      return false;
    }
    int h = cells.size(c) / 2, l = cells.level[c] + 1;
    int deep = cells.dim == 3 ? 1 : 0;
    for (int k = 0; k < cells.corners; k++) {
      int child =
          cells.find(
              cells.x[c] + (k & 1) * h,
              cells.y[c] + (k >> 1 & 1) * h,
              cells.z[c] + (k >> 2) * h,
              l);
      if (child < 0 || cells.state[child] != Cells.LEAF || cells.torn[child] != 0) {
        return false;
      }
      for (int dz = -deep; dz <= deep; dz++) {
        for (int dy = -1; dy <= 1; dy++) {
          for (int dx = -1; dx <= 1; dx++) {
            int axes = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
            if (axes > 0 && axes < cells.dim && cells.beyond(child, dx, dy, dz) == Cells.SMALLER) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  /** Child k of a split cell. */
  int child(int c, int k) {
    int h = cells.size(c) / 2;
    return cells.find(
        cells.x[c] + (k & 1) * h,
        cells.y[c] + (k >> 1 & 1) * h,
        cells.z[c] + (k >> 2) * h,
        cells.level[c] + 1);
  }

  /** Makes one cell of its children again. The batch is still to be ended. */
  boolean merge(int c) {
    if (!canMerge(c)) {
      return false;
    }
    merges++;
    for (int k = 0; k < cells.corners; k++) {
      int child = child(c, k);
      for (int j = 0; j < cells.corners; j++) {
        int sx = (k & 1) + (j & 1), sy = (k >> 1 & 1) + (j >> 1 & 1), sz = (k >> 2) + (j >> 2);
        points[sx + 3 * sy + 9 * sz] = cells.slot[cells.slots * child + Cells.cornerSlot(j)];
      }
    }
    beginMomentum();
    for (int s = 0; s < cells.slots; s++) {
      addMomentum(points[s]);
      regions.mark(points[s]);
    }
    for (int k = 0; k < cells.corners; k++) {
      int child = child(c, k);
      for (int s = 0; s < cells.slots; s++) {
        int p = cells.slot[cells.slots * child + s];
        if (p >= 0) {
          nodes.leave(child, p);
        }
      }
      cells.destroy(child);
    }
    cells.setLeaf(c);
    for (int s = 0; s < cells.slots; s++) {
      nodes.join(c, points[s]);
    }
    int kept = 0;
    for (int s = 0; s < cells.slots; s++) {
      int p = points[s];
      if (nodes.isNeeded(p)) {
        points[kept++] = p;
        continue;
      }
      while (nodes.touching[cells.corners * p] >= 0) {
        int d = nodes.touching[cells.corners * p];
        regions.markCell(d);
        nodes.leave(d, p);
      }
      int last = nodes.count - 1;
      nodes.remove(p);
      for (int t = 0; t < cells.slots; t++) {
        points[t] = points[t] == last ? p : points[t];
      }
    }
    cells.relinkAround(c);
    keepMomentum(points, kept);
    return true;
  }

  private void beginMomentum() {
    momentumX = 0;
    momentumY = 0;
    momentumZ = 0;
  }

  private void addMomentum(int i) {
    Particles q = nodes.body.particles();
    momentumX += (double) q.mass()[i] * q.vx()[i];
    momentumY += (double) q.mass()[i] * q.vy()[i];
    momentumZ += (double) q.mass()[i] * q.vz()[i];
  }

  /** Sets masses from cells, and gives the particles the momentum back that this changed. */
  private void keepMomentum(int[] list, int n) {
    Particles q = nodes.body.particles();
    double free = 0;
    for (int k = 0; k < n; k++) {
      int i = list[k];
      nodes.editor.setMass(i, (float) nodes.massOf(i));
      double m = q.mass()[i];
      momentumX -= m * q.vx()[i];
      momentumY -= m * q.vy()[i];
      momentumZ -= m * q.vz()[i];
      free += m * q.mobility()[i];
    }
    if (!(free > 0)) {
      return; // all are held: their velocities are not ours to change
    }
    float dx = (float) (momentumX / free);
    float dy = (float) (momentumY / free);
    float dz = (float) (momentumZ / free);
    for (int k = 0; k < n; k++) {
      int i = list[k];
      float f = q.mobility()[i];
      q.vx()[i] += f * dx;
      q.vy()[i] += f * dy;
      q.vz()[i] += f * dz;
    }
  }
}
