package dev.shinari.bench.measure;

/**
 * A promise about figures of one run.
 *
 * @param atLeast whether the value must reach the limit (true) or stay below it (false)
 */
public record BenchTarget(String what, double value, boolean atLeast, double limit) {
  boolean met() {
    return atLeast ? value >= limit : value <= limit;
  }
}
