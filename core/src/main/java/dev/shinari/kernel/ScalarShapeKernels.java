package dev.shinari.kernel;

import java.util.Arrays;

/** The shape kernels in plain Java. */
final class ScalarShapeKernels implements ShapeKernels {
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  private static final float HALF_ROOT2 = ScalarExampleKernels.HALF_ROOT2;

  @Override
  public void deformations(float[] tile, float[][] inverseMoments, int from, int count, float[] a) {
    float[][] k = inverseMoments;
    for (int row = 3; row < 12; row += 3) {
      int p = row * TILE;
      for (int j = 0; j < count; j++) {
        int r = from + j;
        float p0 = tile[p + j], p1 = tile[p + TILE + j], p2 = tile[p + 2 * TILE + j];
        a[p + j] = p0 * k[0][r] + p1 * k[3][r] + p2 * k[5][r];
        a[p + TILE + j] = p0 * k[3][r] + p1 * k[1][r] + p2 * k[4][r];
        a[p + 2 * TILE + j] = p0 * k[5][r] + p1 * k[4][r] + p2 * k[2][r];
      }
    }
  }

  @Override
  public void strains(float[] a, float[] r, float[][] rest, int from, int count, float[] strain) {
    int t = TILE;
    for (int j = 0; j < count; j++) {
      int at = from + j;
      float a00 = a[3 * t + j], a01 = a[4 * t + j], a02 = a[5 * t + j];
      float a10 = a[6 * t + j], a11 = a[7 * t + j], a12 = a[8 * t + j];
      float a20 = a[9 * t + j], a21 = a[10 * t + j], a22 = a[11 * t + j];
      float r00 = r[j], r01 = r[t + j], r02 = r[2 * t + j];
      float r10 = r[3 * t + j], r11 = r[4 * t + j], r12 = r[5 * t + j];
      float r20 = r[6 * t + j], r21 = r[7 * t + j], r22 = r[8 * t + j];
      strain[j] = r00 * a00 + r10 * a10 + r20 * a20 - rest[0][at];
      strain[t + j] = r01 * a01 + r11 * a11 + r21 * a21 - rest[1][at];
      strain[2 * t + j] = r02 * a02 + r12 * a12 + r22 * a22 - rest[2][at];
      float xy = r00 * a01 + r10 * a11 + r20 * a21 + (r01 * a00 + r11 * a10 + r21 * a20);
      float yz = r01 * a02 + r11 * a12 + r21 * a22 + (r02 * a01 + r12 * a11 + r22 * a21);
      float zx = r02 * a00 + r12 * a10 + r22 * a20 + (r00 * a02 + r10 * a12 + r20 * a22);
      strain[3 * t + j] = xy * HALF_ROOT2 - rest[3][at];
      strain[4 * t + j] = yz * HALF_ROOT2 - rest[4][at];
      strain[5 * t + j] = zx * HALF_ROOT2 - rest[5][at];
    }
  }

  @Override
  public void deformedMoments(float[] tile, float[] strain, int count, float[] out) {
    timesOnePlus(tile, 3 * TILE, strain, count, out, 3 * TILE);
  }

  @Override
  public void targets(float[] r, float[] strain, int count, float[] t) {
    timesOnePlus(r, 0, strain, count, t, 0);
  }

  @Override
  public double elasticSum(
      float[] tile,
      float[] t,
      float[] strain,
      float[][] moments,
      float[] regionMass,
      float[] rho,
      float inverseBeta,
      int from,
      int count,
      float[] scratch) {
    Arrays.fill(scratch, 0, LANES, 0);
    for (int j = 0; j < count; j++) {
      int at = from + j;
      float cx = tile[j], cy = tile[TILE + j], cz = tile[2 * TILE + j];
      float trace = t[j] * tile[3 * TILE + j];
      for (int k = 1; k < 9; k++) {
        trace = trace + t[k * TILE + j] * tile[(3 + k) * TILE + j];
      }
      float kxx = moments[0][at], kyy = moments[1][at], kzz = moments[2][at];
      float kxy = moments[3][at], kyz = moments[4][at], kzx = moments[5][at];
      float exx = strain[j], eyy = strain[TILE + j], ezz = strain[2 * TILE + j];
      float exy = strain[3 * TILE + j] * HALF_ROOT2;
      float eyz = strain[4 * TILE + j] * HALF_ROOT2;
      float ezx = strain[5 * TILE + j] * HALF_ROOT2;
      // E K, row by row; its trace and that of E K E.
      float m00 = exx * kxx + exy * kxy + ezx * kzx;
      float m01 = exx * kxy + exy * kyy + ezx * kyz;
      float m02 = exx * kzx + exy * kyz + ezx * kzz;
      float m10 = exy * kxx + eyy * kxy + eyz * kzx;
      float m11 = exy * kxy + eyy * kyy + eyz * kyz;
      float m12 = exy * kzx + eyy * kyz + eyz * kzz;
      float m20 = ezx * kxx + eyz * kxy + ezz * kzx;
      float m21 = ezx * kxy + eyz * kyy + ezz * kyz;
      float m22 = ezx * kzx + eyz * kyz + ezz * kzz;
      float first = m00 + m11 + m22;
      float second =
          (m00 * exx + m01 * exy + m02 * ezx)
              + (m10 * exy + m11 * eyy + m12 * eyz)
              + (m20 * ezx + m21 * eyz + m22 * ezz);
      float c2 = cx * cx + cy * cy + cz * cz;
      float inner = trace + trace - 1 - (first + first + second * inverseBeta);
      scratch[j % LANES] += regionMass[at] * c2 + rho[at] * inner;
    }
    return ScalarKernels.addLanes(scratch, 0);
  }

  /** Nine rows of out = M + M E. */
  private static void timesOnePlus(
      float[] m, int at, float[] strain, int count, float[] out, int outAt) {
    int t = TILE;
    for (int row = 0; row < 9; row += 3) {
      int p = at + row * t, o = outAt + row * t;
      for (int j = 0; j < count; j++) {
        float exx = strain[j], eyy = strain[t + j], ezz = strain[2 * t + j];
        float exy = strain[3 * t + j] * HALF_ROOT2;
        float eyz = strain[4 * t + j] * HALF_ROOT2;
        float ezx = strain[5 * t + j] * HALF_ROOT2;
        float m0 = m[p + j], m1 = m[p + t + j], m2 = m[p + 2 * t + j];
        out[o + j] = m0 + (m0 * exx + m1 * exy + m2 * ezx);
        out[o + t + j] = m1 + (m0 * exy + m1 * eyy + m2 * eyz);
        out[o + 2 * t + j] = m2 + (m0 * ezx + m1 * eyz + m2 * ezz);
      }
    }
  }
}
