package dev.shinari.body.shaping;

import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.math.PortableMath;
import dev.shinari.math.SymmetricEigen;
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
 *   flow             plastic strain: S~ of each region follows its shape S where that is off by
 *                    more than a yield, and goes back to the identity at a rate of its own
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

  private final ShapedBody body;
  private final boolean flat;

  // Stretch: logarithm in the rest frame, xx, yy, zz, xy, yz, zx, and S~ - 1 as the kernels want
  // it.
  private final double[] log = new double[6];
  private final float[] uniform = new float[6];
  private boolean sealed = true;
  private boolean stretched;
  private final double[][] a = new double[3][3];
  private final double[][] v = new double[3][3];

  private int wishes; // stretches and swells of the step
  private final double[] axis = new double[4]; // the only stretch: direction and logarithm
  private final double[] sealedLog = new double[6]; // what uniform is made of
  private boolean alone; // and whether of one stretch alone

  private PlasticFlow flow; // null until allowed
  private final GlobalPull whole;
  private double softness;

  public Shaping(ShapedBody body) {
    this.body = body;
    float least = Float.POSITIVE_INFINITY, most = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < body.particles().count(); i++) {
      least = Math.min(least, body.restZ()[i]);
      most = Math.max(most, body.restZ()[i]);
    }
    flat = most - least < 1e-4f * body.length();
    whole = new GlobalPull(body);
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
    Arrays.fill(log, 0);
    sealed = false;
    wishes = 0;
    if (flow != null) {
      flow.clear(seconds);
    }
    whole.clear();
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
      wishes++;
      axis[0] = x;
      axis[1] = y;
      axis[2] = z;
      axis[3] = l;
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
    wishes += 2; // no single axis
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
    if (flow == null) { // a string made for every call would be garbage of every step
      throw new IllegalArgumentException("body '" + body.name() + "' was not made ready to flow");
    }
    flow.want(yieldStrain, flowPerSecond, healPerSecond, limit);
  }

  /** Makes room for regions to flow. */
  public void allowFlow() {
    if (flow == null) {
      flow = new PlasticFlow(body.regions(), flat);
    }
  }

  /** What has flown goes back: from now on the regions want to be as they were made. */
  public void forgetFlow() {
    if (flow != null) {
      flow.forget();
    }
  }

  /** For snapshots: null where regions may not flow. */
  public PlasticFlow flow() {
    return flow;
  }

  public void setFlow(PlasticFlow known) {
    flow = known;
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
    whole.want(strength, hertz, dampingRatio, ripples);
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
    return flow == null ? 0 : flow.flown();
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
    if (Arrays.equals(log, sealedLog) && alone == (wishes == 1)) {
      return; // as in the last step
    }
    System.arraycopy(log, 0, sealedLog, 0, 6);
    alone = wishes == 1;
    if (alone) {
      sealAxis();
      return;
    }
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
      double value = PortableMath.expm1(l);
      stretched |= Math.abs(value) > 1e-6;
      for (int c = 0; c < 6; c++) {
        int i = c < 3 ? c : c - 3, j = c < 3 ? c : (c - 2) % 3;
        uniform[c] += (float) ((c < 3 ? 1 : ROOT2) * v[i][e] * v[j][e] * value);
      }
    }
  }

  /** One stretch l along d alone: S~ - 1 = (e^l - 1) d d^T + (e^-l/2 - 1)(1 - d d^T). */
  private void sealAxis() {
    double along = PortableMath.expm1(axis[3]), across = PortableMath.expm1(-0.5 * axis[3]);
    stretched = Math.max(Math.abs(along), Math.abs(across)) > 1e-6;
    for (int c = 0; c < 6; c++) {
      int i = c < 3 ? c : c - 3, j = c < 3 ? c : (c - 2) % 3;
      double dd = (along - across) * axis[i] * axis[j];
      uniform[c] = (float) (c < 3 ? across + dd : ROOT2 * dd);
    }
  }

  /** Whether any region's target is other than its rest shape, or may become so. */
  public boolean isOn() {
    seal();
    return stretched || flow != null && (flow.flowing || flow.hasStrain);
  }

  /** Whether an effect does work on the shape. */
  public boolean isWorking() {
    return isOn() || whole.strength > 0 || softness > 0;
  }

  /** Whether the pull to the whole is all there is, so that nobody asks for the regions' goals. */
  public boolean replacesRegions() {
    return whole.isAlone() && !body.hasExamples() && !isOn();
  }

  /** Turns all regions as the whole body is: where to start from when they pull again. */
  public void turnRegions(Regions regions) {
    regions.setRotations(
        whole.frame[0][0], whole.frame[1][0], whole.frame[2][0], whole.frame[3][0]);
  }

  /** Before the tiles of a fit. */
  void begin() {
    seal();
    if (flow != null) {
      flow.plan();
    }
  }

  /** Whether regions have targets of their own, beyond one stretch for all. */
  public boolean hasPlasticStrain() {
    return flow != null && flow.hasStrain;
  }

  /** S~ - 1 that all regions share, zero included. */
  float[] uniform() {
    return uniform;
  }

  /** One stretch for all regions, S~ - 1 as the kernels write strains; null for none. */
  float[] stretch() {
    return stretched ? uniform : null;
  }

  /** Once an inner step, after all tiles. */
  public void settle() {
    if (flow != null) {
      flow.finishStep();
    }
  }

  /** Share of the pull of the regions that is left. */
  public double regionShare() {
    return (1 - softness) * whole.left();
  }

  public boolean pullsWhole() {
    return whole.strength > 0;
  }

  /** The pull to the rest shape as a whole. */
  public GlobalPull wholePull() {
    return whole;
  }

  /** Whether the pull has an elastic energy: a stretch does work, and a soft body loses it. */
  public boolean hasEnergy() {
    return !stretched && softness == 0;
  }

  // ------------------------------------------------------------------ regions that change

  /** Region r came in at the end, like another one or -1. */
  public void added(int r, int like) {
    if (flow != null) {
      flow.added(r, like);
    }
  }

  /** Region r starts with the mean of the plastic strains of n others. */
  public void blend(int r, int[] parents, int n) {
    if (flow != null) {
      flow.blend(r, parents, n);
    }
  }

  /** Region r is gone and the last one has taken its number. */
  public void removed(int r, int last) {
    if (flow != null) {
      flow.removed(r, last);
    }
  }

  /** Region r has other members or weights. */
  public void prepared(int r) {
    if (flow != null) {
      flow.prepared(r);
    }
  }

  /** A batch of changes ends. */
  public void finish() {
    if (flow != null) {
      flow.finish();
    }
  }

  /** The regions are those of a snapshot; the state is still to be written. */
  public void regionsRestored() {
    if (flow != null) {
      flow.regionsRestored();
    }
  }

  // ------------------------------------------------------------------ with examples

  private Scratch[] scratch = {};

  private static final class Scratch {
    final float[] rotations = new float[9 * Kernels.TILE];
    final float[] off = new float[6 * Kernels.TILE];
  }

  /** Before the tiles of a fit to examples. */
  public void beginBeyond(int threads) {
    begin();
    if (flow == null) {
      return;
    }
    flow.ready();
    int had = scratch.length;
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
  }

  /**
   * Takes the plastic strain of a chunk's regions out of their strains ({@link ExampleKernels}).
   */
  public void takeOut(float[] work, int slot, int count) {
    if (hasPlasticStrain()) {
      flow.takeOut(work, slot, count);
    }
  }

  /** Adds wishes and plastic strain to the S~ that examples ask of a chunk's regions. */
  public void addTo(float[] work, int slot, int count) {
    if (flow != null && (flow.hasStrain || flow.isDue())) {
      flow.addTo(work, slot, count);
    }
    for (int c = 0; stretched && c < 6; c++) {
      float e = c < 3 ? uniform[c] : uniform[c] / ROOT2;
      for (int j = 0; j < count; j++) {
        work[ExampleKernels.S + ExampleKernels.place(6, c, j)] += e;
      }
    }
  }

  /** After the targets of a tile: what its regions have beyond them may become plastic strain. */
  public void flowBeyond(FitTile tile) {
    if (flow != null && flow.isDue()) {
      Scratch s = scratch[tile.worker];
      flow.flowBeyond(tile, uniform, s.rotations, s.off);
    }
  }

  // ------------------------------------------------------------------ state

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  public float[][] state() {
    if (flow == null) {
      return whole.frame;
    }
    int frame = whole.frame.length, own = flow.own.length;
    float[][] all = Arrays.copyOf(whole.frame, frame + own + 1);
    System.arraycopy(flow.own, 0, all, frame, own);
    all[frame + own] = flow.pace;
    return all;
  }

  /** The state was written from outside. */
  public void restored() {
    if (flow != null) {
      flow.restored();
    }
  }
}
