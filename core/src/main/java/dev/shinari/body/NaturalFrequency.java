package dev.shinari.body;

import dev.shinari.body.region.StepContext;
import dev.shinari.body.shaping.FitStage;
import dev.shinari.body.shaping.VolumeStage;
import dev.shinari.math.PortableMath;
import dev.shinari.math.SymmetricEigen;

/**
 * The eigenvalue of a body's first stretching mode: the share of such a displacement that one full
 * pull (alpha = 1) takes back, for any Poisson ratio. Found by Rayleigh's and Ritz's method: the
 * pull is applied once per body to a few smooth displacements, and the smallest eigenvalue of the
 * pull in the space that they span is that of the mode, since a stretched bar's first mode is close
 * to a sine along it.
 *
 * <p>With s in [-1, 1] along the longest principal axis the displacements u(s) along it are 1, s,
 * s^2, sin(pi s / 2) and sin(3 pi s / 2): the constant carries eigenvalue 0 (a pull moves nothing
 * rigid) and drops out. A body that keeps its volume gets narrower where it is stretched, so there
 * are also displacements -u'(s) t, t the way from the axis. The pull of small displacements is
 * linear in k of {@link VolumeStage}: it is measured at k = 0 and at k = 1.
 */
final class NaturalFrequency {
  private static final int ALONG = 5;
  private static final int BASIS = 2 * ALONG - 1;
  // Displacement at the ends as a share of the half-length: large enough to stand far above float
  // noise. What is not linear cancels between a displacement and its opposite.
  private static final double AMPLITUDE = 0.05;

  private final double[][] mass;
  private final double[][][] pull = new double[2][][];
  private double lastKeep = Double.NaN;
  private double last;

  private NaturalFrequency(double[][] mass) {
    this.mass = mass;
  }

  /** The eigenvalue for a k, 0 for a single point, which does not stretch. */
  synchronized double eigenvalue(double keep) {
    if (mass == null) {
      return 0;
    }
    if (keep != lastKeep) {
      double[][] k = new double[BASIS][BASIS];
      for (int a = 0; a < BASIS; a++) {
        for (int b = 0; b < BASIS; b++) {
          k[a][b] = (1 - keep) * pull[0][a][b] + keep * pull[1][a][b];
        }
      }
      last = smallestElastic(k, mass);
      lastKeep = keep;
    }
    return last;
  }

  /**
   * The k of a Poisson ratio in this body. Of regions that have as much matter along each axis it
   * is {@link VolumeStage#keep}; at the surface of a body they do not. So it is found from the
   * uniform stretch s and the uniform narrowing -t: the share b of the latter at which nothing
   * pulls at the sides, K(s, t) + b K(t, t) = 0, is the Poisson ratio, and K is linear in k.
   */
  double keep(double poisson, double otherwise) {
    if (mass == null || !(otherwise > 0)) {
      return otherwise;
    }
    double[][] plain = pull[0], volume = pull[1];
    double across = plain[ALONG][ALONG], both = plain[1][ALONG];
    double k =
        -(poisson * across + both)
            / (poisson * (volume[ALONG][ALONG] - across) + (volume[1][ALONG] - both));
    // A body that is far from a bar may have no such k.
    return k >= otherwise && k <= 0.5 * (1 + otherwise) ? k : otherwise;
  }

  /** Measures the pull of a body's regions on its rest shape. */
  static NaturalFrequency of(FitStage stage, float[] x0, float[] y0, float[] z0, float[] mass) {
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
      return new NaturalFrequency(null);
    }
    float[][] rest = {x0, y0, z0};
    float[][][] shape = new float[BASIS][3][n];
    for (int i = 0; i < n; i++) {
      double along = axis[0] * x0[i] + axis[1] * y0[i] + axis[2] * z0[i];
      double s = (along - middle) / half;
      for (int c = 0; c < 3; c++) {
        double across = (rest[c][i] - along * axis[c]) / half;
        for (int b = 0; b < ALONG; b++) {
          shape[b][c][i] = (float) (displacement(b, s) * axis[c]);
          if (b > 0) {
            shape[ALONG - 1 + b][c][i] = (float) (-slope(b, s) * across);
          }
        }
      }
    }
    NaturalFrequency found = new NaturalFrequency(products(mass, shape, shape));
    for (int keep = 0; keep < 2; keep++) {
      stage.volume.setRaw(0.5 * keep, 0, 0);
      float[][][] pulled = new float[BASIS][3][n];
      StepContext step = StepContext.still(mass, n);
      for (int b = 0; b < BASIS; b++) {
        pulled(stage, step, rest, shape[b], AMPLITUDE * half, pulled[b]);
      }
      double[][] k = products(mass, shape, pulled);
      for (int a = 0; a < BASIS; a++) {
        for (int b = 0; b < a; b++) {
          k[a][b] = k[b][a] = 0.5 * (k[a][b] + k[b][a]);
        }
      }
      for (int a = 0; a < BASIS && keep == 1; a++) { // k = 1 is a limit; one half will do
        for (int b = 0; b < BASIS; b++) {
          k[a][b] = 2 * k[a][b] - found.pull[0][a][b];
        }
      }
      found.pull[keep] = k;
    }
    stage.volume.setRaw(0, 0, 0);
    return found;
  }

  /** What one full pull takes back of a small displacement. */
  private static void pulled(
      FitStage stage, StepContext step, float[][] rest, float[][] u, double size, float[][] out) {
    float[][] x = {step.x, step.y, step.z}, d = {step.dx, step.dy, step.dz};
    for (int sign = 1; sign >= -1; sign -= 2) {
      for (int c = 0; c < 3; c++) {
        for (int i = 0; i < rest[c].length; i++) {
          x[c][i] = (float) (rest[c][i] + sign * size * u[c][i]);
        }
      }
      stage.regions.resetRotations();
      stage.fit(step);
      stage.pull(step);
      for (int c = 0; c < 3; c++) {
        for (int i = 0; i < rest[c].length; i++) {
          out[c][i] -= (float) (sign * d[c][i] / (2 * size));
        }
      }
    }
  }

  /** Sums over particles of m a . b, for all pairs. */
  private static double[][] products(float[] mass, float[][][] a, float[][][] b) {
    double[][] out = new double[a.length][b.length];
    for (int p = 0; p < a.length; p++) {
      for (int q = 0; q < b.length; q++) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
          for (int i = 0; i < mass.length; i++) {
            sum += (double) mass[i] * a[p][c][i] * b[q][c][i];
          }
        }
        out[p][q] = sum;
      }
    }
    return out;
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

  /** The derivative of a displacement. */
  private static double slope(int b, double s) {
    return switch (b) {
      case 1 -> 1;
      case 2 -> 2 * s;
      case 3 -> Math.PI / 2 * PortableMath.cos(Math.PI * s / 2);
      default -> 3 * Math.PI / 2 * PortableMath.cos(3 * Math.PI * s / 2);
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
