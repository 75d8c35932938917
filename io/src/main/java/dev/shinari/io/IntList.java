package dev.shinari.io;

import java.util.Arrays;

/** A growing array of ints, for readers that do not know a count ahead. */
public final class IntList {
  private int[] items = new int[64];
  private int size;

  public void add(int v) {
    if (size == items.length) {
      items = Arrays.copyOf(items, size + (size >> 1));
    }
    items[size++] = v;
  }

  public int get(int i) {
    return items[i];
  }

  public void set(int i, int v) {
    items[i] = v;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  /** Drops the items from here on. */
  public void truncate(int newSize) {
    size = Math.min(size, newSize);
  }

  public int[] toArray() {
    return Arrays.copyOf(items, size);
  }
}
