package dev.shinari.mesh.volume;

import java.util.List;

/**
 * What a mesher found and made.
 *
 * @param cells cubic cells of the cage
 * @param vertices vertices of the cage, which become particles
 * @param openEdges edges of the surface with one triangle
 * @param nonManifoldEdges edges of the surface with three triangles or more
 * @param components parts of the cage that share no cell face; more than one falls apart
 * @param insideFraction share of the cage's volume that the surface encloses; parts that overlap
 *     count twice, but never for more than the whole
 * @param warnings what a user should know, one plain sentence each; empty for a clean mesh
 */
public record CageReport(
    int cells,
    int vertices,
    int openEdges,
    int nonManifoldEdges,
    int components,
    float insideFraction,
    List<String> warnings) {
  public CageReport {
    warnings = List.copyOf(warnings);
  }
}
