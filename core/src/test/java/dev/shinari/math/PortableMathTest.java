package dev.shinari.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Elementary functions against the JDK's, which are themselves within one unit. */
class PortableMathTest {
  private static final int COUNT = 200_000;

  @Test
  void trigonometricFunctionsAreWithinTwoUnitsOfTheJdks() {
    for (double scale : new double[] {1e-9, 1e-3, 1, 10, 1e3, 1e6}) {
      compare("sin", PortableMath::sin, StrictMath::sin, -scale, scale, 2);
      compare("cos", PortableMath::cos, StrictMath::cos, -scale, scale, 2);
      compare("tan", PortableMath::tan, StrictMath::tan, -scale, scale, 4);
    }
  }

  @Test
  void multiplesOfAQuarterTurnAreAsAccurateAsTheRest() {
    for (int k = -100_000; k <= 100_000; k++) {
      double x = k * (Math.PI / 2);
      near("sin", x, PortableMath.sin(x), StrictMath.sin(x), 2);
      near("cos", x, PortableMath.cos(x), StrictMath.cos(x), 2);
    }
  }

  @Test
  void inverseFunctionsAreWithinAFewUnitsOfTheJdks() {
    compare("asin", PortableMath::asin, StrictMath::asin, -1, 1, 3);
    compare("acos", PortableMath::acos, StrictMath::acos, -1, 1, 3);
    for (double scale : new double[] {1e-9, 1e-3, 1, 10, 1e9}) {
      compare("atan", PortableMath::atan, StrictMath::atan, -scale, scale, 2);
    }
    Random random = new Random(5);
    DoubleBinaryOperator ours = PortableMath::atan2;
    for (int i = 0; i < COUNT; i++) {
      double y = random.nextGaussian() * Math.scalb(1.0, random.nextInt(80) - 40);
      double x = random.nextGaussian() * Math.scalb(1.0, random.nextInt(80) - 40);
      near("atan2", x, ours.applyAsDouble(y, x), StrictMath.atan2(y, x), 2);
    }
  }

  @Test
  void exponentialsAndLogarithmsAreWithinTwoUnitsOfTheJdks() {
    for (double scale : new double[] {1e-9, 1e-3, 0.5, 1, 10, 700}) {
      compare("exp", PortableMath::exp, StrictMath::exp, -scale, scale, 2);
      compare("expm1", PortableMath::expm1, StrictMath::expm1, -scale, scale, 3);
      compare("cosh", PortableMath::cosh, StrictMath::cosh, -scale, scale, 3);
    }
    for (double scale : new double[] {1e-300, 1e-9, 1, 2, 1e9, 1e300}) {
      compare("log", PortableMath::log, StrictMath::log, 0, scale, 2);
      compare("cbrt", PortableMath::cbrt, StrictMath::cbrt, -scale, scale, 2);
    }
    compare("log near 1", PortableMath::log, StrictMath::log, 0.9, 1.1, 2);
    compare("log1p", PortableMath::log1p, StrictMath::log1p, -0.5, 0.5, 3);
    compare("log1p", PortableMath::log1p, StrictMath::log1p, -1e-7, 1e-7, 3);
    compare("log1p", PortableMath::log1p, StrictMath::log1p, 1, 1e6, 3);
  }

  @Test
  void powersAreWithinTheirBound() {
    Random random = new Random(6);
    for (int i = 0; i < COUNT; i++) {
      double x = random.nextDouble() * 4;
      double y = random.nextGaussian() * 5;
      double expected = StrictMath.pow(x, y);
      near("pow", x, PortableMath.pow(x, y), expected, 3 + 2 * Math.abs(y * StrictMath.log(x)));
      near("pow of 2", y, PortableMath.pow(2, y), StrictMath.pow(2, y), 3);
      near("pow of 0.5", y, PortableMath.pow(0.5, y), StrictMath.pow(0.5, y), 3);
    }
    assertThat(PortableMath.pow(2, 10)).isEqualTo(1024);
    assertThat(PortableMath.pow(0, 2)).isZero();
    assertThat(PortableMath.pow(0, 0)).isOne();
    assertThat(PortableMath.pow(0, -1)).isInfinite();
  }

  @Test
  void specialValuesFollowTheJdks() {
    double[] special = {
      0.0,
      -0.0,
      1,
      -1,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.MIN_NORMAL,
      1e-310,
      -2.5,
      1e-20
    };
    for (double x : special) {
      same("exp", x, PortableMath.exp(x), StrictMath.exp(x));
      same("expm1", x, PortableMath.expm1(x), StrictMath.expm1(x));
      same("log", x, PortableMath.log(x), StrictMath.log(x));
      same("log1p", x, PortableMath.log1p(x), StrictMath.log1p(x));
      same("cbrt", x, PortableMath.cbrt(x), StrictMath.cbrt(x));
      same("atan", x, PortableMath.atan(x), StrictMath.atan(x));
      same("asin", x, PortableMath.asin(x), StrictMath.asin(x));
      same("acos", x, PortableMath.acos(x), StrictMath.acos(x));
      same("cosh", x, PortableMath.cosh(x), StrictMath.cosh(x));
      if (!(Math.abs(x) > 1e6)) {
        same("sin", x, PortableMath.sin(x), StrictMath.sin(x));
        same("cos", x, PortableMath.cos(x), StrictMath.cos(x));
        same("tan", x, PortableMath.tan(x), StrictMath.tan(x));
      }
      for (double y : special) {
        same("atan2 of " + y, x, PortableMath.atan2(y, x), StrictMath.atan2(y, x));
      }
    }
    assertThat(PortableMath.sin(Double.POSITIVE_INFINITY)).isNaN();
    assertThat(PortableMath.cos(Double.NaN)).isNaN();
    assertThat(PortableMath.exp(-745.3)).isZero();
  }

  private static void compare(
      String name,
      DoubleUnaryOperator ours,
      DoubleUnaryOperator theirs,
      double from,
      double to,
      double units) {
    Random random = new Random(name.hashCode());
    for (int i = 0; i < COUNT; i++) {
      double x = from + (to - from) * random.nextDouble();
      near(name, x, ours.applyAsDouble(x), theirs.applyAsDouble(x), units);
    }
  }

  private static void near(String name, double x, double ours, double theirs, double units) {
    if (!(Math.abs(ours - theirs) <= units * Math.ulp(theirs))) {
      assertThat(ours).as("%s(%s)", name, x).isEqualTo(theirs);
    }
  }

  private static void same(String name, double x, double ours, double theirs) {
    if (Double.isNaN(theirs) || Double.isInfinite(theirs) || theirs == 0) {
      assertThat(Double.doubleToLongBits(ours))
          .as("%s(%s) = %s, not %s", name, x, ours, theirs)
          .isEqualTo(Double.doubleToLongBits(theirs));
    } else {
      near(name, x, ours, theirs, 3);
    }
  }
}
