package dev.shinari.body.region;

import java.util.Arrays;

/**
 * Lists of regions' members with four weights per pair, on one pool. As made, the lists are packed
 * one behind the other. A list that outgrows its room moves to a slot of 2^k pairs at the end of
 * the pool, and slots that come free are kept by size.
 *
 * <p>Arrays are shared with snapshots until the next change: {@link #own} comes before it.
 */
public final class RegionPool {
  private static final int SMALLEST_SLOT = 3; // 8 pairs
  private static final byte NONE = -1;
  private static final byte PACKED = -2;

  public int[] starts; // region r has members[starts[r]] to members[ends[r] - 1]
  public int[] ends;
  public int[] members;
  public float[] weights; // four per pair, see Kernels.sparseMoments

  // Only of lists that have changed.
  private byte[] slotSize; // log2 of the slot's pairs, NONE or PACKED; null: all are packed
  private int poolEnd;
  private int[][] freeSlots; // by size; null: none yet
  private int[] freeCounts;

  /** Takes the lists as they are, without copying them; the weights are zero. */
  RegionPool(RegionLists lists) {
    int n = lists.count();
    starts = lists.starts();
    ends = Arrays.copyOfRange(starts, 1, n + 1);
    members = lists.members();
    poolEnd = starts[n];
    weights = new float[4 * members.length + 4];
  }

  /** Lists and weights shared with others until the first change. */
  RegionPool(State shared) {
    restore(shared);
  }

  /** Makes room for so many regions. */
  void makeRoom(int regions) {
    int had = ends.length;
    if (slotSize == null) {
      slotSize = new byte[had];
      Arrays.fill(slotSize, PACKED);
    }
    starts = Arrays.copyOf(starts, Math.max(regions, starts.length));
    ends = Arrays.copyOf(ends, regions);
    slotSize = Arrays.copyOf(slotSize, regions);
    Arrays.fill(slotSize, had, regions, NONE);
  }

  int size(int r) {
    return ends[r] - starts[r];
  }

  /** Region r is new, and empty. */
  void added(int r) {
    starts[r] = 0;
    ends[r] = 0;
  }

  /**
   * Region r goes, and the last one takes its number, in all lists too. Whatever is in a region has
   * that region's number in its own list.
   */
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
    slotSize[last] = NONE;
    starts[last] = 0;
    ends[last] = 0;
  }

  /** The pair of a region and one of its members. */
  public int find(int region, int particle) {
    int k = starts[region];
    while (members[k] != particle) {
      k++;
    }
    return k;
  }

  /** Takes a member out of a region. */
  void drop(int region, int particle) {
    int k = find(region, particle);
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
    boolean stays = slotSize[r] == PACKED ? n <= size(r) : slotSize[r] == size;
    if (!stays) {
      freeSlot(r);
      takeSlot(r, size);
    }
    System.arraycopy(list, from, members, starts[r], n);
    ends[r] = starts[r] + n;
  }

  private void takeSlot(int r, int size) {
    slotSize[r] = (byte) size;
    if (freeCounts != null && freeCounts[size] > 0) {
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

  /** Room of packed lists is not used again: it is of any size, and comes free only once. */
  private void freeSlot(int r) {
    int size = slotSize[r];
    slotSize[r] = NONE;
    ends[r] = starts[r];
    if (size < 0) {
      return;
    }
    if (freeCounts == null) {
      freeCounts = new int[32];
      freeSlots = new int[32][];
    }
    int free = freeCounts[size];
    if (free == 0 && freeSlots[size] == null) {
      freeSlots[size] = new int[8];
    } else if (free == freeSlots[size].length) {
      freeSlots[size] = Arrays.copyOf(freeSlots[size], 2 * free);
    }
    freeSlots[size][freeCounts[size]++] = starts[r];
  }

  /** All lists and weights. */
  record State(
      int[][] lists,
      byte[] slotSize,
      int poolEnd,
      int[][] freeSlots,
      int[] freeCounts,
      float[] weights) {}

  /** The arrays as they are; {@link #own} before the next change keeps them so. */
  State save() {
    return new State(
        new int[][] {starts, ends, members}, slotSize, poolEnd, freeSlots, freeCounts, weights);
  }

  void restore(State s) {
    starts = s.lists[0];
    ends = s.lists[1];
    members = s.lists[2];
    slotSize = s.slotSize;
    poolEnd = s.poolEnd;
    freeSlots = s.freeSlots;
    freeCounts = s.freeCounts;
    weights = s.weights;
  }

  /** Arrays of its own from now on. */
  void own() {
    starts = starts.clone();
    ends = ends.clone();
    members = members.clone();
    weights = weights.clone();
    slotSize = slotSize == null ? null : slotSize.clone();
    if (freeCounts != null) {
      freeCounts = freeCounts.clone();
      freeSlots = freeSlots.clone();
      for (int k = 0; k < freeSlots.length; k++) {
        freeSlots[k] = freeSlots[k] == null ? null : freeSlots[k].clone();
      }
    }
  }
}
