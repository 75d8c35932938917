package dev.shinari.articulated.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HubTest {
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 7, 20, 100})
  void theHullOfDirectionsIsClosedAndHasThemAllInside(int n) {
    Random random = new Random(n);
    double[] p = new double[3 * n];
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int c = 0; c < 3; c++) {
        // the first four around the whole sphere
        double corner = ((0b100_010_001_111 >> 3 * i + c) & 1) == 1 ? 1 : -1;
        p[3 * i + c] = i < 4 ? corner : random.nextGaussian();
        sum += p[3 * i + c] * p[3 * i + c];
      }
      for (int c = 0; c < 3; c++) {
        p[3 * i + c] /= Math.sqrt(sum);
      }
    }
    int[] t = SphereHull.triangles(p);
    assertThat(t.length / 3).isEqualTo(2 * n - 4); // Euler
    float[] f = new float[p.length];
    for (int i = 0; i < p.length; i++) {
      f[i] = (float) p[i];
    }
    TriangleMesh mesh = new TriangleMesh(f, t);
    assertThat(SurfaceReport.of(mesh).isClosed()).isTrue();
    assertThat(SurfaceReport.of(mesh).volume()).isPositive();
    for (int k = 0; k < t.length; k += 3) {
      for (int v = 0; v < n; v++) {
        assertThat(above(p, t[k], t[k + 1], t[k + 2], v)).isLessThan(1e-6);
      }
    }
  }

  private static double above(double[] p, int a, int b, int c, int v) {
    double[] u = new double[9];
    for (int k = 0; k < 3; k++) {
      u[k] = p[3 * b + k] - p[3 * a + k];
      u[3 + k] = p[3 * c + k] - p[3 * a + k];
      u[6 + k] = p[3 * v + k] - p[3 * a + k];
    }
    return u[6] * (u[1] * u[5] - u[2] * u[4])
        + u[7] * (u[2] * u[3] - u[0] * u[5])
        + u[8] * (u[0] * u[4] - u[1] * u[3]);
  }

  @Test
  void aHubIsClosedAndItsStiffnessKnowsNoRigidMotion() {
    double[] d = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0, 1};
    double[] radii = {0.06, 0.06, 0.06, 0.04};
    Hub hub = Hub.plan(d, radii, 0.3, null, 0.6);
    JointedOperator o =
        hub.operator(16, new boolean[] {false, true, false, true}, null, ElasticMaterial.DEFAULT);
    assertThat(SurfaceReport.of(o.elements().mesh()).isClosed()).isTrue();
    assertThat(o.jointCount()).isEqualTo(4);
    for (int row = 0; row < 24; row++) {
      double sum = 0, most = 0;
      for (int j = 0; j < 4; j++) {
        sum += o.stiffness(row, 6 * j);
        most = Math.max(most, Math.abs(o.stiffness(row, 6 * j)));
      }
      assertThat(Math.abs(sum)).isLessThanOrEqualTo(1e-6 * Math.max(most, 1e-3));
    }
  }

  @Test
  void limbsThatAreTooCloseHaveNoHub() {
    double[] d = {1, 0, 0, Math.cos(0.05), Math.sin(0.05), 0, 0, 0, 1};
    assertThat(Hub.plan(d, new double[] {0.1, 0.1, 0.1}, 0.5, null, 0.6)).isNull();
  }
}
