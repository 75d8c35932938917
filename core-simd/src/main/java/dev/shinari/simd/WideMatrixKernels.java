package dev.shinari.simd;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.MatrixKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link MatrixKernels} on lanes. Twelve sums stay in registers: four rows of a by three vectors of
 * b, or four rows by three columns of dot products. What is left over goes to the scalar twin.
 */
final class WideMatrixKernels implements MatrixKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final MatrixKernels SCALAR = KernelChoice.SCALAR.matrix();
  private static final int WIDE = 24; // three vectors
  private static final int PANEL = 10 * WIDE; // so much of b stays in the second-level cache

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
    int fullRows = rows - rows % 4;
    int fullTo = from + (to - from) / WIDE * WIDE;
    for (int p = from; p < fullTo; p += PANEL) {
      int end = Math.min(fullTo, p + PANEL);
      for (int r = 0; r < fullRows; r += 4) {
        for (int i = p; i < end; i += WIDE) {
          tile(
              a,
              aStart + r * aRow,
              aRow,
              aColumn,
              depth,
              b,
              bStart + i,
              bStep,
              c,
              cStart + r * cStep + i,
              cStep);
        }
      }
    }
    if (fullTo < to && fullRows > 0) {
      SCALAR.addProducts(
          a, aStart, aRow, aColumn, fullRows, depth, b, bStart, bStep, fullTo, to, c, cStart,
          cStep);
    }
    if (fullRows < rows) {
      SCALAR.addProducts(
          a,
          aStart + fullRows * aRow,
          aRow,
          aColumn,
          rows - fullRows,
          depth,
          b,
          bStart,
          bStep,
          from,
          to,
          c,
          cStart + fullRows * cStep,
          cStep);
    }
  }

  private static void tile(
      float[] a,
      int a0,
      int aRow,
      int aColumn,
      int depth,
      float[] b,
      int b0,
      int bStep,
      float[] c,
      int c0,
      int cStep) {
    FloatVector s00 = FloatVector.zero(F);
    FloatVector s01 = FloatVector.zero(F);
    FloatVector s02 = FloatVector.zero(F);
    FloatVector s10 = FloatVector.zero(F);
    FloatVector s11 = FloatVector.zero(F);
    FloatVector s12 = FloatVector.zero(F);
    FloatVector s20 = FloatVector.zero(F);
    FloatVector s21 = FloatVector.zero(F);
    FloatVector s22 = FloatVector.zero(F);
    FloatVector s30 = FloatVector.zero(F);
    FloatVector s31 = FloatVector.zero(F);
    FloatVector s32 = FloatVector.zero(F);
    int at = a0;
    int bt = b0;
    for (int m = 0; m < depth; m++) {
      FloatVector x = FloatVector.fromArray(F, b, bt);
      FloatVector y = FloatVector.fromArray(F, b, bt + 8);
      FloatVector z = FloatVector.fromArray(F, b, bt + 16);
      FloatVector f = FloatVector.broadcast(F, a[at]);
      s00 = s00.add(f.mul(x));
      s01 = s01.add(f.mul(y));
      s02 = s02.add(f.mul(z));
      f = FloatVector.broadcast(F, a[at + aRow]);
      s10 = s10.add(f.mul(x));
      s11 = s11.add(f.mul(y));
      s12 = s12.add(f.mul(z));
      f = FloatVector.broadcast(F, a[at + 2 * aRow]);
      s20 = s20.add(f.mul(x));
      s21 = s21.add(f.mul(y));
      s22 = s22.add(f.mul(z));
      f = FloatVector.broadcast(F, a[at + 3 * aRow]);
      s30 = s30.add(f.mul(x));
      s31 = s31.add(f.mul(y));
      s32 = s32.add(f.mul(z));
      at += aColumn;
      bt += bStep;
    }
    FloatVector.fromArray(F, c, c0).add(s00).intoArray(c, c0);
    FloatVector.fromArray(F, c, c0 + 8).add(s01).intoArray(c, c0 + 8);
    FloatVector.fromArray(F, c, c0 + 16).add(s02).intoArray(c, c0 + 16);
    int c1 = c0 + cStep;
    FloatVector.fromArray(F, c, c1).add(s10).intoArray(c, c1);
    FloatVector.fromArray(F, c, c1 + 8).add(s11).intoArray(c, c1 + 8);
    FloatVector.fromArray(F, c, c1 + 16).add(s12).intoArray(c, c1 + 16);
    int c2 = c1 + cStep;
    FloatVector.fromArray(F, c, c2).add(s20).intoArray(c, c2);
    FloatVector.fromArray(F, c, c2 + 8).add(s21).intoArray(c, c2 + 8);
    FloatVector.fromArray(F, c, c2 + 16).add(s22).intoArray(c, c2 + 16);
    int c3 = c2 + cStep;
    FloatVector.fromArray(F, c, c3).add(s30).intoArray(c, c3);
    FloatVector.fromArray(F, c, c3 + 8).add(s31).intoArray(c, c3 + 8);
    FloatVector.fromArray(F, c, c3 + 16).add(s32).intoArray(c, c3 + 16);
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
    int fullRows = rows - rows % 4;
    int fullColumns = columns - columns % 3;
    for (int i0 = 0; i0 < length; i0 += CHUNK) {
      int n = Math.min(CHUNK, length - i0);
      for (int r = 0; r < fullRows; r += 4) {
        for (int k = 0; k < fullColumns; k += 3) {
          dots(a, aStart + r * aStep + i0, aStep, b, bStart + k * bStep + i0, bStep, n, scratch);
          for (int t = 0; t < 12; t++) {
            int s = 8 * t;
            out[outStart + (r + t / 3) * outStep + k + t % 3] +=
                (double) scratch[s]
                    + scratch[s + 1]
                    + scratch[s + 2]
                    + scratch[s + 3]
                    + scratch[s + 4]
                    + scratch[s + 5]
                    + scratch[s + 6]
                    + scratch[s + 7];
          }
        }
      }
    }
    if (fullColumns < columns && fullRows > 0) {
      SCALAR.addDots(
          a,
          aStart,
          aStep,
          fullRows,
          b,
          bStart + fullColumns * bStep,
          bStep,
          columns - fullColumns,
          length,
          out,
          outStart + fullColumns,
          outStep,
          scratch);
    }
    if (fullRows < rows) {
      SCALAR.addDots(
          a,
          aStart + fullRows * aStep,
          aStep,
          rows - fullRows,
          b,
          bStart,
          bStep,
          columns,
          length,
          out,
          outStart + fullRows * outStep,
          outStep,
          scratch);
    }
  }

  private static void dots(
      float[] a, int a0, int aStep, float[] b, int b0, int bStep, int n, float[] out) {
    FloatVector s00 = FloatVector.zero(F);
    FloatVector s01 = FloatVector.zero(F);
    FloatVector s02 = FloatVector.zero(F);
    FloatVector s10 = FloatVector.zero(F);
    FloatVector s11 = FloatVector.zero(F);
    FloatVector s12 = FloatVector.zero(F);
    FloatVector s20 = FloatVector.zero(F);
    FloatVector s21 = FloatVector.zero(F);
    FloatVector s22 = FloatVector.zero(F);
    FloatVector s30 = FloatVector.zero(F);
    FloatVector s31 = FloatVector.zero(F);
    FloatVector s32 = FloatVector.zero(F);
    for (int i = 0; i < n; i += 8) {
      FloatVector x = FloatVector.fromArray(F, b, b0 + i);
      FloatVector y = FloatVector.fromArray(F, b, b0 + bStep + i);
      FloatVector z = FloatVector.fromArray(F, b, b0 + 2 * bStep + i);
      FloatVector f = FloatVector.fromArray(F, a, a0 + i);
      s00 = s00.add(f.mul(x));
      s01 = s01.add(f.mul(y));
      s02 = s02.add(f.mul(z));
      f = FloatVector.fromArray(F, a, a0 + aStep + i);
      s10 = s10.add(f.mul(x));
      s11 = s11.add(f.mul(y));
      s12 = s12.add(f.mul(z));
      f = FloatVector.fromArray(F, a, a0 + 2 * aStep + i);
      s20 = s20.add(f.mul(x));
      s21 = s21.add(f.mul(y));
      s22 = s22.add(f.mul(z));
      f = FloatVector.fromArray(F, a, a0 + 3 * aStep + i);
      s30 = s30.add(f.mul(x));
      s31 = s31.add(f.mul(y));
      s32 = s32.add(f.mul(z));
    }
    s00.intoArray(out, 0);
    s01.intoArray(out, 8);
    s02.intoArray(out, 16);
    s10.intoArray(out, 24);
    s11.intoArray(out, 32);
    s12.intoArray(out, 40);
    s20.intoArray(out, 48);
    s21.intoArray(out, 56);
    s22.intoArray(out, 64);
    s30.intoArray(out, 72);
    s31.intoArray(out, 80);
    s32.intoArray(out, 88);
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
    WideDoubleProducts.addProducts(
        a, aStart, aRow, aColumn, rows, depth, b, bStart, bStep, from, to, c, cStart, cStep);
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
    WideDoubleProducts.addDots(
        a, aStart, aStep, rows, b, bStart, bStep, columns, length, out, outStart, outStep, scratch);
  }
}
