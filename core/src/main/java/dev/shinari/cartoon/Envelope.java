package dev.shinari.cartoon;

import dev.shinari.math.Check;

/**
 * When an effect acts, and how it is blended in and out: 0 before {@code from}, 1 after a fade, 0
 * again from {@code until} on, with a smooth fade before it.
 *
 * @param from seconds
 * @param until seconds; infinity for ever
 * @param fade seconds of each fade; 0: at once
 */
public record Envelope(double from, double until, double fade) {
  public static final Envelope ALWAYS = new Envelope(0, Double.POSITIVE_INFINITY, 0);

  public Envelope {
    Check.that(from >= 0 && from < 1e9, "an effect begins at 0 or later, got " + from);
    Check.that(until >= from, "an effect must not end before it begins, got until " + until);
    Check.that(fade >= 0 && fade < 1e6, "fade must be 0 or more seconds, got " + fade);
  }

  /** Strength at a time, 0 to 1. */
  public double at(double seconds) {
    if (seconds < from || seconds >= until) {
      return 0;
    }
    if (fade == 0) {
      return 1;
    }
    return smooth((seconds - from) / fade) * smooth((until - seconds) / fade);
  }

  /** 0 below 0, 1 above 1, and no kink in between. */
  static double smooth(double share) {
    double s = Math.max(0, Math.min(1, share));
    return s * s * (3 - 2 * s);
  }
}
