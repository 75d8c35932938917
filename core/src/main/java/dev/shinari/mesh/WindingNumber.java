package dev.shinari.mesh;

import dev.shinari.math.Check;

/**
 * The generalised winding number of a triangle surface: 1 inside of a closed surface, 0 outside,
 * and a smooth value in between where the surface has holes, so that 0.5 is a good guess of where
 * it would have closed. Overlapping parts add up. [Jacobson 2013]
 *
 * <p>Far groups of triangles act as one dipole and its first moment about their centre [Barill
 * 2018]:
 *
 * <pre>
 *   w(q) ~ N . r / (4 pi r^3)  +  M : (I / r^3 - 3 r r^T / r^5) / (4 pi),     r = p - q
 *
 *   p = sum a c / sum a,  N = sum a n,  M = sum a (c - p) n^T   over triangles: area a, normal n,
 *                                                               centroid c
 * </pre>
 *
 * A group is far if q is more than {@link #FAR} of its radii away; near triangles count with their
 * exact solid angle. With both terms the error is about 1e-3 and largest in mid-field.
 */
public final class WindingNumber {
  /** Distance, in radii of a group, from which on its dipole stands for it. */
  public static final double FAR = 2;

  // p, squared far radius, N, M by rows: 16 a node.
  private static final int STRIDE = 16;

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
    int count = tree.end[n] - tree.start[n];
    double[] v = new double[3];
    double[] centroids = new double[3 * count], normals = new double[3 * count];
    double total = 0;
    double[] centre = new double[3], plain = new double[3];
    for (int i = 0; i < count; i++) {
      int t = 3 * tree.order[tree.start[n] + i];
      double a = Geometry.areaVector(p, tri[t], tri[t + 1], tri[t + 2], v);
      total += a;
      for (int x = 0; x < 3; x++) {
        double c =
            ((double) p[3 * tri[t] + x] + p[3 * tri[t + 1] + x] + p[3 * tri[t + 2] + x]) / 3;
        centroids[3 * i + x] = c;
        normals[3 * i + x] = v[x];
        centre[x] += a * c;
        plain[x] += c;
      }
    }
    int m = STRIDE * n;
    for (int x = 0; x < 3; x++) {
      // Triangles without area have no dipole; any centre will do for them.
      moments[m + x] = total > 0 ? centre[x] / total : plain[x] / count;
    }
    for (int i = 0; i < count; i++) {
      addMoment(m, centroids, normals, 3 * i);
    }
    area[n] = total;
  }

  private void combine(int n, double[] area) {
    int m = STRIDE * n, a = tree.left[n], b = a + 1;
    double total = area[a] + area[b];
    area[n] = total;
    double wa = total > 0 ? area[a] / total : 0.5;
    for (int x = 0; x < 3; x++) {
      moments[m + x] = wa * moments[STRIDE * a + x] + (1 - wa) * moments[STRIDE * b + x];
    }
    for (int c = a; c <= b; c++) {
      double[] centre = new double[3], normal = new double[3];
      for (int x = 0; x < 3; x++) {
        centre[x] = moments[STRIDE * c + x];
        normal[x] = moments[STRIDE * c + 4 + x];
      }
      addMoment(m, centre, normal, 0);
      for (int x = 0; x < 9; x++) {
        moments[m + 7 + x] += moments[STRIDE * c + 7 + x];
      }
    }
  }

  // Adds a dipole at the given place to N and M of a node whose centre is known.
  private void addMoment(int m, double[] centre, double[] normal, int at) {
    for (int x = 0; x < 3; x++) {
      moments[m + 4 + x] += normal[at + x];
      for (int y = 0; y < 3; y++) {
        moments[m + 7 + 3 * x + y] += (centre[at + x] - moments[m + x]) * normal[at + y];
      }
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
        double i3 = 1 / (rr * Math.sqrt(rr));
        double xx = x * w[m + 7] + y * w[m + 10] + z * w[m + 13];
        double yy = x * w[m + 8] + y * w[m + 11] + z * w[m + 14];
        double zz = x * w[m + 9] + y * w[m + 12] + z * w[m + 15];
        far +=
            i3
                * (w[m + 4] * x
                    + w[m + 5] * y
                    + w[m + 6] * z
                    + w[m + 7]
                    + w[m + 11]
                    + w[m + 15]
                    - 3 * (xx * x + yy * y + zz * z) / rr);
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
}
