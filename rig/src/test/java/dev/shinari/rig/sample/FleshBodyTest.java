package dev.shinari.rig.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.Transforms;
import org.junit.jupiter.api.Test;

class FleshBodyTest {
  private final MuscleLimb leg = LimbModels.leg(20, 10);
  private final RigSkeleton skeleton = LimbExamples.skeleton(leg);
  private final FleshBody flesh =
      new FleshBody(
          leg.mesh(), skeleton, LimbExamples.weights(leg), new FleshSettings(14, 0.35f, 40));

  private float[] shape(double[] pose) {
    float[] out = new float[3 * leg.mesh().vertexCount()];
    flesh.shape(pose, out);
    return out;
  }

  @Test
  void theBindPoseKeepsItsShape() {
    float[] p = leg.mesh().positions();
    float[] v = shape(skeleton.bind());
    for (int i = 0; i < p.length; i++) {
      assertThat(v[i]).isCloseTo(p[i], org.assertj.core.data.Offset.offset(2e-3f));
    }
  }

  @Test
  void aRigidMotionOfTheSkeletonMovesTheSkinRigidly() {
    double[] move = Transforms.identity();
    Transforms.setRotation(new double[] {Math.cos(0.4), 0, Math.sin(0.4), 0}, 0, move, 0);
    move[3] = 3;
    move[7] = -1;
    double[] bind = skeleton.bind();
    double[] pose = new double[bind.length];
    for (int d = 0; d < skeleton.jointCount(); d++) {
      Transforms.multiply(move, 0, bind, 12 * d, pose, 12 * d);
    }
    float[] v = shape(pose);
    float[] p = leg.mesh().positions();
    double[] x = new double[3];
    for (int j = 0; j < p.length; j += 3) {
      Transforms.apply(move, 0, p[j], p[j + 1], p[j + 2], x, 0);
      for (int c = 0; c < 3; c++) {
        assertThat((double) v[j + c]).isCloseTo(x[c], org.assertj.core.data.Offset.offset(3e-3));
      }
    }
  }

  @Test
  void aShapeDependsOnItsPoseAlone() {
    double[][] poses = FleshBody.poses(skeleton, skeleton.bind(), 50, 5);
    float[] first = shape(poses[3]);
    shape(poses[1]);
    shape(poses[4]);
    float[] again = shape(poses[3]);
    for (int i = 0; i < first.length; i++) {
      // The body's own memory (rotations of its regions) may differ by rounding.
      assertThat(again[i]).isCloseTo(first[i], org.assertj.core.data.Offset.offset(2e-3f));
    }
    assertThat(first).doesNotContain(Float.NaN);
  }

  @Test
  void posesStartAtRestStayInRangeAndAreRigid() {
    double[][] poses = FleshBody.poses(skeleton, skeleton.bind(), 30, 50);
    assertThat(poses[0]).isEqualTo(skeleton.bind());
    for (double[] pose : poses) {
      for (int d = 1; d < skeleton.jointCount(); d++) {
        assertThat(Transforms.strain(pose, 12 * d)).isLessThan(1e-9);
        double[] inverse = new double[12], local = new double[12];
        Transforms.invertRigid(pose, 12 * skeleton.parent(d), inverse, 0);
        Transforms.multiply(inverse, 0, pose, 12 * d, local, 0);
        double cosine = 0.5 * (local[0] + local[5] + local[10] - 1);
        assertThat(Math.toDegrees(Math.acos(Math.min(1, cosine)))).isLessThan(30 + 1e-6);
      }
    }
  }
}
