package dev.shinari.lattice;

import dev.shinari.body.particle.Particles;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;

/**
 * Where the middles of all leaves are, and how far those of neighbors have come apart [Ohta, sec.
 * 4.2]:
 *
 * <pre>
 *   stretch = (distance of the cells' middles now / at rest - 1) / toughness of the face
 * </pre>
 */
final class LatticeStretch {
  private final AdaptiveLattice lattice;
  private final Cells cells;
  float[] x = {};
  float[] y = {};
  float[] z = {};
  float[] most = {}; // largest stretch of the pairs that a leaf is in
  int measured; // cells that the last measure knew

  LatticeStretch(AdaptiveLattice lattice) {
    this.lattice = lattice;
    cells = lattice.cells;
  }

  void measure() {
    int n = cells.end;
    measured = n;
    if (x.length < n) {
      int size = cells.x.length;
      x = new float[size];
      y = new float[size];
      z = new float[size];
      most = new float[size];
    }
    Particles p = lattice.body().particles();
    float[] px = p.x(), py = p.y(), pz = p.z();
    int[] slot = cells.slot;
    float share = 1f / cells.corners;
    for (int c = 0; c < n; c++) {
      most[c] = Float.NEGATIVE_INFINITY;
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      int at = cells.slots * c;
      int a = slot[at], b = slot[at + 2], d = slot[at + 6], e = slot[at + 8];
      float sx = px[a] + px[b] + px[d] + px[e];
      float sy = py[a] + py[b] + py[d] + py[e];
      float sz = pz[a] + pz[b] + pz[d] + pz[e];
      if (cells.dim == 3) {
        a = slot[at + 18];
        b = slot[at + 20];
        d = slot[at + 24];
        e = slot[at + 26];
        sx += px[a] + px[b] + px[d] + px[e];
        sy += py[a] + py[b] + py[d] + py[e];
        sz += pz[a] + pz[b] + pz[d] + pz[e];
      }
      x[c] = sx * share;
      y[c] = sy * share;
      z[c] = sz * share;
    }
    int faces = cells.faces;
    for (int c = 0; c < n; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      for (int dir = 0; dir < faces; dir++) {
        int b = cells.near[faces * c + dir];
        if (b >= 0 && ((dir & 1) == 1 || cells.level[b] != cells.level[c])) {
          float s = of(c, b, dir);
          most[c] = s > most[c] ? s : most[c];
          most[b] = s > most[b] ? s : most[b];
        }
      }
    }
  }

  /** Stretch of the pair of c and what is beyond a face of it. */
  float of(int c, int b, int dir) {
    float dx = x[b] - x[c], dy = y[b] - y[c], dz = z[b] - z[c];
    float now = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
    float rest;
    int sc = cells.size(c);
    if (cells.level[b] == cells.level[c]) {
      rest = sc;
    } else {
      int sb = cells.size(b);
      float u = cells.x[b] - cells.x[c] + 0.5f * (sb - sc);
      float v = cells.y[b] - cells.y[c] + 0.5f * (sb - sc);
      float w = cells.dim == 2 ? 0 : cells.z[b] - cells.z[c] + 0.5f * (sb - sc);
      rest = (float) Math.sqrt(u * u + v * v + w * w);
    }
    rest *= (float) lattice.frame.unit;
    return (now / rest - 1) / cells.tough[cells.faces * c + dir];
  }
}
