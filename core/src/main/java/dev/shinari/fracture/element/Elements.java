package dev.shinari.fracture.element;

import dev.shinari.fracture.ElementGraph;
import dev.shinari.fracture.ReachedRegions;
import java.util.Arrays;

/**
 * The elements of one piece of a cage, the particles at their corners and which of them are still
 * joined. Elements keep the number that they began with; those that have left are {@code gone}.
 */
final class Elements extends ReachedRegions implements ElementGraph {
  final ElementComplex whole;
  final int[] ids; // in the whole, ascending
  int[] part; // particles: whole.corners per element
  int[] near; // whole.facets per element: elements here, -1 for none
  boolean[] gone;
  int[] vertexOf; // of each particle: the vertex of the cage that it was at first
  int count;

  Elements(ElementComplex whole, int[] ids, int[] part, int[] near, int[] vertexOf) {
    super(whole.hops);
    this.whole = whole;
    this.ids = ids;
    this.part = part;
    this.near = near;
    this.vertexOf = vertexOf;
    gone = new boolean[ids.length];
    count = ids.length;
    for (int p = 0; p < vertexOf.length; p++) {
      added(p);
    }
  }

  /** All of a cage. */
  static Elements all(ElementComplex whole) {
    int[] ids = new int[whole.count], vertices = new int[whole.rest.length / 3];
    Arrays.setAll(ids, e -> e);
    Arrays.setAll(vertices, v -> v);
    return new Elements(whole, ids, whole.corner.clone(), whole.near.clone(), vertices);
  }

  /** Some elements that are joined to no others, with the given particles, ascending. */
  Elements some(int[] elements, int[] particles) {
    int[] own = new int[elements.length], vertices = new int[particles.length];
    int[] newPart = new int[whole.corners * own.length],
        newNear = new int[whole.facets * own.length];
    for (int k = 0; k < own.length; k++) {
      int e = elements[k];
      own[k] = ids[e];
      for (int c = 0; c < whole.corners; c++) {
        newPart[whole.corners * k + c] =
            Arrays.binarySearch(particles, part[whole.corners * e + c]);
      }
      for (int f = 0; f < whole.facets; f++) {
        int b = near[whole.facets * e + f];
        newNear[whole.facets * k + f] = b < 0 ? -1 : Arrays.binarySearch(elements, b);
      }
    }
    Arrays.setAll(vertices, p -> vertexOf[particles[p]]);
    return new Elements(whole, own, newPart, newNear, vertices);
  }

  /** Number here of an element of the whole, or -1 where it is in another piece. */
  int here(int id) {
    int e = ids.length == whole.count ? id : Arrays.binarySearch(ids, id);
    return e < 0 || gone[e] ? -1 : e;
  }

  /** Writes the elements that hold a particle; returns how many. */
  int around(int p, int[] out) {
    int v = vertexOf[p], n = 0;
    for (int k = whole.aroundStart[v]; k < whole.aroundStart[v + 1]; k++) {
      int e = here(whole.around[k] / whole.corners);
      if (e >= 0 && part[whole.corners * e + whole.around[k] % whole.corners] == p) {
        out[n++] = e;
      }
    }
    return n;
  }

  int mostAround() {
    int most = 1;
    for (int v = 0; v + 1 < whole.aroundStart.length; v++) {
      most = Math.max(most, whole.aroundStart[v + 1] - whole.aroundStart[v]);
    }
    return most;
  }

  /** The elements that are joined to e around a particle that it holds, itself first. */
  int fan(int e, int p, int[] out) {
    int n = 1;
    out[0] = e;
    for (int k = 0; k < n; k++) {
      for (int f = whole.facets * out[k]; f < whole.facets * (out[k] + 1); f++) {
        int b = near[f];
        if (b >= 0 && holds(b, p) && !contains(out, n, b)) {
          out[n++] = b;
        }
      }
    }
    return n;
  }

  static boolean contains(int[] list, int n, int value) {
    for (int k = 0; k < n; k++) {
      if (list[k] == value) {
        return true;
      }
    }
    return false;
  }

  private boolean holds(int e, int p) {
    for (int c = whole.corners * e; c < whole.corners * (e + 1); c++) {
      if (part[c] == p) {
        return true;
      }
    }
    return false;
  }

  /** Puts one particle in the place of another into an element. */
  void replace(int e, int p, int by) {
    for (int c = whole.corners * e; c < whole.corners * (e + 1); c++) {
      part[c] = part[c] == p ? by : part[c];
    }
  }

  /** A facet of the whole that is torn, or has its other side in another piece. */
  boolean isOpened(int e, int facet) {
    return near[whole.facets * e + facet] < 0 && whole.near[whole.facets * ids[e] + facet] >= 0;
  }

  // ------------------------------------------------------------------ regions

  @Override
  protected void lookAround(int p) {
    int v = vertexOf[p];
    for (int k = whole.aroundStart[v]; k < whole.aroundStart[v + 1]; k++) {
      int e = here(whole.around[k] / whole.corners);
      if (e >= 0 && part[whole.corners * e + whole.around[k] % whole.corners] == p) {
        for (int c = whole.corners * e; c < whole.corners * (e + 1); c++) {
          see(part[c]);
        }
      }
    }
  }

  @Override
  protected boolean admits(int p, int q) {
    return whole.inRegion(vertexOf[p], vertexOf[q]);
  }

  void markElement(int e) {
    for (int c = whole.corners * e; c < whole.corners * (e + 1); c++) {
      mark(part[c]);
    }
  }

  // ------------------------------------------------------------------ as a graph

  @Override
  public int end() {
    return ids.length;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public boolean isElement(int e) {
    return !gone[e];
  }

  @Override
  public int mostJoined() {
    return whole.facets;
  }

  @Override
  public int joined(int e, int[] out) {
    int n = 0;
    for (int f = whole.facets * e; f < whole.facets * (e + 1); f++) {
      if (near[f] >= 0) {
        out[n++] = near[f];
      }
    }
    return n;
  }

  @Override
  public boolean isJoinedNearby(int a, int b) {
    for (int c = whole.corners * a; c < whole.corners * (a + 1); c++) {
      if (holds(b, part[c])) {
        return true; // a particle is doubled as soon as its elements are not joined around it
      }
    }
    return false;
  }

  @Override
  public void note(int e, int[] to, int at) {
    to[at] = e;
  }

  @Override
  public int noted(int[] from, int at) {
    return gone[from[at]] ? -1 : from[at];
  }
}
