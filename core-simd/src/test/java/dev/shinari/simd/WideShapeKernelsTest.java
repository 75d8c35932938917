package dev.shinari.simd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
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
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24, 64, 256})
  void whatFlowsFlowsAlike(int count) {
    for (boolean flat : new boolean[] {false, true}) {
      for (float size : new float[] {1e-3f, 0.2f, 3, 1e20f}) {
        float[] strain = numbers(6 * TILE, size), e = numbers(6, 0.1f);
        float[] rho = numbers(TILE, 1); // negative ones have no shape, as if they were zero
        strain[3] = Float.NaN;
        float[][] a = new float[6][];
        for (int c = 0; c < 6; c++) {
          a[c] = numbers(TILE, 0.1f);
        }
        a[1][5] = Float.POSITIVE_INFINITY;
        float[][] b = copy(a), before = copy(a);
        scalar.flow(strain, e, a, rho, 0, count, 0.3f, 0.1f, 0.9f, 0.45f, flat);
        wide.flow(strain, e, b, rho, 0, count, 0.3f, 0.1f, 0.9f, 0.45f, flat);
        for (int c = 0; c < 6; c++) {
          assertThat(b[c]).containsExactly(a[c]);
          assertThat(a[c]).isNotEqualTo(before[c]);
          for (int r = 0; r < count; r++) {
            assertThat(a[c][r]).isBetween(-0.4501f, 0.4501f); // within the limit, and finite
          }
        }
        assertThat(wide.overYield(strain, e, a, 0, count, 0.1f))
            .isEqualTo(scalar.overYield(strain, e, a, 0, count, 0.1f));
      }
    }
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
    float[] strain = new float[6 * TILE], none = new float[6];
    float[][] own = new float[6][TILE];
    assertThat(wide.overYield(strain, none, own, 0, TILE, 0.1f)).isFalse();
    strain[4 * TILE + n] = -0.11f;
    assertThat(wide.overYield(strain, none, own, 0, TILE, 0.1f)).isTrue();
    assertThat(scalar.overYield(strain, none, own, 0, TILE, 0.1f)).isTrue();
    own[4][n] = -0.05f; // part of it has been given in to
    assertThat(wide.overYield(strain, none, own, 0, TILE, 0.1f)).isFalse();
    assertThat(scalar.overYield(strain, none, own, 0, TILE, 0.1f)).isFalse();
  }
}
