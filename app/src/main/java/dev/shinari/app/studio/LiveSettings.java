package dev.shinari.app.studio;

import dev.shinari.body.Body;
import dev.shinari.io.scene.BodyPlan;
import dev.shinari.io.scene.Scene;
import dev.shinari.world.World;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of a scene that a world takes while it runs; all others need a new start. */
final class LiveSettings {
  private static final Pattern ELASTICITY =
      Pattern.compile("bodies\\[(\\d{1,6})\\]\\.elasticity(\\..*)?");

  private LiveSettings() {}

  static boolean isLive(String path) {
    return path.equals("gravity") || path.equals("airDrag") || ELASTICITY.matcher(path).matches();
  }

  /** Brings one value of a checked scene into its running world. */
  static void apply(Scene scene, World world, Cast cast, String path) {
    if (path.equals("gravity") || path.equals("airDrag")) {
      world.setSettings(
          world
              .settings()
              .withGravity(scene.gravity().x(), scene.gravity().y(), scene.gravity().z())
              .withAir(scene.airDrag(), 0, 0, 0));
      return;
    }
    Matcher m = ELASTICITY.matcher(path);
    if (m.matches()) {
      int plan = Integer.parseInt(m.group(1));
      BodyPlan p = scene.bodies().get(plan);
      for (Body b : cast.bodiesOf(world, plan)) {
        b.setElasticity(p.elasticity());
        world.wake(b);
      }
    }
  }
}
