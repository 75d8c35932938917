package dev.shinari.skinning;

import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.Weld;

/**
 * Gives a bent surface the volume back that skinning has taken from it. Vertices move along their
 * normals by lambda s, with s how far a vertex's bones disagree at present: what a single bone
 * carries stays exactly where it is, and flesh bulges where joints are bent.
 *
 * <p>With A the area vectors of the vertices and n their directions the volume grows by lambda sum
 * s |A| to first order, and lambda follows from the volume that is missing; a second round takes
 * what the first has left.
 */
final class VolumeKeeper {
  private static final int ROUNDS = 2;

  /** Largest step, as a share of the vertex's distance from its center of rotation. */
  private static final double MOST = 0.35;

  /** A share of the volume that may be missing: less correction, and nothing near rest. */
  private static final double TOLERANCE = 0.015;

  private final int[] triangles; // of the welded surface
  private final int[] welded; // vertex of each of the surface's own
  private final int vertices; // welded
  private final double restVolume;
  private final double area;
  private final double[] normal; // 3 per welded vertex
  private final double[] place; // 3 per welded vertex
  private final double[] give; // per welded vertex
  private final double[] reach; // per welded vertex

  private VolumeKeeper(Weld weld, double volume, double area) {
    triangles = weld.mesh().triangles();
    welded = weld.vertexOfOld();
    vertices = weld.mesh().vertexCount();
    restVolume = volume;
    this.area = area;
    normal = new double[3 * vertices];
    place = new double[3 * vertices];
    give = new double[vertices];
    reach = new double[vertices];
  }

  /** Null for a surface that has no volume to keep: an open one. */
  static VolumeKeeper of(TriangleMesh rest) {
    SurfaceReport report = SurfaceReport.of(rest);
    double volume = SurfaceReport.volume(rest);
    return report.isClosed() && volume > 0
        ? new VolumeKeeper(MeshTopology.weld(rest, 0), volume, report.area())
        : null;
  }

  /**
   * Moves vertices.
   *
   * @param x 3 numbers per vertex
   * @param disagreement s of each vertex, from 0
   * @param reaches distance of each vertex from its center of rotation
   * @param scale how much larger the volume ought to be than at rest
   */
  void restore(float[] x, float[] disagreement, float[] reaches, double scale) {
    for (int v = 0; v < welded.length; v++) {
      int w = welded[v];
      give[w] = disagreement[v];
      reach[w] = reaches[v];
      for (int c = 0; c < 3; c++) {
        place[3 * w + c] = x[3 * v + c];
      }
    }
    // A hundredth of a degree all over: below it nothing is bent.
    double least = 1e-8 * area;
    for (int round = 0; round < ROUNDS; round++) {
      double wanted = scale * restVolume, all = wanted - measure();
      double missing = all - Math.max(-TOLERANCE * wanted, Math.min(TOLERANCE * wanted, all));
      double gain = 0;
      for (int w = 0; w < vertices; w++) {
        gain += give[w] * length(w);
      }
      if (!(gain > least)) {
        return; // straight: nothing to give
      }
      double lambda = missing / gain;
      for (int w = 0; w < vertices; w++) {
        double n = length(w), most = MOST * reach[w];
        double step = Math.max(-most, Math.min(most, lambda * give[w]));
        for (int c = 0; c < 3 && n > 0; c++) {
          place[3 * w + c] += step * normal[3 * w + c] / n;
        }
      }
    }
    for (int v = 0; v < welded.length; v++) {
      for (int c = 0; c < 3 && disagreement[v] > 0; c++) {
        x[3 * v + c] = (float) place[3 * welded[v] + c];
      }
    }
  }

  private double length(int w) {
    double a = normal[3 * w], b = normal[3 * w + 1], c = normal[3 * w + 2];
    return Math.sqrt(a * a + b * b + c * c);
  }

  /** The volume, and the gradient of it by each vertex. */
  private double measure() {
    java.util.Arrays.fill(normal, 0);
    double ox = place[0], oy = place[1], oz = place[2], sum = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      int i = 3 * triangles[t], j = 3 * triangles[t + 1], k = 3 * triangles[t + 2];
      double ax = place[i] - ox, ay = place[i + 1] - oy, az = place[i + 2] - oz;
      double bx = place[j] - ox, by = place[j + 1] - oy, bz = place[j + 2] - oz;
      double cx = place[k] - ox, cy = place[k + 1] - oy, cz = place[k + 2] - oz;
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
      double ux = bx - ax, uy = by - ay, uz = bz - az, wx = cx - ax, wy = cy - ay, wz = cz - az;
      double nx = (uy * wz - uz * wy) / 6;
      double ny = (uz * wx - ux * wz) / 6;
      double nz = (ux * wy - uy * wx) / 6;
      for (int e = 0; e < 3; e++) {
        int v = 3 * triangles[t + e];
        normal[v] += nx;
        normal[v + 1] += ny;
        normal[v + 2] += nz;
      }
    }
    return sum / 6;
  }
}
