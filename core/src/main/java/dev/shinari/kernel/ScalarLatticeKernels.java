package dev.shinari.kernel;

/** The lattice kernels in plain Java: the fallback, and the twin of the vector ones. */
final class ScalarLatticeKernels implements LatticeKernels {
  private static final int TILE = Kernels.TILE;

  @Override
  public void boxAndRampSums(
      float[] in,
      int inOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] box,
      int boxOffset,
      float[] ramp,
      int rampOffset,
      int outStride) {
    for (int i = 0; i < n; i++) {
      int a = inOffset + i * inStride, b = boxOffset + i * outStride;
      int c = rampOffset + i * outStride;
      if (w == 1) {
        for (int k = 0; k < columns; k++) {
          box[b + k] = directBox(in, a + k, inStride, w);
          ramp[c + k] = directRamp(in, a + k, inStride, w);
        }
      } else if (i % RESTART == 0) {
        for (int k = 0; k < columns; k++) {
          box[b + k] = startBox(in, a + k, inStride, w);
          ramp[c + k] = startRamp(in, a + k, inStride, w);
        }
      } else {
        int ahead = a + w * inStride, behind = a - (w + 1) * inStride;
        for (int k = 0; k < columns; k++) {
          float last = box[b - outStride + k], lead = in[ahead + k], tail = in[behind + k];
          ramp[c + k] = ramp[c - outStride + k] + ((w * lead + (w + 1) * tail) - last);
          box[b + k] = last + (lead - tail);
        }
      }
    }
  }

  /** As {@link #directBox}, from zero: how a running sum starts. */
  private static float startBox(float[] in, int at, int stride, int w) {
    float sum = 0;
    for (int d = -w; d <= w; d++) {
      sum += in[at + d * stride];
    }
    return sum;
  }

  /** Sum of d in[at + d stride] over d in [-w, w], in that order: how a running sum starts. */
  private static float startRamp(float[] in, int at, int stride, int w) {
    float sum = 0;
    for (int d = -w; d <= w; d++) {
      sum += d * in[at + d * stride];
    }
    return sum;
  }

  /** Sum of in[at + d stride] over d in [-w, w], in that order. */
  private static float directBox(float[] in, int at, int stride, int w) {
    float sum = in[at - w * stride];
    for (int d = 1 - w; d <= w; d++) {
      sum += in[at + d * stride];
    }
    return sum;
  }

  /** Sum of d in[at + d stride] over d in [-w, w], pair by pair from the middle. */
  private static float directRamp(float[] in, int at, int stride, int w) {
    if (w == 0) {
      return 0;
    }
    float sum = in[at + stride] - in[at - stride];
    for (int d = 2; d <= w; d++) {
      sum += d * (in[at + d * stride] - in[at - d * stride]);
    }
    return sum;
  }

  @Override
  public void boxSums(
      float[] in,
      int inOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] box,
      int boxOffset,
      int outStride) {
    for (int i = 0; i < n; i++) {
      int a = inOffset + i * inStride, b = boxOffset + i * outStride;
      if (w == 1) {
        for (int k = 0; k < columns; k++) {
          box[b + k] = directBox(in, a + k, inStride, w);
        }
      } else if (i % RESTART == 0) {
        for (int k = 0; k < columns; k++) {
          box[b + k] = startBox(in, a + k, inStride, w);
        }
      } else {
        int ahead = a + w * inStride, behind = a - (w + 1) * inStride;
        for (int k = 0; k < columns; k++) {
          box[b + k] = box[b - outStride + k] + (in[ahead + k] - in[behind + k]);
        }
      }
    }
  }

  @Override
  public void boxMinusRampSums(
      float[] v,
      int vOffset,
      float[] u,
      int uOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] out,
      int outOffset,
      int outStride) {
    // A column at a time: the running box and ramp of u have no place in the output.
    for (int k = 0; k < columns; k++) {
      float boxV = 0, boxU = 0, rampU = 0;
      for (int i = 0; i < n; i++) {
        int a = vOffset + i * inStride + k, b = uOffset + i * inStride + k;
        if (w == 1) {
          boxV = directBox(v, a, inStride, w);
          rampU = directRamp(u, b, inStride, w);
        } else if (i % RESTART == 0) {
          boxV = startBox(v, a, inStride, w);
          boxU = startBox(u, b, inStride, w);
          rampU = startRamp(u, b, inStride, w);
        } else {
          int ahead = w * inStride, behind = (w + 1) * inStride;
          float lead = u[b + ahead], tail = u[b - behind];
          rampU = rampU + ((w * lead + (w + 1) * tail) - boxU);
          boxU = boxU + (lead - tail);
          boxV = boxV + (v[a + ahead] - v[a - behind]);
        }
        out[outOffset + i * outStride + k] = boxV - rampU;
      }
    }
  }

  @Override
  public void rowBoxAndRampSums(
      float[] in,
      int inOffset,
      int inStride,
      int rows,
      int n,
      int w,
      float[] box,
      int boxOffset,
      float[] ramp,
      int rampOffset,
      int outStride) {
    for (int row = 0; row < rows; row++) {
      int a = inOffset + row * inStride, b = boxOffset + row * outStride;
      int c = rampOffset + row * outStride;
      if (w <= WIDEST_DIRECT_ROW) {
        for (int i = 0; i < n; i++) {
          box[b + i] = directBox(in, a + i, 1, w);
          ramp[c + i] = directRamp(in, a + i, 1, w);
        }
      } else {
        runningRow(in, a, n, w, box, b, ramp, c);
      }
    }
  }

  static void runningRow(float[] in, int a, int n, int w, float[] box, int b, float[] ramp, int c) {
    float boxSum = 0, rampSum = 0;
    for (int i = 0; i < n; i++) {
      if (i % RESTART == 0) {
        boxSum = directBox(in, a + i, 1, w);
        rampSum = directRamp(in, a + i, 1, w);
      } else {
        float lead = in[a + i + w], tail = in[a + i - w - 1];
        rampSum = rampSum + ((w * lead + (w + 1) * tail) - boxSum);
        boxSum = boxSum + (lead - tail);
      }
      box[b + i] = boxSum;
      ramp[c + i] = rampSum;
    }
  }

  @Override
  public void rowBoxMinusRampSums(
      float[] v,
      int vOffset,
      float[] u,
      int uOffset,
      int inStride,
      int rows,
      int n,
      int w,
      float[] out,
      int outOffset,
      int outStride) {
    for (int row = 0; row < rows; row++) {
      int a = vOffset + row * inStride, b = uOffset + row * inStride;
      int o = outOffset + row * outStride;
      if (w <= WIDEST_DIRECT_ROW) {
        for (int i = 0; i < n; i++) {
          out[o + i] = directBox(v, a + i, 1, w) - directRamp(u, b + i, 1, w);
        }
      } else {
        runningRowMinus(v, a, u, b, n, w, out, o);
      }
    }
  }

  static void runningRowMinus(
      float[] v, int a, float[] u, int b, int n, int w, float[] out, int o) {
    float boxV = 0, boxU = 0, rampU = 0;
    for (int i = 0; i < n; i++) {
      if (i % RESTART == 0) {
        boxV = directBox(v, a + i, 1, w);
        boxU = directBox(u, b + i, 1, w);
        rampU = directRamp(u, b + i, 1, w);
      } else {
        float lead = u[b + i + w], tail = u[b + i - w - 1];
        rampU = rampU + ((w * lead + (w + 1) * tail) - boxU);
        boxU = boxU + (lead - tail);
        boxV = boxV + (v[a + i + w] - v[a + i - w - 1]);
      }
      out[o + i] = boxV - rampU;
    }
  }

  @Override
  public void latticeMoments(
      float[] sums,
      float[] nodes,
      int offset,
      int channelStride,
      float[] frame,
      float cell,
      float[] inverseMass,
      float[][] o,
      float[] inverseRho,
      float[][] rest,
      int from,
      int count,
      float[] tile) {
    float[] ox = o[0], oy = o[1], oz = o[2];
    float[] xx = rest[0], yy = rest[1], zz = rest[2], xy = rest[3], yz = rest[4], zx = rest[5];
    for (int a = 0; a < 3; a++) {
      float f0 = frame[3 * a], f1 = frame[3 * a + 1], f2 = frame[3 * a + 2];
      int s = offset + a * channelStride;
      int rx = s + 3 * channelStride, ry = s + 6 * channelStride, rz = s + 9 * channelStride;
      int c = a * TILE, p = (3 + 3 * a) * TILE;
      for (int j = 0; j < count; j++) {
        int r = from + j;
        float sum = sums[s + j], scale = inverseRho[r], u = ox[r], v = oy[r], w = oz[r];
        tile[c + j] = sum * inverseMass[r] + (nodes[s + j] + (f0 * u + f1 * v + f2 * w));
        tile[p + j] =
            (cell * sums[rx + j] - sum * u) * scale + (f0 * xx[r] + f1 * xy[r] + f2 * zx[r]);
        tile[p + TILE + j] =
            (cell * sums[ry + j] - sum * v) * scale + (f0 * xy[r] + f1 * yy[r] + f2 * yz[r]);
        tile[p + 2 * TILE + j] =
            (cell * sums[rz + j] - sum * w) * scale + (f0 * zx[r] + f1 * yz[r] + f2 * zz[r]);
      }
    }
  }

  @Override
  public void latticeTransforms(
      float[][] q,
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
    int s = channelStride;
    for (int j = 0; j < count; j++) {
      int at = from + j, k = outOffset + j;
      float on = inverseMass[at] > 0 ? 1f : 0f;
      float w = q[0][at], x = q[1][at], y = q[2][at], z = q[3][at];
      float x2 = x + x, y2 = y + y, z2 = z + z;
      float xx = x * x2, yy = y * y2, zz = z * z2;
      float xy = x * y2, xz = x * z2, yz = y * z2;
      float wx = w * x2, wy = w * y2, wz = w * z2;
      float r00 = 1 - (yy + zz), r01 = xy - wz, r02 = xz + wy;
      float r10 = xy + wz, r11 = 1 - (xx + zz), r12 = yz - wx;
      float r20 = xz - wy, r21 = yz + wx, r22 = 1 - (xx + yy);
      float u = o[0][at], v = o[1][at], t = o[2][at];
      out[k] = on * (c[0][at] - (r00 * u + r01 * v + r02 * t) - nodes[j]);
      out[k + s] = on * (c[1][at] - (r10 * u + r11 * v + r12 * t) - nodes[nodesStride + j]);
      out[k + 2 * s] = on * (c[2][at] - (r20 * u + r21 * v + r22 * t) - nodes[2 * nodesStride + j]);
      float size = on * cell;
      out[k + 3 * s] = size * (r00 - frame[0]);
      out[k + 4 * s] = size * (r10 - frame[3]);
      out[k + 5 * s] = size * (r20 - frame[6]);
      out[k + 6 * s] = size * (r01 - frame[1]);
      out[k + 7 * s] = size * (r11 - frame[4]);
      out[k + 8 * s] = size * (r21 - frame[7]);
      out[k + 9 * s] = size * (r02 - frame[2]);
      out[k + 10 * s] = size * (r12 - frame[5]);
      out[k + 11 * s] = size * (r22 - frame[8]);
    }
  }

  @Override
  public void line(float base, float slope, float[] iota, float[] out, int outOffset, int count) {
    for (int k = 0; k < count; k++) {
      out[outOffset + k] = base + slope * iota[k];
    }
  }

  @Override
  public void weightedResidual(
      float[] m,
      float[] x,
      int p,
      float base,
      float slope,
      float[] iota,
      int i,
      float[] out,
      int outOffset,
      int count) {
    for (int k = 0; k < count; k++) {
      out[outOffset + k] = m[p + k] * (x[p + k] - (base + slope * iota[i + k]));
    }
  }

  @Override
  public void goalResidual(
      float[] sums,
      int sumsOffset,
      float[] share,
      float[] x,
      int p,
      float base,
      float slope,
      float[] iota,
      int i,
      float[] out,
      int count) {
    for (int k = 0; k < count; k++) {
      out[p + k] = sums[sumsOffset + k] * share[p + k] - (x[p + k] - (base + slope * iota[i + k]));
    }
  }
}
