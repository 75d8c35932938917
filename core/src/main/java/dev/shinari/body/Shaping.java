package dev.shinari.body;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.ShapeKernels;
import dev.shinari.math.Check;
import dev.shinari.math.SymmetricEigen;
import dev.shinari.mesh.PointCage;
import java.util.Arrays;

/**
 * What asks a body to be other than its rest shape: the seam at which cartoon effects act. Whoever
 * drives it says anew before every step what is wanted, after {@link #clear}; wishes add up.
 *
 * <p>Three kinds of wishes, in the letters of the package:
 *
 * <pre>
 *   stretch, swell   S~ = exp(sum of the wishes' logarithms), the same in all regions; logarithms,
 *                    so that wishes that each keep the volume keep it together
 *   flow             S~ of each region follows its shape S where that is off by more than a yield,
 *                    and goes back to the identity at a rate of its own
 *   whole            a pull to the rest shape as a whole, placed by the pinned particles or by the
 *                    body's own best rotation [Lin, sec. 2.1], beside that of the regions
 * </pre>
 *
 * The rotation of a region is fitted to its deformed rest shape, the polar factor of sum m~ p (S~
 * q)^T, so that no wish turns a free body.
 */
public final class Shaping {
  private static final float ROOT2 = 1.41421356f;

  /** No wish makes a body longer or shorter than this, by its logarithm: a factor of 12. */
  private static final double MOST_LOG = 2.5;

  private final Body body;
  private final Kernels kernels;
  private final ShapeKernels loops;
  private final boolean flat;

  // Stretch: logarithm in the rest frame, xx, yy, zz, xy, yz, zx, and S~ - 1 as the kernels want
  // it.
  private final double[] log = new double[6];
  private final float[] uniform = new float[6];
  private boolean sealed = true;
  private boolean stretched;
  private final double[][] a = new double[3][3];
  private final double[][] v = new double[3][3];

  // Of regions that stay as they are; null for others.
  private final float[][] moments;
  private final float[] regionMass;
  private final float[] rho;

  // Flow: what each region's S~ has become, minus 1. State; null until allowed.
  private float[][] own;
  private float[][] inverse;
  private float[][] projection;
  private boolean flowing;
  private boolean stained; // whether own is other than zero
  private float flown; // largest entry of own
  private float yield;
  private double flowRate;
  private double healRate;
  private float flowLimit;
  private float flowSeconds; // still to flow in this step; once a step is often enough

  // Whole.
  private final WholePull whole;
  private double ripple;
  private double softness;
  private Scratch[] scratch = {};

  private static final class Scratch {
    final float[] strain = new float[6 * Kernels.TILE];
    final float[] deformed = new float[12 * Kernels.TILE];
    final float[] rotations = new float[9 * Kernels.TILE];
    final float[] targets = new float[9 * Kernels.TILE];
    final float[] small = new float[Kernels.SCRATCH];
  }

  Shaping(Body body, Kernels kernels, FixedRegions regions) {
    this.body = body;
    this.kernels = kernels;
    loops = kernels.shapes();
    whole = new WholePull(body, kernels);
    moments = regions == null ? null : regions.restMoments();
    regionMass = regions == null ? null : regions.regionMass();
    rho = regions == null ? null : regions.rho();
    float least = Float.POSITIVE_INFINITY, most = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < body.particles().count(); i++) {
      least = Math.min(least, body.restZ()[i]);
      most = Math.max(most, body.restZ()[i]);
    }
    flat = most - least < 1e-4f * body.length();
  }

  /** Whether the body is a sheet in its own x-y plane, so that it keeps an area. */
  public boolean isFlat() {
    return flat;
  }

  // ------------------------------------------------------------------ wishes

  /**
   * Takes all wishes back, before a step of so many seconds. What has flown stays, without flowing
   * on.
   */
  public void clear(float seconds) {
    flowSeconds = seconds;
    Arrays.fill(log, 0);
    Arrays.fill(uniform, 0);
    sealed = true;
    stretched = false;
    flowing = false;
    whole.clear();
    ripple = 1;
    softness = 0;
  }

  /**
   * Wants the body longer by exp(logRatio) along a unit direction of its rest shape, and thinner
   * across by as much as keeps the volume (of a flat body the area).
   */
  public void stretch(double x, double y, double z, double logRatio) {
    double l = Math.max(-MOST_LOG, Math.min(MOST_LOG, logRatio));
    if (flat) {
      double d = Math.sqrt(x * x + y * y);
      if (!(d > 1e-6)) {
        return; // along its normal a sheet has no length
      }
      x /= d;
      y /= d;
      // x x^T - t t^T with t across, in the plane; as much of it as the direction lies in it
      log[0] += d * l * (x * x - y * y);
      log[1] += d * l * (y * y - x * x);
      log[3] += d * l * 2 * x * y;
    } else {
      log[0] += l * (1.5 * x * x - 0.5);
      log[1] += l * (1.5 * y * y - 0.5);
      log[2] += l * (1.5 * z * z - 0.5);
      log[3] += l * 1.5 * x * y;
      log[4] += l * 1.5 * y * z;
      log[5] += l * 1.5 * z * x;
    }
    sealed = false;
  }

  /** Wants all lengths to be exp(logRatio) times as long. */
  public void swell(double logRatio) {
    double l = Math.max(-MOST_LOG, Math.min(MOST_LOG, logRatio));
    log[0] += l;
    log[1] += l;
    log[2] += flat ? 0 : l;
    sealed = false;
  }

  /**
   * Wants regions to take on the shape that they are in. With several such wishes the weakest yield
   * and the largest rates hold.
   *
   * @param yieldStrain norm of the difference of shapes that a region takes without giving in
   * @param flowPerSecond rate at which it gives in to more
   * @param healPerSecond rate at which it goes back to its rest shape
   * @param limit largest norm of what a region becomes
   */
  public void flow(float yieldStrain, double flowPerSecond, double healPerSecond, float limit) {
    if (own == null) { // a string made for every call would be garbage of every step
      throw new IllegalArgumentException("body '" + body.name() + "' was not made ready to flow");
    }
    yield = flowing ? Math.min(yield, yieldStrain) : yieldStrain;
    flowRate = Math.max(flowing ? flowRate : 0, flowPerSecond);
    healRate = Math.max(flowing ? healRate : 0, healPerSecond);
    flowLimit = Math.max(flowing ? flowLimit : 0, limit);
    flowing = true;
  }

  /** Makes room for regions to flow; refused for a body whose regions change. */
  public void allowFlow() {
    Check.that(
        moments != null && body.examples() == null && !(body.cage() instanceof PointCage),
        "body '"
            + body.name()
            + "' cannot flow (melt, dent): "
            + (moments == null
                ? "it tears or breaks"
                : body.examples() != null ? "it has example poses" : "it is a sheet or a strand"));
    if (own == null) {
      int n = moments[0].length;
      own = new float[6][n];
      inverse = new float[6][n];
      projection = new float[6][n];
      RestMoments.invert(moments, inverse);
      RestMoments.project(moments, projection);
      for (int c = 3; c < 6; c++) {
        for (int r = 0; r < n; r++) {
          projection[c][r] *= ROOT2; // as the kernels write strains
        }
      }
    }
  }

  /** Wants the regions' pull weaker by a share, 0 to 1. */
  public void soften(double share) {
    softness = 1 - (1 - softness) * (1 - Math.max(0, Math.min(1, share)));
  }

  /**
   * Wants a pull to the rest shape as a whole. Each particle then swings about its place at one
   * frequency and damping ratio, exactly and for any step, however far it was pulled.
   *
   * @param strength 0 to 1
   * @param ripples share of the regions' own pull that stays beside it, 0 to 1
   */
  public void whole(double strength, double hertz, double dampingRatio, double ripples) {
    whole.set(strength, hertz, dampingRatio);
    ripple = ripples;
  }

  /** Which particles place the rest shape for {@link #whole}; none: the whole body does. */
  public void setPins(boolean[] held) {
    whole.setPins(held);
  }

  // ------------------------------------------------------------------ what came of it

  /** Mass times square distance from the rest shape's place, summed, at the last whole pull. */
  public double strayed() {
    return whole.strayed();
  }

  /** Largest change of shape that is left of what has flown. */
  public double flown() {
    return flown;
  }

  /** Writes the whole body's best rotation from its rest shape, row by row, 9 numbers. */
  public void rotation(double[] out) {
    whole.rotation(out);
  }

  // ------------------------------------------------------------------ in the step

  private void seal() {
    if (sealed) {
      return;
    }
    sealed = true;
    for (int k = 0; k < 3; k++) {
      a[k][k] = log[k];
    }
    a[0][1] = a[1][0] = log[3];
    a[1][2] = a[2][1] = log[4];
    a[2][0] = a[0][2] = log[5];
    SymmetricEigen.solve(a, v);
    Arrays.fill(uniform, 0);
    stretched = false;
    for (int e = 0; e < 3; e++) {
      double l = Math.max(-MOST_LOG, Math.min(MOST_LOG, a[e][e]));
      double value = StrictMath.expm1(l);
      stretched |= Math.abs(value) > 1e-6;
      for (int c = 0; c < 6; c++) {
        int i = c < 3 ? c : c - 3, j = c < 3 ? c : (c - 2) % 3;
        uniform[c] += (float) ((c < 3 ? 1 : ROOT2) * v[i][e] * v[j][e] * value);
      }
    }
  }

  /** Whether any region's target is other than its rest shape. */
  boolean isOn() {
    seal();
    return stretched || flowing || stained;
  }

  /** Whether an effect does work on the shape. */
  boolean isWorking() {
    return isOn() || whole.strength() > 0 || softness > 0;
  }

  void ensureScratch(int threads) {
    int had = scratch.length;
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
  }

  /** Adds the uniform wish to the S~ of a chunk's columns ({@link ExampleKernels}). */
  void addTo(float[] work, int count) {
    for (int c = 0; c < 6; c++) {
      float e = c < 3 ? uniform[c] : uniform[c] / ROOT2;
      int row = ExampleKernels.S + c * ExampleKernels.CHUNK;
      for (int j = 0; j < count; j++) {
        work[row + j] += e;
      }
    }
  }

  /** Targets of the tile that this worker fitted last, 9 rows. */
  float[] targets(int worker) {
    return scratch[worker].targets;
  }

  /**
   * Rotations fitted to the deformed rest shapes of a tile's regions, and their targets R S~.
   *
   * @param hard counts regions that took the robust path, at [at]
   * @return the tile's part of the elastic sum
   */
  double fit(float[] moment, int from, int count, float[][] q, int[] hard, int at, int worker) {
    Scratch s = scratch[worker];
    for (int c = 0; c < 6; c++) {
      Arrays.fill(s.strain, c * Kernels.TILE, c * Kernels.TILE + count, uniform[c]);
    }
    if (own != null && stained) {
      for (int c = 0; c < 6; c++) {
        int row = c * Kernels.TILE;
        for (int j = 0; j < count; j++) {
          s.strain[row + j] += own[c][from + j];
        }
      }
    }
    loops.deformedMoments(moment, s.strain, count, s.deformed);
    hard[at] = kernels.fitRotations(s.deformed, count, q[0], q[1], q[2], q[3], from, s.rotations);
    loops.targets(s.rotations, s.strain, count, s.targets);
    if (moments == null) {
      return 0; // nobody asks for the energy of a body on which effects work
    }
    double elastic =
        loops.elasticSum(
            moment, s.targets, s.strain, moments, regionMass, rho, 1, from, count, s.small);
    if (flowing && flowSeconds > 0) {
      flow(moment, s, from, count, flowSeconds);
    }
    return elastic;
  }

  /** S~ goes after S: own += share (1 - yield / |x|) x with x = S - S~, then heals. */
  private void flow(float[] moment, Scratch s, int from, int count, float seconds) {
    float share = (float) -StrictMath.expm1(-flowRate * seconds);
    float keep = (float) StrictMath.exp(-healRate * seconds);
    loops.deformations(moment, inverse, from, count, s.deformed);
    float[] e = s.strain;
    loops.strains(s.deformed, s.rotations, projection, from, count, e);
    int t = Kernels.TILE;
    for (int j = 0; j < count; j++) {
      int r = from + j;
      float n2 = 0;
      for (int c = 0; c < 6; c++) {
        float x = e[c * t + j] - own[c][r] - uniform[c];
        n2 += x * x;
      }
      float n = (float) Math.sqrt(n2);
      float give = n > yield && rho[r] > 0 ? share * (1 - yield / n) : 0;
      for (int c = 0; c < 6; c++) {
        float x = e[c * t + j] - own[c][r] - uniform[c];
        own[c][r] = keep * (own[c][r] + give * x);
      }
      keepVolume(r);
    }
  }

  /**
   * S~ of region r gets determinant 1 again: what flows without it loses its volume region by
   * region. One Newton step, since a step changes little; and S~ is kept within its limit.
   */
  private void keepVolume(int r) {
    float xx = 1 + own[0][r], yy = 1 + own[1][r], zz = 1 + own[2][r];
    float xy = own[3][r] / ROOT2, yz = own[4][r] / ROOT2, zx = own[5][r] / ROOT2;
    float det =
        flat
            ? xx * yy - xy * xy
            : xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx);
    float s = 1 - (det - 1) / (flat ? 2 : 3);
    s = Math.max(0.9f, Math.min(1.1f, s));
    own[0][r] = s * xx - 1;
    own[1][r] = s * yy - 1;
    own[2][r] = flat ? 0 : s * zz - 1;
    own[3][r] *= s;
    own[4][r] *= s;
    own[5][r] *= s;
    float size = 0;
    for (int c = 0; c < 6; c++) {
      size += own[c][r] * own[c][r];
    }
    if (!(size <= flowLimit * flowLimit)) {
      float back = size < Float.POSITIVE_INFINITY ? flowLimit / (float) Math.sqrt(size) : 0;
      for (int c = 0; c < 6; c++) {
        own[c][r] = back > 0 ? own[c][r] * back : 0;
      }
    }
  }

  /** Once an inner step, after all tiles: whether there is anything left of what flew. */
  void settle() {
    if (own == null || !(flowing || stained) || !(flowSeconds > 0)) {
      return;
    }
    flowSeconds = 0;
    float most = 0;
    for (float[] row : own) {
      for (float o : row) {
        most = Math.max(most, Math.abs(o));
      }
    }
    if (most < 1e-6f && !flowing) {
      for (float[] row : own) {
        Arrays.fill(row, 0);
      }
    }
    flown = most < 1e-6f && !flowing ? 0 : most;
    stained = flown > 0;
  }

  /** Share of the pull of the regions that is left. */
  double regionShare() {
    return (1 - softness) * (1 - whole.strength() * (1 - ripple));
  }

  boolean pullsWhole() {
    return whole.strength() > 0;
  }

  /** The pull to the whole rest shape. */
  WholePull whole() {
    return whole;
  }

  // ------------------------------------------------------------------ state

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  float[][] state() {
    float[][] frame = whole.state();
    if (own == null) {
      return frame;
    }
    float[][] all = Arrays.copyOf(frame, frame.length + own.length);
    System.arraycopy(own, 0, all, frame.length, own.length);
    return all;
  }

  /** The state was written from outside. */
  void restored() {
    stained = true; // until settle says otherwise
    flowSeconds = 1;
    settle();
  }
}
