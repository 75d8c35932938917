package dev.shinari.body.shaping;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.RegionVolume;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.VolumeKernels;

/**
 * What a body's regions do against loss of volume, and how they harden: changes the targets of a
 * tile after they were chosen, whatever chose them. Derivation at {@link VolumeKernels}.
 */
public final class VolumeStage {
  // Largest factors of hardening: of lost volume, and of short principal stretches.
  private static final double MOST_CRUSH = 6;
  private static final double MOST_HARDEN = 2;

  // Pull times alpha of the hardest region, as far as hardening decides it. The pull of a region is
  // at most 1 without hardening, and a step holds up to 4 (2.5 where it looks ahead).
  private static final double MOST_PULL = 2;

  // How much harder a unit of either factor makes a region, at most (the slope of its force).
  private static final double SLOPE = 2.5;

  private final Regions regions;
  private final VolumeKernels loops;
  private int dimensions = -1; // of the body's regions, as most of them have it
  private boolean incomplete; // some regions lack a direction
  private int known = -1; // version of the regions that were looked at
  private float keep;
  private float crush;
  private float harden;

  VolumeStage(Regions regions) {
    this.regions = regions;
    loops = regions.kernels.volume();
  }

  /** k of a Poisson ratio, for regions that extend in so many directions. */
  static double keep(double poisson, int dimensions) {
    return switch (dimensions) {
      case 3 -> 3 * poisson / (1 + poisson);
      case 2 -> 3 * poisson / (1 + 2 * poisson);
      default -> 0; // a strand has no sides
    };
  }

  /** k of a Poisson ratio in this body. */
  public double keep(double poisson) {
    look();
    return keep(poisson, dimensions);
  }

  /** Takes over what a step of so much alpha has room for. */
  public void set(double share, Elasticity e, double alpha) {
    double room = Math.max(0, MOST_PULL / Math.max(alpha, 1e-6) - 1) / SLOPE;
    double h = e.hardening();
    setRaw(share, h * Math.min(MOST_CRUSH, room), h * Math.min(MOST_HARDEN, room));
  }

  /** Sets the numbers themselves, for measuring; all zero for plain shape matching. */
  public void setRaw(double share, double crushing, double hardening) {
    look();
    keep = (float) share;
    crush = (float) crushing;
    harden = (float) hardening;
  }

  /** Whether targets are changed at all. */
  boolean isOn() {
    return keep > 0 || crush > 0 || harden > 0;
  }

  /** How much more than plain goals the changed ones are uncertain by, from rounding. */
  public double noise() {
    return 1 + 4 * keep;
  }

  /** Share of the elastic sum that is still that of the targets themselves. */
  double left() {
    return isOn() ? 1 - (double) keep : 1;
  }

  private void look() {
    if (known == regions.volumeVersion()) {
      return;
    }
    if (known >= 0) { // a region that changed may lack one; looking at all would cost too much
      known = regions.volumeVersion();
      incomplete = true;
      return;
    }
    known = regions.volumeVersion();
    float[] rest = regions.volumeRest(), rho = regions.rho();
    int[] count = new int[4];
    for (int t = 0; t < regions.tileCount(); t++) {
      int from = regions.tileFrom(t), to = from + regions.tileSlots(t);
      for (int slot = from; slot < to; slot++) {
        if (rho[slot] > 0) {
          count[RegionVolume.dimensions(rest, slot)]++;
        }
      }
    }
    incomplete = count[0] + count[1] + count[2] > 0;
    dimensions = 3;
    for (int d = 2; d >= 0; d--) {
      dimensions = count[d] > count[dimensions] ? d : dimensions;
    }
  }

  /**
   * Changes the targets of a tile, and its part of the elastic sum.
   *
   * @param plain whether the targets are rotations
   */
  void apply(FitTile tile, boolean plain) {
    Regions g = regions;
    float[] rest = g.volumeRest(), work = tile.volume(), p = tile.moments, t = tile.targets;
    double sum = (1 - (double) keep) * tile.elastic;
    for (int column = 0; column < tile.count; column += VolumeKernels.CHUNK) {
      int from = tile.from + column, n = Math.min(VolumeKernels.CHUNK, tile.count - column);
      loops.deformations(p, column, rest, from, n, work);
      if (incomplete) {
        loops.complete(t, column, rest, from, n, work);
      }
      if (!plain) {
        loops.toTargets(t, column, n, work);
      }
      loops.gradients(keep, crush, harden, n, work);
      if (!plain) {
        loops.fromTargets(n, work);
      }
      if (incomplete && keep > 0) {
        loops.keepMissing(t, column, rest, from, keep, n);
      }
      sum +=
          loops.elasticSum(
              p, column, rest, g.energyMass(), g.energyRho(), from, keep, n, work, tile.small);
      loops.targets(p, column, rest, from, keep, n, work, t);
    }
    tile.elastic = sum;
  }
}
