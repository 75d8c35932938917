package dev.shinari.skinning;

import dev.shinari.mesh.TriangleMesh;
import java.util.HashMap;
import java.util.Map;

/**
 * The point about which each vertex turns when its bones disagree: the middle of what has the same
 * weights, as in [Le16]. Around an elbow that is the point of the arm's axis at the vertex's
 * height.
 *
 * <p>[Le16] integrates over all triangles for every vertex. Here vertices are sorted into bins, by
 * pair of bones and by their share a / (a + b) in it, and a bin keeps the mean of its vertices by
 * area: linear in the number of vertices. A vertex with more than two bones takes the mean over its
 * pairs, each with the product of its weights. Where a bin holds one vertex only, its center is the
 * vertex itself, which leaves it to linear blend skinning.
 */
final class RotationCenters {
  /** Bins along the way from one bone to another. */
  private static final int BINS = 12;

  private final SkinBinding binding;
  private final float[] p;
  private final double[] area; // of each vertex
  private final Map<Long, double[]> bins = new HashMap<>(); // looked up only; 4 numbers per bin

  private RotationCenters(TriangleMesh mesh, SkinBinding binding) {
    this.binding = binding;
    p = mesh.positions();
    area = new double[mesh.vertexCount()];
    int[] t = mesh.triangles();
    for (int f = 0; f < t.length; f += 3) {
      double a = area(3 * t[f], 3 * t[f + 1], 3 * t[f + 2]);
      for (int c = 0; c < 3; c++) {
        area[t[f + c]] += a;
      }
    }
  }

  private double area(int a, int b, int c) {
    double ux = (double) p[b] - p[a], uy = (double) p[b + 1] - p[a + 1];
    double uz = (double) p[b + 2] - p[a + 2], wz = (double) p[c + 2] - p[a + 2];
    double wx = (double) p[c] - p[a], wy = (double) p[c + 1] - p[a + 1];
    double nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
    return 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
  }

  /** Centers in rest coordinates, 3 numbers per vertex. */
  static float[] of(TriangleMesh mesh, SkinBinding binding) {
    RotationCenters c = new RotationCenters(mesh, binding);
    double[] out = new double[4];
    for (int v = 0; v < binding.vertexCount(); v++) {
      c.visitPairs(v, out, false);
    }
    float[] centers = new float[3 * binding.vertexCount()];
    for (int v = 0; v < binding.vertexCount(); v++) {
      java.util.Arrays.fill(out, 0);
      c.visitPairs(v, out, true);
      for (int k = 0; k < 3; k++) {
        centers[3 * v + k] = out[3] > 0 ? (float) (out[k] / out[3]) : c.p[3 * v + k];
      }
    }
    return centers;
  }

  /**
   * Adds a vertex to the bins of its pairs of bones, or, when reading, the bins' centers to out.
   */
  private void visitPairs(int v, double[] out, boolean read) {
    int k = binding.influences();
    for (int i = k * v; i < k * v + k; i++) {
      for (int j = k * v; j < k * v + k; j++) {
        int a = binding.bones()[i], b = binding.bones()[j];
        double wa = binding.weights()[i], wb = binding.weights()[j];
        if (a < b && wa * wb > 0) {
          visit(v, (long) a << 32 | b, wa, wb, out, read);
        }
      }
    }
  }

  private void visit(int v, long pair, double wa, double wb, double[] out, boolean read) {
    double[] bin = bins.computeIfAbsent(pair, key -> new double[4 * (BINS + 1)]);
    double at = BINS * wa / (wa + wb);
    int low = Math.min(BINS - 1, (int) at);
    double high = at - low, product = wa * wb;
    for (int e = 0; e < 2; e++) {
      double share = product * (e == 0 ? 1 - high : high);
      int to = 4 * (low + e);
      if (!(share > 0)) {
        continue;
      }
      if (read) {
        for (int c = 0; c < 3 && bin[to + 3] > 0; c++) {
          out[c] += share * bin[to + c] / bin[to + 3];
        }
        out[3] += bin[to + 3] > 0 ? share : 0;
      } else {
        double weight = share * area[v];
        for (int c = 0; c < 3; c++) {
          bin[to + c] += weight * p[3 * v + c];
        }
        bin[to + 3] += weight;
      }
    }
  }
}
