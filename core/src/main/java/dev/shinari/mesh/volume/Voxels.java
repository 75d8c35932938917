package dev.shinari.mesh.volume;

import dev.shinari.math.IntList;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.DisjointSets;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.WindingNumber;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Cells of a regular grid around a surface: which ones the surface passes, which ones are inside,
 * and the repair that joins cells which touch only along an edge or at a corner.
 */
final class Voxels {
  /**
   * Cells count as this much smaller on every side, so that a surface on a wall does not pass them.
   */
  private static final double SHY = 1e-3;

  final float cellSize;
  final float originX;
  final float originY;
  final float originZ;
  final int nx;
  final int ny;
  final int nz;
  final BitSet crossed;
  final BitSet cells;

  /** Triangles that passed no cell. */
  private final IntList lying = new IntList();

  /** Cells that are inside and that the surface does not pass. */
  int insideCount;

  Voxels(Bounds b, int resolution) {
    cellSize = b.longestSide() / resolution;
    nx = cellsAlong(b.sizeX());
    ny = cellsAlong(b.sizeY());
    nz = cellsAlong(b.sizeZ());
    originX = (float) (b.minX() + 0.5 * ((double) b.sizeX() - (double) nx * cellSize));
    originY = (float) (b.minY() + 0.5 * ((double) b.sizeY() - (double) ny * cellSize));
    originZ = (float) (b.minZ() + 0.5 * ((double) b.sizeZ() - (double) nz * cellSize));
    crossed = new BitSet(nx * ny * nz);
    cells = new BitSet(nx * ny * nz);
  }

  private int cellsAlong(float size) {
    return Math.max(1, (int) Math.ceil((double) size / cellSize - SHY));
  }

  int cell(int i, int j, int k) {
    return i + nx * (j + ny * k);
  }

  private double center(float origin, int i) {
    return origin + (i + 0.5) * cellSize;
  }

  /** Marks the cells that the triangles pass. */
  void rasterise(TriangleMesh mesh) {
    double[] v = new double[9];
    for (int t = 0; t < mesh.triangles().length; t += 3) {
      corners(mesh, t, v);
      if (!rasterise(v)) {
        lying.add(t);
      }
    }
    cells.or(crossed);
  }

  // Corners of the triangle that starts at index t, in grid units.
  private void corners(TriangleMesh mesh, int t, double[] v) {
    float[] p = mesh.positions();
    for (int c = 0; c < 3; c++) {
      int i = 3 * mesh.triangles()[t + c];
      v[3 * c] = ((double) p[i] - originX) / cellSize;
      v[3 * c + 1] = ((double) p[i + 1] - originY) / cellSize;
      v[3 * c + 2] = ((double) p[i + 2] - originZ) / cellSize;
    }
  }

  // In grid units. The triangle's plane limits the cells to look at in every column along the axis
  // that the plane faces most, so that a large triangle costs its area and not its box.
  private boolean rasterise(double[] v) {
    double ux = v[3] - v[0], uy = v[4] - v[1], uz = v[5] - v[2];
    double wx = v[6] - v[0], wy = v[7] - v[1], wz = v[8] - v[2];
    double[] n = {uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx};
    int axis = 0;
    for (int x = 1; x < 3; x++) {
      axis = Math.abs(n[x]) > Math.abs(n[axis]) ? x : axis;
    }
    double edges = ux * ux + uy * uy + uz * uz + wx * wx + wy * wy + wz * wz;
    if (!(Math.abs(n[axis]) > 1e-9 * edges)) {
      return false; // a needle has no plane
    }
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    int[] size = {nx, ny, nz};
    int[] low = new int[3], high = new int[3];
    for (int x = 0; x < 3; x++) {
      double least = Math.min(v[x], Math.min(v[3 + x], v[6 + x]));
      double most = Math.max(v[x], Math.max(v[3 + x], v[6 + x]));
      low[x] = limit((int) Math.floor(least - SHY), size[x]);
      high[x] = limit((int) Math.floor(most + SHY), size[x]);
    }
    boolean any = false;
    int[] at = new int[3];
    // Slope of the plane along the column, a unit of the other two axes.
    double na = n[a] / n[axis], nb = n[b] / n[axis];
    double half = 0.5 * (Math.abs(na) + Math.abs(nb)) + SHY;
    double[] reach = new double[2];
    for (at[b] = low[b]; at[b] <= high[b]; at[b]++) {
      // Of the row of columns only those that the triangle reaches: a long thin one is cheap too.
      row(v, a, b, at[b] - SHY, at[b] + 1 + SHY, reach);
      int first = Math.max(low[a], limit((int) Math.floor(reach[0] - SHY), size[a]));
      int last = Math.min(high[a], limit((int) Math.floor(reach[1] + SHY), size[a]));
      for (at[a] = first; at[a] <= last; at[a]++) {
        double depth = v[axis] - na * (at[a] + 0.5 - v[a]) - nb * (at[b] + 0.5 - v[b]);
        int from = Math.max(low[axis], limit((int) Math.floor(depth - half), size[axis]));
        int to = Math.min(high[axis], limit((int) Math.floor(depth + half), size[axis]));
        for (at[axis] = from; at[axis] <= to; at[axis]++) {
          if (touches(v, n, at[0] + 0.5, at[1] + 0.5, at[2] + 0.5)) {
            crossed.set(cell(at[0], at[1], at[2]));
            any = true;
          }
        }
      }
    }
    return any;
  }

  // Least and greatest coordinate a of the part of the triangle with coordinate b in [from, to].
  private static void row(double[] v, int a, int b, double from, double to, double[] reach) {
    reach[0] = Double.POSITIVE_INFINITY;
    reach[1] = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < 9; c += 3) {
      int d = (c + 3) % 9;
      double lowB = Math.min(v[c + b], v[d + b]), highB = Math.max(v[c + b], v[d + b]);
      if (lowB > to || highB < from) {
        continue;
      }
      double step = v[d + b] - v[c + b];
      double s = 0, t = 1;
      if (Math.abs(step) > 1e-12) {
        s = Math.max(0, Math.min(1, ((step > 0 ? from : to) - v[c + b]) / step));
        t = Math.max(0, Math.min(1, ((step > 0 ? to : from) - v[c + b]) / step));
      }
      double x = v[c + a] + s * (v[d + a] - v[c + a]), y = v[c + a] + t * (v[d + a] - v[c + a]);
      reach[0] = Math.min(reach[0], Math.min(x, y));
      reach[1] = Math.max(reach[1], Math.max(x, y));
    }
  }

  private static int limit(int i, int size) {
    return Math.max(0, Math.min(size - 1, i));
  }

  // Separating axes of a triangle and a cube of half-size h at c [Akenine-Moeller 2001].
  private static boolean touches(double[] v, double[] n, double cx, double cy, double cz) {
    double h = 0.5 - SHY;
    double ax = v[0] - cx, ay = v[1] - cy, az = v[2] - cz;
    double bx = v[3] - cx, by = v[4] - cy, bz = v[5] - cz;
    double dx = v[6] - cx, dy = v[7] - cy, dz = v[8] - cz;
    if (apart(ax, bx, dx, h) || apart(ay, by, dy, h) || apart(az, bz, dz, h)) {
      return false;
    }
    double r = h * (Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2]));
    if (Math.abs(n[0] * ax + n[1] * ay + n[2] * az) > r) {
      return false;
    }
    // The cross products of the three edges with the axes: each edge's with one axis at a time.
    for (int edge = 0; edge < 3; edge++) {
      double ex = edge == 0 ? bx - ax : edge == 1 ? dx - bx : ax - dx;
      double ey = edge == 0 ? by - ay : edge == 1 ? dy - by : ay - dy;
      double ez = edge == 0 ? bz - az : edge == 1 ? dz - bz : az - dz;
      double fx = Math.abs(ex), fy = Math.abs(ey), fz = Math.abs(ez);
      if (apart(ez * ay - ey * az, ez * by - ey * bz, ez * dy - ey * dz, h * (fz + fy))
          || apart(ex * az - ez * ax, ex * bz - ez * bx, ex * dz - ez * dx, h * (fx + fz))
          || apart(ey * ax - ex * ay, ey * bx - ex * by, ey * dx - ex * dy, h * (fy + fx))) {
        return false;
      }
    }
    return true;
  }

  private static boolean apart(double a, double b, double c, double r) {
    return Math.min(a, Math.min(b, c)) > r || Math.max(a, Math.max(b, c)) < -r;
  }

  /**
   * Adds the inside cells. Where the surface is balanced the winding number does not change between
   * cells that it does not pass, so one question a group of such cells is enough; otherwise each is
   * asked for itself.
   */
  void fill(WindingNumber winding, boolean balanced) {
    BitSet seen = (BitSet) crossed.clone();
    int[] stack = new int[1024];
    for (int seed = seen.nextClearBit(0); seed < nx * ny * nz; seed = seen.nextClearBit(seed + 1)) {
      if (!balanced) {
        if (isInside(winding, seed)) {
          cells.set(seed);
          insideCount++;
        }
        continue;
      }
      boolean in = isInside(winding, seed);
      int top = 0;
      stack[top++] = seed;
      seen.set(seed);
      while (top > 0) {
        int c = stack[--top];
        if (in) {
          cells.set(c);
          insideCount++;
        }
        int i = c % nx, j = c / nx % ny, k = c / (nx * ny);
        if (top + 6 > stack.length) {
          stack = Arrays.copyOf(stack, 2 * stack.length);
        }
        for (int f = 0; f < 6; f++) {
          int s = f % 2 == 0 ? -1 : 1;
          int x = i + (f < 2 ? s : 0), y = j + (f >> 1 == 1 ? s : 0), z = k + (f >= 4 ? s : 0);
          if (x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz) {
            int o = cell(x, y, z);
            if (!seen.get(o)) {
              seen.set(o);
              stack[top++] = o;
            }
          }
        }
      }
    }
  }

  /**
   * Share of the cells that the surface passes whose centers are inside, estimated from some
   * hundred of them.
   */
  double crossedInside(WindingNumber winding) {
    int stride = Math.max(1, crossed.cardinality() / 256);
    int asked = 0, inside = 0, n = 0;
    for (int c = crossed.nextSetBit(0); c >= 0; c = crossed.nextSetBit(c + 1)) {
      if (n++ % stride == 0) {
        asked++;
        inside += isInside(winding, c) ? 1 : 0;
      }
    }
    return asked == 0 ? 0 : (double) inside / asked;
  }

  private boolean isInside(WindingNumber winding, int c) {
    return Math.abs(
            winding.at(
                center(originX, c % nx),
                center(originY, c / nx % ny),
                center(originZ, c / (nx * ny))))
        > 0.5;
  }

  /**
   * Triangles in the wall between two cells, and needles without area, passed no cell. Where no
   * cell beside a place on such a triangle is in, the one at it is added.
   */
  void coverWalls(TriangleMesh mesh) {
    double[] v = new double[9];
    double[] m = new double[3];
    for (int u = 0; u < lying.size(); u++) {
      corners(mesh, lying.get(u), v);
      double longest = 0;
      for (int c = 0; c < 9; c += 3) {
        int d = (c + 3) % 9;
        double x = v[d] - v[c], y = v[d + 1] - v[c + 1], z = v[d + 2] - v[c + 2];
        longest = Math.max(longest, Math.sqrt(x * x + y * y + z * z));
      }
      int steps = (int) Math.ceil(2 * longest) + 1;
      for (int a = 0; a <= steps; a++) {
        for (int b = 0; a + b <= steps; b++) {
          double wa = (double) a / steps, wb = (double) b / steps, wc = 1 - wa - wb;
          for (int x = 0; x < 3; x++) {
            m[x] = wa * v[x] + wb * v[3 + x] + wc * v[6 + x];
          }
          if (!isCovered(m)) {
            cells.set(cellAt(m, 0, 0, 0));
          }
        }
      }
    }
  }

  private boolean isCovered(double[] m) {
    for (int s = 0; s < 8; s++) {
      if (cells.get(cellAt(m, (s & 1) * 4 - 2, (s & 2) * 2 - 2, (s & 4) - 2))) {
        return true;
      }
    }
    return false;
  }

  // The cell at m, nudged by so many shy distances and kept in the grid.
  private int cellAt(double[] m, int sx, int sy, int sz) {
    return cell(
        limit((int) Math.floor(m[0] + sx * SHY), nx),
        limit((int) Math.floor(m[1] + sy * SHY), ny),
        limit((int) Math.floor(m[2] + sz * SHY), nz));
  }

  /**
   * Cells that share only an edge or a corner would hang together like a hinge. A cell between them
   * is added, the one with more neighbors, until there are none; the cage's boundary is a manifold
   * then.
   */
  void joinHinges() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int k = 0; k < nz; k++) {
        for (int j = 0; j < ny; j++) {
          for (int i = 0; i < nx; i++) {
            if (i + 1 < nx && j + 1 < ny) {
              changed |= joinFace(cell(i, j, k), 1, nx);
            }
            if (j + 1 < ny && k + 1 < nz) {
              changed |= joinFace(cell(i, j, k), nx, nx * ny);
            }
            if (k + 1 < nz && i + 1 < nx) {
              changed |= joinFace(cell(i, j, k), nx * ny, 1);
            }
            if (i + 1 < nx && j + 1 < ny && k + 1 < nz) {
              for (int c = 0; c < 4; c++) {
                changed |= joinCorner(cell(i, j, k), c);
              }
            }
          }
        }
      }
    }
  }

  private boolean joinFace(int n, int u, int v) {
    boolean a = cells.get(n), b = cells.get(n + u), c = cells.get(n + v), d = cells.get(n + u + v);
    if (a != d || b != c || a == b) {
      return false;
    }
    addBetter(a ? n + u : n, a ? n + v : n + u + v);
    return true;
  }

  private int corner(int n, int c) {
    return n + (c & 1) + (c >> 1 & 1) * nx + (c >> 2) * nx * ny;
  }

  private boolean joinCorner(int n, int c) {
    boolean in = cells.get(corner(n, c));
    if (cells.get(corner(n, 7 - c)) != in) {
      return false;
    }
    for (int o = 0; o < 8; o++) {
      if (o != c && o != 7 - c && cells.get(corner(n, o)) == in) {
        return false;
      }
    }
    if (in) {
      addBetter(corner(n, c ^ 1), corner(n, c ^ 2));
    } else {
      addBetter(corner(n, c), corner(n, 7 - c));
    }
    return true;
  }

  private void addBetter(int a, int b) {
    cells.set(neighbors(a) >= neighbors(b) ? a : b);
  }

  private int neighbors(int c) {
    int i = c % nx, j = c / nx % ny, k = c / (nx * ny);
    return (i > 0 && cells.get(c - 1) ? 1 : 0)
        + (i + 1 < nx && cells.get(c + 1) ? 1 : 0)
        + (j > 0 && cells.get(c - nx) ? 1 : 0)
        + (j + 1 < ny && cells.get(c + nx) ? 1 : 0)
        + (k > 0 && cells.get(c - nx * ny) ? 1 : 0)
        + (k + 1 < nz && cells.get(c + nx * ny) ? 1 : 0);
  }

  /** Groups of cells that hang together over faces. */
  int components() {
    int[] index = new int[nx * ny * nz];
    int count = 0;
    for (int c = cells.nextSetBit(0); c >= 0; c = cells.nextSetBit(c + 1)) {
      index[c] = count++;
    }
    DisjointSets sets = new DisjointSets(count);
    for (int c = cells.nextSetBit(0); c >= 0; c = cells.nextSetBit(c + 1)) {
      if (c % nx > 0 && cells.get(c - 1)) {
        sets.join(index[c], index[c - 1]);
      }
      if (c / nx % ny > 0 && cells.get(c - nx)) {
        sets.join(index[c], index[c - nx]);
      }
      if (c >= nx * ny && cells.get(c - nx * ny)) {
        sets.join(index[c], index[c - nx * ny]);
      }
    }
    int roots = 0;
    for (int i = 0; i < count; i++) {
      roots += sets.find(i) == i ? 1 : 0;
    }
    return roots;
  }

  Lattice toLattice() {
    return new Lattice(
        new Lattice.Grid(cellSize, originX, originY, originZ, nx + 1, ny + 1, nz + 1), cells);
  }
}
