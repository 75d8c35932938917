package dev.shinari.rig.fit;

import dev.shinari.rig.fit.SubspacePasses.DoubleSums;

/**
 * The pass of every round of stage 1, in the subspace. Where moments are given it first updates the
 * helpers' transforms; then it sums, for the bones e from {@code first} on, what the weights need:
 *
 * <pre>
 *   K_e = sum_n S_en (outer) c_n      4 x 3 x rank,   at kBase(e) + ((column 3 + row) rank + k)
 *   Q_ef = sum_n S_en^T S_fn          4 x 4 for f &lt;= e, at qBase(e, f)
 * </pre>
 */
final class SkinPass implements BlockPass<DoubleSums> {
  private static final long serialVersionUID = 1;
  private static final int TILE = 128; // examples whose coordinates stay in the cache
  private final int joints;
  private final int helpers;
  private final int rank;
  private final int first;
  private final double[] moments;
  private final double[] cross;

  /**
   * @param first bone from which on sums are wanted
   * @param moments sum_j w_jh u_jc U_j, 3 * rank numbers at (4 h + c), or null to leave the
   *     transforms alone
   * @param cross M_he, 16 numbers at (h bones + e)
   */
  SkinPass(int joints, int helpers, int rank, int first, double[] moments, double[] cross) {
    this.joints = joints;
    this.helpers = helpers;
    this.rank = rank;
    this.first = first;
    this.moments = moments;
    this.cross = cross;
  }

  int kBase(int e) {
    return (e - first) * 12 * rank;
  }

  int qBase(int e, int f) {
    int before = (e * (e + 1) - first * (first + 1)) / 2;
    return (joints + helpers - first) * 12 * rank + 16 * (before + f);
  }

  @Override
  public DoubleSums zero() {
    return new DoubleSums(qBase(joints + helpers, 0));
  }

  @Override
  public void add(ExampleBlock block, DoubleSums sums) {
    if (moments != null && helpers > 0) {
      fitTransforms(block);
    }
    BlockState s = block.state();
    int n = block.length();
    for (int from = 0; from < n; from += TILE) {
      int m = Math.min(TILE, n - from);
      for (int e = first; e < joints + helpers; e++) {
        double[] a = e < joints ? s.drivers : s.helpers;
        int ao = 12 * (e < joints ? e : e - joints) * n + from;
        for (int row = 0; row < 3; row++) {
          for (int k = 0; k < rank; k++) {
            Planes.addDots(
                s.coordinates,
                k * n + from,
                a,
                ao + 4 * row * n,
                n,
                m,
                sums.values,
                kBase(e) + row * rank + k,
                3 * rank);
          }
        }
        for (int f = 0; f <= e; f++) {
          double[] b = f < joints ? s.drivers : s.helpers;
          int bo = 12 * (f < joints ? f : f - joints) * n + from;
          for (int c = 0; c < 4; c++) {
            for (int row = 0; row < 3; row++) {
              Planes.addDots(
                  a,
                  ao + (4 * row + c) * n,
                  b,
                  bo + 4 * row * n,
                  n,
                  m,
                  sums.values,
                  qBase(e, f) + 4 * c,
                  1);
            }
          }
        }
      }
    }
  }

  private void fitTransforms(ExampleBlock block) {
    BlockState s = block.state();
    int n = block.length();
    int bones = joints + helpers;
    double[] t = new double[12 * helpers * n];
    for (int from = 0; from < n; from += TILE) {
      int m = Math.min(TILE, n - from);
      for (int h = 0; h < helpers; h++) {
        for (int c = 0; c < 4; c++) {
          for (int row = 0; row < 3; row++) {
            int at = ((4 * h + c) * 3 + row) * rank;
            int out = (12 * h + 4 * row + c) * n + from;
            for (int k = 0; k < rank; k++) {
              Planes.addScaled(moments[at + k], s.coordinates, k * n + from, t, out, m);
            }
            for (int e = 0; e < bones; e++) {
              double[] a = e < joints ? s.drivers : s.helpers;
              int ao = 12 * (e < joints ? e : e - joints) * n + from;
              for (int d = 0; d < 4; d++) {
                double f = cross[16 * (h * bones + e) + 4 * d + c];
                if (f != 0) {
                  Planes.addScaled(-f, a, ao + (4 * row + d) * n, t, out, m);
                }
              }
            }
          }
        }
      }
    }
    HelperSweep sweep = new HelperSweep(joints, helpers, cross);
    double[] m = new double[12 * helpers];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < m.length; k++) {
        m[k] = t[k * n + i];
      }
      sweep.update(m, s, i);
    }
  }

  @Override
  public void merge(DoubleSums into, DoubleSums later) {
    into.add(later);
  }

  @Override
  public boolean readsPositions() {
    return false;
  }
}
