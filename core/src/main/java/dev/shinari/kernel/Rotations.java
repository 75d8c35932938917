package dev.shinari.kernel;

/**
 * The rotation R that fits a moment matrix P best: it maximizes tr(R^T P) over all rotations.
 *
 * <p>Newton's method on the rotation. With B = R^T P and R' = R exp([w]):
 *
 * <pre>
 *   tr(R'^T P) = tr B + w . a - w^T H w / 2 + ...
 *   a = (B21 - B12, B02 - B20, B10 - B01),   H = (tr B) I - sym(B)
 * </pre>
 *
 * so w = H^-1 a, applied to the quaternion by the Cayley map q (1, w/2), normalized. tr(R^T P) is a
 * quadratic form of the quaternion, so it has one maximum and otherwise saddles: where a = 0 and H
 * is positive definite, R is the best rotation, also for an inverted P, where the direction of the
 * smallest singular value alone is flipped. Two iterations suffice from the last step's rotation.
 * Where H is not positive definite or the second correction is still large (first step, teleport,
 * inverted, collapsed), {@link #robust} finds the largest eigenvector of the quadratic form.
 *
 * <p>P is divided by the region's rest moment, so its entries are near one: {@link #RIDGE} keeps H
 * invertible about the axis of a straight region, where any rotation is as good, and leaves that
 * rotation as it was.
 */
public final class Rotations {
  /** Added to the diagonal of H. */
  public static final float RIDGE = 1e-5f;

  /** Largest squared second correction that is taken as converged: its error is of fourth order. */
  public static final float CONVERGED = 1e-4f;

  /** Largest squared correction after which one iteration is enough: it converges cubically. */
  public static final float NEAR = 1e-3f;

  private Rotations() {}

  /**
   * Newton's method for tile columns [first, first + count), the robust path where it fails; column
   * j's quaternion stands at {@code from + j}.
   *
   * @return how many columns took the robust path
   */
  public static int scalarGroup(
      float[] tile,
      int first,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      float[] r) {
    int hard = 0;
    for (int j = first; j < first + count; j++) {
      int q = from + j;
      float w = qw[q], x = qx[q], y = qy[q], z = qz[q];
      float p00 = tile[3 * Kernels.TILE + j],
          p01 = tile[4 * Kernels.TILE + j],
          p02 = tile[5 * Kernels.TILE + j];
      float p10 = tile[6 * Kernels.TILE + j],
          p11 = tile[7 * Kernels.TILE + j],
          p12 = tile[8 * Kernels.TILE + j];
      float p20 = tile[9 * Kernels.TILE + j],
          p21 = tile[10 * Kernels.TILE + j],
          p22 = tile[11 * Kernels.TILE + j];
      boolean good = true;
      float last = 0;
      for (int iteration = 0; iteration < 2; iteration++) {
        float x2 = x + x, y2 = y + y, z2 = z + z;
        float xx = x * x2, yy = y * y2, zz = z * z2;
        float xy = x * y2, xz = x * z2, yz = y * z2;
        float wx = w * x2, wy = w * y2, wz = w * z2;
        float r00 = 1 - (yy + zz), r01 = xy - wz, r02 = xz + wy;
        float r10 = xy + wz, r11 = 1 - (xx + zz), r12 = yz - wx;
        float r20 = xz - wy, r21 = yz + wx, r22 = 1 - (xx + yy);
        float b00 = r00 * p00 + r10 * p10 + r20 * p20;
        float b01 = r00 * p01 + r10 * p11 + r20 * p21;
        float b02 = r00 * p02 + r10 * p12 + r20 * p22;
        float b10 = r01 * p00 + r11 * p10 + r21 * p20;
        float b11 = r01 * p01 + r11 * p11 + r21 * p21;
        float b12 = r01 * p02 + r11 * p12 + r21 * p22;
        float b20 = r02 * p00 + r12 * p10 + r22 * p20;
        float b21 = r02 * p01 + r12 * p11 + r22 * p21;
        float b22 = r02 * p02 + r12 * p12 + r22 * p22;
        float ax = b21 - b12, ay = b02 - b20, az = b10 - b01;
        float h00 = b11 + b22 + RIDGE;
        float h11 = b00 + b22 + RIDGE;
        float h22 = b00 + b11 + RIDGE;
        float h01 = -0.5f * (b01 + b10), h02 = -0.5f * (b02 + b20), h12 = -0.5f * (b12 + b21);
        float c00 = h11 * h22 - h12 * h12;
        float c01 = h02 * h12 - h01 * h22;
        float c02 = h01 * h12 - h02 * h11;
        float c11 = h00 * h22 - h02 * h02;
        float c12 = h01 * h02 - h00 * h12;
        float c22 = h00 * h11 - h01 * h01;
        float det = h00 * c00 + h01 * c01 + h02 * c02;
        good &= h00 > 0 && c22 > 0 && det > 0;
        float scale = 0.5f / det;
        float ox = (c00 * ax + c01 * ay + c02 * az) * scale;
        float oy = (c01 * ax + c11 * ay + c12 * az) * scale;
        float oz = (c02 * ax + c12 * ay + c22 * az) * scale;
        last = ox * ox + oy * oy + oz * oz;
        float nw = w - x * ox - y * oy - z * oz;
        float nx = x + w * ox + y * oz - z * oy;
        float ny = y + w * oy + z * ox - x * oz;
        float nz = z + w * oz + x * oy - y * ox;
        float length = 1 / (float) Math.sqrt(nw * nw + nx * nx + ny * ny + nz * nz);
        w = nw * length;
        x = nx * length;
        y = ny * length;
        z = nz * length;
      }
      // ox is half of the correction, so its square is a quarter.
      if (good && last <= 0.25f * CONVERGED) {
        qw[q] = w;
        qx[q] = x;
        qy[q] = y;
        qz[q] = z;
        toMatrix(w, x, y, z, r, j);
      } else {
        robust(tile, j, qw, qx, qy, qz, q, r);
        hard++;
      }
    }
    return hard;
  }

  /**
   * Robust path for tile column j: {@link #best}, then its rotation matrix. A column with no
   * moments or with numbers that are not finite keeps its quaternion.
   */
  static void robust(
      float[] tile, int j, float[] qw, float[] qx, float[] qy, float[] qz, int q, float[] r) {
    float[] best = {qw[q], qx[q], qy[q], qz[q]};
    if (best(tile, 3 * Kernels.TILE + j, Kernels.TILE, best)) {
      qw[q] = best[0];
      qx[q] = best[1];
      qy[q] = best[2];
      qz[q] = best[3];
    }
    toMatrix(qw[q], qx[q], qy[q], qz[q], r, j);
  }

  /**
   * The best rotation of any matrix: the top eigenvector of the 4 x 4 symmetric matrix of the
   * quadratic form, by Jacobi rotations in double precision. A matrix of zeros, or with numbers
   * that are not finite, leaves the quaternion as it is.
   *
   * @param m nine numbers row by row, {@code stride} apart from {@code at}
   * @param q w, x, y, z: of several equally good ones the nearest to this is taken; changed
   * @return whether the quaternion was changed
   */
  public static boolean best(float[] m, int at, int stride, float[] q) {
    double p00 = m[at], p01 = m[at + stride], p02 = m[at + 2 * stride];
    double p10 = m[at + 3 * stride], p11 = m[at + 4 * stride], p12 = m[at + 5 * stride];
    double p20 = m[at + 6 * stride], p21 = m[at + 7 * stride], p22 = m[at + 8 * stride];
    double size =
        Math.abs(p00)
            + Math.abs(p01)
            + Math.abs(p02)
            + Math.abs(p10)
            + Math.abs(p11)
            + Math.abs(p12)
            + Math.abs(p20)
            + Math.abs(p21)
            + Math.abs(p22);
    if (!(size > 0 && size < Double.POSITIVE_INFINITY)) {
      return false;
    }
    double[] k = {
      p00 + p11 + p22,
      p21 - p12,
      p02 - p20,
      p10 - p01,
      p21 - p12,
      p00 - p11 - p22,
      p01 + p10,
      p02 + p20,
      p02 - p20,
      p01 + p10,
      p11 - p00 - p22,
      p12 + p21,
      p10 - p01,
      p02 + p20,
      p12 + p21,
      p22 - p00 - p11
    };
    double[] v = new double[16];
    jacobi(k, v);
    int best = 0;
    for (int c = 1; c < 4; c++) {
      if (k[5 * c] > k[5 * best]) {
        best = c;
      }
    }
    // Of several equally good rotations take the one nearest to the last: project the old
    // quaternion onto the eigenspace.
    double tie = k[5 * best] - 1e-6 * size;
    double[] sum = new double[4];
    for (int c = 0; c < 4; c++) {
      if (k[5 * c] >= tie) {
        double along = v[c] * q[0] + v[4 + c] * q[1] + v[8 + c] * q[2] + v[12 + c] * q[3];
        for (int i = 0; i < 4; i++) {
          sum[i] += along * v[4 * i + c];
        }
      }
    }
    double n = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
    if (!(n > 1e-3)) {
      for (int i = 0; i < 4; i++) {
        sum[i] = v[4 * i + best];
      }
      n = 1;
    }
    for (int i = 0; i < 4; i++) {
      q[i] = (float) (sum[i] / n);
    }
    return true;
  }

  /** Rotation matrix of a unit quaternion into column j of nine tile rows. */
  public static void toMatrix(float w, float x, float y, float z, float[] r, int j) {
    int t = Kernels.TILE;
    float x2 = x + x, y2 = y + y, z2 = z + z;
    float xx = x * x2, yy = y * y2, zz = z * z2;
    float xy = x * y2, xz = x * z2, yz = y * z2;
    float wx = w * x2, wy = w * y2, wz = w * z2;
    r[j] = 1 - (yy + zz);
    r[t + j] = xy - wz;
    r[2 * t + j] = xz + wy;
    r[3 * t + j] = xy + wz;
    r[4 * t + j] = 1 - (xx + zz);
    r[5 * t + j] = yz - wx;
    r[6 * t + j] = xz - wy;
    r[7 * t + j] = yz + wx;
    r[8 * t + j] = 1 - (xx + yy);
  }

  /** Cyclic Jacobi: diagonalises symmetric a (4 x 4, in place), columns of v its eigenvectors. */
  private static void jacobi(double[] a, double[] v) {
    for (int i = 0; i < 4; i++) {
      v[5 * i] = 1;
    }
    for (int sweep = 0; sweep < 30; sweep++) {
      double off = 0, diagonal = 0;
      for (int i = 0; i < 4; i++) {
        diagonal += a[5 * i] * a[5 * i];
        for (int j = i + 1; j < 4; j++) {
          off += a[4 * i + j] * a[4 * i + j];
        }
      }
      if (!(off > 1e-30 * (diagonal + off))) {
        return;
      }
      for (int i = 0; i < 3; i++) {
        for (int j = i + 1; j < 4; j++) {
          double aij = a[4 * i + j];
          if (aij == 0) {
            continue;
          }
          double theta = (a[5 * j] - a[5 * i]) / (2 * aij);
          double t = 1 / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
          t = theta < 0 ? -t : t;
          double c = 1 / Math.sqrt(t * t + 1), s = t * c;
          for (int k = 0; k < 4; k++) {
            double aki = a[4 * k + i], akj = a[4 * k + j];
            a[4 * k + i] = c * aki - s * akj;
            a[4 * k + j] = s * aki + c * akj;
          }
          for (int k = 0; k < 4; k++) {
            double aik = a[4 * i + k], ajk = a[4 * j + k];
            a[4 * i + k] = c * aik - s * ajk;
            a[4 * j + k] = s * aik + c * ajk;
            double vki = v[4 * k + i], vkj = v[4 * k + j];
            v[4 * k + i] = c * vki - s * vkj;
            v[4 * k + j] = s * vki + c * vkj;
          }
        }
      }
    }
  }
}
