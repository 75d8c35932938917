package dev.shinari.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.math.SymmetricEigen;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loops against a slow twin in double, by singular values and difference quotients. */
class VolumeKernelsTest {
  private static final int TILE = Kernels.TILE;
  private static final int CHUNK = VolumeKernels.CHUNK;

  private final VolumeKernels loops = KernelChoice.SCALAR.volume();
  private final Random random = new Random(11);

  /** E of the singular values of A and of its determinant. */
  private static double energy(double[] a, double k, double h, double c) {
    double[] s = singular(a);
    double j = det(a) - 1;
    double cof = 0;
    for (int i = 0; i < 3; i++) {
      double both = s[(i + 1) % 3] * s[(i + 2) % 3];
      cof += both * both;
    }
    double d2 = j * j / ((cof + VolumeKernels.SLACK) * VolumeKernels.SCALE);
    double sum = k * d2 / 2 + (j < 0 ? h * d2 * d2 / 4 : 0);
    for (double one : s) {
      sum += c * hardening(one);
    }
    return sum;
  }

  /** The force of hardening from 1 to a stretch s, integrated by Simpson's rule. */
  private static double hardening(double s) {
    int n = 400;
    double sum = 0, step = (s - 1) / n;
    for (int i = 0; i <= n; i++) {
      double at = 1 + i * step, inverse = 1 / (at * at + VolumeKernels.SOFT);
      double x = inverse * ((1 + VolumeKernels.SOFT) * inverse - 1);
      sum += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * -2 * at * x * x;
    }
    return sum * step / 3;
  }

  private static double det(double[] a) {
    return a[0] * (a[4] * a[8] - a[5] * a[7])
        - a[1] * (a[3] * a[8] - a[5] * a[6])
        + a[2] * (a[3] * a[7] - a[4] * a[6]);
  }

  private static double[] singular(double[] a) {
    double[][] m = new double[3][3], v = new double[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
          m[i][j] += a[3 * k + i] * a[3 * k + j];
        }
      }
    }
    SymmetricEigen.solve(m, v);
    double[] s = new double[3];
    for (int i = 0; i < 3; i++) {
      s[i] = Math.sqrt(Math.max(0, m[i][i]));
    }
    return s;
  }

  private double[] matrix(double size) {
    double[] a = new double[9];
    for (int i = 0; i < 9; i++) {
      a[i] = (float) ((i % 4 == 0 ? 1 : 0) + size * random.nextGaussian());
    }
    return a;
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0, 0", "0, 3, 0", "0, 0, 2", "0.7, 4, 1.5"})
  void theGradientIsThatOfTheEnergy(float k, float h, float c) {
    for (double size : new double[] {0.02, 0.3, 1}) {
      for (int trial = 0; trial < 20; trial++) {
        double[] a = matrix(size);
        float[] work = new float[VolumeKernels.WORK];
        for (int i = 0; i < 9; i++) {
          work[i * CHUNK] = (float) a[i];
        }
        loops.gradients(k, h, c, 1, work);
        double here = energy(a, k, h, c);
        assertThat((double) work[VolumeKernels.ENERGY])
            .isCloseTo(here, within(1e-5 + 1e-4 * Math.abs(here)));
        for (int i = 0; i < 9; i++) {
          double step = 1e-5, was = a[i];
          a[i] = was + step;
          double up = energy(a, k, h, c);
          a[i] = was - step;
          double down = energy(a, k, h, c);
          a[i] = was;
          double slope = (up - down) / (2 * step);
          assertThat((double) work[i * CHUNK])
              .isCloseTo(slope, within(3e-4 + 3e-4 * Math.abs(slope)));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.25, 0.4, 0.49})
  void aSmallStretchAnswersAsThePoissonRatioSays(double nu) {
    double k = 3 * nu / (1 + nu), eps = 1e-2;
    float[] work = new float[VolumeKernels.WORK];
    work[0] = (float) (1 + eps);
    work[4 * CHUNK] = (float) (1 - nu * eps);
    work[8 * CHUNK] = (float) (1 - nu * eps);
    loops.gradients((float) k, 0, 0, 1, work);
    double side = (1 - k) * -nu * eps + work[4 * CHUNK];
    double along = (1 - k) * eps + work[0];
    assertThat(side).as("nothing pulls at free sides").isCloseTo(0, within(0.02 * eps));
    assertThat(along).isCloseTo((1 - 2 * nu) * eps, within(0.02 * eps));
  }

  @Test
  void hardeningActsUnderPressureAndHardlyOtherwise() {
    for (float s : new float[] {0.3f, 0.5f, 0.7f}) {
      assertThat(force(s)).isLessThan(-0.3);
    }
    for (float s : new float[] {0.98f, 1.02f, 1.5f, 3, 9}) {
      assertThat(force(s)).isBetween(-0.16, 1e-6);
    }
  }

  private double force(float s) {
    float[] work = new float[VolumeKernels.WORK];
    work[0] = s;
    work[4 * CHUNK] = 1;
    work[8 * CHUNK] = 1;
    loops.gradients(0, 0, 2, 1, work);
    return work[0];
  }

  @Test
  void goalsHaveNoTorqueWhateverTheTargetIs() {
    // sum m~ p x (T q) is the axial vector of P T^T: zero where P T^T is symmetric.
    for (boolean flat : new boolean[] {false, true}) {
      for (boolean shaped : new boolean[] {false, true}) {
        for (int trial = 0; trial < 50; trial++) {
          double[] m = momentsTimesTarget(flat, shaped);
          assertThat(m[1]).isCloseTo(m[3], within(1e-5));
          assertThat(m[2]).isCloseTo(m[6], within(1e-5));
          assertThat(m[5]).isCloseTo(m[7], within(1e-5));
        }
      }
    }
  }

  /** P T^T of a random region. */
  private double[] momentsTimesTarget(boolean flat, boolean shaped) {
    double[] k = {0.5, 0.3, flat ? 0 : 0.2}, a = matrix(0.3), stretch = {1.2, 0.9, 1};
    float[] tile = new float[12 * TILE], target = new float[9 * TILE];
    float[] rest = new float[VolumeKernels.REST_ROWS * Kernels.LANES];
    float[] p = new float[9], q = {1, 0, 0, 0};
    for (int i = 0; i < 9; i++) {
      tile[(3 + i) * TILE] = (float) (a[i] * k[i % 3]);
      p[i] = (float) (tile[(3 + i) * TILE] * (shaped ? stretch[i % 3] : 1));
    }
    Rotations.best(p, 0, 1, q);
    Rotations.toMatrix(q[0], q[1], q[2], q[3], target, 0);
    for (int i = 0; i < 9 && shaped; i++) {
      target[i * TILE] *= (float) stretch[i % 3];
    }
    for (int i = 0; i < 3; i++) {
      rest[i * Kernels.LANES] = k[i] > 0 ? (float) (1 / k[i]) : 0;
    }
    rest[6 * Kernels.LANES] = flat ? 0.3f : 0.2f;
    rest[9 * Kernels.LANES] = flat ? 1 : 0;
    float[] work = new float[VolumeKernels.WORK];
    loops.deformations(tile, 0, rest, 0, 1, work);
    loops.complete(target, 0, rest, 0, 1, work);
    if (shaped) {
      loops.toTargets(target, 0, 1, work);
    }
    loops.gradients(0.6f, 2, 1, 1, work);
    if (shaped) {
      loops.fromTargets(1, work);
    }
    loops.keepMissing(target, 0, rest, 0, 0.6f, 1);
    loops.targets(tile, 0, rest, 0, 0.6f, 1, work, target);
    double[] out = new double[9];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int c = 0; c < 3; c++) {
          out[3 * i + j] += (double) tile[(3 + 3 * i + c) * TILE] * target[(3 * j + c) * TILE];
        }
      }
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(floats = {0, 1e-20f, 1e-8f, -1, -100, 1e8f})
  void extremeRegionsStayFinite(float s) {
    float[] work = new float[VolumeKernels.WORK];
    for (int i = 0; i < 9; i += 4) {
      work[i * CHUNK] = s;
    }
    loops.gradients(0.9f, 6, 2, 1, work);
    for (int i = 0; i < 9; i++) {
      assertThat(work[i * CHUNK]).isFinite();
    }
  }
}
