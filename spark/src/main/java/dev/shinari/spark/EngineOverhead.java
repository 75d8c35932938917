package dev.shinari.spark;

import dev.shinari.app.cluster.PassCosts;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** What an engine costs beside the work itself, for benchmarks: bytes moved, and time around it. */
final class EngineOverhead extends SparkListener {
  private final AtomicLong out = new AtomicLong();
  private final AtomicLong back = new AtomicLong();
  private final AtomicLong work = new AtomicLong();
  private final AtomicLong wall = new AtomicLong();
  private final AtomicLong passes = new AtomicLong();

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskMetrics() != null) {
      back.addAndGet(
          end.taskMetrics().resultSize() + end.taskMetrics().shuffleWriteMetrics().bytesWritten());
      work.addAndGet(end.taskMetrics().executorRunTime());
    }
  }

  void ran(long bytes, long nanos) {
    passes.incrementAndGet();
    wall.addAndGet(nanos);
    out.addAndGet(bytes);
  }

  PassCosts costs() {
    return new PassCosts(passes.get(), out.get(), back.get(), wall.get() * 1e-9, work.get() * 1e-3);
  }
}
