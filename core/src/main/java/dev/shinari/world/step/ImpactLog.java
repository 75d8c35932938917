package dev.shinari.world.step;

import java.util.Arrays;

/**
 * When two things last touched, so that one fall is one event: a touch is news only after the two
 * were apart for a while. A table with open addressing; a look-up allocates nothing.
 */
public final class ImpactLog {
  private static final double APART_SECONDS = 0.1;
  private static final long FREE = -1;

  private long[] keys = new long[32]; // a power of two, at most half full
  private double[] last = new double[32];
  private int size;

  public ImpactLog() {
    Arrays.fill(keys, FREE);
  }

  /** Notes a touch; returns whether the two had been apart. */
  public boolean isNews(int kind, int a, int b, double seconds) {
    long key = (long) kind << 60 | (long) a << 30 | b;
    int at = place(key);
    if (keys[at] == key) {
      boolean news = seconds - last[at] > APART_SECONDS;
      last[at] = seconds;
      return news;
    }
    if (2 * size == keys.length) {
      grow();
      at = place(key);
    }
    keys[at] = key;
    last[at] = seconds;
    size++;
    return true;
  }

  /** Where a key is, or would be. */
  private int place(long key) {
    long mixed = key * 0x9e3779b97f4a7c15L;
    int mask = keys.length - 1;
    int at = (int) (mixed >>> 32) & mask;
    while (keys[at] != key && keys[at] != FREE) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    double[] oldLast = last;
    keys = new long[2 * oldKeys.length];
    last = new double[2 * oldKeys.length];
    Arrays.fill(keys, FREE);
    for (int k = 0; k < oldKeys.length; k++) {
      if (oldKeys[k] != FREE) {
        int at = place(oldKeys[k]);
        keys[at] = oldKeys[k];
        last[at] = oldLast[k];
      }
    }
  }

  public void clear() {
    if (size == 0) {
      return;
    }
    Arrays.fill(keys, FREE);
    size = 0;
  }

  public ImpactLog copy() {
    ImpactLog c = new ImpactLog();
    c.set(this);
    return c;
  }

  public void set(ImpactLog o) {
    keys = o.keys.clone();
    last = o.last.clone();
    size = o.size;
  }
}
