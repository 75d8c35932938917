package dev.shinari.mesh;

import dev.shinari.math.PortableMath;

/** Small formulas on shared position arrays, in double precision. */
public final class Geometry {
  private Geometry() {}

  /** A hash of three vertex numbers in any order. */
  static int hash(int a, int b, int c) {
    return (int) ((mix(a) + mix(b) + mix(c)) >>> 32);
  }

  private static long mix(int v) {
    long h = (v + 1) * 0x9E3779B97F4A7C15L;
    h ^= h >>> 29;
    return h * 0xBF58476D1CE4E5B9L;
  }

  /** Signed volume of the tetrahedron of vertices a, b, c, d. */
  public static double tetVolume(float[] p, int a, int b, int c, int d) {
    a *= 3;
    b *= 3;
    c *= 3;
    d *= 3;
    double ux = (double) p[b] - p[a],
        uy = (double) p[b + 1] - p[a + 1],
        uz = (double) p[b + 2] - p[a + 2];
    double vx = (double) p[c] - p[a],
        vy = (double) p[c + 1] - p[a + 1],
        vz = (double) p[c + 2] - p[a + 2];
    double wx = (double) p[d] - p[a],
        wy = (double) p[d + 1] - p[a + 1],
        wz = (double) p[d + 2] - p[a + 2];
    return ((uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz) / 6;
  }

  /** Writes the area vector (normal times area) of triangle a, b, c; returns the area. */
  public static double areaVector(float[] p, int a, int b, int c, double[] out) {
    a *= 3;
    b *= 3;
    c *= 3;
    double ux = (double) p[b] - p[a],
        uy = (double) p[b + 1] - p[a + 1],
        uz = (double) p[b + 2] - p[a + 2];
    double vx = (double) p[c] - p[a],
        vy = (double) p[c + 1] - p[a + 1],
        vz = (double) p[c + 2] - p[a + 2];
    out[0] = 0.5 * (uy * vz - uz * vy);
    out[1] = 0.5 * (uz * vx - ux * vz);
    out[2] = 0.5 * (ux * vy - uy * vx);
    return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  }

  /**
   * Solid angle of triangle a, b, c seen from q, over 4 pi; positive where q is behind it. [Van
   * Oosterom and Strackee 1983]
   */
  public static double windingOfTriangle(
      float[] p, int a, int b, int c, double qx, double qy, double qz) {
    a *= 3;
    b *= 3;
    c *= 3;
    double ax = p[a] - qx, ay = p[a + 1] - qy, az = p[a + 2] - qz;
    double bx = p[b] - qx, by = p[b + 1] - qy, bz = p[b + 2] - qz;
    double cx = p[c] - qx, cy = p[c + 1] - qy, cz = p[c + 2] - qz;
    double la = Math.sqrt(ax * ax + ay * ay + az * az);
    double lb = Math.sqrt(bx * bx + by * by + bz * bz);
    double lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
    double numerator =
        ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    double denominator =
        la * lb * lc
            + (ax * bx + ay * by + az * bz) * lc
            + (bx * cx + by * cy + bz * cz) * la
            + (cx * ax + cy * ay + cz * az) * lb;
    if (numerator == 0 && denominator <= 0) {
      return 0; // q lies in the triangle's plane: it sees both sides alike
    }
    return PortableMath.atan2(numerator, denominator) / (2 * Math.PI);
  }

  /**
   * Closest point of a triangle to q: writes its barycentric weights to {@code out[0..2]} and
   * returns the squared distance. [Ericson04, sec. 5.1.5]
   *
   * @param corners vertex numbers; the triangle's three begin at {@code at}
   */
  public static double closestOnTriangle(
      float[] p, int[] corners, int at, double qx, double qy, double qz, double[] out) {
    int ia = 3 * corners[at], ib = 3 * corners[at + 1], ic = 3 * corners[at + 2];
    double abx = (double) p[ib] - p[ia],
        aby = (double) p[ib + 1] - p[ia + 1],
        abz = (double) p[ib + 2] - p[ia + 2];
    double acx = (double) p[ic] - p[ia],
        acy = (double) p[ic + 1] - p[ia + 1],
        acz = (double) p[ic + 2] - p[ia + 2];
    double apx = qx - p[ia], apy = qy - p[ia + 1], apz = qz - p[ia + 2];
    double d1 = abx * apx + aby * apy + abz * apz;
    double d2 = acx * apx + acy * apy + acz * apz;
    double u, v, w;
    double bb = abx * abx + aby * aby + abz * abz;
    double cc = acx * acx + acy * acy + acz * acz;
    double bc = abx * acx + aby * acy + abz * acz;
    double d3 = d1 - bb, d4 = d2 - bc, d5 = d1 - bc, d6 = d2 - cc;
    double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0 && d2 <= 0) {
      v = 0;
      w = 0;
    } else if (d3 >= 0 && d4 <= d3) {
      v = 1;
      w = 0;
    } else if (d6 >= 0 && d5 <= d6) {
      v = 0;
      w = 1;
    } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
      v = d1 / (d1 - d3);
      w = 0;
    } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
      v = 0;
      w = d2 / (d2 - d6);
    } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
      w = (d4 - d3) / (d4 - d3 + (d5 - d6));
      v = 1 - w;
    } else {
      double sum = va + vb + vc;
      v = vb / sum;
      w = vc / sum;
    }
    u = 1 - v - w;
    out[0] = u;
    out[1] = v;
    out[2] = w;
    double dx = apx - v * abx - w * acx, dy = apy - v * aby - w * acy, dz = apz - v * abz - w * acz;
    return dx * dx + dy * dy + dz * dz;
  }

  /**
   * Barycentric coordinates of q in a tetrahedron; false (and nothing written) where the
   * tetrahedron is too flat to have them.
   *
   * @param corners vertex numbers; the tetrahedron's four begin at {@code at}
   */
  public static boolean barycentric(
      float[] p, int[] corners, int at, double qx, double qy, double qz, double[] out) {
    int ia = 3 * corners[at], ib = 3 * corners[at + 1];
    int ic = 3 * corners[at + 2], id = 3 * corners[at + 3];
    double ux = (double) p[ib] - p[ia],
        uy = (double) p[ib + 1] - p[ia + 1],
        uz = (double) p[ib + 2] - p[ia + 2];
    double vx = (double) p[ic] - p[ia],
        vy = (double) p[ic + 1] - p[ia + 1],
        vz = (double) p[ic + 2] - p[ia + 2];
    double wx = (double) p[id] - p[ia],
        wy = (double) p[id + 1] - p[ia + 1],
        wz = (double) p[id + 2] - p[ia + 2];
    double rx = qx - p[ia], ry = qy - p[ia + 1], rz = qz - p[ia + 2];
    double vwx = vy * wz - vz * wy, vwy = vz * wx - vx * wz, vwz = vx * wy - vy * wx;
    double wux = wy * uz - wz * uy, wuy = wz * ux - wx * uz, wuz = wx * uy - wy * ux;
    double uvx = uy * vz - uz * vy, uvy = uz * vx - ux * vz, uvz = ux * vy - uy * vx;
    double det = ux * vwx + uy * vwy + uz * vwz;
    double longest =
        Math.max(
            ux * ux + uy * uy + uz * uz,
            Math.max(vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz));
    if (!(Math.abs(det) > 1e-9 * longest * Math.sqrt(longest))) {
      return false;
    }
    out[1] = (rx * vwx + ry * vwy + rz * vwz) / det;
    out[2] = (rx * wux + ry * wuy + rz * wuz) / det;
    out[3] = (rx * uvx + ry * uvy + rz * uvz) / det;
    out[0] = 1 - out[1] - out[2] - out[3];
    return true;
  }
}
