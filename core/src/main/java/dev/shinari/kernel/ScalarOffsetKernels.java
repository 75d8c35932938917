package dev.shinari.kernel;

import java.util.Arrays;

/** The offset kernels in plain Java. */
final class ScalarOffsetKernels implements OffsetKernels {
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int LANES = Kernels.LANES;
  private static final int O = ExampleKernels.O;
  private static final int Q = ExampleKernels.Q;

  @Override
  public void mix(
      float[] offsets, int at, float[] w, int[] used, int uses, int count, float[] work) {
    for (int row = 0; row < 3; row++) {
      for (int j = 0; j < count; j++) {
        float sum = 0;
        for (int i = 0; i < uses; i++) {
          sum += w[used[i]] * offsets[at + (3 * used[i] + row) * count + j];
        }
        work[O + row * CHUNK + j] = sum;
      }
    }
    turn(count, work);
  }

  @Override
  public void mixOfEach(float[] offsets, int at, float[] w, int examples, int count, float[] work) {
    for (int row = 0; row < 3; row++) {
      for (int j = 0; j < count; j++) {
        float sum = 0;
        for (int k = 0; k < examples; k++) {
          sum += w[k * CHUNK + j] * offsets[at + (3 * k + row) * count + j];
        }
        work[O + row * CHUNK + j] = sum;
      }
    }
    turn(count, work);
  }

  @Override
  public void holdOfEach(
      float[] w, float[] whole, int wholeAt, int examples, int count, float[] out) {
    for (int k = 0; k < examples; k++) {
      float all = whole[wholeAt + k];
      for (int j = k * CHUNK; j < k * CHUNK + count; j++) {
        if (all > 0) {
          float u = Math.min(w[j] / all, 1);
          out[j] = u * u * (3 - (u + u)) * all;
        } else {
          out[j] = 0;
        }
      }
    }
  }

  private static void turn(int count, float[] work) {
    for (int j = 0; j < count; j++) {
      float w = work[Q + j], x = work[Q + CHUNK + j];
      float y = work[Q + 2 * CHUNK + j], z = work[Q + 3 * CHUNK + j];
      float x2 = x + x, y2 = y + y, z2 = z + z;
      float xx = x * x2, yy = y * y2, zz = z * z2;
      float xy = x * y2, xz = x * z2, yz = y * z2;
      float wx = w * x2, wy = w * y2, wz = w * z2;
      float a = work[O + j], b = work[O + CHUNK + j], c = work[O + 2 * CHUNK + j];
      work[O + j] = (1 - (yy + zz)) * a + (xy - wz) * b + (xz + wy) * c;
      work[O + CHUNK + j] = (xy + wz) * a + (1 - (xx + zz)) * b + (yz - wx) * c;
      work[O + 2 * CHUNK + j] = (xz - wy) * a + (yz + wx) * b + (1 - (xx + yy)) * c;
    }
  }

  @Override
  public void add(
      float[] ox,
      float[] oy,
      float[] oz,
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    Arrays.fill(scratch, 0, 4 * LANES, 0);
    for (int i = from; i < to; i++) {
      int lane = (i - from) % LANES;
      float a = ox[i], b = oy[i], c = oz[i], m = mass[i];
      float u = dx[i] + a, v = dy[i] + b, w = dz[i] + c;
      dx[i] = u;
      dy[i] = v;
      dz[i] = w;
      float px = x[i], py = y[i], pz = z[i];
      scratch[lane] += m * (py * w - pz * v);
      scratch[LANES + lane] += m * (pz * u - px * w);
      scratch[2 * LANES + lane] += m * (px * v - py * u);
      scratch[3 * LANES + lane] += m * (a * a + b * b + c * c);
    }
    for (int k = 0; k < 4; k++) {
      out[k] += ScalarKernels.addLanes(scratch, k);
    }
  }
}
