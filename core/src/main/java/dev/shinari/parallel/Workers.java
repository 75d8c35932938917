package dev.shinari.parallel;

import dev.shinari.math.Check;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed crew of threads that runs numbered blocks. Which thread runs a block varies; what a block
 * computes may not depend on it, so results have the same bits for any number of threads. Nothing
 * is allocated by {@link #run}.
 */
public final class Workers implements AutoCloseable {
  /** One numbered piece of work. {@code worker} is in [0, {@link #count}): an index for scratch. */
  @FunctionalInterface
  public interface BlockTask {
    void run(int block, int worker);
  }

  /** Runs everything in the calling thread. */
  public static final Workers SERIAL = new Workers(1);

  // A stage of a large body lasts tens of microseconds: spin that long before parking.
  private static final int SPINS = 20_000;

  private final Thread[] helpers;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger finished = new AtomicInteger();
  private volatile int generation;
  private volatile boolean closed;
  private BlockTask task;
  private int blocks;
  private volatile Throwable failure;

  public Workers(int threads) {
    Check.inRange("threads", threads, 1, 1024);
    helpers = new Thread[threads - 1];
    for (int t = 0; t < helpers.length; t++) {
      int worker = t + 1;
      helpers[t] = new Thread(() -> serve(worker), "shinari-worker-" + worker);
      helpers[t].setDaemon(true);
      helpers[t].start();
    }
  }

  /** Number of threads, the caller's included. */
  public int count() {
    return helpers.length + 1;
  }

  /** Runs blocks 0 to count - 1 and returns when all are done. Not reentrant. */
  public void run(int count, BlockTask work) {
    if (helpers.length == 0 || count <= 1) {
      for (int b = 0; b < count; b++) {
        work.run(b, 0);
      }
      return;
    }
    task = work;
    blocks = count;
    next.set(0);
    finished.set(0);
    generation++; // publishes the fields above
    for (Thread h : helpers) {
      LockSupport.unpark(h);
    }
    drain(work, count, 0);
    int spins = 0;
    while (finished.get() < helpers.length) {
      if (++spins > SPINS) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
    task = null;
    Throwable f = failure;
    if (f != null) {
      failure = null;
      throw new IllegalStateException("a worker failed", f);
    }
  }

  private void drain(BlockTask work, int count, int worker) {
    try {
      for (int b = next.getAndIncrement(); b < count; b = next.getAndIncrement()) {
        work.run(b, worker);
      }
    } catch (Throwable t) {
      failure = t;
      next.set(count);
    }
  }

  private void serve(int worker) {
    int seen = 0;
    while (true) {
      int spins = 0;
      while (generation == seen) {
        if (closed) {
          return;
        }
        if (++spins > SPINS) {
          LockSupport.park(this);
        } else {
          Thread.onSpinWait();
        }
      }
      seen = generation;
      drain(task, blocks, worker);
      finished.incrementAndGet();
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Thread h : helpers) {
      LockSupport.unpark(h);
    }
  }
}
