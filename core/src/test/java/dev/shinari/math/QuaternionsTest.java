package dev.shinari.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuaternionsTest {
  @Test
  void matrixAndBackIsTheSameRotation() {
    SplittableRandom random = new SplittableRandom(7);
    double[] q = new double[4];
    double[] m = new double[9];
    double[] wide = new double[12];
    double[] back = new double[4];
    for (int n = 0; n < 2000; n++) {
      for (int k = 0; k < 4; k++) {
        q[k] = random.nextDouble(-1, 1);
      }
      if (n % 4 == 0) {
        q[3] = 0; // half a turn: the trace tells nothing
      }
      if (n % 8 == 0) {
        q[n / 8 % 3] = 0;
      }
      Quaternions.normalize(q, 0);
      Quaternions.toMatrix(q, 0, m, 0);
      Quaternions.ofMatrix(m, 0, 3, back, 0);
      double dot = 0;
      for (int k = 0; k < 4; k++) {
        dot += q[k] * back[k];
      }
      assertEquals(1, Math.abs(dot), 1e-12, "rotation " + n);
      for (int r = 0; r < 3; r++) {
        System.arraycopy(m, 3 * r, wide, 4 * r, 3);
      }
      double[] again = new double[4];
      Quaternions.ofMatrix(wide, 0, 4, again, 0);
      assertArrayEquals(back, again, 0);
    }
  }

  @Test
  void aVectorComesBackFromItsRotation() {
    double[] q = new double[4];
    double[] v = new double[3];
    for (double angle : new double[] {0, 1e-10, 1e-3, 1, 3}) {
      Quaternions.ofVector(0.6 * angle, 0, 0.8 * angle, q, 0);
      Quaternions.toVector(q, 0, v, 0);
      assertArrayEquals(new double[] {0.6 * angle, 0, 0.8 * angle}, v, 1e-12);
    }
  }
}
