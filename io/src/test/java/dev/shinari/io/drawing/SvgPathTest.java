package dev.shinari.io.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SvgPathTest {
  private static double area(double[][] loops) {
    return Drawing.of(loops).area();
  }

  @Test
  void aSquareIsTheSameWithAbsoluteAndRelativeCommands() {
    double[][] a = SvgPath.loops("M 0 0 L 10 0 L 10 10 L 0 10 Z");
    double[][] b = SvgPath.loops("m0,0h10v10h-10z");
    assertThat(a).isDeepEqualTo(b);
    assertThat(area(a)).isEqualTo(100);
  }

  @Test
  void arcsAndCurvesEncloseTheAreaOfTheirCircle() {
    double arc = area(SvgPath.loops("M -1 0 A 1 1 0 0 1 1 0 A 1 1 0 0 1 -1 0 Z"));
    assertThat(arc).isBetween(0.99 * Math.PI, Math.PI);
    double k = 0.5522847498;
    String curve =
        "M1 0C1 " + k + " " + k + " 1 0 1S-1 " + k + "-1 0-" + k + "-1 0-1S1-" + k + " 1 0Z";
    assertThat(area(SvgPath.loops(curve))).isBetween(0.98 * Math.PI, 1.01 * Math.PI);
    assertThat(area(SvgPath.loops("M0 0Q.5 1 1 0T2 0L2-3L0-3Z"))).isBetween(5.5, 6.5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "L 1 1",
        "M 1",
        "M 0 0 L 1",
        "M 0 0 X 3",
        "M 0 0 L 1 1",
        "M0 0 A 1 1 0 2 0 1 1",
        "M 0 0 L 1e400 0 L 3 3",
        "5 5",
        "M 0 0 L 1 1 2 0 Z 4 4"
      })
  void whatIsNoPathIsRefusedWithItsPlace(String data) {
    assertThatThrownBy(() -> SvgPath.loops(data)).isInstanceOf(IllegalArgumentException.class);
  }
}
