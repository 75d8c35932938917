package dev.shinari.lattice.adaptive;

import dev.shinari.fracture.ElementGraph;
import java.util.Arrays;

/**
 * The cells of an adaptive lattice: a forest of quadtrees (2D) or octrees (3D) over a coarse grid,
 * in flat arrays with a free list. Corners lie on a grid of the finest cells, in whole numbers:
 *
 * <pre>
 *   cell c covers [x, x + size) x [y, y + size) (x [z, z + size)),  size = 2^(levels - level)
 *
 *   slots of a cell, 3^dim:    6 -- 7 -- 8     corners are the even ones in each axis,
 *                              |         |     the others hold hanging particles: corners of
 *                              3    4    5     smaller neighbors
 *                              |         |
 *                              0 -- 1 -- 2
 * </pre>
 *
 * Neighbors differ by one level at most, over faces, and in 3D over edges too, so that nothing
 * hangs but in a slot. A face between two leaves is torn where the bit of the smaller one (of both,
 * where they are equal) says so.
 */
public final class Cells implements ElementGraph {
  static final byte FREE = 0;
  public static final byte LEAF = 1;
  public static final byte SPLIT = 2;

  /** Answer of {@link #beyond} where smaller cells are on the other side. */
  static final int SMALLER = -2;

  private static final int COORDINATE = (1 << 19) - 1; // bits of one in a key

  public final int dim;
  public final int corners;
  public final int slots;
  public final int faces;
  public final int levels;
  final int extent; // nodes of the finest grid along the longest axis

  public int[] x = new int[64];
  public int[] y = new int[64];
  public int[] z = new int[64];
  public byte[] level = new byte[64];
  public byte[] state = new byte[64];
  byte[] torn = new byte[64]; // one bit a face: 2 axis + (1 where it looks along the axis)
  public boolean[] base = new boolean[64]; // was split before the first step: never merges
  public float[] calm = new float[64]; // seconds for which the children of a split cell were quiet
  public float[] tough; // faces floats a cell: factor on the strain that a face bears
  public int[] slot; // slots ints a cell: particle or -1
  public int[]
      near; // faces ints a cell: the leaf beyond, of the same size or larger and not torn off; -1
  public int end; // ids are below this
  public int leaves;
  long looks; // cells looked for or visited by changes since the beginning
  private int[] free = new int[16];
  private int freeCount;

  private long[] keys = new long[256];
  private int[] values = new int[256];
  private int filled;

  Cells(int dim, int levels, int extent) {
    this.dim = dim;
    this.levels = levels;
    this.extent = extent;
    corners = 1 << dim;
    slots = dim == 2 ? 9 : 27;
    faces = 2 * dim;
    slot = new int[64 * slots];
    near = new int[64 * faces];
    tough = new float[64 * faces];
  }

  /** Takes over all cells of another forest of the same kind. */
  void set(Cells o) {
    x = o.x.clone();
    y = o.y.clone();
    z = o.z.clone();
    level = o.level.clone();
    state = o.state.clone();
    torn = o.torn.clone();
    base = o.base.clone();
    calm = o.calm.clone();
    tough = o.tough.clone();
    slot = o.slot.clone();
    near = o.near.clone();
    end = o.end;
    leaves = o.leaves;
    free = o.free.clone();
    freeCount = o.freeCount;
    keys = o.keys.clone();
    values = o.values.clone();
    filled = o.filled;
  }

  public int size(int c) {
    return 1 << (levels - level[c]);
  }

  public int sizeOfLevel(int l) {
    return 1 << (levels - l);
  }

  // ------------------------------------------------------------------ storage

  int create(int cx, int cy, int cz, int l) {
    int c;
    if (freeCount > 0) {
      c = free[--freeCount];
    } else {
      c = end++;
      if (c == x.length) {
        grow();
      }
    }
    x[c] = cx;
    y[c] = cy;
    z[c] = cz;
    level[c] = (byte) l;
    state[c] = LEAF;
    torn[c] = 0;
    base[c] = false;
    calm[c] = 0;
    Arrays.fill(slot, slots * c, slots * (c + 1), -1);
    Arrays.fill(near, faces * c, faces * (c + 1), -1);
    Arrays.fill(tough, faces * c, faces * (c + 1), 1);
    put(key(cx, cy, cz, l), c);
    leaves++;
    return c;
  }

  void setSplit(int c) {
    state[c] = SPLIT;
    leaves--;
    calm[c] = 0;
    Arrays.fill(slot, slots * c, slots * (c + 1), -1);
    Arrays.fill(near, faces * c, faces * (c + 1), -1);
  }

  void setLeaf(int c) {
    state[c] = LEAF;
    leaves++;
    torn[c] = 0;
  }

  void destroy(int c) {
    leaves -= state[c] == LEAF ? 1 : 0;
    state[c] = FREE;
    remove(key(x[c], y[c], z[c], level[c]));
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = c;
  }

  private void grow() {
    int n = 2 * x.length;
    x = Arrays.copyOf(x, n);
    y = Arrays.copyOf(y, n);
    z = Arrays.copyOf(z, n);
    level = Arrays.copyOf(level, n);
    state = Arrays.copyOf(state, n);
    torn = Arrays.copyOf(torn, n);
    base = Arrays.copyOf(base, n);
    calm = Arrays.copyOf(calm, n);
    slot = Arrays.copyOf(slot, slots * n);
    near = Arrays.copyOf(near, faces * n);
    tough = Arrays.copyOf(tough, faces * n);
  }

  // ------------------------------------------------------------------ finding by place

  private static long key(int cx, int cy, int cz, int l) {
    return 1 + ((long) l << 57 | (long) cx << 38 | (long) cy << 19 | cz);
  }

  /**
   * Where the search for a key begins. Blocks of eight cells that lie beside each other (4 x 2, or
   * 2 x 2 x 2) have eight places in a row: a change looks for cells near each other, and in a large
   * lattice each look at another part of the table would have to wait for memory.
   */
  private int home(long key) {
    long k = key - 1;
    int shift = levels - (int) (k >>> 57);
    int cx = (int) (k >>> 38) & COORDINATE, cy = (int) (k >>> 19) & COORDINATE;
    int i = cx >> shift, j = cy >> shift, m = ((int) k & COORDINATE) >> shift;
    int inBlock = dim == 2 ? i & 3 | (j & 1) << 2 : i & 1 | (j & 1) << 1 | (m & 1) << 2;
    long block =
        dim == 2
            ? (long) (i >> 2) << 38 | (long) (j >> 1) << 19
            : (long) (i >> 1) << 38 | (long) (j >> 1) << 19 | m >> 1;
    long h = (block ^ (long) shift << 57) * 0x9E3779B97F4A7C15L;
    return ((int) (h >>> 40) << 3 | inBlock) & keys.length - 1;
  }

  /** The cell of a level at a corner, leaf or split; -1 where there is none. */
  public int find(int cx, int cy, int cz, int l) {
    if ((cx | cy | cz) < 0 || cx >= extent || cy >= extent || cz >= extent) {
      return -1;
    }
    looks++;
    long k = key(cx, cy, cz, l);
    for (int i = home(k); keys[i] != 0; i = i + 1 & (keys.length - 1)) {
      if (keys[i] == k) {
        return values[i];
      }
    }
    return -1;
  }

  private void put(long k, int value) {
    if (2 * ++filled > keys.length) {
      long[] oldKeys = keys;
      int[] oldValues = values;
      keys = new long[2 * oldKeys.length];
      values = new int[keys.length];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldKeys[i] != 0) {
          place(oldKeys[i], oldValues[i]);
        }
      }
    }
    place(k, value);
  }

  private void place(long k, int value) {
    int i = home(k);
    while (keys[i] != 0) {
      i = i + 1 & (keys.length - 1);
    }
    keys[i] = k;
    values[i] = value;
  }

  private void remove(long k) {
    int mask = keys.length - 1;
    int i = home(k);
    while (keys[i] != k) {
      i = i + 1 & mask;
    }
    filled--;
    // Whoever was pushed beyond this place moves up.
    for (int j = i + 1 & mask; keys[j] != 0; j = j + 1 & mask) {
      if ((j - home(keys[j]) & mask) >= (j - i & mask)) {
        keys[i] = keys[j];
        values[i] = values[j];
        i = j;
      }
    }
    keys[i] = 0;
  }

  // ------------------------------------------------------------------ neighbors

  public static int along(int dir, int axis) {
    return dir >> 1 != axis ? 0 : (dir & 1) == 1 ? 1 : -1;
  }

  /**
   * What is beyond c in a direction of whole cells: a leaf of the same size or larger, -1 for
   * nothing, {@link #SMALLER}.
   */
  int beyond(int c, int dx, int dy, int dz) {
    int s = size(c), l = level[c];
    int nx = x[c] + dx * s, ny = y[c] + dy * s, nz = z[c] + dz * s;
    for (; l >= 0; l--) {
      int mask = -sizeOfLevel(l);
      int n = (nx | ny | nz) < 0 ? -1 : find(nx & mask, ny & mask, nz & mask, l);
      if (n >= 0) {
        return state[n] == LEAF ? n : l == level[c] ? SMALLER : -1;
      }
    }
    return -1;
  }

  int beyond(int c, int dir) {
    return beyond(c, along(dir, 0), along(dir, 1), along(dir, 2));
  }

  /** Writes the smaller leaves beyond a face of c; returns how many. */
  int smaller(int c, int dir, int[] out) {
    int s = size(c), half = s / 2, axis = dir >> 1;
    int n = 0;
    for (int k = 0; k < corners / 2; k++) {
      int a = (k & 1) * half, b = (k >> 1) * half;
      int away = (dir & 1) == 1 ? s : -half;
      int nx = x[c] + (axis == 0 ? away : a);
      int ny = y[c] + (axis == 1 ? away : axis == 0 ? a : b);
      int nz = z[c] + (axis == 2 ? away : dim == 2 ? 0 : b);
      int id = find(nx, ny, nz, level[c] + 1);
      if (id >= 0 && state[id] == LEAF) {
        out[n++] = id;
      }
    }
    return n;
  }

  public boolean isTorn(int c, int dir) {
    return (torn[c] >> dir & 1) != 0;
  }

  boolean touches(int c, double px, double py, double pz) {
    int s = size(c);
    return px >= x[c]
        && px <= x[c] + s
        && py >= y[c]
        && py <= y[c] + s
        && (dim == 2 || pz >= z[c] && pz <= z[c] + s);
  }

  /** Slot of a cell at a node of the finest grid, or -1. */
  int slotAt(int c, int px, int py, int pz) {
    int s = size(c);
    int a = 2 * (px - x[c]), b = 2 * (py - y[c]), d = 2 * (pz - z[c]);
    if (a % s != 0 || b % s != 0 || d % s != 0) {
      return -1;
    }
    a /= s;
    b /= s;
    d /= s;
    boolean inside = a >= 0 && a < 3 && b >= 0 && b < 3 && d >= 0 && (dim == 2 ? d == 0 : d < 3);
    return inside ? a + 3 * b + 9 * d : -1;
  }

  public static int slotX(int s) {
    return s % 3;
  }

  public static int slotY(int s) {
    return s / 3 % 3;
  }

  static int slotZ(int s) {
    return s / 9;
  }

  static boolean isCorner(int s) {
    return slotX(s) != 1 && slotY(s) != 1 && slotZ(s) != 1;
  }

  /** Slot of corner k. */
  public static int cornerSlot(int k) {
    return 2 * (k & 1) + 6 * (k >> 1 & 1) + 18 * (k >> 2);
  }

  private final int[] few = new int[4];
  private final int[] fan = new int[10]; // of isJoinedNearby

  /**
   * The leaves around a point that hang together with c: reached from it over faces that are not
   * torn and that hold the point. c comes first. Neighbors must be linked ({@link #near}).
   *
   * @param out at least 2^dim + 1 long
   */
  public int fan(int c, double px, double py, double pz, int[] out) {
    int n = 0;
    out[n++] = c;
    for (int k = 0; k < n; k++) {
      looks++;
      int a = out[k];
      int s = size(a);
      for (int dir = 0; dir < faces; dir++) {
        int axis = dir >> 1;
        double p = axis == 0 ? px : axis == 1 ? py : pz;
        int low = axis == 0 ? x[a] : axis == 1 ? y[a] : z[a];
        if (p != low + ((dir & 1) == 1 ? s : 0)) {
          continue;
        }
        int b = near[faces * a + dir];
        if (b >= 0) {
          if (touches(b, px, py, pz)) {
            n = addOnce(out, n, b);
          }
        } else if (!isTorn(a, dir) && beyond(a, dir) == SMALLER) {
          int m = smaller(a, dir, few);
          for (int i = 0; i < m; i++) {
            if (!isTorn(few[i], dir ^ 1) && touches(few[i], px, py, pz)) {
              n = addOnce(out, n, few[i]);
            }
          }
        }
      }
    }
    return n;
  }

  private static int addOnce(int[] list, int n, int value) {
    for (int i = 0; i < n; i++) {
      if (list[i] == value) {
        return n;
      }
    }
    list[n] = value;
    return n + 1;
  }

  /** Finds the neighbors of a leaf anew. */
  void relink(int c) {
    for (int dir = 0; dir < faces; dir++) {
      int b = isTorn(c, dir) ? -1 : beyond(c, dir);
      near[faces * c + dir] = Math.max(-1, b);
    }
  }

  /** Finds the neighbors of all leaves beside a cell anew, and its own if it is a leaf. */
  void relinkAround(int c) {
    if (state[c] == LEAF) {
      relink(c);
    }
    for (int dir = 0; dir < faces; dir++) {
      int b = beyond(c, dir);
      if (b >= 0) {
        relink(b);
      } else if (b == SMALLER) {
        int m = smaller(c, dir, few);
        for (int i = 0; i < m; i++) {
          relink(few[i]);
        }
      }
    }
  }

  /**
   * Splits a leaf into cells alone, without particles, once its larger neighbors have been split.
   * Torn faces and toughness are handed on.
   */
  void divide(int c, int[] children) {
    int h = size(c) / 2;
    byte oldTorn = torn[c];
    setSplit(c);
    for (int k = 0; k < corners; k++) {
      children[k] =
          create(x[c] + (k & 1) * h, y[c] + (k >> 1 & 1) * h, z[c] + (k >> 2) * h, level[c] + 1);
    }
    for (int k = 0; k < corners; k++) {
      int child = children[k];
      for (int dir = 0; dir < faces; dir++) {
        if ((k >> (dir >> 1) & 1) != (dir & 1)) {
          continue; // looks at a sister
        }
        int b = beyond(child, dir);
        boolean cut =
            b >= 0 && level[b] == level[child] ? isTorn(b, dir ^ 1) : (oldTorn >> dir & 1) != 0;
        torn[child] |= (byte) (cut ? 1 << dir : 0);
      }
    }
  }

  // ------------------------------------------------------------------ as elements

  @Override
  public int end() {
    return end;
  }

  @Override
  public int count() {
    return leaves;
  }

  @Override
  public boolean isElement(int c) {
    return state[c] == LEAF;
  }

  @Override
  public int mostJoined() {
    return 4 * faces;
  }

  @Override
  public int joined(int c, int[] out) {
    int n = 0;
    for (int dir = 0; dir < faces; dir++) {
      int b = near[faces * c + dir];
      if (b >= 0) {
        out[n++] = b;
      } else if (!isTorn(c, dir) && beyond(c, dir) == SMALLER) {
        int m = smaller(c, dir, few);
        for (int i = 0; i < m; i++) {
          if (!isTorn(few[i], dir ^ 1)) {
            out[n++] = few[i];
          }
        }
      }
    }
    return n;
  }

  @Override
  public boolean isJoinedNearby(int a, int b) {
    int s = size(a);
    for (int k = 0; k < corners; k++) {
      int px = x[a] + (k & 1) * s, py = y[a] + (k >> 1 & 1) * s, pz = z[a] + (k >> 2) * s;
      int n = touches(b, px, py, pz) ? fan(a, px, py, pz, fan) : 0;
      for (int i = 1; i < n; i++) {
        if (fan[i] == b) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void note(int c, int[] to, int at) {
    to[at] = x[c];
    to[at + 1] = y[c];
    to[at + 2] = z[c];
    to[at + 3] = level[c];
  }

  @Override
  public int noted(int[] from, int at) {
    int c = find(from[at], from[at + 1], from[at + 2], from[at + 3]);
    while (c >= 0 && state[c] == SPLIT) {
      int h = size(c) / 2, child = -1;
      for (int k = 0; k < corners && child < 0; k++) {
        child =
            find(x[c] + (k & 1) * h, y[c] + (k >> 1 & 1) * h, z[c] + (k >> 2) * h, level[c] + 1);
      }
      c = child;
    }
    return c;
  }
}
