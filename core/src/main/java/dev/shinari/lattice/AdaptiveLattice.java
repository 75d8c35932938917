package dev.shinari.lattice;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.body.Elasticity;
import dev.shinari.body.Particles;
import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.PointCage;
import java.util.Arrays;

/**
 * A lattice whose cells split, tear and merge, with the body that it carries. Particles stand at
 * the corners of cells and are shared by cells that hang together; a particle's region holds
 * whoever is reached from it over at most w cells, of whatever size [Ohta, sec. 3].
 *
 * <p>Every change is local: it touches the cells beside it, and the regions within w cells of them.
 * A change by itself moves nothing: new particles stand and move as the cell's corners say, masses
 * follow from the cells (each gives its corners equal parts), and momentum that a hanging particle
 * would win or lose by its new mass is given back to the cell's particles.
 */
public final class AdaptiveLattice {
  /** Hears of changes of particle numbers while they happen. */
  public interface Listener {
    /** Particle {@code to} is new and a copy of another. */
    void copied(int from, int to);

    /** Particle i is new, in the middle of parents[0] to parents[n - 1]. */
    void born(int i, int[] parents, int n);

    /** Particle i is gone, and the one with number {@code last} has become i. */
    void removed(int i, int last);

    /** Particles are about to go to a piece of their own; map has their new numbers, -1 others. */
    void parted(AdaptiveLattice piece, int[] map);

    /** Whoever does not care. */
    Listener NONE =
        new Listener() {
          @Override
          public void copied(int from, int to) {}

          @Override
          public void born(int i, int[] parents, int n) {}

          @Override
          public void removed(int i, int last) {}

          @Override
          public void parted(AdaptiveLattice piece, int[] map) {}
        };
  }

  final Cells cells;
  final LatticeFrame frame;
  FractureSettings settings;
  final Toughness toughness;
  private final float density;
  Body body;
  private BodyEditor editor;
  Listener listener = Listener.NONE;

  // Particles: node of the finest grid, and the cells that they touch, corners ints each.
  int[] px = new int[64];
  int[] py = new int[64];
  int[] pz = new int[64];
  private int[] touching;
  private int count;

  // Particles whose neighbours changed in this batch.
  private int[] marked = new int[64];
  private int markedCount;
  private boolean[] isMarked = new boolean[64];

  // Scratch.
  private int[] seen = new int[64];
  private int stamp;
  private int[] queue = new int[256];
  private int[] reach = new int[256];
  private final int[] children;
  private final int[] fanA;
  private final int[] fanB;
  private final int[] parents;
  private final int[] points;
  private int splits;
  private int merges;
  private int tears;
  private int version;

  private AdaptiveLattice(
      Cells cells,
      LatticeFrame frame,
      FractureSettings settings,
      Toughness toughness,
      float density) {
    this.cells = cells;
    this.frame = frame;
    this.settings = settings;
    this.toughness = toughness;
    this.density = density;
    touching = new int[64 * cells.corners];
    children = new int[cells.corners];
    fanA = new int[cells.corners + 2];
    fanB = new int[cells.corners + 2];
    parents = new int[cells.corners];
    points = new int[cells.slots];
  }

  /**
   * Lays a lattice over a shape: cells on its outline that do not follow it are halved, cells
   * outside dropped [Ohta, sec. 4.1], and a body is made of what remains.
   *
   * @param density kilograms a cubic metre, a square metre for a flat shape
   */
  public static AdaptiveLattice over(
      String name,
      LatticeShape shape,
      LatticeGrid grid,
      FractureSettings settings,
      Toughness toughness,
      float density,
      Elasticity elasticity) {
    Bounds b = shape.bounds();
    Check.that(b.diagonal() > 0 && b.diagonal() < 1e9f, "the shape of '" + name + "' is empty");
    int dim = shape.isFlat() ? 2 : 3;
    LatticeFrame frame = LatticeFrame.over(b, grid, dim);
    int extent = Math.max(frame.cellsX, Math.max(frame.cellsY, frame.cellsZ)) << grid.levels();
    Check.that(
        extent < LatticeGrid.MOST_NODES
            && (double) frame.cellsX * frame.cellsY * frame.cellsZ <= 4e6,
        "the cells of '" + name + "' are too small for its size");
    Cells cells = new Cells(dim, grid.levels(), extent);
    AdaptiveLattice l = new AdaptiveLattice(cells, frame, settings, toughness, density);
    l.cover(shape, grid);
    Check.that(cells.leaves > 0, "the shape of '" + name + "' is empty");
    Check.that(
        cells.leaves <= settings.maxCells(),
        "the outline of '"
            + name
            + "' alone needs "
            + cells.leaves
            + " cells, more than maxCells = "
            + settings.maxCells());
    l.makeParticles();
    l.makeBody(name, elasticity, null);
    return l;
  }

  public Body body() {
    return body;
  }

  public FractureSettings settings() {
    return settings;
  }

  /** Other ratios from now on; what has torn stays torn. */
  public void setRatios(float split, float tear, float merge) {
    settings = settings.withRatios(split, tear, merge);
  }

  public int cellCount() {
    return cells.leaves;
  }

  public int particleCount() {
    return count;
  }

  public int dimension() {
    return cells.dim;
  }

  /** Size of the finest cells, metres. */
  public float finestCell() {
    return (float) frame.unit;
  }

  /** Cells that were halved since the beginning. */
  public int splits() {
    return splits;
  }

  /** Cells that became one again since the beginning. */
  public int merges() {
    return merges;
  }

  /** Pairs of cells that were cut since the beginning. */
  public int tears() {
    return tears;
  }

  /** Grows with every change of cells or particles. */
  public int version() {
    return version;
  }

  public void setListener(Listener l) {
    listener = l;
  }

  // ------------------------------------------------------------------ beginning

  private void cover(LatticeShape shape, LatticeGrid grid) {
    int s = 1 << grid.levels();
    for (int k = 0; k < frame.cellsZ; k++) {
      for (int j = 0; j < frame.cellsY; j++) {
        for (int i = 0; i < frame.cellsX; i++) {
          if (frame.coverage(shape, i * s, j * s, k * s, s) > 0) {
            cells.create(i * s, j * s, k * s, 0);
          }
        }
      }
    }
    // Level by level, so that neighbours never differ by more than one.
    for (int level = 0; level < grid.outlineLevels(); level++) {
      for (int c = 0, end = cells.end; c < end; c++) {
        if (cells.state[c] == Cells.LEAF
            && cells.level[c] == level
            && frame.coverage(shape, cells.x[c], cells.y[c], cells.z[c], cells.size(c))
                < LatticeFrame.FOLLOWS) {
          divideBalanced(c);
        }
      }
      for (int c = 0; c < cells.end; c++) {
        if (cells.state[c] == Cells.LEAF
            && frame.coverage(shape, cells.x[c], cells.y[c], cells.z[c], cells.size(c)) == 0) {
          cells.destroy(c);
        }
      }
    }
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] == Cells.LEAF) {
        cells.relink(c);
        paint(c);
      }
    }
  }

  private void divideBalanced(int c) {
    eachLarger(c, this::divideBalanced);
    cells.divide(c, children);
    cells.base[c] = true;
  }

  private interface CellTask {
    void run(int cell);
  }

  /** Runs a task on each larger leaf beside c: over faces, and in 3D over edges too. */
  private void eachLarger(int c, CellTask task) {
    for (int dz = cells.dim == 3 ? -1 : 0; dz <= (cells.dim == 3 ? 1 : 0); dz++) {
      for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
          int axes = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
          if (axes == 0 || axes > cells.dim - 1) {
            continue;
          }
          int b = cells.beyond(c, dx, dy, dz);
          if (b >= 0 && cells.level[b] < cells.level[c]) {
            task.run(b);
          }
        }
      }
    }
  }

  private void paint(int c) {
    if (toughness == Toughness.EVEN) {
      return;
    }
    double s = cells.size(c), half = s / 2;
    double x = cells.x[c] + half, y = cells.y[c] + half;
    double z = cells.z[c] + (cells.dim == 3 ? half : 0);
    for (int dir = 0; dir < cells.faces; dir++) {
      double u = x + Cells.along(dir, 0) * half;
      double v = y + Cells.along(dir, 1) * half;
      double w = z + Cells.along(dir, 2) * half;
      cells.tough[cells.faces * c + dir] =
          Math.max(
              1e-4f,
              toughness.at(frame.restX(u, v), frame.restY(u, v), frame.restZ(w), s * frame.unit));
    }
  }

  /** Particles at the corners of all leaves: one for each fan of cells that hang together. */
  private void makeParticles() {
    int[] order = new int[cells.leaves];
    long[] keys = new long[cells.leaves];
    int n = 0;
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] == Cells.LEAF) {
        // Along a space-filling curve, so that neighbours lie near each other in memory.
        keys[n++] = curve(cells.x[c], cells.y[c], cells.z[c]) << 24 | c;
      }
    }
    Arrays.sort(keys);
    for (int i = 0; i < n; i++) {
      order[i] = (int) (keys[i] & 0xffffff);
    }
    for (int c : order) {
      int s = cells.size(c);
      for (int k = 0; k < cells.corners; k++) {
        if (cells.slot[cells.slots * c + Cells.cornerSlot(k)] < 0) {
          int p =
              newNode(
                  cells.x[c] + (k & 1) * s,
                  cells.y[c] + (k >> 1 & 1) * s,
                  cells.z[c] + (k >> 2) * s);
          int m = cells.fan(c, px[p], py[p], pz[p], fanA);
          for (int i = 0; i < m; i++) {
            join(fanA[i], p);
          }
        }
      }
    }
  }

  /** Bits of up to 13 of each coordinate, in turns. */
  private static long curve(int x, int y, int z) {
    long key = 0;
    for (int b = 12; b >= 0; b--) {
      key = key << 3 | (z >> b & 1) << 2 | (y >> b & 1) << 1 | (x >> b & 1);
    }
    return key;
  }

  private int newNode(int x, int y, int z) {
    int p = count++;
    if (p == px.length) {
      int n = 2 * p;
      px = Arrays.copyOf(px, n);
      py = Arrays.copyOf(py, n);
      pz = Arrays.copyOf(pz, n);
      touching = Arrays.copyOf(touching, n * cells.corners);
      isMarked = Arrays.copyOf(isMarked, n);
      seen = Arrays.copyOf(seen, n);
    }
    px[p] = x;
    py[p] = y;
    pz[p] = z;
    isMarked[p] = false;
    seen[p] = 0;
    Arrays.fill(touching, cells.corners * p, cells.corners * (p + 1), -1);
    return p;
  }

  /** Puts particle p into the slot of cell c where it stands. */
  private void join(int c, int p) {
    int s = cells.slotAt(c, px[p], py[p], pz[p]);
    assert s >= 0 : "neighbours differ by more than one level";
    cells.slot[cells.slots * c + s] = p;
    int k = cells.corners * p;
    while (touching[k] >= 0) {
      k++;
    }
    assert k < cells.corners * (p + 1);
    touching[k] = c;
  }

  /** Takes particle p out of cell c. */
  private void leave(int c, int p) {
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

  private boolean isCornerOf(int c, int p) {
    return Cells.isCorner(cells.slotAt(c, px[p], py[p], pz[p]));
  }

  private double massOf(int p) {
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

  private void makeBody(String name, Elasticity elasticity, Body whole) {
    float[] rest = new float[3 * count];
    float[] mass = new float[count];
    int[] starts = new int[count + 1];
    int[] members = new int[16 * count + 16];
    int m = 0;
    for (int p = 0; p < count; p++) {
      rest[3 * p] = (float) frame.restX(px[p], py[p]);
      rest[3 * p + 1] = (float) frame.restY(px[p], py[p]);
      rest[3 * p + 2] = (float) frame.restZ(pz[p]);
      mass[p] = (float) massOf(p);
      int n = gatherRegion(p);
      if (m + n > members.length) {
        members = Arrays.copyOf(members, 2 * (m + n));
      }
      System.arraycopy(reach, 0, members, m, n);
      m += n;
      starts[p + 1] = m;
    }
    PointCage cage = new PointCage(rest, starts, Arrays.copyOf(members, m), new int[0]);
    Body.Builder b = Body.builder(name, cage).elasticity(elasticity).editable(mass);
    body = (whole == null ? b : b.pieceOf(whole)).build();
    editor = body.editor();
  }

  // ------------------------------------------------------------------ regions

  /** All that are reached from p over at most w cells, ascending, into {@link #reach}. */
  private int gatherRegion(int p) {
    int n = spread(p, settings.halfWidth());
    Arrays.sort(reach, 0, n);
    return n;
  }

  private int spread(int p, int hops) {
    stamp++;
    int tail = 0;
    reach[tail++] = p;
    seen[p] = stamp;
    int head = 0;
    for (int hop = 0; hop < hops; hop++) {
      for (int end = tail; head < end; head++) {
        tail = addNeighbours(reach[head], tail);
      }
    }
    return tail;
  }

  private int addNeighbours(int p, int tail) {
    int most = tail + cells.corners * cells.slots;
    if (most > reach.length) {
      reach = Arrays.copyOf(reach, 2 * most);
    }
    for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
      int from = cells.slots * touching[k];
      for (int s = from; s < from + cells.slots; s++) {
        int q = cells.slot[s];
        if (q >= 0 && seen[q] != stamp) {
          seen[q] = stamp;
          reach[tail++] = q;
        }
      }
    }
    return tail;
  }

  private void mark(int p) {
    if (!isMarked[p]) {
      isMarked[p] = true;
      if (markedCount == marked.length) {
        marked = Arrays.copyOf(marked, 2 * markedCount);
      }
      marked[markedCount++] = p;
    }
  }

  private void markCell(int c) {
    for (int s = cells.slots * c; s < cells.slots * (c + 1); s++) {
      if (cells.slot[s] >= 0) {
        mark(cells.slot[s]);
      }
    }
  }

  /**
   * Ends a batch of changes: makes the regions anew that may have changed, those within w cells of
   * a change.
   *
   * @return how many regions were looked at
   */
  public int finish() {
    int tail = 0;
    stamp++;
    if (queue.length < count + 1) {
      queue = new int[2 * count];
    }
    for (int k = 0; k < markedCount; k++) {
      int p = marked[k];
      if (p < count && isMarked[p]) {
        isMarked[p] = false;
        if (seen[p] != stamp) {
          seen[p] = stamp;
          queue[tail++] = p;
        }
      }
    }
    markedCount = 0;
    int head = 0;
    for (int hop = 0; hop < settings.halfWidth(); hop++) {
      for (int end = tail; head < end; head++) {
        int p = queue[head];
        for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
          int from = cells.slots * touching[k];
          for (int s = from; s < from + cells.slots; s++) {
            int q = cells.slot[s];
            if (q >= 0 && seen[q] != stamp) {
              seen[q] = stamp;
              queue[tail++] = q;
            }
          }
        }
      }
    }
    for (int k = 0; k < tail; k++) {
      int n = gatherRegion(queue[k]);
      editor.setRegion(queue[k], reach, n);
    }
    if (tail > 0) {
      editor.finish();
      version++;
    }
    return tail;
  }

  // ------------------------------------------------------------------ changes

  /** The leaf at a rest position, or -1. */
  public int cellAt(double x, double y, double z) {
    double u = frame.gridU(x, y), v = frame.gridV(x, y), w = frame.gridW(z);
    if (!(u >= 0 && v >= 0 && w >= 0 && u < cells.extent && v < cells.extent && w < cells.extent)) {
      return -1;
    }
    for (int l = 0; l <= cells.levels; l++) {
      int mask = -cells.sizeOfLevel(l);
      int c = cells.find((int) u & mask, (int) v & mask, (int) w & mask, l);
      if (c < 0 || cells.state[c] == Cells.LEAF) {
        return c;
      }
    }
    return -1;
  }

  boolean canSplit(int c) {
    return cells.level[c] < cells.levels && cells.leaves + cells.corners - 1 <= settings.maxCells();
  }

  /**
   * Halves a leaf [Ohta, sec. 4.2], and before it larger ones beside it. The batch is still to be
   * ended.
   */
  public boolean split(int c) {
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
        int n = cells.fan(c, px[p], py[p], pz[p], fanA);
        for (int i = 0; i < n; i++) {
          join(fanA[i], p);
          markCell(fanA[i]);
        }
      }
      points[s] = cells.slot[at + s];
    }
    for (int s = 0; s < cells.slots; s++) {
      leave(c, points[s]);
    }
    cells.divide(c, children);
    for (int k = 0; k < cells.corners; k++) {
      for (int j = 0; j < cells.corners; j++) {
        int sx = (k & 1) + (j & 1), sy = (k >> 1 & 1) + (j >> 1 & 1), sz = (k >> 2) + (j >> 2);
        join(children[k], points[sx + 3 * sy + 9 * sz]);
      }
      markCell(children[k]);
      paint(children[k]);
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
        addParticle(
            cells.x[c] + Cells.slotX(s) * half,
            cells.y[c] + Cells.slotY(s) * half,
            cells.z[c] + Cells.slotZ(s) * half,
            parents[0]);
    Particles q = body.particles();
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
    listener.born(p, parents, n);
    return p;
  }

  private static boolean fits(int slot, int corner) {
    return slot == 1 || slot == corner;
  }

  private int addParticle(int x, int y, int z, int like) {
    int p = newNode(x, y, z);
    int i =
        editor.add(
            (float) (frame.restX(x, y) - body.restCentre(0)),
            (float) (frame.restY(x, y) - body.restCentre(1)),
            (float) (frame.restZ(z) - body.restCentre(2)),
            like);
    assert i == p;
    return p;
  }

  // What the particles of a change had before it.
  private double momentumX;
  private double momentumY;
  private double momentumZ;

  private void beginMomentum() {
    momentumX = 0;
    momentumY = 0;
    momentumZ = 0;
  }

  private void addMomentum(int i) {
    Particles q = body.particles();
    momentumX += (double) q.mass()[i] * q.vx()[i];
    momentumY += (double) q.mass()[i] * q.vy()[i];
    momentumZ += (double) q.mass()[i] * q.vz()[i];
  }

  /** Sets masses from cells, and gives the particles the momentum back that this changed. */
  private void keepMomentum(int[] list, int n) {
    Particles q = body.particles();
    double free = 0;
    for (int k = 0; k < n; k++) {
      int i = list[k];
      editor.setMass(i, (float) massOf(i));
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

  /**
   * Cuts a leaf from the one beyond a face, of the same size or larger [Ohta, sec. 4.3]. The face
   * is torn; each particle on it around which the cells no longer hang together is doubled. A
   * hanging particle that would be left without a cell on one side stays with the other. The batch
   * is still to be ended.
   *
   * @return whether there was a pair to cut
   */
  public boolean tear(int c, int dir) {
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
    int n = cells.fan(a, px[p], py[p], pz[p], fanA);
    boolean cornerA = false;
    for (int i = 0; i < n; i++) {
      if (fanA[i] == b) {
        return; // still hangs together, round the tip of the tear
      }
      cornerA |= isCornerOf(fanA[i], p);
    }
    int m = cells.fan(b, px[p], py[p], pz[p], fanB);
    boolean cornerB = false;
    for (int i = 0; i < m; i++) {
      cornerB |= isCornerOf(fanB[i], p);
    }
    for (int i = 0; i < n; i++) {
      markCell(fanA[i]);
    }
    for (int i = 0; i < m; i++) {
      markCell(fanB[i]);
    }
    if (cornerA && cornerB) {
      Particles q = body.particles();
      int copy = addParticle(px[p], py[p], pz[p], p);
      q.x()[copy] = q.x()[p];
      q.y()[copy] = q.y()[p];
      q.z()[copy] = q.z()[p];
      q.vx()[copy] = q.vx()[p];
      q.vy()[copy] = q.vy()[p];
      q.vz()[copy] = q.vz()[p];
      if (q.mobility()[p] == 0) {
        body.hold(copy);
      }
      for (int i = 0; i < m; i++) {
        leave(fanB[i], p);
        join(fanB[i], copy);
      }
      mark(copy);
      editor.setMass(p, (float) massOf(p));
      editor.setMass(copy, (float) massOf(copy));
      listener.copied(p, copy);
      return;
    }
    int[] bare = cornerA ? fanB : fanA;
    for (int i = 0, k = cornerA ? m : n; i < k; i++) {
      leave(bare[i], p);
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
      for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
        if (cells.torn[touching[k]] != 0 && hasTornFaceAt(touching[k], p)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean hasTornFaceAt(int c, int p) {
    int s = cells.slotAt(c, px[p], py[p], pz[p]);
    for (int dir = 0; dir < cells.faces; dir++) {
      int axis = dir >> 1;
      int along = axis == 0 ? Cells.slotX(s) : axis == 1 ? Cells.slotY(s) : Cells.slotZ(s);
      if (cells.isTorn(c, dir) && along == ((dir & 1) == 1 ? 2 : 0)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a face is torn at some cell that is reached from a or b over at most so many cells. */
  boolean tornNear(int a, int b, int reachCells) {
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
      for (int end = tail; head < end; head++) {
        int c = cellQueue[head];
        if (cells.torn[c] != 0) {
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

  private int[] cellSeen = {};
  private int[] cellQueue = {};
  private int cellStamp;

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
  public boolean merge(int c) {
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
      mark(points[s]);
    }
    for (int k = 0; k < cells.corners; k++) {
      int child = child(c, k);
      for (int s = 0; s < cells.slots; s++) {
        int p = cells.slot[cells.slots * child + s];
        if (p >= 0) {
          leave(child, p);
        }
      }
      cells.destroy(child);
    }
    cells.setLeaf(c);
    for (int s = 0; s < cells.slots; s++) {
      join(c, points[s]);
    }
    int kept = 0;
    for (int s = 0; s < cells.slots; s++) {
      int p = points[s];
      boolean needed = false;
      for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
        needed |= isCornerOf(touching[k], p);
      }
      if (needed) {
        points[kept++] = p;
        continue;
      }
      while (touching[cells.corners * p] >= 0) {
        int d = touching[cells.corners * p];
        markCell(d);
        leave(d, p);
      }
      int last = count - 1;
      removeParticle(p);
      for (int t = 0; t < cells.slots; t++) {
        points[t] = points[t] == last ? p : points[t];
      }
    }
    cells.relinkAround(c);
    keepMomentum(points, kept);
    return true;
  }

  private void removeParticle(int p) {
    int last = --count;
    isMarked[p] = false;
    if (p != last) {
      px[p] = px[last];
      py[p] = py[last];
      pz[p] = pz[last];
      System.arraycopy(touching, cells.corners * last, touching, cells.corners * p, cells.corners);
      for (int k = cells.corners * p; k < cells.corners * (p + 1) && touching[k] >= 0; k++) {
        int c = touching[k];
        cells.slot[cells.slots * c + cells.slotAt(c, px[p], py[p], pz[p])] = p;
      }
      if (isMarked[last]) {
        isMarked[last] = false;
        mark(p);
      }
    }
    editor.remove(p);
    listener.removed(p, last);
  }

  // ------------------------------------------------------------------ pieces

  /**
   * Takes a set of leaves that hang together with no others out, with their particles, as a lattice
   * and body of its own.
   *
   * @param map receives the new number of each particle that goes, -1 for those that stay
   * @param tell whether the listener hears of the piece
   */
  AdaptiveLattice takeOut(int[] leaves, int n, String name, int[] map, boolean tell) {
    Cells from = cells;
    Cells to = new Cells(from.dim, from.levels, from.extent);
    AdaptiveLattice piece = new AdaptiveLattice(to, frame, settings, toughness, density);
    Arrays.fill(map, 0, count, -1);
    for (int i = 0; i < n; i++) {
      for (int s = 0; s < from.slots; s++) {
        int p = from.slot[from.slots * leaves[i] + s];
        if (p >= 0) {
          map[p] = 0;
        }
      }
    }
    for (int p = 0; p < count; p++) {
      if (map[p] == 0) {
        map[p] = piece.newNode(px[p], py[p], pz[p]);
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
          piece.join(d, map[p]);
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
    piece.makeBody(name, body.elasticity(), body);
    copyMotion(piece, map);
    if (tell) {
      listener.parted(piece, map);
    }
    removeCells(leaves, n);
    for (int p = count - 1; p >= 0; p--) {
      if (map[p] >= 0) {
        removeParticle(p);
      }
    }
    editor.finish();
    version++;
    return piece;
  }

  private void copyMotion(AdaptiveLattice piece, int[] map) {
    Particles a = body.particles(), b = piece.body.particles();
    piece.body.translate(a.originX(), a.originY(), a.originZ());
    for (int p = 0; p < count; p++) {
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
        piece.editor.copyRotation(i, body, p);
      }
    }
  }

  private void removeCells(int[] leaves, int n) {
    for (int i = 0; i < n; i++) {
      int c = leaves[i];
      for (int s = 0; s < cells.slots; s++) {
        int p = cells.slot[cells.slots * c + s];
        if (p >= 0) {
          leave(c, p);
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
          empty &= child(up, k) < 0;
        }
        if (!empty) {
          break;
        }
        cells.destroy(up);
      }
    }
  }
}
