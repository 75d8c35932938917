package dev.shinari.fracture;

import java.util.Arrays;

/** The elements of all bodies of a family at one moment, found by their keys. */
public final class ElementIndex {
  final FractureTopology[] parts;
  private final int width; // slots per element
  private final long[] keys; // ascending
  private final long[] places; // part << 32 | element of the part

  public ElementIndex(FractureTopology[] parts, int width) {
    this.parts = parts;
    this.width = width;
    int total = 0;
    for (FractureTopology t : parts) {
      total += t.keys().length;
    }
    long[][] sorted = new long[total][];
    int k = 0;
    for (int i = 0; i < parts.length; i++) {
      for (int j = 0; j < parts[i].keys().length; j++) {
        sorted[k++] = new long[] {parts[i].keys()[j], (long) i << 32 | j};
      }
    }
    Arrays.sort(sorted, (p, q) -> Long.compare(p[0], q[0]));
    keys = new long[total];
    places = new long[total];
    for (int i = 0; i < total; i++) {
      keys[i] = sorted[i][0];
      places[i] = sorted[i][1];
    }
  }

  /** Number of the element with this key, or a negative one. */
  public int find(long key) {
    return Arrays.binarySearch(keys, key);
  }

  public long key(int element) {
    return keys[element];
  }

  /** The body that an element belongs to, as a number. */
  public int part(int element) {
    return (int) (places[element] >> 32);
  }

  /** Slots of all elements of the same body; those of this one begin at {@link #firstSlot}. */
  public int[] slots(int element) {
    return parts[part(element)].slots();
  }

  public int firstSlot(int element) {
    return width * (int) places[element];
  }
}
