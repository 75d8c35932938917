package dev.shinari.render.cel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Runs numbered blocks of work on some threads. Which thread takes which block varies; blocks must
 * not depend on each other, so that the result does not.
 */
final class RowBlocks {
  private RowBlocks() {}

  /** Calls {@code work} for 0 to {@code count} - 1, the caller's thread included. */
  static void run(int threads, int count, IntConsumer work) {
    int n = Math.min(threads, count);
    if (n <= 1) {
      for (int i = 0; i < count; i++) {
        work.accept(i);
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable loop =
        () -> {
          try {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
              work.accept(i);
            }
          } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            next.set(count);
          }
        };
    Thread[] helpers = new Thread[n - 1];
    for (int i = 0; i < helpers.length; i++) {
      helpers[i] = new Thread(loop, "cel-" + i);
      helpers[i].setDaemon(true);
      helpers[i].start();
    }
    loop.run();
    boolean interrupted = false;
    for (Thread t : helpers) {
      while (true) {
        try {
          t.join();
          break;
        } catch (InterruptedException e) {
          interrupted = true; // blocks are short; finish them, then pass the interrupt on
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Throwable e = failure.get();
    if (e instanceof Error error) {
      throw error;
    }
    if (e != null) {
      throw (RuntimeException) e;
    }
  }

  /** Cuts {@code items} into ranges of {@code size} and runs them as blocks. */
  static void ranges(int threads, int items, int size, Range work) {
    int count = (items + size - 1) / size;
    run(threads, count, b -> work.accept(b * size, Math.min(items, (b + 1) * size)));
  }

  /** Work on the items from {@code begin} up to, not including, {@code end}. */
  @FunctionalInterface
  interface Range {
    void accept(int begin, int end);
  }
}
