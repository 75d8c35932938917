package dev.shinari.mesh.volume;

import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;

/**
 * Splits cubic cells into five tetrahedra each: one in the middle and four at corners. Cells of
 * even and odd i + j + k use mirrored splits, so that the diagonals of shared faces meet and no
 * direction is preferred.
 *
 * <pre>
 *     6-----7      corner number = x + 2 y + 4 z
 *    /|    /|      even: middle 0 3 5 6, corners cut off at 1 2 4 7
 *   4-----5 |      odd:  middle 1 2 4 7, corners cut off at 0 3 5 6
 *   | 2---|-3
 *   |/    |/
 *   0-----1
 * </pre>
 */
public final class CellSplit {
  private static final int[] EVEN = split(0, 3, 5, 6);
  private static final int[] ODD = split(1, 2, 4, 7);

  private CellSplit() {}

  /** The 20 corner numbers of the five positive tetrahedra of cell (i, j, k). */
  public static int[] corners(int i, int j, int k) {
    return ((i + j + k) & 1) == 0 ? EVEN : ODD;
  }

  private static int[] split(int... middle) {
    int[] out = new int[20];
    int n = put(out, 0, middle[0], middle[1], middle[2], middle[3]);
    for (int corner = 0; corner < 8; corner++) {
      if (Integer.bitCount(corner) % 2 != Integer.bitCount(middle[0]) % 2) {
        n = put(out, n, corner, corner ^ 1, corner ^ 2, corner ^ 4);
      }
    }
    return out;
  }

  private static int put(int[] out, int n, int a, int b, int c, int d) {
    boolean positive = determinant(a, b, c, d) > 0;
    out[n] = a;
    out[n + 1] = positive ? b : c;
    out[n + 2] = positive ? c : b;
    out[n + 3] = d;
    return n + 4;
  }

  private static int determinant(int a, int b, int c, int d) {
    int ux = x(b) - x(a), uy = y(b) - y(a), uz = z(b) - z(a);
    int vx = x(c) - x(a), vy = y(c) - y(a), vz = z(c) - z(a);
    int wx = x(d) - x(a), wy = y(d) - y(a), wz = z(d) - z(a);
    return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  }

  private static int x(int corner) {
    return corner & 1;
  }

  private static int y(int corner) {
    return corner >> 1 & 1;
  }

  private static int z(int corner) {
    return corner >> 2;
  }

  /** The tetrahedra of a 3D lattice's cells over the lattice's own vertices. */
  public static TetMesh tetrahedra(Lattice lattice) {
    int[] tets = new int[Math.multiplyExact(20, lattice.cellCount())];
    int n = 0;
    for (int k = 0; k < lattice.cellsZ(); k++) {
      for (int j = 0; j < lattice.cellsY(); j++) {
        for (int i = 0; i < lattice.cellsX(); i++) {
          if (lattice.hasCell(i, j, k)) {
            for (int c : corners(i, j, k)) {
              tets[n++] = lattice.vertexOfNode(lattice.node(i + x(c), j + y(c), k + z(c)));
            }
          }
        }
      }
    }
    return new TetMesh(lattice.positions(), tets);
  }
}
