package dev.shinari.mesh;

import java.util.ArrayList;
import java.util.List;

/**
 * What is right and wrong with a tetrahedral mesh.
 *
 * @param inverted tetrahedra with negative volume
 * @param flat tetrahedra without volume, to the accuracy of their coordinates
 * @param firstBad the numbers of the first inverted or flat tetrahedra, five at most
 * @param components parts that share no vertex
 * @param unusedVertices vertices of no tetrahedron
 * @param volume sum of the signed volumes
 */
public record TetReport(
    int vertices,
    int tets,
    int inverted,
    int flat,
    List<Integer> firstBad,
    int components,
    int unusedVertices,
    double volume) {

  public TetReport {
    firstBad = List.copyOf(firstBad);
  }

  public static TetReport of(TetMesh mesh) {
    int[] tets = mesh.tets();
    List<Integer> bad = new ArrayList<>();
    int inverted = 0, flat = 0;
    double volume = 0;
    for (int t = 0; t < mesh.tetCount(); t++) {
      double v = mesh.volume(t);
      boolean isFlat = !(Math.abs(v) > 1e-7 * longestEdgeCubed(mesh, t));
      volume += v;
      if (isFlat || v < 0) {
        if (bad.size() < 5) {
          bad.add(t);
        }
        flat += isFlat ? 1 : 0;
        inverted += isFlat ? 0 : 1;
      }
    }
    boolean[] used = new boolean[mesh.vertexCount()];
    for (int v : tets) {
      used[v] = true;
    }
    int unused = 0;
    for (boolean u : used) {
      unused += u ? 0 : 1;
    }
    return new TetReport(
        mesh.vertexCount(),
        mesh.tetCount(),
        inverted,
        flat,
        bad,
        SurfaceReport.components(tets, 4, mesh.vertexCount()),
        unused,
        volume);
  }

  /** Whether the mesh has tetrahedra and all of them have positive volume. */
  public boolean isValid() {
    return tets > 0 && inverted == 0 && flat == 0;
  }

  private static double longestEdgeCubed(TetMesh mesh, int t) {
    float[] p = mesh.positions();
    double longest = 0;
    for (int a = 0; a < 4; a++) {
      for (int b = a + 1; b < 4; b++) {
        int i = 3 * mesh.tets()[4 * t + a], j = 3 * mesh.tets()[4 * t + b];
        double x = (double) p[i] - p[j],
            y = (double) p[i + 1] - p[j + 1],
            z = (double) p[i + 2] - p[j + 2];
        longest = Math.max(longest, x * x + y * y + z * z);
      }
    }
    return longest * Math.sqrt(longest);
  }
}
