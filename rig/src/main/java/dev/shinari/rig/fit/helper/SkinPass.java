package dev.shinari.rig.fit.helper;

import dev.shinari.kernel.MatrixKernels;
import dev.shinari.rig.fit.helper.SubspacePasses.DoubleSums;
import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.BlockState;
import dev.shinari.rig.fit.pass.ExampleBlock;
import dev.shinari.rig.fit.solver.PlaneLoops;
import java.util.Arrays;

/**
 * The pass of every round of stage 1, in the subspace. Where moments are given it first updates the
 * helpers' transforms; then it sums, for the bones e from {@code first} on, what the weights need:
 *
 * <pre>
 *   K_e = sum_n S_en (outer) c_n      4 x 3 x rank,   at kBase(e) + ((column 3 + row) rank + k)
 *   Q_ef = sum_n S_en^T S_fn          4 x 4 for f &lt;= e, at qBase(e, f)
 * </pre>
 */
public final class SkinPass implements BlockPass<DoubleSums> {
  private static final long serialVersionUID = 1;
  private static final int TILE = 128;
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
  public SkinPass(int joints, int helpers, int rank, int first, double[] moments, double[] cross) {
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
    Tile tile = new Tile(block, sums.values);
    for (int from = 0; from < block.length(); from += TILE) {
      int length = Math.min(TILE, block.length() - from);
      if (moments != null && helpers > 0) {
        tile.fitTransforms(from, length);
      }
      tile.sum(from, length);
    }
  }

  /** Some examples of a block, so few that their coordinates stay in the cache. */
  private final class Tile {
    private final ExampleBlock block;
    private final BlockState state;
    private final int n;
    private final double[] sums;
    private final int bones = joints + helpers;
    // Rows of the bones' transforms: plane (row, 4 bone + column), TILE numbers each.
    private final double[] rows = new double[12 * bones * TILE];
    private final double[] seen = new double[12 * helpers * TILE]; // moments, at (h, column, row)
    private final double[] minus; // -M_he, row (h, c), column (e, d)
    private final double[] k = new double[12 * rank * Math.max(1, bones - first)];
    private final double[] q = new double[4 * (bones - first) * 4 * bones];
    private final double[] scratch = new double[MatrixKernels.SCRATCH];
    private final double[] m = new double[12 * helpers];
    private final HelperSweep sweep = new HelperSweep(joints, helpers, cross);

    Tile(ExampleBlock block, double[] sums) {
      this.block = block;
      this.sums = sums;
      state = block.state();
      n = block.length();
      minus = new double[16 * helpers * bones];
      for (int h = 0; h < helpers && moments != null; h++) {
        for (int e = 0; e < bones; e++) {
          for (int d = 0; d < 4; d++) {
            for (int c = 0; c < 4; c++) {
              minus[(4 * h + c) * 4 * bones + 4 * e + d] = -cross[16 * (h * bones + e) + 4 * d + c];
            }
          }
        }
      }
    }

    private void gather(int from, int length) {
      for (int e = 0; e < bones; e++) {
        double[] a = e < joints ? state.drivers : state.helpers;
        int ao = 12 * (e < joints ? e : e - joints) * n + from;
        for (int entry = 0; entry < 12; entry++) {
          int plane = entry / 4 * 4 * bones + 4 * e + entry % 4;
          System.arraycopy(a, ao + entry * n, rows, plane * TILE, length);
        }
      }
    }

    void fitTransforms(int from, int length) {
      gather(from, length);
      Arrays.fill(seen, 0);
      MatrixKernels kernels = block.kernels();
      kernels.addProducts(
          moments,
          0,
          rank,
          1,
          12 * helpers,
          rank,
          state.coordinates,
          from,
          n,
          0,
          length,
          seen,
          0,
          TILE);
      for (int row = 0; row < 3; row++) {
        kernels.addProducts(
            minus,
            0,
            4 * bones,
            1,
            4 * helpers,
            4 * bones,
            rows,
            row * 4 * bones * TILE,
            TILE,
            0,
            length,
            seen,
            row * TILE,
            3 * TILE);
      }
      for (int i = 0; i < length; i++) {
        for (int h = 0; h < helpers; h++) {
          for (int c = 0; c < 4; c++) {
            for (int row = 0; row < 3; row++) {
              m[12 * h + 4 * row + c] = seen[((4 * h + c) * 3 + row) * TILE + i];
            }
          }
        }
        sweep.update(m, state, from + i);
      }
    }

    void sum(int from, int length) {
      gather(from, length);
      MatrixKernels kernels = block.kernels();
      int some = bones - first;
      for (int row = 0; row < 3; row++) {
        int plane = row * 4 * bones * TILE;
        Arrays.fill(k, 0);
        kernels.addDots(
            rows,
            plane + 4 * first * TILE,
            TILE,
            4 * some,
            state.coordinates,
            from,
            n,
            rank,
            length,
            k,
            0,
            rank,
            scratch);
        for (int e = first; e < bones; e++) {
          for (int c = 0; c < 4; c++) {
            PlaneLoops.addScaled(
                1, k, (4 * (e - first) + c) * rank, sums, kBase(e) + (3 * c + row) * rank, rank);
          }
        }
        Arrays.fill(q, 0);
        kernels.addDots(
            rows,
            plane + 4 * first * TILE,
            TILE,
            4 * some,
            rows,
            plane,
            TILE,
            4 * bones,
            length,
            q,
            0,
            4 * bones,
            scratch);
        for (int e = first; e < bones; e++) {
          for (int f = 0; f <= e; f++) {
            for (int c = 0; c < 4; c++) {
              for (int d = 0; d < 4; d++) {
                sums[qBase(e, f) + 4 * c + d] += q[(4 * (e - first) + c) * 4 * bones + 4 * f + d];
              }
            }
          }
        }
      }
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

  @Override
  public boolean changesStates() {
    return moments != null && helpers > 0;
  }
}
