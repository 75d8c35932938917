package dev.shinari.bench.contest;

import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.TetShapes;
import java.util.Arrays;

/** The bodies that are timed: full blocks of cells of two centimeters. */
public final class Cuboid {
  static final float SPACING = 0.02f;

  private Cuboid() {}

  /** A box of cells, five tetrahedra each. */
  public static TetMesh tets(int cellsX, int cellsY, int cellsZ) {
    return TetShapes.cuboid(
        cellsX, cellsY, cellsZ, SPACING * cellsX, SPACING * cellsY, SPACING * cellsZ);
  }

  /** A full lattice of cells. */
  public static Lattice lattice(int cellsX, int cellsY, int cellsZ) {
    return Lattice.block(cellsX, cellsY, cellsZ, SPACING, 0, 0, 0);
  }

  /** Every edge of the tetrahedra once, as pairs of vertices in rising order. */
  public static int[] edges(TetMesh mesh) {
    int[] tets = mesh.tets();
    long[] keys = new long[6 * mesh.tetCount()];
    int n = 0;
    for (int t = 0; t < tets.length; t += 4) {
      for (int a = 0; a < 4; a++) {
        for (int b = a + 1; b < 4; b++) {
          long low = Math.min(tets[t + a], tets[t + b]);
          keys[n++] = low << 32 | Math.max(tets[t + a], tets[t + b]);
        }
      }
    }
    long[] unique = Arrays.stream(keys).sorted().distinct().toArray();
    int[] edges = new int[2 * unique.length];
    for (int e = 0; e < unique.length; e++) {
      edges[2 * e] = (int) (unique[e] >> 32);
      edges[2 * e + 1] = (int) unique[e];
    }
    return edges;
  }

  /**
   * First velocities, the same for every system: stretching along z at half of the length a second
   * and a slow turn about z, so that the motion is mild and never ends.
   */
  public static float[] velocities(float[] positions) {
    int n = positions.length / 3;
    double cx = 0, cy = 0, cz = 0;
    for (int i = 0; i < n; i++) {
      cx += positions[3 * i] / (double) n;
      cy += positions[3 * i + 1] / (double) n;
      cz += positions[3 * i + 2] / (double) n;
    }
    float[] velocities = new float[3 * n];
    for (int i = 0; i < n; i++) {
      velocities[3 * i] = (float) (cy - positions[3 * i + 1]);
      velocities[3 * i + 1] = (float) (positions[3 * i] - cx);
      velocities[3 * i + 2] = (float) (0.5 * (positions[3 * i + 2] - cz));
    }
    return velocities;
  }
}
