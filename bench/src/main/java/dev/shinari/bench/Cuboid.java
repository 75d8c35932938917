package dev.shinari.bench;

import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/** The bodies that are timed: full blocks of nodes, two centimetres apart. */
final class Cuboid {
  static final float SPACING = 0.02f;

  private Cuboid() {}

  /** Every cube of a block of nodes split into the six tetrahedra around its long diagonal. */
  static TetMesh tets(int nodesX, int nodesY, int nodesZ) {
    float[] positions = new float[3 * nodesX * nodesY * nodesZ];
    int v = 0;
    for (int k = 0; k < nodesZ; k++) {
      for (int j = 0; j < nodesY; j++) {
        for (int i = 0; i < nodesX; i++) {
          positions[v++] = SPACING * i;
          positions[v++] = SPACING * j;
          positions[v++] = SPACING * k;
        }
      }
    }
    int[] step = {1, nodesX, nodesX * nodesY};
    // Orders of the three axes on the way from corner 0 to corner 7; odd ones turn the other way.
    int[][] paths = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    int[] tets = new int[24 * (nodesX - 1) * (nodesY - 1) * (nodesZ - 1)];
    int t = 0;
    for (int k = 0; k + 1 < nodesZ; k++) {
      for (int j = 0; j + 1 < nodesY; j++) {
        for (int i = 0; i + 1 < nodesX; i++) {
          int corner = i + nodesX * (j + nodesY * k);
          for (int p = 0; p < 6; p++) {
            int b = corner + step[paths[p][0]];
            int c = b + step[paths[p][1]];
            int d = c + step[paths[p][2]];
            tets[t++] = corner;
            tets[t++] = p < 3 ? b : c;
            tets[t++] = p < 3 ? c : b;
            tets[t++] = d;
          }
        }
      }
    }
    return new TetMesh(positions, tets);
  }

  /** Every edge of the tetrahedra once, as pairs of vertices in rising order. */
  static int[] edges(TetMesh mesh) {
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
  static float[] velocities(float[] positions) {
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
