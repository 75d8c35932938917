package dev.shinari.reference;

/**
 * Rotations of 3x3 matrices by one-sided Jacobi sweeps, in double: the oracle for every faster way.
 * Matrices are 9 numbers, row by row.
 *
 * <p>Right rotations V are applied until the columns of B = A V are perpendicular. Then B = U
 * diag(s) with singular values s = column lengths, and the polar factor is U V^T. Working on A
 * itself rather than on A^T A keeps small singular values, and so nearly flat shapes, to full
 * accuracy.
 */
public final class ReferencePolar {
  /** Singular values below this share of the largest count as zero. */
  private static final double FLAT = 1e-12;

  private static final int MAX_SWEEPS = 60;

  private ReferencePolar() {}

  /** Singular values s in falling order with A = U diag(s) V^T; columns of u where s = 0 are 0. */
  private static final class Svd {
    final double[] u;
    final double[] v = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    final double[] s = new double[3];

    Svd(double[] a) {
      u = a.clone();
      double scale = 0;
      for (double e : a) {
        scale = Math.max(scale, Math.abs(e));
      }
      if (!(scale > 0)) {
        return;
      }
      for (int k = 0; k < 9; k++) {
        u[k] /= scale; // so that squares neither overflow nor vanish
      }
      for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        boolean turned = turn(0, 1);
        turned |= turn(0, 2);
        turned |= turn(1, 2);
        if (!turned) {
          break;
        }
      }
      for (int c = 0; c < 3; c++) {
        s[c] = Math.sqrt(dot(u, c, c)) * scale;
      }
      for (int c = 0; c < 2; c++) {
        for (int d = c + 1; d < 3; d++) {
          if (s[d] > s[c]) {
            swap(c, d);
          }
        }
      }
      for (int c = 0; c < 3; c++) {
        for (int k = c; k < 9; k += 3) {
          u[k] = s[c] > FLAT * s[0] ? u[k] * (scale / s[c]) : 0;
        }
        s[c] = s[c] > FLAT * s[0] ? s[c] : 0;
      }
    }

    /** Makes columns i and j perpendicular; false where they were. */
    private boolean turn(int i, int j) {
      double ii = dot(u, i, i), jj = dot(u, j, j), ij = dot(u, i, j);
      if (!(Math.abs(ij) > 1e-15 * Math.sqrt(ii * jj)) || !(Math.abs(ij) > 1e-40)) {
        return false;
      }
      double zeta = (jj - ii) / (2 * ij);
      double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
      double cos = 1 / Math.sqrt(1 + t * t), sin = cos * t;
      for (int k = 0; k < 9; k += 3) {
        double ui = u[k + i], uj = u[k + j];
        u[k + i] = cos * ui - sin * uj;
        u[k + j] = sin * ui + cos * uj;
        double vi = v[k + i], vj = v[k + j];
        v[k + i] = cos * vi - sin * vj;
        v[k + j] = sin * vi + cos * vj;
      }
      return true;
    }

    private void swap(int c, int d) {
      double t = s[c];
      s[c] = s[d];
      s[d] = t;
      for (int k = 0; k < 9; k += 3) {
        t = u[k + c];
        u[k + c] = u[k + d];
        u[k + d] = t;
        t = v[k + c];
        v[k + c] = v[k + d];
        v[k + d] = t;
      }
    }

    private static double dot(double[] a, int c, int d) {
      return a[c] * a[d] + a[c + 3] * a[d + 3] + a[c + 6] * a[d + 6];
    }
  }

  /**
   * The rotation R, det R = +1, that maximizes tr(R^T A): the polar factor of A where det A &gt; 0;
   * where A is inverted, the direction of the smallest singular value is the one that flips. A flat
   * A (rank 2) has one such rotation. A straight A (rank 1) has many and gets the smallest turn
   * that brings its line to where it belongs; the zero matrix gets the identity.
   */
  public static double[] rotation(double[] a) {
    Svd svd = new Svd(a);
    double[] u = svd.u, v = svd.v;
    if (!(svd.s[0] > 0)) {
      return new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
    }
    if (!(svd.s[1] > 0)) {
      return shortestTurn(v[0], v[3], v[6], u[0], u[3], u[6]);
    }
    // Third columns by cross product: both bases are right-handed, so det(U V^T) = +1, and only
    // the direction of the smallest singular value can have been flipped.
    completeBasis(u);
    completeBasis(v);
    double[] r = new double[9];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        r[3 * i + j] =
            u[3 * i] * v[3 * j] + u[3 * i + 1] * v[3 * j + 1] + u[3 * i + 2] * v[3 * j + 2];
      }
    }
    return r;
  }

  /** The symmetric part of R^T A: the stretch S of A = R S where R is {@link #rotation} of A. */
  public static double[] stretch(double[] rotation, double[] a) {
    double[] s = new double[9];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double ij = 0, ji = 0;
        for (int k = 0; k < 9; k += 3) {
          ij += rotation[k + i] * a[k + j];
          ji += rotation[k + j] * a[k + i];
        }
        s[3 * i + j] = 0.5 * (ij + ji);
      }
    }
    return s;
  }

  /** Singular values, largest first; those below 1e-12 of the largest are 0. */
  public static double[] singularValues(double[] a) {
    return new Svd(a).s;
  }

  /** The Moore-Penrose inverse: directions whose singular value is zero stay at zero. */
  public static double[] pseudoInverse(double[] a) {
    Svd svd = new Svd(a);
    double[] inverse = new double[9];
    for (int c = 0; c < 3; c++) {
      if (!(svd.s[c] > 0)) {
        continue;
      }
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          inverse[3 * i + j] += svd.v[3 * i + c] / svd.s[c] * svd.u[3 * j + c];
        }
      }
    }
    return inverse;
  }

  /** The product a b. */
  public static double[] multiply(double[] a, double[] b) {
    double[] c = new double[9];
    for (int i = 0; i < 9; i += 3) {
      for (int j = 0; j < 3; j++) {
        c[i + j] = a[i] * b[j] + a[i + 1] * b[j + 3] + a[i + 2] * b[j + 6];
      }
    }
    return c;
  }

  /** The determinant. */
  public static double determinant(double[] a) {
    return a[0] * (a[4] * a[8] - a[5] * a[7])
        - a[1] * (a[3] * a[8] - a[5] * a[6])
        + a[2] * (a[3] * a[7] - a[4] * a[6]);
  }

  private static void completeBasis(double[] b) {
    b[2] = b[3] * b[7] - b[6] * b[4];
    b[5] = b[6] * b[1] - b[0] * b[7];
    b[8] = b[0] * b[4] - b[3] * b[1];
  }

  /** The smallest rotation that takes the unit vector f to the unit vector t. */
  private static double[] shortestTurn(
      double fx, double fy, double fz, double tx, double ty, double tz) {
    double cos = fx * tx + fy * ty + fz * tz;
    if (1 + cos < 1e-8) {
      // Opposite directions: half a turn about any axis across f takes it to -f, and what is left
      // is a small turn.
      double[] half = halfTurnAcross(fx, fy, fz);
      return multiply(shortestTurn(-fx, -fy, -fz, tx, ty, tz), half);
    }
    double wx = fy * tz - fz * ty, wy = fz * tx - fx * tz, wz = fx * ty - fy * tx;
    double k = 1 / (1 + cos);
    return new double[] {
      cos + k * wx * wx,
      k * wx * wy - wz,
      k * wx * wz + wy,
      k * wy * wx + wz,
      cos + k * wy * wy,
      k * wy * wz - wx,
      k * wz * wx - wy,
      k * wz * wy + wx,
      cos + k * wz * wz
    };
  }

  private static double[] halfTurnAcross(double fx, double fy, double fz) {
    // Any unit vector n across f: cross f with the axis that it is farthest from. R = 2 n n^T - I.
    double nx, ny, nz;
    if (Math.abs(fx) <= Math.abs(fy) && Math.abs(fx) <= Math.abs(fz)) {
      nx = 0;
      ny = fz;
      nz = -fy;
    } else if (Math.abs(fy) <= Math.abs(fz)) {
      nx = -fz;
      ny = 0;
      nz = fx;
    } else {
      nx = fy;
      ny = -fx;
      nz = 0;
    }
    double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    return new double[] {
      2 * nx * nx - 1,
      2 * nx * ny,
      2 * nx * nz,
      2 * ny * nx,
      2 * ny * ny - 1,
      2 * ny * nz,
      2 * nz * nx,
      2 * nz * ny,
      2 * nz * nz - 1
    };
  }
}
