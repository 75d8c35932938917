package dev.shinari.bem;

/**
 * What a body force does in the boundary integral equation, for the forces of a body that is
 * accelerated evenly (b constant) or spun up (b = alpha x (y - c)). The volume integral of Kelvin's
 * solution times such a force is one over the surface: with Galerkin's vector G_ij = r d_ij / (8 pi
 * mu), U_ij = G_ij,kk - kappa G_ik,kj and kappa = 1 / (2 (1 - nu)) [Brebbia84, ch. 5],
 *
 * <pre>
 *   integral U_ij b_i dV = integral ( b_j r,k n_k - kappa b_k n_k r,j - W_jk r n_k ) / (8 pi mu) dA
 * </pre>
 *
 * with r,k the unit vector from the point to y and W_jk = db_j / dy_k, which is zero or a turn; for
 * a turn the term with kappa has no volume part since W has no trace.
 */
final class InertiaLoads {
  /** Three shifts and three turns. */
  static final int COUNT = 6;

  private static final double[] A = {1.0 / 3, 0.47014206410511509, 0.10128650732345634};
  private static final double[] WEIGHT = {0.225, 0.13239415278850618, 0.12593918054482715};

  private final BoundaryElements e;
  private final double[] center;
  private final double kappa;
  private final double unit;

  /**
   * @param center about which the body is spun
   */
  InertiaLoads(BoundaryElements elements, double[] center) {
    e = elements;
    this.center = center;
    kappa = 0.5 / (1 - elements.material().poissonRatio());
    unit = 1 / (8 * Math.PI * elements.material().shearModulus());
  }

  /** Component i of the force per volume at y, of a body of density 1. */
  static double force(int load, int i, double[] y, double[] center) {
    if (load < 3) {
      return i == load ? 1 : 0;
    }
    int k = load - 3, a = (k + 1) % 3, b = (k + 2) % 3; // e_k x q: q_a along b, -q_b along a
    return i == b ? y[a] - center[a] : i == a ? -(y[b] - center[b]) : 0;
  }

  private static double slope(int load, int j, int k) {
    if (load < 3) {
      return 0;
    }
    int axis = load - 3, a = (axis + 1) % 3, b = (axis + 2) % 3;
    return j == b && k == a ? 1 : j == a && k == b ? -1 : 0;
  }

  /**
   * The loads' share in the equations at a point.
   *
   * @param out 3 numbers per load, added to
   */
  void add(double px, double py, double pz, double[] out) {
    double[] y = new double[3], d = new double[3], n = new double[3];
    double[] p = {px, py, pz};
    for (int f = 0; f < e.triangleCount(); f++) {
      for (int c = 0; c < 3; c++) {
        n[c] = e.normal(f, c);
      }
      for (int q = 0; q < 7; q++) {
        int ring = q == 0 ? 0 : q < 4 ? 1 : 2, turn = (q + 2) % 3;
        double r2 = 0;
        for (int c = 0; c < 3; c++) {
          double sum = 0;
          for (int v = 0; v < 3; v++) {
            double share = ring > 0 && v == turn ? 1 - 2 * A[ring] : A[ring];
            sum += share * e.position(e.vertex(3 * f + v), c);
          }
          y[c] = sum;
          d[c] = sum - p[c];
          r2 += d[c] * d[c];
        }
        double r = Math.sqrt(r2);
        if (r > 0) {
          addPoint(y, d, n, r, unit * WEIGHT[ring] * e.area(f), out);
        }
      }
    }
  }

  private void addPoint(double[] y, double[] d, double[] n, double r, double weight, double[] out) {
    double along = (d[0] * n[0] + d[1] * n[1] + d[2] * n[2]) / r;
    for (int load = 0; load < COUNT; load++) {
      double pressed = 0;
      for (int k = 0; k < 3; k++) {
        pressed += force(load, k, y, center) * n[k];
      }
      for (int j = 0; j < 3; j++) {
        double spun = 0;
        for (int k = 0; k < 3 && load >= 3; k++) {
          spun += slope(load, j, k) * n[k];
        }
        out[3 * load + j] +=
            weight * (force(load, j, y, center) * along - kappa * pressed * d[j] / r - spun * r);
      }
    }
  }
}
