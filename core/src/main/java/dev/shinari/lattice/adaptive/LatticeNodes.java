package dev.shinari.lattice.adaptive;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.fracture.FractureListener;
import dev.shinari.fracture.ParticleCopies;
import java.util.Arrays;

/**
 * The particles of a lattice: the node of the finest grid on which each stands, and the cells that
 * it touches. A cell's slots ({@link Cells#slot}) tell the same the other way round; both change
 * here and nowhere else.
 */
final class LatticeNodes {
  final Cells cells;
  final LatticeFrame frame;
  private final float density;
  final LatticeReach regions;
  Body body; // once it is made
  BodyEditor editor;
  FractureListener listener = FractureListener.NONE;

  int[] px = new int[64];
  int[] py = new int[64];
  int[] pz = new int[64];
  int[] touching; // corners ints a particle: cells, then -1
  int count;

  LatticeNodes(Cells cells, LatticeFrame frame, int halfWidth, float density) {
    this.cells = cells;
    this.frame = frame;
    this.density = density;
    touching = new int[64 * cells.corners];
    regions = new LatticeReach(this, halfWidth);
  }

  /** Nodes and cells of all particles, as {@link #restore} takes them. */
  int[][] save() {
    return new int[][] {px.clone(), py.clone(), pz.clone(), touching.clone(), {count}};
  }

  void restore(int[][] saved) {
    px = saved[0].clone();
    py = saved[1].clone();
    pz = saved[2].clone();
    touching = saved[3].clone();
    count = saved[4][0];
    for (int p = 0; p < px.length; p++) {
      regions.added(p);
    }
  }

  /** A particle on a node, in no cell so far. */
  int newNode(int x, int y, int z) {
    int p = count++;
    if (p == px.length) {
      int n = 2 * p;
      px = Arrays.copyOf(px, n);
      py = Arrays.copyOf(py, n);
      pz = Arrays.copyOf(pz, n);
      touching = Arrays.copyOf(touching, n * cells.corners);
    }
    px[p] = x;
    py[p] = y;
    pz[p] = z;
    Arrays.fill(touching, cells.corners * p, cells.corners * (p + 1), -1);
    regions.added(p);
    return p;
  }

  /** A particle on a node, in the body too; place, velocity and mass are still to be set. */
  int addParticle(int x, int y, int z, int like) {
    int p = newNode(x, y, z);
    int i =
        editor.add(
            (float) (frame.restX(x, y) - body.restCenter(0)),
            (float) (frame.restY(x, y) - body.restCenter(1)),
            (float) (frame.restZ(z) - body.restCenter(2)),
            like);
    assert i == p;
    return p;
  }

  /** A copy of particle p: same node, place, velocity, hold; in no cell so far. */
  int addCopy(int p) {
    int copy = addParticle(px[p], py[p], pz[p], p);
    ParticleCopies.copy(body, editor, p, copy);
    return copy;
  }

  /** Takes a particle out that is in no cell; the last one takes its number. */
  void remove(int p) {
    int last = --count;
    if (p != last) {
      px[p] = px[last];
      py[p] = py[last];
      pz[p] = pz[last];
      System.arraycopy(touching, cells.corners * last, touching, cells.corners * p, cells.corners);
      for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
        int c = touching[k];
        cells.slot[cells.slots * c + cells.slotAt(c, px[p], py[p], pz[p])] = p;
      }
    }
    regions.removed(p, last);
    editor.remove(p);
    listener.removed(p, last);
  }

  /** Puts particle p into the slot of cell c where it stands. */
  void join(int c, int p) {
    int s = cells.slotAt(c, px[p], py[p], pz[p]);
    assert s >= 0 : "neighbors differ by more than one level";
    cells.slot[cells.slots * c + s] = p;
    int k = cells.corners * p;
    while (touching[k] >= 0) {
      k++;
    }
    assert k < cells.corners * (p + 1);
    touching[k] = c;
  }

  /** Takes particle p out of cell c. */
  void leave(int c, int p) {
    cells.slot[cells.slots * c + cells.slotAt(c, px[p], py[p], pz[p])] = -1;
    int from = cells.corners * p, last = from + cells.corners - 1;
    int k = from;
    while (touching[k] != c) {
      k++;
    }
    while (k < last) {
      touching[k] = touching[k + 1];
      k++;
    }
    touching[last] = -1;
  }

  /** Whether a particle stands on a corner of a cell that it touches. */
  boolean isCornerOf(int c, int p) {
    return Cells.isCorner(cells.slotAt(c, px[p], py[p], pz[p]));
  }

  /** Whether some cell has a corner at a particle; one without would have no mass. */
  boolean isNeeded(int p) {
    boolean needed = false;
    for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
      needed |= isCornerOf(touching[k], p);
    }
    return needed;
  }

  /**
   * How strongly the region around p pulls, so that stiffness does not depend on the level of its
   * cells. At a strain e, region r holds the energy
   *
   * <pre>
   *   k_r sum m~ |e q|^2  ~  k_r e^2 M_r I_r,    I_r = mean of |q|^2 over its members
   * </pre>
   *
   * and the M_r add up to the body's mass, whatever the cells. So the energy of a strain is that of
   * the coarse lattice if k_r = I of the coarse region that would be in its place, over I_r. Along
   * an axis on which the cells at p reach from -a to b, members spread over (a + b)^2; coarse ones
   * over (H + H)^2, or H^2 where p is on an edge of the matter and a or b is 0. Hence
   *
   * <pre>
   *   k_r = sum over axes of (a' + b')^2 / sum over axes of (a + b)^2,   a' = H where a > 0, else 0
   * </pre>
   *
   * 4^level where all cells at p are of one level.
   */
  double strengthOf(int p) {
    double coarse = 0, own = 0;
    int size = cells.sizeOfLevel(0);
    for (int axis = 0; axis < cells.dim; axis++) {
      int at = axis == 0 ? px[p] : axis == 1 ? py[p] : pz[p];
      int below = 0, above = 0;
      for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
        int c = touching[k];
        int low = axis == 0 ? cells.x[c] : axis == 1 ? cells.y[c] : cells.z[c];
        below = Math.max(below, at - low);
        above = Math.max(above, low + cells.size(c) - at);
      }
      double wide = (below > 0 ? size : 0) + (above > 0 ? size : 0);
      coarse += wide * wide;
      own += (double) (below + above) * (below + above);
    }
    return own > 0 ? Math.max(1, coarse / own) : 1;
  }

  /** Each cell gives its corners equal parts of its mass. */
  double massOf(int p) {
    double m = 0;
    for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
      int c = touching[k];
      if (isCornerOf(c, p)) {
        double e = cells.size(c) * frame.unit;
        m += density * (cells.dim == 2 ? e * e : e * e * e) / cells.corners;
      }
    }
    return m;
  }
}
