package dev.shinari.shell;

import dev.shinari.math.Check;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.NearestSurface;

/**
 * Ties each vertex of a surface to the place of its shell that is nearest to it and faces the same
 * way: three corners with weights, and the offset from there. Read-only.
 */
public final class SurfaceRide {
  private final TriangleMesh surface;
  private final int[] corners; // 3 per vertex
  private final float[] weights; // 3 per vertex
  private final float[] offsets; // 3 per vertex, at rest

  public SurfaceRide(TriangleMesh surface, TriangleMesh shell) {
    Check.notNull("surface", surface);
    this.surface = surface;
    int n = surface.vertexCount();
    corners = new int[3 * n];
    weights = new float[3 * n];
    offsets = new float[3 * n];
    NearestSurface nearest = new NearestSurface(shell);
    float[] normals = MeshTopology.vertexNormals(surface);
    float[] p = surface.positions();
    double turn = 0.1 * shell.bounds().longestSide();
    for (int v = 0; v < n; v++) {
      int i = 3 * v;
      nearest.find(p[i], p[i + 1], p[i + 2], normals[i], normals[i + 1], normals[i + 2], turn);
      for (int c = 0; c < 3; c++) {
        corners[i + c] = nearest.corner(c);
        weights[i + c] = (float) nearest.weight(c);
        offsets[i + c] = (float) (p[i + c] - nearest.coordinate(c));
      }
    }
  }

  /** What rides. */
  public TriangleMesh surface() {
    return surface;
  }

  /** Shell vertex of corner c of what carries a vertex. */
  public int corner(int vertex, int c) {
    return corners[3 * vertex + c];
  }

  /** Share of corner c. */
  public float weight(int vertex, int c) {
    return weights[3 * vertex + c];
  }

  /** Component of a vertex's rest offset from the shell. */
  public float offset(int vertex, int c) {
    return offsets[3 * vertex + c];
  }
}
