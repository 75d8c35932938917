package dev.shinari.mesh.distance;

import dev.shinari.math.Check;
import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.TriangleMesh;

/**
 * Finds the place of a surface that is nearest to a point and faces about the same way. The normal
 * counts like a distance: a place whose normal differs is as good as one that much further away, so
 * that the front of a thin part is not mistaken for its back.
 */
public final class NearestSurface {
  private final TriangleMesh mesh;
  private final BoxTree tree;
  private final double[] normals;
  private final double[] weights = new double[3];
  private int triangle = -1;

  public NearestSurface(TriangleMesh mesh) {
    Check.that(mesh.triangleCount() > 0, "a surface without triangles has no nearest place");
    this.mesh = mesh;
    tree = new BoxTree(mesh.positions(), mesh.triangles(), 3, 4);
    normals = new double[3 * mesh.triangleCount()];
    double[] n = new double[3];
    int[] t = mesh.triangles();
    for (int k = 0; k < mesh.triangleCount(); k++) {
      double area = Geometry.areaVector(mesh.positions(), t[3 * k], t[3 * k + 1], t[3 * k + 2], n);
      for (int c = 0; c < 3 && area > 0; c++) {
        normals[3 * k + c] = n[c] / area;
      }
    }
  }

  /**
   * Looks for the place nearest to a point.
   *
   * @param nx the point's own normal, of length 1 or 0
   * @param turn what half a turn of the normal counts as, a distance; 0 looks at distance alone
   */
  public void find(double x, double y, double z, double nx, double ny, double nz, double turn) {
    int[] t = mesh.triangles();
    double half = 0.5 * turn * turn;
    triangle =
        tree.nearest(
            x,
            y,
            z,
            Double.POSITIVE_INFINITY,
            k ->
                Geometry.closestOnTriangle(mesh.positions(), t, 3 * k, x, y, z, weights)
                    + half
                        * (1
                            - nx * normals[3 * k]
                            - ny * normals[3 * k + 1]
                            - nz * normals[3 * k + 2]));
    Geometry.closestOnTriangle(mesh.positions(), t, 3 * triangle, x, y, z, weights);
  }

  /** Vertex number of corner c of the triangle that was found. */
  public int corner(int c) {
    return mesh.triangles()[3 * triangle + c];
  }

  /** Share of corner c in the place that was found. */
  public double weight(int c) {
    return weights[c];
  }

  /** Coordinate of the place that was found: 0, 1, 2 for x, y, z. */
  public double coordinate(int axis) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum += weights[c] * mesh.positions()[3 * corner(c) + axis];
    }
    return sum;
  }
}
