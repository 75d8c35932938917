package dev.shinari.mesh.volume;

import dev.shinari.math.Check;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/**
 * Makes tetrahedra smaller where they should be, by halving their longest edges [Rivara97]. All
 * tetrahedra around an edge are cut together, so neighbors always share whole faces; where one of
 * them has a longer edge, that one is cut first, so that pieces do not get thinner and thinner.
 */
public final class TetRefiner {
  /** How long edges should be at a place. */
  public interface EdgeLength {
    double at(double x, double y, double z);
  }

  /** Meshes beyond this are a slip. */
  private static final int MOST_TETS = 2_000_000;

  private final FloatList positions = new FloatList();
  private final EdgeLength wanted;
  private int[] tets;
  private int count;

  /** Tetrahedra of each vertex, as linked lists over corners: 4 t + c follows link[4 t + c]. */
  private int[] head;

  private int[] link;

  private TetRefiner(TetMesh mesh, EdgeLength wanted) {
    this.wanted = wanted;
    float[] p = mesh.positions();
    for (int i = 0; i < p.length; i += 3) {
      positions.add(p[i], p[i + 1], p[i + 2]);
    }
    head = new int[Math.max(16, mesh.vertexCount())];
    Arrays.fill(head, -1);
    tets = new int[Math.max(16, mesh.tets().length)];
    link = new int[tets.length];
    for (int t = 0; t < mesh.tetCount(); t++) {
      add(
          mesh.tets()[4 * t],
          mesh.tets()[4 * t + 1],
          mesh.tets()[4 * t + 2],
          mesh.tets()[4 * t + 3]);
    }
  }

  /**
   * The mesh with every edge at most 1.5 times as long as is wanted at its middle. Vertices keep
   * their numbers, new ones follow.
   */
  public static TetMesh refine(TetMesh mesh, EdgeLength wanted) {
    TetRefiner r = new TetRefiner(mesh, wanted);
    for (int t = 0; t < r.count; t++) {
      // A cut leaves one half in the place of the whole: it is looked at until it is small enough.
      while (r.tooLong(t)) {
        r.cut(t);
        Check.that(r.count < MOST_TETS, "more than " + MOST_TETS + " tetrahedra: refine less");
      }
    }
    return new TetMesh(r.positions.toArray(), Arrays.copyOf(r.tets, 4 * r.count));
  }

  private boolean tooLong(int t) {
    int e = longest(t);
    int a = tets[4 * t + EDGES[e][0]], b = tets[4 * t + EDGES[e][1]];
    double limit =
        1.5
            * wanted.at(
                0.5 * ((double) positions.get(3 * a) + positions.get(3 * b)),
                0.5 * ((double) positions.get(3 * a + 1) + positions.get(3 * b + 1)),
                0.5 * ((double) positions.get(3 * a + 2) + positions.get(3 * b + 2)));
    return square(a, b) > limit * limit;
  }

  private static final int[][] EDGES = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

  private int longest(int t) {
    int best = 0;
    for (int e = 1; e < 6; e++) {
      if (longer(
          tets[4 * t + EDGES[e][0]],
          tets[4 * t + EDGES[e][1]],
          tets[4 * t + EDGES[best][0]],
          tets[4 * t + EDGES[best][1]])) {
        best = e;
      }
    }
    return best;
  }

  // Edges of one length are ordered by their vertices, so that all tetrahedra agree which is first.
  private boolean longer(int a, int b, int c, int d) {
    double first = square(a, b), second = square(c, d);
    if (first != second) {
      return first > second;
    }
    int low = Math.min(a, b), other = Math.min(c, d);
    return low != other ? low > other : Math.max(a, b) > Math.max(c, d);
  }

  private double square(int a, int b) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double d = (double) positions.get(3 * a + c) - positions.get(3 * b + c);
      sum += d * d;
    }
    return sum;
  }

  /** Halves the longest edge around t's longest one. */
  private void cut(int t) {
    int e = longest(t);
    int a = tets[4 * t + EDGES[e][0]], b = tets[4 * t + EDGES[e][1]];
    for (boolean longer = true; longer; ) {
      longer = false;
      for (int corner = head[a]; corner >= 0 && !longer; corner = link[corner]) {
        int s = corner / 4;
        if (!has(s, b)) {
          continue;
        }
        int f = longest(s);
        int c = tets[4 * s + EDGES[f][0]], d = tets[4 * s + EDGES[f][1]];
        if (longer(c, d, a, b)) {
          a = c;
          b = d;
          longer = true;
        }
      }
    }
    split(a, b);
  }

  private boolean has(int t, int v) {
    return tets[4 * t] == v || tets[4 * t + 1] == v || tets[4 * t + 2] == v || tets[4 * t + 3] == v;
  }

  private void split(int a, int b) {
    int m = positions.size() / 3;
    positions.add(
        0.5 * ((double) positions.get(3 * a) + positions.get(3 * b)),
        0.5 * ((double) positions.get(3 * a + 1) + positions.get(3 * b + 1)),
        0.5 * ((double) positions.get(3 * a + 2) + positions.get(3 * b + 2)));
    if (m >= head.length) {
      int old = head.length;
      head = Arrays.copyOf(head, 2 * old);
      Arrays.fill(head, old, head.length, -1);
    }
    IntList around = new IntList();
    for (int corner = head[a]; corner >= 0; corner = link[corner]) {
      if (has(corner / 4, b)) {
        around.add(corner / 4);
      }
    }
    for (int k = 0; k < around.size(); k++) {
      int t = around.get(k);
      int[] half = {tets[4 * t], tets[4 * t + 1], tets[4 * t + 2], tets[4 * t + 3]};
      for (int c = 0; c < 4; c++) {
        if (half[c] == a) {
          half[c] = m; // the half at b; the one at a stays in place
        } else if (half[c] == b) {
          unlink(4 * t + c);
          tets[4 * t + c] = m;
          push(4 * t + c);
        }
      }
      add(half[0], half[1], half[2], half[3]);
    }
  }

  private void add(int a, int b, int c, int d) {
    if (4 * count == tets.length) {
      tets = Arrays.copyOf(tets, 2 * tets.length);
      link = Arrays.copyOf(link, tets.length);
    }
    int at = 4 * count++;
    tets[at] = a;
    tets[at + 1] = b;
    tets[at + 2] = c;
    tets[at + 3] = d;
    for (int k = at; k < at + 4; k++) {
      push(k);
    }
  }

  private void push(int corner) {
    link[corner] = head[tets[corner]];
    head[tets[corner]] = corner;
  }

  private void unlink(int corner) {
    int v = tets[corner];
    if (head[v] == corner) {
      head[v] = link[corner];
      return;
    }
    int before = head[v];
    while (link[before] != corner) {
      before = link[before];
    }
    link[before] = link[corner];
  }
}
