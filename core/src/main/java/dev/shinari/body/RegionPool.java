package dev.shinari.body;

import java.util.Arrays;

/**
 * Lists of regions' members, with four weights a pair, that may grow and shrink: each lives in a
 * slot of 2^k pairs of one pool, and slots that come free are kept by size.
 */
final class RegionPool {
  private static final int SMALLEST_SLOT = 3; // 8 pairs

  int[] starts = {}; // region r has members[starts[r]] to members[ends[r] - 1]
  int[] ends = {};
  int[] members;
  float[] weights; // four a pair, see Kernels.sparseMoments
  private byte[] slotSize = {}; // log2 of the slot's pairs; -1 for none
  private int poolEnd;
  private final int[][] freeSlots = new int[32][8];
  private final int[] freeCounts = new int[32];

  RegionPool(int pairs) {
    members = new int[pairs];
    weights = new float[4 * pairs + 4];
  }

  void makeRoom(int regions) {
    int had = starts.length;
    starts = Arrays.copyOf(starts, regions);
    ends = Arrays.copyOf(ends, regions);
    slotSize = Arrays.copyOf(slotSize, regions);
    Arrays.fill(slotSize, had, regions, (byte) -1);
  }

  int size(int r) {
    return ends[r] - starts[r];
  }

  /** Region r is new, and empty. */
  void added(int r) {
    starts[r] = 0;
    ends[r] = 0;
  }

  /** Region r goes, and the last one takes its number, in all lists too. */
  void removed(int r, int last) {
    freeSlot(r);
    if (r != last) {
      for (int e = starts[last]; e < ends[last]; e++) {
        int u = members[e];
        for (int k = starts[u]; k < ends[u]; k++) {
          if (members[k] == last && u != last) {
            members[k] = r;
          }
        }
      }
      for (int e = starts[last]; e < ends[last]; e++) {
        members[e] = members[e] == last ? r : members[e];
      }
      starts[r] = starts[last];
      ends[r] = ends[last];
      slotSize[r] = slotSize[last];
    }
    slotSize[last] = -1;
    starts[last] = 0;
    ends[last] = 0;
  }

  /** Takes a member out of a region. */
  void drop(int region, int particle) {
    int k = starts[region];
    while (members[k] != particle) {
      k++;
    }
    int n = ends[region] - k - 1;
    System.arraycopy(members, k + 1, members, k, n);
    ends[region]--;
  }

  /** Whether region r has exactly these members, in this order. */
  boolean has(int r, int[] list, int n) {
    return size(r) == n && Arrays.equals(members, starts[r], ends[r], list, 0, n);
  }

  /** Gives region r its members, list[from] to list[to - 1]. */
  void set(int r, int[] list, int from, int to) {
    int n = to - from;
    int size = Math.max(SMALLEST_SLOT, 32 - Integer.numberOfLeadingZeros(Math.max(1, n - 1)));
    if (slotSize[r] != size) {
      freeSlot(r);
      takeSlot(r, size);
    }
    System.arraycopy(list, from, members, starts[r], n);
    ends[r] = starts[r] + n;
  }

  private void takeSlot(int r, int size) {
    slotSize[r] = (byte) size;
    if (freeCounts[size] > 0) {
      starts[r] = freeSlots[size][--freeCounts[size]];
      return;
    }
    int need = poolEnd + (1 << size);
    if (need > members.length) {
      int n = Math.max(need, 2 * members.length);
      members = Arrays.copyOf(members, n);
      weights = Arrays.copyOf(weights, 4 * n + 4);
    }
    starts[r] = poolEnd;
    poolEnd = need;
  }

  private void freeSlot(int r) {
    int size = slotSize[r];
    if (size < 0) {
      return;
    }
    if (freeCounts[size] == freeSlots[size].length) {
      freeSlots[size] = Arrays.copyOf(freeSlots[size], 2 * freeCounts[size]);
    }
    freeSlots[size][freeCounts[size]++] = starts[r];
    slotSize[r] = -1;
    ends[r] = starts[r];
  }

  /** All lists and weights. */
  record State(
      int[][] lists,
      byte[] slotSize,
      int poolEnd,
      int[][] freeSlots,
      int[] freeCounts,
      float[] weights) {}

  State save() {
    int[][] free = new int[freeSlots.length][];
    for (int k = 0; k < free.length; k++) {
      free[k] = freeSlots[k].clone();
    }
    return new State(
        new int[][] {starts.clone(), ends.clone(), members.clone()},
        slotSize.clone(),
        poolEnd,
        free,
        freeCounts.clone(),
        weights.clone());
  }

  void restore(State s) {
    starts = s.lists[0].clone();
    ends = s.lists[1].clone();
    members = s.lists[2].clone();
    slotSize = s.slotSize.clone();
    poolEnd = s.poolEnd;
    for (int k = 0; k < freeSlots.length; k++) {
      freeSlots[k] = s.freeSlots[k].clone();
      freeCounts[k] = s.freeCounts[k];
    }
    weights = s.weights.clone();
  }
}
