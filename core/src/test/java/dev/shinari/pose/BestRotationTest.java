package dev.shinari.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.reference.ReferencePolar;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BestRotationTest {
  private static double trace(double[] r, double[] p) {
    double sum = 0;
    for (int i = 0; i < 9; i++) {
      sum += r[i] * p[i];
    }
    return sum;
  }

  private static void assertRotation(double[] r) {
    double[] transposed = {r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]};
    double[] one = ReferencePolar.multiply(transposed, r);
    for (int i = 0; i < 9; i++) {
      assertThat(one[i]).isCloseTo(i % 4 == 0 ? 1 : 0, within(1e-12));
    }
    assertThat(ReferencePolar.determinant(r)).isCloseTo(1, within(1e-12));
  }

  @Test
  void reachesTheTraceOfTheReferenceForAnyMoments() {
    Random random = new Random(11);
    BestRotation best = new BestRotation();
    for (int k = 0; k < 2000; k++) {
      double[] p = new double[9];
      for (int i = 0; i < 9; i++) {
        p[i] = random.nextGaussian();
      }
      if (k % 4 == 1) {
        p[2] = p[5] = p[8] = 0; // flat
      } else if (k % 4 == 2) {
        for (int i = 0; i < 9; i++) {
          p[i] *= 1e-8;
        }
      }
      double[] r = new double[9];
      best.find(p, r, 0);
      assertRotation(r);
      double wanted = trace(ReferencePolar.rotation(p), p);
      assertThat(trace(r, p)).as("number %d", k).isCloseTo(wanted, within(1e-9 * Math.abs(wanted)));
    }
  }

  @Test
  void halfTurnsAreFoundFromTheIdentity() {
    double[] p = {-1, 0, 0, 0, 1, 0, 0, 0, -1};
    double[] r = new double[9];
    new BestRotation().find(p, r, 0);
    assertThat(r).containsExactly(p, within(1e-9));
  }

  @Test
  void momentsOfNothingLeaveTheRotationAsItIs() {
    double[] r = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    double[] before = r.clone();
    new BestRotation().improve(new double[9], r, 0);
    assertThat(r).containsExactly(before);
  }
}
