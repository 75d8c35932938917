package dev.shinari.kernel;

import java.util.Arrays;

/** The shape kernels in plain Java. */
final class ScalarShapeKernels implements ShapeKernels {
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  private static final float ROOT2 = 1.41421356f;
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

  @Override
  public void evenMoments(float[] tile, float[] e, int count, float[] out) {
    timesOnePlusOne(tile, 3 * TILE, e, count, out);
  }

  @Override
  public void evenTargets(float[] r, float[] e, int count, float[] t) {
    timesOnePlusOne(r, 0, e, count, t);
  }

  @Override
  public boolean overYield(
      float[] strain, float[] e, float[][] own, int from, int count, float yield) {
    float most = 0;
    for (int j = 0; j < count; j++) {
      float n2 = 0;
      for (int c = 0; c < 6; c++) {
        float x = strain[c * TILE + j] - own[c][from + j] - e[c];
        n2 += x * x;
      }
      most = Math.max(most, n2);
    }
    return !(Math.sqrt(most) <= yield);
  }

  @Override
  public void flow(
      float[] strain,
      float[] e,
      float[][] own,
      float[] rho,
      int from,
      int count,
      float share,
      float yield,
      float keep,
      float limit,
      boolean flat) {
    float[] o0 = own[0], o1 = own[1], o2 = own[2], o3 = own[3], o4 = own[4], o5 = own[5];
    for (int j = 0; j < count; j++) {
      int r = from + j;
      float x0 = strain[j] - o0[r] - e[0];
      float x1 = strain[TILE + j] - o1[r] - e[1];
      float x2 = strain[2 * TILE + j] - o2[r] - e[2];
      float x3 = strain[3 * TILE + j] - o3[r] - e[3];
      float x4 = strain[4 * TILE + j] - o4[r] - e[4];
      float x5 = strain[5 * TILE + j] - o5[r] - e[5];
      float n = (float) Math.sqrt(x0 * x0 + x1 * x1 + x2 * x2 + x3 * x3 + x4 * x4 + x5 * x5);
      float give = n > yield && rho[r] > 0 ? (1 - yield / n) * share : 0;
      float xx = 1 + keep * (o0[r] + give * x0), yy = 1 + keep * (o1[r] + give * x1);
      float zz = 1 + keep * (o2[r] + give * x2);
      x3 = keep * (o3[r] + give * x3);
      x4 = keep * (o4[r] + give * x4);
      x5 = keep * (o5[r] + give * x5);
      float xy = x3 / ROOT2, yz = x4 / ROOT2, zx = x5 / ROOT2;
      float det =
          flat
              ? xx * yy - xy * xy
              : xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx);
      float s = Math.max(0.9f, Math.min(1.1f, 1 - (det - 1) / (flat ? 2 : 3)));
      x0 = s * xx - 1;
      x1 = s * yy - 1;
      x2 = flat ? 0 : s * zz - 1;
      x3 *= s;
      x4 *= s;
      x5 *= s;
      float size = x0 * x0 + x1 * x1 + x2 * x2 + x3 * x3 + x4 * x4 + x5 * x5;
      float back = size <= limit * limit ? 1 : limit / (float) Math.sqrt(size);
      boolean finite = back > 0;
      o0[r] = finite ? x0 * back : 0;
      o1[r] = finite ? x1 * back : 0;
      o2[r] = finite ? x2 * back : 0;
      o3[r] = finite ? x3 * back : 0;
      o4[r] = finite ? x4 * back : 0;
      o5[r] = finite ? x5 * back : 0;
    }
  }

  @Override
  public float largest(float[] numbers, int n, float most) {
    for (int i = 0; i < n; i++) {
      most = Math.max(most, Math.abs(numbers[i]));
    }
    return most;
  }

  /** Nine rows from {@code at} on: out = M + M E with one E. */
  private static void timesOnePlusOne(float[] m, int at, float[] e, int count, float[] out) {
    float exx = e[0], eyy = e[1], ezz = e[2];
    float exy = e[3] * HALF_ROOT2, eyz = e[4] * HALF_ROOT2, ezx = e[5] * HALF_ROOT2;
    int t = TILE;
    for (int p = at; p < at + 9 * t; p += 3 * t) {
      for (int j = p; j < p + count; j++) {
        float m0 = m[j], m1 = m[j + t], m2 = m[j + 2 * t];
        out[j] = m0 + (m0 * exx + m1 * exy + m2 * ezx);
        out[j + t] = m1 + (m0 * exy + m1 * eyy + m2 * eyz);
        out[j + 2 * t] = m2 + (m0 * ezx + m1 * eyz + m2 * ezz);
      }
    }
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
