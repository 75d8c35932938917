package dev.shinari.kernel;

import java.util.Arrays;

/** {@link MatrixKernels} in plain Java, in loops that the JIT compiler can spread over lanes. */
final class ScalarMatrixKernels implements MatrixKernels {
  private static final int TILE = 256;

  @Override
  public void addProducts(
      float[] a,
      int aStart,
      int aRow,
      int aColumn,
      int rows,
      int depth,
      float[] b,
      int bStart,
      int bStep,
      int from,
      int to,
      float[] c,
      int cStart,
      int cStep) {
    float[] sum = new float[TILE];
    for (int i0 = from; i0 < to; i0 += TILE) {
      int n = Math.min(TILE, to - i0);
      for (int r = 0; r < rows; r++) {
        Arrays.fill(sum, 0, n, 0f);
        for (int m = 0; m < depth; m++) {
          float f = a[aStart + r * aRow + m * aColumn];
          int at = bStart + m * bStep + i0;
          for (int i = 0; i < n; i++) {
            sum[i] += f * b[at + i];
          }
        }
        int at = cStart + r * cStep + i0;
        for (int i = 0; i < n; i++) {
          c[at + i] += sum[i];
        }
      }
    }
  }

  @Override
  public void addDots(
      float[] a,
      int aStart,
      int aStep,
      int rows,
      float[] b,
      int bStart,
      int bStep,
      int columns,
      int length,
      double[] out,
      int outStart,
      int outStep,
      float[] scratch) {
    for (int i0 = 0; i0 < length; i0 += CHUNK) {
      int n = Math.min(CHUNK, length - i0);
      for (int r = 0; r < rows; r++) {
        int p = aStart + r * aStep + i0;
        for (int k = 0; k < columns; k++) {
          int q = bStart + k * bStep + i0;
          float s0 = 0;
          float s1 = 0;
          float s2 = 0;
          float s3 = 0;
          float s4 = 0;
          float s5 = 0;
          float s6 = 0;
          float s7 = 0;
          for (int i = 0; i < n; i += 8) {
            s0 += a[p + i] * b[q + i];
            s1 += a[p + i + 1] * b[q + i + 1];
            s2 += a[p + i + 2] * b[q + i + 2];
            s3 += a[p + i + 3] * b[q + i + 3];
            s4 += a[p + i + 4] * b[q + i + 4];
            s5 += a[p + i + 5] * b[q + i + 5];
            s6 += a[p + i + 6] * b[q + i + 6];
            s7 += a[p + i + 7] * b[q + i + 7];
          }
          out[outStart + r * outStep + k] += (double) s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7;
        }
      }
    }
  }

  @Override
  public void addProducts(
      double[] a,
      int aStart,
      int aRow,
      int aColumn,
      int rows,
      int depth,
      double[] b,
      int bStart,
      int bStep,
      int from,
      int to,
      double[] c,
      int cStart,
      int cStep) {
    double[] sum = new double[TILE];
    for (int i0 = from; i0 < to; i0 += TILE) {
      int n = Math.min(TILE, to - i0);
      for (int r = 0; r < rows; r++) {
        Arrays.fill(sum, 0, n, 0);
        for (int m = 0; m < depth; m++) {
          double f = a[aStart + r * aRow + m * aColumn];
          int at = bStart + m * bStep + i0;
          for (int i = 0; i < n; i++) {
            sum[i] += f * b[at + i];
          }
        }
        int at = cStart + r * cStep + i0;
        for (int i = 0; i < n; i++) {
          c[at + i] += sum[i];
        }
      }
    }
  }

  @Override
  public void addDots(
      double[] a,
      int aStart,
      int aStep,
      int rows,
      double[] b,
      int bStart,
      int bStep,
      int columns,
      int length,
      double[] out,
      int outStart,
      int outStep,
      double[] scratch) {
    int full = length & ~3;
    for (int r = 0; r < rows; r++) {
      int p = aStart + r * aStep;
      for (int k = 0; k < columns; k++) {
        int q = bStart + k * bStep;
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int i = 0; i < full; i += 4) {
          s0 += a[p + i] * b[q + i];
          s1 += a[p + i + 1] * b[q + i + 1];
          s2 += a[p + i + 2] * b[q + i + 2];
          s3 += a[p + i + 3] * b[q + i + 3];
        }
        double s = (s0 + s1) + (s2 + s3);
        for (int i = full; i < length; i++) {
          s += a[p + i] * b[q + i];
        }
        out[outStart + r * outStep + k] += s;
      }
    }
  }
}
