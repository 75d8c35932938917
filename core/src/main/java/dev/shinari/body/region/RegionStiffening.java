package dev.shinari.body.region;

import dev.shinari.math.PortableMath;
import java.util.Arrays;

/**
 * Stronger pulls of regions that are small. A pull acts from region to region, so what it carries
 * falls with the square of their size: cells of half the size are four times as soft. A lattice
 * that halves cells therefore gives each region a strength k_r:
 *
 * <pre>
 *   d_i = 1/n_i sum over its regions of k_r (goal_ri - x_i),   k_r = 2^(lift / 16)
 *       = (1/n_i sum of k_r goal_ri) - K_i x_i,                K_i = 1/n_i sum of k_r
 * </pre>
 *
 * Strengths are kept as whole numbers of sixteenths of an octave (lifts), 2 percent apart at most,
 * so that the largest is known by counting.
 *
 * <p>Each region still pulls with the masses m~ of its members, so that its pulls cancel, and the
 * energy is sum of k_r times the regions' own. alpha k must stay below a limit, so a strength of
 * four needs inner steps of half the length; {@code StepPlan} sees to it, and where it cannot,
 * {@link #allow} takes lifts back. Without a lifted region nothing here is touched.
 */
public final class RegionStiffening {
  /** Lifts per octave of strength. */
  private static final int OCTAVE = 16;

  /** The largest lift: a strength of 4^7, of cells that were halved seven times. */
  public static final int MOST = 14 * OCTAVE;

  private static final float[] FACTORS = factors();

  private byte[] lift = {}; // of each region, as asked for; empty until one is lifted
  private final int[] counts = new int[MOST + 1]; // regions of each lift, from 1 on
  private int allowed; // lifts beyond this do not count
  private boolean stale = true; // all below must be rebuilt

  private float[] mean = {}; // K of each particle
  private float[] mass = {}; // k times a region's mass and second moment, for the energy
  private float[] rho = {};

  private static float[] factors() {
    float[] f = new float[MOST + 1];
    for (int l = 0; l <= MOST; l++) {
      f[l] = (float) PortableMath.pow(2, (double) l / OCTAVE);
    }
    return f;
  }

  /** The strength of a lift. */
  public static double factor(int lift) {
    return FACTORS[lift];
  }

  /** The lift that is nearest to a strength; 0 for 1 and less. */
  public static int ofStrength(double strength) {
    double octaves = PortableMath.log(Math.max(1, strength)) / PortableMath.log(2);
    return (int) Math.min(MOST, Math.round(OCTAVE * octaves));
  }

  /** There is room for n regions now. */
  void makeRoom(int n) {
    if (lift.length > 0) {
      lift = Arrays.copyOf(lift, n);
    }
    stale = true;
  }

  /** Region r is gone and the last one has taken its number. */
  void removed(int r, int last) {
    if (lift.length == 0) {
      return;
    }
    counts[lift[r] & 255]--;
    lift[r] = lift[last];
    lift[last] = 0;
    if (isOn() && !stale) {
      mean[r] = mean[last];
      mass[r] = mass[last];
      rho[r] = rho[last];
      mass[last] = 0; // padding of the last tile: counts for nothing
      rho[last] = 0;
    }
  }

  /**
   * Sets the lift of a region.
   *
   * @param room regions that there is room for
   * @return whether this is another lift than before
   */
  boolean set(int r, int wanted, int room) {
    byte l = (byte) Math.min(MOST, wanted);
    if (of(r) == (l & 255)) {
      return false;
    }
    if (lift.length == 0) {
      lift = new byte[room];
    }
    stale |= !isOn();
    counts[lift[r] & 255]--;
    counts[l & 255]++;
    lift[r] = l;
    return true;
  }

  private int of(int r) {
    return lift.length == 0 ? 0 : lift[r] & 255;
  }

  /** The largest lift that any region asks for. */
  int most() {
    int l = MOST;
    while (l > 0 && counts[l] == 0) {
      l--;
    }
    return l;
  }

  /** Lifts up to this one may count in the next step. */
  void allow(int most) {
    stale |= most != allowed;
    allowed = most;
  }

  /** Whether some region is lifted. */
  boolean isOn() {
    return allowed > 0 && most() > 0;
  }

  /** The largest lift in use. */
  int inUse() {
    return Math.min(allowed, most());
  }

  /** The largest factor in use. */
  double strongest() {
    return factor(inUse());
  }

  /** The factor of region r. */
  float factorOf(int r) {
    return FACTORS[Math.min(allowed, of(r))];
  }

  /** Brings region r and particle r up to date; lifts and lists of all others are final. */
  void refresh(ListRegions regions, int r) {
    if (isOn() && !stale) {
      prepare(regions, r);
    }
  }

  private void prepare(ListRegions regions, int r) {
    float k = factorOf(r);
    mass[r] = k * regions.mass(r);
    rho[r] = k * regions.secondMoment(r);
    double sum = 0;
    int n = regions.memberCount(r);
    for (int e = 0; e < n; e++) {
      sum += factorOf(regions.member(r, e)); // whoever is in my region has me in its own
    }
    mean[r] = n == 0 ? 1 : (float) (sum / n);
  }

  /** Before a step. */
  void ready(ListRegions regions) {
    if (!stale || !isOn()) {
      return;
    }
    if (mean.length != lift.length) {
      mean = new float[lift.length];
      mass = new float[lift.length];
      rho = new float[lift.length];
    }
    for (int r = 0; r < regions.regionCount(); r++) {
      prepare(regions, r);
    }
    Arrays.fill(mass, regions.regionCount(), mass.length, 0);
    Arrays.fill(rho, regions.regionCount(), rho.length, 0);
    stale = false;
  }

  /** K of each particle. */
  float[] means() {
    return mean;
  }

  float[] masses() {
    return mass;
  }

  float[] secondMoments() {
    return rho;
  }

  /** Makes the transforms of some regions k times as strong. */
  void strengthen(float[] transforms, int from, int to) {
    for (int r = from; r < to; r++) {
      float k = factorOf(r);
      for (int c = 16 * r; k != 1 && c < 16 * r + 12; c++) {
        transforms[c] *= k;
      }
    }
  }

  /** What the elastic sum has too much: sum of m (K - 1) |x|^2. */
  double surplus(float[] m, float[] x, float[] y, float[] z, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      double square = (double) x[i] * x[i] + (double) y[i] * y[i] + (double) z[i] * z[i];
      sum += m[i] * (mean[i] - 1.0) * square;
    }
    return sum;
  }

  byte[] save() {
    return lift.clone();
  }

  void restore(byte[] saved, int count) {
    lift = saved.clone();
    Arrays.fill(counts, 0);
    for (int r = 0; r < Math.min(count, lift.length); r++) {
      counts[lift[r] & 255]++;
    }
    stale = true;
  }
}
