package dev.shinari.lattice;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.CutPlane;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureListener;
import dev.shinari.fracture.FractureTopology;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.math.Check;
import java.util.Arrays;
import java.util.List;

/**
 * A body that splits, tears and merges as it is pulled [Ohta, sec. 4; Lin, sec. 2.3]. After each
 * step {@link #age} looks at how far cells are stretched, over the toughness of their faces:
 *
 * <pre>
 *   above the split threshold     cells are halved, where a tear starts or goes on
 *   above the tear threshold      a pair is cut, once both cells are as small as they may be
 *   below the merge threshold     sisters become one again after a while
 * </pre>
 *
 * <p>Where we leave the paper: a pair is cut only at the finest size, so that a tear never shows
 * coarse cells; and not every pair beyond the threshold is cut, but tears start one at a time and
 * run on from their fronts ({@link LatticeCracks}).
 */
public final class LatticeBody extends FractureBody {
  private final AdaptiveLattice lattice;
  private final LatticeStretch stretch;
  private final FractureSettings asMade;
  private final LatticeCracks cracks;
  private CutPlane cutting; // while a cut is made
  private final double[] across = new double[3];

  private LatticeBody(AdaptiveLattice lattice, LatticeFamily family, FractureSettings asMade) {
    super(family, lattice.cells);
    this.lattice = lattice;
    this.asMade = asMade;
    stretch = new LatticeStretch(lattice);
    cracks = new LatticeCracks(lattice, stretch, family.cracks);
  }

  /** The first body of a family of pieces. */
  public static LatticeBody of(AdaptiveLattice lattice, LatticeSkin skin) {
    Check.notNull("lattice", lattice);
    Check.notNull("skin", skin);
    LatticeFamily f = new LatticeFamily(lattice, skin);
    LatticeBody b = new LatticeBody(lattice, f, lattice.settings());
    f.addFirst(b);
    b.lookAtAll(); // a drawing may have several islands
    return b;
  }

  @Override
  public Body body() {
    return lattice.body();
  }

  public AdaptiveLattice lattice() {
    return lattice;
  }

  /** All pieces of what was one lattice at first, see {@link #family}. */
  public List<LatticeBody> pieces() {
    return family().members().stream().map(LatticeBody.class::cast).toList();
  }

  /** {@link AdaptiveLattice#visitCount}, with what the search for pieces looked at. */
  public long looks() {
    return lattice.visitCount() + searchLooks();
  }

  @Override
  public int version() {
    return lattice.version();
  }

  @Override
  public int merges() {
    return lattice.merges();
  }

  @Override
  public float limit() {
    return lattice.settings.tearRatio();
  }

  /** Cells are halved as the lattice was told to, and below the limit in any case. */
  @Override
  public void setLimit(float ratio) {
    float split = ratio < asMade.splitRatio() ? ratio : asMade.splitRatio();
    lattice.setRatios(split, ratio, Math.min(asMade.mergeRatio(), split));
  }

  @Override
  public void setListener(FractureListener listener) {
    lattice.setListener(listener);
  }

  @Override
  public boolean isFlat() {
    return lattice.dimension() == 2;
  }

  @Override
  public int[] boundary() {
    return lattice.boundary();
  }

  @Override
  public int[] cover() {
    return lattice.cover();
  }

  @Override
  public FractureTopology topology() {
    Cells c = lattice.cells;
    long[] keys = new long[c.leaves];
    int n = 0;
    for (int k = 0; k < c.end; k++) {
      if (c.state[k] == Cells.LEAF) {
        keys[n++] = LatticeMesher.key(c.x[k], c.y[k], c.z[k], c.level[k]);
      }
    }
    Arrays.sort(keys);
    int[] slots = new int[n * c.slots];
    for (int k = 0; k < c.end; k++) {
      if (c.state[k] == Cells.LEAF) {
        long key = LatticeMesher.key(c.x[k], c.y[k], c.z[k], c.level[k]);
        int at = Arrays.binarySearch(keys, key);
        System.arraycopy(c.slot, c.slots * k, slots, c.slots * at, c.slots);
      }
    }
    return new FractureTopology(this, version(), keys, slots);
  }

  @Override
  public int[] edges() {
    Cells cells = lattice.cells;
    int[] found = new int[2 * cells.leaves * cells.dim * cells.corners / 2];
    int n = 0;
    for (int c = 0; c < cells.end; c++) {
      for (int a = 0; a < cells.corners && cells.state[c] == Cells.LEAF; a++) {
        for (int axis = 0; axis < cells.dim; axis++) {
          if ((a >> axis & 1) == 0) {
            found[n++] = cells.slot[cells.slots * c + Cells.cornerSlot(a)];
            found[n++] = cells.slot[cells.slots * c + Cells.cornerSlot(a | 1 << axis)];
          }
        }
      }
    }
    return found;
  }

  // ------------------------------------------------------------------ aging

  @Override
  protected void change(float h) {
    FractureSettings f = lattice.settings;
    if (f.splitRatio() == Float.POSITIVE_INFINITY
        && f.tearRatio() == Float.POSITIVE_INFINITY
        && f.mergeRatio() == 0) {
      return;
    }
    stretch.measure();
    long begin = System.nanoTime();
    int torn = cracks.run(h, f.splitRatio() - 1, f.tearRatio() - 1, this::tearFront);
    int splitting = 0;
    for (int k = 0; k < cracks.splitCount(); k++) {
      splitting += lattice.split(cracks.toSplit()[k]) ? 1 : 0;
    }
    if (splitting > 0) {
      countSplits(splitting);
    }
    boolean changed = splitting > 0 || torn > 0;
    countNanos(System.nanoTime() - begin);
    if (f.mergeRatio() > 0) {
      changed |= mergeQuiet(h, f.mergeRatio() - 1, f.mergeSeconds());
    }
    if (changed) {
      begin = System.nanoTime();
      lattice.finish();
      countNanos(System.nanoTime() - begin);
    }
  }

  private boolean tearFront(int c, int dir) {
    return tearNow(c, dir);
  }

  private boolean mergeQuiet(float h, float quiet, float seconds) {
    Cells cells = lattice.cells;
    boolean any = false;
    for (int c = 0, n = cells.end; c < n; c++) {
      if (cells.state[c] != Cells.SPLIT || cells.base[c]) {
        continue;
      }
      boolean calm = true;
      for (int k = 0; k < cells.corners && calm; k++) {
        int child = lattice.child(c, k);
        calm =
            child >= 0
                && child < stretch.measured
                && cells.state[child] == Cells.LEAF
                && stretch.most[child] < quiet;
      }
      cells.calm[c] = calm ? cells.calm[c] + h : 0;
      if (calm && cells.calm[c] >= seconds) {
        long begin = System.nanoTime();
        any |= lattice.merge(c);
        countNanos(System.nanoTime() - begin);
      }
    }
    return any;
  }

  // ------------------------------------------------------------------ elements are cells

  @Override
  protected int beyond(int c, int dir) {
    return lattice.cells.near[lattice.cells.faces * c + dir];
  }

  @Override
  protected int facets() {
    return lattice.cells.faces;
  }

  @Override
  protected void measure() {
    stretch.measure();
  }

  @Override
  protected float middle(int c, int axis) {
    return axis == 0 ? stretch.x[c] : axis == 1 ? stretch.y[c] : stretch.z[c];
  }

  @Override
  protected boolean tearFacet(int c, int dir, double share) {
    Arrays.fill(across, 0);
    if (cutting == null) {
      across[dir >> 1] = 1;
    } else {
      normalOfCut(c);
    }
    cracks.tore(c, dir, share, across);
    return lattice.tear(c, dir);
  }

  /** The normal of the cut in the rest shape: how its side changes along the axes of the grid. */
  private void normalOfCut(int c) {
    Cells cells = lattice.cells;
    Particles p = lattice.body().particles();
    for (int k = 0; k < cells.corners; k++) {
      int i = cells.slot[cells.slots * c + Cells.cornerSlot(k)];
      double side = cutting.side(p.x()[i], p.y()[i], p.z()[i]);
      for (int axis = 0; axis < cells.dim; axis++) {
        across[axis] += (k >> axis & 1) == 1 ? side : -side;
      }
    }
    double size = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
    for (int axis = 0; axis < 3 && size > 0; axis++) {
      across[axis] /= size;
    }
  }

  @Override
  protected void finishBatch() {
    cutting = null;
    lattice.finish();
  }

  /** Splits the cells that a cut goes through down to the finest. */
  @Override
  protected void prepare(CutPlane cut) {
    cutting = cut;
    Cells cells = lattice.cells;
    for (int level = 0; level < cells.levels; level++) {
      for (int c = 0, n = cells.end; c < n; c++) {
        if (cells.state[c] == Cells.LEAF && cells.level[c] == level && isCut(c, cut)) {
          lattice.split(c);
        }
      }
    }
  }

  private boolean isCut(int c, CutPlane cut) {
    Cells cells = lattice.cells;
    Particles p = lattice.body().particles();
    double more = cells.size(c) * lattice.frame.unit * 2;
    boolean over = false, under = false, near = false;
    for (int k = 0; k < cells.corners; k++) {
      int i = cells.slot[cells.slots * c + Cells.cornerSlot(k)];
      double d = cut.side(p.x()[i], p.y()[i], p.z()[i]);
      over |= d >= 0;
      under |= d <= 0;
      near |= cut.reaches(p.x()[i], p.y()[i], p.z()[i], more);
    }
    return over && under && near;
  }

  @Override
  protected int dustElements() {
    return lattice.settings.dustCells();
  }

  @Override
  protected boolean keepsDust() {
    return lattice.settings.keepDust();
  }

  @Override
  protected FractureBody takeOut(int[] leaves, String name, boolean tell) {
    AdaptiveLattice part = lattice.takeOut(leaves, name, tell);
    LatticeBody piece = new LatticeBody(part, (LatticeFamily) family(), asMade);
    piece.cracks.follow(cracks);
    return piece;
  }

  @Override
  protected Object saveElements() {
    return new State(lattice.save(), cracks.save());
  }

  private record State(AdaptiveLattice.State lattice, LatticeCracks.State cracks) {}

  @Override
  protected void restoreElements(Object saved) {
    State s = (State) saved;
    lattice.restore(s.lattice);
    cracks.restore(s.cracks);
  }
}
