package dev.shinari.math;

/** Eigenvalues and eigenvectors of small symmetric matrices by cyclic Jacobi rotations. */
public final class SymmetricEigen {
  private SymmetricEigen() {}

  /** Diagonalises a in place; the columns of v become the eigenvectors. */
  public static void solve(double[][] a, double[][] v) {
    int n = a.length;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        v[i][j] = i == j ? 1 : 0;
      }
    }
    for (int sweep = 0; sweep < 50; sweep++) {
      double off = 0, all = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          all += a[i][j] * a[i][j];
          off += i == j ? 0 : a[i][j] * a[i][j];
        }
      }
      if (!(off > 1e-28 * all)) {
        return;
      }
      for (int i = 0; i < n - 1; i++) {
        for (int j = i + 1; j < n; j++) {
          if (a[i][j] != 0) {
            rotate(a, v, i, j);
          }
        }
      }
    }
  }

  private static void rotate(double[][] a, double[][] v, int i, int j) {
    double theta = (a[j][j] - a[i][i]) / (2 * a[i][j]);
    double t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < a.length; k++) {
      double aki = a[k][i], akj = a[k][j];
      a[k][i] = c * aki - s * akj;
      a[k][j] = s * aki + c * akj;
    }
    for (int k = 0; k < a.length; k++) {
      double aik = a[i][k], ajk = a[j][k];
      a[i][k] = c * aik - s * ajk;
      a[j][k] = s * aik + c * ajk;
      double vki = v[k][i], vkj = v[k][j];
      v[k][i] = c * vki - s * vkj;
      v[k][j] = s * vki + c * vkj;
    }
  }
}
