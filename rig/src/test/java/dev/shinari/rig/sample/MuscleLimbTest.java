package dev.shinari.rig.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MuscleLimbTest {
  private static float[] skin(MuscleLimb limb, double... anglesDeg) {
    double[] q = new double[4 * limb.joints().size()];
    limb.rotations(anglesDeg, q);
    float[] out = new float[3 * limb.mesh().vertexCount()];
    limb.evaluator().positions(q, out);
    return out;
  }

  @Test
  void sizesAreThoseOfTheText() {
    MuscleLimb leg = LimbModels.leg();
    assertThat(leg.mesh().vertexCount()).isEqualTo(663);
    assertThat(leg.muscleCount()).isEqualTo(11);
    assertThat(leg.turns().stream().map(JointTurn::count)).containsExactly(6, 5, 9, 5, 5);
    assertThat(leg.turns().stream().map(JointTurn::joint)).containsExactly(1, 1, 1, 2, 3);
    assertThat(PoseGrid.of(leg.turns()).count()).isEqualTo(6750);
    assertThat((double) leg.mesh().bounds().sizeY()).isBetween(1.95, 2.15);
    assertThat(LimbModels.exaggeratedLeg().mesh().vertexCount()).isEqualTo(8322);
    MuscleLimb arm = LimbModels.arm();
    assertThat(arm.mesh().vertexCount()).isEqualTo(11_356);
    assertThat(PoseGrid.of(arm.turns()).count()).isEqualTo(20_736);
  }

  @Test
  void skinsAreClosed() {
    for (MuscleLimb limb : List.of(LimbModels.leg(), LimbModels.arm(20, 12))) {
      int[] t = limb.mesh().triangles();
      Set<Long> edges = new HashSet<>();
      for (int i = 0; i < t.length; i++) {
        int a = t[i], b = t[i % 3 == 2 ? i - 2 : i + 1];
        assertThat(edges.add((long) a << 32 | b)).isTrue();
      }
      for (long e : edges) {
        assertThat(edges).contains(e << 32 | e >>> 32);
      }
    }
  }

  @Test
  void theBindPoseLeavesTheMeshAsItIs() {
    for (MuscleLimb limb :
        List.of(LimbModels.leg(), LimbModels.exaggeratedLeg(), LimbModels.arm(40, 20))) {
      float[] p = limb.mesh().positions();
      float[] v = skin(limb, 0, 0, 0, 0, 0);
      for (int i = 0; i < p.length; i++) {
        assertThat(v[i]).isCloseTo(p[i], org.assertj.core.data.Offset.offset(1e-6f));
      }
    }
  }

  @Test
  void musclesKeepTheirVolumeWithinLimits() {
    MuscleLimb leg = LimbModels.leg();
    MuscleLimb.Evaluator e = leg.evaluator();
    double[] q = new double[16];
    float[] out = new float[3 * 663];
    double[] m = new double[2];
    PoseGrid grid = PoseGrid.thinned(leg.turns(), 100);
    double[] angles = new double[5];
    boolean swells = false;
    for (int n = 0; n < grid.count(); n++) {
      grid.angles(n, angles);
      leg.rotations(angles, q);
      e.positions(q, out);
      for (int k = 0; k < leg.muscleCount(); k++) {
        e.muscle(k, m);
        // Shorter is thicker, longer is thinner, and never beyond L r^2 = const.
        double exact = Math.sqrt(1 / m[0]);
        assertThat((m[1] - 1) * (exact - 1)).isGreaterThanOrEqualTo(0);
        assertThat(Math.abs(m[1] - 1)).isLessThanOrEqualTo(Math.abs(exact - 1) + 1e-12);
        assertThat(m[1]).isBetween(0.72, 1.5);
        if (Math.abs(exact - 1) < 0.02) {
          assertThat(m[1]).isCloseTo(exact, org.assertj.core.data.Offset.offset(1e-4));
        }
        swells |= m[1] > 1.1;
      }
    }
    assertThat(swells).isTrue();
  }

  @Test
  void linearBlendingWithTheSameWeightsIsVisiblyWrong() {
    MuscleLimb leg = LimbModels.leg();
    RigSkeleton skeleton = LimbExamples.skeleton(leg);
    SkinWeights w = LimbExamples.weights(leg);
    MuscleLimb.Evaluator e = leg.evaluator();
    PoseGrid grid = PoseGrid.thinned(leg.turns(), 200);
    double[] angles = new double[5], q = new double[16], pose = new double[48], s = new double[48];
    double[] v = new double[3];
    float[] out = new float[3 * 663];
    float[] u = leg.mesh().positions();
    double sum = 0;
    for (int n = 0; n < grid.count(); n++) {
      grid.angles(n, angles);
      leg.rotations(angles, q);
      e.positions(q, out);
      LimbExamples.pose(leg, e, pose);
      skeleton.skinning(pose, s);
      for (int j = 0; j < 663; j++) {
        double[] x = new double[3];
        for (int k = 3 * j; k < 3 * j + 3; k++) {
          Transforms.apply(s, 12 * w.bones()[k], u[3 * j], u[3 * j + 1], u[3 * j + 2], v, 0);
          for (int c = 0; c < 3; c++) {
            x[c] += w.weights()[k] * v[c];
          }
        }
        for (int c = 0; c < 3; c++) {
          sum += (x[c] - out[3 * j + c]) * (x[c] - out[3 * j + c]);
        }
      }
    }
    double rms = Math.sqrt(sum / grid.count() / 663);
    assertThat(rms).isGreaterThan(0.02); // one percent of the leg
    assertThat(rms).isLessThan(0.1);
  }

  @Test
  void exaggerationMovesTheSkinFurtherButNotTheBindPose() {
    float[] plain = skin(LimbModels.leg(), -40, 0, 0, 60, 0);
    assertThat(plain).doesNotContain(Float.NaN);
    MuscleLimb strong = LimbModels.exaggeratedLeg();
    MuscleLimb weak = LimbModels.leg(146, 57);
    float[] a = skin(strong, -40, 0, 0, 60, 0);
    float[] b = skin(weak, -40, 0, 0, 60, 0);
    double most = 0;
    for (int i = 0; i < a.length; i++) {
      most = Math.max(most, Math.abs(a[i] - b[i]));
    }
    assertThat(most).isGreaterThan(0.01);
    assertThat(strong.mesh().positions()).isEqualTo(weak.mesh().positions());
  }

  @Test
  void gridsGoFromEndToEnd() {
    List<JointTurn> turns = LimbModels.leg().turns();
    PoseGrid grid = PoseGrid.of(turns);
    double[] first = new double[5], last = new double[5];
    grid.angles(0, first);
    grid.angles(6749, last);
    for (int k = 0; k < 5; k++) {
      assertThat(first[k]).isEqualTo(turns.get(k).firstDeg());
      assertThat(last[k]).isEqualTo(turns.get(k).lastDeg());
    }
    Set<String> seen = new HashSet<>();
    for (int n = 0; n < grid.count(); n++) {
      grid.angles(n, first);
      assertThat(seen.add(Arrays.toString(first))).isTrue();
    }
    assertThat(PoseGrid.thinned(turns, 32).count()).isEqualTo(32);
    for (int wanted : new int[] {100, 1000, 3000, 6750}) {
      assertThat(PoseGrid.thinned(turns, wanted).count()).isBetween(wanted / 3, wanted);
    }
    assertThatThrownBy(() -> grid.angles(6750, first)).isInstanceOf(IllegalArgumentException.class);
  }
}
