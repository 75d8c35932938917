package dev.shinari.lattice;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import dev.shinari.math.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A body that splits, tears and merges as it is pulled [Ohta, sec. 4; Lin, sec. 2.3]. After each
 * step {@link #age} looks at all pairs of neighbouring cells:
 *
 * <pre>
 *   stretch = (distance of the cells' middles now / at rest - 1) / toughness of the face
 *   above the split threshold     both are halved
 *   above the tear threshold      the pair is cut, once both are as small as they may be
 *   below the merge threshold     sisters become one again after a while
 * </pre>
 *
 * <p>Where we leave the paper: a pair is cut only at the finest size, so that a tear never shows
 * coarse cells. And a pull needs some steps to travel through the cells, so all that is stretched
 * would crumble before the first tear has relieved it: of the pairs that are ready the widest go
 * first, each cell takes part in one cut a step at most, and beside a tear, but for its tips, none
 * begins unless it is stretched several times beyond the threshold.
 */
public final class LatticeBody {
  /**
   * Cells beside a tear in which no other one begins: it is about to take the load off them. What
   * it takes the load off is as wide as what is refined around it: about a coarse cell.
   */
  private static final int SHADOW = 6;

  /** Stretch, as a multiple of the tear threshold, that tears even in the shadow of a tear. */
  private static final float VIOLENT = 4;

  /** From so many levels on {@link #SHADOW} is far less than a coarse cell, and cells are soft. */
  private static final int DEEP = 4;

  private final AdaptiveLattice lattice;
  private final LatticeFamily family;
  final LatticeStretch stretch;
  private final PieceSearch search;
  private int[] toSplit = new int[64];
  private long[] toTear = new long[64];
  private boolean[] busy = {};
  private int eventTears;
  private long changeNanos;
  private final double[] eventPlace = new double[3];
  private final int shadow;
  private final float violent;

  LatticeBody(AdaptiveLattice lattice, LatticeFamily family) {
    this.lattice = lattice;
    this.family = family;
    stretch = new LatticeStretch(lattice);
    search = new PieceSearch(lattice.cells);
    boolean deep = lattice.cells.levels >= DEEP;
    shadow = deep ? 1 << lattice.cells.levels : SHADOW;
    violent = deep ? 4 * VIOLENT : VIOLENT;
  }

  /** The first body of a family of pieces. */
  public static LatticeBody of(AdaptiveLattice lattice, LatticeSkin skin) {
    Check.notNull("lattice", lattice);
    Check.notNull("skin", skin);
    LatticeFamily f = new LatticeFamily(lattice.body().name(), skin, lattice.frame);
    LatticeBody b = new LatticeBody(lattice, f);
    f.add(b);
    b.search.lookAtAll(); // a drawing may have several islands
    return b;
  }

  public Body body() {
    return lattice.body();
  }

  public AdaptiveLattice lattice() {
    return lattice;
  }

  /** All pieces of what was one body at first. */
  public LatticeFamily family() {
    return family;
  }

  /** {@link AdaptiveLattice#looks}, with what the search for pieces looked at. */
  public long looks() {
    return lattice.looks() + search.looks;
  }

  // ------------------------------------------------------------------ ageing

  /**
   * Splits, tears and merges after a step of h seconds.
   *
   * @return whether particles or regions changed
   */
  public boolean age(float h) {
    FractureSettings f = lattice.settings;
    if (f.splitRatio() == Float.POSITIVE_INFINITY
        && f.tearRatio() == Float.POSITIVE_INFINITY
        && f.mergeRatio() == 0) {
      return false;
    }
    Cells cells = lattice.cells;
    int before = lattice.version();
    int tornBefore = lattice.tears();
    stretch.measure();
    if (busy.length < cells.end) {
      busy = new boolean[cells.x.length];
    }
    float split = f.splitRatio() - 1, tear = f.tearRatio() - 1;
    int splitting = 0, tearing = 0;
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      if (stretch.most[c] > split && lattice.canSplit(c)) {
        if (splitting == toSplit.length) {
          toSplit = Arrays.copyOf(toSplit, 2 * splitting);
        }
        toSplit[splitting++] = c;
      } else if (stretch.most[c] > tear) {
        tearing = findTears(c, tear, tearing);
      }
    }
    long begin = System.nanoTime();
    for (int k = 0; k < splitting; k++) {
      lattice.split(toSplit[k]);
    }
    if (splitting > 0) {
      family.count(splitting, 0);
    }
    tearWidest(tearing, tear);
    boolean changed = splitting > 0 || lattice.tears() != tornBefore;
    changeNanos += System.nanoTime() - begin;
    if (f.mergeRatio() > 0) {
      changed |= mergeQuiet(h, f.mergeRatio() - 1, f.mergeSeconds());
    }
    if (changed) {
      begin = System.nanoTime();
      lattice.finish();
      changeNanos += System.nanoTime() - begin;
    }
    eventTears += lattice.tears() - tornBefore;
    return lattice.version() != before;
  }

  private int findTears(int c, float tear, int n) {
    Cells cells = lattice.cells;
    for (int dir = 0; dir < cells.faces; dir++) {
      int b = cells.near[cells.faces * c + dir];
      if (b < 0
          || (dir & 1) == 0 && cells.level[b] == cells.level[c]
          || lattice.canSplit(b)
          || lattice.canSplit(c)) {
        continue;
      }
      float s = stretch.of(c, b, dir);
      if (s > tear) {
        if (n == toTear.length) {
          toTear = Arrays.copyOf(toTear, 2 * n);
        }
        // Sorted by falling stretch, then by cell: positive floats sort as their bits do.
        toTear[n++] =
            (long) (Integer.MAX_VALUE - Float.floatToRawIntBits(s)) << 32 | (long) c << 3 | dir;
      }
    }
    return n;
  }

  private void tearWidest(int n, float tear) {
    if (n == 0) {
      return;
    }
    Cells cells = lattice.cells;
    Arrays.sort(toTear, 0, n);
    lattice.forgetTears();
    int done = 0;
    for (int k = 0; k < n; k++) {
      int c = (int) toTear[k] >> 3, dir = (int) toTear[k] & 7;
      int b = cells.near[cells.faces * c + dir];
      if (b < 0 || busy[c] || busy[b]) {
        continue;
      }
      float wide = Float.intBitsToFloat(Integer.MAX_VALUE - (int) (toTear[k] >> 32));
      if (wide < violent * tear
          && !lattice.isTip(c, dir)
          && lattice.tornNear(c, b, shadow, shadow > SHADOW)) {
        continue;
      }
      if (tear(c, dir)) {
        busy[c] = true;
        busy[b] = true;
        toTear[done++] = (long) b << 32 | c;
        Particles p = lattice.body().particles();
        eventPlace[0] = p.originX() + 0.5 * (stretch.x[c] + stretch.x[b]);
        eventPlace[1] = p.originY() + 0.5 * (stretch.y[c] + stretch.y[b]);
        eventPlace[2] = p.originZ() + 0.5 * (stretch.z[c] + stretch.z[b]);
      }
    }
    for (int k = 0; k < done; k++) {
      busy[(int) toTear[k]] = false;
      busy[(int) (toTear[k] >> 32)] = false;
    }
    family.count(0, done);
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
        changeNanos += System.nanoTime() - begin;
      }
    }
    return any;
  }

  /** Nanoseconds that changes of cells took since the last call. */
  public long takeChangeNanos() {
    long n = changeNanos;
    changeNanos = 0;
    return n;
  }

  /** Pairs that were cut since the last call; {@link #tearPlace} tells where one of them is. */
  public int takeTears() {
    int n = eventTears;
    eventTears = 0;
    return n;
  }

  public double tearPlace(int axis) {
    return eventPlace[axis];
  }

  // ------------------------------------------------------------------ by hand

  /**
   * Cuts one pair of cells by hand: a leaf ({@link AdaptiveLattice#cellAt}) from the one beyond a
   * face, 2 axis + (1 where it looks along the axis). The batch is still to be ended ({@link
   * AdaptiveLattice#finish}).
   */
  public boolean tear(int c, int dir) {
    Cells cells = lattice.cells;
    int b = cells.state[c] == Cells.LEAF ? cells.near[cells.faces * c + dir] : -1;
    if (b < 0 || !lattice.tear(c, dir)) {
      return false;
    }
    search.tore(c, b);
    return true;
  }

  /** Uses a tool on this body now. Returns whether particles or regions changed. */
  public boolean apply(TearTool tool) {
    Check.notNull("tool", tool);
    if (tool instanceof TearTool.Shot shot) {
      TearTools.shoot(lattice, shot);
      return false;
    }
    TearTool.Cut cut = (TearTool.Cut) tool;
    int before = lattice.version();
    int torn = TearTools.cut(this, cut);
    lattice.finish();
    family.count(0, torn);
    eventTears += torn;
    eventPlace[0] = cut.x();
    eventPlace[1] = cut.y();
    eventPlace[2] = cut.z();
    return lattice.version() != before;
  }

  // ------------------------------------------------------------------ snapshots

  /** All that a step changes of this lattice but for its body's particles and regions. */
  public static final class State {
    private final AdaptiveLattice.State lattice;
    private final int[] search;
    private final int eventTears;
    private final double[] eventPlace;

    private State(LatticeBody b) {
      lattice = b.lattice.save();
      search = b.search.save();
      eventTears = b.eventTears;
      eventPlace = b.eventPlace.clone();
    }
  }

  /** The topology, to go back to; {@link Body#save} saves the rest. */
  public State save() {
    return new State(this);
  }

  /** Goes back to a saved topology, after the body's own state was restored. */
  public void restore(State state) {
    Check.notNull("state", state);
    lattice.restore(state.lattice);
    search.restore(state.search);
    eventTears = state.eventTears;
    System.arraycopy(state.eventPlace, 0, eventPlace, 0, 3);
  }

  // ------------------------------------------------------------------ pieces

  /**
   * What has come off since the last call. The largest part stays; the others come back as bodies
   * of their own, dust (see {@link FractureSettings}) stays or goes.
   */
  public List<LatticeBody> takePieces() {
    if (!search.hasNews()) {
      return List.of();
    }
    List<int[]> parts = search.take();
    List<LatticeBody> pieces = new ArrayList<>();
    FractureSettings f = lattice.settings;
    for (int[] leaves : parts) {
      boolean dust = leaves.length < f.dustCells();
      if (dust && f.keepDust()) {
        continue;
      }
      AdaptiveLattice piece = lattice.takeOut(leaves, family.nextName(), !dust);
      LatticeBody b = new LatticeBody(piece, family);
      if (dust) {
        family.vanish(b);
      } else {
        family.add(b);
        pieces.add(b);
      }
    }
    return pieces;
  }
}
