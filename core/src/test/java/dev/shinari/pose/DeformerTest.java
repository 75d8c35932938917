package dev.shinari.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.TetShapes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeformerTest {
  private static final Bounds BOX = new Bounds(-0.2f, -0.5f, -0.3f, 0.2f, 0.5f, 0.3f);
  private static final Span ALL = Span.of(BOX, Axis.Y);

  private static double[] moved(Deformer d, double x, double y, double z) {
    double[] p = {x, y, z};
    d.move(p);
    return p;
  }

  /** Determinant of the derivative by central differences: the local change of volume. */
  private static double stretch(Deformer d, double x, double y, double z) {
    double h = 1e-5;
    double[][] j = new double[3][];
    for (int c = 0; c < 3; c++) {
      double[] hi = moved(d, x + (c == 0 ? h : 0), y + (c == 1 ? h : 0), z + (c == 2 ? h : 0));
      double[] lo = moved(d, x - (c == 0 ? h : 0), y - (c == 1 ? h : 0), z - (c == 2 ? h : 0));
      j[c] =
          new double[] {
            (hi[0] - lo[0]) / (2 * h), (hi[1] - lo[1]) / (2 * h), (hi[2] - lo[2]) / (2 * h)
          };
    }
    return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1])
        - j[1][0] * (j[0][1] * j[2][2] - j[0][2] * j[2][1])
        + j[2][0] * (j[0][1] * j[1][2] - j[0][2] * j[1][1]);
  }

  private static double lineLength(Deformer d, Axis axis) {
    double length = 0;
    double[] last = null;
    for (int i = 0; i <= 20_000; i++) {
      double s = -0.5 + i / 20_000.0;
      double[] p = moved(d, axis == Axis.X ? s : 0, axis == Axis.Y ? s : 0, axis == Axis.Z ? s : 0);
      if (last != null) {
        double x = p[0] - last[0], y = p[1] - last[1], z = p[2] - last[2];
        length += Math.sqrt(x * x + y * y + z * z);
      }
      last = p;
    }
    return length;
  }

  @Test
  void twistTurnsTheEndsHalfTheAngleEachWay() {
    Deformer d = new Deformer.Twist(ALL, Math.PI);
    // Right-handed about +y: a quarter turn takes z to x.
    assertThat(moved(d, 0, 0.5, 0.3)).containsExactly(new double[] {0.3, 0.5, 0}, within(1e-15));
    assertThat(moved(d, 0, -0.5, 0.3)).containsExactly(new double[] {-0.3, -0.5, 0}, within(1e-15));
    assertThat(moved(d, 0.1, 0, 0.2)).containsExactly(0.1, 0, 0.2);
    // Beyond the span everything turns with its end.
    assertThat(moved(d, 0, 2, 0.3)).containsExactly(new double[] {0.3, 2, 0}, within(1e-15));
  }

  @ParameterizedTest
  @EnumSource(Axis.class)
  void twistShearAndRippleKeepTheVolumeOfEveryPart(Axis axis) {
    Span span = new Span(axis, -0.5, 0.5, 0.03, -0.02, 0.01);
    Axis toward = axis == Axis.Z ? Axis.X : Axis.values()[axis.ordinal() + 1];
    List<Deformer> all =
        List.of(
            new Deformer.Twist(span, 3),
            new Deformer.Shear(span, toward, 0.7),
            new Deformer.Ripple(span, toward, 0.1, 2.5, 0.4),
            new Deformer.Stretch(span, 1.7, true));
    for (Deformer d : all) {
      for (int i = 0; i < 20; i++) {
        double x = 0.4 * StrictMath.sin(1 + 3.1 * i),
            y = 0.4 * StrictMath.sin(2 + 2.3 * i),
            z = 0.4 * StrictMath.sin(3 + 1.7 * i);
        assertThat(stretch(d, x, y, z)).as("%s", d).isCloseTo(1, within(1e-6));
      }
    }
  }

  @Test
  void tetrahedraOfATwistedBarKeepTheirSumOfVolumesNearly() {
    // Flat faces cut off what a curved layer would hold, so the sum is exact only in the limit.
    TetMesh rest = TetShapes.cuboid(4, 24, 4, 0.4f, 1, 0.4f);
    TetMesh pose =
        new TetMesh(
            new Deformer.Twist(Span.of(Bounds.of(rest.positions()), Axis.Y), Math.PI)
                .apply(rest.positions()),
            rest.tets());
    double before = 0, after = 0;
    for (int t = 0; t < rest.tetCount(); t++) {
      before += rest.volume(t);
      after += pose.volume(t);
      assertThat(pose.volume(t)).isPositive();
    }
    assertThat(after / before).isCloseTo(1, within(0.01));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1e-4, 0.5, 1.5, 3.14159, -2, 6})
  void bendKeepsTheLengthOfItsLineAndMakesItAnArc(double angle) {
    for (Axis axis : Axis.values()) {
      Axis toward = axis == Axis.X ? Axis.Y : Axis.X;
      Deformer d = new Deformer.Bend(new Span(axis, -0.5, 0.5, 0, 0, 0), toward, angle);
      assertThat(lineLength(d, axis)).isCloseTo(1, within(1e-7));
      if (Math.abs(angle) > 0.1) {
        // All points of the line are one radius, 1 / angle, from the middle of the circle.
        for (double s = -0.5; s <= 0.5; s += 0.125) {
          double[] p = new double[3];
          p[axis.ordinal()] = s;
          d.move(p);
          double x = p[axis.ordinal()], y = p[toward.ordinal()] - 1 / angle;
          assertThat(Math.sqrt(x * x + y * y)).isCloseTo(1 / Math.abs(angle), within(1e-12));
        }
      }
    }
  }

  @Test
  void bendKeepsLayersAcrossItsLineRigid() {
    Deformer d = new Deformer.Bend(ALL, Axis.X, 2);
    double[] a = moved(d, -0.2, 0.3, -0.3), b = moved(d, 0.2, 0.3, 0.3);
    double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    assertThat(Math.sqrt(x * x + y * y + z * z))
        .isCloseTo(Math.sqrt(0.4 * 0.4 + 0.6 * 0.6), within(1e-12));
    // Local volume changes by 1 - u / radius: less on the inside of the bend.
    assertThat(stretch(d, 0.1, 0.2, 0)).isCloseTo(1 - 0.1 * 2, within(1e-6));
  }

  @Test
  void sCurveIsOddKeepsItsLengthAndItsEndsPointTheSameWay() {
    Deformer d = new Deformer.SCurve(ALL, Axis.X, 1.2);
    assertThat(lineLength(d, Axis.Y)).isCloseTo(1, within(1e-7));
    double[] a = moved(d, 0.1, 0.4, 0.2), b = moved(d, -0.1, -0.4, -0.2);
    for (int c = 0; c < 3; c++) {
      assertThat(a[c]).isCloseTo(-b[c], within(1e-15));
    }
    // Beyond its ends the line runs straight on, turned by the angle.
    double[] end = moved(d, 0, 0.5, 0), past = moved(d, 0, 0.6, 0);
    assertThat(StrictMath.atan2(past[0] - end[0], past[1] - end[1])).isCloseTo(1.2, within(1e-9));
    double[] low = moved(d, 0, -0.5, 0), below = moved(d, 0, -0.6, 0);
    assertThat(StrictMath.atan2(low[0] - below[0], low[1] - below[1])).isCloseTo(1.2, within(1e-9));
  }

  @Test
  void shearSlidesByTheTangentOfItsAngle() {
    Deformer d = new Deformer.Shear(ALL, Axis.Z, Math.PI / 4);
    assertThat(moved(d, 0.1, 0.5, 0.2))
        .containsExactly(new double[] {0.1, 0.5, 0.7}, within(1e-15));
  }

  @Test
  void taperAndStretchDoAsTheySay() {
    Deformer taper = new Deformer.Taper(ALL, 1, 0.5);
    assertThat(moved(taper, 0.2, 0.5, 0.3)).containsExactly(0.1, 0.5, 0.15);
    assertThat(moved(taper, 0.2, -0.5, 0.3)).containsExactly(0.2, -0.5, 0.3);
    Deformer half = new Deformer.Stretch(Span.of(BOX, Axis.Y, 0.5, 1, 0, 0, 0), 3, false);
    // The upper half is stretched about its middle (0.25), the lower half moves along.
    assertThat(moved(half, 0, 0.5, 0)).containsExactly(0, 1, 0);
    assertThat(moved(half, 0, -0.5, 0)).containsExactly(0, -1, 0);
    assertThat(moved(new Deformer.Scale(0.5, 1, 2, 0.1, 0, 0), 0.3, 0.3, 0.3))
        .containsExactly(new double[] {0.2, 0.3, 0.6}, within(1e-15));
  }

  @Test
  void combinedPosesRunInOrder() {
    Deformer shear = new Deformer.Shear(ALL, Axis.X, 0.5);
    Deformer scale = new Deformer.Scale(2, 1, 1, 0, 0, 0);
    double[] both = moved(new Deformer.Combined(List.of(shear, scale)), 0.1, 0.2, 0.3);
    double[] one = moved(scale, 0, 0, 0);
    double[] p = {0.1, 0.2, 0.3};
    shear.move(p);
    scale.move(p);
    assertThat(both).containsExactly(p);
    assertThat(one).containsExactly(0, 0, 0);
  }

  @Test
  void noAmountLeavesTheBodyAsItIs() {
    List<Deformer> none = new ArrayList<>();
    none.add(new Deformer.Twist(ALL, 0));
    none.add(new Deformer.Bend(ALL, Axis.X, 0));
    none.add(new Deformer.SCurve(ALL, Axis.Z, 0));
    none.add(new Deformer.Shear(ALL, Axis.X, 0));
    none.add(new Deformer.Taper(ALL, 1, 1));
    none.add(new Deformer.Stretch(ALL, 1, true));
    none.add(new Deformer.Ripple(ALL, Axis.X, 0, 2, 1));
    for (Deformer d : none) {
      assertThat(d.apply(new float[] {0.1f, 0.2f, 0.3f, -1, 2, 3}))
          .as("%s", d)
          .containsExactly(new float[] {0.1f, 0.2f, 0.3f, -1, 2, 3}, within(1e-6f));
    }
  }

  @Test
  void badSettingsAreRefused() {
    assertThatThrownBy(() -> new Deformer.Bend(ALL, Axis.Y, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another axis");
    assertThatThrownBy(() -> new Deformer.Shear(ALL, Axis.X, 1.6))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Deformer.Stretch(ALL, Double.NaN, true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Deformer.Twist(ALL, Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Span.of(new Bounds(0, 0, 0, 1, 0, 1), Axis.Y))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no length along Y");
  }
}
