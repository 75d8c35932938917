package dev.shinari.mesh.embed;

import dev.shinari.math.Check;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;

/**
 * Embedding into a lattice: the cell of a vertex by its place, or the nearest cell that exists. The
 * table of nearest cells is made only when a vertex asks for it, as a fire that spreads over the
 * grid from all cells at once.
 */
final class LatticeEmbedder {
  private final Lattice lattice;
  private final int nx;
  private final int ny;
  private final int nz;
  private final boolean flat;
  private int[] nearest;

  LatticeEmbedder(Lattice lattice) {
    this.lattice = lattice;
    nx = lattice.cellsX();
    ny = lattice.cellsY();
    nz = lattice.cellsZ();
    flat = lattice.isFlat();
    Check.that(lattice.cellCount() > 0, "a lattice without cells carries nothing");
  }

  Embedding embed(TriangleMesh surface) {
    int n = surface.vertexCount();
    int width = flat ? 4 : 8;
    int[] indices = new int[width * n];
    float[] weights = new float[width * n];
    float[] p = surface.positions();
    double h = lattice.cellSize();
    for (int v = 0; v < n; v++) {
      double x = (p[3 * v] - (double) lattice.originX()) / h;
      double y = (p[3 * v + 1] - (double) lattice.originY()) / h;
      double z = flat ? 0 : (p[3 * v + 2] - (double) lattice.originZ()) / h;
      int cell = cellFor(x, y, z);
      int i = cell % nx, j = cell / nx % ny, k = cell / (nx * ny);
      double tx = bounded(x - i), ty = bounded(y - j), tz = flat ? 0 : bounded(z - k);
      for (int c = 0; c < width; c++) {
        int node = lattice.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
        indices[width * v + c] = lattice.vertexOfNode(node);
        weights[width * v + c] =
            (float)
                (((c & 1) == 0 ? 1 - tx : tx)
                    * ((c & 2) == 0 ? 1 - ty : ty)
                    * ((c & 4) == 0 ? 1 - tz : tz));
      }
    }
    return new Embedding(surface, width, indices, weights);
  }

  private static double bounded(double t) {
    return Math.max(-Embedder.REACH, Math.min(1 + Embedder.REACH, t));
  }

  private static int limit(double v, int size) {
    return (int) Math.max(0, Math.min(size - 1, Math.floor(v)));
  }

  private int cellFor(double x, double y, double z) {
    int i = limit(x, nx), j = limit(y, ny), k = limit(z, nz);
    if (lattice.hasCell(i, j, k)) {
      return i + nx * (j + ny * k);
    }
    // A vertex on or just beside a wall: the nearest of the cells around it, exactly.
    int found = -1;
    double best = Double.POSITIVE_INFINITY;
    for (int dk = -1; dk <= 1; dk++) {
      for (int dj = -1; dj <= 1; dj++) {
        for (int di = -1; di <= 1; di++) {
          if (lattice.hasCell(i + di, j + dj, k + dk)) {
            double d = distance(x, y, z, i + di, j + dj, k + dk);
            if (d < best) {
              best = d;
              found = i + di + nx * (j + dj + ny * (k + dk));
            }
          }
        }
      }
    }
    if (found >= 0) {
      return found;
    }
    if (nearest == null) {
      spread();
    }
    return nearest[i + nx * (j + ny * k)];
  }

  // Squared distance of a point to a cell, in cells.
  private double distance(double x, double y, double z, int i, int j, int k) {
    double dx = Math.max(0, Math.max(i - x, x - i - 1));
    double dy = Math.max(0, Math.max(j - y, y - j - 1));
    double dz = flat ? 0 : Math.max(0, Math.max(k - z, z - k - 1));
    return dx * dx + dy * dy + dz * dz;
  }

  private void spread() {
    nearest = new int[nx * ny * nz];
    Arrays.fill(nearest, -1);
    int[] queue = new int[nearest.length];
    int read = 0, write = 0;
    for (int c = 0; c < nearest.length; c++) {
      if (lattice.hasCell(c % nx, c / nx % ny, c / (nx * ny))) {
        nearest[c] = c;
        queue[write++] = c;
      }
    }
    while (read < write) {
      int c = queue[read++];
      int i = c % nx, j = c / nx % ny, k = c / (nx * ny);
      for (int f = 0; f < 6; f++) {
        int s = f % 2 == 0 ? -1 : 1;
        int x = i + (f < 2 ? s : 0), y = j + (f >> 1 == 1 ? s : 0), z = k + (f >= 4 ? s : 0);
        if (x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz) {
          int o = x + nx * (y + ny * z);
          if (nearest[o] < 0) {
            nearest[o] = nearest[c];
            queue[write++] = o;
          }
        }
      }
    }
  }
}
