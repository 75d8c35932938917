package dev.shinari.bem;

import dev.shinari.math.Check;

/**
 * A linear elastic material that is the same in all directions.
 *
 * @param youngModulus stress a strain along a stretched bar, in pascals; rubber has about 1e6
 * @param poissonRatio how much a stretched bar thins, above -1 and below 0.5. At 0.5 the material
 *     keeps its volume and the pressure inside is no longer given by the strain, so that no
 *     solution by displacements exists; rubber is well served by 0.45.
 */
public record ElasticMaterial(float youngModulus, float poissonRatio) {
  /** Soft rubber. */
  public static final ElasticMaterial DEFAULT = new ElasticMaterial(2e5f, 0.4f);

  public ElasticMaterial {
    Check.positive("youngModulus", youngModulus);
    Check.that(
        poissonRatio > -1 && poissonRatio < 0.5f,
        "poissonRatio must be above -1 and below 0.5, got "
            + poissonRatio
            + "; for a material that hardly changes its volume use 0.45");
  }

  /** Stress a shear angle. */
  public double shearModulus() {
    return youngModulus / (2 * (1 + (double) poissonRatio));
  }

  /**
   * Speed of shear waves in meters per second, in a solid of a density in kilograms a cubic meter.
   */
  public double shearWaveSpeed(double density) {
    return Math.sqrt(shearModulus() / density);
  }
}
