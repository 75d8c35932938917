package dev.shinari.rig.fit.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.reference.ReferencePolar;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RigidFitTest {
  private static double trace(double[] r, double[] p) {
    double s = 0;
    for (int k = 0; k < 9; k++) {
      s += r[k] * p[k];
    }
    return s;
  }

  @Test
  void rotationsAgreeWithThoseBySingularValues() {
    Random random = new Random(1);
    RigidFit fit = new RigidFit();
    for (int k = 0; k < 2000; k++) {
      double[] p = new double[9];
      for (int i = 0; i < 9; i++) {
        p[i] = random.nextGaussian();
      }
      double[] q = {1, 0, 0, 0};
      fit.fit(p, q);
      double[] r = new double[9];
      RigidFit.matrix(q, r);
      double[] expected = ReferencePolar.rotation(p);
      assertThat(trace(r, p)).as("case %d", k).isCloseTo(trace(expected, p), Offset.offset(1e-9));
      double det =
          r[0] * (r[4] * r[8] - r[5] * r[7])
              - r[1] * (r[3] * r[8] - r[5] * r[6])
              + r[2] * (r[3] * r[7] - r[4] * r[6]);
      assertThat(det).isCloseTo(1, Offset.offset(1e-12));
    }
  }

  @Test
  void warmStartsEndInTheSameRotation() {
    Random random = new Random(2);
    RigidFit fit = new RigidFit();
    for (int k = 0; k < 500; k++) {
      double[] p = new double[9];
      for (int i = 0; i < 9; i++) {
        p[i] = random.nextGaussian();
      }
      double[] cold = {1, 0, 0, 0};
      fit.fit(p, cold);
      double[] warm = {cold[0] + 0.05, cold[1] - 0.03, cold[2] + 0.02, cold[3]};
      double norm =
          Math.sqrt(warm[0] * warm[0] + warm[1] * warm[1] + warm[2] * warm[2] + warm[3] * warm[3]);
      for (int i = 0; i < 4; i++) {
        warm[i] /= norm;
      }
      fit.fit(p, warm);
      double same = warm[0] * cold[0] + warm[1] * cold[1] + warm[2] * cold[2] + warm[3] * cold[3];
      assertThat(Math.abs(same)).isCloseTo(1, Offset.offset(1e-8));
    }
  }

  @Test
  void flatStraightZeroAndMirroredMomentsGiveRotations() {
    double[][] cases = {
      {1, 0, 0, 0, 1, 0, 0, 0, 0},
      {1, 0, 0, 0, 0, 0, 0, 0, 0},
      {0, 0, 0, 0, 0, 0, 0, 0, 0},
      {-1, 0, 0, 0, -1, 0, 0, 0, -1},
      {1, 0, 0, 0, 1, 0, 0, 0, -1},
      {1e-200, 0, 0, 0, 1e-200, 0, 0, 0, 1e-200},
      {0, 0, 1e30, 1e30, 0, 0, 0, 1e30, 0}
    };
    RigidFit fit = new RigidFit();
    for (double[] p : cases) {
      double[] q = {0.8, 0.6, 0, 0};
      fit.fit(p, q);
      assertThat(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
          .isCloseTo(1, Offset.offset(1e-12));
    }
  }

  @Test
  void quaternionsAndMatricesAreEachOthersInverse() {
    Random random = new Random(5);
    double[] m = new double[9];
    for (int k = 0; k < 1000; k++) {
      double[] q = new double[4];
      double n = 0;
      for (int i = 0; i < 4; i++) {
        q[i] = random.nextGaussian();
        n += q[i] * q[i];
      }
      for (int i = 0; i < 4; i++) {
        q[i] /= Math.sqrt(n);
      }
      RigidFit.matrix(q, m);
      double[] p = new double[4];
      RigidFit.quaternion(m, p);
      double same = q[0] * p[0] + q[1] * p[1] + q[2] * p[2] + q[3] * p[3];
      assertThat(Math.abs(same)).isCloseTo(1, Offset.offset(1e-12));
    }
  }
}
