package dev.shinari.skinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.math.Quaternions;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.solid.IsoSurface;
import dev.shinari.mesh.solid.Solids;
import dev.shinari.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoneSkinTest {
  /** A capsule of radius 0.2 from y = 0 to 3 on three bones of length 1. */
  private static final TriangleMesh CAPSULE =
      IsoSurface.of(Solids.capsule(0, 0, 0, 0, 3, 0, 0.2), 48);

  /** Weights that go over from bone to bone within 0.3 of a joint. */
  private static SkinBinding binding(TriangleMesh mesh) {
    int n = mesh.vertexCount();
    int[] bones = new int[2 * n];
    float[] weights = new float[2 * n];
    for (int v = 0; v < n; v++) {
      float y = mesh.positions()[3 * v + 1];
      int joint = y < 1.5f ? 1 : 2;
      float s = Math.max(0, Math.min(1, (y - joint + 0.3f) / 0.6f));
      bones[2 * v] = joint - 1;
      bones[2 * v + 1] = joint;
      weights[2 * v] = 1 - s;
      weights[2 * v + 1] = s;
    }
    return new SkinBinding(2, bones, weights);
  }

  /** Bones that turn one after the other about the joints at y = 1 and 2, as a chain. */
  private static double[] chain(double[] axis, double first, double second) {
    double[] pose = new double[36], q = {0, 0, 0, 1}, turn = new double[4], r = new double[9];
    double[] joint = {0, 0, 0}, up = new double[3];
    for (int b = 0; b < 3; b++) {
      double angle = b == 0 ? 0 : b == 1 ? first : second;
      Quaternions.ofVector(angle * axis[0], angle * axis[1], angle * axis[2], turn, 0);
      Quaternions.product(q, 0, turn, 0, q, 0);
      Quaternions.toMatrix(q, 0, r, 0);
      Quaternions.rotate(q, 0, new double[] {0, 1, 0}, 0, up, 0);
      for (int i = 0; i < 3; i++) {
        System.arraycopy(r, 3 * i, pose, 12 * b + 4 * i, 3);
        pose[12 * b + 4 * i + 3] = joint[i] - b * r[3 * i + 1];
        joint[i] += up[i];
      }
    }
    return pose;
  }

  private static double[] linear(SkinBinding binding, double[] pose, float[] p, int v) {
    double[] out = new double[3];
    for (int k = 2 * v; k < 2 * v + 2; k++) {
      for (int r = 0; r < 3; r++) {
        int at = 12 * binding.bones()[k] + 4 * r;
        double x = pose[at + 3];
        for (int c = 0; c < 3; c++) {
          x += pose[at + c] * p[3 * v + c];
        }
        out[r] += binding.weights()[k] * x;
      }
    }
    return out;
  }

  private static double largest(double[] pose, float[] out, float least) {
    SkinBinding binding = binding(CAPSULE);
    double most = 0;
    for (int v = 0; v < CAPSULE.vertexCount(); v++) {
      if (Math.max(binding.weights()[2 * v], binding.weights()[2 * v + 1]) >= least) {
        double[] x = linear(binding, pose, CAPSULE.positions(), v);
        double d = 0;
        for (int c = 0; c < 3; c++) {
          d += (x[c] - out[3 * v + c]) * (x[c] - out[3 * v + c]);
        }
        most = Math.max(most, Math.sqrt(d));
      }
    }
    return most;
  }

  @Test
  void bonesThatMoveTogetherMoveTheSurfaceRigidly() {
    BoneSkin skin = new BoneSkin(CAPSULE, binding(CAPSULE), 3);
    double[] one = chain(new double[] {0.6, 0, 0.8}, 0, 0);
    double[] q = {0.1, 0.7, -0.2, 0.6}, r = new double[9];
    Quaternions.normalize(q, 0);
    Quaternions.toMatrix(q, 0, r, 0);
    for (int b = 0; b < 3; b++) {
      for (int i = 0; i < 3; i++) {
        System.arraycopy(r, 3 * i, one, 12 * b + 4 * i, 3);
        one[12 * b + 4 * i + 3] = 5 + i;
      }
    }
    float[] out = new float[CAPSULE.positions().length];
    skin.pose(one, out, Workers.SERIAL);
    assertThat(largest(one, out, 0)).isLessThan(1e-5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, 45, 100, -80, 140})
  void aBentLimbKeepsItsVolumeAndTheMiddleOfItsBones(double degrees) {
    double[] pose =
        chain(new double[] {1, 0, 0}, Math.toRadians(degrees), -Math.toRadians(degrees));
    BoneSkin skin = new BoneSkin(CAPSULE, binding(CAPSULE), 3);
    float[] out = new float[CAPSULE.positions().length];
    skin.pose(pose, out, Workers.SERIAL);
    assertThat(largest(pose, out, 0.97f)).isLessThan(0.02);
    assertThat(SurfaceReport.volume(CAPSULE.withPositions(out)) / SurfaceReport.volume(CAPSULE))
        .isCloseTo(1, within(0.03));
  }

  @Test
  void aTwistedLimbDoesNotShrinkToAWrapper() {
    double[] pose = chain(new double[] {0, 1, 0}, Math.toRadians(150), 0);
    BoneSkin skin = new BoneSkin(CAPSULE, binding(CAPSULE), 3);
    float[] out = new float[CAPSULE.positions().length];
    skin.pose(pose, out, Workers.SERIAL);
    for (int v = 0; v < CAPSULE.vertexCount(); v++) {
      if (Math.abs(out[3 * v + 1] - 1) < 0.3) {
        double radius = Math.sqrt(out[3 * v] * out[3 * v] + out[3 * v + 2] * out[3 * v + 2]);
        assertThat(radius).isCloseTo(0.2, within(0.02));
      }
    }
  }

  @Test
  void bonesThatScaleDoSoExactly() {
    double[] pose = chain(new double[] {1, 0, 0}, 0, 0);
    for (int b = 0; b < 3; b++) {
      for (int i = 0; i < 3; i++) {
        pose[12 * b + 5 * i] = 1.5 + i;
      }
    }
    BoneSkin skin = new BoneSkin(CAPSULE, binding(CAPSULE), 3);
    float[] out = new float[CAPSULE.positions().length];
    skin.pose(pose, out, Workers.SERIAL);
    assertThat(largest(pose, out, 0)).isLessThan(1e-5);
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBits() {
    double[] pose = chain(new double[] {1, 0, 0}, 1.2, 0.4);
    float[] one = new float[CAPSULE.positions().length], three = one.clone();
    new BoneSkin(CAPSULE, binding(CAPSULE), 3).pose(pose, one, Workers.SERIAL);
    try (Workers crew = new Workers(3)) {
      new BoneSkin(CAPSULE, binding(CAPSULE), 3).pose(pose, three, crew);
    }
    assertThat(three).containsExactly(one);
  }

  @Test
  void weightsThatDoNotAddUpAreNamed() {
    assertThatThrownBy(() -> new SkinBinding(2, new int[] {0, 1}, new float[] {0, 0}))
        .hasMessageContaining("vertex 0")
        .hasMessageContaining("normalize");
    assertThatThrownBy(() -> new SkinBinding(1, new int[] {0}, new float[] {Float.NaN}))
        .hasMessageContaining("NaN");
  }
}
