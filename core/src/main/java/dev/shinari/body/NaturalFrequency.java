package dev.shinari.body;

import dev.shinari.body.region.StepContext;
import dev.shinari.body.shaping.FitStage;
import dev.shinari.math.PortableMath;
import dev.shinari.math.SymmetricEigen;

/**
 * The eigenvalue of a body's first stretching mode: the share of such a displacement that one full
 * pull (alpha = 1) takes back. Found once a body, by Rayleigh's and Ritz's method: the pull is
 * applied to a few smooth displacements along the longest principal axis, and the smallest
 * eigenvalue of the pull in the space that they span is that of the mode, since a stretched bar's
 * first mode is close to a sine along it.
 *
 * <p>With s in [-1, 1] along the axis the displacements are 1, s, s^2, sin(pi s / 2) and sin(3 pi s
 * / 2): the constant carries eigenvalue 0 (a pull moves nothing rigid) and drops out.
 */
final class NaturalFrequency {
  private static final int BASIS = 5;
  // Displacement at the ends as a share of the half-length: goals are linear in a pure stretch, so
  // this may be large enough to stand far above float noise.
  private static final double AMPLITUDE = 0.05;

  private NaturalFrequency() {}

  static double stretchEigenvalue(
      FitStage stage, float[] x0, float[] y0, float[] z0, float[] mass) {
    int n = mass.length;
    double[] axis = longestAxis(x0, y0, z0, mass);
    double lo = Double.POSITIVE_INFINITY, hi = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      double s = axis[0] * x0[i] + axis[1] * y0[i] + axis[2] * z0[i];
      lo = Math.min(lo, s);
      hi = Math.max(hi, s);
    }
    double half = (hi - lo) / 2, middle = (hi + lo) / 2;
    if (!(half > 0)) {
      return 0; // a single point does not stretch
    }
    double size = AMPLITUDE * half;
    StepContext step = StepContext.still(mass, n);
    float[] x = step.x, y = step.y, z = step.z, dx = step.dx, dy = step.dy, dz = step.dz;
    double[][] shape = new double[BASIS][n];
    double[][] pulled = new double[BASIS][n];
    for (int b = 0; b < BASIS; b++) {
      for (int i = 0; i < n; i++) {
        double s = (axis[0] * x0[i] + axis[1] * y0[i] + axis[2] * z0[i] - middle) / half;
        double u = displacement(b, s);
        shape[b][i] = u;
        x[i] = (float) (x0[i] + size * u * axis[0]);
        y[i] = (float) (y0[i] + size * u * axis[1]);
        z[i] = (float) (z0[i] + size * u * axis[2]);
      }
      stage.regions.resetRotations();
      stage.fit(step);
      stage.pull(step);
      for (int i = 0; i < n; i++) {
        pulled[b][i] = -(axis[0] * dx[i] + axis[1] * dy[i] + axis[2] * dz[i]) / size;
      }
    }
    double[][] k = new double[BASIS][BASIS];
    double[][] m = new double[BASIS][BASIS];
    for (int a = 0; a < BASIS; a++) {
      for (int b = 0; b < BASIS; b++) {
        double pull = 0, overlap = 0;
        for (int i = 0; i < n; i++) {
          pull += mass[i] * shape[a][i] * pulled[b][i];
          overlap += mass[i] * shape[a][i] * shape[b][i];
        }
        k[a][b] += 0.5 * pull;
        k[b][a] += 0.5 * pull;
        m[a][b] = overlap;
      }
    }
    return smallestElastic(k, m);
  }

  private static double displacement(int b, double s) {
    return switch (b) {
      case 0 -> 1;
      case 1 -> s;
      case 2 -> s * s;
      case 3 -> PortableMath.sin(Math.PI * s / 2);
      default -> PortableMath.sin(3 * Math.PI * s / 2);
    };
  }

  private static double[] longestAxis(float[] x, float[] y, float[] z, float[] mass) {
    double[] c = new double[9];
    for (int i = 0; i < mass.length; i++) {
      double[] q = {x[i], y[i], z[i]};
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          c[3 * a + b] += mass[i] * q[a] * q[b];
        }
      }
    }
    double[][] a = new double[3][3], v = new double[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        a[i][j] = c[3 * i + j];
      }
    }
    SymmetricEigen.solve(a, v);
    int best = 0;
    for (int i = 1; i < 3; i++) {
      best = a[i][i] > a[best][best] * (1 + 1e-9) ? i : best;
    }
    return new double[] {v[0][best], v[1][best], v[2][best]};
  }

  /** Smallest eigenvalue of K u = lambda M u beyond the rigid one, which the first shape is. */
  private static double smallestElastic(double[][] k, double[][] m) {
    // Make the shapes M-orthonormal one after the other, dropping dependent ones; then diagonalise.
    int n = m.length;
    double[][] basis = new double[n][];
    int kept = 0;
    for (int b = 0; b < n; b++) {
      double[] e = new double[n];
      e[b] = 1;
      for (int pass = 0; pass < 2; pass++) {
        for (int a = 0; a < kept; a++) {
          double along = product(basis[a], m, e);
          for (int i = 0; i < n; i++) {
            e[i] -= along * basis[a][i];
          }
        }
      }
      double size = product(e, m, e);
      if (size > 1e-9 * m[b][b]) {
        double scale = 1 / Math.sqrt(size);
        for (int i = 0; i < n; i++) {
          e[i] *= scale;
        }
        basis[kept++] = e;
      }
    }
    if (kept < 2) {
      return 0;
    }
    double[][] a = new double[kept - 1][kept - 1], v = new double[kept - 1][kept - 1];
    for (int i = 1; i < kept; i++) {
      for (int j = 1; j < kept; j++) {
        a[i - 1][j - 1] = product(basis[i], k, basis[j]);
      }
    }
    SymmetricEigen.solve(a, v);
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < a.length; i++) {
      smallest = Math.min(smallest, a[i][i]);
    }
    return Math.max(0, smallest);
  }

  private static double product(double[] u, double[][] m, double[] v) {
    double sum = 0;
    for (int i = 0; i < u.length; i++) {
      for (int j = 0; j < v.length; j++) {
        sum += u[i] * m[i][j] * v[j];
      }
    }
    return sum;
  }
}
