package dev.shinari.skeleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.math.Quaternions;
import org.junit.jupiter.api.Test;

class SkeletonTest {
  private static Skeleton chain(int bones, JointLimit limit) {
    Skeleton.Builder b = Skeleton.builder();
    for (int j = 0; j <= bones; j++) {
      b.joint("j" + j, j - 1, j, 0, 0, limit);
    }
    return b.build();
  }

  private static double[] rest(Skeleton s) {
    double[] x = new double[3 * s.jointCount()];
    for (int i = 0; i < x.length; i++) {
      x[i] = s.place(i / 3, i % 3);
    }
    return x;
  }

  private static double solve(Skeleton s, double[] x, int rounds, IkTarget... targets) {
    BoneFrames frames = new BoneFrames(s);
    frames.update(x, null);
    return new Ccd(s).solve(x, frames, targets, targets.length, rounds);
  }

  private static double length(double[] x, int a, int b) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum += (x[3 * b + c] - x[3 * a + c]) * (x[3 * b + c] - x[3 * a + c]);
    }
    return Math.sqrt(sum);
  }

  @Test
  void aChainReachesATargetWithBonesOfRestLength() {
    Skeleton s = chain(5, JointLimit.NONE);
    double[] x = rest(s);
    assertThat(solve(s, x, 200, IkTarget.reach(5, 1, 2, 1.5))).isLessThan(1e-3);
    for (int j = 1; j <= 5; j++) {
      assertThat(length(x, j - 1, j)).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void aTargetOutOfReachLeavesTheChainStretchedTowardsIt() {
    Skeleton s = chain(4, JointLimit.NONE);
    double[] x = rest(s);
    double miss = solve(s, x, 500, IkTarget.reach(4, 0, 10, 0.001));
    assertThat(miss).isCloseTo(6, within(1e-2));
    assertThat(x[3 * 4 + 1]).isCloseTo(4, within(1e-2));
  }

  @Test
  void aStraightChainBendsForATargetOnItsOwnLine() {
    Skeleton s = chain(3, JointLimit.NONE);
    double[] x = rest(s);
    double miss = solve(s, x, 50, IkTarget.reach(3, 1.5, 1e-3, 0));
    assertThat(miss).isLessThan(1.6);
    for (double v : x) {
      assertThat(v).isFinite();
    }
  }

  @Test
  void limitsHold() {
    double most = Math.toRadians(20);
    Skeleton s = chain(4, JointLimit.cone(most));
    double[] x = rest(s);
    solve(s, x, 100, IkTarget.reach(4, 0, 1, 2));
    for (int j = 2; j <= 4; j++) {
      double dot = 0;
      for (int c = 0; c < 3; c++) {
        dot += (x[3 * j + c] - x[3 * j - 3 + c]) * (x[3 * j - 3 + c] - x[3 * j - 6 + c]);
      }
      assertThat(Math.acos(Math.min(1, dot))).isLessThan(most + 1e-6);
    }
  }

  @Test
  void aHingeTurnsAboutItsAxisAlone() {
    Skeleton s = chain(3, JointLimit.hinge(0, 0, 1, -0.2, 1));
    double[] x = rest(s);
    solve(s, x, 100, IkTarget.reach(3, 1, 1.5, 1));
    for (int j = 0; j <= 3; j++) {
      assertThat(x[3 * j + 2]).isCloseTo(0, within(1e-9)); // stays in the hinge's plane
    }
    assertThat(x[10]).isGreaterThan(0.5);
  }

  @Test
  void twoTargetsOfABranchedTreeAreBothReached() {
    Skeleton s =
        Skeleton.builder()
            .joint("root", -1, 0, 0, 0)
            .joint("middle", 0, 0, 1, 0)
            .joint("left", 1, -1, 1, 0)
            .joint("right", 1, 1, 1, 0)
            .joint("left-end", 2, -2, 1, 0)
            .joint("right-end", 3, 2, 1, 0)
            .build();
    double[] x = rest(s);
    double miss =
        solve(s, x, 300, IkTarget.reach(4, -1.2, 1.8, 0.3), IkTarget.reach(5, 1.2, 2, 0.2));
    assertThat(miss).isLessThan(1e-2);
  }

  @Test
  void aLookingBonePointsAtThePlace() {
    Skeleton s = chain(3, JointLimit.NONE);
    double[] x = rest(s);
    solve(s, x, 20, IkTarget.look(3, 2, 5, 0));
    assertThat(x[9]).isCloseTo(2, within(1e-6));
    assertThat(x[10]).isCloseTo(1, within(1e-6));
  }

  @Test
  void aBoneWithoutLengthKeepsItsDirectionAndStaysFinite() {
    Skeleton s =
        Skeleton.builder()
            .joint("a", -1, 0, 0, 0)
            .joint("b", 0, 0, 0, 0)
            .joint("c", 1, 0, 1, 0)
            .build();
    double[] x = rest(s);
    solve(s, x, 10, IkTarget.reach(2, 1, 0, 0));
    BoneFrames frames = new BoneFrames(s);
    frames.update(x, null);
    for (double v : frames.joints()) {
      assertThat(v).isFinite();
    }
    assertThat(x[6]).isCloseTo(1, within(1e-6));
  }

  @Test
  void framesFollowARigidTurn() {
    Skeleton s = chain(3, JointLimit.NONE);
    double[] x = rest(s);
    double[] q = new double[4];
    Quaternions.ofVector(0.3, 0.8, -0.4, q, 0);
    double[] turned = new double[x.length];
    for (int j = 0; j < 4; j++) {
      Quaternions.rotate(q, 0, x, 3 * j, turned, 3 * j);
    }
    BoneFrames frames = new BoneFrames(s);
    frames.update(turned, null);
    double[] v = {1, 0, 0};
    double[] a = new double[3], b = new double[3];
    for (int j = 1; j < 4; j++) {
      Quaternions.rotate(frames.bones(), 4 * j, v, 0, a, 0);
      Quaternions.rotate(q, 0, v, 0, b, 0);
      assertThat(a).containsExactly(b, within(1e-12));
    }
  }

  @Test
  void aLoopIsRefusedByName() {
    assertThatThrownBy(
            () ->
                Skeleton.builder()
                    .joint("a", -1, 0, 0, 0)
                    .joint("b", 2, 1, 0, 0)
                    .joint("c", 1, 2, 0, 0)
                    .build())
        .hasMessageContaining("loop through joint b");
  }
}
