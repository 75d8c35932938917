package dev.shinari.simd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.MatrixKernels;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WideMatrixKernelsTest {
  private static float[] random(int n, int seed) {
    Random r = new Random(seed);
    float[] a = new float[n];
    for (int k = 0; k < n; k++) {
      a[k] = r.nextFloat() - 0.5f;
    }
    return a;
  }

  @ParameterizedTest
  @CsvSource({"1,1,8", "2,3,16", "4,7,24", "7,9,48", "9,15,504", "13,100,248", "8,1,4104"})
  void bothTwinsGiveTheSameBits(int rows, int depth, int length) {
    MatrixKernels wide = new WideMatrixKernels();
    MatrixKernels plain = KernelChoice.SCALAR.matrix();
    float[] a = random(rows * depth + 3, 1);
    float[] b = random(depth * length + 8, 2);
    float[] c = random(rows * length + 8, 3);
    float[] d = c.clone();
    wide.addProducts(a, 3, depth, 1, rows, depth, b, 8, length, 0, length, c, 8, length);
    plain.addProducts(a, 3, depth, 1, rows, depth, b, 8, length, 0, length, d, 8, length);
    assertArrayEquals(d, c);
    float[] scratch = new float[MatrixKernels.SCRATCH];
    double[] p = new double[rows * depth];
    double[] q = new double[rows * depth];
    wide.addDots(c, 8, length, rows, b, 8, length, depth, length, p, 0, depth, scratch);
    plain.addDots(c, 8, length, rows, b, 8, length, depth, length, q, 0, depth, scratch);
    assertArrayEquals(q, p);
  }

  @ParameterizedTest
  @CsvSource({"3,5,16", "5,40,4096"})
  void productsAgreeWithTheirDefinition(int rows, int depth, int length) {
    MatrixKernels wide = new WideMatrixKernels();
    float[] a = random(rows * depth, 4);
    float[] b = random(depth * length, 5);
    float[] c = new float[rows * length];
    wide.addProducts(a, 0, 1, rows, rows, depth, b, 0, length, 8, length, c, 0, length);
    double[] dots = new double[rows * depth];
    wide.addDots(
        c,
        0,
        length,
        rows,
        b,
        0,
        length,
        depth,
        length,
        dots,
        0,
        depth,
        new float[MatrixKernels.SCRATCH]);
    double[] expected = new double[rows * depth];
    for (int r = 0; r < rows; r++) {
      double[] row = new double[length];
      for (int i = 8; i < length; i++) {
        for (int m = 0; m < depth; m++) {
          row[i] += (double) a[m * rows + r] * b[m * length + i];
        }
      }
      for (int k = 0; k < depth; k++) {
        for (int i = 0; i < length; i++) {
          expected[r * depth + k] += row[i] * b[k * length + i];
        }
      }
    }
    assertArrayEquals(expected, dots, 1e-5 * length);
  }

  @ParameterizedTest
  @CsvSource({"1,1,1", "2,3,7", "4,7,8", "7,9,15", "8,6,17", "9,15,100", "12,61,128"})
  void bothTwinsGiveTheSameBitsInDouble(int rows, int depth, int length) {
    MatrixKernels wide = new WideMatrixKernels();
    MatrixKernels plain = KernelChoice.SCALAR.matrix();
    double[] a = doubles(rows * depth + 3, 1);
    double[] b = doubles(depth * length + 8, 2);
    double[] c = doubles(rows * length + 8, 3);
    double[] d = c.clone();
    wide.addProducts(a, 3, depth, 1, rows, depth, b, 8, length, 0, length, c, 8, length);
    plain.addProducts(a, 3, depth, 1, rows, depth, b, 8, length, 0, length, d, 8, length);
    assertArrayEquals(d, c);
    double[] scratch = new double[MatrixKernels.SCRATCH];
    double[] p = new double[rows * depth];
    double[] q = new double[rows * depth];
    wide.addDots(c, 8, length, rows, b, 8, length, depth, length, p, 0, depth, scratch);
    plain.addDots(c, 8, length, rows, b, 8, length, depth, length, q, 0, depth, scratch);
    assertArrayEquals(q, p);
    double[] expected = new double[rows * depth];
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < depth; k++) {
        for (int i = 0; i < length; i++) {
          expected[r * depth + k] += c[8 + r * length + i] * b[8 + k * length + i];
        }
      }
    }
    assertArrayEquals(expected, p, 1e-12 * length * depth);
  }

  private static double[] doubles(int n, int seed) {
    Random r = new Random(seed);
    double[] a = new double[n];
    for (int k = 0; k < n; k++) {
      a[k] = r.nextDouble() - 0.5;
    }
    return a;
  }
}
