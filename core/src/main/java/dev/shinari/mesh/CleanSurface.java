package dev.shinari.mesh;

import java.util.Arrays;

/**
 * A surface made fit for the winding number: exact copies of vertices welded, collapsed and
 * duplicate triangles left out, and every patch of triangles that hang together over ordinary edges
 * turned the same way, the way that most of its area already had.
 */
public final class CleanSurface {
  private final TriangleMesh mesh;
  private final SurfaceReport report;
  private final int flipped;

  public CleanSurface(TriangleMesh original) {
    TriangleMesh welded = MeshTopology.weld(original, 0).mesh();
    int n = welded.vertexCount();
    int[] tri = distinct(welded.triangles());
    int degenerate = withoutArea(original);
    int collapsed = collapsed(welded.triangles());
    EdgeTable edges = new EdgeTable(tri, n);
    int open = 0, manifold = 0, inconsistent = 0;
    for (int e = 0; e < edges.edgeCount(); e++) {
      int size = edges.size(e);
      open += size == 1 ? 1 : 0;
      manifold += size > 2 ? 1 : 0;
      inconsistent += size == 2 && edges.balance(e) != 0 ? 1 : 0;
    }
    report =
        new SurfaceReport(
            original.vertexCount(),
            original.triangleCount(),
            open,
            manifold,
            inconsistent,
            degenerate,
            original.triangleCount() - collapsed - tri.length / 3,
            SurfaceReport.components(tri, 3, n),
            SurfaceReport.unused(original),
            usedVertices(tri, n) - edges.edgeCount() + tri.length / 3,
            SurfaceReport.volume(original),
            SurfaceReport.area(original));
    flipped = inconsistent == 0 ? 0 : orient(welded.positions(), tri, edges);
    mesh = new TriangleMesh(welded.positions(), tri);
  }

  public TriangleMesh mesh() {
    return mesh;
  }

  /** What was found in the original mesh. */
  public SurfaceReport report() {
    return report;
  }

  /** Triangles that were turned round. */
  public int flipped() {
    return flipped;
  }

  /**
   * Whether every edge is passed as often one way as the other: then the winding number is a whole
   * number everywhere and constant away from the surface.
   */
  public boolean isBalanced() {
    EdgeTable edges = new EdgeTable(mesh.triangles(), mesh.vertexCount());
    for (int e = 0; e < edges.edgeCount(); e++) {
      if (edges.balance(e) != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCollapsed(int a, int b, int c) {
    return a == b || b == c || c == a;
  }

  private static int collapsed(int[] tri) {
    int count = 0;
    for (int t = 0; t < tri.length; t += 3) {
      count += isCollapsed(tri[t], tri[t + 1], tri[t + 2]) ? 1 : 0;
    }
    return count;
  }

  private static int withoutArea(TriangleMesh mesh) {
    double[] n = new double[3];
    int[] tri = mesh.triangles();
    int count = 0;
    for (int t = 0; t < tri.length; t += 3) {
      double area = Geometry.areaVector(mesh.positions(), tri[t], tri[t + 1], tri[t + 2], n);
      count += area > 0 ? 0 : 1;
    }
    return count;
  }

  private static int usedVertices(int[] tri, int n) {
    boolean[] used = new boolean[n];
    int count = 0;
    for (int v : tri) {
      if (!used[v]) {
        used[v] = true;
        count++;
      }
    }
    return count;
  }

  // Triangles with three different corners, the first of each set of corners. Hashed, since a fan
  // may have all its triangles at one vertex; only membership is asked, so order does not matter.
  private static int[] distinct(int[] tri) {
    int[] head = new int[2 * Integer.highestOneBit(Math.max(16, tri.length / 3))];
    Arrays.fill(head, -1);
    int[] chain = new int[tri.length / 3];
    int[] out = new int[tri.length];
    int count = 0;
    for (int t = 0; t < tri.length; t += 3) {
      int a = tri[t], b = tri[t + 1], c = tri[t + 2];
      if (isCollapsed(a, b, c)) {
        continue;
      }
      int bucket = Geometry.hash(a, b, c) & (head.length - 1);
      boolean seen = false;
      for (int s = head[bucket]; s >= 0 && !seen; s = chain[s]) {
        seen = sameCorners(out, 3 * s, a, b, c);
      }
      if (!seen) {
        chain[count] = head[bucket];
        head[bucket] = count;
        out[3 * count] = a;
        out[3 * count + 1] = b;
        out[3 * count + 2] = c;
        count++;
      }
    }
    return Arrays.copyOf(out, 3 * count);
  }

  private static boolean sameCorners(int[] tri, int t, int a, int b, int c) {
    return has(tri, t, a) && has(tri, t, b) && has(tri, t, c);
  }

  private static boolean has(int[] tri, int t, int v) {
    return tri[t] == v || tri[t + 1] == v || tri[t + 2] == v;
  }

  // Walks over edges of exactly two triangles; a patch whose walk turned more than half of its area
  // is turned back as a whole.
  private static int orient(float[] p, int[] tri, EdgeTable edges) {
    int count = tri.length / 3;
    int[] across = new int[tri.length];
    Arrays.fill(across, -1);
    for (int e = 0; e < edges.edgeCount(); e++) {
      if (edges.size(e) == 2) {
        int g = edges.halfEdge(e, 0), h = edges.halfEdge(e, 1);
        across[g] = h;
        across[h] = g;
      }
    }
    boolean[] seen = new boolean[count];
    boolean[] turned = new boolean[count];
    int[] queue = new int[count];
    double[] n = new double[3];
    int total = 0;
    for (int seed = 0; seed < count; seed++) {
      if (seen[seed]) {
        continue;
      }
      int read = 0, write = 0;
      queue[write++] = seed;
      seen[seed] = true;
      double kept = 0, changed = 0;
      while (read < write) {
        int t = queue[read++];
        double area = Geometry.areaVector(p, tri[3 * t], tri[3 * t + 1], tri[3 * t + 2], n);
        kept += turned[t] ? 0 : area;
        changed += turned[t] ? area : 0;
        for (int c = 0; c < 3; c++) {
          int h = across[3 * t + c];
          if (h >= 0 && !seen[h / 3]) {
            boolean opposite = edges.forward(h) != edges.forward(3 * t + c);
            seen[h / 3] = true;
            turned[h / 3] = opposite == turned[t];
            queue[write++] = h / 3;
          }
        }
      }
      for (int i = 0; i < write; i++) {
        turned[queue[i]] ^= changed > kept;
        total += turned[queue[i]] ? 1 : 0;
      }
    }
    // The edge table reads the corners, so they are swapped only now.
    for (int t = 0; t < count; t++) {
      if (turned[t]) {
        int swap = tri[3 * t + 1];
        tri[3 * t + 1] = tri[3 * t + 2];
        tri[3 * t + 2] = swap;
      }
    }
    return total;
  }
}
