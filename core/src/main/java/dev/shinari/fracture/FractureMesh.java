package dev.shinari.fracture;

import dev.shinari.mesh.TriangleMesh;

/**
 * What is seen of a family in one state of its elements: the skin, cut where elements are torn
 * apart, or the facets that tears have opened. A vertex is a point of the rest shape, seen from one
 * element; at any other time of the family's life it rides on the element that was there then.
 */
public interface FractureMesh {
  int vertexCount();

  /** Slots of an element. */
  int slots();

  /** The element that carries a vertex, or a negative number where none does. */
  int carrier(int vertex, ElementIndex elements);

  /** Writes the weights of the carrier's slots. */
  void weights(int vertex, ElementIndex elements, int carrier, double[] weights);

  /** Rest position of a vertex along axis 0, 1 or 2. */
  double rest(int vertex, int axis);

  /** How often the element with this key was halved, as a share of the most. */
  float level(long key);

  /** The triangles, with the vertices at the given places. */
  TriangleMesh mesh(float[] positions);
}
