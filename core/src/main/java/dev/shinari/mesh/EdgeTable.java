package dev.shinari.mesh;

import dev.shinari.math.IntList;
import java.util.Arrays;

/**
 * The edges of a triangle list, each with its half-edges. Half-edge {@code 3 t + c} runs from
 * corner c of triangle t to the next corner. Built by a counting sort on the lower vertex, so that
 * order depends on indices alone.
 */
final class EdgeTable {
  private final int[] triangles;
  // Half-edges ordered by (lower vertex, higher vertex, number): higher vertex << 32 | number.
  private final long[] sorted;
  // Edge e owns sorted[first[e]] to sorted[first[e + 1] - 1].
  private final int[] first;

  EdgeTable(int[] triangles, int vertexCount) {
    this.triangles = triangles;
    int halfEdges = triangles.length;
    int[] start = new int[vertexCount + 1];
    for (int h = 0; h < halfEdges; h++) {
      start[Math.min(triangles[h], triangles[next(h)]) + 1]++;
    }
    for (int v = 0; v < vertexCount; v++) {
      start[v + 1] += start[v];
    }
    sorted = new long[halfEdges];
    int[] fill = start.clone();
    for (int h = 0; h < halfEdges; h++) {
      int a = triangles[h], b = triangles[next(h)];
      sorted[fill[Math.min(a, b)]++] = (long) Math.max(a, b) << 32 | h;
    }
    IntList edges = new IntList();
    for (int v = 0; v < vertexCount; v++) {
      Arrays.sort(sorted, start[v], start[v + 1]);
      for (int i = start[v]; i < start[v + 1]; i++) {
        if (i == start[v] || sorted[i] >>> 32 != sorted[i - 1] >>> 32) {
          edges.add(i);
        }
      }
    }
    edges.add(halfEdges);
    first = edges.toArray();
  }

  static int next(int halfEdge) {
    return halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1;
  }

  int edgeCount() {
    return first.length - 1;
  }

  /** How many triangles meet at edge e. */
  int size(int e) {
    return first[e + 1] - first[e];
  }

  /** The i-th half-edge of edge e, in ascending order. */
  int halfEdge(int e, int i) {
    return (int) sorted[first[e] + i];
  }

  /** Whether half-edge h runs from its lower vertex to its higher one. */
  boolean forward(int h) {
    return triangles[h] < triangles[next(h)];
  }

  /** Half-edges of edge e that run forward, less those that run backward; 0 where closed. */
  int balance(int e) {
    int sum = 0;
    for (int i = 0; i < size(e); i++) {
      sum += forward(halfEdge(e, i)) ? 1 : -1;
    }
    return sum;
  }
}
