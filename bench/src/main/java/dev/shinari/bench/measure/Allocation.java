package dev.shinari.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what Java threads allocate, without allocating while it counts. */
public final class Allocation {
  private final ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final long[] threads;

  /** Counts the threads that live now: make it when all workers have been started. */
  public Allocation() {
    threads = bean.getAllThreadIds();
  }

  /** Bytes allocated so far by these threads; the difference of two calls is what counts. */
  public long bytes() {
    long sum = 0;
    for (long id : threads) {
      sum += Math.max(0, bean.getThreadAllocatedBytes(id)); // -1 for a thread that has ended
    }
    return sum;
  }

  /** Megabytes of live objects: what is used after collecting until nothing more goes away. */
  public static double liveMegabytes() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int k = 0; k < 8; k++) {
      System.gc();
      long now = runtime.totalMemory() - runtime.freeMemory();
      if (now >= used) {
        break;
      }
      used = now;
    }
    return used / 1e6;
  }
}
