package dev.shinari.simd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.VolumeKernels;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The volume kernels on lanes give the bits of the scalar ones. */
class WideVolumeKernelsTest {
  private static final int TILE = Kernels.TILE;
  private static final int SLOTS = 1024;

  private final Random random = new Random(5);

  private float[] numbers(int n, float size) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = size * (float) random.nextGaussian();
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24, 56, 64})
  void allLoopsGiveTheSameBits(int count) {
    for (float size : new float[] {0, 1e-4f, 1, 1e3f, 1e12f}) {
      float[] tile = numbers(12 * TILE, size), target = numbers(9 * TILE, 1);
      tile[3 * TILE + 5] = Float.NaN;
      float[] rest = numbers(VolumeKernels.REST_ROWS * SLOTS, 1);
      float[] mass = numbers(SLOTS, 1), rho = numbers(SLOTS, 1);
      float[] a = new float[VolumeKernels.WORK], b = new float[VolumeKernels.WORK];
      float[] ta = target.clone(), tb = target.clone();
      double one = run(KernelChoice.SCALAR.volume(), tile, ta, rest, mass, rho, count, a);
      double other = run(new WideKernels().volume(), tile, tb, rest, mass, rho, count, b);
      assertThat(b).containsExactly(a);
      assertThat(tb).containsExactly(ta);
      assertThat((Object) other).isEqualTo(one); // as objects, NaN is NaN
    }
  }

  private static double run(
      VolumeKernels loops,
      float[] tile,
      float[] target,
      float[] rest,
      float[] mass,
      float[] rho,
      int count,
      float[] work) {
    int column = 64, from = 128;
    loops.deformations(tile, column, rest, from, count, work);
    loops.complete(target, column, rest, from, count, work);
    loops.toTargets(target, column, count, work);
    loops.gradients(0.6f, 2, 1.5f, count, work);
    loops.fromTargets(count, work);
    loops.keepMissing(target, column, rest, from, 0.6f, count);
    float[] small = new float[Kernels.SCRATCH];
    double sum = loops.elasticSum(tile, column, rest, mass, rho, from, 0.6f, count, work, small);
    loops.targets(tile, column, rest, from, 0.6f, count, work, target);
    return sum;
  }
}
