package dev.shinari.lattice;

import dev.shinari.body.particle.Particles;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;

/**
 * How far each leaf is stretched, and in which direction. With F the mean derivative of the places
 * of a cell's corners along the axes of the grid and C = F^T F,
 *
 * <pre>
 *   stretch = sqrt(largest eigenvalue of C) - 1
 * </pre>
 *
 * In the direction of the stretch this is the ratio of the distances of neighboring cells' middles
 * of [Ohta, sec. 4.2] (less one); in any other direction it does not depend on how the lattice
 * lies.
 */
public final class LatticeStretch {
  private final AdaptiveLattice lattice;
  private final Cells cells;
  float[] x = {}; // middles
  float[] y = {};
  float[] z = {};
  public float[] most = {}; // stretch of a leaf
  float[] metric = {}; // C: xx, yy, zz, xy, yz, zx
  int measured; // cells that the last measure knew

  public LatticeStretch(AdaptiveLattice lattice) {
    this.lattice = lattice;
    cells = lattice.cells;
  }

  public void measure() {
    int n = cells.end;
    measured = n;
    if (x.length < n) {
      int size = cells.x.length;
      x = new float[size];
      y = new float[size];
      z = new float[size];
      most = new float[size];
      metric = new float[6 * size];
    }
    Particles p = lattice.body().particles();
    float[] px = p.x(), py = p.y(), pz = p.z();
    for (int c = 0; c < n; c++) {
      if (cells.state[c] == Cells.LEAF) {
        measure(c, px, py, pz);
      } else {
        most[c] = Float.NEGATIVE_INFINITY;
      }
    }
  }

  private void measure(int c, float[] px, float[] py, float[] pz) {
    int[] slot = cells.slot;
    int at = cells.slots * c;
    float scale = 2f / (cells.corners * (float) (cells.size(c) * lattice.frame.unit));
    float sx = 0, sy = 0, sz = 0;
    float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, dx = 0, dy = 0, dz = 0;
    for (int k = 0; k < cells.corners; k++) {
      int i = slot[at + Cells.cornerSlot(k)];
      float qx = px[i], qy = py[i], qz = pz[i];
      float a = (k & 1) == 0 ? -1 : 1, b = (k & 2) == 0 ? -1 : 1, d = (k & 4) == 0 ? -1 : 1;
      sx += qx;
      sy += qy;
      sz += qz;
      ax += a * qx;
      ay += a * qy;
      az += a * qz;
      bx += b * qx;
      by += b * qy;
      bz += b * qz;
      dx += d * qx;
      dy += d * qy;
      dz += d * qz;
    }
    float share = 1f / cells.corners;
    x[c] = sx * share;
    y[c] = sy * share;
    z[c] = sz * share;
    float s = scale * scale;
    int m = 6 * c;
    metric[m] = s * (ax * ax + ay * ay + az * az);
    metric[m + 1] = s * (bx * bx + by * by + bz * bz);
    metric[m + 3] = s * (ax * bx + ay * by + az * bz);
    if (cells.dim == 3) {
      metric[m + 2] = s * (dx * dx + dy * dy + dz * dz);
      metric[m + 4] = s * (bx * dx + by * dy + bz * dz);
      metric[m + 5] = s * (dx * ax + dy * ay + dz * az);
    }
    most[c] = (float) Math.sqrt(largest(m)) - 1;
  }

  /**
   * The largest eigenvalue of a metric: exact in 2D and where the two others are equal, as under a
   * plain pull; else a little more.
   */
  private float largest(int m) {
    float xx = metric[m], yy = metric[m + 1], xy = metric[m + 3];
    if (cells.dim == 2) {
      float half = 0.5f * (xx - yy);
      return 0.5f * (xx + yy) + (float) Math.sqrt(half * half + xy * xy);
    }
    float zz = metric[m + 2], yz = metric[m + 4], zx = metric[m + 5];
    float mean = (xx + yy + zz) / 3;
    float a = xx - mean, b = yy - mean, c = zz - mean;
    float spread = a * a + b * b + c * c + 2 * (xy * xy + yz * yz + zx * zx);
    return mean + (float) Math.sqrt(2f / 3 * spread);
  }

  /** Adds the metric of a leaf to a sum. */
  void add(int c, double weight, double[] sum) {
    for (int k = 0; k < 6; k++) {
      sum[k] += weight * metric[6 * c + k];
    }
  }

  /** Direction of the largest stretch of a metric, of length one; its sign means nothing. */
  static void direction(int dim, double[] c, double[] out) {
    if (dim == 2) {
      double half = 0.5 * (c[0] - c[1]), root = Math.sqrt(half * half + c[3] * c[3]);
      // The longer row of C - (smallest eigenvalue) I.
      double a = half + root, b = root - half;
      double u = a >= b ? a : c[3], v = a >= b ? c[3] : b;
      double size = Math.sqrt(u * u + v * v);
      out[0] = size > 0 ? u / size : 1;
      out[1] = size > 0 ? v / size : 0;
      out[2] = 0;
      return;
    }
    // Powers of C: each step squares it, so that five of them are its 32nd power.
    double xx = c[0], yy = c[1], zz = c[2], xy = c[3], yz = c[4], zx = c[5];
    for (int k = 0; k < 6; k++) {
      double scale = 1 / Math.max(1e-300, xx + yy + zz);
      double a = scale * xx, b = scale * yy, d = scale * zz;
      double e = scale * xy, f = scale * yz, g = scale * zx;
      xx = a * a + e * e + g * g;
      yy = b * b + e * e + f * f;
      zz = d * d + f * f + g * g;
      xy = e * (a + b) + f * g;
      yz = f * (b + d) + e * g;
      zx = g * (a + d) + e * f;
    }
    double u = xx, v = xy, w = zx;
    if (yy >= xx && yy >= zz) {
      u = xy;
      v = yy;
      w = yz;
    } else if (zz >= xx) {
      u = zx;
      v = yz;
      w = zz;
    }
    double size = Math.sqrt(u * u + v * v + w * w);
    out[0] = size > 0 ? u / size : 1;
    out[1] = size > 0 ? v / size : 0;
    out[2] = size > 0 ? w / size : 0;
  }

  /** Stretch of a metric in a direction of length one. */
  static double along(double[] c, double[] n) {
    double square =
        c[0] * n[0] * n[0]
            + c[1] * n[1] * n[1]
            + c[2] * n[2] * n[2]
            + 2 * (c[3] * n[0] * n[1] + c[4] * n[1] * n[2] + c[5] * n[2] * n[0]);
    return Math.sqrt(Math.max(0, square)) - 1;
  }
}
