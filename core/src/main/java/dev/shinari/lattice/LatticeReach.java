package dev.shinari.lattice;

import java.util.Arrays;

/**
 * The regions of a lattice: around each particle whoever is reached from it over at most w cells,
 * of whatever size [Ohta, sec. 3]. Changes mark the particles around them; {@link #refresh} makes
 * the regions within w cells of the marks anew and no others.
 */
final class LatticeReach {
  private final LatticeNodes nodes;
  private final Cells cells;
  private final int halfWidth;

  // Particles whose neighbours changed in this batch.
  private int[] marked = new int[64];
  private int markedCount;
  private boolean[] isMarked = new boolean[64];

  // Scratch.
  private int[] seen = new int[64];
  private int stamp;
  private int[] queue = new int[256];
  int[] reach = new int[256];
  long looks; // members of regions looked at by changes since the beginning

  LatticeReach(LatticeNodes nodes, int halfWidth) {
    this.nodes = nodes;
    this.halfWidth = halfWidth;
    cells = nodes.cells;
  }

  /** Particle p is new. */
  void added(int p) {
    if (p >= seen.length) {
      isMarked = Arrays.copyOf(isMarked, 2 * p + 2);
      seen = Arrays.copyOf(seen, 2 * p + 2);
    }
    isMarked[p] = false;
    seen[p] = 0;
  }

  /** Particle p is gone and the last one has taken its number. */
  void removed(int p, int last) {
    isMarked[p] = false;
    if (p != last && isMarked[last]) {
      isMarked[last] = false;
      mark(p);
    }
  }

  /** All that are reached from p over at most w cells, ascending, into {@link #reach}. */
  int gather(int p) {
    int n = spread(p, halfWidth);
    Arrays.sort(reach, 0, n);
    return n;
  }

  private int spread(int p, int hops) {
    stamp++;
    int tail = 0;
    reach[tail++] = p;
    seen[p] = stamp;
    int head = 0;
    for (int hop = 0; hop < hops; hop++) {
      for (int end = tail; head < end; head++) {
        tail = addNeighbours(reach[head], tail);
      }
    }
    return tail;
  }

  private int addNeighbours(int p, int tail) {
    int most = tail + cells.corners * cells.slots;
    if (most > reach.length) {
      reach = Arrays.copyOf(reach, 2 * most);
    }
    for (int k = cells.corners * p; k < cells.corners * (p + 1) && nodes.touching[k] >= 0; k++) {
      int from = cells.slots * nodes.touching[k];
      for (int s = from; s < from + cells.slots; s++) {
        int q = cells.slot[s];
        if (q >= 0 && seen[q] != stamp) {
          seen[q] = stamp;
          reach[tail++] = q;
        }
      }
    }
    return tail;
  }

  void mark(int p) {
    if (!isMarked[p]) {
      isMarked[p] = true;
      if (markedCount == marked.length) {
        marked = Arrays.copyOf(marked, 2 * markedCount);
      }
      marked[markedCount++] = p;
    }
  }

  void markCell(int c) {
    for (int s = cells.slots * c; s < cells.slots * (c + 1); s++) {
      if (cells.slot[s] >= 0) {
        mark(cells.slot[s]);
      }
    }
  }

  /**
   * Ends a batch of changes.
   *
   * @return how many regions were looked at
   */
  int refresh() {
    int tail = 0;
    stamp++;
    if (queue.length < nodes.count + 1) {
      queue = new int[2 * nodes.count];
    }
    for (int k = 0; k < markedCount; k++) {
      int p = marked[k];
      if (p < nodes.count && isMarked[p]) {
        isMarked[p] = false;
        if (seen[p] != stamp) {
          seen[p] = stamp;
          queue[tail++] = p;
        }
      }
    }
    markedCount = 0;
    int head = 0;
    for (int hop = 0; hop < halfWidth; hop++) {
      for (int end = tail; head < end; head++) {
        int p = queue[head];
        for (int k = cells.corners * p;
            k < cells.corners * (p + 1) && nodes.touching[k] >= 0;
            k++) {
          int from = cells.slots * nodes.touching[k];
          for (int s = from; s < from + cells.slots; s++) {
            int q = cells.slot[s];
            if (q >= 0 && seen[q] != stamp) {
              seen[q] = stamp;
              queue[tail++] = q;
            }
          }
        }
      }
    }
    for (int k = 0; k < tail; k++) {
      int n = gather(queue[k]);
      nodes.editor.setRegion(queue[k], reach, n);
      nodes.editor.setLift(queue[k], nodes.liftOf(queue[k]));
      looks += n;
    }
    if (tail > 0) {
      looks += nodes.editor.finish();
    }
    return tail;
  }
}
