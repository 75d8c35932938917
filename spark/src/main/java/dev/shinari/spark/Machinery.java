package dev.shinari.spark;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** What an engine costs beside the work itself, for benchmarks: bytes moved, and time around it. */
public final class Machinery extends SparkListener {
  private final AtomicLong out = new AtomicLong();
  private final AtomicLong back = new AtomicLong();
  private final AtomicLong work = new AtomicLong();
  private final AtomicLong wall = new AtomicLong();
  private final AtomicLong passes = new AtomicLong();

  /**
   * So far.
   *
   * @param passes that were run
   * @param bytesOut serialised passes, once for every executor
   * @param bytesBack results and shuffled sums
   * @param wallSeconds from a pass's start to its sums
   * @param workSeconds that tasks computed, summed over all tasks
   */
  public record Costs(
      long passes, long bytesOut, long bytesBack, double wallSeconds, double workSeconds) {
    /** What came in after an earlier look. */
    public Costs since(Costs before) {
      return new Costs(
          passes - before.passes,
          bytesOut - before.bytesOut,
          bytesBack - before.bytesBack,
          wallSeconds - before.wallSeconds,
          workSeconds - before.workSeconds);
    }
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskMetrics() != null) {
      back.addAndGet(
          end.taskMetrics().resultSize()
              + end.taskMetrics().shuffleWriteMetrics().bytesWritten());
      work.addAndGet(end.taskMetrics().executorRunTime());
    }
  }

  void ran(Serializable pass, int executors, long nanos) {
    passes.incrementAndGet();
    wall.addAndGet(nanos);
    out.addAndGet(size(pass) * executors);
  }

  private static long size(Serializable object) {
    long[] n = {0};
    try (ObjectOutputStream stream =
        new ObjectOutputStream(
            new OutputStream() {
              @Override
              public void write(int b) {
                n[0]++;
              }

              @Override
              public void write(byte[] b, int off, int len) {
                n[0] += len;
              }
            })) {
      stream.writeObject(object);
    } catch (IOException e) {
      throw new AssertionError(e); // nothing is written anywhere
    }
    return n[0];
  }

  /** Costs so far; call it when Spark is idle. */
  public Costs costs() {
    return new Costs(
        passes.get(), out.get(), back.get(), wall.get() * 1e-9, work.get() * 1e-3);
  }
}
