package dev.shinari.mesh;

import java.util.Arrays;

/** A growing float array. */
final class FloatList {
  private float[] values = new float[64];
  private int size;

  void add(float value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  void add(double x, double y, double z) {
    add((float) x);
    add((float) y);
    add((float) z);
  }

  float get(int i) {
    return values[i];
  }

  int size() {
    return size;
  }

  float[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
