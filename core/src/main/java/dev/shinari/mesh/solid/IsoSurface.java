package dev.shinari.mesh.solid;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;

/**
 * The surface of a solid as one or more closed, outward manifolds of even triangles: surface nets.
 *
 * <ol>
 *   <li>Sample the distance at the nodes of a cubic grid.
 *   <li>Repair: two inside nodes that meet only across the diagonal of a face or of a cell would
 *       make a surface that touches itself. One node between them is made inside, the one nearest
 *       to the surface, until there are no such places. Then every cell that the surface passes has
 *       one sheet, and one vertex a cell gives a manifold.
 *   <li>Every grid edge whose ends differ becomes a quadrilateral over the four cells around it.
 *   <li>Relax: vertices move towards the mean of their neighbors along the surface and are then
 *       drawn onto it, within their cell.
 *   <li>Cut the quadrilaterals along the diagonal that bends less.
 * </ol>
 *
 * The grid's outer nodes are never made inside: a pair of inside nodes across a diagonal that
 * touches the outer plane would itself have a node in it.
 */
public final class IsoSurface {
  /** Steps of relaxation; more gain nothing that is seen. */
  private static final int RELAXATIONS = 8;

  private static final int LARGEST = 768;

  /** Least distance of a node from the surface, in cells. */
  private static final float TINY = 1e-3f;

  private final Solid solid;
  private final double h;
  private final double originX;
  private final double originY;
  private final double originZ;
  private final int nx;
  private final int ny;
  private final int nz;
  private final float[] value;

  /** Vertices: the cell of each, and 3 coordinates in grid units. */
  private int[] cellOfVertex;

  private double[] p;

  /** Quadrilaterals, 4 vertices each, counter-clockwise from outside. */
  private int[] quads;

  /**
   * The surface of a solid.
   *
   * @param resolution cells along the longest side of the solid's bounds, 4 to 768
   * @return the surface; triangles come in the order of the grid
   */
  public static TriangleMesh of(Solid solid, int resolution) {
    return new IsoSurface(solid, resolution).extract();
  }

  private IsoSurface(Solid solid, int resolution) {
    Check.inRange("resolution", resolution, 4, LARGEST);
    this.solid = solid;
    Bounds b = solid.bounds();
    Check.that(!b.isEmpty(), "the solid is empty");
    Check.that(
        b.longestSide() < Float.POSITIVE_INFINITY,
        "the solid is infinite: intersect it with a finite one");
    h = (double) b.longestSide() / resolution;
    Check.positive("the solid's size", (float) h);
    // One and a half cells of margin: flat sides of a box then do not lie on nodes.
    nx = (int) Math.ceil(b.sizeX() / h - 1e-6) + 4;
    ny = (int) Math.ceil(b.sizeY() / h - 1e-6) + 4;
    nz = (int) Math.ceil(b.sizeZ() / h - 1e-6) + 4;
    originX = b.centerX() - 0.5 * (nx - 1) * h;
    originY = b.centerY() - 0.5 * (ny - 1) * h;
    originZ = b.centerZ() - 0.5 * (nz - 1) * h;
    value = new float[Math.multiplyExact(Math.multiplyExact(nx, ny), nz)];
  }

  private TriangleMesh extract() {
    sample();
    repair();
    placeVertices();
    makeQuads();
    relax();
    return triangulate();
  }

  private int node(int i, int j, int k) {
    return i + nx * (j + ny * k);
  }

  private double distance(double gx, double gy, double gz) {
    return solid.distance(originX + h * gx, originY + h * gy, originZ + h * gz) / h;
  }

  private void sample() {
    boolean any = false;
    for (int k = 0; k < nz; k++) {
      for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
          double d = distance(i, j, k);
          Check.that(!Double.isNaN(d), "the solid's distance is not a number somewhere");
          boolean outer = i == 0 || j == 0 || k == 0 || i == nx - 1 || j == ny - 1 || k == nz - 1;
          // Never zero, so that crossings lie within their edges; the outermost layer stays outside
          // even if the solid's bounds were short.
          boolean out = d > 0 || outer;
          value[node(i, j, k)] = (float) (out ? Math.max(d, TINY) : Math.min(d, -TINY));
          any |= !outer && d <= 0;
        }
      }
    }
    Check.that(any, "the solid is empty or thinner than a cell at this resolution");
  }

  private boolean inside(int n) {
    return value[n] < 0;
  }

  private void repair() {
    int[] step = {1, nx, nx * ny};
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int k = 0; k < nz - 1; k++) {
        for (int j = 0; j < ny - 1; j++) {
          for (int i = 0; i < nx - 1; i++) {
            int n = node(i, j, k);
            changed |= repairFace(n, step[0], step[1]);
            changed |= repairFace(n, step[1], step[2]);
            changed |= repairFace(n, step[2], step[0]);
            for (int c = 0; c < 4; c++) {
              changed |= repairCell(n, step, c);
            }
          }
        }
      }
    }
  }

  private boolean repairFace(int n, int u, int v) {
    boolean a = inside(n), b = inside(n + u), c = inside(n + v), d = inside(n + u + v);
    if (a != d || b != c || a == b) {
      return false;
    }
    include(a ? n + u : n, a ? n + v : n + u + v);
    return true;
  }

  // Corner c and its opposite alike, the six others the other way.
  private boolean repairCell(int n, int[] step, int c) {
    int a = corner(n, step, c), b = corner(n, step, 7 - c);
    boolean in = inside(a);
    if (inside(b) != in) {
      return false;
    }
    for (int o = 0; o < 8; o++) {
      if (o != c && o != 7 - c && inside(corner(n, step, o)) == in) {
        return false;
      }
    }
    if (in) {
      include(corner(n, step, c ^ 1), corner(n, step, c ^ 2));
    } else {
      include(a, b);
    }
    return true;
  }

  private static int corner(int n, int[] step, int c) {
    return n + (c & 1) * step[0] + (c >> 1 & 1) * step[1] + (c >> 2) * step[2];
  }

  // The one nearer to the surface becomes inside; on a tie the first.
  private void include(int a, int b) {
    value[value[a] <= value[b] ? a : b] = -TINY;
  }

  private void placeVertices() {
    int cellCount = value.length;
    int[] step = {1, nx, nx * ny};
    int[] cells = new int[1024];
    double[] at = new double[3072];
    int count = 0;
    double[] sum = new double[4];
    for (int n = 0; n < cellCount; n++) {
      int i = n % nx, j = n / nx % ny, k = n / (nx * ny);
      if (i == nx - 1 || j == ny - 1 || k == nz - 1) {
        continue;
      }
      int mask = 0;
      for (int c = 0; c < 8; c++) {
        mask |= inside(corner(n, step, c)) ? 1 << c : 0;
      }
      if (mask == 0 || mask == 255) {
        continue;
      }
      Arrays.fill(sum, 0);
      for (int c = 0; c < 8; c++) {
        for (int axis = 0; axis < 3; axis++) {
          int o = c | 1 << axis;
          if (o != c && (mask >> c & 1) != (mask >> o & 1)) {
            double a = value[corner(n, step, c)], b = value[corner(n, step, o)];
            double t = a / (a - b);
            sum[0] += (c & 1) + (axis == 0 ? t : 0);
            sum[1] += (c >> 1 & 1) + (axis == 1 ? t : 0);
            sum[2] += (c >> 2) + (axis == 2 ? t : 0);
            sum[3]++;
          }
        }
      }
      if (count == cells.length) {
        cells = Arrays.copyOf(cells, 2 * count);
        at = Arrays.copyOf(at, 6 * count);
      }
      cells[count] = n;
      at[3 * count] = i + sum[0] / sum[3];
      at[3 * count + 1] = j + sum[1] / sum[3];
      at[3 * count + 2] = k + sum[2] / sum[3];
      count++;
    }
    cellOfVertex = Arrays.copyOf(cells, count);
    p = Arrays.copyOf(at, 3 * count);
  }

  // Cells ascend with their vertices, so a search finds the vertex of a cell without a full table.
  private int vertexOf(int cell) {
    return Arrays.binarySearch(cellOfVertex, cell);
  }

  private void makeQuads() {
    int[] step = {1, nx, nx * ny};
    int[] out = new int[4096];
    int count = 0;
    for (int v = 0; v < cellOfVertex.length; v++) {
      int n = cellOfVertex[v];
      for (int axis = 0; axis < 3; axis++) {
        // The edge from the cell's first node along the axis; the cell is the last of the four.
        boolean from = inside(n), to = inside(n + step[axis]);
        if (from == to) {
          continue;
        }
        int u = step[(axis + 1) % 3], w = step[(axis + 2) % 3];
        int a = vertexOf(n - u - w), b = vertexOf(n - w), c = v, d = vertexOf(n - u);
        if (count + 4 > out.length) {
          out = Arrays.copyOf(out, 2 * out.length);
        }
        // a, b, c, d turn counter-clockwise about +axis, which is outwards if the near end is in.
        out[count++] = a;
        out[count++] = from ? b : d;
        out[count++] = c;
        out[count++] = from ? d : b;
      }
    }
    quads = Arrays.copyOf(out, count);
  }

  private void relax() {
    int n = cellOfVertex.length;
    double[] sum = new double[3 * n];
    int[] valence = new int[n];
    double[] g = new double[3];
    for (int q = 0; q < quads.length; q++) {
      valence[quads[q]]++;
    }
    for (int pass = 0; pass <= RELAXATIONS; pass++) {
      boolean last = pass == RELAXATIONS;
      Arrays.fill(sum, 0);
      for (int q = 0; q < quads.length; q++) {
        // Each edge of a closed surface belongs to two quadrilaterals, once in each direction.
        int a = quads[q], b = quads[q % 4 == 3 ? q - 3 : q + 1];
        for (int x = 0; x < 3; x++) {
          sum[3 * a + x] += p[3 * b + x];
        }
      }
      for (int v = 0; v < n; v++) {
        double x = p[3 * v], y = p[3 * v + 1], z = p[3 * v + 2];
        gradient(x, y, z, g);
        if (!last) {
          double mx = 0.5 * (sum[3 * v] / valence[v] - x),
              my = 0.5 * (sum[3 * v + 1] / valence[v] - y),
              mz = 0.5 * (sum[3 * v + 2] / valence[v] - z);
          double off = mx * g[0] + my * g[1] + mz * g[2];
          x += mx - off * g[0];
          y += my - off * g[1];
          z += mz - off * g[2];
        }
        project(v, x, y, z, g, last ? 6 : 1);
      }
    }
  }

  // Newton steps onto the surface along the gradient g. An axis at the cell's wall gives way to the
  // others, so that a vertex slides along the wall to the surface instead of stopping at it.
  private void project(int v, double x, double y, double z, double[] g, int steps) {
    int cell = cellOfVertex[v];
    int i = cell % nx, j = cell / nx % ny, k = cell / (nx * ny);
    x = clamp(x, i);
    y = clamp(y, j);
    z = clamp(z, k);
    for (int step = 0; step < steps; step++) {
      if (step > 0) {
        gradient(x, y, z, g);
      }
      double d = Math.max(-0.5, Math.min(0.5, distance(x, y, z)));
      double gx = clamp(x - d * g[0], i) == x ? 0 : g[0],
          gy = clamp(y - d * g[1], j) == y ? 0 : g[1],
          gz = clamp(z - d * g[2], k) == z ? 0 : g[2];
      double slope = gx * gx + gy * gy + gz * gz;
      if (!(slope > 0.05)) {
        break; // the wall is all but parallel to the surface
      }
      x = clamp(x - d / slope * gx, i);
      y = clamp(y - d / slope * gy, j);
      z = clamp(z - d / slope * gz, k);
    }
    p[3 * v] = x;
    p[3 * v + 1] = y;
    p[3 * v + 2] = z;
  }

  // Vertices keep a little inside of their cell, so that no two meet and no face folds.
  private static double clamp(double value, int low) {
    return Math.max(low + 0.01, Math.min(low + 0.99, value));
  }

  private void gradient(double x, double y, double z, double[] g) {
    double e = 0.05;
    g[0] = distance(x + e, y, z) - distance(x - e, y, z);
    g[1] = distance(x, y + e, z) - distance(x, y - e, z);
    g[2] = distance(x, y, z + e) - distance(x, y, z - e);
    double l = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    for (int a = 0; a < 3; a++) {
      g[a] = l > 1e-9 ? g[a] / l : 0; // in the middle between two walls there is no direction
    }
  }

  private TriangleMesh triangulate() {
    int[] triangles = new int[quads.length / 4 * 6];
    int count = 0;
    for (int q = 0; q < quads.length; q += 4) {
      int a = quads[q], b = quads[q + 1], c = quads[q + 2], d = quads[q + 3];
      boolean ac = quality(a, b, c, d) >= quality(b, c, d, a);
      int[] cut = ac ? new int[] {a, b, c, a, c, d} : new int[] {b, c, d, b, d, a};
      for (int v : cut) {
        triangles[count++] = v;
      }
    }
    float[] positions = new float[p.length];
    for (int v = 0; v < p.length; v += 3) {
      positions[v] = (float) (originX + h * p[v]);
      positions[v + 1] = (float) (originY + h * p[v + 1]);
      positions[v + 2] = (float) (originZ + h * p[v + 2]);
    }
    return new TriangleMesh(positions, triangles);
  }

  // Of the cut of quadrilateral a, b, c, d along a - c: the worse triangle's area over its squared
  // edges, less where the two triangles bend away from each other.
  private double quality(int a, int b, int c, int d) {
    double[] n = new double[3], m = new double[3];
    double least = Math.min(quality(a, b, c, n), quality(a, c, d, m));
    return least * (1.001 + n[0] * m[0] + n[1] * m[1] + n[2] * m[2]);
  }

  private double quality(int a, int b, int c, double[] normal) {
    double ux = p[3 * b] - p[3 * a],
        uy = p[3 * b + 1] - p[3 * a + 1],
        uz = p[3 * b + 2] - p[3 * a + 2];
    double vx = p[3 * c] - p[3 * a],
        vy = p[3 * c + 1] - p[3 * a + 1],
        vz = p[3 * c + 2] - p[3 * a + 2];
    double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    double uv = ux * vx + uy * vy + uz * vz;
    double uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz;
    double area = Math.sqrt(x * x + y * y + z * z) + 1e-30;
    normal[0] = x / area;
    normal[1] = y / area;
    normal[2] = z / area;
    return area / (2 * (uu + vv - uv) + 1e-30);
  }
}
