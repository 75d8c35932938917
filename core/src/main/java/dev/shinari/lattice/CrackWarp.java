package dev.shinari.lattice;

import dev.shinari.lattice.adaptive.AdaptiveLattice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bends the grid so that torn faces lie on the smooth surface that they stand for ({@link
 * CrackFaces}), with a little noise: what is drawn is not a staircase. Meshes are cut along the
 * straight cells of the grid; only then each point p goes to where it is seen, p + d(p).
 *
 * <pre>
 *   d at a node of torn faces    the mean of the ways to their planes, plus noise along the normal
 *   d near such a node           the mean of those around, falling to 0 within some cells
 *   d elsewhere                  linear in each finest cell; 0 far from tears
 * </pre>
 *
 * Both sides of a tear have the same nodes and so the same line. The outline of a drawing goes the
 * opposite way before it is cut ({@link #back}), and comes out where it was; the surface of a solid
 * is bent along itself alone. Nodes on the border of all cells stay, so that nothing is bent out of
 * the cells.
 */
final class CrackWarp {
  /** Most that a node is moved, in finest cells: cells must not turn over. */
  private static final double MOST = 0.8;

  private final int dim;
  private final Map<Long, double[]> nodes = new HashMap<>();
  private final double[] sum = new double[3];

  /**
   * @param roughness size of the noise, in finest cells
   */
  CrackWarp(CrackFaces faces, List<AdaptiveLattice> lattices, int dim, double roughness) {
    this.dim = dim;
    Map<Long, double[]> torn = new HashMap<>(); // d, then the sum of normals, then how many
    for (int f = 0; f < faces.count; f++) {
      int axis = faces.axis(f);
      int a = axis == 0 ? 1 : 0, b = dim == 2 ? -1 : axis == 2 ? 1 : 2;
      for (int k = 0; k < (dim == 2 ? 2 : 4); k++) {
        int[] at = {faces.x[f], faces.y[f], faces.z[f]};
        at[a] += 2 * (k & 1) - 1;
        if (b >= 0) {
          at[b] += (k & 2) - 1;
        }
        double[] d =
            torn.computeIfAbsent(key(at[0] / 2, at[1] / 2, at[2] / 2), any -> new double[7]);
        wayTo(faces.plane, f, at, d);
      }
    }
    int reach = dim == 2 ? 2 : 1;
    for (Map.Entry<Long, double[]> e : torn.entrySet()) {
      double[] d = e.getValue();
      int x = x(e.getKey()), y = y(e.getKey()), z = z(e.getKey());
      finish(d, roughness * noise(x, y, z));
      for (int k = dim == 2 ? 0 : -reach; k <= (dim == 2 ? 0 : reach); k++) {
        for (int j = -reach; j <= reach; j++) {
          for (int i = -reach; i <= reach; i++) {
            if (x + i >= 0 && y + j >= 0 && z + k >= 0) {
              spread(d, key(x + i, y + j, z + k), i * i + j * j + k * k);
            }
          }
        }
      }
    }
    double far = reach + 1;
    for (Map.Entry<Long, double[]> e : nodes.entrySet()) {
      double[] d = e.getValue(), own = torn.get(e.getKey());
      double fall = 1 - Math.sqrt(d[4]) / far;
      fall = Math.max(0, fall * fall);
      for (int k = 0; k < 3; k++) {
        d[k] = own != null ? own[k] : fall * d[k] / d[3];
      }
    }
    nodes.keySet().removeIf(node -> !isInside(lattices, x(node), y(node), z(node)));
  }

  /** Whether a node has leaves all around it. */
  private boolean isInside(List<AdaptiveLattice> lattices, int x, int y, int z) {
    boolean inside = true;
    for (int k = 0; k < 1 << dim && inside; k++) {
      double u = x + (k & 1) - 0.5, v = y + (k >> 1 & 1) - 0.5;
      double w = dim == 2 ? 0 : z + (k >> 2) - 0.5;
      boolean any = false;
      for (int l = 0; l < lattices.size() && !any; l++) {
        any = lattices.get(l).leafAt(u, v, w) >= 0;
      }
      inside = any;
    }
    return inside;
  }

  private static void wayTo(float[] plane, int f, int[] at, double[] d) {
    double nx = plane[6 * f + 3], ny = plane[6 * f + 4], nz = plane[6 * f + 5];
    double px = plane[6 * f] - 0.5 * at[0], py = plane[6 * f + 1] - 0.5 * at[1];
    double pz = plane[6 * f + 2] - 0.5 * at[2];
    if (nx == 0 && ny == 0 && nz == 0) {
      d[0] += px; // of a cut only points are known: the mean of both sides' is on it
      d[1] += py;
      d[2] += pz;
    } else {
      double off = nx * px + ny * py + nz * pz;
      d[0] += off * nx;
      d[1] += off * ny;
      d[2] += off * nz;
      double sign = d[3] * nx + d[4] * ny + d[5] * nz < 0 ? -1 : 1;
      d[3] += sign * nx;
      d[4] += sign * ny;
      d[5] += sign * nz;
    }
    d[6]++;
  }

  private static void finish(double[] d, double noise) {
    double size = Math.sqrt(d[3] * d[3] + d[4] * d[4] + d[5] * d[5]);
    double square = 0;
    for (int k = 0; k < 3; k++) {
      d[k] = d[k] / d[6] + (size > 0 ? noise * d[3 + k] / size : 0);
      square += d[k] * d[k];
    }
    double shorter = square > MOST * MOST ? MOST / Math.sqrt(square) : 1;
    for (int k = 0; k < 3; k++) {
      d[k] *= shorter;
    }
  }

  /** Adds to a node near a torn one. */
  private void spread(double[] d, long node, int square) {
    double[] to =
        nodes.computeIfAbsent(node, any -> new double[] {0, 0, 0, 0, Double.POSITIVE_INFINITY});
    double w = 1 / (0.01 + (double) square * square);
    for (int k = 0; k < 3; k++) {
      to[k] += w * d[k];
    }
    to[3] += w;
    to[4] = Math.min(to[4], square);
  }

  private static long key(int x, int y, int z) {
    return (long) x << 42 | (long) y << 21 | z;
  }

  private static int x(long key) {
    return (int) (key >> 42);
  }

  private static int y(long key) {
    return (int) (key >> 21) & 0x1fffff;
  }

  private static int z(long key) {
    return (int) key & 0x1fffff;
  }

  /** Between -1 and 1, the same for a node in every run. */
  private static double noise(int x, int y, int z) {
    long h = x * 0x9E3779B97F4A7C15L ^ y * 0xC2B2AE3D27D4EB4FL ^ z * 0x165667B19E3779F9L;
    h = (h ^ h >>> 29) * 0xBF58476D1CE4E5B9L;
    h ^= h >>> 32;
    return (h & 0xffff) / 32767.5 - 1;
  }

  /** Whether the grid is bent anywhere near a box. */
  boolean bends(double[] low, double[] high) {
    if (nodes.isEmpty()) {
      return false;
    }
    for (int z = dim == 2 ? 0 : floor(low[2]) - 1; z <= (dim == 2 ? 0 : high[2] + 2); z++) {
      for (int y = floor(low[1]) - 1; y <= high[1] + 2; y++) {
        for (int x = floor(low[0]) - 1; x <= high[0] + 2; x++) {
          if ((x | y | z) >= 0 && nodes.containsKey(key(x, y, z))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static int floor(double v) {
    return (int) Math.floor(v);
  }

  /** Writes p + d(p). */
  void forth(double u, double v, double w, double[] out) {
    out[0] = u;
    out[1] = v;
    out[2] = w;
    if (!nodes.isEmpty()) {
      way(u, v, w);
      for (int k = 0; k < 3; k++) {
        out[k] += sum[k];
      }
    }
  }

  /** Writes the point that goes to a place. */
  void back(double u, double v, double w, double[] out) {
    out[0] = u;
    out[1] = v;
    out[2] = w;
    for (int round = 0; round < 12 && !nodes.isEmpty(); round++) {
      way(out[0], out[1], out[2]);
      // Half of the way where the bent grid is narrow: always comes nearer.
      double part = round < 4 ? 1 : 0.5;
      out[0] += part * (u - sum[0] - out[0]);
      out[1] += part * (v - sum[1] - out[1]);
      out[2] += part * (w - sum[2] - out[2]);
    }
  }

  private void way(double u, double v, double w) {
    int i = floor(u), j = floor(v), k = dim == 2 ? 0 : floor(w);
    double a = u - i, b = v - j, c = dim == 2 ? 0 : w - k;
    sum[0] = 0;
    sum[1] = 0;
    sum[2] = 0;
    for (int n = 0; n < 1 << dim; n++) {
      int x = i + (n & 1), y = j + (n >> 1 & 1), z = k + (n >> 2);
      double part = ((n & 1) == 0 ? 1 - a : a) * ((n & 2) == 0 ? 1 - b : b);
      part *= dim == 2 ? 1 : (n & 4) == 0 ? 1 - c : c;
      double[] d = part == 0 || (x | y | z) < 0 ? null : nodes.get(key(x, y, z));
      if (d != null) {
        sum[0] += part * d[0];
        sum[1] += part * d[1];
        sum[2] += part * d[2];
      }
    }
  }
}
