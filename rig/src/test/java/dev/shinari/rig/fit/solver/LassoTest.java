package dev.shinari.rig.fit.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.rig.fit.controller.PoseFeatures;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LassoTest {
  private static final int FEATURES = 12;

  /** Features as polynomials make them: products of two variables, well correlated. */
  private static double[][] features(Random r, int n) {
    double[][] x = new double[FEATURES][n];
    for (int i = 0; i < n; i++) {
      double a = r.nextGaussian();
      double b = r.nextGaussian();
      for (int f = 0; f < FEATURES; f++) {
        x[f][i] = StrictMath.pow(a, f % 4) * StrictMath.pow(b, f / 4) + 0.1 * r.nextGaussian();
      }
    }
    return x;
  }

  private static double[] gram(double[][] x) {
    double[] g = new double[FEATURES * FEATURES];
    for (int f = 0; f < FEATURES; f++) {
      for (int h = 0; h < FEATURES; h++) {
        g[f * FEATURES + h] = PlaneLoops.dot(x[f], 0, x[h], 0, x[f].length);
      }
    }
    return g;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 1, 10, 100, 1e4})
  void theOptimalityConditionsHold(double lambda) {
    for (int seed = 0; seed < 20; seed++) {
      Random r = new Random(seed);
      double[][] x = features(r, 80);
      double[] y = new double[80];
      for (int i = 0; i < 80; i++) {
        y[i] = 2 * x[1][i] - x[5][i] + 0.3 * r.nextGaussian();
      }
      double[] g = gram(x);
      double[] c = new double[FEATURES];
      double scale = 0;
      for (int f = 0; f < FEATURES; f++) {
        c[f] = PlaneLoops.dot(x[f], 0, y, 0, 80);
        scale = Math.max(scale, Math.abs(c[f]));
      }
      double[] b = new double[FEATURES];
      new Lasso(FEATURES, g).solve(c, lambda, b);
      for (int f = 0; f < FEATURES; f++) {
        double left = c[f];
        for (int h = 0; h < FEATURES; h++) {
          left -= g[f * FEATURES + h] * b[h];
        }
        if (b[f] == 0) {
          assertThat(Math.abs(2 * left)).isLessThanOrEqualTo(lambda + 1e-6 * scale);
        } else {
          assertThat(2 * left)
              .as("seed %d feature %d", seed, f)
              .isCloseTo(Math.copySign(lambda, b[f]), Offset.offset(1e-6 * scale));
        }
      }
    }
  }

  @Test
  void aboveTheLargestLambdaNothingIsLeft() {
    double[][] x = features(new Random(1), 50);
    double[] c = new double[FEATURES];
    for (int f = 0; f < FEATURES; f++) {
      c[f] = PlaneLoops.dot(x[f], 0, x[3], 0, 50);
    }
    Lasso lasso = new Lasso(FEATURES, gram(x));
    double[] b = new double[FEATURES];
    lasso.solve(c, 1.0001 * lasso.largestLambda(c), b);
    assertThat(b).containsOnly(0);
    lasso.solve(c, 0.99 * lasso.largestLambda(c), b);
    int used = 0;
    for (double v : b) {
      used += v != 0 ? 1 : 0;
    }
    assertThat(used).isPositive();
  }

  @Test
  void aFeatureThatIsZeroEverywhereStaysOut() {
    double[] gram = {4, 0, 0, 0};
    double[] b = new double[2];
    new Lasso(2, gram).solve(new double[] {8, 0}, 0, b);
    assertThat(b).containsExactly(2, 0);
  }

  @Test
  void theTextsNumberOfTermsComesOut() {
    // Thigh with three components, knee and ankle with one: 6, 14 and 26 with the constant.
    int[] joints = {0, 0, 0, 1, 2};
    assertThat(PoseFeatures.terms(joints, 1, false)).hasDimensions(5, 1);
    assertThat(PoseFeatures.terms(joints, 2, false).length + 1).isEqualTo(14);
    assertThat(PoseFeatures.terms(joints, 3, false).length + 1).isEqualTo(26);
    assertThat(PoseFeatures.terms(joints, 2, true).length + 1).isEqualTo(21);
  }
}
