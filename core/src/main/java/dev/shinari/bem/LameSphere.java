package dev.shinari.bem;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;

/**
 * A thick sphere under inner and outer pressure, whose solution is known [Lame1852]: what the
 * boundary elements are measured against. With inner radius a and pressure p, outer b and q,
 *
 * <pre>
 *   u(r) = r / (E (b^3 - a^3)) ( (1 - 2 nu)(p a^3 - q b^3) + (1 + nu) a^3 b^3 (p - q) / (2 r^3) )
 * </pre>
 */
public final class LameSphere {
  private static final float INNER = 0.5f;
  private static final float OUTER = 1;
  private static final double YOUNG = 1e5;
  private static final double POISSON = 0.3;
  private static final double INNER_PRESSURE = 1000;
  private static final double OUTER_PRESSURE = 300;

  private LameSphere() {}

  /** Number of vertices at a frequency. */
  public static int vertices(int frequency) {
    return 2 * (10 * frequency * frequency + 2);
  }

  /** Root mean square error of the radial displacement, relative to its largest. */
  public static double error(int frequency) {
    TriangleMesh mesh = mesh(frequency);
    float[] p = mesh.positions();
    double[] load = new double[9 * mesh.triangleCount()];
    BoundaryElements e =
        new BoundaryElements(mesh, new ElasticMaterial((float) YOUNG, (float) POISSON));
    for (int f = 0; f < mesh.triangleCount(); f++) {
      double pressure = f < mesh.triangleCount() / 2 ? OUTER_PRESSURE : INNER_PRESSURE;
      for (int i = 0; i < 9; i++) {
        load[9 * f + i] = -pressure * e.normal(f, i % 3);
      }
    }
    double[] u = new BoundarySolver(e).solve(new double[p.length], load).displacements();
    double sum = 0;
    for (int v = 0; v < p.length; v += 3) {
      double r =
          Math.sqrt(
              (double) p[v] * p[v] + (double) p[v + 1] * p[v + 1] + (double) p[v + 2] * p[v + 2]);
      double radial = (u[v] * p[v] + u[v + 1] * p[v + 1] + u[v + 2] * p[v + 2]) / r;
      double off = radial - exact(r);
      sum += off * off;
    }
    return Math.sqrt(sum / mesh.vertexCount()) / Math.abs(exact(INNER));
  }

  /** The known radial displacement. */
  public static double exact(double r) {
    double a3 = INNER * INNER * INNER, b3 = OUTER * OUTER * OUTER;
    double even = (1 - 2 * POISSON) * (INNER_PRESSURE * a3 - OUTER_PRESSURE * b3);
    double odd = (1 + POISSON) * a3 * b3 * (INNER_PRESSURE - OUTER_PRESSURE) / (2 * r * r * r);
    return r / (YOUNG * (b3 - a3)) * (even + odd);
  }

  /** The outer sphere's triangles first, then the inner one's, turned round. */
  private static TriangleMesh mesh(int frequency) {
    TriangleMesh outer = SurfaceShapes.sphere(frequency, OUTER);
    TriangleMesh inner = SurfaceShapes.sphere(frequency, INNER);
    int n = outer.vertexCount(), m = outer.triangles().length;
    float[] p = java.util.Arrays.copyOf(outer.positions(), 6 * n);
    System.arraycopy(inner.positions(), 0, p, 3 * n, 3 * n);
    int[] t = java.util.Arrays.copyOf(outer.triangles(), 2 * m);
    for (int i = 0; i < m; i += 3) {
      t[m + i] = n + inner.triangles()[i + 1];
      t[m + i + 1] = n + inner.triangles()[i];
      t[m + i + 2] = n + inner.triangles()[i + 2];
    }
    return new TriangleMesh(p, t);
  }
}
