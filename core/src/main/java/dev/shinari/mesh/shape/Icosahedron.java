package dev.shinari.mesh.shape;

import dev.shinari.math.FloatList;
import java.util.HashMap;
import java.util.Map;

/**
 * The icosahedron with its faces divided, by exact integer addresses: a point is a combination of
 * three corners with whole weights that sum to its shell's number. Points that neighboring faces
 * share have the same address, so no welding by distance is needed.
 */
final class Icosahedron {
  // Golden-ratio corners; every face counter-clockwise from outside.
  private static final double T = (1 + Math.sqrt(5)) / 2;
  private static final double[][] CORNERS = {
    {-1, T, 0}, {1, T, 0}, {-1, -T, 0}, {1, -T, 0}, {0, -1, T}, {0, 1, T},
    {0, -1, -T}, {0, 1, -T}, {T, 0, -1}, {T, 0, 1}, {-T, 0, -1}, {-T, 0, 1}
  };
  static final int[][] FACES = {
    {0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11},
    {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
    {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9},
    {4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}
  };

  private final Map<Long, Integer> indexOfAddress = new HashMap<>();
  private final FloatList positions = new FloatList();
  private final double radius;
  private final int shells;

  /** Points at distance {@code radius * shell / shells} from the origin. */
  Icosahedron(double radius, int shells) {
    this.radius = radius;
    this.shells = shells;
  }

  /** The vertex with weights wa, wb, wc at the corners of a face; made when first asked for. */
  int vertex(int face, int wa, int wb, int wc) {
    int[] f = FACES[face];
    long address = address(f, wa, wb, wc);
    Integer known = indexOfAddress.get(address);
    if (known != null) {
      return known;
    }
    double x = 0, y = 0, z = 0;
    int shell = wa + wb + wc;
    if (shell > 0) {
      double[] a = CORNERS[f[0]], b = CORNERS[f[1]], c = CORNERS[f[2]];
      x = wa * a[0] + wb * b[0] + wc * c[0];
      y = wa * a[1] + wb * b[1] + wc * c[1];
      z = wa * a[2] + wb * b[2] + wc * c[2];
      double s = radius * shell / shells / Math.sqrt(x * x + y * y + z * z);
      x *= s;
      y *= s;
      z *= s;
    }
    int index = positions.size() / 3;
    positions.add(x, y, z);
    indexOfAddress.put(address, index);
    return index;
  }

  float[] positions() {
    return positions.toArray();
  }

  // Corner (4 bits) and weight (16 bits) of each corner that counts, ordered by corner.
  private static long address(int[] f, int wa, int wb, int wc) {
    long a = wa == 0 ? 0 : (long) (f[0] + 1) << 16 | wa;
    long b = wb == 0 ? 0 : (long) (f[1] + 1) << 16 | wb;
    long c = wc == 0 ? 0 : (long) (f[2] + 1) << 16 | wc;
    long low = Math.min(a, Math.min(b, c)), high = Math.max(a, Math.max(b, c));
    return low << 42 | (a + b + c - low - high) << 21 | high;
  }
}
