package dev.shinari.example;

import dev.shinari.math.Check;

/**
 * Lets something other than the shape decide on an example's weight [Koyama13, sec. 7]: a signal is
 * measured each step, a curve turns it into a weight, and the weight is added to the projected one
 * or takes its place.
 *
 * @param pose name of the example
 * @param signal what is measured
 * @param inputs values of the signal, ascending; below the first and above the last the curve is
 *     level
 * @param weights the weight at each of them, -1 to 1; below zero only where it is added
 * @param replaces whether the weight takes the place of the projected one, or is added to it
 */
public record WeightDrive(
    String pose, Signal signal, float[] inputs, float[] weights, boolean replaces) {
  public WeightDrive {
    Check.that(pose != null && !pose.isBlank(), "a weight drive needs the name of a pose");
    Check.that(signal != null, "a weight drive needs a signal");
    Check.that(
        inputs.length > 0 && inputs.length == weights.length,
        "a weight drive needs as many weights as inputs, and at least one");
    for (int i = 0; i < inputs.length; i++) {
      Check.finite("an input of a weight drive", inputs[i]);
      Check.inRange("a weight of a drive", weights[i], replaces ? 0 : -1, 1);
      Check.that(
          i == 0 || inputs[i] > inputs[i - 1],
          "inputs of a weight drive must ascend, each above the last");
    }
  }

  /** The weight for a value of the signal: straight lines between the given ones. */
  public double weightAt(double value) {
    int n = inputs.length;
    if (!(value > inputs[0])) {
      return weights[0];
    }
    for (int i = 1; i < n; i++) {
      if (value <= inputs[i]) {
        double t = (value - inputs[i - 1]) / ((double) inputs[i] - inputs[i - 1]);
        return weights[i - 1] + t * ((double) weights[i] - weights[i - 1]);
      }
    }
    return weights[n - 1];
  }

  /** What a drive measures. */
  public sealed interface Signal {
    /**
     * The world's time in seconds.
     *
     * @param periodSeconds the time starts again after so long; 0: never
     */
    record Time(float periodSeconds) implements Signal {
      public Time {
        Check.notNegative("periodSeconds", periodSeconds);
      }
    }

    /** The speed of the body's center in meters a second. */
    record Speed() implements Signal {}

    /**
     * How hard the body was hit: the largest sudden change of its center's speed in meters a
     * second, dying away by half in the given time.
     */
    record Impact(float halfLifeSeconds) implements Signal {
      public Impact {
        Check.positive("halfLifeSeconds", halfLifeSeconds);
      }
    }

    /** The force on the body beyond its weight, as a multiple of its weight under 9.81 m/s^2. */
    record Force() implements Signal {}

    /** The distance in meters from the body's center to that of another body. */
    record ToBody(String body) implements Signal {}

    /**
     * The distance in meters from the body's center to a handle's particles.
     *
     * @param body whose handle it is; null: of the driven body itself
     * @param number the handles of that body are counted from 0 in the order of their adding
     */
    record ToHandle(String body, int number) implements Signal {
      public ToHandle {
        Check.that(number >= 0, "handles are counted from 0, got " + number);
      }
    }
  }
}
