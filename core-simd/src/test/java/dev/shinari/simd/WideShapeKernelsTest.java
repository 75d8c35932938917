package dev.shinari.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.kernel.ShapeKernels;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shape kernels on lanes give the bits of the scalar ones. */
class WideShapeKernelsTest {
  private static final int TILE = Kernels.TILE;

  private final ShapeKernels wide = new WideKernels().shapes();
  private final ShapeKernels scalar = KernelChoice.SCALAR.shapes();
  private final Random random = new Random(7);

  private float[] numbers(int n, float size) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = size * (float) random.nextGaussian();
    }
    return x;
  }

  private static float[][] copy(float[][] a) {
    float[][] b = new float[a.length][];
    for (int k = 0; k < a.length; k++) {
      b[k] = a[k].clone();
    }
    return b;
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24, 64, 256})
  void oneStretchForAllIsWrittenAlike(int count) {
    float[] m = numbers(12 * TILE, 1), e = numbers(6, 0.4f);
    float[] a = new float[12 * TILE], b = new float[12 * TILE];
    scalar.evenMoments(m, e, count, a);
    wide.evenMoments(m, e, count, b);
    assertThat(b).containsExactly(a);
    scalar.evenTargets(m, e, count, a);
    wide.evenTargets(m, e, count, b);
    assertThat(b).containsExactly(a);
    // And as the kernel that takes a strain for each column.
    float[] strain = new float[6 * TILE];
    for (int c = 0; c < 6; c++) {
      java.util.Arrays.fill(strain, c * TILE, (c + 1) * TILE, e[c]);
    }
    float[] each = b.clone();
    scalar.targets(m, strain, count, each);
    assertThat(each).containsExactly(b);
    // And in place.
    float[] here = m.clone(), there = m.clone();
    scalar.evenTargets(here, e, count, here);
    wide.evenTargets(there, e, count, there);
    assertThat(there).containsExactly(here);
    for (int k = 0; k < 9; k++) {
      for (int j = 0; j < count; j++) {
        assertThat(here[k * TILE + j]).isEqualTo(b[k * TILE + j]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24, 64, 256})
  void whatFlowsFlowsAlike(int count) {
    for (boolean flat : new boolean[] {false, true}) {
      for (float size : new float[] {1e-3f, 0.2f, 3, 1e20f}) {
        float[] x = numbers(6 * TILE, size);
        float[] rho = numbers(TILE, 1); // negative ones have no shape, as if they were zero
        x[3] = Float.NaN;
        float[][] a = new float[6][];
        for (int c = 0; c < 6; c++) {
          a[c] = numbers(TILE, 0.1f);
        }
        a[1][5] = Float.POSITIVE_INFINITY;
        float[][] b = copy(a), before = copy(a);
        scalar.flow(x, a, rho, 0, count, 0.3f, 0.1f, 0.9f, 0.45f, flat);
        wide.flow(x, b, rho, 0, count, 0.3f, 0.1f, 0.9f, 0.45f, flat);
        for (int c = 0; c < 6; c++) {
          assertThat(b[c]).containsExactly(a[c]);
          assertThat(a[c]).isNotEqualTo(before[c]);
          for (int r = 0; r < count; r++) {
            assertThat(a[c][r]).isBetween(-0.4501f, 0.4501f); // within the limit, and finite
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24, 64, 256})
  void shapesAreMeasuredAlike(int count) {
    float[] tile = numbers(12 * TILE, 1), r = numbers(9 * TILE, 1), e = numbers(6, 0.1f);
    float[][] inverse = new float[6][], rest = new float[6][], own = new float[6][];
    for (int c = 0; c < 6; c++) {
      inverse[c] = numbers(TILE + 8, 1);
      rest[c] = numbers(TILE + 8, 1);
      own[c] = numbers(TILE + 8, 0.1f);
    }
    float[] a = new float[6 * TILE], b = new float[6 * TILE];
    for (float yield : new float[] {0, 1, 1e3f}) {
      assertThat(wide.offShape(tile, r, inverse, rest, e, own, 8, count, yield, b))
          .isEqualTo(scalar.offShape(tile, r, inverse, rest, e, own, 8, count, yield, a))
          .isEqualTo(yield < 1e3f);
      assertThat(b).containsExactly(a);
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {1e-4f, 0.01f, 0.03f, 0.1f, 1})
  void theQuickLookMissesNothing(float size) {
    float[] tile = new float[12 * TILE], r = new float[9 * TILE], none = new float[6];
    float[][] k = new float[6][TILE], inverse = new float[6][TILE], rest = new float[6][TILE];
    float[][] own = new float[6][TILE];
    float[] square = new float[TILE], off = new float[6 * TILE];
    int over = 0;
    for (int round = 0; round < 200; round++) {
      float[] d = numbers(6, size);
      float least = 1;
      for (int c = 0; c < 3; c++) { // R = 1, P = K + D with K diagonal
        k[c][3] = 0.1f + 0.5f * random.nextFloat();
        least = Math.min(least, k[c][3]);
        inverse[c][3] = 1 / k[c][3];
        rest[c][3] = 1;
        r[4 * c * TILE + 3] = 1;
        tile[(3 + 4 * c) * TILE + 3] = k[c][3] + d[c];
        int a = c, b = (c + 1) % 3;
        tile[(3 + 3 * a + b) * TILE + 3] = d[3 + c];
        tile[(3 + 3 * b + a) * TILE + 3] = d[3 + c];
      }
      square[3] = 1 / (least * least);
      boolean may = wide.mayYield(tile, r, k, square, 0, 16, 0.098f);
      assertThat(scalar.mayYield(tile, r, k, square, 0, 16, 0.098f)).isEqualTo(may);
      if (scalar.offShape(tile, r, inverse, rest, none, own, 0, 16, 0.1f, off)) {
        assertThat(may).isTrue();
        over++;
      }
    }
    assertThat(over).isBetween(size >= 0.03f ? 1 : 0, size > 1e-4f ? 200 : 0);
    tile[5 * TILE + 3] = Float.NaN;
    assertThat(wide.mayYield(tile, r, k, square, 0, 16, 9)).isTrue();
    assertThat(scalar.mayYield(tile, r, k, square, 0, 16, 9)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 64})
  void stretchedLatticesAreWrittenAlikeAndAsTheirTargets(int count) {
    float[][] q = new float[4][], c = new float[3][], o = new float[3][];
    for (int k = 0; k < 4; k++) {
      q[k] = numbers(count + 8, 0.6f);
    }
    for (int k = 0; k < 3; k++) {
      c[k] = numbers(count + 8, 1);
      o[k] = numbers(count + 8, 0.1f);
    }
    float[] e = numbers(6, 0.3f), mass = numbers(count + 8, 1), nodes = numbers(3 * count, 1);
    float[] frame = numbers(9, 1), a = new float[12 * count + 8], b = new float[12 * count + 8];
    scalar.latticeStretched(q, e, c, o, mass, nodes, count, frame, 0.1f, 8, count, a, 8, count);
    wide.latticeStretched(q, e, c, o, mass, nodes, count, frame, 0.1f, 8, count, b, 8, count);
    assertThat(b).containsExactly(a);
    float[] r = new float[9 * TILE];
    float[][] targets = new float[9][count + 8];
    for (int j = 0; j < count; j++) {
      Rotations.toMatrix(q[0][8 + j], q[1][8 + j], q[2][8 + j], q[3][8 + j], r, j);
    }
    scalar.evenTargets(r, e, TILE, r);
    for (int k = 0; k < 9; k++) {
      System.arraycopy(r, k * TILE, targets[k], 8, count);
    }
    KernelChoice.SCALAR
        .examples()
        .latticeTargets(targets, c, o, mass, nodes, count, frame, 0.1f, 8, count, b, 8, count);
    assertThat(b).containsExactly(a);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 17, 100})
  void wholeMomentsAreSummedAlike(int n) {
    float[] m = numbers(n + 3, 1), x = numbers(n + 3, 1), y = numbers(n + 3, 1);
    float[] z = numbers(n + 3, 1), x0 = numbers(n + 3, 1), y0 = numbers(n + 3, 1);
    float[] z0 = numbers(n + 3, 1), small = new float[Kernels.SCRATCH];
    double[] a = new double[12], b = new double[12];
    scalar.wholeMoments(m, x, y, z, x0, y0, z0, 3, n + 3, small, a);
    wide.wholeMoments(m, x, y, z, x0, y0, z0, 3, n + 3, small, b);
    assertThat(b).containsExactly(a);
    double sum = 0, product = 0;
    for (int i = 3; i < n + 3; i++) {
      sum += m[i] * (double) y[i];
      product += m[i] * (double) y[i] * z0[i];
    }
    assertThat(a[1]).isCloseTo(sum, within(1e-4));
    assertThat(a[8]).isCloseTo(product, within(1e-4));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 17, 100})
  void theLargestIsFoundAndYieldsAreSeen(int n) {
    float[] x = numbers(n, 1);
    float most = 0;
    for (float v : x) {
      most = Math.max(most, Math.abs(v));
    }
    assertThat(wide.largest(x, n, 0)).isEqualTo(most);
    assertThat(scalar.largest(x, n, 0)).isEqualTo(most);
    assertThat(wide.largest(x, n, 99)).isEqualTo(99);
    // Regions at rest, whose only shape is what they have become.
    float[] tile = new float[12 * TILE], r = new float[9 * TILE], off = new float[6 * TILE];
    float[] none = new float[6];
    float[][] own = new float[6][TILE], zero = new float[6][TILE];
    assertThat(wide.offShape(tile, r, zero, zero, none, own, 0, TILE, 0.1f, off)).isFalse();
    own[4][n] = -0.11f;
    assertThat(wide.offShape(tile, r, zero, zero, none, own, 0, TILE, 0.1f, off)).isTrue();
    assertThat(scalar.offShape(tile, r, zero, zero, none, own, 0, TILE, 0.1f, off)).isTrue();
    none[4] = 0.05f; // part of it is wanted
    assertThat(wide.offShape(tile, r, zero, zero, none, own, 0, TILE, 0.1f, off)).isFalse();
    assertThat(scalar.offShape(tile, r, zero, zero, none, own, 0, TILE, 0.1f, off)).isFalse();
  }
}
