package dev.shinari.app.studio;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.io.BadFileException;
import dev.shinari.io.scene.SceneException;
import dev.shinari.math.Check;
import dev.shinari.world.World;
import java.io.IOException;
import java.util.Map;

/** What pages may ask for, by name. IllegalArgumentException refuses with its message. */
final class Commands {
  private final LiveSession session;

  Commands(LiveSession session) {
    this.session = session;
  }

  int undoCount() {
    return 0;
  }

  int redoCount() {
    return 0;
  }

  /** Does one command; what it answers goes into the message that says it is done. */
  ObjectNode run(Client client, String what, ObjectNode m) {
    ObjectNode done = Json.object();
    switch (what) {
      case "open" -> open(m);
      case "play" -> session.setPlaying(true);
      case "pause" -> session.setPlaying(false);
      case "step" -> {
        session.stage();
        session.setPlaying(false);
        session.step();
      }
      case "restart" -> {
        Stage old = session.stage();
        session.setStage(stage(old.source(), old.currentValues()));
        session.tellAll(session.state(), true);
      }
      case "speed" -> session.setSpeed(Json.number(m, "factor", 0.01, 10));
      case "grab" -> grab(m);
      case "drag" -> {
        act(new Action.Drag(grip(m), Json.point(m, "place")));
        return null; // too many to answer each
      }
      case "drop" -> act(new Action.Drop(grip(m), Json.flag(m, "throw", false)));
      default -> throw new IllegalArgumentException("unknown command " + Json.shown(what));
    }
    return done;
  }

  private void act(Action action) {
    Stage stage = session.stage();
    Check.that(stage.log().size() < Limits.LOG, "this take is too long; restart it");
    stage.apply(action);
    session.touch();
  }

  private static int grip(ObjectNode m) {
    return Json.whole(m, "grip", 0, Limits.GRIPS - 1);
  }

  private void open(ObjectNode m) {
    SceneSource source = session.workshop().builtIn(Json.text(m, "scene"));
    session.setStage(stage(source, Map.of()));
    session.setPlaying(true);
  }

  private Stage stage(SceneSource source, Map<String, String> values) {
    try {
      return new Stage(source, values, session.workers());
    } catch (SceneException e) {
      throw new IllegalArgumentException(e.problems().get(0).toString(), e);
    } catch (BadFileException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("a file of this scene cannot be read", e);
    }
  }

  private void grab(ObjectNode m) {
    World world = session.stage().world();
    Shown shown = session.picture().mesh(Json.whole(m, "mesh", 0, Integer.MAX_VALUE));
    Picking.Spot spot =
        Picking.particle(world, shown, Json.whole(m, "vertex", 0, Integer.MAX_VALUE));
    int[] held = Picking.around(spot);
    double g = Math.sqrt(square(world.settings()));
    double[] place = Json.point(m, "place");
    act(
        new Action.Grab(
            grip(m), spot.number(), held, place, Picking.hertz(spot.body(), held, g)));
  }

  private static double square(dev.shinari.world.WorldSettings s) {
    return s.gravityX() * s.gravityX() + s.gravityY() * s.gravityY() + s.gravityZ() * s.gravityZ();
  }
}
