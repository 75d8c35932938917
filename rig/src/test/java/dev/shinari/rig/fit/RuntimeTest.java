package dev.shinari.rig.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.fit.controller.PoseFeatures;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.runtime.HelperRuntime;
import dev.shinari.rig.runtime.JiggleRuntime;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a game runs, on the rig whose helpers are known. */
class RuntimeTest {
  private final KnownRig known = new KnownRig(6, 6, true);

  @Test
  void helpersRestInTheBindPose() {
    double[] s = new double[24];
    known.rig.runtime().evaluate(known.skeleton.bind(), s, null);
    for (int h = 0; h < 2; h++) {
      for (int k = 0; k < 12; k++) {
        assertThat(s[12 * h + k]).isCloseTo(k % 5 == 0 ? 1 : 0, Offset.offset(1e-15));
      }
    }
  }

  @Test
  void theOutputsAreTheKnownPolynomials() {
    HelperRuntime runtime = known.rig.runtime();
    double[] pose = new double[36];
    known.pose(0.2, -0.1, 0.5, 0.7, pose);
    double[] x = new double[4];
    runtime.readVariables(pose, x);
    assertThat(x).containsExactly(new double[] {0.2, -0.1, 0.5, 0.7}, Offset.offset(1e-12));
    double[] y = new double[6];
    runtime.outputs(0, x, y);
    double[] expected = {0.2 + 0.05 * 0.5, 0.1 + 0.06 * 0.25, 0, 0, 0, 0.3 * 0.5};
    assertThat(y).containsExactly(expected, Offset.offset(1e-12));
  }

  @Test
  void aRigThatTurnsAsAWholeTurnsItsHelpers() {
    HelperRuntime runtime = known.rig.runtime();
    double[] pose = new double[36];
    known.pose(0.2, -0.1, 0.5, 0.7, pose);
    double[] before = new double[24];
    runtime.evaluate(pose, before, null);
    // The root's own rotation is no variable of this rig: all bones follow it.
    double[] turn = Transforms.identity();
    double[] q = new double[4];
    PoseFeatures.quaternion(0.4, 1.1, -0.3, q);
    Transforms.setRotation(q, 0, turn, 0);
    turn[3] = 5;
    double[] turned = new double[36];
    for (int d = 0; d < 3; d++) {
      Transforms.multiply(turn, 0, pose, 12 * d, turned, 12 * d);
    }
    double[] after = new double[24];
    runtime.evaluate(turned, after, null);
    double[] expected = new double[24];
    for (int h = 0; h < 2; h++) {
      Transforms.multiply(turn, 0, before, 12 * h, expected, 12 * h);
    }
    assertThat(after).containsExactly(expected, Offset.offset(1e-12));
  }

  @Test
  void outsideOfTheTrainedPosesHelpersStayWithinTheirLimits() throws Exception {
    FitResult fit =
        RigFit.fit(
            known.examples(80, 4, 32),
            FitSettings.DEFAULT.withHelpers(2).withIterations(5, 0).withDegree(3, true),
            null,
            null,
            FitProgress.NONE);
    HelperRuntime runtime = fit.rig().runtime();
    double[] pose = new double[36];
    double[] x = new double[runtime.variableCount()];
    double[] y = new double[6];
    for (int k = 0; k < 200; k++) {
      known.pose(
          3 * StrictMath.sin(k), 3 * StrictMath.sin(1.3 * k), 3 * StrictMath.cos(0.7 * k), 3, pose);
      runtime.readVariables(pose, x);
      for (int h = 0; h < fit.rig().helpers().size(); h++) {
        Controller c = fit.rig().helpers().get(h).controller();
        runtime.outputs(h, x, y);
        for (int o = 0; o < 6; o++) {
          assertThat(y[o]).isBetween(c.lower()[o], c.upper()[o]);
        }
      }
    }
  }

  @Test
  void constantScaleInTheSkeletonIsTakenOut() {
    double[] pose = new double[36];
    known.pose(0.2, -0.1, 0.5, 0.7, pose);
    double[] s = new double[24];
    known.rig.runtime().evaluate(pose, s, null);
    double[] bind = known.skeleton.bind();
    double[] scaled = pose.clone();
    for (double[] a : List.of(bind, scaled)) {
      for (int k = 0; k < a.length; k++) {
        a[k] *= k % 4 == 3 ? 1 : 0.01;
      }
    }
    HelperRig rig =
        new HelperRig(
            new dev.shinari.rig.RigSkeleton(known.skeleton.names(), known.skeleton.parents(), bind),
            known.rig.inputs(),
            known.rig.helpers(),
            known.rig.weights(),
            List.of());
    double[] t = new double[24];
    rig.runtime().evaluate(scaled, t, null);
    assertThat(t).containsExactly(s, Offset.offset(1e-12));
  }

  @Test
  void kernelsAreSummedAsDocumented() {
    double[] zero = new double[6];
    double[] far = {9, 9, 9, 9, 9, 9};
    double[] near = {-9, -9, -9, -9, -9, -9};
    Controller c =
        new Controller(
            zero,
            new int[6][0][],
            new double[6][0],
            new double[] {0.1, 0.2},
            new double[] {2, 3},
            new double[] {1, 2, 3, 4, 5, 6},
            near,
            far);
    Helper helper = new Helper("k", 0, Transforms.identity(), new double[] {1, 0, 0, 0}, c, 0);
    PoseInputs in =
        new PoseInputs(
            new int[] {1, 1},
            new int[] {0, 1},
            new double[] {1, 0, 0, 0, 1, 0, 0, 0},
            new double[] {-1, -1},
            new double[] {1, 1});
    HelperRuntime r =
        new HelperRig(known.skeleton, in, List.of(helper), known.rig.weights(), List.of())
            .runtime();
    double[] y = new double[6];
    r.outputs(0, new double[] {0.6, 0.0}, y);
    double s = 1 + 1.0 + 0.36; // ((0.6 - 0.1) 2)^2 and ((0 - 0.2) 3)^2
    for (int o = 0; o < 6; o++) {
      assertThat(y[o]).isCloseTo((o + 1) / (s * s), Offset.offset(1e-12));
    }
  }

  @Test
  void aFrameAllocatesNothing() {
    HelperRuntime runtime = known.rig.runtime();
    JiggleRuntime jiggle = jiggle(4, 0.2, 1);
    double[] pose = new double[36];
    known.pose(0.2, -0.1, 0.5, 0.7, pose);
    double[] s = new double[24];
    double[] g = new double[24];
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int k = 0; k < 2000; k++) {
      runtime.evaluate(pose, s, g);
      jiggle.advance(pose, 1 / 60.0, s, g);
    }
    long id = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(id);
    for (int k = 0; k < 10_000; k++) {
      runtime.evaluate(pose, s, g);
      jiggle.advance(pose, 1 / 60.0, s, g);
    }
    assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(10_000);
  }

  private JiggleRuntime jiggle(double hertz, double ratio, double reach) {
    double[] a = {hertz, hertz};
    double[] b = {ratio, ratio};
    double[] c = {reach, reach};
    return new JiggleRuntime(known.rig.runtime(), a, b, c);
  }

  @Test
  void atRestJiggleIsTheControllersPose() {
    double[] pose = new double[36];
    known.pose(0.2, -0.1, 0.5, 0.7, pose);
    double[] plain = new double[24];
    known.rig.runtime().evaluate(pose, plain, null);
    JiggleRuntime jiggle = jiggle(3, 0.3, 1);
    double[] s = new double[24];
    for (int k = 0; k < 10; k++) {
      jiggle.advance(pose, 1 / 60.0, s, null);
    }
    assertThat(s).containsExactly(plain, Offset.offset(1e-12));
  }

  @Test
  void aJoltSwingsAtItsFrequencyAndDiesOut() {
    JiggleRuntime jiggle = jiggle(2, 0.05, 10);
    double[] pose = new double[36];
    double[] s = new double[24];
    known.pose(0, 0, 0, 0, pose);
    jiggle.advance(pose, 1 / 240.0, s, null);
    for (int d = 0; d < 3; d++) {
      pose[12 * d + 3] += 0.1; // everything jumps to the side
    }
    int crossings = 0;
    double last = -1;
    double peakLate = 0;
    for (int k = 0; k < 960; k++) { // four seconds
      jiggle.advance(pose, 1 / 240.0, s, null);
      double offset = s[3] - 0.1;
      crossings += offset > 0 != last > 0 ? 1 : 0;
      last = offset;
      if (k > 900) {
        peakLate = Math.max(peakLate, Math.abs(offset));
      }
    }
    assertThat(crossings).isBetween(14, 17); // two a swing: 2 Hz for 4 s
    assertThat(peakLate).isLessThan(0.02);
  }

  @Test
  void jiggleStaysWithinItsReachAtAnyStiffnessAndFrameLength() {
    for (double hertz : new double[] {0.5, 5, 500}) {
      for (double dt : new double[] {1e-4, 1 / 60.0, 0.5}) {
        JiggleRuntime jiggle = jiggle(hertz, 0, 0.02);
        double[] pose = new double[36];
        double[] s = new double[24];
        double[] plain = new double[24];
        for (int k = 0; k < 300; k++) {
          known.pose(0, 0, StrictMath.sin(k), StrictMath.cos(2.1 * k), pose);
          jiggle.advance(pose, dt, s, null);
          known.rig.runtime().evaluate(pose, plain, null);
          for (int h = 0; h < 2; h++) {
            double d = 0;
            for (int c = 3; c < 12; c += 4) {
              d += (s[12 * h + c] - plain[12 * h + c]) * (s[12 * h + c] - plain[12 * h + c]);
            }
            assertThat(Math.sqrt(d)).isLessThanOrEqualTo(0.02 + 1e-9);
          }
        }
      }
    }
  }

  @Test
  void badJiggleIsRefused() {
    assertThatThrownBy(() -> jiggle(Double.NaN, 0.1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new JiggleRuntime(known.rig.runtime(), new double[1], new double[2], new double[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
