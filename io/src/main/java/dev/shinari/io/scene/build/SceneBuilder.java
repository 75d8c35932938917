package dev.shinari.io.scene.build;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.collide.Collider;
import dev.shinari.io.scene.creature.CreatureBuilder;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.MotionBuilder;
import dev.shinari.io.scene.plan.PoseReport;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Builds the world of a scene. The same scene gives the same world, bit by bit.
 *
 * <p>Throws {@link SceneException} where the scene asks for something that cannot be made (a pin
 * that holds nothing, a mesh file that cannot be used), with all such problems at once and where
 * they stand.
 */
public final class SceneBuilder {
  /**
   * A world that is ready to step.
   *
   * @param hidden names of colliders that are not drawn
   * @param warnings what a user should know, one plain line each
   * @param poses how well poses of surfaces were carried over to cages
   */
  public record Built(
      World world, Set<String> hidden, List<String> warnings, List<PoseReport> poses) {}

  private final Scene scene;
  private final World world;
  private final Set<String> hidden = new HashSet<>();
  private final BuildLog log;
  private final SceneNames names;
  private final ShapeCache shapes; // or null

  private SceneBuilder(Scene scene, ShapeCache shapes) {
    this.scene = scene;
    this.shapes = shapes;
    this.world = new World(settings(scene));
    this.log = new BuildLog(scene.places());
    this.names = new SceneNames(scene, log);
  }

  public static Built build(Scene scene) throws IOException, SceneException {
    return build(scene, null);
  }

  /** Builds with shapes that were made before where they fit, and keeps those that were not. */
  public static Built build(Scene scene, ShapeCache shapes) throws IOException, SceneException {
    SceneBuilder b = new SceneBuilder(scene, shapes);
    b.addAll(Set.of());
    if (b.log.problemCount() > 0) {
      throw new SceneException(b.log.problems());
    }
    return new Built(b.world, Set.copyOf(b.hidden), b.log.warnings(), b.log.poses());
  }

  /**
   * What building finds wrong with a scene.
   *
   * @param absent entries of the bodies that are left out: their own problems are known
   */
  public static List<Problem> problems(Scene scene, Set<Integer> absent) {
    SceneBuilder b = new SceneBuilder(scene, null);
    b.addAll(absent);
    return b.log.problems();
  }

  private void addAll(Set<Integer> absent) {
    scene.forces().forEach(f -> world.add(MotionBuilder.field(f)));
    for (int i = 0; i < scene.colliders().size(); i++) {
      addCollider(i);
    }
    BodyBuilder bodies =
        new BodyBuilder(world, new ExampleBuilder(scene, names, absent, log), names, shapes);
    for (int i = 0; i < scene.bodies().size(); i++) {
      if (!absent.contains(i)) {
        bodies.add(i);
      }
    }
    CreatureBuilder creatures = new CreatureBuilder(log);
    for (int i = 0; i < scene.creatures().size(); i++) {
      addCreature(creatures, i);
    }
  }

  private static WorldSettings settings(Scene s) {
    return WorldSettings.DEFAULT
        .withGravity(s.gravity().x(), s.gravity().y(), s.gravity().z())
        .withAir(s.airDrag(), 0, 0, 0);
  }

  private void addCollider(int i) {
    Scene.ColliderPlan plan = scene.colliders().get(i);
    String name = names.collider(i);
    boolean file = plan.shape() instanceof Scene.ColliderShape.MeshFile;
    Collider made =
        log.attempt(
            "colliders[" + i + "]" + (file ? ".path" : ""),
            "collider " + name,
            () -> ColliderBuilder.make(plan, name));
    if (made != null) {
      if (!plan.visible()) {
        hidden.add(made.name());
      }
      world.add(made, plan.look());
    }
  }

  private void addCreature(CreatureBuilder creatures, int i) {
    ArticulatedBody made =
        creatures.build(scene.creatures().get(i), names.creature(i), "creatures[" + i + "]");
    if (made != null) {
      world.add(made);
    }
  }
}
