package dev.shinari.body.shaping;

import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.body.region.Targets;
import dev.shinari.kernel.Kernels;

/** Plain shape matching: each region is pulled to its rest shape [Koyama13, eq. (2)]. */
public final class RestTargets extends Targets {
  private final Regions regions;
  private final Kernels kernels;

  public RestTargets(Regions regions) {
    this.regions = regions;
    kernels = regions.kernels;
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public void begin(StepContext step) {}

  @Override
  public boolean fit(FitTile tile) {
    Regions g = regions;
    int from = tile.from, n = tile.count;
    tile.hard += kernels.fitRotations(tile.moments, n, g.qw, g.qx, g.qy, g.qz, from, tile.targets);
    tile.elastic +=
        kernels.elasticSum(
            tile.moments, tile.targets, g.energyMass(), g.energyRho(), from, n, tile.small);
    return true;
  }
}
