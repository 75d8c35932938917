package dev.shinari.math;

import java.util.Arrays;

/** A growing array of ints, for whoever does not know a count ahead. */
public final class IntList {
  private int[] items = new int[64];
  private int size;

  public void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    items[size++] = item;
  }

  public void add(int a, int b, int c) {
    add(a);
    add(b);
    add(c);
  }

  public int get(int i) {
    return items[i];
  }

  public void set(int i, int item) {
    items[i] = item;
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
