package dev.shinari.body.shaping;

import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.RestMoments;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.kernel.ShapeKernels;
import dev.shinari.math.PortableMath;
import dev.shinari.math.SymmetricEigen;
import java.util.Arrays;

/**
 * Plastic strain of regions: S~ of each region follows its shape S where that is off by more than a
 * yield, goes back to the identity at a rate of its own, and keeps its determinant. What examples
 * or a stretch ask of a region is no plastic strain: the flow follows what is left of S without it.
 *
 * <p>Flat regions keep their area and straight ones have a length alone; directions in which a
 * region has no extent have no strain ({@link ThinPlasticFlow}).
 *
 * <p>Where regions change, a new one starts with the plastic strain of the one it is like, or with
 * the mean of several.
 */
public final class PlasticFlow {
  private static final float ROOT2 = 1.41421356f;

  /** What is smaller than this has gone back. */
  private static final float GONE = 1e-6f;

  /** Of the yield: a quick look below it is believed, whatever was lost to rounding. */
  private static final float SURE = 0.98f;

  /** A step of up to so many seconds may be left out. */
  private static final float SHORT = 0.02f;

  private final Regions regions;
  private final ShapeKernels loops;
  private final boolean flat;

  // Per slot, 6 arrays each; of a body whose regions change they grow.
  private float[][] moments; // K
  private final float[][] inverse = new float[6][]; // K^-1
  private final float[][] projection = new float[6][]; // K K^-1, as the kernels write strains
  private float[] square; // of the largest eigenvalue of K^-1
  private boolean[] thin; // flat or straight, other than a flat body's plane
  final float[][] own = new float[6][]; // state: S~ - 1, as the kernels write strains
  private final ThinPlasticFlow thinFlow = new ThinPlasticFlow(own, projection);
  private float[][] asked; // what examples ask for, and own; null until they do

  // State: whether regions flew in the last step, and seconds of the one that was left out since.
  // They flow in every second step, for both together: twice as often would look the same.
  final float[] pace = {0, 0};

  boolean flowing; // an effect wants it in the step at hand
  boolean hasStrain; // whether own is other than zero
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
   * @param flat whether the body is a sheet in its x-y plane
   */
  PlasticFlow(Regions regions, boolean flat) {
    this.regions = regions;
    this.flat = flat;
    loops = regions.kernels.shapes();
    for (int c = 0; c < 6; c++) {
      own[c] = new float[regions.slotCount()];
    }
    findRest();
  }

  /** All that is known of the regions at rest. */
  private void findRest() {
    moments = regions.restMoments();
    int n = moments[0].length;
    for (int c = 0; c < 6; c++) {
      inverse[c] = new float[n];
      projection[c] = new float[n];
    }
    RestMoments.invert(moments, inverse);
    RestMoments.project(moments, projection);
    square = new float[n];
    thin = new boolean[n];
    for (int r = 0; r < n; r++) {
      finishRest(r);
    }
  }

  private void finishRest(int r) {
    for (int c = 3; c < 6; c++) {
      projection[c][r] *= ROOT2;
    }
    square[r] = largestSquare(r);
    float extent = projection[0][r] + projection[1][r] + projection[2][r];
    thin[r] = extent > 0.5f && extent < (flat ? 1.5f : 2.5f);
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

  // ------------------------------------------------------------------ regions that change

  private void makeRoom() {
    int n = regions.slotCount();
    if (own[0].length == n) {
      return;
    }
    for (int c = 0; c < 6; c++) {
      own[c] = Arrays.copyOf(own[c], n);
      moments[c] = Arrays.copyOf(moments[c], n);
      inverse[c] = Arrays.copyOf(inverse[c], n);
      projection[c] = Arrays.copyOf(projection[c], n);
    }
    square = Arrays.copyOf(square, n);
    thin = Arrays.copyOf(thin, n);
    asked = null;
  }

  /** Region r came in at the end, with the plastic strain of another one, or -1 for none. */
  void added(int r, int like) {
    makeRoom();
    for (float[] row : own) {
      row[r] = like < 0 ? 0 : row[like];
    }
  }

  /** Region r starts with the mean of the plastic strains of n others. */
  void blend(int r, int[] parents, int n) {
    for (float[] row : own) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += row[parents[k]];
      }
      row[r] = (float) (sum / n);
    }
  }

  /** Region r starts with the plastic strain that one of another body has. */
  public void copy(int r, PlasticFlow from, int slot) {
    for (int c = 0; c < 6; c++) {
      own[c][r] = from.own[c][slot];
      flown = Math.max(flown, Math.abs(own[c][r]));
    }
    hasStrain |= flown > 0;
  }

  /** A batch of changes ends. */
  void finish() {
    makeRoom();
  }

  /** Region r is gone and the last one has taken its number. */
  void removed(int r, int last) {
    for (int c = 0; c < 6; c++) {
      own[c][r] = own[c][last];
      moments[c][r] = moments[c][last];
      inverse[c][r] = inverse[c][last];
      projection[c][r] = projection[c][last];
      own[c][last] = moments[c][last] = inverse[c][last] = projection[c][last] = 0;
    }
    square[r] = square[last];
    thin[r] = thin[last];
    square[last] = 0;
    thin[last] = false;
  }

  private final double[] six = new double[6];
  private final float[][] one = new float[6][1];
  private final float[][] two = new float[6][1];

  /** Region r has other members or weights. */
  void prepared(int r) {
    makeRoom();
    ((ListRegions) regions).restMoments(r, six);
    for (int c = 0; c < 6; c++) {
      moments[c][r] = one[c][0] = (float) six[c];
      two[c][0] = 0;
    }
    RestMoments.invert(one, two);
    for (int c = 0; c < 6; c++) {
      inverse[c][r] = two[c][0];
      two[c][0] = 0;
    }
    RestMoments.project(one, two);
    for (int c = 0; c < 6; c++) {
      projection[c][r] = two[c][0];
    }
    finishRest(r);
  }

  /** The regions are those of a snapshot; own is still to be written. */
  void regionsRestored() {
    int n = regions.slotCount();
    for (int c = 0; c < 6; c++) {
      own[c] = new float[n];
    }
    asked = null;
    findRest();
  }

  // ------------------------------------------------------------------ wishes

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

  /** K per slot, 6 arrays. */
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

  // ------------------------------------------------------------------ the step

  /** Before the tiles of an inner step. */
  void plan() {
    if (!isDue()) {
      return;
    }
    if (shareOf != flowRate * seconds) {
      shareOf = flowRate * seconds;
      share = (float) -PortableMath.expm1(-shareOf);
    }
    if (keepOf != healRate * seconds) {
      keepOf = healRate * seconds;
      keep = (float) PortableMath.exp(-keepOf);
    }
  }

  /** Strains of a tile: one for all, and the plastic strains of regions from {@code from} on. */
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
    if (!hasStrain
        && !stretched
        && !loops.mayYield(moment, rotations, moments, square, from, count, SURE * yield)) {
      return;
    }
    boolean over =
        loops.offShape(
            moment, rotations, inverse, projection, uniform, own, from, count, yield, off);
    follow(tile, over, off);
  }

  private void follow(FitTile tile, boolean over, float[] off) {
    if (over || hasStrain && keep != 1) {
      int from = tile.from, count = tile.count;
      if (isThin(from, count)) {
        thinFlow.flow(tile, off, share, yield, keep, limit);
      } else {
        loops.flow(off, own, regions.rho(), from, count, share, yield, keep, limit, flat);
      }
      moved = true; // all tiles that write write the same
    }
  }

  private boolean isThin(int from, int count) {
    for (int r = from; r < from + count; r++) {
      if (thin[r]) {
        return true;
      }
    }
    return false;
  }

  /** Once an inner step, after all tiles: whether there is anything left of what flew. */
  void finishStep() {
    if (!(flowing || hasStrain) || !(seconds > 0)) {
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
    hasStrain = flown > 0;
  }

  // ------------------------------------------------------------------ with examples

  /** Before the step of a body with examples. */
  void ready() {
    if (asked == null) {
      asked = new float[6][regions.slotCount()];
    }
  }

  /** Takes plastic strain out of the strains of a chunk: it belongs to no pose. */
  void takeOut(float[] work, int from, int count) {
    for (int c = 0; c < 6; c++) {
      float[] o = own[c];
      for (int j = 0; j < count; j++) {
        work[ExampleKernels.S + ExampleKernels.place(6, c, j)] -= o[from + j];
      }
    }
  }

  /** Adds plastic strain to what examples ask of a chunk, S~ as the kernels of examples have it. */
  void addTo(float[] work, int from, int count) {
    for (int c = 0; c < 6; c++) {
      float[] o = own[c], sum = asked[c];
      float unit = c < 3 ? 1 : 0, scale = c < 3 ? 1 : ROOT2;
      for (int j = 0; j < count; j++) {
        int at = ExampleKernels.S + ExampleKernels.place(6, c, j);
        sum[from + j] = (work[at] - unit) * scale + o[from + j];
        work[at] += o[from + j] / scale;
      }
    }
  }

  /**
   * Plastic strain of a tile's regions goes after what their shape has beyond the wish of the
   * examples, once a step, where it is due.
   *
   * @param r room for 9 rows: the rotations of the regions as described
   * @param off room for 6 rows
   */
  void flowBeyond(FitTile tile, float[] uniform, float[] r, float[] off) {
    int from = tile.from, n = tile.count;
    Regions g = regions;
    for (int j = 0; j < n; j++) {
      Rotations.toMatrix(g.qw[from + j], g.qx[from + j], g.qy[from + j], g.qz[from + j], r, j);
    }
    boolean over =
        loops.offShape(tile.moments, r, inverse, projection, uniform, asked, from, n, yield, off);
    follow(tile, over, off);
  }

  // ------------------------------------------------------------------ state

  /** Every region's own shape is its rest shape again. */
  void forget() {
    for (float[] row : own) {
      Arrays.fill(row, 0);
    }
    restored();
  }

  /** The state was written from outside: as after {@link #finishStep}, which leaves it as it is. */
  void restored() {
    moved = false;
    seconds = 0;
    flown = 0;
    for (float[] row : own) {
      flown = loops.largest(row, row.length, flown);
    }
    hasStrain = flown > 0;
  }
}
