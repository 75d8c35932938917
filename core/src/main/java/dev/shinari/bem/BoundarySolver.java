package dev.shinari.bem;

import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Solves the boundary integral equation for what is not known: displacements of free vertices and
 * tractions at held ones.
 *
 * <p>A held vertex gets one unknown traction for each smooth group of its held faces (those whose
 * three vertices are held): tractions jump where faces meet at an edge, so a vertex on the edge of
 * a cube that is held all round has two, one at a corner three. Each group needs an equation of its
 * own; a vertex with several is collocated not at its own place but once inside a face of each
 * group. Where a held vertex touches free faces, their tractions are known and not among the
 * unknowns; a single held vertex amid free ones has one traction for all faces around it.
 *
 * <p>{@link #hold} and {@link #release} change conditions after the factorization by the formula of
 * Woodbury: of the matrix only the columns of these vertices change, so the old factors and a small
 * matrix suffice. The grouping stays as it was made; {@link #refactored} is the slow twin.
 *
 * <p>A body with no held vertex may drift: its rigid motion is removed (the displacements have no
 * mean shift and turn), loads that do not balance are balanced by an even field, and {@link
 * #rigidMotionRemoved} says so.
 */
public final class BoundarySolver {
  /** Where a vertex of several groups is collocated: this far from it on the way into a face. */
  private static final double INSET = 0.2;

  private static final int RIGID = 6;

  /** Collocation points whose integrals are one piece of work. */
  private static final int POINTS = 8;

  private final BoundaryElements elements;
  private final Workers workers;
  private final int vertices;
  private final int[] baseGroups; // first group of each vertex that was held when made, or -1
  private final int[] groupVertex;
  private final int[][] groupCorners;
  private final int[] groupNext; // further group of the same vertex, or -1
  private final int[] unknownOfVertex; // block of a free vertex, or -1
  private final int[] groupBlock; // block of each group
  private final int[] pointFace; // collocation points: a face and the point's place in it
  private final double[] pointPlace;
  private final int[] rowBlockOfGroup; // the collocation that was added for a group
  private final int blocks;
  private final int size;
  private final boolean floating;
  private final double[] matrix; // before factoring, with base conditions
  private final double[] known; // H of the vertices that were held when made: size x 3 held
  private final int[] heldAt; // place of a vertex among them, or -1
  private final DenseLu lu;

  private final boolean[] changed;
  private int[] changedList = {};
  private double[][] updateColumns = {}; // A^-1 (new - old), one a changed column or row
  private double[][] updateRows = {}; // what they are multiplied by
  private DenseLu small;

  /**
   * @param held numbers of the vertices whose displacements will be given
   */
  public BoundarySolver(BoundaryElements elements, int... held) {
    this(elements, held, new int[0], Workers.SERIAL);
  }

  /**
   * @param workers share the integrals, the factorization and the solutions; the bits are the same
   *     for any number of them
   */
  public BoundarySolver(BoundaryElements elements, int[] held, Workers workers) {
    this(elements, held, new int[0], workers);
  }

  private BoundarySolver(BoundaryElements elements, int[] held, int[] changes, Workers workers) {
    this.elements = elements;
    this.workers = workers;
    vertices = elements.vertexCount();
    boolean[] isHeld = new boolean[vertices];
    for (int v : held) {
      isHeld[Check.inRange("held vertex", v, 0, vertices - 1)] = true;
    }
    changed = new boolean[vertices];
    TractionGroups groups = new TractionGroups(elements, isHeld);
    baseGroups = groups.firstOfVertex;
    groupVertex = groups.vertex();
    groupCorners = groups.corners();
    groupNext = groups.next();
    unknownOfVertex = new int[vertices];
    heldAt = new int[vertices];
    int b = 0, k = 0;
    for (int v = 0; v < vertices; v++) {
      unknownOfVertex[v] = isHeld[v] ? -1 : b++;
      heldAt[v] = isHeld[v] ? k++ : -1;
    }
    groupBlock = new int[groupVertex.length];
    for (int g = 0; g < groupBlock.length; g++) {
      groupBlock[g] = b++;
    }
    blocks = b;
    pointFace = new int[blocks];
    pointPlace = new double[3 * blocks];
    rowBlockOfGroup = new int[groupVertex.length];
    placePoints();
    floating = k == 0;
    size = 3 * blocks + (floating ? RIGID : 0);
    Check.that(
        (long) size * size < Integer.MAX_VALUE - 16L,
        "the mesh has too many vertices for boundary elements: " + vertices);
    matrix = new double[size * size];
    known = new double[size * 3 * k];
    assemble(3 * k);
    double[] factors = matrix.clone();
    if (changes.length > 0) {
      applyDirectly(changes, factors);
    }
    lu = new DenseLu(factors, size, workers);
  }

  private void placePoints() {
    int[] cornerOf = new int[vertices];
    Arrays.fill(cornerOf, -1);
    for (int c = 3 * elements.triangleCount() - 1; c >= 0; c--) {
      cornerOf[elements.vertex(c)] = c;
    }
    for (int v = 0; v < vertices; v++) {
      if (unknownOfVertex[v] >= 0) {
        place(unknownOfVertex[v], cornerOf[v], 0);
      }
    }
    for (int g = 0; g < groupVertex.length; g++) {
      boolean alone = baseGroups[groupVertex[g]] == g && groupNext[g] < 0;
      place(groupBlock[g], groupCorners[g][0], alone ? 0 : INSET);
      rowBlockOfGroup[g] = groupBlock[g];
    }
  }

  private void place(int block, int corner, double inset) {
    pointFace[block] = corner / 3;
    for (int c = 0; c < 3; c++) {
      pointPlace[3 * block + c] = c == corner % 3 ? 1 - 2 * inset : inset;
    }
  }

  private void assemble(int knownWidth) {
    double[][] rows = new double[workers.count()][];
    workers.run(
        (blocks + POINTS - 1) / POINTS,
        (block, worker) -> {
          if (rows[worker] == null) {
            rows[worker] = new double[9 * vertices];
          }
          for (int p = block * POINTS; p < Math.min(blocks, (block + 1) * POINTS); p++) {
            assembleRow(p, knownWidth, rows[worker]);
          }
        });
    if (floating) {
      border();
    }
  }

  private void assembleRow(int p, int knownWidth, double[] h) {
    double[] g = floating ? null : new double[27 * elements.triangleCount()];
    Arrays.fill(h, 0);
    elements.row(
        pointFace[p], pointPlace[3 * p], pointPlace[3 * p + 1], pointPlace[3 * p + 2], h, g);
    for (int v = 0; v < vertices; v++) {
      double[] target = unknownOfVertex[v] >= 0 ? matrix : known;
      int step = unknownOfVertex[v] >= 0 ? size : knownWidth;
      int at = 3 * p * step + 3 * (unknownOfVertex[v] >= 0 ? unknownOfVertex[v] : heldAt[v]);
      for (int r = 0; r < 3; r++) {
        System.arraycopy(h, 9 * v + 3 * r, target, at + r * step, 3);
      }
    }
    for (int k = 0; k < groupVertex.length; k++) {
      for (int corner : groupCorners[k]) {
        for (int r = 0; r < 3; r++) {
          for (int c = 0; c < 3; c++) {
            matrix[(3 * p + r) * size + 3 * groupBlock[k] + c] -= g[9 * corner + 3 * r + c];
          }
        }
      }
    }
  }

  /** Rigid modes as further unknowns (even loads) and equations (no mean motion). */
  private void border() {
    int n = 3 * blocks;
    double[] center = new double[3];
    for (int v = 0; v < vertices; v++) {
      for (int k = 0; k < 3; k++) {
        center[k] += elements.position(v, k) / vertices;
      }
    }
    double reach = elements.mesh().bounds().longestSide();
    for (int v = 0; v < vertices; v++) {
      double[] q = new double[3];
      for (int k = 0; k < 3; k++) {
        q[k] = (elements.position(v, k) - center[k]) / reach;
      }
      for (int k = 0; k < 3; k++) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        set(3 * v + k, n + k, 1);
        set(3 * v + b, n + 3 + k, q[a]); // e_k x q
        set(3 * v + a, n + 3 + k, -q[b]);
      }
    }
  }

  private void set(int i, int j, double value) {
    matrix[i * size + j] = value;
    matrix[j * size + i] = value;
  }

  /** Whether no vertex is held, so that the solution has its rigid motion taken out. */
  public boolean rigidMotionRemoved() {
    return floating;
  }

  /** Whether a vertex's displacement is given at present. */
  public boolean isHeld(int vertex) {
    return (heldAt[vertex] >= 0) != changed[vertex];
  }

  // ---- changing conditions ------------------------------------------------------------------

  /** From now on the vertex's displacement is given and its traction unknown. */
  public void hold(int vertex) {
    if (!isHeld(vertex)) {
      change(vertex);
    }
  }

  /** From now on the vertex is free, with zero or given traction. */
  public void release(int vertex) {
    if (isHeld(vertex)) {
      change(vertex);
    }
  }

  private void change(int vertex) {
    Check.inRange("vertex", vertex, 0, vertices - 1);
    Check.that(!floating, "a body without a held vertex cannot change conditions; hold some first");
    changed[vertex] = !changed[vertex];
    int n = 0;
    int[] list = new int[vertices];
    for (int v = 0; v < vertices; v++) {
      if (changed[v]) {
        list[n++] = v;
      }
    }
    changedList = Arrays.copyOf(list, n);
    prepareUpdate();
  }

  /** The same conditions, factored from scratch: what the update must agree with. */
  public BoundarySolver refactored() {
    int[] held = new int[vertices];
    int n = 0;
    for (int v = 0; v < vertices; v++) {
      if (heldAt[v] >= 0) {
        held[n++] = v;
      }
    }
    return new BoundarySolver(elements, Arrays.copyOf(held, n), changedList, workers);
  }

  private void applyDirectly(int[] changes, double[] target) {
    for (int v : changes) {
      changed[v] = true;
    }
    changedList = changes.clone();
    for (int v : changes) {
      int block = blockOf(v);
      for (int c = 0; c < 3; c++) {
        double[] column = newColumn(v, c);
        for (int i = 0; i < size; i++) {
          target[i * size + 3 * block + c] = column[i];
        }
      }
    }
    for (int v : changes) {
      for (int g = surplus(v); g >= 0; g = groupNext[g]) {
        for (int c = 0; c < 3; c++) {
          int row = 3 * rowBlockOfGroup[g] + c;
          Arrays.fill(target, row * size, (row + 1) * size, 0);
          target[row * size + 3 * groupBlock[g] + c] = 1;
        }
      }
    }
  }

  /** Groups beyond the first of a vertex that was held and is free now: their traction is zero. */
  private int surplus(int v) {
    return heldAt[v] >= 0 ? groupNext[baseGroups[v]] : -1;
  }

  private int blockOf(int v) {
    return heldAt[v] >= 0 ? groupBlock[baseGroups[v]] : unknownOfVertex[v];
  }

  /** What stands in a changed vertex's column: G with a minus where it is held now, else H. */
  private double[] newColumn(int v, int c) {
    double[] out = new double[size];
    if (heldAt[v] >= 0) {
      int width = known.length / size;
      for (int i = 0; i < size; i++) {
        out[i] = known[i * width + 3 * heldAt[v] + c];
      }
      return out;
    }
    int[] corners = cornersOf(v);
    double[] g = new double[9];
    for (int p = 0; p < blocks; p++) {
      Arrays.fill(g, 0);
      elements.loadColumn(
          pointFace[p],
          pointPlace[3 * p],
          pointPlace[3 * p + 1],
          pointPlace[3 * p + 2],
          corners,
          g);
      for (int r = 0; r < 3; r++) {
        out[3 * p + r] = -g[3 * r + c];
      }
    }
    return out;
  }

  private int[] cornersOf(int v) {
    int[] out = new int[64];
    int n = 0;
    for (int c = 0; c < 3 * elements.triangleCount(); c++) {
      if (elements.vertex(c) == v) {
        out = n == out.length ? Arrays.copyOf(out, 2 * n) : out;
        out[n++] = c;
      }
    }
    return Arrays.copyOf(out, n);
  }

  /**
   * A' = A + P Q^T with a column of P and Q for each changed column or row; then A'^-1 b = y - Z (1
   * + Q^T Z)^-1 Q^T y with y = A^-1 b and Z = A^-1 P.
   */
  private void prepareUpdate() {
    double[][] p = new double[3 * size][];
    double[][] q = new double[3 * size][];
    int n = 0;
    for (int v : changedList) {
      for (int c = 0; c < 3; c++) {
        int at = 3 * blockOf(v) + c;
        double[] column = newColumn(v, c);
        for (int i = 0; i < size; i++) {
          column[i] -= matrix[i * size + at];
        }
        p[n] = column;
        q[n] = new double[size];
        q[n++][at] = 1;
      }
    }
    int columns = n;
    for (int v : changedList) {
      for (int g = surplus(v); g >= 0; g = groupNext[g]) {
        for (int c = 0; c < 3; c++) {
          int row = 3 * rowBlockOfGroup[g] + c;
          double[] difference = new double[size];
          for (int j = 0; j < size; j++) {
            difference[j] = -matrix[row * size + j];
          }
          for (int k = 0; k < columns; k++) {
            for (int j = 0; j < size; j++) {
              difference[j] -= p[k][row] * q[k][j];
            }
          }
          difference[3 * groupBlock[g] + c] += 1;
          p[n] = new double[size];
          p[n][row] = 1;
          q[n++] = difference;
        }
      }
    }
    updateColumns = Arrays.copyOf(p, n);
    updateRows = Arrays.copyOf(q, n);
    double[] s = new double[n * n];
    for (int k = 0; k < n; k++) {
      lu.solve(updateColumns[k]);
    }
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        s[i * n + k] = (i == k ? 1 : 0) + dot(updateRows[i], updateColumns[k]);
      }
    }
    small = n == 0 ? null : new DenseLu(s, n);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  // ---- solving ------------------------------------------------------------------------------

  /** Displacements of all vertices and tractions at all face corners. */
  public static final class Solution {
    private final double[] displacements;
    private final double[] tractions;

    Solution(double[] displacements, double[] tractions) {
      this.displacements = displacements;
      this.tractions = tractions;
    }

    /** Meters, 3 a vertex. */
    public double[] displacements() {
      return displacements;
    }

    /** Pascals, 3 a face corner; corner c of triangle f has number 3 f + c. */
    public double[] tractions() {
      return tractions;
    }
  }

  /**
   * Solves for one set of values.
   *
   * @param displacements meters, 3 a vertex; those of free vertices are not read
   * @param tractions pascals, 3 a face corner, added to what is unknown there; null for none
   */
  public Solution solve(double[] displacements, double[] tractions) {
    double[] b = rightSide(displacements, tractions);
    lu.solve(b);
    return finish(b, displacements, tractions);
  }

  /**
   * Solves for several sets of displacements at once.
   *
   * @param displacements meters, 3 a vertex; those of free vertices are not read
   */
  public Solution[] solveAll(double[][] displacements) {
    double[][] b = new double[displacements.length][];
    workers.run(b.length, (k, worker) -> b[k] = rightSide(displacements[k], null));
    lu.solveAll(b, workers);
    Solution[] out = new Solution[b.length];
    for (int k = 0; k < b.length; k++) {
      out[k] = finish(b[k], displacements[k], null);
    }
    return out;
  }

  /**
   * Displacements by unit accelerations of a body of density 1 whose held vertices stay: three
   * shifts, then three turns about a center.
   */
  double[][] sway(double[] center) {
    InertiaLoads loads = new InertiaLoads(elements, center);
    double[][] b = new double[InertiaLoads.COUNT][size];
    workers.run(
        blocks,
        (p, worker) -> {
          double[] at = new double[3];
          for (int i = 0; i < 9; i++) {
            at[i % 3] +=
                pointPlace[3 * p + i / 3]
                    * elements.position(elements.vertex(3 * pointFace[p] + i / 3), i % 3);
          }
          double[] sum = new double[3 * b.length];
          loads.add(at[0], at[1], at[2], sum);
          for (int i = 0; i < sum.length; i++) {
            b[i / 3][3 * p + i % 3] = sum[i];
          }
        });
    lu.solveAll(b, workers);
    double[] none = new double[3 * vertices];
    double[][] out = new double[b.length][];
    for (int k = 0; k < b.length; k++) {
      out[k] = finish(b[k], none, null).displacements();
    }
    return out;
  }

  private double[] rightSide(double[] displacements, double[] tractions) {
    Check.that(displacements.length == 3 * vertices, "displacements must hold 3 numbers a vertex");
    Check.that(
        tractions == null || tractions.length == 9 * elements.triangleCount(),
        "tractions must hold 3 numbers a face corner");
    double[] b = new double[size];
    subtractKnown(displacements, b);
    if (tractions != null) {
      addLoads(tractions, b);
    }
    for (int v : changedList) {
      for (int g = surplus(v); g >= 0; g = groupNext[g]) {
        Arrays.fill(b, 3 * rowBlockOfGroup[g], 3 * rowBlockOfGroup[g] + 3, 0);
      }
    }
    return b;
  }

  private Solution finish(double[] b, double[] displacements, double[] tractions) {
    if (small != null) {
      double[] w = new double[updateRows.length];
      for (int k = 0; k < w.length; k++) {
        w[k] = dot(updateRows[k], b);
      }
      small.solve(w);
      for (int k = 0; k < w.length; k++) {
        for (int i = 0; i < size; i++) {
          b[i] -= w[k] * updateColumns[k][i];
        }
      }
    }
    return unpack(b, displacements, tractions);
  }

  private void subtractKnown(double[] u, double[] b) {
    int width = known.length / size;
    for (int v = 0; v < vertices; v++) {
      if (!isHeld(v)) {
        continue;
      }
      for (int c = 0; c < 3; c++) {
        double value = u[3 * v + c];
        if (value == 0) {
          continue;
        }
        for (int i = 0; i < 3 * blocks; i++) {
          b[i] -=
              value
                  * (heldAt[v] >= 0
                      ? known[i * width + 3 * heldAt[v] + c]
                      : matrix[i * size + 3 * unknownOfVertex[v] + c]);
        }
      }
    }
  }

  private void addLoads(double[] tractions, double[] b) {
    double[] h = new double[9 * vertices];
    double[] g = new double[27 * elements.triangleCount()];
    double unit = 1 / elements.tractionUnit();
    for (int p = 0; p < blocks; p++) {
      Arrays.fill(g, 0);
      elements.row(
          pointFace[p], pointPlace[3 * p], pointPlace[3 * p + 1], pointPlace[3 * p + 2], h, g);
      for (int corner = 0; corner < 3 * elements.triangleCount(); corner++) {
        for (int r = 0; r < 3; r++) {
          double sum = 0;
          for (int c = 0; c < 3; c++) {
            sum += g[9 * corner + 3 * r + c] * tractions[3 * corner + c];
          }
          b[3 * p + r] += unit * sum;
        }
      }
    }
  }

  private Solution unpack(double[] b, double[] given, double[] loads) {
    double[] u = given.clone();
    double[] t = loads == null ? new double[9 * elements.triangleCount()] : loads.clone();
    double unit = elements.tractionUnit();
    for (int v = 0; v < vertices; v++) {
      if (!isHeld(v)) {
        System.arraycopy(b, 3 * blockOf(v), u, 3 * v, 3);
      } else if (heldAt[v] < 0) {
        for (int corner : cornersOf(v)) {
          addTraction(t, corner, b, unknownOfVertex[v], unit);
        }
      }
    }
    for (int g = 0; g < groupVertex.length; g++) {
      if (!changed[groupVertex[g]]) {
        for (int corner : groupCorners[g]) {
          addTraction(t, corner, b, groupBlock[g], unit);
        }
      }
    }
    return new Solution(u, t);
  }

  private static void addTraction(double[] t, int corner, double[] b, int block, double unit) {
    for (int c = 0; c < 3; c++) {
      t[3 * corner + c] += unit * b[3 * block + c];
    }
  }
}
