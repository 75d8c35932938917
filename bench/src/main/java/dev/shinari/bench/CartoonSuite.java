package dev.shinari.bench;

import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Suite;

/** Heaps of soft cubes, the broad phase, long runs, and what effects cost. */
final class CartoonSuite implements Suite {
  @Override
  public String name() {
    return "cartoon";
  }

  @Override
  public String summary() {
    return "heaps of soft cubes, the cost of a contact, and what effects add to a step";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    int threads = options.threads().get(options.threads().size() - 1);
    CubeHeaps heaps = new CubeHeaps(threads, options, report);
    heaps.awake();
    heaps.settling();
    if (options.wants("broad")) {
      heaps.broadPhase();
    }
    if (options.wants("effects")) {
      new EffectCosts(options, report).run();
    }
    if (!options.quick() && options.wants("long")) {
      heaps.longRun();
    }
  }
}
