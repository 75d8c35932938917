package dev.shinari.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One system on one case.
 *
 * @param figures by the names of the JSON format, in the order in which they are written
 */
record Row(String suite, String caseName, String system, int threads, Map<String, Number> figures) {
  static final String PARTICLES = "particles";
  static final String NANOS = "nanosPerParticleStep";
  static final String STEPS = "stepsPerSecond";
  static final String FRAMES = "framesPerSecond";
  static final String SECONDS = "seconds";
  static final String BYTES = "bytesPerStep";
  static final String MEGABYTES = "peakMegabytes";

  Row(String suite, String caseName, String system, int threads) {
    this(suite, caseName, system, threads, new LinkedHashMap<>());
  }

  Row with(String figure, Number value) {
    figures.put(figure, value);
    return this;
  }

  /** The figure, or NaN where the row has none of that name. */
  double figure(String name) {
    Number value = figures.get(name);
    return value == null ? Double.NaN : value.doubleValue();
  }
}
