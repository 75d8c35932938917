package dev.shinari.parallel;

import dev.shinari.math.Check;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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

  // A stage of a large body lasts tens of microseconds: an idle thread spins that long before it
  // parks. Whoever waits for a last block gives way sooner: on a busy machine the thread that has
  // the
  // block may be waiting for this very core.
  private static final int IDLE_SPINS = 10_000;
  private static final int WAIT_SPINS = 500;

  private final Thread[] helpers;
  // High half: the number of the run; low half: its next block. A thread that wakes late finds
  // another run's number and claims nothing, so a run never waits for threads that have no work.
  private final AtomicLong state = new AtomicLong();
  private final AtomicInteger finished = new AtomicInteger();
  private volatile boolean closed;
  private volatile BlockTask task;
  private volatile int blocks;
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
    // Close the last run first: a thread that is still looking at it must not take the next run's
    // task for its own.
    int number = (int) (state.get() >>> 32) + 2;
    state.set((long) (number - 1) << 32 | Integer.MAX_VALUE);
    task = work;
    blocks = count;
    finished.set(0);
    state.set((long) number << 32); // publishes the fields above
    for (Thread h : helpers) {
      LockSupport.unpark(h);
    }
    drain(number, 0);
    int spins = 0;
    while (finished.get() < count) {
      if (++spins > WAIT_SPINS) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
    Throwable f = failure;
    if (f != null) {
      failure = null;
      throw new IllegalStateException("a worker failed", f);
    }
  }

  /** Claims and runs blocks of a run until none are left or another run has begun. */
  private void drain(int number, int worker) {
    BlockTask work = task;
    int count = blocks;
    while (true) {
      long s = state.get();
      int block = (int) s;
      if ((int) (s >>> 32) != number || block >= count) {
        return;
      }
      if (!state.compareAndSet(s, s + 1)) {
        continue;
      }
      try {
        work.run(block, worker);
      } catch (Throwable t) {
        failure = t;
      } finally {
        finished.incrementAndGet();
      }
    }
  }

  private void serve(int worker) {
    int seen = 0;
    while (true) {
      int spins = 0;
      while ((int) (state.get() >>> 32) == seen) {
        if (closed) {
          return;
        }
        if (++spins > IDLE_SPINS) {
          LockSupport.park(this);
        } else {
          Thread.onSpinWait();
        }
      }
      seen = (int) (state.get() >>> 32);
      drain(seen, worker);
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
