package dev.shinari.body.shaping;

import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.body.region.Targets;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.ShapeKernels;
import java.util.Arrays;

/**
 * Targets of a body that effects reshape ({@link Shaping}): S~ = 1 + a strain that all regions
 * share + the plastic strain of each region. The rotation of a region is fitted to its deformed
 * rest shape, the polar factor of sum m~ p (S~ q)^T, so that no wish turns a free body.
 */
public final class ShapedTargets extends Targets {
  private final Regions regions;
  private final Kernels kernels;
  private final ShapeKernels loops;
  private final Shaping shaping;
  private Scratch[] scratch = {};

  private static final class Scratch {
    final float[] strain = new float[6 * Kernels.TILE];
    final float[] deformed = new float[12 * Kernels.TILE];
  }

  public ShapedTargets(Regions regions, Shaping shaping) {
    this.regions = regions;
    this.shaping = shaping;
    kernels = regions.kernels;
    loops = kernels.shapes();
  }

  @Override
  public void begin(StepContext step) {
    shaping.begin();
    int had = scratch.length, threads = step.workers.count();
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
  }

  @Override
  public boolean isPlain() {
    return !shaping.hasPlasticStrain() && shaping.stretch() == null;
  }

  @Override
  protected boolean isOwn() {
    return shaping.hasPlasticStrain();
  }

  @Override
  protected float[] stretch() {
    return shaping.stretch();
  }

  /** Works in the caller's arrays as far as it can: what is in the cache is as good as free. */
  @Override
  public boolean fit(FitTile tile) {
    Scratch s = scratch[tile.worker];
    PlasticFlow flow = shaping.flow();
    float[] stretch = shaping.stretch(), moments = tile.moments, t = tile.targets;
    int from = tile.from, n = tile.count;
    boolean stained = shaping.hasPlasticStrain(), due = flow != null && flow.isDue();
    float[] of = stained || stretch != null ? s.deformed : moments; // P is still needed
    if (stained) {
      flow.strains(shaping.uniform(), from, n, s.strain);
      loops.deformedMoments(moments, s.strain, n, of);
    } else if (stretch != null) {
      loops.evenMoments(moments, stretch, n, of);
    }
    tile.hard +=
        kernels.fitRotations(of, n, regions.qw, regions.qx, regions.qy, regions.qz, from, t);
    if (due) {
      flow.flow(tile, stretch != null, shaping.uniform(), s.deformed);
    }
    if (stained) {
      loops.targets(t, s.strain, n, t);
    } else if (stretch != null) {
      loops.evenTargets(t, stretch, n, t);
    }
    if (shaping.hasEnergy()) {
      float[] mass = regions.energyMass(), rho = regions.energyRho();
      tile.elastic +=
          stained
              ? loops.elasticSum(
                  moments, t, s.strain, flow.moments(), mass, rho, 1, from, n, tile.small)
              : kernels.elasticSum(moments, t, mass, rho, from, n, tile.small);
    }
    return true;
  }

  @Override
  protected void added(int r, int like) {
    shaping.added(r, like);
  }

  @Override
  protected void removed(int r, int last) {
    shaping.removed(r, last);
  }

  @Override
  protected void prepared(int r) {
    shaping.prepared(r);
  }

  @Override
  protected void finish() {
    shaping.finish();
  }
}
