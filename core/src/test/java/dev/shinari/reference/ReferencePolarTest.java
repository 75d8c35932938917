package dev.shinari.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencePolarTest {
  private static final double[] IDENTITY = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  @ParameterizedTest
  @ValueSource(doubles = {1e-150, 1e-8, 1, 1e8, 1e150})
  void rotationTimesStretchGivesTheRotationBack(double scale) {
    Random random = new Random(1);
    for (int n = 0; n < 200; n++) {
      double[] r = randomRotation(random), v = randomRotation(random);
      double[] s = symmetric(v, 0.1 + random.nextDouble(), 1, 1 + random.nextDouble());
      double[] a = scaled(ReferencePolar.multiply(r, s), scale);
      assertMatrix(ReferencePolar.rotation(a), r, 1e-12);
      assertMatrix(
          scaled(ReferencePolar.stretch(ReferencePolar.rotation(a), a), 1 / scale), s, 1e-12);
    }
  }

  /** A = R V diag(a, b, -c) V^T with c smallest: tr(R^T A) is largest for R itself. */
  @Test
  void anInvertedMatrixFlipsTheDirectionOfTheSmallestSingularValue() {
    Random random = new Random(2);
    for (int n = 0; n < 200; n++) {
      double[] r = randomRotation(random), v = randomRotation(random);
      double[] a = ReferencePolar.multiply(r, symmetric(v, 2, 1, -0.3));
      assertThat(ReferencePolar.determinant(a)).isNegative();
      assertMatrix(ReferencePolar.rotation(a), r, 1e-12);
    }
  }

  @Test
  void noOtherRotationIsCloser() {
    Random random = new Random(3);
    for (int n = 0; n < 100; n++) {
      double[] a = new double[9];
      for (int k = 0; k < 9; k++) {
        a[k] = random.nextGaussian();
      }
      double best = trace(ReferencePolar.stretch(ReferencePolar.rotation(a), a));
      for (int other = 0; other < 50; other++) {
        double[] r = randomRotation(random);
        assertThat(trace(ReferencePolar.stretch(r, a))).isLessThanOrEqualTo(best + 1e-12);
      }
    }
  }

  @Test
  void aFlatMatrixStillGivesTheOnlyRotationThatFits() {
    Random random = new Random(4);
    for (int n = 0; n < 100; n++) {
      double[] r = randomRotation(random), v = randomRotation(random);
      assertMatrix(
          ReferencePolar.rotation(ReferencePolar.multiply(r, symmetric(v, 2, 1, 0))), r, 1e-12);
    }
  }

  @Test
  void aNearlyFlatMatrixKeepsItsAccuracy() {
    Random random = new Random(5);
    double[] r = randomRotation(random), v = randomRotation(random);
    assertMatrix(
        ReferencePolar.rotation(ReferencePolar.multiply(r, symmetric(v, 1, 1e-6, 1e-9))), r, 1e-8);
  }

  @Test
  void aStraightMatrixTurnsItsLineByTheSmallestAngle() {
    // The x axis is seen along y: a quarter turn about z, and z stays.
    double[] a = {0, 0, 0, 3, 0, 0, 0, 0, 0};
    assertMatrix(ReferencePolar.rotation(a), new double[] {0, -1, 0, 1, 0, 0, 0, 0, 1}, 1e-15);
  }

  @Test
  void aReversedLineGivesARotationThatReversesIt() {
    double[] r = ReferencePolar.rotation(new double[] {-2, 0, 0, 0, 0, 0, 0, 0, 0});
    assertRotation(r);
    assertThat(r[0]).isCloseTo(-1, within(1e-15));
  }

  @Test
  void zeroGivesTheIdentity() {
    assertMatrix(ReferencePolar.rotation(new double[9]), IDENTITY, 0);
  }

  @Test
  void everyMatrixGivesARotation() {
    Random random = new Random(6);
    for (int n = 0; n < 2000; n++) {
      double[] a = new double[9];
      for (int k = 0; k < 9; k++) {
        a[k] = random.nextInt(4) - 1; // many are singular
      }
      assertRotation(ReferencePolar.rotation(a));
    }
  }

  @Test
  void singularValuesFallAndMatchADiagonal() {
    assertThat(ReferencePolar.singularValues(new double[] {-2, 0, 0, 0, 5, 0, 0, 0, 3}))
        .containsExactly(5, 3, 2);
  }

  @Test
  void thePseudoInverseInvertsWhatCanBeInverted() {
    double[] v = randomRotation(new Random(7));
    assertMatrix(
        ReferencePolar.pseudoInverse(symmetric(v, 4, 2, 0)), symmetric(v, 0.25, 0.5, 0), 1e-14);
  }

  static double[] randomRotation(Random random) {
    double w = random.nextGaussian(), x = random.nextGaussian();
    double y = random.nextGaussian(), z = random.nextGaussian();
    double n = Math.sqrt(w * w + x * x + y * y + z * z);
    w /= n;
    x /= n;
    y /= n;
    z /= n;
    return new double[] {
      1 - 2 * (y * y + z * z),
      2 * (x * y - w * z),
      2 * (x * z + w * y),
      2 * (x * y + w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z - w * x),
      2 * (x * z - w * y),
      2 * (y * z + w * x),
      1 - 2 * (x * x + y * y)
    };
  }

  private static double[] symmetric(double[] v, double a, double b, double c) {
    double[] d = {a, b, c};
    double[] s = new double[9];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
          s[3 * i + j] += v[3 * i + k] * d[k] * v[3 * j + k];
        }
      }
    }
    return s;
  }

  private static double[] scaled(double[] a, double by) {
    double[] b = a.clone();
    for (int k = 0; k < 9; k++) {
      b[k] *= by;
    }
    return b;
  }

  private static double trace(double[] a) {
    return a[0] + a[4] + a[8];
  }

  private static void assertRotation(double[] r) {
    double[] transposed = {r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]};
    assertMatrix(ReferencePolar.multiply(r, transposed), IDENTITY, 1e-12);
    assertThat(ReferencePolar.determinant(r)).isCloseTo(1, within(1e-12));
  }

  private static void assertMatrix(double[] actual, double[] expected, double tolerance) {
    assertThat(actual).containsExactly(expected, within(tolerance));
  }
}
