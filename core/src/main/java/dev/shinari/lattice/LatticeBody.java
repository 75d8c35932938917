package dev.shinari.lattice;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
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
  /** Steps with tears between two searches for pieces. */
  private static final int SEARCH_EVERY = 4;

  /** Cells beside a tear in which no other one begins: it is about to take the load off them. */
  private static final int SHADOW = 6;

  /** Stretch, as a multiple of the tear threshold, that tears even in the shadow of a tear. */
  private static final float VIOLENT = 4;

  private final AdaptiveLattice lattice;
  private final LatticeFamily family;
  private float[] gx = {};
  private float[] gy = {};
  private float[] gz = {};
  private float[] stretch = {};
  private int[] group = {};
  private int[] toSplit = new int[64];
  private long[] toTear = new long[64];
  private boolean[] busy = {};
  private int measured; // cells that the last measure knew
  private int tornSinceSearch;
  private int stepsSinceSearch;
  private int eventTears;
  private final double[] eventPlace = new double[3];

  LatticeBody(AdaptiveLattice lattice, LatticeFamily family) {
    this.lattice = lattice;
    this.family = family;
  }

  /** The first body of a family of pieces. */
  public static LatticeBody of(AdaptiveLattice lattice, LatticeSkin skin) {
    LatticeFamily f = new LatticeFamily(lattice.body().name(), skin, lattice.frame);
    LatticeBody b = new LatticeBody(lattice, f);
    f.add(b);
    b.tornSinceSearch = 1; // a drawing may have several islands
    b.stepsSinceSearch = SEARCH_EVERY;
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
    measure();
    float split = f.splitRatio() - 1, tear = f.tearRatio() - 1;
    int splitting = 0, tearing = 0;
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      if (stretch[c] > split && lattice.canSplit(c)) {
        if (splitting == toSplit.length) {
          toSplit = Arrays.copyOf(toSplit, 2 * splitting);
        }
        toSplit[splitting++] = c;
      } else if (stretch[c] > tear) {
        tearing = findTears(c, tear, tearing);
      }
    }
    for (int k = 0; k < splitting; k++) {
      lattice.split(toSplit[k]);
    }
    if (splitting > 0) {
      family.count(splitting, 0);
    }
    tearWidest(tearing, tear);
    boolean changed = splitting > 0 || lattice.tears() != tornBefore;
    if (f.mergeRatio() > 0) {
      changed |= mergeQuiet(h, f.mergeRatio() - 1, f.mergeSeconds());
    }
    if (changed) {
      lattice.finish();
    }
    int torn = lattice.tears() - tornBefore;
    tornSinceSearch += torn;
    eventTears += torn;
    stepsSinceSearch++;
    return lattice.version() != before;
  }

  /** Middles of all leaves, and the largest stretch of the pairs that each is in. */
  private void measure() {
    Cells cells = lattice.cells;
    int n = cells.end;
    measured = n;
    if (gx.length < n) {
      int size = cells.x.length;
      gx = new float[size];
      gy = new float[size];
      gz = new float[size];
      stretch = new float[size];
      busy = new boolean[size];
      group = new int[size];
    }
    Particles p = lattice.body().particles();
    float[] x = p.x(), y = p.y(), z = p.z();
    int[] slot = cells.slot;
    float share = 1f / cells.corners;
    for (int c = 0; c < n; c++) {
      stretch[c] = Float.NEGATIVE_INFINITY;
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      int at = cells.slots * c;
      int a = slot[at], b = slot[at + 2], d = slot[at + 6], e = slot[at + 8];
      float sx = x[a] + x[b] + x[d] + x[e];
      float sy = y[a] + y[b] + y[d] + y[e];
      float sz = z[a] + z[b] + z[d] + z[e];
      if (cells.dim == 3) {
        a = slot[at + 18];
        b = slot[at + 20];
        d = slot[at + 24];
        e = slot[at + 26];
        sx += x[a] + x[b] + x[d] + x[e];
        sy += y[a] + y[b] + y[d] + y[e];
        sz += z[a] + z[b] + z[d] + z[e];
      }
      gx[c] = sx * share;
      gy[c] = sy * share;
      gz[c] = sz * share;
    }
    int faces = cells.faces;
    for (int c = 0; c < n; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      for (int dir = 0; dir < faces; dir++) {
        int b = cells.near[faces * c + dir];
        if (b >= 0 && ((dir & 1) == 1 || cells.level[b] != cells.level[c])) {
          float s = stretchOf(c, b, dir);
          stretch[c] = s > stretch[c] ? s : stretch[c];
          stretch[b] = s > stretch[b] ? s : stretch[b];
        }
      }
    }
  }

  private float stretchOf(int c, int b, int dir) {
    Cells cells = lattice.cells;
    float dx = gx[b] - gx[c], dy = gy[b] - gy[c], dz = gz[b] - gz[c];
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
      float s = stretchOf(c, b, dir);
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
    int done = 0;
    for (int k = 0; k < n; k++) {
      int c = (int) toTear[k] >> 3, dir = (int) toTear[k] & 7;
      int b = cells.near[cells.faces * c + dir];
      if (b < 0 || busy[c] || busy[b]) {
        continue;
      }
      float wide = Float.intBitsToFloat(Integer.MAX_VALUE - (int) (toTear[k] >> 32));
      if (wide < VIOLENT * tear && !lattice.isTip(c, dir) && lattice.tornNear(c, b, SHADOW)) {
        continue;
      }
      if (lattice.tear(c, dir)) {
        busy[c] = true;
        busy[b] = true;
        toTear[done++] = (long) b << 32 | c;
        Particles p = lattice.body().particles();
        eventPlace[0] = p.originX() + 0.5 * (gx[c] + gx[b]);
        eventPlace[1] = p.originY() + 0.5 * (gy[c] + gy[b]);
        eventPlace[2] = p.originZ() + 0.5 * (gz[c] + gz[b]);
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
                && child < measured
                && cells.state[child] == Cells.LEAF
                && stretch[child] < quiet;
      }
      cells.calm[c] = calm ? cells.calm[c] + h : 0;
      if (calm && cells.calm[c] >= seconds) {
        any |= lattice.merge(c);
      }
    }
    return any;
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

  // ------------------------------------------------------------------ tools

  /** Uses a tool on this body now. Returns whether particles or regions changed. */
  public boolean apply(TearTool tool) {
    if (tool instanceof TearTool.Cut cut) {
      return cut(cut);
    }
    shoot((TearTool.Shot) tool);
    return false;
  }

  private boolean cut(TearTool.Cut t) {
    Cells cells = lattice.cells;
    double scale = 1 / Math.sqrt(t.nx() * t.nx() + t.ny() * t.ny() + t.nz() * t.nz());
    double nx = t.nx() * scale, ny = t.ny() * scale, nz = t.nz() * scale;
    Particles p = lattice.body().particles();
    double ox = t.x() - p.originX(), oy = t.y() - p.originY(), oz = t.z() - p.originZ();
    if (cells.dim == 2 && nz == 0) {
      oz = Double.NaN; // a line is drawn on the body, at whatever depth it is
    }
    for (int level = 0; level < cells.levels; level++) {
      for (int c = 0, n = cells.end; c < n; c++) {
        if (cells.state[c] == Cells.LEAF
            && cells.level[c] == level
            && straddles(c, ox, oy, oz, nx, ny, nz, t.reach())) {
          lattice.split(c);
        }
      }
    }
    measure();
    int tornBefore = lattice.tears();
    for (int c = 0, n = cells.end; c < n; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      double dc = side(gx[c] - ox, gy[c] - oy, gz[c] - oz, nx, ny, nz);
      for (int dir = 0; dir < cells.faces; dir++) {
        int b = cells.near[cells.faces * c + dir];
        if (b < 0) {
          continue;
        }
        double db = side(gx[b] - ox, gy[b] - oy, gz[b] - oz, nx, ny, nz);
        if (dc >= 0 == db >= 0) {
          continue;
        }
        double s = dc / (dc - db);
        double mx = gx[c] + s * (gx[b] - gx[c]) - ox, my = gy[c] + s * (gy[b] - gy[c]) - oy;
        double mz = Double.isNaN(oz) ? 0 : gz[c] + s * (gz[b] - gz[c]) - oz;
        if (mx * mx + my * my + mz * mz <= t.reach() * t.reach()) {
          lattice.tear(c, dir);
        }
      }
    }
    int before = lattice.version();
    lattice.finish();
    family.count(0, lattice.tears() - tornBefore);
    tornSinceSearch += lattice.tears() - tornBefore;
    eventTears += lattice.tears() - tornBefore;
    stepsSinceSearch = SEARCH_EVERY;
    eventPlace[0] = t.x();
    eventPlace[1] = t.y();
    eventPlace[2] = t.z();
    return lattice.version() != before;
  }

  private static double side(double x, double y, double z, double nx, double ny, double nz) {
    return x * nx + y * ny + (Double.isNaN(z) ? 0 : z * nz);
  }

  private boolean straddles(
      int c, double ox, double oy, double oz, double nx, double ny, double nz, double reach) {
    Cells cells = lattice.cells;
    Particles p = lattice.body().particles();
    boolean over = false, under = false;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < cells.corners; k++) {
      int i = cells.slot[cells.slots * c + Cells.cornerSlot(k)];
      double x = p.x()[i] - ox, y = p.y()[i] - oy, z = p.z()[i] - oz;
      double d = side(x, y, z, nx, ny, nz);
      over |= d >= 0;
      under |= d <= 0;
      double far = x * x + y * y + (Double.isNaN(z) ? 0 : z * z);
      least = Math.min(least, far);
    }
    double s = cells.size(c) * lattice.frame.unit * 2;
    return over && under && Math.sqrt(least) <= reach + s;
  }

  private void shoot(TearTool.Shot t) {
    Particles p = lattice.body().particles();
    double speed = Math.sqrt(t.vx() * t.vx() + t.vy() * t.vy() + t.vz() * t.vz());
    double ux = t.vx() / speed, uy = t.vy() / speed, uz = t.vz() / speed;
    boolean hit = false;
    for (int i = 0; i < p.count(); i++) {
      double x = p.worldX(i) - t.x(), y = p.worldY(i) - t.y(), z = p.worldZ(i) - t.z();
      double along = x * ux + y * uy + z * uz;
      double d2 = x * x + y * y + z * z - along * along;
      double share = 1 - d2 / (t.radius() * t.radius());
      if (along >= 0 && share > 0 && p.mobility()[i] != 0) {
        p.vx()[i] += (float) (share * t.vx());
        p.vy()[i] += (float) (share * t.vy());
        p.vz()[i] += (float) (share * t.vz());
        hit = true;
      }
    }
    if (hit) {
      lattice.body().disturbed();
    }
  }

  // ------------------------------------------------------------------ pieces

  /**
   * Looks whether the body has fallen apart, if something tore and the last search was a few steps
   * ago. The largest part stays; the others come back as bodies of their own, dust (see {@link
   * FractureSettings}) stays or goes.
   */
  public List<LatticeBody> takePieces() {
    if (tornSinceSearch == 0 || stepsSinceSearch < SEARCH_EVERY) {
      return List.of();
    }
    tornSinceSearch = 0;
    stepsSinceSearch = 0;
    Cells cells = lattice.cells;
    if (group.length < cells.end) {
      measure();
    }
    int[] sizes = components();
    int n = cells.end;
    int largest = -1;
    int parts = 0;
    for (int c = 0; c < n; c++) {
      if (cells.state[c] == Cells.LEAF && group[c] == c) {
        parts++;
        largest = largest < 0 || sizes[c] > sizes[largest] ? c : largest;
      }
    }
    if (parts < 2) {
      return List.of();
    }
    List<LatticeBody> pieces = new ArrayList<>();
    int[] starts = new int[parts + 1];
    int[] roots = new int[parts];
    int[] number = new int[n];
    int k = 0;
    for (int c = 0; c < n; c++) {
      if (cells.state[c] == Cells.LEAF && group[c] == c) {
        number[c] = k;
        roots[k++] = c;
        starts[k] = starts[k - 1] + sizes[c];
      }
    }
    int[] leaves = new int[starts[parts]];
    int[] at = starts.clone();
    for (int c = 0; c < n; c++) {
      if (cells.state[c] == Cells.LEAF) {
        leaves[at[number[group[c]]]++] = c;
      }
    }
    FractureSettings f = lattice.settings;
    for (int i = 0; i < parts; i++) {
      if (roots[i] == largest) {
        continue;
      }
      boolean dust = sizes[roots[i]] < f.dustCells();
      if (dust && f.keepDust()) {
        continue;
      }
      int[] own = Arrays.copyOfRange(leaves, starts[i], starts[i + 1]);
      int[] map = new int[lattice.particleCount()];
      AdaptiveLattice piece = lattice.takeOut(own, own.length, family.nextName(), map, !dust);
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

  /** Sets {@link #group} to the lowest leaf that each leaf hangs together with; sizes by it. */
  private int[] components() {
    Cells cells = lattice.cells;
    int n = cells.end;
    for (int c = 0; c < n; c++) {
      group[c] = c;
    }
    for (int c = 0; c < n; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      for (int dir = 0; dir < cells.faces; dir++) {
        int b = cells.near[cells.faces * c + dir];
        if (b >= 0) {
          int r = root(c), s = root(b);
          group[Math.max(r, s)] = Math.min(r, s);
        }
      }
    }
    int[] sizes = new int[n];
    for (int c = 0; c < n; c++) {
      if (cells.state[c] == Cells.LEAF) {
        group[c] = root(c);
        sizes[group[c]]++;
      }
    }
    return sizes;
  }

  private int root(int c) {
    while (group[c] != c) {
      group[c] = group[group[c]];
      c = group[c];
    }
    return c;
  }
}
