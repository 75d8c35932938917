package dev.shinari.math;

/**
 * Elementary functions with the same bits on every platform: JVMs, and WebAssembly, where {@code
 * StrictMath} is whatever the browser's own library computes. Only additions, multiplications,
 * divisions, square roots and bit operations are used, all of which IEEE 754 rounds exactly, so the
 * results cannot differ.
 *
 * <p>Errors stay below one unit in the last place ({@link #tan}, {@link #asin}, {@link #acos},
 * {@link #cosh}: two; {@link #pow}: about 1 + |y log x| units). Special values follow {@link Math}.
 *
 * <p>Each function reduces its argument to a short interval and sums the Taylor series there. The
 * constants were computed with 60 decimal digits.
 */
public final class PortableMath {
  // pi/2 = P1 + P2 + P3 + P4; the first three have 33 bits each, so n * P is exact for n < 2^20.
  private static final double P1 = 0x1.921fb544p0;
  private static final double P2 = 0x1.0b4611a6p-34;
  private static final double P3 = 0x1.3198a2ep-69;
  private static final double P4 = 0x1.b839a252049c1p-104;
  private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
  private static final double HALF_PI_HIGH = 0x1.921fb54442d18p0;
  private static final double HALF_PI_LOW = 0x1.1a62633145c07p-54;

  // ln 2 = LN2_HIGH + LN2_LOW; the first has 32 bits, so k * LN2_HIGH is exact for any exponent k.
  private static final double LN2_HIGH = 0x1.62e42feep-1;
  private static final double LN2_LOW = 0x1.a39ef35793c76p-33;
  private static final double ONE_OVER_LN2 = 0x1.71547652b82fep0;

  private static final double RADIANS_PER_DEGREE = 0.017453292519943295;
  private static final double DEGREES_PER_RADIAN = 57.29577951308232;

  /** atan(i / 8) = ATAN_HIGH[i] + ATAN_LOW[i]. */
  private static final double[] ATAN_HIGH = {
    0,
    0x1.fd5ba9aac2f6ep-4,
    0x1.f5b75f92c80ddp-3,
    0x1.6f61941e4def1p-2,
    0x1.dac670561bb4fp-2,
    0x1.1e00babdefeb4p-1,
    0x1.4978fa3269ee1p-1,
    0x1.700a7c5784634p-1,
    0x1.921fb54442d18p-1
  };

  private static final double[] ATAN_LOW = {
    0,
    -0x1.cd37686760c17p-59,
    0x1.8ab6e3cf7afbdp-57,
    -0x1.c63aae6f6e918p-56,
    0x1.a2b7f222f65e2p-56,
    -0x1.928df287a668fp-58,
    0x1.2419a87f2a458p-56,
    -0x1.8c34d25aadef6p-56,
    0x1.1a62633145c07p-55
  };

  private PortableMath() {}

  /** Sine of an angle in radians; accuracy declines beyond 2^20 quarter turns. */
  public static double sin(double x) {
    if (Math.abs(x) < 0x1p-27) {
      return x; // keeps the sign of zero
    }
    double n = quarterTurns(x);
    double r = reduced(x, n);
    double low = reducedLow(x, n, r);
    return switch ((int) ((long) n & 3)) {
      case 0 -> sine(r, low);
      case 1 -> cosine(r, low);
      case 2 -> -sine(r, low);
      default -> -cosine(r, low);
    };
  }

  /** Cosine of an angle in radians; accuracy declines beyond 2^20 quarter turns. */
  public static double cos(double x) {
    double n = quarterTurns(x);
    double r = reduced(x, n);
    double low = reducedLow(x, n, r);
    return switch ((int) ((long) n & 3)) {
      case 0 -> cosine(r, low);
      case 1 -> -sine(r, low);
      case 2 -> -cosine(r, low);
      default -> sine(r, low);
    };
  }

  /** Tangent of an angle in radians. */
  public static double tan(double x) {
    if (Math.abs(x) < 0x1p-27) {
      return x;
    }
    return sin(x) / cos(x);
  }

  private static double quarterTurns(double x) {
    return Math.rint(x * TWO_OVER_PI); // NaN and infinities become NaN in the reduction
  }

  /** x - n pi/2, rounded; exact but for the last part while |n| < 2^20. */
  private static double reduced(double x, double n) {
    double a = x - n * P1;
    double b = n * P2;
    double c = a - b;
    double lost = (a - c) - b; // what the subtraction rounded away
    return c + (lost - n * P3);
  }

  /** What {@link #reduced} rounded away. */
  private static double reducedLow(double x, double n, double r) {
    double a = x - n * P1;
    double b = n * P2;
    double c = a - b;
    double lost = (a - c) - b;
    double d = lost - n * P3;
    double carried = Math.abs(c) >= Math.abs(d) ? (c - r) + d : (d - r) + c;
    return carried - n * P4;
  }

  /** Sine of r + low, |r| at most pi/4. */
  private static double sine(double r, double low) {
    double z = r * r;
    double p =
        z
            * (-1 / 6.0
                + z
                    * (1 / 120.0
                        + z
                            * (-1 / 5040.0
                                + z
                                    * (1 / 362880.0
                                        + z
                                            * (-1 / 39916800.0
                                                + z
                                                    * (1 / 6227020800.0
                                                        + z
                                                            * (-1 / 1307674368000.0
                                                                + z
                                                                    * (1
                                                                        / 355687428096000.0))))))));
    return r + (r * p + low * (1 - 0.5 * z));
  }

  /** Cosine of r + low, |r| at most pi/4. */
  private static double cosine(double r, double low) {
    double z = r * r;
    double p =
        z
            * z
            * (1 / 24.0
                + z
                    * (-1 / 720.0
                        + z
                            * (1 / 40320.0
                                + z
                                    * (-1 / 3628800.0
                                        + z
                                            * (1 / 479001600.0
                                                + z
                                                    * (-1 / 87178291200.0
                                                        + z * (1 / 20922789888000.0)))))));
    double half = 0.5 * z;
    double main = 1 - half;
    return main + (((1 - main) - half) + (p - r * low));
  }

  /** e to the power of x. */
  public static double exp(double x) {
    if (!(x < 709.782712893384)) {
      return x > 0 ? Double.POSITIVE_INFINITY : x; // NaN stays
    }
    if (x < -745.2) {
      return 0;
    }
    double k = Math.rint(x * ONE_OVER_LN2);
    double high = x - k * LN2_HIGH;
    double low = k * LN2_LOW;
    double r = high - low;
    double lost = (high - r) - low;
    return timesPowerOfTwo(1 + (r + (tailOfExp(r) + lost * (1 + r))), (int) k);
  }

  /** e^x - 1, accurate near zero. */
  public static double expm1(double x) {
    if (Math.abs(x) < 0x1p-54) {
      return x;
    }
    if (Math.abs(x) < 0.35) {
      return x + tailOfExp(x);
    }
    return x < -40 ? -1 : exp(x) - 1;
  }

  /** e^r - 1 - r for |r| at most 0.35. */
  private static double tailOfExp(double r) {
    double s = 1 / 87178291200.0; // 1 / 14!
    s = s * r + 1 / 6227020800.0;
    s = s * r + 1 / 479001600.0;
    s = s * r + 1 / 39916800.0;
    s = s * r + 1 / 3628800.0;
    s = s * r + 1 / 362880.0;
    s = s * r + 1 / 40320.0;
    s = s * r + 1 / 5040.0;
    s = s * r + 1 / 720.0;
    s = s * r + 1 / 120.0;
    s = s * r + 1 / 24.0;
    s = s * r + 1 / 6.0;
    s = s * r + 0.5;
    return r * r * s;
  }

  /** Hyperbolic cosine. */
  public static double cosh(double x) {
    double a = Math.abs(x);
    if (a > 700) {
      double half = exp(0.5 * a);
      return 0.5 * half * half;
    }
    double e = exp(a);
    return 0.5 * e + 0.5 / e;
  }

  /** Natural logarithm. */
  public static double log(double x) {
    if (!(x > 0)) {
      return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    if (x == Double.POSITIVE_INFINITY) {
      return x;
    }
    int k = 0;
    if (x < Double.MIN_NORMAL) {
      x *= 0x1p54;
      k = -54;
    }
    long bits = Double.doubleToRawLongBits(x);
    k += (int) (bits >>> 52) - 1023;
    double m = Double.longBitsToDouble(bits & 0x000f_ffff_ffff_ffffL | 0x3ff0_0000_0000_0000L);
    if (m > 1.4142135623730951) {
      m *= 0.5;
      k++;
    }
    // log m = 2 atanh(s) with s = f / (2 + f), f = m - 1; written so that f leads:
    // log(1 + f) = f - (f^2/2 - s (f^2/2 + R)), R = sum over n of 2 s^(2n) / (2n + 1).
    double f = m - 1;
    double s = f / (2 + f);
    double z = s * s;
    double t = 2 / 23.0;
    for (int n = 21; n >= 3; n -= 2) {
      t = t * z + 2.0 / n;
    }
    double half = 0.5 * f * f;
    double r = s * (half + t * z);
    return k * LN2_HIGH - ((half - (r + k * LN2_LOW)) - f);
  }

  /** log(1 + x), accurate near zero. */
  public static double log1p(double x) {
    if (!(x > -1)) {
      return x == -1 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    if (Math.abs(x) < 0x1p-54 || x == Double.POSITIVE_INFINITY) {
      return x;
    }
    double u = 1 + x;
    double lost = Math.abs(x) < 1 ? x - (u - 1) : 1 - (u - x);
    return log(u) + lost / u;
  }

  /** x to the power of y, for x at least 0. */
  public static double pow(double x, double y) {
    if (y == 0 || x == 1) {
      return 1;
    }
    if (x == 0) {
      return y > 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    if (y == 1) {
      return x;
    }
    if (x == 0.5 || x == 2) {
      return exp2(x == 2 ? y : -y);
    }
    return exp(y * log(x));
  }

  /** 2 to the power of x; exact for whole x. */
  private static double exp2(double x) {
    if (!(Math.abs(x) < 1100)) {
      return x > 0 ? Double.POSITIVE_INFINITY : x < 0 ? 0 : x;
    }
    double k = Math.rint(x);
    double f = x - k;
    double high = f * LN2_HIGH;
    double r = high + f * LN2_LOW;
    return timesPowerOfTwo(1 + (r + tailOfExp(r)), (int) k);
  }

  /** Cube root. */
  public static double cbrt(double x) {
    double a = Math.abs(x);
    if (!(a > 0 && a < Double.POSITIVE_INFINITY)) {
      return x;
    }
    int k = 0;
    if (a < Double.MIN_NORMAL) {
      a *= 0x1p54;
      k = -18;
    }
    int third = Math.floorDiv((int) (Double.doubleToRawLongBits(a) >>> 52) - 1023, 3);
    a = timesPowerOfTwo(a, -3 * third); // in [1, 8)
    k += third;
    double t = 0.7 + 0.18 * a; // within 22 % of the root
    for (int i = 0; i < 4; i++) {
      double cube = t * t * t;
      t = t * ((cube + 2 * a) / (2 * cube + a)); // Halley: three times the digits each time
    }
    // one more step from t rounded to 24 bits, whose square is exact
    double r = (double) (float) t;
    double residual = a / (r * r) - r;
    t = r + r * (residual / (3 * r + residual));
    return Math.copySign(timesPowerOfTwo(t, k), x);
  }

  /** Angle whose tangent is x, in radians. */
  public static double atan(double x) {
    double a = Math.abs(x);
    if (!(a >= 0x1p-27)) {
      return x; // tiny, zero with its sign, or NaN
    }
    double result = a <= 1 ? arc(a, 0, 1) : complement(1, a);
    return Math.copySign(result, x);
  }

  /** pi/2 - atan(y / x), 0 < y <= x. */
  private static double complement(double y, double x) {
    if (x == Double.POSITIVE_INFINITY) {
      return HALF_PI_HIGH;
    }
    double q = y / x;
    int i = (int) (q * 8 + 0.5);
    double t = turned(y, x, i);
    double high = HALF_PI_HIGH - ATAN_HIGH[i];
    double lost = (HALF_PI_HIGH - high) - ATAN_HIGH[i];
    return high - ((t * arcTail(t) - (HALF_PI_LOW - ATAN_LOW[i]) - lost) + t);
  }

  /** base + atan(y / x), 0 <= y <= x, x above 0. */
  private static double arc(double y, double base, double x) {
    int i = (int) (y / x * 8 + 0.5);
    double t = turned(y, x, i);
    return base + (ATAN_HIGH[i] + (t + (ATAN_LOW[i] + t * arcTail(t))));
  }

  /** tan(atan(y / x) - atan(i / 8)): at most 1/16. */
  private static double turned(double y, double x, int i) {
    return i == 0 ? y / x : (8 * y - i * x) / (8 * x + i * y);
  }

  /** atan(t) / t - 1 for |t| at most 1/16. */
  private static double arcTail(double t) {
    double z = t * t;
    return z
        * (-1 / 3.0
            + z
                * (1 / 5.0
                    + z
                        * (-1 / 7.0
                            + z * (1 / 9.0 + z * (-1 / 11.0 + z * (1 / 13.0 + z * (-1 / 15.0)))))));
  }

  /** Angle of the point (x, y) from the positive x axis, in (-pi, pi]. */
  public static double atan2(double y, double x) {
    double ay = Math.abs(y);
    double ax = Math.abs(x);
    if (!(ax <= Double.MAX_VALUE && ay <= Double.MAX_VALUE) || ax == 0 && ay == 0) {
      return atan2OfSpecial(y, x);
    }
    // extreme sizes would overflow in `turned`
    double size = Math.max(ax, ay);
    if (size > 0x1p1000) {
      ax *= 0x1p-100;
      ay *= 0x1p-100;
    } else if (size < 0x1p-900) {
      ax *= 0x1p120;
      ay *= 0x1p120;
    }
    double angle = ay <= ax ? arc(ay, 0, ax) : complement(ax, ay);
    if (x < 0 || x == 0 && 1 / x < 0) {
      angle = 2 * HALF_PI_HIGH - (angle - 2 * HALF_PI_LOW);
    }
    return Math.copySign(angle, y);
  }

  private static double atan2OfSpecial(double y, double x) {
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return Double.NaN;
    }
    boolean left = x < 0 || x == 0 && 1 / x < 0;
    double angle;
    if (Math.abs(y) == Double.POSITIVE_INFINITY) {
      angle = Math.abs(x) == Double.POSITIVE_INFINITY ? (left ? 1.5 : 0.5) : 1;
    } else {
      angle = left ? 2 : 0;
    }
    return Math.copySign(angle * HALF_PI_HIGH, y);
  }

  /** Angle whose sine is x, in [-pi/2, pi/2]. */
  public static double asin(double x) {
    if (!(Math.abs(x) <= 1)) {
      return Double.NaN;
    }
    return Math.abs(x) < 0x1p-27 ? x : atan2(x, Math.sqrt((1 - x) * (1 + x)));
  }

  /** Angle whose cosine is x, in [0, pi]. */
  public static double acos(double x) {
    return Math.abs(x) <= 1 ? atan2(Math.sqrt((1 - x) * (1 + x)), x) : Double.NaN;
  }

  /** Degrees as radians. */
  public static double toRadians(double degrees) {
    return degrees * RADIANS_PER_DEGREE;
  }

  /** Radians as degrees. */
  public static double toDegrees(double radians) {
    return radians * DEGREES_PER_RADIAN;
  }

  /** v 2^k; rounds once where the result is subnormal and v of the order of 1. */
  private static double timesPowerOfTwo(double v, int k) {
    if (k > 1000) {
      return v * 0x1p1000 * power(k - 1000);
    }
    return k < -1000 ? v * power(k + 1000) * 0x1p-1000 : v * power(k);
  }

  /** 2^k for |k| at most 1022. */
  private static double power(int k) {
    return Double.longBitsToDouble((long) (k + 1023) << 52);
  }
}
