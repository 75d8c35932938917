package dev.shinari.io.scene.build;

import dev.shinari.body.Body;
import dev.shinari.example.ExampleSettings;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.element.ElementBody;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.pose.RestShape;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedding;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** A cage that stays as it is: tetrahedra, a lattice, a sheet or a strand. */
public final class CageTemplate implements BodyTemplate, RestShape {
  private final BodyPlan plan;
  private final ShapeBuilder.Made made;
  private Embedding surface;
  private Body model; // the last one built

  public CageTemplate(BodyPlan plan, ShapeBuilder.Made made) {
    this.plan = plan;
    this.made = made;
  }

  @Override
  public Built build(String name, Function<RestShape, ExampleSettings> examples) {
    Body.Builder b =
        Body.builder(name, made.cage())
            .elasticity(plan.elasticity())
            .density(plan.density())
            .halfWidth(plan.cage().halfWidth())
            .breakable(plan.tear() != null || EffectBuilder.breaks(plan.effects()))
            .evenRegions(plan.cage().evenRegions())
            .examples(examples.apply(this));
    if (made.surface() != null) {
      b.surface(made.surface());
    }
    if (model != null) {
      b.like(model); // repeated bodies share their rest data
    }
    Body body = b.build();
    model = body.isBreakable() ? null : body; // one that comes apart has rest data of its own
    return new Built(body, body.isBreakable() ? fracture(body) : null);
  }

  private FractureBody fracture(Body body) {
    if (plan.tear() == null) {
      return ElementBody.of(body);
    }
    ElementBody parts = ElementBody.of(body, plan.tear().toughness());
    parts.setLimit(plan.tear().settings().tearRatio());
    return parts;
  }

  @Override
  public List<String> warnings() {
    return made.warnings();
  }

  @Override
  public Cage cage() {
    return made.cage();
  }

  @Override
  public Embedding surface() {
    return made.surface() == null ? Embedding.identity(made.cage().boundary()) : made.surface();
  }

  @Override
  public Cage poseCage() {
    return made.cage();
  }

  /** Its surface, or the outer vertices of a bare cage. */
  @Override
  public Embedding poseSurface() {
    if (surface == null) {
      surface = made.surface() != null ? made.surface() : bare(made.cage().boundary());
    }
    return surface;
  }

  private static Embedding bare(TriangleMesh boundary) {
    TriangleMesh outer = MeshTopology.compact(boundary);
    boolean[] used = new boolean[boundary.vertexCount()];
    for (int v : boundary.triangles()) {
      used[v] = true;
    }
    int[] carriers = new int[outer.vertexCount()];
    float[] weights = new float[carriers.length];
    Arrays.fill(weights, 1);
    int n = 0;
    for (int v = 0; v < used.length; v++) {
      if (used[v]) {
        carriers[n++] = v;
      }
    }
    return new Embedding(outer, 1, carriers, weights);
  }

  @Override
  public float[] particlesIn(float[] pose) {
    return pose;
  }
}
