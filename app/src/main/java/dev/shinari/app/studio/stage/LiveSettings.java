package dev.shinari.app.studio.stage;

import dev.shinari.body.Body;
import dev.shinari.io.scene.build.LiveEffects;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.world.World;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of a scene that a world takes while it runs; all others need a new start. */
public final class LiveSettings {
  private static final Pattern BODY = Pattern.compile("bodies\\[(\\d{1,6})\\]\\.([A-Za-z.]+)");

  private static final Set<String> MATERIAL =
      Set.of("friction", "restitution", "volumeKeeping", "sleeps");
  private static final Set<String> THRESHOLDS = Set.of("tear.split", "tear.tear", "tear.merge");
  private static final String BETA = "examples.beta";
  private static final String EFFECTS = "effects";

  private LiveSettings() {}

  public static boolean isLive(String path) {
    Matcher m = BODY.matcher(path);
    return path.equals("gravity") || path.equals("airDrag") || m.matches() && isKey(m.group(2));
  }

  private static boolean isKey(String key) {
    return key.equals("elasticity")
        || key.startsWith("elasticity.")
        || MATERIAL.contains(key)
        || THRESHOLDS.contains(key)
        || key.equals(BETA)
        || key.equals(EFFECTS);
  }

  /** Brings one value of a checked scene into its running world, which has another one so far. */
  static void apply(Scene now, Scene then, World world, StageRoster cast, String path) {
    if (path.equals("gravity") || path.equals("airDrag")) {
      world.setSettings(
          world
              .settings()
              .withGravity(then.gravity().x(), then.gravity().y(), then.gravity().z())
              .withAir(then.airDrag(), 0, 0, 0));
      return;
    }
    Matcher m = BODY.matcher(path);
    if (!m.matches()) {
      return;
    }
    int plan = Integer.parseInt(m.group(1));
    BodyPlan was = now.bodies().get(plan), is = then.bodies().get(plan);
    for (Body b : cast.bodiesOf(world, plan)) {
      apply(m.group(2), was, is, world, b);
      world.wake(b);
    }
  }

  private static void apply(String key, BodyPlan was, BodyPlan is, World world, Body b) {
    if (key.startsWith("elasticity")) {
      b.setElasticity(is.elasticity());
    } else if (MATERIAL.contains(key)) {
      world.setSettings(
          b,
          world
              .settings(b)
              .withMaterial(is.friction(), is.restitution())
              .withSleeps(is.sleeps())
              .withVolumeStiffness(is.volumeKeeping()));
    } else if (THRESHOLDS.contains(key)) {
      FractureSettings f = is.tear() == null ? null : is.tear().settings();
      if (world.fracture(b) instanceof LatticeBody l && f != null) {
        l.lattice().setRatios(f.splitRatio(), f.tearRatio(), f.mergeRatio());
      }
    } else if (key.equals(BETA)) {
      b.setExampleBeta(is.examples().beta());
    } else {
      LiveEffects.change(world, b, was.effects(), is.effects());
    }
  }
}
