package dev.shinari.mesh;

/**
 * The volume that is simulated: its vertices become particles. A surface that is seen is embedded
 * in it ({@code Embedding}).
 */
public sealed interface Cage permits TetMesh, Lattice, PointCage {
  /** Number of vertices, which is the number of particles of a body made from this cage. */
  int vertexCount();

  /** Rest positions, 3 floats a vertex. */
  float[] positions();

  /** The cage's own boundary as triangles over the cage's vertices, counter-clockwise outside. */
  TriangleMesh boundary();
}
