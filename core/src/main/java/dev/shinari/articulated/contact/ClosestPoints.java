package dev.shinari.articulated.contact;

/** Nearest points of triangles and segments. */
final class ClosestPoints {
  private ClosestPoints() {}

  /**
   * Weights of a triangle's point nearest to q; all are relative to its first corner.
   *
   * @param uv the other two corners, 3 numbers each
   * @param w weights of the three corners, written
   */
  static void ofTriangle(double[] uv, double qx, double qy, double qz, double[] w) {
    double ux = uv[0], uy = uv[1], uz = uv[2], vx = uv[3], vy = uv[4], vz = uv[5];
    double uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz;
    double uDotV = ux * vx + uy * vy + uz * vz;
    double qu = qx * ux + qy * uy + qz * uz, qv = qx * vx + qy * vy + qz * vz;
    double det = uu * vv - uDotV * uDotV;
    double s = (vv * qu - uDotV * qv) / det, t = (uu * qv - uDotV * qu) / det;
    if (s >= 0 && t >= 0 && s + t <= 1) {
      w[1] = s;
      w[2] = t;
    } else { // on one of the three edges
      double a = clamp(qu / uu), b = clamp(qv / vv);
      double c = clamp((qv - qu + uu - uDotV) / (uu + vv - 2 * uDotV));
      double da = uu * a * a - 2 * a * qu, db = vv * b * b - 2 * b * qv;
      double e = 1 - c;
      double dc = uu * e * e + vv * c * c + 2 * uDotV * e * c - 2 * (e * qu + c * qv);
      boolean first = da <= db && da <= dc, second = !first && db <= dc;
      w[1] = first ? a : second ? 0 : e;
      w[2] = first ? 0 : second ? b : c;
    }
    w[0] = 1 - w[1] - w[2];
  }

  private static double clamp(double s) {
    return s > 0 ? Math.min(s, 1) : 0; // 0 for NaN, too
  }

  /** The share of the segment from p to q (indices into x) that is nearest to a point. */
  static double onSegment(double[] x, int p, int q, double px, double py, double pz) {
    double ux = x[q] - x[p], uy = x[q + 1] - x[p + 1], uz = x[q + 2] - x[p + 2];
    return clamp(
        ((px - x[p]) * ux + (py - x[p + 1]) * uy + (pz - x[p + 2]) * uz)
            / (ux * ux + uy * uy + uz * uz));
  }

  /**
   * Nearest points of segments from a to b (indices into x) and from c to d (indices into y).
   *
   * @param out share of the first, share of the second, squared distance
   */
  static void ofSegments(double[] x, int a, int b, double[] y, int c, int d, double[] out) {
    double ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    double vx = y[d] - y[c], vy = y[d + 1] - y[c + 1], vz = y[d + 2] - y[c + 2];
    double rx = x[a] - y[c], ry = x[a + 1] - y[c + 1], rz = x[a + 2] - y[c + 2];
    double uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz;
    double uv = ux * vx + uy * vy + uz * vz;
    double ur = ux * rx + uy * ry + uz * rz, vr = vx * rx + vy * ry + vz * rz;
    double det = uu * vv - uv * uv;
    // Parallel ones touch along a stretch: any share of it will do.
    double s = det > 1e-12 * uu * vv ? clamp((uv * vr - vv * ur) / det) : 0.5;
    double t = clamp((uv * s + vr) / vv);
    s = clamp((uv * t - ur) / uu);
    double dx = rx + s * ux - t * vx, dy = ry + s * uy - t * vy, dz = rz + s * uz - t * vz;
    out[0] = s;
    out[1] = t;
    out[2] = dx * dx + dy * dy + dz * dz;
  }
}
