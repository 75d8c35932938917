package dev.shinari.kernel;

import java.util.Arrays;

/** The offset kernels in plain Java. */
final class ScalarOffsetKernels implements OffsetKernels {
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int LANES = Kernels.LANES;
  private static final int U = ExampleKernels.U;

  @Override
  public void mix(
      float[] offsets,
      int at,
      float[] w,
      int examples,
      int[] used,
      int uses,
      int count,
      float[] work) {
    for (int j = 0; j < count; j++) {
      float a = 0, b = 0, c = 0;
      for (int i = 0; i < uses; i++) {
        int d = at + ExampleKernels.place(3 * examples, 3 * used[i], j);
        float v = w[used[i]];
        a += v * offsets[d];
        b += v * offsets[d + LANES];
        c += v * offsets[d + 2 * LANES];
      }
      work[U + j] = a;
      work[U + CHUNK + j] = b;
      work[U + 2 * CHUNK + j] = c;
    }
  }

  @Override
  public void mixOfEach(float[] offsets, int at, float[] w, int examples, int count, float[] work) {
    for (int j = 0; j < count; j++) {
      float a = 0, b = 0, c = 0;
      for (int k = 0; k < examples; k++) {
        int d = at + ExampleKernels.place(3 * examples, 3 * k, j);
        float v = w[k * CHUNK + j];
        a += v * offsets[d];
        b += v * offsets[d + LANES];
        c += v * offsets[d + 2 * LANES];
      }
      work[U + j] = a;
      work[U + CHUNK + j] = b;
      work[U + 2 * CHUNK + j] = c;
    }
  }

  @Override
  public void mixOwn(
      float[] offsets,
      int at,
      float[] w,
      float[] whole,
      int wholeAt,
      int examples,
      int count,
      float[] work) {
    for (int j = 0; j < count; j++) {
      float a = 0, b = 0, c = 0;
      for (int k = 0; k < examples; k++) {
        int d = at + ExampleKernels.place(3 * examples, 3 * k, j);
        float u = Math.min(w[k * CHUNK + j] * whole[wholeAt + examples + k], 1);
        float v = u * u * (3 - (u + u)) * whole[wholeAt + k];
        a += v * offsets[d];
        b += v * offsets[d + LANES];
        c += v * offsets[d + 2 * LANES];
      }
      work[U + j] = a;
      work[U + CHUNK + j] = b;
      work[U + 2 * CHUNK + j] = c;
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
