package dev.shinari.simd;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.MatrixKernels;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of doubles of {@link MatrixKernels} on lanes; a class of its own because one class
 * may use one kind of vector only (see {@link WideKernels}).
 */
final class WideDoubleProducts {
  private static final VectorSpecies<Double> F = DoubleVector.SPECIES_256;
  private static final MatrixKernels SCALAR = KernelChoice.SCALAR.matrix();
  private static final int WIDE = 12; // three vectors

  private WideDoubleProducts() {}

  static void addProducts(
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
    int fullRows = rows - rows % 4;
    int fullTo = from + (to - from) / WIDE * WIDE;
    for (int r = 0; r < fullRows; r += 4) {
      for (int i = from; i < fullTo; i += WIDE) {
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
      double[] a,
      int a0,
      int aRow,
      int aColumn,
      int depth,
      double[] b,
      int b0,
      int bStep,
      double[] c,
      int c0,
      int cStep) {
    DoubleVector s00 = DoubleVector.zero(F);
    DoubleVector s01 = DoubleVector.zero(F);
    DoubleVector s02 = DoubleVector.zero(F);
    DoubleVector s10 = DoubleVector.zero(F);
    DoubleVector s11 = DoubleVector.zero(F);
    DoubleVector s12 = DoubleVector.zero(F);
    DoubleVector s20 = DoubleVector.zero(F);
    DoubleVector s21 = DoubleVector.zero(F);
    DoubleVector s22 = DoubleVector.zero(F);
    DoubleVector s30 = DoubleVector.zero(F);
    DoubleVector s31 = DoubleVector.zero(F);
    DoubleVector s32 = DoubleVector.zero(F);
    int at = a0;
    int bt = b0;
    for (int m = 0; m < depth; m++) {
      DoubleVector x = DoubleVector.fromArray(F, b, bt);
      DoubleVector y = DoubleVector.fromArray(F, b, bt + 4);
      DoubleVector z = DoubleVector.fromArray(F, b, bt + 8);
      DoubleVector f = DoubleVector.broadcast(F, a[at]);
      s00 = s00.add(f.mul(x));
      s01 = s01.add(f.mul(y));
      s02 = s02.add(f.mul(z));
      f = DoubleVector.broadcast(F, a[at + aRow]);
      s10 = s10.add(f.mul(x));
      s11 = s11.add(f.mul(y));
      s12 = s12.add(f.mul(z));
      f = DoubleVector.broadcast(F, a[at + 2 * aRow]);
      s20 = s20.add(f.mul(x));
      s21 = s21.add(f.mul(y));
      s22 = s22.add(f.mul(z));
      f = DoubleVector.broadcast(F, a[at + 3 * aRow]);
      s30 = s30.add(f.mul(x));
      s31 = s31.add(f.mul(y));
      s32 = s32.add(f.mul(z));
      at += aColumn;
      bt += bStep;
    }
    DoubleVector.fromArray(F, c, c0).add(s00).intoArray(c, c0);
    DoubleVector.fromArray(F, c, c0 + 4).add(s01).intoArray(c, c0 + 4);
    DoubleVector.fromArray(F, c, c0 + 8).add(s02).intoArray(c, c0 + 8);
    int c1 = c0 + cStep;
    DoubleVector.fromArray(F, c, c1).add(s10).intoArray(c, c1);
    DoubleVector.fromArray(F, c, c1 + 4).add(s11).intoArray(c, c1 + 4);
    DoubleVector.fromArray(F, c, c1 + 8).add(s12).intoArray(c, c1 + 8);
    int c2 = c1 + cStep;
    DoubleVector.fromArray(F, c, c2).add(s20).intoArray(c, c2);
    DoubleVector.fromArray(F, c, c2 + 4).add(s21).intoArray(c, c2 + 4);
    DoubleVector.fromArray(F, c, c2 + 8).add(s22).intoArray(c, c2 + 8);
    int c3 = c2 + cStep;
    DoubleVector.fromArray(F, c, c3).add(s30).intoArray(c, c3);
    DoubleVector.fromArray(F, c, c3 + 4).add(s31).intoArray(c, c3 + 4);
    DoubleVector.fromArray(F, c, c3 + 8).add(s32).intoArray(c, c3 + 8);
  }

  static void addDots(
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
    int fullRows = rows - rows % 4;
    int fullColumns = columns - columns % 3;
    int full = length & ~3;
    for (int r = 0; r < fullRows; r += 4) {
      for (int k = 0; k < fullColumns; k += 3) {
        dots(a, aStart + r * aStep, aStep, b, bStart + k * bStep, bStep, full, scratch);
        for (int t = 0; t < 12; t++) {
          int s = 4 * t;
          int row = r + t / 3;
          int column = k + t % 3;
          double sum = (scratch[s] + scratch[s + 1]) + (scratch[s + 2] + scratch[s + 3]);
          for (int i = full; i < length; i++) {
            sum += a[aStart + row * aStep + i] * b[bStart + column * bStep + i];
          }
          out[outStart + row * outStep + column] += sum;
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
      double[] a, int a0, int aStep, double[] b, int b0, int bStep, int n, double[] out) {
    DoubleVector s00 = DoubleVector.zero(F);
    DoubleVector s01 = DoubleVector.zero(F);
    DoubleVector s02 = DoubleVector.zero(F);
    DoubleVector s10 = DoubleVector.zero(F);
    DoubleVector s11 = DoubleVector.zero(F);
    DoubleVector s12 = DoubleVector.zero(F);
    DoubleVector s20 = DoubleVector.zero(F);
    DoubleVector s21 = DoubleVector.zero(F);
    DoubleVector s22 = DoubleVector.zero(F);
    DoubleVector s30 = DoubleVector.zero(F);
    DoubleVector s31 = DoubleVector.zero(F);
    DoubleVector s32 = DoubleVector.zero(F);
    for (int i = 0; i < n; i += 4) {
      DoubleVector x = DoubleVector.fromArray(F, b, b0 + i);
      DoubleVector y = DoubleVector.fromArray(F, b, b0 + bStep + i);
      DoubleVector z = DoubleVector.fromArray(F, b, b0 + 2 * bStep + i);
      DoubleVector f = DoubleVector.fromArray(F, a, a0 + i);
      s00 = s00.add(f.mul(x));
      s01 = s01.add(f.mul(y));
      s02 = s02.add(f.mul(z));
      f = DoubleVector.fromArray(F, a, a0 + aStep + i);
      s10 = s10.add(f.mul(x));
      s11 = s11.add(f.mul(y));
      s12 = s12.add(f.mul(z));
      f = DoubleVector.fromArray(F, a, a0 + 2 * aStep + i);
      s20 = s20.add(f.mul(x));
      s21 = s21.add(f.mul(y));
      s22 = s22.add(f.mul(z));
      f = DoubleVector.fromArray(F, a, a0 + 3 * aStep + i);
      s30 = s30.add(f.mul(x));
      s31 = s31.add(f.mul(y));
      s32 = s32.add(f.mul(z));
    }
    s00.intoArray(out, 0);
    s01.intoArray(out, 4);
    s02.intoArray(out, 8);
    s10.intoArray(out, 12);
    s11.intoArray(out, 16);
    s12.intoArray(out, 20);
    s20.intoArray(out, 24);
    s21.intoArray(out, 28);
    s22.intoArray(out, 32);
    s30.intoArray(out, 36);
    s31.intoArray(out, 40);
    s32.intoArray(out, 44);
  }
}
