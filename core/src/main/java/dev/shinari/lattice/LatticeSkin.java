package dev.shinari.lattice;

import dev.shinari.mesh.TriangleMesh;

/**
 * What is seen of a lattice: the outline of a flat one, or the surface of a solid one; where it
 * tears, the skin is cut along the cells.
 *
 * @param loops closed outlines as x, y, x, y, ...; inside is where the even-odd rule says; null for
 *     a solid or where the cells themselves are seen
 * @param surface closed surface of a solid, or null
 * @param picture bounds that a texture is stretched over: minX, minY, maxX, maxY; null for none
 * @param png bytes of the picture's file, or null
 */
public record LatticeSkin(double[][] loops, TriangleMesh surface, double[] picture, byte[] png) {
  /** The cells themselves. */
  public static final LatticeSkin CELLS = new LatticeSkin(null, null, null, null);
}
