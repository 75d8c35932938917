package dev.shinari.io.scene;

import dev.shinari.body.Body;
import dev.shinari.cartoon.Breakdown;
import dev.shinari.cartoon.Burst;
import dev.shinari.world.World;
import java.util.List;

/** Effects whose numbers change while their body moves. */
public final class LiveEffects {
  private LiveEffects() {}

  /** Whether one list of effects can become another without a new start: the same ones in order. */
  public static boolean canBecome(List<EffectPlan> now, List<EffectPlan> then) {
    boolean can = now.size() == then.size();
    for (int k = 0; can && k < now.size(); k++) {
      EffectPlan a = now.get(k), b = then.get(k);
      boolean same = a.settings().equals(b.settings()) && samePlace(a, b);
      can = same || a.settings().getClass() == b.settings().getClass() && isFree(a) && isFree(b);
    }
    return can;
  }

  private static boolean samePlace(EffectPlan a, EffectPlan b) {
    return a.parts() == null ? b.parts() == null : a.parts().equals(b.parts());
  }

  /** Whether it neither holds on to chosen particles nor to other bodies or broken links. */
  private static boolean isFree(EffectPlan e) {
    return e.parts() == null
        && !(e.settings() instanceof Burst.Settings)
        && !(e.settings() instanceof Breakdown.Settings);
  }

  /** Gives a body the effects of a list that its own {@link #canBecome become}. */
  public static void change(World world, Body body, List<EffectPlan> now, List<EffectPlan> then) {
    if (!canBecome(now, then)) {
      throw new IllegalArgumentException("these effects need a new start");
    }
    for (int k = 0; k < then.size() && k < world.effects(body).size(); k++) {
      if (!now.get(k).settings().equals(then.get(k).settings())) {
        world.replace(body, k, new EffectMaker().make(then.get(k), body, null));
      }
    }
  }
}
