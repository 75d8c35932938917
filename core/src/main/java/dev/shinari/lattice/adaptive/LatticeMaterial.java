package dev.shinari.lattice.adaptive;

import dev.shinari.body.material.Elasticity;
import dev.shinari.example.ExampleSettings;
import dev.shinari.math.Check;
import dev.shinari.mesh.PointCage;
import java.util.function.Function;

/**
 * What a lattice is made of.
 *
 * @param density kilograms per cubic meter, per square meter for a flat shape
 * @param examples gives the examples for the cage of the lattice, or null for none
 */
public record LatticeMaterial(
    float density, Elasticity elasticity, Function<PointCage, ExampleSettings> examples) {
  public LatticeMaterial {
    Check.positive("density", density);
    Check.notNull("elasticity", elasticity);
    Check.notNull("examples", examples);
  }
}
