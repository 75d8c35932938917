package dev.shinari.io.scene.build;

import dev.shinari.example.ExampleSettings;
import dev.shinari.fracture.view.FractureHistory;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.pose.RestShape;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeMaterial;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;
import java.util.List;
import java.util.function.Function;

/** A shape under an adaptive lattice: drawings, and all bodies that tear. */
final class LatticeTemplate implements BodyTemplate {
  private static final BodyPlan.Tear NEVER =
      new BodyPlan.Tear(FractureSettings.NEVER, 1, 1, Vec3.ZERO, 0, List.of(), List.of());

  private final BodyPlan plan;
  private final ShapeBuilder.Tearing made;
  private final BodyPlan.Tear tear;
  private final LatticeGrid grid;
  private TriangleMesh outline;

  LatticeTemplate(BodyPlan plan, ShapeBuilder.Tearing made) {
    this.plan = plan;
    this.made = made;
    tear = plan.tear() == null ? NEVER : plan.tear();
    grid =
        new LatticeGrid(
            made.shape().bounds().longestSide() / plan.cage().resolution(),
            tear.levels(),
            tear.outlineLevels(),
            tear.shift().x(),
            tear.shift().y(),
            (float) PortableMath.toRadians(tear.turnDeg()));
  }

  @Override
  public Built build(String name, Function<RestShape, ExampleSettings> examples) {
    AdaptiveLattice lattice =
        AdaptiveLattice.over(
            name,
            made.shape(),
            grid,
            tear.settings().withHalfWidth(plan.cage().halfWidth()),
            tear.toughness(),
            new LatticeMaterial(
                plan.density(),
                plan.elasticity(),
                cage -> examples.apply(new LatticeRestShape(cage, grid.cellSize(), this::seen))));
    return new Built(lattice.body(), LatticeBody.of(lattice, made.skin()));
  }

  /**
   * What is seen of the lattice as long as nothing has split or torn: the surface of a solid, or
   * the mesh that a drawing is exported with.
   */
  private TriangleMesh seen() {
    if (made.skin().surface() != null) {
      return made.skin().surface();
    }
    if (outline == null) {
      FractureHistory still =
          new FractureHistory(build("outline", rest -> null).fracture().family());
      still.capture();
      outline = still.mesh(false);
    }
    return outline;
  }

  @Override
  public List<String> warnings() {
    return made.warnings();
  }
}
