package dev.shinari.spark;

import dev.shinari.app.cluster.Costs;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** What an engine costs beside the work itself, for benchmarks: bytes moved, and time around it. */
final class Machinery extends SparkListener {
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

  Costs costs() {
    return new Costs(passes.get(), out.get(), back.get(), wall.get() * 1e-9, work.get() * 1e-3);
  }
}
