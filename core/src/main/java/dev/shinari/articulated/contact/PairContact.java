package dev.shinari.articulated.contact;

import dev.shinari.articulated.motion.MassPoints;

/**
 * One touch between two things, each given by a few nodes whose weighted mean is the point that
 * touches. What one gains the other loses.
 */
final class PairContact {
  /** Share of the overlap that one step takes out: all at once would throw heaps apart. */
  private static final double PART = 0.5;

  private final MassPoints[] nodes = new MassPoints[8];
  private final int[] index = new int[8];
  private final double[] weight = new double[8]; // of the second thing: negative
  private int count;
  private double approach;

  PairContact begin() {
    count = 0;
    return this;
  }

  /** Adds a node of the first thing, or with a negative weight of the second. */
  PairContact add(MassPoints of, int i, double w) {
    if (w != 0) {
      nodes[count] = of;
      index[count] = i;
      weight[count++] = w;
    }
    return this;
  }

  /** Speed at which the two came together at the last touch, meters a second; never negative. */
  double approach() {
    return approach;
  }

  /**
   * Parts the two.
   *
   * @param depth how far they overlap
   * @param nx unit normal, from the second thing to the first
   * @return whether any of them could be moved
   */
  boolean resolve(
      double depth, double nx, double ny, double nz, double friction, double restitution) {
    double rx = 0, ry = 0, rz = 0, all = 0;
    for (int k = 0; k < count; k++) {
      rx += weight[k] * nodes[k].velocity(index[k], 0);
      ry += weight[k] * nodes[k].velocity(index[k], 1);
      rz += weight[k] * nodes[k].velocity(index[k], 2);
      all += weight[k] * weight[k] * nodes[k].inverseMass(index[k]);
    }
    double into = rx * nx + ry * ny + rz * nz;
    approach = Math.max(0, -into);
    if (!(all > 0)) {
      return false; // both are held
    }
    double tx = rx - into * nx, ty = ry - into * ny, tz = rz - into * nz;
    double slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
    double stop = approach * (1 + restitution);
    double drag = slip > 0 ? Math.min(1, friction * stop / slip) : 0;
    double jx = (stop * nx - drag * tx) / all, jy = (stop * ny - drag * ty) / all;
    double jz = (stop * nz - drag * tz) / all;
    double s = PART * depth / all;
    for (int k = 0; k < count; k++) {
      double by = weight[k] * nodes[k].inverseMass(index[k]);
      if (by != 0) {
        nodes[k].push(index[k], by * s * nx, by * s * ny, by * s * nz, by * jx, by * jy, by * jz);
      }
    }
    return true;
  }
}
