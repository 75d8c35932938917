package dev.shinari.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * Example-based elasticity written down as it is read, in double precision and with no thought of
 * speed [Koyama13, sec. 4.2 to 4.4]: descriptors, projection by trying every face of the simplex,
 * and goals with the rotation fitted again to the deformed rest shape.
 */
public final class ReferenceExamples {
  private final int[][] regions;
  private final double[] rest;
  private final double[] mass;
  private final int[] counts;
  private final double[][] poses;

  /**
   * @param regions particles of each region
   * @param rest 3 numbers a particle
   * @param mass one a particle
   * @param poses the examples, 3 numbers a particle each
   */
  public ReferenceExamples(int[][] regions, double[] rest, double[] mass, double[][] poses) {
    this.regions = regions;
    this.rest = rest;
    this.mass = mass;
    this.poses = poses;
    counts = new int[mass.length];
    for (int[] r : regions) {
      for (int i : r) {
        counts[i]++;
      }
    }
  }

  private double effective(int i) {
    return mass[i] / counts[i];
  }

  private double[] centroid(int[] region, double[] x) {
    double[] c = new double[3];
    double m = 0;
    for (int i : region) {
      m += effective(i);
      for (int a = 0; a < 3; a++) {
        c[a] += effective(i) * x[3 * i + a];
      }
    }
    for (int a = 0; a < 3; a++) {
      c[a] /= m;
    }
    return c;
  }

  /** Sum of m~ p (M q)^T over a region; M null for none. */
  private double[] moment(int[] region, double[] x, double[] m) {
    double[] c = centroid(region, x), c0 = centroid(region, rest), sum = new double[9];
    for (int i : region) {
      double[] q = new double[3];
      for (int a = 0; a < 3; a++) {
        q[a] = rest[3 * i + a] - c0[a];
      }
      q = m == null ? q : apply(m, q);
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          sum[3 * a + b] += effective(i) * (x[3 * i + a] - c[a]) * q[b];
        }
      }
    }
    return sum;
  }

  private static double[] apply(double[] m, double[] q) {
    return new double[] {
      m[0] * q[0] + m[1] * q[1] + m[2] * q[2],
      m[3] * q[0] + m[4] * q[1] + m[5] * q[2],
      m[6] * q[0] + m[7] * q[1] + m[8] * q[2]
    };
  }

  /** S of a region: the symmetric polar factor of A [eq. (1)], row by row. */
  public double[] stretch(int region, double[] x) {
    int[] r = regions[region];
    double[] a =
        ReferencePolar.multiply(
            moment(r, x, null), ReferencePolar.pseudoInverse(moment(r, rest, null)));
    double[] turn = ReferencePolar.rotation(a);
    double[] s = ReferencePolar.multiply(transpose(turn), a);
    double[] t = transpose(s);
    for (int i = 0; i < 9; i++) {
      s[i] = 0.5 * (s[i] + t[i]);
    }
    return s;
  }

  private static double[] transpose(double[] m) {
    return new double[] {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};
  }

  /** S^k - S^0, or S - S^0 of other positions: 9 numbers a region of the group. */
  private double[] descriptor(List<Integer> group, double[] x) {
    double[] d = new double[9 * group.size()];
    for (int g = 0; g < group.size(); g++) {
      double[] s = stretch(group.get(g), x), s0 = stretch(group.get(g), rest);
      for (int i = 0; i < 9; i++) {
        d[9 * g + i] = s[i] - s0[i];
      }
    }
    return d;
  }

  /** Weights w_0 to w_K of positions x for a group of regions: nearest point of the hull. */
  public double[] weights(List<Integer> group, double[] x) {
    int n = poses.length;
    double[] s = descriptor(group, x);
    double[][] corners = new double[n + 1][];
    corners[0] = new double[s.length];
    for (int k = 0; k < n; k++) {
      corners[k + 1] = descriptor(group, poses[k]);
    }
    double[] best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int face = 1; face < 1 << (n + 1); face++) {
      double[] w = onFace(corners, face, s);
      if (w != null) {
        double d = distance(corners, w, s);
        if (d < least) {
          least = d;
          best = w;
        }
      }
    }
    return best;
  }

  /** How far a mixture of the corners is from a descriptor. */
  private static double distance(double[][] corners, double[] w, double[] s) {
    double sum = 0;
    for (int i = 0; i < s.length; i++) {
      double d = -s[i];
      for (int k = 0; k < w.length; k++) {
        d += w[k] * corners[k][i];
      }
      sum += d * d;
    }
    return Math.sqrt(sum);
  }

  /** Distance of the descriptor of x from the mixture with given weights. */
  public double distance(List<Integer> group, double[] x, double[] w) {
    double[][] corners = new double[poses.length + 1][];
    double[] s = descriptor(group, x);
    corners[0] = new double[s.length];
    for (int k = 0; k < poses.length; k++) {
      corners[k + 1] = descriptor(group, poses[k]);
    }
    return distance(corners, w, s);
  }

  /** Best weights that use the corners in the bit set alone, or null where one is negative. */
  private static double[] onFace(double[][] corners, int face, double[] s) {
    List<Integer> in = new ArrayList<>();
    for (int k = 0; k < corners.length; k++) {
      if ((face >> k & 1) == 1) {
        in.add(k);
      }
    }
    // Relative to the first corner: least squares by normal equations.
    int n = in.size() - 1;
    double[] first = corners[in.get(0)];
    double[][] a = new double[n][n + 1];
    for (int i = 0; i < n; i++) {
      for (int e = 0; e < s.length; e++) {
        double u = corners[in.get(i + 1)][e] - first[e];
        for (int j = 0; j < n; j++) {
          a[i][j] += u * (corners[in.get(j + 1)][e] - first[e]);
        }
        a[i][n] += u * (s[e] - first[e]);
      }
    }
    for (int i = 0; i < n; i++) {
      int pivot = i;
      for (int r = i + 1; r < n; r++) {
        pivot = Math.abs(a[r][i]) > Math.abs(a[pivot][i]) ? r : pivot;
      }
      double[] row = a[i];
      a[i] = a[pivot];
      a[pivot] = row;
      if (!(Math.abs(a[i][i]) > 1e-14)) {
        return null;
      }
      for (int r = 0; r < n; r++) {
        double f = r == i ? 0 : a[r][i] / a[i][i];
        for (int c = i; c <= n && f != 0; c++) {
          a[r][c] -= f * a[i][c];
        }
      }
    }
    double[] w = new double[corners.length];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      w[in.get(i + 1)] = a[i][n] / a[i][i];
      sum += w[in.get(i + 1)];
    }
    w[in.get(0)] = 1 - sum;
    for (double v : w) {
      if (v < 0) {
        return null;
      }
    }
    return w;
  }

  /**
   * Goals of all particles, 3 numbers each [eq. (3)], with the rotation of eq. (3) fitted to the
   * deformed rest shape.
   *
   * @param weights w'_0 to w'_K of each region
   */
  public double[] goals(double[] x, double[][] weights) {
    double[] goals = new double[rest.length];
    for (int r = 0; r < regions.length; r++) {
      int[] region = regions[r];
      double[] s = deformed(r, weights[r]);
      double[] t = ReferencePolar.multiply(rotation(r, x, weights[r]), s);
      double[] c = centroid(region, x), c0 = centroid(region, rest);
      for (int i : region) {
        double[] q = {rest[3 * i] - c0[0], rest[3 * i + 1] - c0[1], rest[3 * i + 2] - c0[2]};
        double[] g = apply(t, q);
        for (int a = 0; a < 3; a++) {
          goals[3 * i + a] += (g[a] + c[a]) / counts[i];
        }
      }
    }
    return goals;
  }

  /**
   * Goals that a body in one of the poses has at that pose: {@link #goals}, and what each pose has
   * beyond its own goals, in the frame of the region around each particle (region i is that of
   * particle i). What this would give the body of linear and angular momentum is taken out.
   *
   * @param weights w'_0 to w'_K of each region
   * @param held the same for the differences
   */
  public double[] heldGoals(double[] x, double[][] weights, double[][] held) {
    double[] goals = goals(x, weights);
    int n = mass.length;
    for (int k = 0; k < poses.length; k++) {
      double[][] one = new double[n][poses.length + 1];
      for (double[] w : one) {
        w[k + 1] = 1;
      }
      double[] own = goals(poses[k], one);
      for (int i = 0; i < n; i++) {
        double[] e = new double[3];
        for (int a = 0; a < 3; a++) {
          e[a] = held[i][k + 1] * (poses[k][3 * i + a] - own[3 * i + a]);
        }
        double[] there = rotation(i, poses[k], one[i]), here = rotation(i, x, weights[i]);
        double[] o = apply(here, apply(transpose(there), e));
        for (int a = 0; a < 3; a++) {
          goals[3 * i + a] += o[a];
        }
      }
    }
    return withoutMomentum(x, goals);
  }

  /** Rotation of a region, fitted to its rest shape as deformed with given weights. */
  private double[] rotation(int r, double[] x, double[] weights) {
    return ReferencePolar.rotation(moment(regions[r], x, deformed(r, weights)));
  }

  /** S~ of a region with given weights. */
  private double[] deformed(int r, double[] weights) {
    double[] s = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double[] s0 = stretch(r, rest);
    for (int k = 0; k < poses.length; k++) {
      double[] sk = stretch(r, poses[k]);
      for (int i = 0; i < 9; i++) {
        s[i] += weights[k + 1] * (sk[i] - s0[i]);
      }
    }
    return s;
  }

  /** Goals without the rigid part of the way there, which weighs particles by their mass. */
  private double[] withoutMomentum(double[] x, double[] goals) {
    int n = mass.length;
    double[] c = new double[3], p = new double[3], turn = new double[3], inertia = new double[9];
    double m = 0;
    for (int i = 0; i < n; i++) {
      m += mass[i];
      for (int a = 0; a < 3; a++) {
        c[a] += mass[i] * x[3 * i + a];
        p[a] += mass[i] * (goals[3 * i + a] - x[3 * i + a]);
      }
    }
    for (int i = 0; i < n; i++) {
      double[] r = new double[3], d = new double[3];
      for (int a = 0; a < 3; a++) {
        r[a] = x[3 * i + a] - c[a] / m;
        d[a] = goals[3 * i + a] - x[3 * i + a];
      }
      double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
      for (int a = 0; a < 3; a++) {
        turn[a] += mass[i] * (r[(a + 1) % 3] * d[(a + 2) % 3] - r[(a + 2) % 3] * d[(a + 1) % 3]);
        for (int b = 0; b < 3; b++) {
          inertia[3 * a + b] += mass[i] * ((a == b ? square : 0) - r[a] * r[b]);
        }
      }
    }
    double[] w = apply(ReferencePolar.pseudoInverse(inertia), turn);
    double[] out = goals.clone();
    for (int i = 0; i < n; i++) {
      double[] r = new double[3];
      for (int a = 0; a < 3; a++) {
        r[a] = x[3 * i + a] - c[a] / m;
      }
      for (int a = 0; a < 3; a++) {
        out[3 * i + a] -=
            p[a] / m + w[(a + 1) % 3] * r[(a + 2) % 3] - w[(a + 2) % 3] * r[(a + 1) % 3];
      }
    }
    return out;
  }
}
