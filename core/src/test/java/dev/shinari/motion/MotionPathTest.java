package dev.shinari.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.HalfSpaceShape;
import org.junit.jupiter.api.Test;

class MotionPathTest {
  private final RigidPose pose = new RigidPose();

  @Test
  void linearKeysAreJoinedByStraightLinesAndHoldBeyondTheirEnds() {
    MotionPath p = MotionPath.builder().key(1, 0, 0, 0).key(3, 4, 2, 0).build();
    p.at(0, pose);
    assertThat(pose.x).isZero();
    p.at(2, pose);
    assertThat(pose.x).isEqualTo(2, within(1e-12));
    assertThat(pose.y).isEqualTo(1, within(1e-12));
    p.at(99, pose);
    assertThat(pose.x).isEqualTo(4);
  }

  @Test
  void aSmoothPathMeetsItsKeysAndHasNoJumpInSpeed() {
    MotionPath p =
        MotionPath.builder()
            .key(0, 0, 0, 0)
            .key(1, 1, 0, 0)
            .key(3, 0, 2, 0)
            .key(4, 5, 0, 0)
            .smooth()
            .build();
    double[] x = {0, 1, 0, 5};
    double[] t = {0, 1, 3, 4};
    for (int k = 0; k < 4; k++) {
      p.at(t[k], pose);
      assertThat(pose.x).isEqualTo(x[k], within(1e-12));
    }
    double e = 1e-5;
    for (double at : new double[] {0, 1, 3, 4}) {
      double before = (value(p, at) - value(p, at - e)) / e;
      double after = (value(p, at + e) - value(p, at)) / e;
      assertThat(after).isEqualTo(before, within(1e-3));
    }
  }

  private double value(MotionPath p, double t) {
    p.at(t, pose);
    return pose.x;
  }

  @Test
  void aTurnBetweenKeysHasASteadyRate() {
    MotionPath p =
        MotionPath.builder().key(0, 0, 0, 0).key(2, 0, 0, 0).turned(0, 0, 2, Math.PI / 2).build();
    p.at(1, pose);
    assertThat(pose.worldX(1, 0, 0)).isEqualTo(Math.cos(Math.PI / 4), within(1e-12));
    assertThat(pose.worldY(1, 0, 0)).isEqualTo(Math.sin(Math.PI / 4), within(1e-12));
    p.at(0.4, pose);
    assertThat(pose.worldY(1, 0, 0)).isEqualTo(Math.sin(Math.PI / 10), within(1e-12));
  }

  @Test
  void spinGoesRoundAsOftenAsTimePasses() {
    MotionPath p = MotionPath.builder().spin(0, 2 * Math.PI, 0).build();
    p.at(1000.25, pose);
    assertThat(pose.worldX(1, 0, 0)).isEqualTo(0, within(1e-9));
    assertThat(pose.worldZ(1, 0, 0)).isEqualTo(-1, within(1e-9));
    assertThat(p.isStill()).isFalse();
    assertThat(MotionPath.STILL.isStill()).isTrue();
  }

  @Test
  void aPathRepeatsFromItsFirstKey() {
    MotionPath p =
        MotionPath.builder().key(1, 0, 0, 0).key(2, 1, 0, 0).key(3, 0, 0, 0).repeat().build();
    p.at(1 + 2 * 500 + 0.5, pose);
    assertThat(pose.x).isEqualTo(0.5, within(1e-9));
    p.at(-0.5, pose);
    assertThat(pose.x).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void keysMustAscendAndBeFinite() {
    assertThatThrownBy(() -> MotionPath.builder().key(1, 0, 0, 0).key(1, 0, 0, 0).build())
        .hasMessageContaining("ascend");
    assertThatThrownBy(() -> MotionPath.builder().key(0, Double.NaN, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MotionPath.builder().key(0, 0, 0, 0).turned(0, 0, 0, 1))
        .hasMessageContaining("axis");
  }

  @Test
  void upAlongTurnsTheShapesAxisToEveryDirection() {
    double[][] ways = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0.3, -0.8, 0.2}, {1e-9, -1, 0}};
    for (double[] w : ways) {
      Collider c =
          Collider.builder("plane", new HalfSpaceShape(1))
              .at(1, 2, 3)
              .upAlong(w[0], w[1], w[2])
              .build();
      c.pose(0, pose);
      double n = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
      assertThat(pose.worldX(0, 1, 0) - 1).isEqualTo(w[0] / n, within(1e-6));
      assertThat(pose.worldY(0, 1, 0) - 2).isEqualTo(w[1] / n, within(1e-6));
      assertThat(pose.worldZ(0, 1, 0) - 3).isEqualTo(w[2] / n, within(1e-6));
    }
  }
}
