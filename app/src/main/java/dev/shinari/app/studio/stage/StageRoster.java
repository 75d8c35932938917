package dev.shinari.app.studio.stage;

import dev.shinari.body.Body;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.world.Actor;
import dev.shinari.world.World;
import java.util.ArrayList;
import java.util.List;

/** Who is who in a world: what the scene calls a body, with all pieces of it, and its actors. */
public final class StageRoster {
  /**
   * One of them.
   *
   * @param id counted from 1
   * @param plan its number among the scene's bodies (its creatures for an actor)
   * @param body the body, or the first piece of one that tears; null for an actor
   */
  public record Thing(int id, int plan, Body body, FractureFamily family, Actor actor) {
    public String name() {
      return actor != null ? actor.name() : body.name();
    }

    boolean holds(World world, Body b) {
      FractureBody l = family == null ? null : world.fracture(b);
      return l == null ? b == body : l.family() == family;
    }

    /** The body with its pieces, in the world's order. */
    public List<Body> bodies(World world) {
      List<Body> all = new ArrayList<>();
      for (Body b : world.bodies()) {
        if (actor == null && holds(world, b)) {
          all.add(b);
        }
      }
      return all;
    }
  }

  private final List<Thing> things = new ArrayList<>();

  /** Of a world that was just built: bodies stand in the order of the scene. */
  StageRoster(Scene scene, World world) {
    int at = 0;
    for (int plan = 0; plan < scene.bodies().size(); plan++) {
      BodyPlan p = scene.bodies().get(plan);
      for (int k = 0; k < p.repeat().count(); k++) {
        Body body = world.bodies().get(at++);
        FractureBody l = world.fracture(body);
        things.add(new Thing(things.size() + 1, plan, body, l == null ? null : l.family(), null));
      }
    }
    for (int k = 0; k < world.actors().size(); k++) {
      things.add(new Thing(things.size() + 1, k, null, null, world.actors().get(k)));
    }
  }

  public List<Thing> things() {
    return things;
  }

  public Thing thing(int id) {
    if (id < 1 || id > things.size()) {
      throw new IllegalArgumentException("there is no body " + id + " in this scene");
    }
    return things.get(id - 1);
  }

  /** All bodies, with pieces, that come from one body of the scene file. */
  List<Body> bodiesOf(World world, int plan) {
    List<Body> all = new ArrayList<>();
    for (Thing t : things) {
      if (t.actor == null && t.plan == plan) {
        all.addAll(t.bodies(world));
      }
    }
    return all;
  }
}
