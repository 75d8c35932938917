package dev.shinari.mesh.distance;

import dev.shinari.math.Check;
import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.TriangleMesh;

/**
 * The generalized winding number of a triangle surface: 1 inside of a closed surface, 0 outside,
 * and a smooth value in between where the surface has holes, so that 0.5 is a good guess of where
 * it would have closed. Overlapping parts add up. [Jacobson13]
 *
 * <p>Far groups of triangles act through the moments of their area vectors about their center p, to
 * second order [Barill18]. With f(r) = r / (4 pi |r|^3) and r = p - q:
 *
 * <pre>
 *   w(q) ~ N . f  +  M : f'  +  T : f'' / 2
 *
 *   N = sum of n,  M = sum of d n,  T = sum of d d n    over the group's surface: area vector n at
 *                                                       p + d
 * </pre>
 *
 * The derivatives of f are symmetric in all indices, so only the symmetric parts of M (6 numbers)
 * and T (10) are kept. The second order is not a luxury: on a curved patch the d along the normal
 * are as large as the squares of the d across it, and without T the term M makes matters worse.
 *
 * <p>A group is far if q is more than {@link #FAR} of its radii away; near triangles count with
 * their exact solid angle. The error stays below 0.01, 5e-4 in the mean.
 */
public final class WindingNumber {
  /** Distance, in radii of a group, from which on its moments stand for it. */
  public static final double FAR = 2;

  // A node: p (3), squared far distance (1), N (3), M (6), T (10).
  private static final int STRIDE = 23;
  private static final int N = 4;
  private static final int M = 7;
  private static final int T = 13;
  private static final int[] PAIRS = {0, 0, 0, 1, 0, 2, 1, 1, 1, 2, 2, 2};
  private static final int[] TRIPLES = {
    0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1, 1, 0, 1, 2, 0, 2, 2, 1, 1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2
  };
  // Place of pair (i, j) in M.
  private static final int[][] PAIR = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

  private final TriangleMesh mesh;
  private final BoxTree tree;
  private final double[] moments;

  /** Triangles count as they are: weld, orient and clean a mesh first where that matters. */
  public WindingNumber(TriangleMesh mesh) {
    Check.that(mesh.triangleCount() > 0, "a mesh without triangles has no inside");
    this.mesh = mesh;
    tree = new BoxTree(mesh.positions(), mesh.triangles(), 3, 8);
    moments = new double[STRIDE * tree.nodes];
    double[] area = new double[tree.nodes];
    for (int n = tree.nodes - 1; n >= 0; n--) {
      if (tree.left[n] >= 0) {
        combine(n, area);
      } else {
        gather(n, area);
      }
      measureRadius(n);
    }
  }

  TriangleMesh mesh() {
    return mesh;
  }

  BoxTree tree() {
    return tree;
  }

  private void gather(int n, double[] area) {
    int[] tri = mesh.triangles();
    float[] p = mesh.positions();
    int at = STRIDE * n;
    double[] normal = new double[3], arm = new double[3];
    double total = 0;
    double[] weighted = new double[3], plain = new double[3];
    for (int i = tree.start[n]; i < tree.end[n]; i++) {
      int t = 3 * tree.order[i];
      double a = Geometry.areaVector(p, tri[t], tri[t + 1], tri[t + 2], normal);
      total += a;
      for (int x = 0; x < 3; x++) {
        double c = centroid(t, x);
        weighted[x] += a * c;
        plain[x] += c;
      }
    }
    for (int x = 0; x < 3; x++) {
      // Triangles without area have no moments; any center will do for them.
      moments[at + x] = total > 0 ? weighted[x] / total : plain[x] / (tree.end[n] - tree.start[n]);
    }
    for (int i = tree.start[n]; i < tree.end[n]; i++) {
      int t = 3 * tree.order[i];
      Geometry.areaVector(p, tri[t], tri[t + 1], tri[t + 2], normal);
      for (int x = 0; x < 3; x++) {
        arm[x] = centroid(t, x) - moments[at + x];
        moments[at + N + x] += normal[x];
      }
      addFirst(at, arm, normal);
      addSecond(at, arm, normal, 1);
      // The triangle's own spread: the mean of d d over it is the sum over its corners / 12.
      for (int c = 0; c < 3; c++) {
        for (int x = 0; x < 3; x++) {
          arm[x] = p[3 * tri[t + c] + x] - centroid(t, x);
        }
        addSecond(at, arm, normal, 1.0 / 12);
      }
    }
    area[n] = total;
  }

  private double centroid(int t, int x) {
    int[] tri = mesh.triangles();
    float[] p = mesh.positions();
    return ((double) p[3 * tri[t] + x] + p[3 * tri[t + 1] + x] + p[3 * tri[t + 2] + x]) / 3;
  }

  private void combine(int n, double[] area) {
    int at = STRIDE * n, a = tree.left[n], b = a + 1;
    double total = area[a] + area[b];
    area[n] = total;
    double wa = total > 0 ? area[a] / total : 0.5;
    double[] normal = new double[3], arm = new double[3];
    for (int x = 0; x < 3; x++) {
      moments[at + x] = wa * moments[STRIDE * a + x] + (1 - wa) * moments[STRIDE * b + x];
    }
    for (int child = a; child <= b; child++) {
      int from = STRIDE * child;
      for (int x = 0; x < 3; x++) {
        arm[x] = moments[from + x] - moments[at + x];
        normal[x] = moments[from + N + x];
      }
      for (int x = N; x < STRIDE; x++) {
        moments[at + x] += moments[from + x];
      }
      addFirst(at, arm, normal);
      addSecond(at, arm, normal, 1);
      // d = arm + d': the mixed part of d d n is twice the symmetric part of arm M'.
      for (int k = 0; k < 10; k++) {
        int x = TRIPLES[3 * k], y = TRIPLES[3 * k + 1], z = TRIPLES[3 * k + 2];
        moments[at + T + k] +=
            2.0
                / 3
                * (arm[x] * moments[from + M + PAIR[y][z]]
                    + arm[y] * moments[from + M + PAIR[x][z]]
                    + arm[z] * moments[from + M + PAIR[x][y]]);
      }
    }
  }

  // Symmetric part of arm n.
  private void addFirst(int at, double[] arm, double[] n) {
    for (int k = 0; k < 6; k++) {
      int x = PAIRS[2 * k], y = PAIRS[2 * k + 1];
      moments[at + M + k] += 0.5 * (arm[x] * n[y] + arm[y] * n[x]);
    }
  }

  // Symmetric part of arm arm n.
  private void addSecond(int at, double[] arm, double[] n, double factor) {
    for (int k = 0; k < 10; k++) {
      int x = TRIPLES[3 * k], y = TRIPLES[3 * k + 1], z = TRIPLES[3 * k + 2];
      moments[at + T + k] +=
          factor / 3 * (arm[x] * arm[y] * n[z] + arm[x] * arm[z] * n[y] + arm[y] * arm[z] * n[x]);
    }
  }

  private void measureRadius(int n) {
    double sum = 0;
    for (int x = 0; x < 3; x++) {
      double c = moments[STRIDE * n + x];
      double d = Math.max(c - tree.box[6 * n + x], tree.box[6 * n + 3 + x] - c);
      sum += d * d;
    }
    moments[STRIDE * n + 3] = FAR * FAR * sum;
  }

  /** The winding number at a point. Allocates a small stack; safe to call from several threads. */
  public double at(double qx, double qy, double qz) {
    int[] stack = new int[128];
    int top = 0;
    stack[top++] = 0;
    double far = 0, near = 0;
    int[] tri = mesh.triangles();
    double[] w = moments;
    while (top > 0) {
      int n = stack[--top];
      int m = STRIDE * n;
      double x = w[m] - qx, y = w[m + 1] - qy, z = w[m + 2] - qz;
      double rr = x * x + y * y + z * z;
      if (rr > w[m + 3]) {
        far += farField(m, x, y, z, rr);
      } else if (tree.left[n] >= 0) {
        stack[top++] = tree.left[n] + 1;
        stack[top++] = tree.left[n];
      } else {
        for (int i = tree.start[n]; i < tree.end[n]; i++) {
          int t = 3 * tree.order[i];
          near +=
              Geometry.windingOfTriangle(
                  mesh.positions(), tri[t], tri[t + 1], tri[t + 2], qx, qy, qz);
        }
      }
    }
    return near + far / (4 * Math.PI);
  }

  // 4 pi (N . f + M : f' + T : f'' / 2) with
  //   f'  = I / r^3 - 3 r r / r^5
  //   f'' = -3 (I r and its two turns) / r^5 + 15 r r r / r^7
  private double farField(int at, double x, double y, double z, double rr) {
    double[] w = moments;
    int m = at + M, t = at + T;
    double i2 = 1 / rr, i3 = i2 / Math.sqrt(rr);
    double zeroth = w[at + N] * x + w[at + N + 1] * y + w[at + N + 2] * z;
    double trace = w[m] + w[m + 3] + w[m + 5];
    double mrr =
        w[m] * x * x
            + w[m + 3] * y * y
            + w[m + 5] * z * z
            + 2 * (w[m + 1] * x * y + w[m + 2] * x * z + w[m + 4] * y * z);
    double traces =
        (w[t] + w[t + 3] + w[t + 5]) * x
            + (w[t + 1] + w[t + 6] + w[t + 8]) * y
            + (w[t + 2] + w[t + 7] + w[t + 9]) * z;
    double trrr =
        x
                * (x * (w[t] * x + 3 * (w[t + 1] * y + w[t + 2] * z))
                    + 3 * y * (w[t + 3] * y + 2 * w[t + 4] * z)
                    + 3 * w[t + 5] * z * z)
            + y * (y * (w[t + 6] * y + 3 * w[t + 7] * z) + 3 * w[t + 8] * z * z)
            + w[t + 9] * z * z * z;
    return i3 * (zeroth + trace + i2 * (-3 * mrr - 4.5 * traces + 7.5 * i2 * trrr));
  }
}
