package dev.shinari.io;

import java.util.Arrays;

/** A growing array of floats, for readers that do not know a count ahead. */
public final class FloatList {
  private float[] items = new float[64];
  private int size;

  public void add(float v) {
    if (size == items.length) {
      items = Arrays.copyOf(items, size + (size >> 1));
    }
    items[size++] = v;
  }

  public float get(int i) {
    return items[i];
  }

  public int size() {
    return size;
  }

  public float[] toArray() {
    return Arrays.copyOf(items, size);
  }
}
