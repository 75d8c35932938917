package dev.shinari.body.region;

import dev.shinari.mesh.Lattice;

/**
 * Rest moments of a lattice's regions, in double precision, by sums along the axes: how many
 * regions hold each particle, and each region's mass, centroid and second moment about it.
 */
final class LatticeMoments {
  final float[] effective;
  final float[] share;
  final double[] mass;
  final double[] offsetX;
  final double[] offsetY;
  final double[] offsetZ;
  final double[] rho;

  /** Second moments about the centroid: xx, yy, zz, xy, yz, zx. */
  final double[][] second;

  private final Lattice lattice;
  private final int w;

  LatticeMoments(Lattice lattice, int w, float[] particleMass) {
    this.lattice = lattice;
    this.w = w;
    int n = lattice.vertexCount();
    double[] ones = new double[n];
    java.util.Arrays.fill(ones, 1);
    double[] counts = box(box(box(ones, 0, 0), 1, 0), 2, 0);
    effective = new float[n];
    share = new float[n];
    double[] m = new double[n];
    for (int v = 0; v < n; v++) {
      share[v] = (float) (1 / counts[v]);
      effective[v] = (float) (particleMass[v] / counts[v]);
      m[v] = effective[v];
    }
    double e = lattice.cellSize();
    double[] alongX = box(m, 0, 0);
    double[] alongXY = box(alongX, 1, 0);
    mass = box(alongXY, 2, 0);
    double[] firstX = box(box(box(m, 0, 1), 1, 0), 2, 0);
    double[] firstY = box(box(alongX, 1, 1), 2, 0);
    double[] firstZ = box(alongXY, 2, 1);
    double[] rampX = box(m, 0, 1);
    double[] rampY = box(alongX, 1, 1);
    double[][] about = {
      box(box(box(m, 0, 2), 1, 0), 2, 0),
      box(box(alongX, 1, 2), 2, 0),
      box(alongXY, 2, 2),
      box(box(rampX, 1, 1), 2, 0),
      box(rampY, 2, 1),
      box(box(rampX, 1, 0), 2, 1)
    };
    offsetX = new double[n];
    offsetY = new double[n];
    offsetZ = new double[n];
    rho = new double[n];
    for (int v = 0; v < n; v++) {
      offsetX[v] = e * firstX[v] / mass[v];
      offsetY[v] = e * firstY[v] / mass[v];
      offsetZ[v] = e * firstZ[v] / mass[v];
      double[] o = {offsetX[v], offsetY[v], offsetZ[v]};
      for (int a = 0; a < 6; a++) {
        int p = a < 3 ? a : a - 3, q = a < 3 ? a : (a - 2) % 3;
        about[a][v] = e * e * about[a][v] - mass[v] * o[p] * o[q];
      }
      rho[v] = about[0][v] + about[1][v] + about[2][v];
    }
    second = about;
  }

  /**
   * Sum of d^power in over the window along an axis. Numbers a vertex go in along x and come out
   * along z; between, they stand on the full grid, since nodes without a particle hold partial sums
   * too: the window of a neighbor may reach over them.
   */
  private double[] box(double[] in, int axis, int power) {
    int nodes = lattice.nodesX() * lattice.nodesY() * lattice.nodesZ();
    double[] gridIn = in;
    if (axis == 0) {
      gridIn = new double[nodes];
      for (int v = 0; v < in.length; v++) {
        gridIn[lattice.nodeOfVertex(v)] = in[v];
      }
    }
    int stride = axis == 0 ? 1 : axis == 1 ? lattice.nodesX() : lattice.nodesX() * lattice.nodesY();
    int size = axis == 0 ? lattice.nodesX() : axis == 1 ? lattice.nodesY() : lattice.nodesZ();
    double[] out = new double[nodes];
    for (int n = 0; n < nodes; n++) {
      int at = n / stride % size;
      double sum = 0;
      for (int d = Math.max(-w, -at); d <= Math.min(w, size - 1 - at); d++) {
        double factor = power == 0 ? 1 : power == 1 ? d : (double) d * d;
        sum += factor * gridIn[n + d * stride];
      }
      out[n] = sum;
    }
    if (axis < 2) {
      return out;
    }
    double[] ofVertices = new double[lattice.vertexCount()];
    for (int v = 0; v < ofVertices.length; v++) {
      ofVertices[v] = out[lattice.nodeOfVertex(v)];
    }
    return ofVertices;
  }
}
