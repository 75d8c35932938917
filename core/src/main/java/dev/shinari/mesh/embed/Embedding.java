package dev.shinari.mesh.embed;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;

/**
 * A surface carried by a cage: each surface vertex is a fixed combination of a few cage vertices.
 * Weights sum to one and may be negative or above one for a vertex slightly outside of its cell.
 *
 * <p>{@code indices}, {@code weights}: {@code width} entries a surface vertex (4 in a tetrahedral
 * cage, 8 in a 3D lattice, 4 in a 2D one).
 */
public final class Embedding {
  private final TriangleMesh surface;
  private final int width;
  private final int[] indices;
  private final float[] weights;

  public Embedding(TriangleMesh surface, int width, int[] indices, float[] weights) {
    Check.that(
        indices.length == width * surface.vertexCount() && weights.length == indices.length,
        "an embedding needs " + width + " indices and weights a surface vertex");
    this.surface = surface;
    this.width = width;
    this.indices = indices;
    this.weights = weights;
  }

  /** The surface that is the cage's own boundary: every vertex is its own carrier. */
  public static Embedding identity(TriangleMesh surfaceOverCageVertices) {
    int n = surfaceOverCageVertices.vertexCount();
    int[] indices = new int[n];
    float[] weights = new float[n];
    for (int i = 0; i < n; i++) {
      indices[i] = i;
      weights[i] = 1;
    }
    return new Embedding(surfaceOverCageVertices, 1, indices, weights);
  }

  public TriangleMesh surface() {
    return surface;
  }

  public int width() {
    return width;
  }

  public int[] indices() {
    return indices;
  }

  public float[] weights() {
    return weights;
  }

  /**
   * Surface vertices for the given cage vertices.
   *
   * @param x cage coordinates, one array a component, relative to the given origin
   * @param out receives 3 floats a surface vertex
   */
  public void apply(float[] x, float[] y, float[] z, double ox, double oy, double oz, float[] out) {
    for (int v = 0, e = 0; v < surface.vertexCount(); v++) {
      float sx = 0, sy = 0, sz = 0;
      for (int k = 0; k < width; k++, e++) {
        int i = indices[e];
        float w = weights[e];
        sx += w * x[i];
        sy += w * y[i];
        sz += w * z[i];
      }
      out[3 * v] = (float) (ox + sx);
      out[3 * v + 1] = (float) (oy + sy);
      out[3 * v + 2] = (float) (oz + sz);
    }
  }
}
