package dev.shinari.mesh;

/**
 * A mesh whose coincident vertices were made one.
 *
 * @param mesh the welded mesh; triangles keep their order and number
 * @param vertexOfOld the welded vertex of every vertex of the original mesh
 */
public record Weld(TriangleMesh mesh, int[] vertexOfOld) {}
