package dev.shinari.math;

/** Argument checks that refuse NaN: a setting that exists is valid. */
public final class Check {
  private Check() {}

  /** Throws unless {@code lo <= value <= hi}. */
  public static float inRange(String name, float value, float lo, float hi) {
    if (!(value >= lo && value <= hi)) {
      throw new IllegalArgumentException(
          name + " must be in [" + plain(lo) + ", " + plain(hi) + "], got " + plain(value));
    }
    return value;
  }

  /** Throws unless {@code lo <= value <= hi}. */
  public static int inRange(String name, int value, int lo, int hi) {
    if (value < lo || value > hi) {
      throw new IllegalArgumentException(
          name + " must be in [" + lo + ", " + hi + "], got " + value);
    }
    return value;
  }

  /** Throws unless the value is finite and greater than zero. */
  public static float positive(String name, float value) {
    if (!(value > 0 && value < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be a positive number, got " + plain(value));
    }
    return value;
  }

  /** Throws unless the value is finite and not negative. */
  public static float notNegative(String name, float value) {
    if (!(value >= 0 && value < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be zero or more, got " + plain(value));
    }
    return value;
  }

  /** Throws unless the value is finite. */
  public static double finite(String name, double value) {
    if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite, got " + value);
    }
    return value;
  }

  /** Throws if the argument is null. */
  public static <T> T notNull(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
    return value;
  }

  /** Throws with the given message unless the condition holds. */
  public static void that(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  private static String plain(float value) {
    return value == (long) value ? Long.toString((long) value) : Float.toString(value);
  }
}
