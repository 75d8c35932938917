package dev.shinari.collide.soft;

import dev.shinari.body.particle.Particles;
import java.util.Arrays;

/**
 * A hashed uniform grid over the particles of one body that could meet another body. Particles are
 * sorted by bucket with a stable counting sort, so that neighbors come in the order of their
 * numbers within each cell and the cells in a fixed order.
 */
final class BallGrid {
  private int[] starts = new int[0];
  private int[] items = new int[0];
  private int[] cellX = new int[0];
  private int[] cellY = new int[0];
  private int[] cellZ = new int[0];
  private int[] candidates = new int[0];
  private int[] found = new int[64];
  private int mask;
  private float inverse;
  private float minX;
  private float minY;
  private float minZ;
  private float maxX;
  private float maxY;
  private float maxZ;

  /** Takes the particles of {@code of} that lie in the box of {@code against}, grown by reach. */
  void fill(ContactSurface of, ContactSurface against, float reach) {
    Particles p = of.particles;
    float[] x = p.x(), y = p.y(), z = p.z();
    inverse = 1 / reach;
    minX = (float) (against.minX - p.originX()) - reach;
    minY = (float) (against.minY - p.originY()) - reach;
    minZ = (float) (against.minZ - p.originZ()) - reach;
    maxX = (float) (against.maxX - p.originX()) + reach;
    maxY = (float) (against.maxY - p.originY()) + reach;
    maxZ = (float) (against.maxZ - p.originZ()) + reach;
    if (items.length < of.vertices.length) {
      int n = of.vertices.length;
      items = new int[n];
      candidates = new int[n];
      cellX = new int[p.count()];
      cellY = new int[p.count()];
      cellZ = new int[p.count()];
    }
    if (cellX.length < p.count()) {
      cellX = new int[p.count()];
      cellY = new int[p.count()];
      cellZ = new int[p.count()];
    }
    int n = 0;
    for (int i : of.vertices) {
      if (covers(x[i], y[i], z[i], 0)) {
        candidates[n++] = i;
      }
    }
    int buckets = Integer.highestOneBit(Math.max(16, 2 * n)) << 1;
    mask = buckets - 1;
    if (starts.length < buckets + 1) {
      starts = new int[buckets + 1];
    }
    Arrays.fill(starts, 0, buckets + 1, 0);
    for (int c = 0; c < n; c++) {
      int i = candidates[c];
      cellX[i] = cell(x[i]);
      cellY[i] = cell(y[i]);
      cellZ[i] = cell(z[i]);
      starts[bucket(cellX[i], cellY[i], cellZ[i]) + 1]++;
    }
    for (int b = 0; b < buckets; b++) {
      starts[b + 1] += starts[b];
    }
    for (int c = n - 1; c >= 0; c--) { // backwards, from each bucket's end: stable
      int i = candidates[c];
      int b = bucket(cellX[i], cellY[i], cellZ[i]);
      items[--starts[b + 1]] = i;
    }
    // Now starts[b + 1] is where bucket b begins; bucket b ends where b + 1 begins.
    System.arraycopy(starts, 1, starts, 0, buckets);
    starts[buckets] = n;
  }

  boolean covers(float x, float y, float z, float grow) {
    return x >= minX - grow
        && x <= maxX + grow
        && y >= minY - grow
        && y <= maxY + grow
        && z >= minZ - grow
        && z <= maxZ + grow;
  }

  private int cell(float v) {
    return (int) Math.floor(v * inverse);
  }

  private int bucket(int i, int j, int k) {
    int hash = i * 73856093 ^ j * 19349663 ^ k * 83492791;
    return (hash ^ hash >>> 15) & mask;
  }

  /** Collects the particles in the 27 cells around a point; answers how many. */
  int near(float x, float y, float z) {
    int i = cell(x), j = cell(y), k = cell(z);
    int n = 0;
    for (int c = 0; c < 27; c++) {
      int ci = i + c % 3 - 1, cj = j + c / 3 % 3 - 1, ck = k + c / 9 - 1;
      int b = bucket(ci, cj, ck);
      for (int s = starts[b]; s < starts[b + 1]; s++) {
        int p = items[s];
        if (cellX[p] == ci && cellY[p] == cj && cellZ[p] == ck) { // not just the same bucket
          if (n == found.length) {
            found = Arrays.copyOf(found, 2 * n);
          }
          found[n++] = p;
        }
      }
    }
    return n;
  }

  int found(int f) {
    return found[f];
  }
}
