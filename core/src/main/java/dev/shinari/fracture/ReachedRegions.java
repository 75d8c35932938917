package dev.shinari.fracture;

import dev.shinari.body.BodyEditor;
import java.util.Arrays;

/**
 * The regions of a body whose elements change: around each particle those that are reached from it
 * over at most w elements, of whatever size [Ohta, sec. 3]. Changes mark the particles around them;
 * {@link #refresh} rebuilds the regions within w elements of the marks and no others.
 */
public abstract class ReachedRegions {
  private final int halfWidth;

  // Particles whose neighbors changed in this batch.
  private int[] marked = new int[64];
  private int markedCount;
  private boolean[] isMarked = new boolean[64];

  // Scratch.
  private int[] seen = new int[64];
  private int stamp;
  private int[] queue = new int[256];
  private int[] reach = new int[256];
  private int tail;
  private long looks; // members of regions looked at by changes since the beginning

  protected ReachedRegions(int halfWidth) {
    this.halfWidth = halfWidth;
  }

  /** Calls {@link #see} for the particles of all elements that hold particle p. */
  protected abstract void lookAround(int p);

  /** Whether particle q may be in the region around p at all, however near it is. */
  protected boolean admits(int p, int q) {
    return true;
  }

  /** See {@link BodyEditor#setStrength}. */
  protected double strengthOf(int p) {
    return 1;
  }

  /** Members of regions that changes have looked at since the beginning. */
  public final long looks() {
    return looks;
  }

  /** Particle p is new. */
  public final void added(int p) {
    if (p >= seen.length) {
      isMarked = Arrays.copyOf(isMarked, 2 * p + 2);
      seen = Arrays.copyOf(seen, 2 * p + 2);
    }
    isMarked[p] = false;
    seen[p] = 0;
  }

  /** Particle p is gone and the last one has taken its number. */
  public final void removed(int p, int last) {
    isMarked[p] = false;
    if (p != last && isMarked[last]) {
      isMarked[last] = false;
      mark(p);
    }
  }

  /** All that are reached from p over at most w elements, ascending, into {@link #reach}. */
  public final int gather(int p) {
    stamp++;
    tail = 0;
    reach[tail++] = p;
    seen[p] = stamp;
    spread();
    int n = 0;
    for (int k = 0; k < tail; k++) {
      if (admits(p, reach[k])) {
        reach[n++] = reach[k];
      }
    }
    Arrays.sort(reach, 0, n);
    return n;
  }

  /** What {@link #gather} has found. */
  public final int[] reach() {
    return reach;
  }

  /** Goes w elements further from those that were reached so far. */
  private void spread() {
    int head = 0;
    for (int hop = 0; hop < halfWidth; hop++) {
      for (int end = tail; head < end; head++) {
        lookAround(reach[head]);
      }
    }
  }

  /** A particle was reached. */
  protected final void see(int q) {
    if (seen[q] != stamp) {
      seen[q] = stamp;
      if (tail == reach.length) {
        reach = Arrays.copyOf(reach, 2 * tail);
      }
      reach[tail++] = q;
    }
  }

  public final void mark(int p) {
    if (!isMarked[p]) {
      isMarked[p] = true;
      if (markedCount == marked.length) {
        marked = Arrays.copyOf(marked, 2 * markedCount);
      }
      marked[markedCount++] = p;
    }
  }

  /**
   * Ends a batch of changes.
   *
   * @param count number of particles
   * @return how many regions were looked at
   */
  public final int refresh(BodyEditor editor, int count) {
    stamp++;
    tail = 0;
    for (int k = 0; k < markedCount; k++) {
      int p = marked[k];
      if (p < count && isMarked[p]) {
        isMarked[p] = false;
        see(p);
      }
    }
    markedCount = 0;
    spread();
    int n = tail;
    if (queue.length < n) {
      queue = new int[2 * n];
    }
    System.arraycopy(reach, 0, queue, 0, n);
    for (int k = 0; k < n; k++) {
      int size = gather(queue[k]);
      editor.setRegion(queue[k], reach, size);
      editor.setStrength(queue[k], strengthOf(queue[k]));
      looks += size;
    }
    if (n > 0) {
      looks += editor.finish();
    }
    return n;
  }
}
