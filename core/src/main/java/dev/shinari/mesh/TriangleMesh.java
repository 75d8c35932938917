package dev.shinari.mesh;

import dev.shinari.math.Check;

/**
 * An indexed triangle surface: what is seen and what is exported. Arrays are shared, not copied:
 * treat a mesh as read-only once built.
 *
 * <p>{@code positions}: 3 floats a vertex (x, y, z). {@code triangles}: 3 indices a triangle,
 * counter-clockwise seen from outside. {@code uvs}: 2 floats a vertex, or null.
 */
public final class TriangleMesh {
  private final float[] positions;
  private final int[] triangles;
  private final float[] uvs;

  public TriangleMesh(float[] positions, int[] triangles) {
    this(positions, triangles, null);
  }

  public TriangleMesh(float[] positions, int[] triangles, float[] uvs) {
    Check.that(positions.length % 3 == 0, "positions must hold 3 floats a vertex");
    Check.that(triangles.length % 3 == 0, "triangles must hold 3 indices a triangle");
    Check.that(
        uvs == null || uvs.length / 2 == positions.length / 3, "uvs must hold 2 floats a vertex");
    int n = positions.length / 3;
    for (int v : triangles) {
      if (v < 0 || v >= n) {
        throw new IllegalArgumentException(
            "triangle index " + v + " is outside of the mesh's " + n + " vertices");
      }
    }
    this.positions = positions;
    this.triangles = triangles;
    this.uvs = uvs;
  }

  public float[] positions() {
    return positions;
  }

  public int[] triangles() {
    return triangles;
  }

  /** Texture coordinates, 2 floats a vertex, or null if the mesh has none. */
  public float[] uvs() {
    return uvs;
  }

  public int vertexCount() {
    return positions.length / 3;
  }

  public int triangleCount() {
    return triangles.length / 3;
  }

  public Bounds bounds() {
    return Bounds.of(positions);
  }

  /** The same triangles with other vertex positions. */
  public TriangleMesh withPositions(float[] moved) {
    Check.that(
        moved.length == positions.length,
        "expected " + vertexCount() + " vertices, got " + moved.length / 3);
    return new TriangleMesh(moved, triangles, uvs);
  }
}
