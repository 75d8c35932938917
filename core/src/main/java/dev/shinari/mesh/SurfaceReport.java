package dev.shinari.mesh;

/**
 * What is right and wrong with a triangle surface. Edges are counted after exact copies of a vertex
 * were welded, so that texture seams do not look like holes; triangles that collapse to an edge or
 * a point do not count as neighbors, and of duplicates only the first does.
 *
 * @param openEdges edges with one triangle: the rims of holes
 * @param nonManifoldEdges edges with three triangles or more
 * @param inconsistentEdges edges whose two triangles face opposite ways
 * @param degenerateTriangles triangles without area
 * @param duplicateTriangles triangles over the same three vertices as an earlier one
 * @param components parts that share no vertex
 * @param unusedVertices vertices of no triangle
 * @param eulerCharacteristic vertices - edges + triangles: 2 for each sphere, 0 for a torus
 * @param volume signed volume; negative if the surface is inside out, meaningless if open
 */
public record SurfaceReport(
    int vertices,
    int triangles,
    int openEdges,
    int nonManifoldEdges,
    int inconsistentEdges,
    int degenerateTriangles,
    int duplicateTriangles,
    int components,
    int unusedVertices,
    int eulerCharacteristic,
    double volume,
    double area) {

  public static SurfaceReport of(TriangleMesh mesh) {
    return new CleanSurface(mesh).report();
  }

  /** Whether the surface is a closed manifold with one side out. */
  public boolean isClosed() {
    return triangles > 0 && openEdges == 0 && nonManifoldEdges == 0 && inconsistentEdges == 0;
  }

  /** Signed volume enclosed by a closed surface, relative to its center for accuracy. */
  public static double volume(TriangleMesh mesh) {
    float[] p = mesh.positions();
    int[] tri = mesh.triangles();
    if (tri.length == 0) {
      return 0;
    }
    Bounds b = mesh.bounds();
    double ox = b.centerX(), oy = b.centerY(), oz = b.centerZ();
    double sum = 0;
    for (int t = 0; t < tri.length; t += 3) {
      int i = 3 * tri[t], j = 3 * tri[t + 1], k = 3 * tri[t + 2];
      double ax = p[i] - ox, ay = p[i + 1] - oy, az = p[i + 2] - oz;
      double bx = p[j] - ox, by = p[j + 1] - oy, bz = p[j + 2] - oz;
      double cx = p[k] - ox, cy = p[k + 1] - oy, cz = p[k + 2] - oz;
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
    return sum / 6;
  }

  /** Number of parts that share no vertex; vertices of no triangle do not count. */
  static int components(int[] cells, int corners, int vertexCount) {
    DisjointSets sets = new DisjointSets(vertexCount);
    boolean[] used = new boolean[vertexCount];
    for (int t = 0; t < cells.length; t += corners) {
      for (int c = 0; c < corners; c++) {
        used[cells[t + c]] = true;
        sets.join(cells[t], cells[t + c]);
      }
    }
    int count = 0;
    for (int v = 0; v < vertexCount; v++) {
      if (used[v] && sets.find(v) == v) {
        count++;
      }
    }
    return count;
  }

  static double area(TriangleMesh mesh) {
    double[] n = new double[3];
    int[] tri = mesh.triangles();
    double sum = 0;
    for (int t = 0; t < tri.length; t += 3) {
      sum += Geometry.areaVector(mesh.positions(), tri[t], tri[t + 1], tri[t + 2], n);
    }
    return sum;
  }

  static int unused(TriangleMesh mesh) {
    boolean[] used = new boolean[mesh.vertexCount()];
    for (int v : mesh.triangles()) {
      used[v] = true;
    }
    int count = 0;
    for (boolean u : used) {
      count += u ? 0 : 1;
    }
    return count;
  }
}
