package dev.shinari.mesh.embed;

import dev.shinari.math.Check;
import dev.shinari.math.IntList;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.BoxTree;
import java.util.Arrays;

/**
 * Embeds a surface into a cage at rest. A vertex inside of a cell follows the cell's corners; one
 * that is a little outside is extrapolated from the nearest cell; one that is far outside is drawn
 * back towards the cage to {@link #REACH} cell sizes, where extrapolation is still tame.
 */
public final class Embedder {
  /** How far outside of its cell a vertex may be carried, in cell (or mean edge) sizes. */
  public static final double REACH = 0.5;

  private Embedder() {}

  /**
   * Carriers and weights of every surface vertex.
   *
   * @param cage a 3D lattice gives 8 weights a vertex (trilinear), a 2D lattice 4 (bilinear; the
   *     depth of the surface is lost), a tetrahedral mesh 4 (barycentric), points 3 (the nearest
   *     triangle) or 2 if they have no triangles (the nearest link)
   */
  public static Embedding embed(TriangleMesh surface, Cage cage) {
    checkFinite(surface.positions());
    Check.that(cage.vertexCount() > 0, "a cage without vertices carries nothing");
    if (cage instanceof Lattice lattice) {
      return new LatticeEmbedder(lattice).embed(surface);
    }
    if (cage instanceof TetMesh tets) {
      return intoTets(surface, tets);
    }
    PointCage points = (PointCage) cage;
    return points.boundary().triangleCount() > 0
        ? intoTriangles(surface, points)
        : intoLinks(surface, points);
  }

  private static void checkFinite(float[] p) {
    for (int i = 0; i < p.length; i++) {
      if (!(Math.abs(p[i]) < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("vertex " + i / 3 + " is not finite: " + p[i]);
      }
    }
  }

  private static Embedding intoTets(TriangleMesh surface, TetMesh mesh) {
    Check.that(mesh.tetCount() > 0, "a cage without tetrahedra carries nothing");
    int[] tets = mesh.tets();
    float[] p = mesh.positions();
    BoxTree tree = new BoxTree(p, tets, 4, 4);
    double reach = REACH * meanEdge(mesh);
    int n = surface.vertexCount();
    int[] indices = new int[4 * n];
    float[] weights = new float[4 * n];
    TetPoint point = new TetPoint(mesh);
    double[] w = new double[4];
    for (int v = 0; v < n; v++) {
      point.set(surface.positions(), v);
      int t =
          tree.nearest(point.x, point.y, point.z, Double.POSITIVE_INFINITY, point::distanceSquared);
      point.weights(t, reach, w);
      for (int c = 0; c < 4; c++) {
        indices[4 * v + c] = tets[4 * t + c];
        weights[4 * v + c] = (float) w[c];
      }
    }
    return new Embedding(surface, 4, indices, weights);
  }

  private static double meanEdge(TetMesh mesh) {
    double sum = 0;
    float[] p = mesh.positions();
    int[] tets = mesh.tets();
    for (int t = 0; t < tets.length; t += 4) {
      for (int c = 0; c < 4; c++) {
        int a = 3 * tets[t + c], b = 3 * tets[t + (c + 1) % 4];
        double x = (double) p[b] - p[a],
            y = (double) p[b + 1] - p[a + 1],
            z = (double) p[b + 2] - p[a + 2];
        sum += Math.sqrt(x * x + y * y + z * z);
      }
    }
    return sum / tets.length;
  }

  private static Embedding intoTriangles(TriangleMesh surface, PointCage cage) {
    int[] tri = cage.boundary().triangles();
    float[] p = cage.positions();
    BoxTree tree = new BoxTree(p, tri, 3, 4);
    int n = surface.vertexCount();
    int[] indices = new int[3 * n];
    float[] weights = new float[3 * n];
    double[] w = new double[3];
    for (int v = 0; v < n; v++) {
      float[] s = surface.positions();
      double x = s[3 * v], y = s[3 * v + 1], z = s[3 * v + 2];
      int t =
          tree.nearest(
              x,
              y,
              z,
              Double.POSITIVE_INFINITY,
              i -> Geometry.closestOnTriangle(p, tri, 3 * i, x, y, z, w));
      Geometry.closestOnTriangle(p, tri, 3 * t, x, y, z, w);
      for (int c = 0; c < 3; c++) {
        indices[3 * v + c] = tri[3 * t + c];
        weights[3 * v + c] = (float) w[c];
      }
    }
    return new Embedding(surface, 3, indices, weights);
  }

  // Links join points that follow each other in a region.
  private static Embedding intoLinks(TriangleMesh surface, PointCage cage) {
    IntList links = new IntList();
    for (int r = 0; r < cage.regionCount(); r++) {
      for (int i = cage.starts()[r] + 1; i < cage.starts()[r + 1]; i++) {
        links.add(cage.members()[i - 1]);
        links.add(cage.members()[i]);
      }
    }
    Check.that(links.size() > 0, "a cage of points without neighbors carries nothing");
    int[] ends = links.toArray();
    float[] p = cage.positions();
    BoxTree tree = new BoxTree(p, ends, 2, 4);
    int n = surface.vertexCount();
    int[] indices = new int[2 * n];
    float[] weights = new float[2 * n];
    double[] w = new double[3];
    for (int v = 0; v < n; v++) {
      float[] s = surface.positions();
      double x = s[3 * v], y = s[3 * v + 1], z = s[3 * v + 2];
      int l =
          tree.nearest(
              x,
              y,
              z,
              Double.POSITIVE_INFINITY,
              i -> onLink(p, ends[2 * i], ends[2 * i + 1], x, y, z, w));
      onLink(p, ends[2 * l], ends[2 * l + 1], x, y, z, w);
      for (int c = 0; c < 2; c++) {
        indices[2 * v + c] = ends[2 * l + c];
        weights[2 * v + c] = (float) w[c];
      }
    }
    return new Embedding(surface, 2, indices, weights);
  }

  private static double onLink(float[] p, int a, int b, double x, double y, double z, double[] w) {
    double ux = (double) p[3 * b] - p[3 * a],
        uy = (double) p[3 * b + 1] - p[3 * a + 1],
        uz = (double) p[3 * b + 2] - p[3 * a + 2];
    double qx = x - p[3 * a], qy = y - p[3 * a + 1], qz = z - p[3 * a + 2];
    double uu = ux * ux + uy * uy + uz * uz;
    double t = uu > 0 ? (qx * ux + qy * uy + qz * uz) / uu : 0;
    t = Math.max(0, Math.min(1, t));
    w[0] = 1 - t;
    w[1] = t;
    double dx = qx - t * ux, dy = qy - t * uy, dz = qz - t * uz;
    return dx * dx + dy * dy + dz * dz;
  }

  /** A point looked for in a tetrahedral mesh. */
  private static final class TetPoint {
    private static final int[] FACES = {1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1};

    /** Largest weight that an extrapolated vertex may put on a corner, either way. */
    private static final double LARGEST = 2;

    private final float[] p;
    private final int[] tets;
    private final double[] w = new double[4];
    private final double[] face = new double[3];
    private final int[] corners = new int[3];
    double x;
    double y;
    double z;

    TetPoint(TetMesh mesh) {
      p = mesh.positions();
      tets = mesh.tets();
    }

    void set(float[] positions, int v) {
      x = positions[3 * v];
      y = positions[3 * v + 1];
      z = positions[3 * v + 2];
    }

    private boolean barycentric(int t, double[] out) {
      return Geometry.barycentric(p, tets, 4 * t, x, y, z, out);
    }

    double distanceSquared(int t) {
      if (barycentric(t, w) && w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && w[3] >= 0) {
        return 0;
      }
      double best = Double.POSITIVE_INFINITY;
      for (int f = 0; f < 12; f += 3) {
        best = Math.min(best, onFace(t, f));
      }
      return best;
    }

    private double onFace(int t, int f) {
      for (int c = 0; c < 3; c++) {
        corners[c] = tets[4 * t + FACES[f + c]];
      }
      return Geometry.closestOnTriangle(p, corners, 0, x, y, z, face);
    }

    // Between the nearest point of the tetrahedron and the point itself, as far out as allowed.
    void weights(int t, double reach, double[] out) {
      boolean solid = barycentric(t, out);
      if (solid && out[0] >= 0 && out[1] >= 0 && out[2] >= 0 && out[3] >= 0) {
        return;
      }
      double[] near = new double[4];
      double best = Double.POSITIVE_INFINITY;
      for (int f = 0; f < 12; f += 3) {
        double d = onFace(t, f);
        if (d < best) {
          best = d;
          Arrays.fill(near, 0);
          for (int c = 0; c < 3; c++) {
            near[FACES[f + c]] = face[c];
          }
        }
      }
      double share = solid ? Math.min(1, reach / Math.sqrt(best)) : 0;
      for (int c = 0; c < 4 && solid; c++) {
        double step = Math.abs(out[c] - near[c]);
        share = step * share > LARGEST ? LARGEST / step : share;
      }
      for (int c = 0; c < 4; c++) {
        out[c] = solid ? near[c] + share * (out[c] - near[c]) : near[c];
      }
    }
  }
}
