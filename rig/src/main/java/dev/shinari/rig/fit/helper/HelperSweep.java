package dev.shinari.rig.fit.helper;

import dev.shinari.rig.fit.pass.BlockState;
import dev.shinari.rig.fit.solver.RigidFit;

/**
 * Rigid transforms of all helpers in one example [Mukai15, sec. 4.2], one after the other, each
 * with the others held. What is known of the skin are the moments of its residual r_j = v_j - sum_e
 * w_je S_e u_j with each helper's weighted rest points, m_h = sum_j w_jh r_j u_j^T (3 x 4); with
 * M_he = sum_j w_jh w_je u_j u_j^T (4 x 4) helper h alone sees A = m_h + S_h M_hh, and when it
 * changes by D the others' moments fall by D M_he. No vertex is looked at again.
 *
 * <p>The best S = [R | t] for A: with m = M_33 the sum of squared weights, the weighted rest
 * centroid c = M_.3 / m and target centroid a = A_.3 / m, R is the best rotation of A_3x3 - A_.3
 * c^T and t = a - R c.
 */
final class HelperSweep {
  private static final int SWEEPS = 1;

  private final int joints;
  private final int helpers;
  private final double[] cross; // M_he at 16 (h bones + e)
  private final RigidFit rigid = new RigidFit();
  private final double[] p = new double[9];
  private final double[] q = new double[4];
  private final double[] r = new double[9];
  private final double[] a = new double[12];
  private final double[] change = new double[12];

  HelperSweep(int joints, int helpers, double[] cross) {
    this.joints = joints;
    this.helpers = helpers;
    this.cross = cross;
  }

  /**
   * Updates the helpers' transforms of example i of a block.
   *
   * @param m residual moments, entry (row, column) of helper h at {@code 12 h + 4 row + column};
   *     overwritten
   */
  void update(double[] m, BlockState state, int i) {
    int n = state.length;
    int bones = joints + helpers;
    double[] s = state.helpers;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int h = 0; h < helpers; h++) {
        int own = 16 * (h * bones + joints + h);
        double mass = cross[own + 15];
        if (!(mass > 1e-12)) {
          continue; // moves nothing: nothing says where it should be
        }
        for (int row = 0; row < 3; row++) {
          for (int c = 0; c < 4; c++) {
            double sum = m[12 * h + 4 * row + c];
            for (int k = 0; k < 4; k++) {
              sum += s[(12 * h + 4 * row + k) * n + i] * cross[own + 4 * k + c];
            }
            a[4 * row + c] = sum;
          }
        }
        double cx = cross[own + 3] / mass;
        double cy = cross[own + 7] / mass;
        double cz = cross[own + 11] / mass;
        for (int row = 0; row < 3; row++) {
          double t = a[4 * row + 3];
          p[3 * row] = a[4 * row] - t * cx;
          p[3 * row + 1] = a[4 * row + 1] - t * cy;
          p[3 * row + 2] = a[4 * row + 2] - t * cz;
        }
        for (int k = 0; k < 4; k++) {
          q[k] = state.rotations[(4 * h + k) * n + i];
        }
        rigid.fit(p, q);
        RigidFit.matrix(q, r);
        for (int k = 0; k < 4; k++) {
          state.rotations[(4 * h + k) * n + i] = q[k];
        }
        for (int row = 0; row < 3; row++) {
          double r0 = r[3 * row];
          double r1 = r[3 * row + 1];
          double r2 = r[3 * row + 2];
          set(s, h, 4 * row, n, i, r0);
          set(s, h, 4 * row + 1, n, i, r1);
          set(s, h, 4 * row + 2, n, i, r2);
          set(s, h, 4 * row + 3, n, i, a[4 * row + 3] / mass - (r0 * cx + r1 * cy + r2 * cz));
        }
        for (int g = 0; g < helpers; g++) {
          int at = 16 * (g * bones + joints + h);
          for (int row = 0; row < 3; row++) {
            for (int c = 0; c < 4; c++) {
              double sum = 0;
              for (int k = 0; k < 4; k++) {
                sum += change[4 * row + k] * cross[at + 4 * k + c];
              }
              m[12 * g + 4 * row + c] -= sum;
            }
          }
        }
      }
    }
  }

  private void set(double[] s, int h, int entry, int n, int i, double value) {
    int at = (12 * h + entry) * n + i;
    change[entry] = value - s[at];
    s[at] = value;
  }
}
