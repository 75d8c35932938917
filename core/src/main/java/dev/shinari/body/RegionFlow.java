package dev.shinari.body;

import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.ShapeKernels;
import dev.shinari.math.SymmetricEigen;
import java.util.Arrays;

/**
 * Shapes that regions have taken on: S~ of each region follows its shape S where that is off by
 * more than a yield, goes back to the identity at a rate of its own, and keeps its determinant.
 */
final class RegionFlow {
  private static final float ROOT2 = 1.41421356f;

  /** What is smaller than this has gone back. */
  private static final float GONE = 1e-6f;

  /** Of the yield: a quick look below it is believed, whatever was lost to rounding. */
  private static final float SURE = 0.98f;

  /** A step of up to so many seconds may be left out. */
  private static final float SHORT = 0.02f;

  private final ShapeKernels loops;
  private final boolean flat;
  private final float[] rho;
  private final float[][] moments;
  private final float[][] inverse;
  private final float[] square; // of the largest eigenvalue of inverse
  private final float[][] projection;
  final float[][] own; // state: S~ - 1 of each region, as the kernels write strains

  // State: whether regions flew in the last step, and seconds of the one that was left out since.
  // They flow in every second step, for both together: twice as often would look the same.
  final float[] pace = {0, 0};

  boolean flowing; // somebody wants it in the step at hand
  boolean stained; // whether own is other than zero
  private boolean moved; // some region flew in this step
  private float flown; // largest entry of own
  private float yield;
  private double flowRate;
  private double healRate;
  private float limit;
  private float seconds; // still to flow in this step; once a step is often enough
  private float share;
  private float keep;
  private double shareOf = Double.NaN;
  private double keepOf = Double.NaN;

  /**
   * @param flat whether the body is a sheet, which keeps areas
   */
  RegionFlow(Regions regions, boolean flat) {
    this.flat = flat;
    loops = regions.kernels.shapes();
    moments = regions.restMoments();
    rho = regions.rho();
    int n = moments[0].length;
    own = new float[6][n];
    inverse = new float[6][n];
    projection = new float[6][n];
    RestMoments.invert(moments, inverse);
    square = new float[n];
    for (int r = 0; r < n; r++) {
      square[r] = largestSquare(r);
    }
    RestMoments.project(moments, projection);
    for (int c = 3; c < 6; c++) {
      for (int r = 0; r < n; r++) {
        projection[c][r] *= ROOT2; // as the kernels write strains
      }
    }
  }

  private float largestSquare(int r) {
    double[][] a = new double[3][3];
    for (int c = 0; c < 3; c++) {
      a[c][c] = inverse[c][r];
      a[c][(c + 1) % 3] = a[(c + 1) % 3][c] = inverse[3 + c][r];
    }
    SymmetricEigen.solve(a, new double[3][3]);
    double most = Math.max(a[0][0], Math.max(a[1][1], a[2][2]));
    return (float) (most * most);
  }

  /** Takes the wish back, before a step of so many seconds. What has flown stays. */
  void clear(float stepSeconds) {
    boolean leaveOut = pace[0] != 0 && stepSeconds <= SHORT;
    seconds = leaveOut ? 0 : stepSeconds + pace[1];
    pace[0] = 0;
    pace[1] = leaveOut ? stepSeconds : 0;
    flowing = false;
  }

  /** Wants it; with several wishes the weakest yield and the largest rates hold. */
  void want(float yieldStrain, double flowPerSecond, double healPerSecond, float most) {
    yield = flowing ? Math.min(yield, yieldStrain) : yieldStrain;
    flowRate = Math.max(flowing ? flowRate : 0, flowPerSecond);
    healRate = Math.max(flowing ? healRate : 0, healPerSecond);
    limit = Math.max(flowing ? limit : 0, most);
    flowing = true;
  }

  float[][] moments() {
    return moments;
  }

  double flown() {
    return flown;
  }

  /** Whether regions are still to flow in this step. */
  boolean isDue() {
    return flowing && seconds > 0;
  }

  /** Before the tiles of an inner step. */
  void plan() {
    if (!isDue()) {
      return;
    }
    if (shareOf != flowRate * seconds) {
      shareOf = flowRate * seconds;
      share = (float) -StrictMath.expm1(-shareOf);
    }
    if (keepOf != healRate * seconds) {
      keepOf = healRate * seconds;
      keep = (float) StrictMath.exp(-keepOf);
    }
  }

  /** Strains of a tile: one for all, and what regions from {@code from} on have become. */
  void strains(float[] uniform, int from, int count, float[] strain) {
    for (int c = 0; c < 6; c++) {
      int row = c * Kernels.TILE;
      float[] o = own[c];
      float e = uniform[c];
      for (int j = 0; j < count; j++) {
        strain[row + j] = e + o[from + j];
      }
    }
  }

  /**
   * S~ of a tile's regions goes after S, once a step, where it is due.
   *
   * @param tile moments, and R in the place of targets
   * @param stretched whether uniform, one strain for all regions, is other than zero
   * @param off room for 6 rows
   */
  void flow(FitTile tile, boolean stretched, float[] uniform, float[] off) {
    float[] moment = tile.moments, rotations = tile.targets;
    int from = tile.from, count = tile.count;
    if (!stained
        && !stretched
        && !loops.mayYield(moment, rotations, moments, square, from, count, SURE * yield)) {
      return;
    }
    boolean over =
        loops.offShape(
            moment, rotations, inverse, projection, uniform, own, from, count, yield, off);
    if (over || stained && keep != 1) {
      loops.flow(off, own, rho, from, count, share, yield, keep, limit, flat);
      moved = true; // all tiles that write write the same
    }
  }

  /** Once an inner step, after all tiles: whether there is anything left of what flew. */
  void settle() {
    if (!(flowing || stained) || !(seconds > 0)) {
      return;
    }
    seconds = 0;
    pace[0] = flowing ? 1 : 0;
    if (flowing && !moved) {
      return; // own is as it was
    }
    moved = false;
    float most = 0;
    for (float[] row : own) {
      most = loops.largest(row, row.length, most);
    }
    if (most < GONE && !flowing) {
      for (float[] row : own) {
        Arrays.fill(row, 0);
      }
    }
    flown = most < GONE && !flowing ? 0 : most;
    stained = flown > 0;
  }

  /** Every region's own shape is its rest shape again. */
  void forget() {
    for (float[] row : own) {
      Arrays.fill(row, 0);
    }
    restored();
  }

  /** The state was written from outside. */
  void restored() {
    stained = true; // until settle says otherwise
    moved = true;
    seconds = 1;
    float looked = pace[0], left = pace[1];
    settle();
    pace[0] = looked;
    pace[1] = left;
  }
}
