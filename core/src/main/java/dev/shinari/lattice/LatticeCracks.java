package dev.shinari.lattice;

import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.lattice.adaptive.HeldDistance;
import java.util.Arrays;

/**
 * Where a lattice tears: cracks that start, and run on from their fronts.
 *
 * <p>A crack is a set of torn faces of the finest grid. Its front are the edges (in 2D nodes) of
 * torn faces at which no other face is torn. At each of them it may go on over one of three faces:
 *
 * <pre>
 *        b0 | b1           f torn; n and q of f give a plane, and turning it towards the largest
 *      --f--+--g0--        stretch around the front gives the plane on which the crack goes on.
 *        c0 | c1           The face between the two cells that it separates is the next one:
 *           g2             g0 straight on, g1 (between b0 and b1) or g2 (between c0 and c1).
 * </pre>
 *
 * Since the plane is handed on from face to face, a slanted crack is a staircase that stays within
 * a cell of a smooth surface, whatever the axes of the lattice. The next face tears where its cells
 * are stretched across the plane beyond the threshold; smaller cells are made around the front.
 *
 * <p>A crack starts in the cell that is stretched most, for what it bears. While a crack runs, and
 * beside those that have run, matter is about to be relieved or has been: there a start needs more.
 * What is halved before the start is the surroundings of that one cell.
 */
final class LatticeCracks {
  /** How fast the plane turns towards the largest stretch, a face. */
  private static final double TURN = 0.35;

  /** A front that is stretched so many times the threshold turns at once. */
  private static final double KINK = 1.3;

  /** A crack that went on within so many seconds runs. */
  private static final double RUNS = 0.12;

  /** Coarse cells around torn faces in which matter counts as relieved. */
  private static final double RELIEVED = 3;

  /** What a start needs more beside torn faces, and while a crack runs. */
  private static final float BESIDE = 2.5f;

  private static final float WHILE_RUNNING = 1.7f;

  /** A cell near the last site is preferred unless another one is stretched so much more. */
  private static final float STICKY = 1.15f;

  /** Tears a face of a cell, notes it for the search of pieces. */
  interface Tool {
    boolean tear(int c, int dir);
  }

  private final AdaptiveLattice lattice;
  private final Cells cells;
  private final LatticeStretch stretch;
  private final CrackFaces faces;
  private final HeldDistance held;

  // State.
  private int[] fronts = new int[16]; // torn faces that may have a front
  private int frontCount;
  private double quiet = 1e9; // seconds since the last tear
  private final double[] site = {-1, 0, 0}; // where a crack is about to start, grid; -1: nowhere

  // Scratch.
  private int[] toSplit = new int[64];
  private int splitCount;
  private final double[] metric = new double[6];
  private final double[] pair = new double[6];
  private final double[] local = new double[3];
  private final double[] surface = new double[6];
  private final double[] own = new double[6];
  private final int[] edge = new int[3];
  private final int[] next = new int[3];
  private long[] ready = new long[32];
  private double[] readyPlane = new double[6 * 32];
  private int[] readyFace = new int[4 * 32];
  private int readyCount;
  private int[] busy = {};
  private int busyStamp;

  LatticeCracks(AdaptiveLattice lattice, LatticeStretch stretch, CrackFaces faces) {
    this.lattice = lattice;
    this.stretch = stretch;
    this.faces = faces;
    cells = lattice.cells;
    held = new HeldDistance(lattice);
  }

  /** The fronts of the body that this one is a piece of. */
  void follow(LatticeCracks whole) {
    fronts = whole.fronts.clone();
    frontCount = whole.frontCount;
    quiet = whole.quiet;
  }

  record State(int[] fronts, double quiet, double[] site) {}

  State save() {
    return new State(Arrays.copyOf(fronts, frontCount), quiet, site.clone());
  }

  void restore(State s) {
    fronts = Arrays.copyOf(s.fronts, Math.max(16, s.fronts.length));
    frontCount = s.fronts.length;
    quiet = s.quiet;
    System.arraycopy(s.site, 0, site, 0, 3);
  }

  // ------------------------------------------------------------------ one step

  /**
   * Lets cracks start and run on after a step of h seconds.
   *
   * @param split stretch from which on cells are halved
   * @param tear stretch from which on faces tear
   * @return how many faces were torn
   */
  int run(float h, float split, float tear, Tool tool) {
    quiet += h;
    splitCount = 0;
    readyCount = 0;
    if (!isStretched(split, tear)) {
      site[0] = -1;
      return 0;
    }
    held.update();
    lookAtFronts(split, tear);
    if (split < Float.POSITIVE_INFINITY || tear < Float.POSITIVE_INFINITY) {
      lookForStart(split, tear);
    }
    int torn = tearReady(tool);
    if (torn > 0) {
      quiet = 0;
    }
    return torn;
  }

  /** Cells that are to be halved, as {@link #run} found them. */
  int[] toSplit() {
    return toSplit;
  }

  int splitCount() {
    return splitCount;
  }

  /** Whether anything is stretched enough for anything to happen. */
  private boolean isStretched(float split, float tear) {
    float least = Math.min(split, tear);
    for (int c = 0; c < stretch.measured; c++) {
      if (stretch.most[c] > least * weakest(c)) {
        return true;
      }
    }
    return false;
  }

  /** The smallest toughness of a leaf's faces, and at most 1. */
  private float weakest(int c) {
    float w = 1;
    if (cells.state[c] == Cells.LEAF) {
      for (int k = cells.faces * c; k < cells.faces * (c + 1); k++) {
        w = Math.min(w, cells.tough[k]);
      }
    }
    return w;
  }

  /** What a leaf bears before a crack starts in it: painted, and near a hand. */
  private float bears(int c) {
    float least = Float.POSITIVE_INFINITY;
    for (int k = 0; k < cells.faces; k++) {
      if (cells.near[cells.faces * c + k] >= 0) {
        least = Math.min(least, cells.tough[cells.faces * c + k]);
      }
    }
    return least * held.factor(c);
  }

  private void halve(int c) {
    if (splitCount == toSplit.length) {
      toSplit = Arrays.copyOf(toSplit, 2 * splitCount);
    }
    toSplit[splitCount++] = c;
  }

  // ------------------------------------------------------------------ fronts

  private void lookAtFronts(float split, float tear) {
    int kept = 0;
    for (int k = 0; k < frontCount; k++) {
      int f = fronts[k];
      boolean open = false;
      for (int along = 0; along < cells.dim; along++) {
        if (along != faces.axis(f)) {
          open |= lookAt(f, along, -1, split, tear);
          open |= lookAt(f, along, 1, split, tear);
        }
      }
      if (open) {
        fronts[kept++] = f;
      }
    }
    frontCount = kept;
  }

  private void addFront(int f) {
    if (frontCount == fronts.length) {
      fronts = Arrays.copyOf(fronts, 2 * frontCount);
    }
    fronts[frontCount++] = f;
  }

  /** Looks whether the crack goes on over an edge of a face; returns whether it ever may. */
  private boolean lookAt(int f, int along, int side, float split, float tear) {
    if (!faces.endsAt(f, along, side)) {
      return false;
    }
    int axis = faces.axis(f);
    edge[0] = faces.x[f];
    edge[1] = faces.y[f];
    edge[2] = faces.z[f];
    edge[along] += side;
    boolean fine = makeSmaller(split);
    if (!gatherAround(along, side, axis)) {
      return false; // the end of the matter
    }
    LatticeStretch.direction(cells.dim, metric, local);
    double turn = TURN;
    for (int attempt = 0; attempt < 2; attempt++, turn = 1e6) {
      plane(f, turn);
      choose(axis, along, side);
      preferWeak(axis, along, side);
      int across = next[axis] != edge[axis] ? along : axis;
      int lo = beside(next, across, -1), hi = beside(next, across, 1);
      if (lo < 0 || hi < 0) {
        return false;
      }
      if (!fine || lo == hi) {
        return true; // once the cells are small enough
      }
      Arrays.fill(pair, 0);
      stretch.add(lo, 0.5, pair);
      stretch.add(hi, 0.5, pair);
      double tough = toughness(lo, hi, across) * Math.min(held.factor(lo), held.factor(hi));
      double limit = tear * tough;
      double s = LatticeStretch.along(pair, normal());
      if (s > limit) {
        makeReady(across, s / limit);
        return true;
      }
      if (!(LatticeStretch.along(pair, local) > KINK * limit)) {
        return true;
      }
    }
    return true;
  }

  private final double[] normal = new double[3];

  private double[] normal() {
    System.arraycopy(surface, 3, normal, 0, 3);
    return normal;
  }

  private double toughness(int lo, int hi, int across) {
    return cells.level[lo] >= cells.level[hi]
        ? cells.tough[cells.faces * lo + 2 * across + 1]
        : cells.tough[cells.faces * hi + 2 * across];
  }

  /** The leaf on one side of a face of the finest grid, or -1. */
  private int beside(int[] middle, int across, int side) {
    return lattice.leafAt(
        0.5 * (middle[0] + (across == 0 ? side : 0)),
        0.5 * (middle[1] + (across == 1 ? side : 0)),
        0.5 * (middle[2] + (across == 2 ? side : 0)));
  }

  /** Has the cells around the edge halved; returns whether those next to it are the finest. */
  private boolean makeSmaller(float split) {
    boolean fine = true;
    int deep = cells.dim == 3 ? 3 : 0;
    for (int dz = -deep; dz <= deep; dz += 2) {
      for (int dy = -3; dy <= 3; dy += 2) {
        for (int dx = -3; dx <= 3; dx += 2) {
          int far = Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz)));
          if (cells.dim == 3 && far > 1 && Math.abs(dx) + Math.abs(dy) + Math.abs(dz) < 9) {
            continue; // of the outer ones in 3D the corners alone
          }
          int c =
              lattice.leafAt(
                  0.5 * odd(edge[0] + dx), 0.5 * odd(edge[1] + dy), 0.5 * odd(edge[2] + dz));
          if (c >= 0 && stretch.most[c] > 0.5f * split && lattice.canSplit(c)) {
            halve(c);
            fine &= far > 1;
          }
        }
      }
    }
    return fine;
  }

  /** Half units of a cell's middle: the nearest odd number from below. */
  private static int odd(int half) {
    return half | 1;
  }

  /**
   * Sums the metrics of the cells ahead of the edge and beside them; false where there are none.
   */
  private boolean gatherAround(int along, int side, int axis) {
    Arrays.fill(metric, 0);
    boolean any = false;
    for (int s = -1; s <= 1; s += 2) {
      next[0] = edge[0];
      next[1] = edge[1];
      next[2] = edge[2];
      next[along] += side;
      int c = beside(next, axis, s);
      if (c < 0) {
        continue;
      }
      any = true;
      stretch.add(c, 2, metric);
      for (int k = 0; k < cells.faces; k++) {
        int b = cells.near[cells.faces * c + k];
        if (b >= 0) {
          stretch.add(b, 1, metric);
        }
      }
    }
    return any;
  }

  /** The plane of a face, turned towards the largest stretch around the edge. */
  private void plane(int f, double turn) {
    double dot = 0, size = 0;
    for (int k = 0; k < 3; k++) {
      surface[k] = faces.plane[6 * f + k];
      surface[3 + k] = faces.plane[6 * f + 3 + k];
      dot += surface[3 + k] * local[k];
    }
    for (int k = 0; k < 3; k++) {
      surface[3 + k] += (dot < 0 ? -turn : turn) * local[k];
      size += surface[3 + k] * surface[3 + k];
    }
    size = Math.sqrt(size);
    for (int k = 3; k < 6; k++) {
      surface[k] /= size;
    }
  }

  /** On which side of the plane a place beside the edge is; s and t are half units. */
  private boolean above(int axis, int s, int along, int t) {
    double d = 0;
    for (int k = 0; k < cells.dim; k++) {
      int half = edge[k] + (k == axis ? s : 0) + (k == along ? t : 0);
      d += surface[3 + k] * (0.5 * half - surface[k]);
    }
    return d >= 0;
  }

  /** The face over which the plane goes on from the edge, into {@link #next}. */
  private void choose(int axis, int along, int side) {
    boolean c1 = above(axis, -1, along, side), b1 = above(axis, 1, along, side);
    next[0] = edge[0];
    next[1] = edge[1];
    next[2] = edge[2];
    if (c1 != b1) {
      next[along] += side;
      return;
    }
    boolean c0 = above(axis, -1, along, -side), b0 = above(axis, 1, along, -side);
    boolean upper = c0 == b0 ? surface[3 + axis] >= 0 : b0;
    // Both cells ahead are on the side of b0: the plane goes down between c0 and c1.
    next[axis] += c1 == upper ? -1 : 1;
  }

  /** Takes another one of the three faces where that is painted much weaker. */
  private void preferWeak(int axis, int along, int side) {
    int wasX = next[0], wasY = next[1], wasZ = next[2];
    double best = toughnessOf(next[axis] != edge[axis] ? along : axis);
    boolean found = false;
    int keepX = wasX, keepY = wasY, keepZ = wasZ;
    for (int k = 0; k < 3; k++) {
      next[0] = edge[0];
      next[1] = edge[1];
      next[2] = edge[2];
      if (k == 0) {
        next[along] += side;
      } else {
        next[axis] += k == 1 ? 1 : -1;
      }
      double tough = toughnessOf(k == 0 ? axis : along);
      if (tough < 0.8 * best) {
        best = tough;
        keepX = next[0];
        keepY = next[1];
        keepZ = next[2];
        found = true;
      }
    }
    next[0] = keepX;
    next[1] = keepY;
    next[2] = keepZ;
    if (found) { // the paint leads, not the plane
      for (int k = 0; k < 3; k++) {
        surface[k] = 0.5 * next[k];
      }
    }
  }

  private double toughnessOf(int across) {
    int lo = beside(next, across, -1), hi = beside(next, across, 1);
    return lo < 0 || hi < 0 || lo == hi ? Double.POSITIVE_INFINITY : toughness(lo, hi, across);
  }

  private void makeReady(int across, double ratio) {
    if (readyCount == ready.length) {
      ready = Arrays.copyOf(ready, 2 * readyCount);
      readyPlane = Arrays.copyOf(readyPlane, 12 * readyCount);
      readyFace = Arrays.copyOf(readyFace, 8 * readyCount);
    }
    // Positive floats sort as their bits do: the widest first.
    ready[readyCount] =
        (long) (Integer.MAX_VALUE - Float.floatToRawIntBits((float) ratio)) << 32 | readyCount;
    System.arraycopy(surface, 0, readyPlane, 6 * readyCount, 6);
    System.arraycopy(next, 0, readyFace, 4 * readyCount, 3);
    readyFace[4 * readyCount + 3] = across;
    readyCount++;
  }

  // ------------------------------------------------------------------ starts

  private void lookForStart(float split, float tear) {
    float lower = Math.min(split, tear);
    boolean running = quiet < RUNS;
    double coarse = cells.sizeOfLevel(0);
    int best = -1, local = -1;
    float most = lower, mostLocal = 0;
    for (int c = 0; c < stretch.measured; c++) {
      float s = stretch.most[c];
      if (cells.state[c] != Cells.LEAF || !(s > lower * weakest(c))) {
        continue;
      }
      s /= bears(c) * (running ? WHILE_RUNNING : 1);
      boolean near = site[0] >= 0 && distance(c, site) < 1.2 * coarse;
      if (!(s > most || near && s > mostLocal)) {
        continue;
      }
      double torn = faces.count == 0 ? 1e30 : nearest(c);
      if (torn < 4 * 4) {
        continue; // this is the front's own
      }
      s /= torn < RELIEVED * RELIEVED * coarse * coarse ? BESIDE : 1;
      if (s > most) {
        most = s;
        best = c;
      }
      if (near && s > mostLocal) {
        mostLocal = s;
        local = c;
      }
    }
    if (best < 0) {
      site[0] = -1;
      return;
    }
    if (local >= 0 && mostLocal * STICKY > most) {
      best = local;
      most = mostLocal;
    }
    middle(best, site);
    if (lattice.canSplit(best)) {
      halveAround(best);
    } else if (most > tear) {
      start(best);
    }
  }

  private void halveAround(int c) {
    halve(c);
    for (int k = 0; k < cells.faces; k++) {
      int b = cells.near[cells.faces * c + k];
      if (b >= 0 && lattice.canSplit(b)) {
        halve(b);
      }
    }
  }

  private void middle(int c, double[] out) {
    double half = 0.5 * cells.size(c);
    out[0] = cells.x[c] + half;
    out[1] = cells.y[c] + half;
    out[2] = cells.dim == 2 ? 0 : cells.z[c] + half;
  }

  private double distance(int c, double[] from) {
    double half = 0.5 * cells.size(c);
    double a = cells.x[c] + half - from[0], b = cells.y[c] + half - from[1];
    double d = cells.dim == 2 ? 0 : cells.z[c] + half - from[2];
    return Math.sqrt(a * a + b * b + d * d);
  }

  private double nearest(int c) {
    double half = 0.5 * cells.size(c);
    return faces.nearest(
        cells.x[c] + half, cells.y[c] + half, cells.dim == 2 ? 0 : cells.z[c] + half);
  }

  /** Has the face of a leaf torn that lies best across its largest stretch. */
  private void start(int c) {
    Arrays.fill(metric, 0);
    stretch.add(c, 2, metric);
    for (int k = 0; k < cells.faces; k++) {
      int b = cells.near[cells.faces * c + k];
      if (b >= 0) {
        stretch.add(b, 1, metric);
      }
    }
    LatticeStretch.direction(cells.dim, metric, local);
    int dir = -1;
    double best = 0;
    for (int k = 0; k < cells.faces; k++) {
      int b = cells.near[cells.faces * c + k];
      if (b < 0) {
        continue;
      }
      double along = local[k >> 1];
      double s = along * along * (1 + stretch.most[b]) / cells.tough[cells.faces * c + k];
      if (s > best) {
        best = s;
        dir = k;
      }
    }
    if (dir < 0) {
      return;
    }
    int size = cells.size(c), axis = dir >> 1;
    next[0] = 2 * cells.x[c] + (size | 1);
    next[1] = 2 * cells.y[c] + (size | 1);
    next[2] = cells.dim == 2 ? 0 : 2 * cells.z[c] + (size | 1);
    int low = axis == 0 ? cells.x[c] : axis == 1 ? cells.y[c] : cells.z[c];
    next[axis] = 2 * (low + ((dir & 1) == 1 ? size : 0));
    for (int k = 0; k < 3; k++) {
      surface[k] = 0.5 * next[k];
      surface[3 + k] = local[k];
    }
    makeReady(axis, 1);
  }

  // ------------------------------------------------------------------ tearing

  private int tearReady(Tool tool) {
    if (busy.length < cells.end) {
      busy = new int[cells.x.length];
      busyStamp = 0;
    }
    busyStamp++;
    Arrays.sort(ready, 0, readyCount);
    int done = 0;
    for (int k = 0; k < readyCount; k++) {
      int r = (int) ready[k];
      System.arraycopy(readyFace, 4 * r, next, 0, 3);
      System.arraycopy(readyPlane, 6 * r, surface, 0, 6);
      int across = readyFace[4 * r + 3];
      int lo = beside(next, across, -1), hi = beside(next, across, 1);
      if (lo < 0 || hi < 0 || lo == hi || busy[lo] == busyStamp || busy[hi] == busyStamp) {
        continue;
      }
      boolean low = cells.level[lo] >= cells.level[hi];
      if (tool.tear(low ? lo : hi, low ? 2 * across + 1 : 2 * across)) {
        busy[lo] = busyStamp;
        busy[hi] = busyStamp;
        done++;
      }
    }
    return done;
  }

  /**
   * A face of a leaf is being torn: along the plane of the front, or where a cut goes through.
   *
   * @param share how far a cut is on the way from the leaf's middle to the one beyond, in their
   *     distance; below 0 for a front
   * @param across normal of the cut in the rest shape, of length one
   */
  void tore(int c, int dir, double share, double[] across) {
    int size = cells.size(c), axis = dir >> 1;
    int low = axis == 0 ? cells.x[c] : axis == 1 ? cells.y[c] : cells.z[c];
    int at = 2 * (low + ((dir & 1) == 1 ? size : 0));
    int a = axis == 0 ? 1 : 0, b = cells.dim == 2 ? -1 : axis == 2 ? 1 : 2;
    System.arraycopy(surface, 0, own, 0, 6);
    for (int j = 0; j < (b < 0 ? 1 : size); j++) {
      for (int i = 0; i < size; i++) {
        edge[0] = 2 * cells.x[c] + 1;
        edge[1] = 2 * cells.y[c] + 1;
        edge[2] = cells.dim == 2 ? 0 : 2 * cells.z[c] + 1;
        edge[a] += 2 * i;
        if (b >= 0) {
          edge[b] += 2 * j;
        }
        edge[axis] = at;
        if (share >= 0) {
          for (int k = 0; k < 3; k++) {
            surface[k] = 0.5 * edge[k];
            surface[3 + k] = across[k];
          }
          surface[axis] += (share - 0.5) * ((dir & 1) == 1 ? 1 : -1);
        } else {
          System.arraycopy(own, 0, surface, 0, 6);
          smooth(axis);
        }
        addFront(faces.add(edge[0], edge[1], edge[2], surface));
      }
    }
  }

  /**
   * The plane of a new face at {@link #edge}: that of the front it comes from, averaged with those
   * of all torn faces at its edges, through the point on it that is nearest to the face's middle.
   */
  private void smooth(int axis) {
    double nx = surface[3], ny = surface[4], nz = surface[5];
    double off = 0, weight = 1;
    for (int k = 0; k < 3; k++) {
      off += surface[3 + k] * (0.5 * edge[k] - surface[k]);
    }
    double sx = nx, sy = ny, sz = nz, sum = off;
    for (int along = 0; along < cells.dim && cells.dim == 3; along++) {
      for (int side = -1; side <= 1 && along != axis; side += 2) {
        int ex = edge[0] + (along == 0 ? side : 0), ey = edge[1] + (along == 1 ? side : 0);
        int ez = edge[2] + (along == 2 ? side : 0);
        for (int m = 0; m < 3; m++) {
          int step = m == 0 ? side : m == 1 ? 1 : -1, on = m == 0 ? along : axis;
          int f =
              faces.find(
                  ex + (on == 0 ? step : 0), ey + (on == 1 ? step : 0), ez + (on == 2 ? step : 0));
          if (f < 0) {
            continue;
          }
          float[] p = faces.plane;
          double dot = nx * p[6 * f + 3] + ny * p[6 * f + 4] + nz * p[6 * f + 5];
          double sign = dot < 0 ? -1 : 1;
          sx += sign * p[6 * f + 3];
          sy += sign * p[6 * f + 4];
          sz += sign * p[6 * f + 5];
          for (int k = 0; k < 3; k++) {
            sum += sign * p[6 * f + 3 + k] * (0.5 * edge[k] - p[6 * f + k]);
          }
          weight++;
        }
      }
    }
    double size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (!(size > 1e-6)) {
      return;
    }
    off = sum / weight;
    off = Math.max(-1.2, Math.min(1.2, off));
    surface[3] = sx / size;
    surface[4] = sy / size;
    surface[5] = sz / size;
    for (int k = 0; k < 3; k++) {
      surface[k] = 0.5 * edge[k] - off * surface[3 + k];
    }
  }
}
