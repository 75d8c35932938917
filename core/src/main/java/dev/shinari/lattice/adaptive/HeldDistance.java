package dev.shinari.lattice.adaptive;

import java.util.Arrays;

/**
 * How far coarse cells are from what is held firmly. A pull to goals is soft at the rim of what is
 * held: of the regions there a part cannot give way, so the first free cells are stretched 1.3 to
 * 1.6 times as much as the rest of a bar. That says nothing about the matter, so what a cell bears
 * before a tear starts there is raised towards held particles:
 *
 * <pre>
 *   factor = 1 + 1 / (1 + d),   d coarse cells from the nearest cell with a held particle
 * </pre>
 *
 * It falls with the distance everywhere, so an even bar between two hands tears in its middle.
 */
public final class HeldDistance {
  private final AdaptiveLattice lattice;
  private final int nx;
  private final int ny;
  private final int nz;
  private final int shift;
  private float[] distance = {};
  private boolean any;

  public HeldDistance(AdaptiveLattice lattice) {
    this.lattice = lattice;
    nx = lattice.frame.cellsX;
    ny = lattice.frame.cellsY;
    nz = lattice.frame.cellsZ;
    shift = lattice.cells.levels;
  }

  /** Looks who is held now. */
  public void update() {
    LatticeNodes nodes = lattice.nodes;
    Cells cells = lattice.cells;
    float[] mobility = lattice.body().particles().mobility();
    any = false;
    for (int p = 0; p < nodes.count; p++) {
      if (mobility[p] != 0) {
        continue;
      }
      if (!any) {
        any = true;
        if (distance.length == 0) {
          distance = new float[nx * ny * nz];
        }
        Arrays.fill(distance, Float.POSITIVE_INFINITY);
      }
      for (int k = cells.corners * p; k < cells.corners * (p + 1); k++) {
        int c = nodes.touching[k];
        if (c < 0) {
          break;
        }
        distance[index(cells.x[c] >> shift, cells.y[c] >> shift, cells.z[c] >> shift)] = 0;
      }
    }
    if (any) {
      sweep(1);
      sweep(-1);
    }
  }

  private int index(int i, int j, int k) {
    return i + nx * (j + ny * k);
  }

  /** Hands distances on to cells that come later in the order, or earlier in the reverse one. */
  private void sweep(int way) {
    int n = nx * ny * nz;
    for (int m = 0; m < n; m++) {
      int at = way > 0 ? m : n - 1 - m;
      int i = at % nx, j = at / nx % ny, k = at / (nx * ny);
      float least = distance[at];
      for (int dk = nz > 1 ? -1 : 0; dk <= 0; dk++) {
        for (int dj = -1; dj <= 1; dj++) {
          for (int di = -1; di <= 1; di++) {
            if (dk == 0 && (dj > 0 || dj == 0 && di >= 0)) {
              continue;
            }
            int a = i + way * di, b = j + way * dj, c = k + way * dk;
            if (a >= 0 && b >= 0 && c >= 0 && a < nx && b < ny && c < nz) {
              int axes = Math.abs(di) + Math.abs(dj) + Math.abs(dk);
              float step = axes == 1 ? 1 : axes == 2 ? 1.41421f : 1.73205f;
              least = Math.min(least, distance[index(a, b, c)] + step);
            }
          }
        }
      }
      distance[at] = least;
    }
  }

  /** The factor of a cell, 1 to 2. */
  public float factor(int c) {
    if (!any) {
      return 1;
    }
    Cells cells = lattice.cells;
    int at = index(cells.x[c] >> shift, cells.y[c] >> shift, cells.z[c] >> shift);
    return 1 + 1 / (1 + distance[at]);
  }
}
