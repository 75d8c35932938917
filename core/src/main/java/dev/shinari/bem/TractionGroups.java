package dev.shinari.bem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The faces at each held vertex, put together where they meet smoothly: one unknown traction each
 * ({@link BoundarySolver}).
 */
final class TractionGroups {
  /** Faces that meet at a sharper angle than this have tractions of their own. */
  private static final double SMOOTH_COSINE = 0.77;

  final int[] firstOfVertex;
  private final List<int[]> cornerLists = new ArrayList<>();
  private final List<Integer> vertexList = new ArrayList<>();
  private final List<Integer> nextList = new ArrayList<>();

  TractionGroups(BoundaryElements e, boolean[] held) {
    int n = e.vertexCount();
    firstOfVertex = new int[n];
    Arrays.fill(firstOfVertex, -1);
    int[] start = new int[n + 1];
    int corners = 3 * e.triangleCount();
    for (int c = 0; c < corners; c++) {
      start[e.vertex(c) + 1]++;
    }
    for (int v = 0; v < n; v++) {
      start[v + 1] += start[v];
    }
    int[] fill = start.clone();
    int[] list = new int[corners];
    for (int c = 0; c < corners; c++) {
      list[fill[e.vertex(c)]++] = c;
    }
    for (int v = 0; v < n; v++) {
      if (held[v]) {
        group(e, held, v, Arrays.copyOfRange(list, start[v], start[v + 1]));
      }
    }
  }

  private void group(BoundaryElements e, boolean[] held, int v, int[] around) {
    int[] inner = Arrays.stream(around).filter(c -> isHeldFace(e, held, c / 3)).toArray();
    if (inner.length == 0) {
      add(v, around);
      return;
    }
    boolean[] taken = new boolean[inner.length];
    for (int i = 0; i < inner.length; i++) {
      if (taken[i]) {
        continue;
      }
      List<Integer> members = new ArrayList<>();
      members.add(inner[i]);
      taken[i] = true;
      for (int k = 0; k < members.size(); k++) { // grows while neighbors are smooth
        for (int j = 0; j < inner.length; j++) {
          if (!taken[j] && smooth(e, members.get(k) / 3, inner[j] / 3)) {
            taken[j] = true;
            members.add(inner[j]);
          }
        }
      }
      add(v, members.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  private static boolean isHeldFace(BoundaryElements e, boolean[] held, int f) {
    return held[e.vertex(3 * f)] && held[e.vertex(3 * f + 1)] && held[e.vertex(3 * f + 2)];
  }

  /** Faces that share an edge and are nearly level with each other. */
  private static boolean smooth(BoundaryElements e, int f, int g) {
    double cosine = 0;
    for (int k = 0; k < 3; k++) {
      cosine += e.normal(f, k) * e.normal(g, k);
    }
    int shared = 0;
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        shared += e.vertex(3 * f + a) == e.vertex(3 * g + b) ? 1 : 0;
      }
    }
    return shared >= 2 && cosine > SMOOTH_COSINE;
  }

  private void add(int v, int[] corners) {
    int number = vertexList.size();
    if (firstOfVertex[v] < 0) {
      firstOfVertex[v] = number;
    } else {
      nextList.set(number - 1, number); // groups of a vertex follow one another
    }
    vertexList.add(v);
    cornerLists.add(corners);
    nextList.add(-1);
  }

  int[] vertex() {
    return vertexList.stream().mapToInt(Integer::intValue).toArray();
  }

  int[][] corners() {
    return cornerLists.toArray(new int[0][]);
  }

  int[] next() {
    return nextList.stream().mapToInt(Integer::intValue).toArray();
  }
}
