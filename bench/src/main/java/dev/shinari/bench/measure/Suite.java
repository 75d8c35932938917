package dev.shinari.bench.measure;

/** A set of cases that are timed together. */
public interface Suite {
  /** As typed on the command line. */
  String name();

  /** What it measures, in one line. */
  String summary();

  /** Runs the cases and adds their rows and targets to the report. */
  void run(BenchOptions options, Report report);
}
