package dev.shinari.lattice;

import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.WindingNumber;

/** A solid inside of a closed surface. */
public final class SurfaceShape implements LatticeShape {
  private final TriangleMesh mesh;
  private final Bounds bounds;
  private final WindingNumber winding;
  private final double[] a = new double[3 * 24];
  private final double[] b = new double[3 * 24];

  public SurfaceShape(TriangleMesh mesh) {
    Check.that(mesh.triangleCount() > 0, "a surface without triangles encloses nothing");
    this.mesh = mesh;
    bounds = mesh.bounds();
    winding = new WindingNumber(mesh);
  }

  @Override
  public boolean isFlat() {
    return false;
  }

  @Override
  public Bounds bounds() {
    return bounds;
  }

  @Override
  public boolean contains(double x, double y, double z) {
    return Math.abs(winding.at(x, y, z)) > 0.5;
  }

  @Override
  public boolean crosses(double ax, double ay, double az, double bx, double by, double bz) {
    double[] low = {ax, ay, az}, high = {bx, by, bz};
    float[] p = mesh.positions();
    int[] t = mesh.triangles();
    for (int k = 0; k < t.length; k += 3) {
      boolean apart = false;
      for (int d = 0; d < 3 && !apart; d++) {
        float u = p[3 * t[k] + d], v = p[3 * t[k + 1] + d], w = p[3 * t[k + 2] + d];
        apart = Math.max(u, Math.max(v, w)) <= low[d] || Math.min(u, Math.min(v, w)) >= high[d];
      }
      if (!apart && inside(p, t, k, low, high)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a part of a triangle is left once the box has cut it. */
  private boolean inside(float[] p, int[] t, int k, double[] low, double[] high) {
    double[] in = a, out = b;
    for (int j = 0; j < 9; j++) {
      in[j] = p[3 * t[k + j / 3] + j % 3];
    }
    int n = 3;
    for (int face = 0; face < 6 && n >= 3; face++) {
      boolean below = (face & 1) == 1;
      n =
          LatticeMesher.clip(
              in, n, face >> 1, below ? high[face >> 1] : low[face >> 1], below, out);
      double[] swap = in;
      in = out;
      out = swap;
    }
    return n >= 3;
  }
}
