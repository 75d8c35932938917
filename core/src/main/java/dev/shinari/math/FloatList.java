package dev.shinari.math;

import java.util.Arrays;

/** A growing array of floats, for whoever does not know a count ahead. */
public final class FloatList {
  private float[] items = new float[64];
  private int size;

  public void add(float item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    items[size++] = item;
  }

  /** Adds three, rounded to floats. */
  public void add(double x, double y, double z) {
    add((float) x);
    add((float) y);
    add((float) z);
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
