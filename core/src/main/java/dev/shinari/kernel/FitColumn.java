package dev.shinari.kernel;

/**
 * One column of {@link ExampleKernels#fit}, in the order of operations of the vector twin, which
 * also leaves its difficult columns to this.
 */
public final class FitColumn {
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int Q = ExampleKernels.Q;
  private static final int B = ExampleKernels.B;
  private static final int O = ExampleKernels.O;
  private static final int MINOR = ExampleKernels.MINOR;
  private static final int SIZE = ExampleKernels.SIZE;
  private static final int HALF = ExampleKernels.HALF;
  private static final int LANES = Kernels.LANES;

  private FitColumn() {}

  /**
   * Column j of work from the quaternion at {@code q}; answers with 1 where it took the robust
   * path, else 0.
   */
  public static int fit(
      float[] tile,
      int column,
      float[] x,
      int xAt,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int q,
      float[] work,
      int j) {
    work[Q + j] = qw[q];
    work[Q + CHUNK + j] = qx[q];
    work[Q + 2 * CHUNK + j] = qy[q];
    work[Q + 3 * CHUNK + j] = qz[q];
    turned(tile, column, x, xAt, work, j);
    solve(work, j);
    if (work[MINOR + j] > 0 && work[SIZE + j] <= 0.25f * Rotations.NEAR) {
      return 0;
    }
    if (work[MINOR + j] > 0) {
      turn(work, j);
      turned(tile, column, x, xAt, work, j);
      solve(work, j);
      if (work[MINOR + j] > 0 && work[SIZE + j] <= 0.25f * Rotations.CONVERGED) {
        return 0;
      }
    }
    float[] m = new float[9], best = {qw[q], qx[q], qy[q], qz[q]};
    int t = Kernels.TILE;
    float xx = x[xAt], yy = x[xAt + LANES], zz = x[xAt + 2 * LANES];
    float xy = x[xAt + 3 * LANES], yz = x[xAt + 4 * LANES], zx = x[xAt + 5 * LANES];
    for (int a = 0; a < 3; a++) {
      int p = (3 + 3 * a) * t + column;
      m[3 * a] = tile[p] * xx + tile[p + t] * xy + tile[p + 2 * t] * zx;
      m[3 * a + 1] = tile[p] * xy + tile[p + t] * yy + tile[p + 2 * t] * yz;
      m[3 * a + 2] = tile[p] * zx + tile[p + t] * yz + tile[p + 2 * t] * zz;
    }
    Rotations.best(m, 0, 1, best);
    for (int c = 0; c < 4; c++) {
      work[Q + c * CHUNK + j] = best[c];
    }
    turned(tile, column, x, xAt, work, j);
    for (int c = 0; c < 3; c++) {
      work[O + c * CHUNK + j] = 0;
    }
    work[SIZE + j] = 0;
    work[HALF + j] = 1;
    return 1;
  }

  /** B = (R^T P) X. */
  private static void turned(float[] tile, int column, float[] s, int xAt, float[] work, int j) {
    float w = work[Q + j], x = work[Q + CHUNK + j];
    float y = work[Q + 2 * CHUNK + j], z = work[Q + 3 * CHUNK + j];
    float x2 = x + x, y2 = y + y, z2 = z + z;
    float xx = x * x2, yy = y * y2, zz = z * z2;
    float xy = x * y2, xz = x * z2, yz = y * z2;
    float wx = w * x2, wy = w * y2, wz = w * z2;
    row(1 - (yy + zz), xy + wz, xz - wy, tile, column, s, xAt, work, B + j);
    row(xy - wz, 1 - (xx + zz), yz + wx, tile, column, s, xAt, work, B + 3 * CHUNK + j);
    row(xz + wy, yz - wx, 1 - (xx + yy), tile, column, s, xAt, work, B + 6 * CHUNK + j);
  }

  /** One row of (R^T P) X from a column of R. */
  private static void row(
      float r0,
      float r1,
      float r2,
      float[] tile,
      int column,
      float[] x,
      int at,
      float[] work,
      int to) {
    int t = Kernels.TILE, p = 3 * t + column, n = LANES;
    float m0 = r0 * tile[p] + r1 * tile[p + 3 * t] + r2 * tile[p + 6 * t];
    float m1 = r0 * tile[p + t] + r1 * tile[p + 4 * t] + r2 * tile[p + 7 * t];
    float m2 = r0 * tile[p + 2 * t] + r1 * tile[p + 5 * t] + r2 * tile[p + 8 * t];
    work[to] = m0 * x[at] + m1 * x[at + 3 * n] + m2 * x[at + 5 * n];
    work[to + CHUNK] = m0 * x[at + 3 * n] + m1 * x[at + n] + m2 * x[at + 4 * n];
    work[to + 2 * CHUNK] = m0 * x[at + 5 * n] + m1 * x[at + 4 * n] + m2 * x[at + 2 * n];
  }

  /** The Newton step of column j from its B. */
  private static void solve(float[] work, int j) {
    int n = CHUNK, b = B + j;
    float b00 = work[b], b01 = work[b + n], b02 = work[b + 2 * n];
    float b10 = work[b + 3 * n], b11 = work[b + 4 * n], b12 = work[b + 5 * n];
    float b20 = work[b + 6 * n], b21 = work[b + 7 * n], b22 = work[b + 8 * n];
    float ax = b21 - b12, ay = b02 - b20, az = b10 - b01;
    float h00 = b11 + b22 + Rotations.RIDGE;
    float h11 = b00 + b22 + Rotations.RIDGE;
    float h22 = b00 + b11 + Rotations.RIDGE;
    float h01 = -0.5f * (b01 + b10), h02 = -0.5f * (b02 + b20), h12 = -0.5f * (b12 + b21);
    float c00 = h11 * h22 - h12 * h12;
    float c01 = h02 * h12 - h01 * h22;
    float c02 = h01 * h12 - h02 * h11;
    float c11 = h00 * h22 - h02 * h02;
    float c12 = h01 * h02 - h00 * h12;
    float c22 = h00 * h11 - h01 * h01;
    float det = h00 * c00 + h01 * c01 + h02 * c02;
    work[MINOR + j] = h00 > 0 && c22 > 0 ? det : 0;
    float scale = 0.5f / det;
    float ox = (c00 * ax + c01 * ay + c02 * az) * scale;
    float oy = (c01 * ax + c11 * ay + c12 * az) * scale;
    float oz = (c02 * ax + c12 * ay + c22 * az) * scale;
    float size = ox * ox + oy * oy + oz * oz;
    // About a principal axis 2 |o| is the tangent of the angle, and half of the angle is wanted.
    float half = 1 / (1 + size);
    work[SIZE + j] = size;
    work[HALF + j] = half;
    work[O + j] = ox * half;
    work[O + n + j] = oy * half;
    work[O + 2 * n + j] = oz * half;
  }

  /** Applies the correction of column j to its quaternion and makes that a unit one. */
  static void turn(float[] work, int j) {
    int n = CHUNK;
    float length = 1 / (float) Math.sqrt(turnLong(work, j));
    work[Q + j] *= length;
    work[Q + n + j] *= length;
    work[Q + 2 * n + j] *= length;
    work[Q + 3 * n + j] *= length;
  }

  /**
   * Applies the correction of column j to its quaternion; answers with the square of its length.
   */
  static float turnLong(float[] work, int j) {
    int n = CHUNK;
    float w = work[Q + j], x = work[Q + n + j], y = work[Q + 2 * n + j], z = work[Q + 3 * n + j];
    float ox = work[O + j], oy = work[O + n + j], oz = work[O + 2 * n + j];
    float nw = w - x * ox - y * oy - z * oz;
    float nx = x + w * ox + y * oz - z * oy;
    float ny = y + w * oy + z * ox - x * oz;
    float nz = z + w * oz + x * oy - y * ox;
    work[Q + j] = nw;
    work[Q + n + j] = nx;
    work[Q + 2 * n + j] = ny;
    work[Q + 3 * n + j] = nz;
    return nw * nw + nx * nx + ny * ny + nz * nz;
  }
}
