package dev.shinari.articulated.contact;

import dev.shinari.collide.Collider;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The surface of an exoskeleton as an obstacle: its vertices and points between them against
 * colliders, points against its triangles, and its edges against another's. It keeps a thickness
 * around itself.
 */
public final class ExoContacts {
  /** Cells along a triangle's side for points against colliders. */
  private static final int CELLS = 3;

  /** Edges that are flatter at rest than this lie within a side: nothing hooks on to them. */
  private static final double FLAT_COSINE = 0.98;

  private final Exoskeleton exo;
  private final int[] tri;
  private final int[] sample; // three vertices a point
  private final double[] sampleWeight;
  private final int[] edge; // two vertices an edge, then its two triangles
  private final BallContacts touch = new BallContacts();
  private final PairContact contact = new PairContact();
  private final double[] ball = new double[9];
  private final double[] weights = new double[3];
  private final double[] edges = new double[6]; // of a triangle, from its first corner
  private final double[] box = new double[6];
  private final double[] ends = new double[5];

  /** Of {@link #nearest}: weights (0-2), signed distance (3), unit normal outwards (4-6). */
  private final double[] near = new double[7];

  ExoContacts(Exoskeleton exo) {
    this.exo = exo;
    TriangleMesh mesh = exo.mesh();
    tri = mesh.triangles();
    List<int[]> edges = new ArrayList<>();
    int n = mesh.vertexCount();
    int[] corner = new int[3 * n + 3 * tri.length * CELLS * CELLS];
    double[] w = new double[corner.length];
    int count = 3 * n;
    // Vertices first: what they have settled, points between them need not touch.
    for (int v = 0; v < n; v++) {
      Arrays.fill(corner, 3 * v, 3 * v + 3, v);
      w[3 * v] = 1;
    }
    for (int t = 0; t < tri.length; t += 3) {
      for (int i = 0; i <= CELLS; i++) {
        for (int j = 0; j + i <= CELLS; j++) {
          int k = CELLS - i - j;
          boolean inside = i > 0 && j > 0 && k > 0;
          // an edge's points come with the triangle where it runs upwards
          int from = i == 0 ? 1 : j == 0 ? 2 : 0, to = (from + 1) % 3;
          boolean vertex = i == CELLS || j == CELLS || k == CELLS;
          if (inside || !vertex && tri[t + from] < tri[t + to]) {
            for (int c = 0; c < 3; c++) {
              corner[count] = tri[t + c];
              w[count++] = (double) (c == 0 ? i : c == 1 ? j : k) / CELLS;
            }
          }
        }
      }
      for (int c = 0; c < 3; c++) {
        int a = tri[t + c], b = tri[t + (c + 1) % 3];
        int o = across(a, b);
        if (a < b && o >= 0 && !isFlat(t, o)) {
          edges.add(new int[] {a, b, t, o});
        }
      }
    }
    sample = Arrays.copyOf(corner, count);
    sampleWeight = Arrays.copyOf(w, count);
    edge = edges.stream().flatMapToInt(Arrays::stream).toArray();
  }

  /** The triangle that has the edge from b to a, or -1. */
  private int across(int a, int b) {
    for (int t = 0; t < tri.length; t += 3) {
      for (int c = 0; c < 3; c++) {
        if (tri[t + c] == b && tri[t + (c + 1) % 3] == a) {
          return t;
        }
      }
    }
    return -1;
  }

  private boolean isFlat(int t, int o) {
    double[] a = new double[3], b = new double[3];
    normal(t, a);
    normal(o, b);
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > FLAT_COSINE;
  }

  /** Unit normal of a triangle at present; false where it has collapsed. */
  private boolean normal(int t, double[] out) {
    double[] x = exo.x;
    int a = 3 * tri[t], b = 3 * tri[t + 1], c = 3 * tri[t + 2];
    double ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    double vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    out[0] = nx / length;
    out[1] = ny / length;
    out[2] = nz / length;
    return length > 1e-12;
  }

  // ---- obstacles ----------------------------------------------------------------------------

  /** Points of the surface against a collider; returns the number of touches. */
  int meet(Collider collider, double start, float h, double[] old) {
    touch.begin(collider, start, h);
    int touches = 0;
    for (int k = 0; k < sample.length; k += 3) {
      double free = 0;
      Arrays.fill(ball, 0);
      for (int e = 0; e < 3; e++) {
        double w = sampleWeight[k + e];
        int i = sample[k + e];
        free += w * w * exo.nodes.inverseMass(i);
        for (int c = 0; c < 3 && w > 0; c++) {
          ball[c] += w * old[3 * i + c];
          ball[3 + c] += w * exo.x[3 * i + c];
          ball[6 + c] += w * exo.v[3 * i + c];
        }
      }
      double x = ball[3], y = ball[4], z = ball[5], u = ball[6], v = ball[7], q = ball[8];
      if (!(free > 0) || !touch.meet(ball, exo.radius(), exo.friction(), exo.restitution())) {
        continue;
      }
      touches++;
      for (int e = 0; e < 3; e++) {
        double s = sampleWeight[k + e] * exo.nodes.inverseMass(sample[k + e]) / free;
        s = Math.min(s, 2);
        if (s > 0) {
          exo.nodes.push(
              sample[k + e],
              s * (ball[3] - x),
              s * (ball[4] - y),
              s * (ball[5] - z),
              s * (ball[6] - u),
              s * (ball[7] - v),
              s * (ball[8] - q));
        }
      }
    }
    return touches;
  }

  // ---- points -------------------------------------------------------------------------------

  /** The box around the surface: low, then high. */
  double[] box() {
    Arrays.fill(box, 0, 3, Double.POSITIVE_INFINITY);
    Arrays.fill(box, 3, 6, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < exo.x.length; i++) {
      box[i % 3] = Math.min(box[i % 3], exo.x[i]);
      box[3 + i % 3] = Math.max(box[3 + i % 3], exo.x[i]);
    }
    return box;
  }

  /**
   * The nearest triangle to a point, or -1; distance and normal by {@link #distance} and {@link
   * #normal(int)}.
   */
  int nearest(double px, double py, double pz) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY, steep = 0;
    double[] w = weights, x = exo.x;
    for (int t = 0; t < tri.length; t += 3) {
      int a = 3 * tri[t], b = 3 * tri[t + 1], c = 3 * tri[t + 2];
      double ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
      double vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
      double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (!(length > 1e-12)) {
        continue; // a collapsed triangle has no side to push to
      }
      double qx = px - x[a], qy = py - x[a + 1], qz = pz - x[a + 2];
      edges[0] = ux;
      edges[1] = uy;
      edges[2] = uz;
      edges[3] = vx;
      edges[4] = vy;
      edges[5] = vz;
      ClosestPoints.ofTriangle(edges, qx, qy, qz, w);
      double dx = qx - w[1] * ux - w[2] * vx;
      double dy = qy - w[1] * uy - w[2] * vy;
      double dz = qz - w[1] * uz - w[2] * vz;
      double d = Math.sqrt(dx * dx + dy * dy + dz * dz);
      double height = (qx * nx + qy * ny + qz * nz) / length;
      // At an edge two triangles are as near: the one that sees the point more steeply knows its
      // side.
      if (d < least - 1e-9 || (d < least + 1e-9 && Math.abs(height) > steep)) {
        least = Math.min(least, d);
        steep = Math.abs(height);
        best = t;
        System.arraycopy(w, 0, near, 0, 3);
        near[3] = height >= 0 ? d : -d;
        near[4] = nx / length;
        near[5] = ny / length;
        near[6] = nz / length;
      }
    }
    return best;
  }

  /** Signed distance of the last point from its nearest triangle, negative inside. */
  double distance() {
    return near[3];
  }

  /** Component of the last nearest triangle's outward normal. */
  double normal(int c) {
    return near[4 + c];
  }

  /** Adds the last nearest point of triangle t to a contact, with a sign. */
  void addNearest(PairContact to, int t, double sign) {
    for (int c = 0; c < 3; c++) {
      to.add(exo.nodes, tri[t + c], sign * near[c]);
    }
  }

  // ---- two exoskeletons ---------------------------------------------------------------------

  /** Points of each against triangles of the other, then edges against edges. */
  public static int meet(Exoskeleton a, Exoskeleton b) {
    double[] p = a.surface().box(), q = b.surface().box();
    double apart = 0;
    for (int c = 0; c < 3; c++) {
      apart = Math.max(apart, Math.max(p[c] - q[3 + c], q[c] - p[3 + c]));
    }
    return apart > a.radius() + b.radius()
        ? 0
        : a.surface().pushOut(b) + b.surface().pushOut(a) + a.surface().edges(b.surface());
  }

  private int pushOut(Exoskeleton o) {
    int touches = 0;
    double gap = exo.radius() + o.radius();
    for (int i = 0; i < o.vertexCount(); i++) {
      int t = nearest(o.x[3 * i], o.x[3 * i + 1], o.x[3 * i + 2]);
      if (t >= 0 && gap > near[3]) {
        contact.begin().add(o.nodes, i, 1);
        addNearest(contact, t, -1);
        touches += resolve(o, gap - near[3], near[4], near[5], near[6]);
      }
    }
    return touches;
  }

  private int resolve(Exoskeleton o, double depth, double nx, double ny, double nz) {
    double friction = 0.5 * (exo.friction() + o.friction());
    double back = Math.min(exo.restitution(), o.restitution());
    return contact.resolve(depth, nx, ny, nz, friction, back) ? 1 : 0;
  }

  private final double[] out = new double[3];
  private final double[] theirs = new double[3];
  private final double[] normalA = new double[3];
  private final double[] normalB = new double[3];

  /** Mean of the normals of an edge's two triangles: which way is out. */
  private boolean outwards(int e, double[] mean) {
    if (!normal(edge[e + 2], normalA) || !normal(edge[e + 3], normalB)) {
      return false;
    }
    for (int c = 0; c < 3; c++) {
      mean[c] = normalA[c] + normalB[c];
    }
    return true;
  }

  private int edges(ExoContacts o) {
    int touches = 0;
    double gap = exo.radius() + o.exo.radius();
    for (int e = 0; e < edge.length; e += 4) {
      for (int f = 0; f < o.edge.length; f += 4) {
        ClosestPoints.ofSegments(
            exo.x, 3 * edge[e], 3 * edge[e + 1], o.exo.x, 3 * o.edge[f], 3 * o.edge[f + 1], ends);
        double d = Math.sqrt(ends[2]);
        double s = ends[0], t = ends[1];
        // Ends of edges are vertices, and d beyond both thicknesses inside is no touch of edges.
        if (!(d < 2 * gap && d > 1e-9 && s > 0.01 && s < 0.99 && t > 0.01 && t < 0.99)
            || !outwards(e, out)
            || !o.outwards(f, theirs)) {
          continue;
        }
        double dot = 0, dotTheirs = 0;
        for (int c = 0; c < 3; c++) { // from the other's edge to this one's
          double way =
              (1 - s) * exo.x[3 * edge[e] + c]
                  + s * exo.x[3 * edge[e + 1] + c]
                  - (1 - t) * o.exo.x[3 * o.edge[f] + c]
                  - t * o.exo.x[3 * o.edge[f + 1] + c];
          normalA[c] = way / d;
          dot += way * out[c];
          dotTheirs += way * theirs[c];
        }
        boolean apart = dot < 0 && dotTheirs > 0; // each lies where the other's outside is
        boolean passed = dot > 0 && dotTheirs < 0;
        double depth = apart ? gap - d : gap + d;
        if (!(apart || passed) || !(depth > 0)) {
          continue;
        }
        double sign = apart ? 1 : -1;
        contact
            .begin()
            .add(exo.nodes, edge[e], 1 - s)
            .add(exo.nodes, edge[e + 1], s)
            .add(o.exo.nodes, o.edge[f], t - 1)
            .add(o.exo.nodes, o.edge[f + 1], -t);
        touches += resolve(o.exo, depth, sign * normalA[0], sign * normalA[1], sign * normalA[2]);
      }
    }
    return touches;
  }
}
