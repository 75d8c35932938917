package dev.shinari.world;

import java.util.Arrays;

/**
 * When two things last touched, so that one fall is one event: a touch is news only after the two
 * were apart for a while. Keys are kept sorted; a look-up allocates nothing.
 */
final class ImpactLog {
  private static final double APART_SECONDS = 0.1;

  private long[] keys = new long[16];
  private double[] last = new double[16];
  private int size;

  /** Notes a touch; answers whether the two had been apart. */
  boolean isNews(int kind, int a, int b, double seconds) {
    long key = (long) kind << 60 | (long) a << 30 | b;
    int at = Arrays.binarySearch(keys, 0, size, key);
    if (at >= 0) {
      boolean news = seconds - last[at] > APART_SECONDS;
      last[at] = seconds;
      return news;
    }
    at = -at - 1;
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      last = Arrays.copyOf(last, 2 * size);
    }
    System.arraycopy(keys, at, keys, at + 1, size - at);
    System.arraycopy(last, at, last, at + 1, size - at);
    keys[at] = key;
    last[at] = seconds;
    size++;
    return true;
  }

  void clear() {
    size = 0;
  }

  ImpactLog copy() {
    ImpactLog c = new ImpactLog();
    c.set(this);
    return c;
  }

  void set(ImpactLog o) {
    keys = o.keys.clone();
    last = o.last.clone();
    size = o.size;
  }
}
