package dev.shinari.lattice;

import dev.shinari.math.Check;
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
 * @param roughness of torn edges: how far they stray from a smooth line, in finest cells, 0 to 1
 */
public record LatticeSkin(
    double[][] loops, TriangleMesh surface, double[] picture, byte[] png, float roughness) {
  /** Roughness of edges unless said otherwise. */
  public static final float ROUGHNESS = 0.25f;

  public LatticeSkin {
    Check.inRange("roughness", roughness, 0, 1);
  }

  public LatticeSkin(double[][] loops, TriangleMesh surface, double[] picture, byte[] png) {
    this(loops, surface, picture, png, ROUGHNESS);
  }

  /** The cells themselves. */
  public static final LatticeSkin CELLS = new LatticeSkin(null, null, null, null);
}
