package dev.shinari.mesh;

import java.util.Arrays;

/** A growing int array. */
final class IntList {
  private int[] values = new int[64];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  void add(int a, int b, int c) {
    add(a);
    add(b);
    add(c);
  }

  int get(int i) {
    return values[i];
  }

  int size() {
    return size;
  }

  int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
