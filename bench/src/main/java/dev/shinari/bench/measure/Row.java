package dev.shinari.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One system on one case.
 *
 * @param figures by the names of the JSON format, in the order in which they are written
 */
public record Row(
    String suite, String caseName, String system, int threads, Map<String, Number> figures) {
  public static final String PARTICLES = "particles";
  public static final String NANOS = "nanosPerParticleStep";
  public static final String STEPS = "stepsPerSecond";
  public static final String FRAMES = "framesPerSecond";
  public static final String SECONDS = "seconds";
  public static final String BYTES = "bytesPerStep";
  public static final String MEGABYTES = "peakMegabytes";

  public Row(String suite, String caseName, String system, int threads) {
    this(suite, caseName, system, threads, new LinkedHashMap<>());
  }

  public Row with(String figure, Number value) {
    figures.put(figure, value);
    return this;
  }

  /** The figure, or NaN where the row has none of that name. */
  public double figure(String name) {
    Number value = figures.get(name);
    return value == null ? Double.NaN : value.doubleValue();
  }
}
