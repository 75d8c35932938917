package dev.shinari.kernel;

import java.util.Arrays;

/** The shape kernels in plain Java. */
final class ScalarShapeKernels implements ShapeKernels {
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  private static final float ROOT2 = 1.41421356f;
  private static final float HALF_ROOT2 = ScalarExampleKernels.HALF_ROOT2;

  @Override
  public boolean offShape(
      float[] tile,
      float[] r,
      float[][] k,
      float[][] rest,
      float[] e,
      float[][] own,
      int from,
      int count,
      float yield,
      float[] x) {
    int t = TILE;
    float most = 0;
    for (int j = 0; j < count; j++) {
      int at = from + j;
      float kxx = k[0][at], kyy = k[1][at], kzz = k[2][at];
      float kxy = k[3][at], kyz = k[4][at], kzx = k[5][at];
      float p00 = tile[3 * t + j], p01 = tile[4 * t + j], p02 = tile[5 * t + j];
      float p10 = tile[6 * t + j], p11 = tile[7 * t + j], p12 = tile[8 * t + j];
      float p20 = tile[9 * t + j], p21 = tile[10 * t + j], p22 = tile[11 * t + j];
      float a00 = p00 * kxx + p01 * kxy + p02 * kzx, a01 = p00 * kxy + p01 * kyy + p02 * kyz;
      float a02 = p00 * kzx + p01 * kyz + p02 * kzz, a10 = p10 * kxx + p11 * kxy + p12 * kzx;
      float a11 = p10 * kxy + p11 * kyy + p12 * kyz, a12 = p10 * kzx + p11 * kyz + p12 * kzz;
      float a20 = p20 * kxx + p21 * kxy + p22 * kzx, a21 = p20 * kxy + p21 * kyy + p22 * kyz;
      float a22 = p20 * kzx + p21 * kyz + p22 * kzz;
      float r00 = r[j], r01 = r[t + j], r02 = r[2 * t + j];
      float r10 = r[3 * t + j], r11 = r[4 * t + j], r12 = r[5 * t + j];
      float r20 = r[6 * t + j], r21 = r[7 * t + j], r22 = r[8 * t + j];
      float xx = r00 * a00 + r10 * a10 + r20 * a20;
      float yy = r01 * a01 + r11 * a11 + r21 * a21;
      float zz = r02 * a02 + r12 * a12 + r22 * a22;
      float xy = r00 * a01 + r10 * a11 + r20 * a21 + (r01 * a00 + r11 * a10 + r21 * a20);
      float yz = r01 * a02 + r11 * a12 + r21 * a22 + (r02 * a01 + r12 * a11 + r22 * a21);
      float zx = r02 * a00 + r12 * a10 + r22 * a20 + (r00 * a02 + r10 * a12 + r20 * a22);
      float x0 = xx - rest[0][at] - own[0][at] - e[0];
      float x1 = yy - rest[1][at] - own[1][at] - e[1];
      float x2 = zz - rest[2][at] - own[2][at] - e[2];
      float x3 = xy * HALF_ROOT2 - rest[3][at] - own[3][at] - e[3];
      float x4 = yz * HALF_ROOT2 - rest[4][at] - own[4][at] - e[4];
      float x5 = zx * HALF_ROOT2 - rest[5][at] - own[5][at] - e[5];
      x[j] = x0;
      x[t + j] = x1;
      x[2 * t + j] = x2;
      x[3 * t + j] = x3;
      x[4 * t + j] = x4;
      x[5 * t + j] = x5;
      most = Math.max(most, x0 * x0 + x1 * x1 + x2 * x2 + x3 * x3 + x4 * x4 + x5 * x5);
    }
    return !(Math.sqrt(most) <= yield);
  }

  @Override
  public boolean mayYield(
      float[] tile, float[] r, float[][] k, float[] square, int from, int count, float yield) {
    int t = TILE;
    for (int j = 0; j < count; j++) {
      int at = from + j;
      float p00 = tile[3 * t + j], p01 = tile[4 * t + j], p02 = tile[5 * t + j];
      float p10 = tile[6 * t + j], p11 = tile[7 * t + j], p12 = tile[8 * t + j];
      float p20 = tile[9 * t + j], p21 = tile[10 * t + j], p22 = tile[11 * t + j];
      float r00 = r[j], r01 = r[t + j], r02 = r[2 * t + j];
      float r10 = r[3 * t + j], r11 = r[4 * t + j], r12 = r[5 * t + j];
      float r20 = r[6 * t + j], r21 = r[7 * t + j], r22 = r[8 * t + j];
      float xx = r00 * p00 + r10 * p10 + r20 * p20 - k[0][at];
      float yy = r01 * p01 + r11 * p11 + r21 * p21 - k[1][at];
      float zz = r02 * p02 + r12 * p12 + r22 * p22 - k[2][at];
      float xy = r00 * p01 + r10 * p11 + r20 * p21 - k[3][at];
      float yz = r01 * p02 + r11 * p12 + r21 * p22 - k[4][at];
      float zx = r02 * p00 + r12 * p10 + r22 * p20 - k[5][at];
      float off = xy * xy + yz * yz + zx * zx;
      float size = xx * xx + yy * yy + zz * zz + (off + off);
      if (!(size * square[at] <= yield * yield)) {
        return true;
      }
    }
    return false;
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
  public void latticeStretched(
      float[][] q,
      float[] e,
      float[][] c,
      float[][] o,
      float[] inverseMass,
      float[] nodes,
      int nodesStride,
      float[] frame,
      float cell,
      int from,
      int count,
      float[] out,
      int outOffset,
      int channelStride) {
    float exx = e[0], eyy = e[1], ezz = e[2];
    float exy = e[3] * HALF_ROOT2, eyz = e[4] * HALF_ROOT2, ezx = e[5] * HALF_ROOT2;
    int s = channelStride;
    for (int a = 0; a < 3; a++) {
      for (int j = 0; j < count; j++) {
        int at = from + j, k = outOffset + a * s + j;
        float on = inverseMass[at] > 0 ? 1f : 0f, size = on * cell;
        float w = q[0][at], x = q[1][at], y = q[2][at], z = q[3][at];
        float x2 = x + x, y2 = y + y, z2 = z + z;
        float xx = x * x2, yy = y * y2, zz = z * z2;
        float xy = x * y2, xz = x * z2, yz = y * z2;
        float wx = w * x2, wy = w * y2, wz = w * z2;
        float r0 = a == 0 ? 1 - (yy + zz) : a == 1 ? xy + wz : xz - wy;
        float r1 = a == 0 ? xy - wz : a == 1 ? 1 - (xx + zz) : yz + wx;
        float r2 = a == 0 ? xz + wy : a == 1 ? yz - wx : 1 - (xx + yy);
        float t0 = r0 + (r0 * exx + r1 * exy + r2 * ezx);
        float t1 = r1 + (r0 * exy + r1 * eyy + r2 * eyz);
        float t2 = r2 + (r0 * ezx + r1 * eyz + r2 * ezz);
        float d = t0 * o[0][at] + t1 * o[1][at] + t2 * o[2][at];
        out[k] = on * (c[a][at] - d - nodes[a * nodesStride + j]);
        out[k + 3 * s] = size * (t0 - frame[3 * a]);
        out[k + 6 * s] = size * (t1 - frame[3 * a + 1]);
        out[k + 9 * s] = size * (t2 - frame[3 * a + 2]);
      }
    }
  }

  @Override
  public void wholeMoments(
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] x0,
      float[] y0,
      float[] z0,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    Arrays.fill(scratch, 0, 12 * LANES, 0);
    for (int i = from; i < to; i++) {
      int l = (i - from) % LANES;
      float m = mass[i], px = m * x[i], py = m * y[i], pz = m * z[i];
      float a = x0[i], b = y0[i], c = z0[i];
      scratch[l] += px;
      scratch[LANES + l] += py;
      scratch[2 * LANES + l] += pz;
      scratch[3 * LANES + l] += px * a;
      scratch[4 * LANES + l] += px * b;
      scratch[5 * LANES + l] += px * c;
      scratch[6 * LANES + l] += py * a;
      scratch[7 * LANES + l] += py * b;
      scratch[8 * LANES + l] += py * c;
      scratch[9 * LANES + l] += pz * a;
      scratch[10 * LANES + l] += pz * b;
      scratch[11 * LANES + l] += pz * c;
    }
    for (int k = 0; k < 12; k++) {
      out[k] += ScalarKernels.addLanes(scratch, k);
    }
  }

  @Override
  public void flow(
      float[] x,
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
      float x0 = x[j];
      float x1 = x[TILE + j];
      float x2 = x[2 * TILE + j];
      float x3 = x[3 * TILE + j];
      float x4 = x[4 * TILE + j];
      float x5 = x[5 * TILE + j];
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
