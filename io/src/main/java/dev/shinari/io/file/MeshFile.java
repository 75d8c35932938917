package dev.shinari.io.file;

import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import java.nio.file.Path;
import java.util.List;

/**
 * What a mesh file holds: a surface, and for volumetric files the tetrahedra as well. Vertices keep
 * the file's order, so that a point cache made for the file fits.
 *
 * @param format short lower-case name: "obj", "ply", "gltf", "tetgen", "gmsh"
 * @param surface the triangles; for a tetrahedral file its boundary
 * @param tets the tetrahedra, or null if the file holds a surface only
 * @param parts named ranges of the surface's triangles in file order (objects, groups, glTF
 *     meshes); empty where the format has none
 */
public record MeshFile(
    Path path,
    String format,
    TriangleMesh surface,
    TetMesh tets,
    List<Part> parts,
    List<ImportWarning> warnings) {
  /** A named run of triangles of the surface. */
  public record Part(String name, int firstTriangle, int triangleCount) {}

  public MeshFile {
    parts = List.copyOf(parts);
    warnings = List.copyOf(warnings);
  }

  public boolean isVolumetric() {
    return tets != null;
  }
}
