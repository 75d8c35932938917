package dev.shinari.fracture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds what a tear has cut off. Only elements on the two sides of a tear can have lost each other,
 * so from both sides of each new one elements are visited in turns until the two meet, or one side
 * has no more: that one is a piece. The cost is that of the way round the tear, or of the smaller
 * part; a pair that still hangs together around a particle of its face, as behind the tip of a
 * tear, is not even looked at.
 *
 * <p>Where a step tears so much that this would visit more elements than there are, all parts are
 * found in one go instead.
 */
final class PieceSearch {
  private final ElementGraph graph;
  private int[] torn = new int[64]; // notes of one side, then of the other
  private int tornCount;
  private boolean all;

  private int[] mark = {}; // stamp of the side that came to an element
  private int stamp;
  private int[] near = new int[64];
  private int[] far = new int[64];
  private final int[] few;
  private int visited;
  private long looks; // elements visited since the beginning

  PieceSearch(ElementGraph graph) {
    this.graph = graph;
    few = new int[graph.mostJoined()];
  }

  long looks() {
    return looks;
  }

  /** The pair of elements was cut. */
  void tore(int c, int b) {
    if (8 * tornCount + 8 > torn.length) {
      torn = Arrays.copyOf(torn, 2 * torn.length);
    }
    graph.note(c, torn, 8 * tornCount);
    graph.note(b, torn, 8 * tornCount + 4);
    tornCount++;
  }

  /** Has the next search look at everything: a drawing may have islands. */
  void lookAtAll() {
    all = true;
  }

  boolean hasNews() {
    return all || tornCount > 0;
  }

  /** What a copy of a body needs to go on: the tears that were not looked at. */
  int[] save() {
    int[] saved = Arrays.copyOf(torn, 8 * tornCount + 1);
    saved[8 * tornCount] = all ? 1 : 0;
    return saved;
  }

  void restore(int[] saved) {
    tornCount = saved.length / 8;
    torn = Arrays.copyOf(saved, Math.max(64, saved.length));
    all = saved[8 * tornCount] == 1;
  }

  /** The elements of each part that is cut off, ascending; the rest is what stays. */
  List<int[]> take() {
    List<int[]> parts = new ArrayList<>();
    List<Integer> opposite = new ArrayList<>(); // an element on the other side, of each part
    visited = 0;
    for (int k = 0; k < tornCount && !all; k++) {
      // Beside a part that is known already stands what is left of it, on the far side.
      int a = beyond(parts, opposite, graph.noted(torn, 8 * k));
      int b = beyond(parts, opposite, graph.noted(torn, 8 * k + 4));
      if (a >= 0 && b >= 0 && a != b && !graph.isJoinedNearby(a, b)) {
        int[] part = smallerSide(a, b);
        if (part != null) {
          parts.add(part);
          opposite.add(Arrays.binarySearch(part, a) >= 0 ? b : a);
        }
        all |= visited > 2 * graph.count() + 256;
      }
    }
    looks += visited + (all ? graph.end() : 0);
    if (all) {
      parts = everyPart();
    }
    all = false;
    tornCount = 0;
    return parts;
  }

  /** The element itself, or where it is in a part, one beyond that. */
  private static int beyond(List<int[]> parts, List<Integer> opposite, int element) {
    int c = element;
    for (int k = 0;
        k < parts.size();
        k++) { // in their order: the far side of one is in none before it
      if (Arrays.binarySearch(parts.get(k), c) >= 0) {
        c = opposite.get(k);
      }
    }
    return c;
  }

  /** The elements of the side that ends first, ascending, or null where both are one. */
  private int[] smallerSide(int a, int b) {
    if (mark.length < graph.end()) {
      mark = new int[2 * graph.end()];
      stamp = 0;
    }
    stamp += 2;
    int headA = 0, headB = 0, tailA = 1, tailB = 1;
    near[0] = a;
    far[0] = b;
    mark[a] = stamp;
    mark[b] = stamp + 1;
    while (true) {
      if (headA == tailA) {
        return sorted(near, tailA);
      }
      tailA = visit(near[headA++], near, tailA, stamp);
      if (tailA < 0) {
        return null;
      }
      if (tailA + few.length > near.length) {
        near = Arrays.copyOf(near, 2 * near.length);
      }
      if (headB == tailB) {
        return sorted(far, tailB);
      }
      tailB = visit(far[headB++], far, tailB, stamp + 1);
      if (tailB < 0) {
        return null;
      }
      if (tailB + few.length > far.length) {
        far = Arrays.copyOf(far, 2 * far.length);
      }
      visited += 2;
    }
  }

  private static int[] sorted(int[] list, int n) {
    int[] part = Arrays.copyOf(list, n);
    Arrays.sort(part);
    return part;
  }

  /** Puts the elements joined to c into the list; -1 where the other side has been there. */
  private int visit(int c, int[] list, int tail, int own) {
    int m = graph.joined(c, few);
    for (int i = 0; i < m; i++) {
      int d = few[i];
      if (mark[d] == (own ^ 1)) {
        return -1;
      }
      if (mark[d] != own) {
        mark[d] = own;
        list[tail++] = d;
      }
    }
    return tail;
  }

  /** All parts but the largest. */
  private List<int[]> everyPart() {
    int n = graph.end();
    int[] group = new int[n];
    Arrays.setAll(group, c -> c);
    for (int c = 0; c < n; c++) {
      int m = graph.isElement(c) ? graph.joined(c, few) : 0;
      for (int i = 0; i < m; i++) {
        int r = root(group, c), s = root(group, few[i]);
        group[Math.max(r, s)] = Math.min(r, s);
      }
    }
    int[] sizes = new int[n];
    int largest = -1;
    for (int c = 0; c < n; c++) {
      if (graph.isElement(c)) {
        group[c] = root(group, c);
        sizes[group[c]]++;
      }
    }
    for (int c = 0; c < n; c++) {
      largest = sizes[c] > 0 && (largest < 0 || sizes[c] > sizes[largest]) ? c : largest;
    }
    int[][] elements = new int[n][];
    List<int[]> parts = new ArrayList<>();
    int[] filled = new int[n];
    for (int c = 0; c < n; c++) {
      int r = group[c];
      if (!graph.isElement(c) || r == largest) {
        continue;
      }
      if (elements[r] == null) {
        elements[r] = new int[sizes[r]];
        parts.add(elements[r]);
      }
      elements[r][filled[r]++] = c;
    }
    return parts;
  }

  private static int root(int[] group, int c) {
    while (group[c] != c) {
      group[c] = group[group[c]];
      c = group[c];
    }
    return c;
  }
}
